"""The pipeline: files found, read and written; work shared out; levels made and verified."""

from __future__ import annotations

import ast
import errno
import io
import multiprocessing
import os
import pickle
import re
import stat
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kamigen
from kamigen.budget import Budget
from kamigen.errors import KamigenError, LevelError
from kamigen.game import find_game, game_names
from kamigen.games.kami.config import KamiConfig
from kamigen.games.kami.game import Kami
from kamigen.games.kami.level import KamiLevel
from kamigen.level import Claim, Finding, Proof, Provenance
from kamigen.pipeline import engines
from kamigen.pipeline import files as files_module
from kamigen.pipeline.confirm import Confirmation, Policy, confirm
from kamigen.pipeline.files import find_levels, read_level, write_new, write_whole
from kamigen.pipeline.generate import Made, Order, Unmade, make
from kamigen.pipeline.verify import Inspection, Status, Verdict, verify
from kamigen.rng import Rng

KAMI = find_game("kami")
PACKAGE = Path(kamigen.__file__).parent
UNLIMITED = Budget()
LEVEL_TEXT = "1 2 1 3 3\n1 2 3\n"  # three colours in a row: par 2

# Five colours, so at least four actions; too many regions to be solved at first sight.
LARGE_ROWS = "".join(
    " ".join(str((row * row + 2 * column) % 7 % 5 + 1) for column in range(16)) + "\n"
    for row in range(9)
)

LEVEL = KamiLevel(Claim(1, 2), ((1, 2, 3),), 3)

Cells = tuple[tuple[int, ...], ...]


def painted(cells: Cells, row: int, column: int, colour: int) -> Cells:
    board = [list(line) for line in cells]
    former, stack = board[row][column], [(row, column)]
    while stack and former != colour:
        y, x = stack.pop()
        if 0 <= y < len(board) and 0 <= x < len(board[0]) and board[y][x] == former:
            board[y][x] = colour
            stack += [(y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)]
    return tuple(map(tuple, board))


def is_over(cells: Cells) -> bool:
    return len({colour for row in cells for colour in row}) == 1


def shortest(cells: Cells, palette: int) -> int:
    """The par by breadth-first search over whole boards: every cell, every colour."""
    frontier, seen, actions = {cells}, set(), 0
    while not any(map(is_over, frontier)):
        seen |= frontier
        frontier = {
            painted(board, row, column, colour)
            for board in frontier
            for row in range(len(board))
            for column in range(len(board[0]))
            for colour in range(1, palette + 1)
        } - seen
        actions += 1
    return actions


def config(**keys: Any) -> KamiConfig:
    """A config for small non-square boards, some of its keys replaced."""
    values: dict[str, Any] = {
        "difficulty": 1,
        "par": (1, 4),
        "rows": (2, 2),
        "cols": (3, 4),
        "colours": (2, 3),
        "styles": {"noise": 1},
        "grain": (1, 1),
    }
    return KamiConfig(**(values | keys))


class TestFindLevels:
    @pytest.fixture
    def folder(self, tmp_path):
        for name in (
            "b.txt",
            "a/2.txt",
            "a/10.txt",
            "a/z/1.txt",
            "c/1.txt",
            "notes.md",
            ".hidden.txt",
            ".git/x.txt",
            "a/.cache/y.txt",
            "a/.txt",
        ):
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(LEVEL_TEXT)
        return tmp_path

    def test_folders_are_walked_in_order_and_hidden_things_passed_over(self, folder):
        assert find_levels([str(folder)]) == [
            str(folder / name) for name in ("a/10.txt", "a/2.txt", "a/z/1.txt", "b.txt", "c/1.txt")
        ]

    def test_paths_keep_the_order_they_were_given_in(self, folder):
        paths = [str(folder / "c"), str(folder / "b.txt"), str(folder / "a")]
        assert [Path(found).relative_to(folder).as_posix() for found in find_levels(paths)] == [
            "c/1.txt",
            "b.txt",
            "a/10.txt",
            "a/2.txt",
            "a/z/1.txt",
        ]

    def test_a_file_is_taken_whatever_its_name(self, folder):
        paths = [str(folder / "notes.md"), str(folder / ".hidden.txt")]
        assert find_levels(paths) == paths

    def test_a_hidden_folder_is_walked_if_it_is_named(self, folder):
        assert find_levels([str(folder / ".git")]) == [str(folder / ".git" / "x.txt")]

    def test_a_dash_is_the_standard_input(self, folder):
        assert find_levels(["-", str(folder / "b.txt")]) == ["-", str(folder / "b.txt")]

    def test_a_file_named_twice_is_found_once(self, folder):
        paths = [str(folder / "c" / "1.txt"), str(folder / "c"), "-", str(folder / "c"), "-"]
        assert find_levels(paths) == [str(folder / "c" / "1.txt"), "-"]

    def test_a_missing_path_is_an_error(self, folder):
        missing = folder / "none"
        with pytest.raises(KamigenError) as error:
            find_levels([str(folder), str(missing)])
        assert str(error.value) == f"{missing}: there is no such file or folder"
        assert error.value.exit_code == 2

    def test_folders_without_levels_are_an_error(self, tmp_path):
        (tmp_path / "notes.md").write_text("nothing to play")
        with pytest.raises(KamigenError) as error:
            find_levels([str(tmp_path)])
        assert str(error.value) == f"{tmp_path}: no level files (.txt) in there"

    def test_a_folder_is_no_level_file(self, tmp_path):
        (tmp_path / "pack.txt").mkdir()
        (tmp_path / "pack.txt" / "1.txt").write_text(LEVEL_TEXT)
        assert find_levels([str(tmp_path)]) == [str(tmp_path / "pack.txt" / "1.txt")]

    def test_a_name_too_long_is_an_error_like_others(self):
        with pytest.raises(KamigenError):
            find_levels(["a" * 300])

    def test_a_file_called_dash_can_be_named(self, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        Path("-").write_text(LEVEL_TEXT)
        assert find_levels(["./-"]) != ["-"]


class TestReadLevel:
    def test_an_error_names_file_line_and_column(self, tmp_path):
        path = tmp_path / "bad.txt"
        path.write_text("1 2 1 3 3\n1 2 0\n")
        with pytest.raises(LevelError) as error:
            read_level(KAMI, str(path))
        assert str(error.value) == f"{path}:2:5: a cell is 0; colours start at 1"
        assert error.value.source == str(path)

    def test_the_standard_input(self, monkeypatch):
        raw = io.BytesIO(b"\xef\xbb\xbf" + LEVEL_TEXT.encode())
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(raw))
        assert read_level(KAMI, "-") == LEVEL

    def test_an_error_in_the_standard_input(self, monkeypatch):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"1 2 1 3\n")))
        with pytest.raises(LevelError) as error:
            read_level(KAMI, "-")
        assert str(error.value).startswith("-:1:8: the header has 4 of 5 integers")

    def test_a_standard_input_without_end(self, monkeypatch):
        with Path("/dev/zero").open("rb") as endless:
            monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=endless))
            with pytest.raises(LevelError) as error:
                read_level(KAMI, "-")
        assert error.value.finding.code == "file-too-large"


class TestWriteWhole:
    def test_the_bytes_are_the_text_and_folders_are_made(self, tmp_path):
        path = tmp_path / "levels" / "kami" / "1.txt"
        write_whole(path, "1 2\n×\n")
        assert path.read_bytes() == b"1 2\n\xc3\x97\n"
        assert [file.name for file in path.parent.iterdir()] == ["1.txt"]

    def test_a_file_that_is_there_is_replaced(self, tmp_path):
        path = tmp_path / "1.txt"
        path.write_text("old, and longer than the new one")
        write_whole(path, "new")
        assert path.read_text() == "new"

    @pytest.mark.parametrize(("umask", "mode"), [(0o022, 0o644), (0o027, 0o640), (0, 0o666)])
    def test_permissions_are_those_of_any_new_file(self, tmp_path, umask, mode):
        before = os.umask(umask)
        try:
            write_whole(tmp_path / "1.txt", LEVEL_TEXT)
            assert os.umask(umask) == umask
        finally:
            os.umask(before)
        assert stat.S_IMODE((tmp_path / "1.txt").stat().st_mode) == mode

    @pytest.mark.parametrize("step", ["fsync", "chmod", "replace"])
    @pytest.mark.parametrize(
        ("failure", "raised"),
        [
            (OSError(errno.ENOSPC, "No space left on device"), KamigenError),
            (KeyboardInterrupt(), KeyboardInterrupt),
        ],
        ids=["full disk", "interrupt"],
    )
    def test_a_failure_leaves_the_old_file_and_nothing_else(
        self, tmp_path, monkeypatch, step, failure, raised
    ):
        def fail(*_):
            raise failure

        path = tmp_path / "1.txt"
        path.write_text("old")
        monkeypatch.setattr(files_module.os if step == "fsync" else Path, step, fail)
        with pytest.raises(raised) as error:
            write_whole(path, "new")
        monkeypatch.undo()
        assert {file.name: file.read_text() for file in tmp_path.iterdir()} == {"1.txt": "old"}
        if raised is KamigenError:
            assert str(error.value) == f"{path}: cannot be written: No space left on device"

    def test_no_one_sees_half_a_file(self, tmp_path, monkeypatch):
        seen = []

        def look(_):
            seen.append(sorted(file.name for file in tmp_path.glob("*.txt")))

        monkeypatch.setattr(files_module.os, "fsync", look)
        write_whole(tmp_path / "1.txt", LEVEL_TEXT)
        assert seen == [[]]
        assert (tmp_path / "1.txt").read_text() == LEVEL_TEXT

    @pytest.mark.parametrize("where", ["file/1.txt", "folder"])
    def test_where_nothing_can_be_written(self, tmp_path, where):
        (tmp_path / "file").write_text("a file")
        (tmp_path / "folder").mkdir()
        with pytest.raises(KamigenError, match="cannot be written"):
            write_whole(tmp_path / where, LEVEL_TEXT)
        assert sorted(file.name for file in tmp_path.rglob("*")) == ["file", "folder"]

    def test_a_new_file_never_replaces_another_content(self, tmp_path):
        path = tmp_path / "1.txt"
        write_new(path, LEVEL_TEXT)
        written = path.stat().st_ino
        write_new(path, LEVEL_TEXT)
        assert path.stat().st_ino == written
        with pytest.raises(KamigenError, match="there already, with another content"):
            write_new(path, "other")
        assert path.read_text() == LEVEL_TEXT
        write_new(path, "other", overwrite=True)
        assert path.read_text() == "other"


def slow_start(item: int) -> tuple[int, int]:
    """Later items are done sooner."""
    time.sleep(0.3 if item == 0 else 0)
    return item, os.getpid()


def fails_at_nought(item: int) -> int:
    if item == 0:
        raise ValueError("nought")
    time.sleep(60)
    return item


def first_is_quick(item: int) -> int:
    time.sleep(60 if item else 0)
    return item


UNLUCKY = """
import time
from kamigen.pipeline import engines

def work(item):
    if item:
        time.sleep(60)
    raise ValueError

if __name__ == "__main__":
    try:
        list(engines.run(work, list(range(20)), 2))
    except ValueError:
        print("caught")
"""


class TestEngines:
    @pytest.mark.parametrize("jobs", [0, 1, 2])
    def test_results_come_in_the_order_of_the_items(self, jobs):
        results = list(engines.run(slow_start, list(range(6)), jobs))
        assert [item for item, _ in results] == [0, 1, 2, 3, 4, 5]
        here = os.getpid()
        assert {process == here for _, process in results} == {jobs < 2}

    @pytest.mark.parametrize("jobs", [1, 2])
    def test_nothing_to_do(self, jobs):
        assert list(engines.run(slow_start, [], jobs)) == []

    def test_one_item_is_done_here(self):
        assert list(engines.run(slow_start, [7], 8)) == [(7, os.getpid())]

    def test_in_one_process_nothing_is_done_before_it_is_wanted(self):
        done = []
        results = engines.run(done.append, [1, 2, 3], 1)
        next(results)
        assert done == [1]

    @pytest.mark.filterwarnings("error::pytest.PytestUnhandledThreadExceptionWarning")
    @pytest.mark.parametrize("jobs", [1, 2])
    def test_an_exception_comes_out_and_nobody_waits_for_the_rest(self, jobs):
        started = time.perf_counter()
        with pytest.raises(ValueError, match="nought"):
            list(engines.run(fails_at_nought, list(range(20)), jobs))
        assert time.perf_counter() - started < 20
        self.no_workers_stay()

    @pytest.mark.filterwarnings("error::pytest.PytestUnhandledThreadExceptionWarning")
    def test_a_caller_who_wants_no_more_waits_for_nothing(self):
        started = time.perf_counter()
        results = engines.run(first_is_quick, list(range(20)), 2)
        assert next(results) == 0
        results.close()
        assert time.perf_counter() - started < 20
        self.no_workers_stay()

    def test_other_processes_of_the_program_live_on(self):
        other = multiprocessing.get_context("fork").Process(target=time.sleep, args=(60,))
        other.start()
        try:
            with pytest.raises(ValueError, match="nought"):
                list(engines.run(fails_at_nought, [0, 1], 2))
            other.join(1)
            assert other.is_alive()
        finally:
            other.kill()
            other.join()

    def test_nothing_but_the_exception_is_heard(self, tmp_path):
        (tmp_path / "program.py").write_text(UNLUCKY)
        ran = subprocess.run(
            [sys.executable, "program.py"], cwd=tmp_path, capture_output=True, text=True, timeout=60
        )
        assert (ran.stdout, ran.returncode) == ("caught\n", 0)
        assert ran.stderr == ""

    def test_this_machine_has_a_core(self):
        assert 1 <= engines.default_jobs() <= (os.cpu_count() or 1)

    def no_workers_stay(self) -> None:
        deadline = time.perf_counter() + 10
        while multiprocessing.active_children() and time.perf_counter() < deadline:
            time.sleep(0.05)
        assert multiprocessing.active_children() == []


def facts(made: Made | Unmade) -> tuple[Any, ...]:
    """All but the seconds it took."""
    assert isinstance(made, Made)
    return (made.level, made.text, made.proof, made.grade, made.provenance, made.rejected)


class TestMake:
    def test_the_same_order_gives_the_same_level(self):
        order = Order("kami", config(), seed=5, index=3)
        assert facts(make(order)) == facts(make(order))

    def test_seed_and_index_both_matter(self):
        texts = [
            make(Order("kami", config(cols=(6, 9)), seed, index)).text
            for seed in range(4)
            for index in range(4)
        ]
        assert len(set(texts)) > 12

    def test_the_bytes_do_not_depend_on_the_number_of_processes(self):
        orders = [Order("kami", config(cols=(6, 9)), seed=1, index=index) for index in range(5)]
        alone = [facts(made) for made in engines.run(make, orders, 1)]
        shared = [facts(made) for made in engines.run(make, orders, 2)]
        assert alone == shared
        # Nor on the company a level is made in.
        assert facts(make(orders[3])) == alone[3]

    def test_every_candidate_has_a_random_source_of_its_own(self):
        wanted = config(par=(3, 3))
        made = make(Order("kami", wanted, seed=2, index=0))
        assert isinstance(made, Made)
        origin = made.provenance
        rng = Rng("kami", KAMI.version, wanted.digest(), 2, 0, origin.attempt)
        assert KAMI.propose(wanted, rng).cells == made.level.cells
        assert origin == Provenance(
            "kami", KAMI.version, wanted.digest(), seed=2, index=0, attempt=origin.attempt
        )

    @pytest.mark.parametrize("slack", [0, 2])
    @pytest.mark.parametrize("index", range(4))
    def test_a_kept_level_is_what_the_config_asks_for(self, slack, index):
        wanted = config(difficulty=2, grade=1, par=(2, 3), slack=slack, score=(0.0, 50.0))
        made = make(Order("kami", wanted, seed=0, index=index))
        assert isinstance(made, Made)
        level = made.level
        assert isinstance(level, KamiLevel)
        par = shortest(level.cells, level.colours)
        assert par in (2, 3)
        assert (made.proof.par, made.proof.lower, made.proof.upper) == (par, par, par)
        assert (level.difficulty, level.limit) == (2, par + slack)
        assert made.grade.difficulty == KAMI.difficulty(level, made.proof).number == 1
        assert 0 <= made.grade.score <= 50
        assert made.text.splitlines()[0] == (
            f"2 {par + slack} {level.rows} {level.cols} {level.colours}"
        )
        assert KAMI.parse(made.text) == level
        assert made.confirmation is Confirmation.NOT_ASKED

    def test_the_actions_of_the_proof_solve_the_level(self):
        made = make(Order("kami", config(par=(3, 4)), seed=9, index=0))
        assert isinstance(made, Made)
        cells = made.level.cells
        for action in made.proof.actions:
            assert not is_over(cells)
            letter, row, colour = re.fullmatch(r"([A-Z])(\d+) (\d+)", action).groups()
            cells = painted(cells, int(row) - 1, ord(letter) - ord("A"), int(colour))
        assert is_over(cells)
        assert len(made.proof.actions) == made.proof.par

    def test_rejects_are_counted_by_their_reason(self):
        wanted = config(par=(3, 3))
        counted: Counter[str] = Counter()
        for index in range(6):
            made = make(Order("kami", wanted, seed=0, index=index))
            assert isinstance(made, Made)
            expected: Counter[str] = Counter()
            for attempt in range(made.provenance.attempt):
                rng = Rng("kami", KAMI.version, wanted.digest(), 0, index, attempt)
                candidate = KAMI.propose(wanted, rng)
                par = shortest(candidate.cells, candidate.colours)
                expected["par too low" if par < 3 else "par too high" if par > 3 else "grade"] += 1
            grades = sum(made.rejected.get(reason, 0) for reason in ("too easy", "too hard"))
            assert expected.pop("grade", 0) == grades
            assert expected == {
                reason: count for reason, count in made.rejected.items() if "par" in reason
            }
            counted.update(made.rejected)
        assert counted["par too low"] > 0

    def test_the_watcher_is_told_of_every_attempt(self):
        told = []
        unmade = make(
            Order("kami", config(score=(900.0, 901.0), effort={"attempts": 3}), 0, 0),
            lambda attempt, rejected: told.append((attempt, sum(rejected.values()))),
        )
        assert isinstance(unmade, Unmade)
        assert told == [(0, 0), (1, 1), (2, 2)]

    @pytest.mark.parametrize("attempts", [1, 2, 3])
    def test_a_score_that_no_level_has(self, attempts):
        order = Order(
            "kami",
            config(
                par=(0, 11), colours=(2, 2), score=(900.0, 901.0), effort={"attempts": attempts}
            ),
            seed=0,
            index=0,
        )
        assert make(order) == Unmade(
            order,
            f"none of {attempts} candidates fits: {attempts} score out of range",
            {"score out of range": attempts},
        )

    @pytest.mark.parametrize(
        ("keys", "reason"),
        [
            # Painting one region over and over takes no more actions than the farthest region is
            # away: from the middle of two rows of twelve, seven.
            ({"par": (11, 11), "cols": (12, 12), "colours": (2, 2)}, "par too low"),
            ({"par": (0, 0), "colours": (1, 1), "grade": 3}, "too easy"),
            # Six actions would have to remove a colour each, on 72 cells of noise.
            ({"par": (0, 6), "colours": (7, 7), "rows": (8, 8), "cols": (9, 9)}, "par too high"),
            (
                {
                    "par": (1, 99),
                    "colours": (5, 5),
                    "rows": (9, 9),
                    "cols": (16, 16),
                    "effort": {"attempts": 2, "solve_nodes": 1},
                },
                "par not proven within the nodes",
            ),
        ],
        ids=["too low", "too easy", "too high", "not proven"],
    )
    def test_each_reason_to_reject(self, keys, reason):
        order = Order("kami", config(**({"effort": {"attempts": 2}} | keys)), seed=0, index=0)
        assert make(order) == Unmade(order, f"none of 2 candidates fits: 2 {reason}", {reason: 2})

    def test_a_board_that_cannot_be_drawn(self):
        order = Order(
            "kami", config(regions=(8, 8), grain=(9, 9), styles={"blobs": 1}), seed=0, index=0
        )
        unmade = make(order)
        assert isinstance(unmade, Unmade)
        assert unmade.reason.startswith("none of 600 boards had 8 to 8 regions")
        assert unmade.rejected == {}

    def test_the_second_witness_is_asked(self):
        made = make(Order("kami", config(), 0, 0, cross_check=Policy.AUTO))
        assert isinstance(made, Made)
        assert made.confirmation is Confirmation.AGREES

    def test_a_second_witness_who_disagrees_is_heard_but_changes_no_byte(self, monkeypatch):
        order = Order("kami", config(), 0, 0, cross_check=Policy.ALWAYS)
        agreed = make(order)
        monkeypatch.setattr(
            Kami,
            "cross_check",
            lambda _, __, proof, ___: Proof("fake", proof.lower + 1, proof.lower + 1),
        )
        disputed = make(order)
        assert facts(disputed) == facts(agreed)
        assert disputed.confirmation is Confirmation.DISAGREES

    def test_a_proof_that_does_not_replay_never_leaves_the_house(self, monkeypatch):
        solve = Kami.solve

        def wrong(game, level, budget):
            proof = solve(game, level, budget)
            return Proof("wrong", proof.lower, proof.upper, ("A1 1",) * proof.lower)

        monkeypatch.setattr(Kami, "solve", wrong)
        monkeypatch.setattr(Kami, "start", lambda *_: SimpleNamespace(outcome=None, move=None))
        with pytest.raises(AssertionError, match="not what its proof says"):
            make(Order("kami", config(), 0, 0))


@pytest.fixture
def inspect(tmp_path):
    """Verify a level of this text."""

    def inspected(text: str, budget=UNLIMITED, policy=Policy.NEVER, **options) -> Verdict:
        path = tmp_path / "level.txt"
        path.write_text(text)
        verdict = verify(Inspection("kami", str(path), budget, policy, **options))
        assert (verdict.file, verdict.game) == (str(path), "kami")
        return verdict

    return inspected


class TestVerify:
    @pytest.mark.parametrize(
        ("text", "par"),
        [
            ("1 0 1 1 1\n7\n", 0),
            ("1 1 1 2 2\n1 2\n", 1),
            ("1 2 1 3 3\n1 2 3\n", 2),
            # No colour of the board can be painted with: both cells must become 1.
            ("1 2 1 2 1\n2 3\n", 2),
            # From the middle outwards, one ring at a time.
            ("2 3 7 1 4\n1\n2\n3\n4\n3\n2\n1\n", 3),
        ],
        ids=["1×1", "two cells", "three colours", "outside the palette", "rings"],
    )
    def test_a_limit_that_is_the_par(self, inspect, text, par):
        verdict = inspect(text, policy=Policy.AUTO)
        assert (verdict.status, verdict.findings, verdict.limit) == (Status.PROVEN, (), par)
        assert verdict.proof.par == len(verdict.proof.actions) == par
        assert verdict.confirmation is Confirmation.AGREES

    def test_a_limit_above_the_par(self, inspect):
        verdict = inspect("1 5 1 3 3\n1 2 3\n", policy=Policy.AUTO)
        assert (verdict.status, verdict.limit, verdict.proof.par) == (Status.LOOSE, 5, 2)
        message = "the limit 5 is above the par 2"
        assert verdict.findings == (Finding("limit-above-par", message, 1),)
        assert verdict.confirmation is Confirmation.AGREES

    def test_a_limit_below_the_par(self, inspect):
        verdict = inspect("1 1 1 3 3\n1 2 3\n", policy=Policy.AUTO)
        assert (verdict.status, verdict.limit, verdict.proof.par) == (Status.IMPOSSIBLE, 1, 2)
        message = "the limit 1 cannot be met: the par is 2"
        assert verdict.findings == (Finding("limit-below-par", message, 1),)
        assert verdict.confirmation is Confirmation.AGREES

    def test_a_limit_refuted_although_the_par_is_unknown(self, inspect):
        verdict = inspect("3 3 9 16 5\n" + LARGE_ROWS, Budget(nodes=1), Policy.ALWAYS)
        assert verdict.status is Status.IMPOSSIBLE
        assert verdict.proof.par is None
        lower = verdict.proof.lower
        assert lower >= 4
        message = f"the limit 3 cannot be met: the par is at least {lower}"
        assert verdict.findings == (Finding("limit-below-par", message, 1),)
        assert verdict.confirmation is Confirmation.NOT_ASKED

    def test_a_budget_that_ends_first(self, inspect):
        verdict = inspect("3 12 9 16 5\n" + LARGE_ROWS, Budget(nodes=1), Policy.ALWAYS)
        proof = verdict.proof
        assert verdict.status is Status.UNDECIDED
        assert 4 <= proof.lower < proof.upper
        message = f"the par is between {proof.lower} and {proof.upper}; the budget ended there"
        assert verdict.findings == (Finding("par-unknown", message),)
        assert verdict.confirmation is Confirmation.NOT_ASKED
        assert verdict.limit == 12

    def test_a_file_that_is_no_level(self, inspect):
        verdict = inspect("1 1 1 3 3\n1 x 3\n")
        message = "'x' is not an integer; expected a cell"
        assert verdict == Verdict(
            verdict.file, "kami", Status.MALFORMED, (Finding("not-an-integer", message, 2, 3),)
        )
        assert (verdict.limit, verdict.proof) == (None, None)

    def test_a_file_that_is_not_there(self, tmp_path):
        verdict = verify(Inspection("kami", str(tmp_path / "gone.txt"), Budget()))
        assert verdict.status is Status.MALFORMED
        assert [finding.code for finding in verdict.findings] == ["unreadable"]

    @settings(max_examples=60, deadline=None)
    @given(st.data())
    def test_small_boards_against_a_plain_search(self, tmp_path_factory, data):
        rows, cols = data.draw(st.sampled_from([(1, 5), (2, 3), (3, 2), (4, 1)]))
        row = st.tuples(*[st.integers(1, 4)] * cols)
        cells = data.draw(st.tuples(*[row] * rows))
        limit, palette = data.draw(st.integers(0, 5)), data.draw(st.integers(1, 4))
        path = tmp_path_factory.getbasetemp() / "small.txt"
        path.write_text(KAMI.format(KamiLevel(Claim(1, limit), cells, palette)))
        verdict = verify(Inspection("kami", str(path), Budget(), Policy.NEVER))
        par = shortest(cells, palette)
        expected = {0: Status.PROVEN, 1: Status.LOOSE, -1: Status.IMPOSSIBLE}
        assert verdict.status is expected[(limit > par) - (limit < par)]
        assert verdict.proof.par == par

    def test_a_second_witness_who_disagrees(self, inspect, monkeypatch):
        monkeypatch.setattr(Kami, "cross_check", lambda *_: Proof("fake", 0, 1))
        verdict = inspect(LEVEL_TEXT, policy=Policy.AUTO)
        assert verdict.status is Status.PROVEN
        assert verdict.confirmation is Confirmation.DISAGREES

    def test_the_second_witness_hears_level_par_and_seconds(self, inspect, monkeypatch):
        heard = []

        def witness(_, level, proof, budget):
            heard.append((level, proof.par, budget))
            return Proof("fake", 0, None)

        monkeypatch.setattr(Kami, "cross_check", witness)
        verdict = inspect(LEVEL_TEXT, policy=Policy.ALWAYS, cross_check_seconds=1.5)
        assert heard == [(LEVEL, 2, Budget(seconds=1.5))]
        assert verdict.confirmation is Confirmation.NOT_IN_TIME

    def test_a_proof_that_does_not_replay_is_a_bug(self, inspect, monkeypatch):
        monkeypatch.setattr(Kami, "solve", lambda *_: Proof("wrong", 1, 1, ("A1 2",)))
        with pytest.raises(AssertionError, match="does not replay"):
            inspect(LEVEL_TEXT)

    def test_an_unknown_game(self, tmp_path):
        with pytest.raises(KamigenError, match="there is no game 'chess'; the games are: "):
            verify(Inspection("chess", str(tmp_path), Budget()))

    @pytest.mark.parametrize("text", [LEVEL_TEXT, "1 1 1 3 3\n1 2 3\n", "1 1 1 3\n"])
    def test_the_verdict_can_be_sent_between_processes(self, inspect, text):
        verdict = inspect(text)
        assert pickle.loads(pickle.dumps(verdict)) == verdict

    def test_a_grade_is_given_on_request_where_the_level_can_be_won(self, inspect):
        assert inspect(LEVEL_TEXT).grade is None
        won = inspect(LEVEL_TEXT, graded=True)
        assert won.grade == KAMI.grade(LEVEL, won.proof)
        assert inspect("1 3 1 3 3\n1 2 3\n", graded=True).grade is not None
        assert inspect("1 1 1 3 3\n1 2 3\n", graded=True).grade is None

    def test_a_complaint_names_the_place(self, inspect):
        loose = inspect("1 3 1 3 3\n1 2 3\n")
        assert loose.complaint == f"{loose.file}:1: the limit 3 is above the par 2"
        assert inspect(LEVEL_TEXT).complaint == ""


class TestConfirm:
    @pytest.mark.parametrize(
        ("lower", "upper", "said"),
        [
            (5, 5, Confirmation.AGREES),
            (5, None, Confirmation.NOT_IN_TIME),
            (4, 5, Confirmation.NOT_IN_TIME),
            (0, None, Confirmation.NOT_IN_TIME),
            (5, 6, Confirmation.NOT_IN_TIME),
            (6, 6, Confirmation.DISAGREES),
            (6, None, Confirmation.DISAGREES),
            (4, 4, Confirmation.DISAGREES),
            (0, 4, Confirmation.DISAGREES),
        ],
    )
    @pytest.mark.parametrize("policy", [Policy.AUTO, Policy.ALWAYS])
    def test_what_a_witness_means_for_a_par_of_five(self, policy, lower, upper, said):
        game = SimpleNamespace(cross_check=lambda *_: Proof("fake", lower, upper))
        assert confirm(game, LEVEL, Proof("search", 5, 5), policy, 1.0) is said

    def test_the_same_par_with_other_facts_is_no_agreement(self):
        game = SimpleNamespace(cross_check=lambda *_: Proof("fake", 5, 5, facts={"cells": 7}))
        for cells, said in ((7, Confirmation.AGREES), (8, Confirmation.DISAGREES)):
            proof = Proof("search", 5, 5, facts={"cells": cells})
            assert confirm(game, LEVEL, proof, Policy.AUTO, 1.0) is said

    def test_never_is_never(self):
        nobody = SimpleNamespace()
        proof = Proof("search", 5, 5)
        assert confirm(nobody, LEVEL, proof, Policy.NEVER, 1.0) is Confirmation.NOT_ASKED

    @pytest.mark.parametrize(
        ("par", "said"),
        [(1, Confirmation.DISAGREES), (2, Confirmation.AGREES), (3, Confirmation.DISAGREES)],
    )
    def test_the_real_witness_finds_a_wrong_par(self, par, said):
        assert confirm(KAMI, LEVEL, Proof("search", par, par), Policy.ALWAYS, 20.0) is said

    @pytest.mark.parametrize(
        ("policy", "refused"),
        [
            (Policy.NEVER, {Confirmation.DISAGREES}),
            (Policy.AUTO, {Confirmation.DISAGREES}),
            (Policy.ALWAYS, {Confirmation.DISAGREES, Confirmation.NOT_IN_TIME}),
        ],
    )
    def test_only_always_takes_silence_for_a_refusal(self, policy, refused):
        assert {said for said in Confirmation if policy.refuses(said)} == refused


# What each part may import besides itself; the design's arrows point one way.
ALLOWED: dict[str, set[str]] = {
    "level": set(),
    "grid": set(),
    "budget": set(),
    "rng": set(),
    "errors": {"level"},
    "extras": {"errors"},
    "game": {"errors", "level", "grid", "budget", "config", "rng"},
    "config": {"errors", "game"},
    "native": {"errors"},
    "cpsat": {"level", "budget"},
    "games": {
        *("level", "grid", "budget", "rng", "errors", "config", "game"),
        *("native", "cpsat"),
    },
    "pipeline": {"level", "grid", "budget", "rng", "errors", "extras", "config", "game"},
    "views": {"level", "grid", "errors", "extras", "game"},
    "play": {"level", "budget", "errors", "game", "views"},
    "conformance": {"level", "budget", "rng", "errors", "config", "game", "pipeline"},
    "ep": {"level", "grid", "budget", "errors", "game", "games", "pipeline", "play", "views"},
}


def sources() -> dict[str, str]:
    """Every module of the package by its dotted name, without the package's own."""
    return {
        ".".join(path.relative_to(PACKAGE).with_suffix("").parts): path.read_text(encoding="utf-8")
        for path in PACKAGE.rglob("*.py")
    }


def imported(source: str) -> set[str]:
    """The dotted names below `kamigen` that a module imports, wherever it does so."""
    names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute in this package"
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return {name.removeprefix("kamigen.") for name in names if name.startswith("kamigen.")}


class TestImports:
    def test_they_point_one_way(self):
        seen = set()
        for module, source in sources().items():
            part = module.split(".")[0]
            if part in ALLOWED:
                seen.add(part)
                parts = {name.split(".")[0] for name in imported(source)} - {part, "__version__"}
                assert parts <= ALLOWED[part], module
            else:
                assert part in ("cli", "__init__", "__main__"), module
        assert seen == set(ALLOWED)

    def test_a_game_imports_no_other_game(self):
        for module, source in sources().items():
            match module.split("."):
                case ["games", game, *_] if game != "__init__":
                    games = {name for name in imported(source) if name.startswith("games.")}
                    assert {name.split(".")[1] for name in games} <= {game, "boards"}, module

    def test_pipeline_views_and_the_terminal_game_name_no_game(self):
        names = {*game_names(), "kami", "floodit", "kojun", "gemas"} - {"keys"}
        looked_at = 0
        for module, source in sources().items():
            if module.split(".")[0] in ("pipeline", "views", "play", "budget", "level", "config"):
                looked_at += 1
                assert not re.findall(rf"\b({'|'.join(names)})\b", source, re.IGNORECASE), module
        assert looked_at > 8
