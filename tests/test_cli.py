"""The command line as a user meets it: real processes, their output and their exit codes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

import kamigen

# Par 2 by hand: three colours on the board, and two actions (A1 3, then A1 2) suffice.
SMALL = "1 2 2 3 3\n1 1 2\n3 2 2\n"
LOOSE = SMALL.replace("1 2", "1 4", 1)
IMPOSSIBLE = SMALL.replace("1 2", "1 1", 1)
MALFORMED = "1 2 2 3 3\n1 1 2\n3 x 2\n"

# Far too many regions to decide in a moment: no two neighbours of 30×30 are alike.
VAST = "3 60 30 30 6\n" + "".join(
    " ".join(str((row * row * 5 + 3 * column + row * column) % 6 + 1) for column in range(30))
    + "\n"
    for row in range(30)
)


def kamigen_command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "kamigen", *arguments]


def run(
    *arguments: str,
    folder: Path,
    stdin: str = "",
    environment: Mapping[str, str] | None = None,
    timeout: float = 120,
) -> subprocess.CompletedProcess[str]:
    plain = {name: value for name, value in os.environ.items() if name != "FORCE_COLOR"}
    return subprocess.run(
        kamigen_command(*arguments),
        cwd=folder,
        input=stdin,
        env={**plain, "LANG": "C.UTF-8", **(environment or {})},
        capture_output=True,
        encoding="utf-8",
        timeout=timeout,
        check=False,
    )


def lines(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "small.txt").write_text(SMALL)
    return tmp_path


class TestWhole:
    def test_version(self, tmp_path):
        result = run("--version", folder=tmp_path)
        assert result.returncode == 0
        assert result.stdout.startswith(f"kamigen {kamigen.__version__}")

    def test_help_names_every_command(self, tmp_path):
        result = run("--help", folder=tmp_path)
        assert result.returncode == 0
        for command in ("generate", "verify", "solve", "grade", "play", "show", "games"):
            assert command in result.stdout

    @pytest.mark.parametrize(
        "heavy", ["numpy", "ortools", "pydantic", "yaml", "rich", "kamigen.games"]
    )
    def test_nothing_heavy_is_imported_before_it_is_needed(self, heavy):
        program = f"import sys, kamigen.cli; sys.exit({heavy!r} in sys.modules)"
        assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0

    def test_games(self, tmp_path):
        result = run("games", folder=tmp_path)
        assert result.returncode == 0
        assert "kami: KAMI" in result.stdout
        records = lines(run("games", "--json", folder=tmp_path).stdout)
        assert [record["game"] for record in records] == list(kamigen.game_names())
        for record in records:
            assert [row["number"] for row in record["difficulties"]] == [1, 2, 3]

    @pytest.mark.parametrize(
        ("arguments", "sentence"),
        [
            (["solve", "nowhere.txt"], "nowhere.txt: there is no such file or folder"),
            (["verify", "empty"], "empty: no level files (.txt) in there"),
            (["solve", "small.txt", "--game", "chess"], "there is no game 'chess'"),
            (["generate"], "say which levels to make, either by --difficulty or by --config"),
            (["generate", "-d", "7"], "kami has no config for difficulty 7"),
            (["generate", "--config", "no.yaml"], "no.yaml: cannot be read"),
            (["generate", "-d", "1", "-n", "2", "-o", "-"], "-: not a place for 2 levels"),
            (["generate", "-d", "1", "--json", "-o", "-"], "both write to the standard output"),
            (["play", "-"], "play reads moves from the standard input"),
            (["play", "bad.txt"], "bad.txt:3:3: 'x' is not an integer; expected a cell"),
        ],
    )
    def test_what_the_user_can_mend_is_one_sentence(self, folder, arguments, sentence):
        (folder / "empty").mkdir()
        (folder / "bad.txt").write_text(MALFORMED)
        result = run(*arguments, folder=folder)
        assert result.returncode == 2
        assert result.stdout == ""
        assert sentence in result.stderr
        assert len(result.stderr.splitlines()) == 1

    @pytest.mark.parametrize("option", ["--seconds", "--cross-check-seconds"])
    def test_a_time_must_be_a_number(self, folder, option):
        result = run("verify", "small.txt", option, "nan", folder=folder)
        assert result.returncode == 2
        assert f"Invalid value for '{option}'" in result.stderr

    def test_a_reader_who_has_enough_is_no_error(self, folder):
        for number in range(40):
            (folder / f"{number}.txt").write_text(SMALL)
        command = " ".join(kamigen_command("solve", ".", "--jobs", "1"))
        result = subprocess.run(
            ["bash", "-c", f"set -o pipefail; {command} | head -n 1"],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
        assert result.returncode == 0
        assert result.stderr == ""


class TestSolve:
    def test_in_words(self, folder):
        result = run("solve", "small.txt", folder=folder)
        assert result.returncode == 0
        first, *actions = result.stdout.splitlines()
        assert first.startswith("small.txt: par 2, proven by ")
        assert [line.split(".")[0].strip() for line in actions] == ["1", "2"]

    def test_as_json_and_from_standard_input(self, folder):
        (record,) = lines(run("solve", "-", "--json", folder=folder, stdin=SMALL).stdout)
        names = {"file", "game", "par", "proven", "lower", "upper", "actions"}
        assert names | {"solver", "states", "seconds"} <= set(record)
        assert (record["file"], record["game"]) == ("-", "kami")
        assert (record["par"], record["lower"], record["upper"]) == (2, 2, 2)
        assert record["proven"] is True
        level = kamigen.parse(SMALL)
        play = kamigen.find_game("kami").start(level)
        for action in record["actions"]:
            play.move(action)
        assert play.outcome.name == "WON"

    def test_a_budget_that_ends_gives_bounds_and_code_3(self, folder):
        (folder / "vast.txt").write_text(VAST)
        result = run("solve", "vast.txt", "--nodes", "50", "--json", folder=folder)
        assert result.returncode == 3
        (record,) = lines(result.stdout)
        assert record["par"] is None
        assert record["proven"] is False
        assert record["lower"] < record["upper"] == len(record["actions"])
        in_words = run("solve", "vast.txt", "--nodes", "50", folder=folder).stdout
        assert f"{record['lower']} ≤ par ≤ {record['upper']}" in in_words

    def test_what_can_be_read_is_solved_all_the_same(self, folder):
        (folder / "bad.txt").write_text(MALFORMED)
        result = run("solve", ".", "--json", "--jobs", "2", folder=folder)
        assert result.returncode == 2
        assert [record["file"] for record in lines(result.stdout)] == ["small.txt"]
        assert "bad.txt:3:3: 'x' is not an integer; expected a cell" in result.stderr


class TestGrade:
    def test_in_words_and_as_json(self, folder):
        result = run("grade", "small.txt", folder=folder)
        assert result.returncode == 0
        assert result.stdout.startswith("small.txt: difficulty 1, won by a player who ")
        (record,) = lines(run("grade", "small.txt", "--json", folder=folder).stdout)
        assert {"file", "game", "difficulty", "score", "figures"} <= set(record)
        assert record["difficulty"] == 1
        assert record["score"] == pytest.approx(sum(record["parts"].values()), abs=1e-3)
        # By hand: every first action that merges leaves two regions, so all keep the par.
        assert record["figures"]["first_actions_good"] == record["figures"]["first_actions_tried"]

    def test_what_cannot_be_won_has_no_grade(self, folder):
        (folder / "no.txt").write_text(IMPOSSIBLE)
        result = run("grade", "no.txt", folder=folder)
        assert result.returncode == 1
        assert "no.txt:1: the limit 1 cannot be met: the par is 2" in result.stderr

    def test_what_is_not_proven_has_no_grade(self, folder):
        (folder / "vast.txt").write_text(VAST)
        result = run("grade", "vast.txt", "--nodes", "50", folder=folder)
        assert result.returncode == 3
        assert "the budget ended there" in result.stderr


class TestVerify:
    @pytest.mark.parametrize(
        ("text", "status", "code", "findings"),
        [
            (SMALL, "proven", 0, []),
            (LOOSE, "loose", 0, ["limit-above-par"]),
            (IMPOSSIBLE, "impossible", 1, ["limit-below-par"]),
            (MALFORMED, "malformed", 1, ["not-an-integer"]),
        ],
    )
    def test_a_level(self, folder, text, status, code, findings):
        (folder / "small.txt").write_text(text)
        result = run("verify", "small.txt", "--json", folder=folder)
        assert result.returncode == code
        (record,) = lines(result.stdout)
        names = {"file", "game", "status", "findings", "limit", "par", "cross_check"}
        assert names <= set(record)
        assert record["status"] == status
        assert [finding["code"] for finding in record["findings"]] == findings
        for finding in record["findings"]:
            assert set(finding) == {"code", "message", "line", "column"}
        assert record["cross_check"] == ("not asked" if status == "malformed" else "agrees")
        assert status in run("verify", "small.txt", folder=folder).stdout

    def test_undecided(self, folder):
        (folder / "vast.txt").write_text(VAST)
        result = run("verify", "vast.txt", "--nodes", "50", "--json", folder=folder)
        assert result.returncode == 3
        (record,) = lines(result.stdout)
        assert record["status"] == "undecided"
        assert record["par"] is None

    def test_an_unreadable_file(self, folder):
        (folder / "folder.txt").mkdir()
        result = run("verify", "small.txt", "folder.txt/gone.txt", folder=folder)
        assert result.returncode == 2

    def test_a_folder_with_a_summary(self, folder):
        (folder / "deep" / "er").mkdir(parents=True)
        (folder / "deep" / "er" / "b.txt").write_text(LOOSE)
        (folder / "deep" / "a.txt").write_text(SMALL)
        (folder / "deep" / ".hidden.txt").write_text(MALFORMED)
        (folder / "deep" / "notes.md").write_text("not a level")
        result = run("verify", ".", "--jobs", "2", folder=folder)
        assert result.returncode == 0
        *reports, summary = result.stdout.splitlines()
        assert [report.split()[1].rstrip(":") for report in reports] == [
            "deep/a.txt",
            "deep/er/b.txt",
            "small.txt",
        ]
        assert summary == "3 levels: 2 proven, 1 loose; cross-check: 3 agrees"

    def test_the_second_solver_may_be_left_out_or_insisted_upon(self, folder):
        never = run("verify", "small.txt", "--cross-check", "never", folder=folder)
        assert never.returncode == 0
        assert "1 not asked" in never.stdout
        hurry = ("verify", "small.txt", "--cross-check-seconds", "0", "--cross-check")
        auto = run(*hurry, "auto", folder=folder)
        assert (auto.returncode, "1 not proven in time" in auto.stdout) == (0, True)
        assert run(*hurry, "always", folder=folder).returncode == 3

    def test_solvers_that_disagree_are_loud(self, folder):
        # A second solver that errs stands in for the bug that nobody hopes to meet.
        program = (
            "from kamigen.games.kami import cpsat\n"
            "from kamigen.level import Proof\n"
            "cpsat.confirm = lambda level, par, budget: Proof('broken', par + 1, None)\n"
            "from kamigen.cli import main\n"
            "import sys\n"
            "sys.argv = ['kamigen', 'verify', 'small.txt']\n"
            "main()\n"
        )
        result = subprocess.run(
            [sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, check=False
        )
        assert result.returncode == 4
        assert "disagrees" in result.stdout


class TestGenerate:
    def test_with_no_other_option(self, tmp_path):
        result = run("generate", "--difficulty", "2", folder=tmp_path)
        assert result.returncode == 0
        (file,) = tmp_path.rglob("*.txt")
        assert file.relative_to(tmp_path).parts[0] == "levels"
        level = kamigen.load(file)
        assert level.difficulty == 2
        assert f"par {level.limit}: proven by " in result.stdout
        assert "confirmed by the second solver" in result.stdout
        assert "difficulty 2: won by a player who " in result.stdout
        board = [line.split()[1:] for line in result.stdout.splitlines()[1 : level.rows + 1]]
        assert board == [list(map(str, row)) for row in level.cells]
        assert run("verify", "levels", folder=tmp_path).returncode == 0

    def test_the_same_bytes_with_one_and_two_processes(self, tmp_path):
        for jobs in ("1", "2"):
            result = run(
                *("generate", "-d", "1", "--seed", "5", "-n", "4", "--jobs", jobs),
                *("-o", jobs, "--cross-check", "never", "--json"),
                folder=tmp_path,
            )
            assert result.returncode == 0
            records = lines(result.stdout)
            assert [record["index"] for record in records] == [0, 1, 2, 3]
            assert all(Path(record["file"]).parent == Path(jobs) for record in records)
        made = [
            {file.name: file.read_bytes() for file in (tmp_path / jobs).iterdir()} for jobs in "12"
        ]
        assert made[0] == made[1]
        assert len(made[0]) == len(set(made[0].values())) == 4

    def test_json_has_the_promised_names(self, tmp_path):
        result = run("generate", "-d", "1", "--seed", "3", "--json", folder=tmp_path)
        (record,) = lines(result.stdout)
        promised = {"file", "game", "difficulty", "seed", "par", "limit", "score"}
        assert promised | {"solver", "states", "seconds"} <= set(record)
        level = kamigen.load(tmp_path / record["file"])
        proof = kamigen.solve(level)
        assert (record["par"], record["limit"]) == (proof.par, level.limit)
        assert record["score"] == kamigen.grade(level, proof).score

    def test_one_level_to_a_file_or_to_standard_output(self, tmp_path):
        made = run("generate", "-d", "1", "--seed", "3", "-o", "-", folder=tmp_path)
        assert made.returncode == 0
        assert list(tmp_path.iterdir()) == []
        assert "par" in made.stderr
        run("generate", "-d", "1", "--seed", "3", "-o", "deep/one.txt", folder=tmp_path)
        assert (tmp_path / "deep/one.txt").read_text() == made.stdout

    def test_another_content_is_not_overwritten_unawares(self, tmp_path):
        command = ("generate", "-d", "1", "--seed", "3", "-o", "one.txt", "--cross-check", "never")
        assert run(*command, folder=tmp_path).returncode == 0
        level = (tmp_path / "one.txt").read_bytes()
        assert run(*command, folder=tmp_path).returncode == 0
        (tmp_path / "one.txt").write_text("mine")
        refused = run(*command, folder=tmp_path)
        assert refused.returncode == 2
        assert "one.txt: there already, with another content" in refused.stderr
        assert (tmp_path / "one.txt").read_text() == "mine"
        assert run(*command, "--force", folder=tmp_path).returncode == 0
        assert (tmp_path / "one.txt").read_bytes() == level

    def test_a_search_that_fails_says_what_it_rejected(self, tmp_path):
        (tmp_path / "hard.yaml").write_text(
            "difficulty: 3\npar: [30, 40]\nrows: [5, 5]\ncols: [6, 6]\ncolours: [3, 3]\n"
            "regions: [1, 36]\neffort: {attempts: 5}\n"
        )
        result = run("generate", "--config", "hard.yaml", "--seed", "1", folder=tmp_path)
        assert result.returncode == 1
        assert "level 0 of seed 1: none of 5 candidates fits: 5 par too low" in result.stderr
        assert [file.name for file in tmp_path.iterdir()] == ["hard.yaml"]

    def test_a_wrong_config_names_place_and_key(self, tmp_path):
        (tmp_path / "typo.yaml").write_text("difficulty: 1\npar: [2, 4]\nrowz: [5, 6]\n")
        result = run("generate", "--config", "typo.yaml", folder=tmp_path)
        assert result.returncode == 2
        assert "typo.yaml:" in result.stderr
        assert len(result.stderr.splitlines()) == 1

    def test_a_folder_that_cannot_be_written(self, tmp_path):
        (tmp_path / "levels").write_text("a file where the folder should be")
        result = run("generate", "-d", "1", "--cross-check", "never", folder=tmp_path)
        assert result.returncode == 2
        assert "cannot be written" in result.stderr


class TestShow:
    def test_plain_and_in_colour(self, folder):
        plain = run("show", "small.txt", folder=folder)
        assert plain.returncode == 0
        assert plain.stdout == (
            "small.txt: difficulty 1, 2×3, colours 1 to 3, limit 2\n   A B C\n1  1 1 2\n2  3 2 2\n"
        )
        assert "\x1b[" in run("show", "small.txt", "--colour", folder=folder).stdout
        dark = run("show", "small.txt", "--colour", folder=folder, environment={"NO_COLOR": "1"})
        assert "\x1b[" not in dark.stdout

    def test_json(self, folder):
        (record,) = lines(run("show", "-", "--json", folder=folder, stdin=SMALL).stdout)
        assert [[tile["colour"] for tile in row] for row in record["tiles"]] == [
            [1, 1, 2],
            [3, 2, 2],
        ]


class TestPlay:
    def test_won(self, folder):
        result = run("play", "small.txt", "--lang", "en", folder=folder, stdin="A1 3\nA1 2\n")
        assert result.returncode == 0
        assert "Well done! You solved it with 2 of 2 actions." in result.stdout

    def test_lost(self, folder):
        result = run("play", "small.txt", "--lang", "en", folder=folder, stdin="A1 3\nA1 1\n")
        assert result.returncode == 10

    def test_a_hint_proves_that_all_is_lost(self, folder):
        # Painting A2 with 4 and back with 3 leaves all three regions and one action.
        (folder / "small.txt").write_text("1 3 2 3 4\n1 1 2\n3 2 2\n")
        wasted = "A2 4\nA2 3\ndica\n"
        result = run("play", "small.txt", "--lang", "pt", folder=folder, stdin=wasted)
        assert result.returncode == 11
        assert "Não há mais ações válidas" in result.stdout

    def test_left(self, folder):
        assert run("play", "small.txt", folder=folder, stdin="").returncode == 12
        assert run("play", "small.txt", folder=folder, stdin="quit\n").returncode == 12

    def test_the_language_follows_the_locale(self, folder):
        result = run(
            *("play", "small.txt"),
            folder=folder,
            stdin="dica\ndica\n",
            environment={"LANG": "pt_BR.UTF-8", "LC_ALL": ""},
        )
        assert result.returncode == 0
        assert "Parabéns!" in result.stdout

    def test_json_keeps_the_standard_output_for_the_result(self, folder):
        result = run(
            "play", "small.txt", "--json", "--lang", "en", folder=folder, stdin="A1 3\nA1 2\n"
        )
        (record,) = lines(result.stdout)
        assert (record["outcome"], record["result"]) == ("won", 1)
        assert record["moves"] == ["A1 3", "A1 2"]
        assert "Well done!" in result.stderr


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_leaves_only_whole_files(tmp_path, jobs):
    process = subprocess.Popen(
        kamigen_command(
            *("generate", "-d", "3", "--seed", "1", "-n", "500", "--jobs", jobs, "--quiet"),
        ),
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    deadline = time.monotonic() + 60
    while not list(tmp_path.rglob("*.txt")) and time.monotonic() < deadline:
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to the whole group
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert errors == "kamigen: interrupted; what was finished is kept\n"
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert files
    for file in files:
        assert file.suffix == ".txt"
        assert kamigen.format(kamigen.load(file)) == file.read_text()
