"""Flood-It's level text, configs, grades, play and commands."""

from __future__ import annotations

import ast
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from floodit_oracle import par, random_cells, small_boards
from hypothesis import given, settings
from hypothesis import strategies as st

from kamigen.budget import Budget
from kamigen.config import load_config, shipped_config, shipped_configs
from kamigen.ep.floodit import resolve
from kamigen.errors import IllegalMove, KamigenError, LevelError
from kamigen.game import Outcome, find_game, replays
from kamigen.games.boards import text as text_module
from kamigen.games.floodit import grader
from kamigen.games.floodit import level as level_module
from kamigen.games.floodit.config import FlooditConfig
from kamigen.games.floodit.level import UNCLAIMED, FlooditLevel, format_level, parse
from kamigen.games.floodit.pond import Pond
from kamigen.level import Claim, Finding, Status
from kamigen.play import play
from kamigen.rng import Rng
from kamigen.views.terminal import open_console

FLOODIT = find_game("floodit")
UNLIMITED = Budget()

# The board of the seed's text, which its greedy solver misses by one.
SEED_BOARD = "4 4 3\n1 2 2 1\n3 1 2 1\n2 1 1 1\n1 1 1 1\n"

REFUSED = {
    "nothing": ("", "header-missing", 1, 1,
                "the file is empty; expected a header of 3 or 5 integers"),
    "one number": ("3\n", "header-short", 1, 2,
                   "the header has 1 of 3 integers; next expected: cols"),
    "four numbers": ("1 3 2 2\n", "header-short", 1, 8,
                     "the header has 4 of 5 integers; next expected: colours"),
    "six numbers": ("1 3 2 2 2 9\n", "header-long", 1, 11, "the header has more than 5 entries"),
    "a word": ("2 x 2\n", "not-an-integer", 1, 3, "'x' is not an integer; expected cols"),
    "many digits": ("2 2 " + "9" * 30 + "\n", "too-many-digits", 1, 5,
                    "99999999999999999999… is beyond all bounds; expected colours"),
    "difficulty": ("4 3 1 2 2\n1 2\n", "difficulty-range", 1, 1, "difficulty 4 is not 1, 2 or 3"),
    "limit": ("1 -3 1 2 2\n1 2\n", "limit-range", 1, 3,
              "the limit -3 is not between 0 and 1000000"),
    "no rows": ("0 2 2\n", "no-cells", 1, 1, "rows is 0; a board has at least one cell"),
    "too wide": ("1 1001 2\n", "too-large", 1, 3, "cols is 1001, more than 1000"),
    "no colours": ("1 2 0\n1 2\n", "colours-range", 1, 5,
                   "the number of colours 0 is not between 1 and 255"),
    "colour 0": ("1 2 2\n0 1\n", "cell-range", 2, 1, "a cell is 0; its colours are 1 to 2"),
    "colour 3 of 2": ("1 2 2\n1 3\n", "cell-range", 2, 3, "a cell is 3; its colours are 1 to 2"),
    "short row": ("2 2 2\n1 2\n1\n", "row-short", 3, 2,
                  "expected 2 cells in this row, found 1"),
    "long row": ("2 2 2\n1 2 1\n", "row-long", 2, 5, "expected 2 cells in this row, found more"),
    "missing row": ("2 2 2\n1 2\n", "row-missing", 2, 4,
                    "expected 2 rows of cells, found only 1"),
    "extra row": ("1 2 2\n1 2\n2 1\n", "row-extra", 3, 1, "expected 1 rows of cells, found more"),
}  # fmt: skip


@pytest.mark.parametrize(
    ("text", "code", "line", "column", "message"), REFUSED.values(), ids=REFUSED
)
def test_what_is_refused_and_where(text, code, line, column, message):
    with pytest.raises(LevelError) as refusal:
        parse(text)
    assert refusal.value.finding == Finding(code, message, line, column)


def test_every_code_in_the_source_has_a_text():
    codes = set()
    for module in (level_module, text_module):
        for node in ast.walk(ast.parse(Path(module.__file__).read_text(encoding="utf-8"))):
            called = isinstance(node, ast.Call) and getattr(node.func, "id", "")
            if called in ("refuse", "refuse_token") and isinstance(node.args[0], ast.Constant):
                codes.add(node.args[0].value)
    assert codes == {row[1] for row in REFUSED.values()}


class TestText:
    def test_the_short_header_claims_nothing(self):
        level = parse(SEED_BOARD)
        assert level.claim == UNCLAIMED
        assert (level.limit, level.rows, level.cols, level.colours) == (None, 4, 4, 3)
        assert format_level(level) == SEED_BOARD

    def test_the_long_header(self):
        text = "2 7 2 3 4\n1 2 3\n4 2 1\n"
        assert parse(text) == FlooditLevel(Claim(2, 7), ((1, 2, 3), (4, 2, 1)), 4)
        assert format_level(parse(text)) == text

    def test_what_is_tolerated(self):
        text = "\ufeff\r\n 4\t4 3 \r\n\r\n1 2 2 1\r\r3 1 2 1\n\n2 1 1 1  \n1 1 1 1"
        assert parse(text) == parse(SEED_BOARD)

    @settings(max_examples=200, deadline=None)
    @given(st.tuples(st.integers(1, 4), st.integers(1, 5)), st.integers(0, 99), st.booleans())
    def test_the_round_trip(self, size, seed, claimed):
        colours = 1 + seed % 9
        claim = Claim(1 + seed % 3, seed) if claimed else UNCLAIMED
        level = FlooditLevel(claim, random_cells(seed, *size, colours), colours)
        assert parse(format_level(level)) == level
        assert FLOODIT.check(level) == []

    @settings(max_examples=200, deadline=None)
    @given(st.text("0123456789- \t\r\n\ufeffx.\0", max_size=50))
    def test_any_text_is_a_level_or_has_a_finding(self, text):
        try:
            level = parse(text)
        except LevelError as refusal:
            assert refusal.finding.line
        else:
            assert parse(format_level(level)) == level

    def test_a_level_built_in_code_is_checked(self):
        wrong = FlooditLevel(Claim(1, 1), ((1, 5),), 2)
        assert [finding.code for finding in FLOODIT.check(wrong)] == ["cell-range"]
        with pytest.raises(LevelError):
            FLOODIT.from_mosaic(FLOODIT.mosaic(wrong), wrong.claim)


class TestVerdicts:
    @pytest.mark.parametrize(
        ("limit", "status"),
        [(None, Status.PROVEN), (3, Status.PROVEN), (4, Status.LOOSE), (2, Status.IMPOSSIBLE)],
    )
    def test_the_limit_is_compared_with_the_par(self, limit, status):
        level = parse(SEED_BOARD).claiming(1, limit)
        proof = FLOODIT.solve(level, UNLIMITED)
        assert proof.par == 3
        assert replays(FLOODIT, level, proof.actions)
        assert FLOODIT.judge(level, proof)[0] is status

    def test_without_a_proof_there_is_no_verdict(self):
        level = parse(
            "9 9 5\n" + "".join(" ".join(map(str, r)) + "\n" for r in random_cells(3, 9, 9, 5))
        )
        proof = FLOODIT.solve(level, Budget(nodes=0))
        status, (finding,) = FLOODIT.judge(level, proof)
        assert (status, finding.code) == (Status.UNDECIDED, "par-unknown")


class TestConfigs:
    @pytest.mark.parametrize("difficulty", [1, 2, 3])
    def test_the_shipped_ones(self, difficulty):
        config = load_config(FLOODIT, shipped_config(FLOODIT, difficulty))
        assert isinstance(config, FlooditConfig)
        assert config.wanted_grade == difficulty
        assert "noise" in config.styles
        for seed in range(10):
            level = FLOODIT.propose(config, Rng(seed))
            assert level.claim == Claim(difficulty, 0)
            assert config.rows[0] <= level.rows <= config.rows[1]
            assert config.colours[0] <= level.colours <= config.colours[1]

    def test_the_schema_file_is_current(self):
        path = shipped_configs() / "floodit" / "schema.json"
        assert path.read_text() == json.dumps(FlooditConfig.model_json_schema(), indent=2) + "\n"


class TestGrades:
    def test_players_never_beat_the_par(self):
        for cells in small_boards(80):
            pond = Pond(cells)
            for player in grader.PLAYERS:
                if player.choose is not None:
                    assert grader.actions_needed(pond, player.choose) >= par(cells)

    def test_the_seeds_board_takes_foresight(self):
        level = parse(SEED_BOARD)
        proof = FLOODIT.solve(level, UNLIMITED)
        grade = FLOODIT.grade(level, proof)
        assert grade.figures["par"] == 3
        assert grade.difficulty == FLOODIT.difficulty(level, proof).number
        assert grade.figures["first_actions_tried"] == 2

    def test_an_impossible_limit_has_no_difficulty(self):
        level = parse(SEED_BOARD).claiming(1, 2)
        with pytest.raises(KamigenError):
            FLOODIT.difficulty(level, FLOODIT.solve(level, UNLIMITED))


def transcript(text: str, *lines: str, lang="en") -> tuple[str, Outcome]:
    out = io.StringIO()
    typed = iter(lines)

    def read(prompt: str) -> str:
        line = next(typed, None)
        if line is None:
            raise EOFError
        out.write(f"{prompt}{line}\n")
        return line

    outcome = play(FLOODIT, parse(text), lang=lang, read=read, console=open_console(out))
    return out.getvalue(), outcome


GOLDEN = Path(__file__).parent / "golden"

# Nonsense, the flood's own colour, a colour that is not there, undo, a hint, the win.
LINES = {
    "en": ("A1 2", "1", "4", "2", "undo", "hint", "3", "1"),
    "pt": ("A1 2", "1", "4", "2", "desfazer", "dica", "3", "1"),
}


class TestPlay:
    @pytest.mark.parametrize("lang", LINES)
    def test_the_golden_transcript(self, lang):
        text = "1 3 2 3 3\n1 2 3\n2 1 3\n"
        shown, outcome = transcript(text, *LINES[lang], lang=lang)
        assert shown == (GOLDEN / f"floodit-{lang}.txt").read_text(encoding="utf-8")
        assert outcome is Outcome.WON

    def test_hints_win_in_both_languages_and_without_a_limit(self):
        shown, outcome = transcript(SEED_BOARD, "dica", "dica", "dica", lang="pt")
        assert outcome is Outcome.WON
        assert "Dica: a inundação foi pintada com a cor 3." in shown

    def test_a_hint_sees_that_all_is_lost(self):
        _, outcome = transcript("1 3 " + SEED_BOARD, "2", "hint")
        assert outcome is Outcome.STUCK

    def test_the_flood_is_marked(self):
        game = FLOODIT.start(parse(SEED_BOARD))
        assert game.scene().marks == {(1, 1)}
        game.move("2")
        assert game.scene().marks == {(1, 1), (1, 2), (1, 3), (2, 3)}
        assert game.actions_left is None
        with pytest.raises(IllegalMove):
            game.move("2")


def run(*arguments: str, text: str | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", *arguments],
        input=text,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "NO_COLOR": "1"},
    )


class TestCommands:
    @pytest.mark.parametrize("difficulty", ["1", "2", "3"])
    def test_generate_then_verify(self, tmp_path, difficulty):
        asked = (
            "--game",
            "floodit",
            "--difficulty",
            difficulty,
            "--seed",
            "7",
            "-o",
            str(tmp_path),
        )
        made = run("kamigen", "generate", *asked, "--json")
        assert made.returncode == 0, made.stderr
        record = json.loads(made.stdout)
        assert record["grade"] == int(difficulty)
        checked = run("kamigen", "verify", "--game", "floodit", str(tmp_path), "--json")
        assert checked.returncode == 0, checked.stderr
        verdict = json.loads(checked.stdout)
        assert (verdict["status"], verdict["cross_check"]) == ("proven", "agrees")

    def test_the_seeds_form(self):
        result = run("kamigen.ep.floodit", text=SEED_BOARD)
        assert result.returncode == 0
        assert len(result.stdout.split()) == 3
        assert result.stdout.endswith("\n")

    def test_the_seeds_form_with_something_else(self):
        result = run("kamigen.ep.floodit", text="4 4\n")
        assert (result.returncode, result.stdout) == (2, "")
        assert (
            result.stderr == "flood: 1:4: the header has 2 of 3 integers; next expected: colours\n"
        )

    def test_resolve(self):
        matriz = [list(row) for row in parse(SEED_BOARD).cells]
        assert len(resolve(4, 4, 3, matriz)) == 3
        with pytest.raises(LevelError):
            resolve(4, 5, 3, matriz)

    def test_solve_reads_a_bare_board(self):
        result = run("kamigen", "solve", "--game", "floodit", "-", "--json", text=SEED_BOARD)
        record = json.loads(result.stdout)
        assert (record["par"], record["proven"]) == (3, True)
        assert all(action in "123" for action in record["actions"])
