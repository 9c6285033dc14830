"""Gemas level files: exact round trip, tolerated spellings, and a text for every finding."""

from __future__ import annotations

import ast
import inspect

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kamigen.errors import LevelError
from kamigen.game import find_game
from kamigen.games.boards import text as board_text
from kamigen.games.gemas import level as level_module
from kamigen.games.gemas.generator import draw_board
from kamigen.games.gemas.level import GemasLevel, format_level, parse
from kamigen.level import Claim, Finding
from kamigen.rng import Rng

GEMAS = find_game("gemas")

TEXT = "2 7 12 3 4 4 99\nC B A D\nB B D A\nB A C C\n"
LEVEL = GemasLevel(Claim(2, 7), 12, ("CBAD", "BBDA", "BACC"), 4, 99)

# What a Gemas text goes through, and may be refused by.
READERS = (
    level_module,
    board_text.header_line,
    board_text.header_integers,
    board_text.board_rows,
    board_text.integer,
)

# A text for every code, and where the finding stands in it.
FINDINGS = {
    "header-missing": ("", 1, 1),
    "header-short": ("2 7 12 3 4 4\nC B A D\n", 1, 13),
    "header-long": ("2 7 12 3 4 4 99 1\nC B A D\n", 1, 17),
    "not-an-integer": ("2 7 x 3 4 4 99\n", 1, 5),
    "too-many-digits": ("2 7 12 3 4 4 " + "9" * 21 + "\n", 1, 14),
    "header-range": ("2 7 0 3 4 4 99\n", 1, 5),
    "row-missing": ("2 7 12 3 4 4 99\nC B A D\nB B D A\n", 3, 8),
    "row-extra": (TEXT + " A B C D\n", 5, 2),
    "row-short": ("2 7 12 3 4 4 99\nC B A D\nB B D\nB A C C\n", 3, 6),
    "row-long": ("2 7 12 3 4 4 99\nC B A D\nB B D A A\nB A C C\n", 3, 9),
    "not-a-gem": ("2 7 12 3 4 4 99\nC B A D\nB b D A\nB A C C\n", 3, 3),
    "no-such-gem": ("2 7 12 3 4 4 99\nC B A D\nB B E A\nB A C C\n", 3, 5),
    "chain-at-start": ("2 7 12 3 4 4 99\nC B A D\nB B D A\nB A A A\n", 4, 3),
}

RANGES = [
    ("0 7 12 3 4 4 99", "difficulty is 0, not between 1 and 3"),
    ("4 7 12 3 4 4 99", "difficulty is 4, not between 1 and 3"),
    ("2 -1 12 3 4 4 99", "limit is -1, not between 0 and 1000000"),
    ("2 7 10001 3 4 4 99", "target is 10001, not between 1 and 10000"),
    ("2 7 12 0 4 4 99", "rows is 0, not between 1 and 10"),
    ("2 7 12 3 11 4 99", "cols is 11, not between 1 and 10"),
    ("2 7 12 3 4 27 99", "colours is 27, not between 1 and 26"),
    ("2 7 12 3 4 4 4294967296", "seed is 4294967296, not between 0 and 4294967295"),
]


def finding_of(text: str) -> Finding:
    with pytest.raises(LevelError) as refusal:
        parse(text)
    return refusal.value.finding


@st.composite
def levels(draw) -> GemasLevel:
    rows, cols = draw(st.integers(1, 10)), draw(st.integers(1, 10))
    colours = draw(st.integers(3, 26))
    cells = draw_board(rows, cols, colours, Rng(draw(st.integers(0, 999))))
    claim = Claim(draw(st.integers(1, 3)), draw(st.integers(0, 1_000_000)))
    target, seed = draw(st.integers(1, 10_000)), draw(st.integers(0, 2**32 - 1))
    return GemasLevel(claim, target, cells, colours, seed)


class TestRoundTrip:
    def test_header_and_letters_land_where_they_belong(self):
        assert parse(TEXT) == LEVEL
        assert (LEVEL.rows, LEVEL.cols, LEVEL.limit) == (3, 4, 7)
        assert format_level(LEVEL) == TEXT

    @settings(max_examples=80, deadline=None)
    @given(levels())
    def test_parse_undoes_format(self, level):
        text = format_level(level)
        assert parse(text) == level
        assert format_level(parse(text)) == text

    @pytest.mark.parametrize(
        "text",
        [
            TEXT.replace("\n", "\r\n"),
            TEXT.replace("\n", "\r"),
            "\ufeff" + TEXT,
            TEXT.rstrip("\n"),
            TEXT.replace(" ", "\t").replace("\n", " \n\n"),
            "2 7 12 3 4 4 99\nCBAD\nBBDA\nBACC\n",
            "02 007 12 3 4 4 99\nCB  AD\n BBDA\nB ACC\n",
        ],
    )
    def test_what_is_tolerated(self, text):
        assert parse(text) == LEVEL


class TestFindings:
    @pytest.mark.parametrize(("code", "place"), FINDINGS.items(), ids=FINDINGS)
    def test_every_code_has_its_text_and_place(self, code, place):
        text, line, column = place
        finding = finding_of(text)
        assert (finding.code, finding.line, finding.column) == (code, line, column)
        assert finding.message

    def test_no_code_is_left_out(self):
        codes = {
            node.args[0].value
            for reader in READERS
            for node in ast.walk(ast.parse(inspect.getsource(reader)))
            if isinstance(node, ast.Call)
            and getattr(node.func, "id", "") in ("refuse", "refuse_token")
            and isinstance(node.args[0], ast.Constant)
        }
        assert codes == set(FINDINGS)

    @pytest.mark.parametrize(("header", "message"), RANGES)
    def test_bounds_of_the_header(self, header, message):
        finding = finding_of(header + "\nCBAD\nBBDA\nBACC\n")
        assert (finding.code, finding.message) == ("header-range", message)

    @pytest.mark.parametrize(
        ("rows", "line", "column"),
        [
            (("AAAB", "BCAB", "CBBA"), 2, 1),
            (("BAAA", "BCAB", "CBBA"), 2, 3),
            (("BACA", "BCAB", "BABA"), 2, 1),
            (("BACA", "BCAA", "ABBA"), 2, 7),
        ],
    )
    def test_a_chain_is_shown_where_it_starts(self, rows, line, column):
        finding = finding_of("1 1 3 3 4 3 0\n" + "\n".join(map(" ".join, rows)) + "\n")
        assert (finding.code, finding.line, finding.column) == ("chain-at-start", line, column)

    @pytest.mark.parametrize("text", ["Á", "é", "²", "٣", "\0", "[", "@"])
    def test_only_ascii_capitals_are_gems(self, text):
        assert finding_of(TEXT.replace("D A\n", f"{text} A\n")).code == "not-a-gem"

    def test_the_largest_board(self):
        cells = draw_board(10, 10, 26, Rng(1))
        level = GemasLevel(Claim(1, 1), 3, cells, 26, 0)
        assert parse(format_level(level)) == level

    def test_a_level_built_in_code_is_checked_as_well(self):
        assert GEMAS.check(LEVEL) == []
        wrong = GemasLevel(Claim(1, 1), 3, ("AAAB", "BCAB"), 3, 0)
        assert [finding.code for finding in GEMAS.check(wrong)] == ["chain-at-start"]
