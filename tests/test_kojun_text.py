"""Kojun's text and addresses: what is read, what is refused and where, and round trips."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kojun_boards import KOJUN, level_of, published_params, small_level

from kamigen.budget import Budget
from kamigen.errors import LevelError
from kamigen.games.kojun import level as text_module
from kamigen.games.kojun import puzzlink
from kamigen.level import UNSTATED

# The board of the assignment's report, with its tabs.
SEED = """6
2\t0\t0\t0\t1\t0
0\t0\t0\t3\t0\t0
0\t3\t0\t0\t5\t3
0\t0\t0\t0\t0\t0
0\t0\t3\t0\t4\t2
0\t0\t0\t0\t0\t0
a\ta\tb\tb\tb\tc
d\td\td\td\td\tc
e\tf\tf\tf\td\tg
e\te\te\tf\tg\tg
h\th\ti\tj\tj\tj
k\tk\ti\ti\tj\tj
"""
# The report's example output: its givens, regions and solution.
REPORT = """8
2 5 0 0 3 0 0 0
0 0 6 0 0 0 0 0
0 0 5 0 5 2 0 0
0 0 0 2 0 0 0 0
0 0 1 0 4 0 0 0
3 0 2 0 0 4 0 0
0 0 0 6 0 0 0 0
0 0 0 0 4 0 3 2
a b b b b c d d
a a e b c c f f
g h e i c c j j
g k e e e c j j
g k e l l l j m
n k o l o o m m
n n o o o p p m
n n q q p p p m
"""
SOLUTION = """
2 5 1 4 3 4 1 2
1 3 6 2 6 3 2 1
3 1 5 1 5 2 5 2
2 3 4 2 3 1 4 1
1 2 1 3 4 2 3 5
3 1 2 1 5 4 1 4
2 5 1 6 3 2 5 3
1 4 2 1 4 1 3 2
"""


def refusal(text: str):
    with pytest.raises(LevelError) as caught:
        KOJUN.parse(text)
    return caught.value.finding


class TestReading:
    def test_the_seeds_form(self):
        level = KOJUN.parse(SEED)
        assert (level.rows, level.cols, level.difficulty, level.limit) == (6, 6, UNSTATED, None)
        assert level.givens[2] == (0, 3, 0, 0, 5, 3)
        assert level.regions[0] == ("a", "a", "b", "b", "b", "c")
        assert KOJUN.format(level) == SEED.replace("\t", " ")

    def test_the_reports_example_has_the_reports_solution(self):
        proof = KOJUN.solve(KOJUN.parse(REPORT), Budget())
        expected = [list(map(int, line.split())) for line in SOLUTION.split("\n") if line]
        assert proof.facts == {"solutions": 1, "solution": expected}

    @pytest.mark.parametrize(
        ("header", "difficulty", "canonical"),
        [("2 3", UNSTATED, "2 3"), ("1 2 3", 1, "1 2 3"), ("3 2 3", 3, "3 2 3")],
    )
    def test_headers_of_a_rectangle(self, header, difficulty, canonical):
        level = KOJUN.parse(f"{header}\n0 0 0\n0 1 0\na a b\na a b\n")
        assert (level.rows, level.cols, level.difficulty) == (2, 3, difficulty)
        assert KOJUN.format(level).splitlines()[0] == canonical

    @pytest.mark.parametrize(
        ("header", "canonical"), [("2", "2"), ("2 2", "2"), ("2 2 2", "2 2 2")]
    )
    def test_headers_of_a_square(self, header, canonical):
        level = KOJUN.parse(f"{header}\n0 0\n0 1\na a\na a\n")
        assert (level.rows, level.cols) == (2, 2)
        assert KOJUN.format(level).splitlines()[0] == canonical

    def test_region_names_are_words_of_any_length(self):
        level = KOJUN.parse("1 4\n0 0 0 0\nleft leftmost 12 água\n")
        assert level.regions == (("left", "leftmost", "12", "água"),)
        assert len(level.board.members) == 4
        assert KOJUN.format(level) == "1 4\n0 0 0 0\nleft leftmost 12 água\n"

    def test_what_is_tolerated(self):
        plain = "2 3\n0 0 0\n0 1 0\na a b\na a b\n"
        odd = "\ufeff\r\n 2\t3  \r\n\r\n0 0 0\r\n0\t1 0 \r\n\r\na  a b\r\na a b"
        assert KOJUN.parse(odd) == KOJUN.parse(plain)

    @pytest.mark.parametrize("puzzle", published_params())
    def test_published_puzzles_survive_text_and_address(self, puzzle):
        level = level_of(puzzle, 2)
        assert KOJUN.parse(KOJUN.format(level)) == level
        assert KOJUN.check(level) == []
        linked = KOJUN.parse(KOJUN.url(level))
        assert linked.givens == level.givens
        assert linked.board == level.board

    def test_round_trips(self):
        for seed in range(500):
            level = small_level(seed).claiming(seed % 4, None)
            text = KOJUN.format(level)
            assert KOJUN.parse(text) == level
            assert KOJUN.format(KOJUN.parse(text)) == text


WIDE = "1 101\n" + "0 " * 101
BIG_REGION = "10 10\n" + ("0 " * 10 + "\n") * 10 + ("a " * 10 + "\n") * 10

REFUSED = {
    "header-missing": ("", 1, 1),
    "header-long": ("1 2 3 4\n", 1, 7),
    "not-an-integer": ("2 x\n", 1, 3),
    "difficulty-range": ("4 2 2\n", 1, 1),
    "no-cells": ("2 0\n", 1, 3),
    "too-large": (WIDE, 1, 3),
    "row-short": ("1 3\n0 0\na a a\n", 2, 4),
    "row-long": ("1 3\n0 0 0\na a a a\n", 3, 7),
    "row-missing": ("2 2\n0 0\n0 0\na a\n", 4, 4),
    "row-extra": ("1 2\n0 0\na a\na a\n", 4, 1),
    "region-name": ("1 2\n0 0\na b\x07\n", 3, 3),
    "region-apart": ("1 3\n0 0 0\na b a\n", 3, 5),
    "region-too-large": (BIG_REGION, 12, 1),
    "given-range": ("1 3\n0 0 4\na a a\n", 2, 5),
    "given-twice": ("1 3\n2 0 2\na a a\n", 2, 5),
    "given-adjacent": ("1 3\n0 1 1\na a b\n", 2, 5),
    "given-order": ("2 2\n0 2\n0 3\na a\na a\n", 3, 3),
    "address-not-alone": ("https://puzz.link/p?cojun/1/1/1\n1\n", 2, 1),
    "address-size": ("https://puzz.link/p?cojun/x/3/0g\n", 1, 27),
    "address-short": ("https://puzz.link/p?cojun/9/3/000\n", 1, 34),
    "address-character": ("https://puzz.link/p?cojun/2/1/0.g\n", 1, 32),
    "address-long": ("https://puzz.link/p?cojun/2/1/0ggg\n", 1, 34),
}


PIECES = (
    *("0", "1", "2", "3", "9", "-1", "a", "b", "é"),
    *(" ", "\t", "\n", "\r\n", "\0", "\x0c"),
    *("1 2\n", "2 2\n", "0 0\n", "a a\n", "https://puzz.link/p?cojun/2/2/"),
)


class TestRefusals:
    @pytest.mark.parametrize("code", REFUSED)
    def test_each_has_a_name_and_a_place(self, code):
        text, line, column = REFUSED[code]
        finding = refusal(text)
        assert (finding.code, finding.line, finding.column) == (code, line, column)
        assert len(finding.message.splitlines()) == 1

    def test_the_table_covers_every_code(self):
        folder = Path(text_module.__file__).parent
        source = (folder / "level.py").read_text() + (folder / "puzzlink.py").read_text()
        pattern = r'"((?:header|row|region|given|address|not|no|too|difficulty)-[a-z-]+)"'
        assert set(re.findall(pattern, source)) == set(REFUSED)

    @pytest.mark.parametrize(
        ("text", "code", "place"),
        [
            ("0\n", "no-cells", (1, 1)),
            ("-3\n", "no-cells", (1, 1)),
            ("60 60\n", "too-large", (1, 1)),
            ("101\n", "too-large", (1, 1)),
            ("999999999 999999999\n", "too-large", (1, 1)),
            ("9" * 40 + "\n", "not-an-integer", (1, 1)),
            ("1 2\n0 -1\na a\n", "given-range", (2, 3)),
            ("2 1\n1\n0\na\na\n", None, None),
            ("2 1\n0\n2\na\na\n", None, None),
            ("https://puzz.link/p?cojun/200/200/0\n", "too-large", (1, 27)),
            ("https://puzz.link/p?cojun/2/1/!g\n", "address-character", (1, 31)),
            ("https://puzz.link/p?cojun/2/1/0-1\n", "address-character", (1, 32)),
            ("https://puzz.link/p?cojun/2/1/0g3\n", "given-range", (1, 33)),
            ("https://puzz.link/p?cojun/2/1/022\n", "given-twice", (1, 33)),
            ("https://puzz.link/p?kakuro/2/1/0g3\n", "not-an-integer", (1, 1)),
        ],
    )
    def test_more(self, text, code, place):
        if code is None:
            # Each given alone breaks no rule; that nothing fits around it is the solver's to say.
            level = KOJUN.parse(text)
            assert KOJUN.solve(level, Budget()).facts["solutions"] == 0
            return
        finding = refusal(text)
        assert (finding.code, (finding.line, finding.column)) == (code, place)

    def test_check_finds_what_the_parser_would(self):
        level = KOJUN.parse("1 3\n0 0 0\na a a\n")
        broken = type(level)(level.claim, ((1, 0, 1),), level.regions)
        assert [finding.code for finding in KOJUN.check(broken)] == ["given-twice"]

    @settings(max_examples=300, deadline=None)
    @given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
    def test_whatever_the_text_the_answer_is_a_level_or_a_finding(self, text):
        try:
            level = KOJUN.parse(text)
        except LevelError as error:
            assert error.finding.line
            assert error.finding.column
        else:
            assert KOJUN.parse(KOJUN.format(level)) == level
            assert KOJUN.solve(level, Budget(nodes=1000)).lower == level.blanks


# Found in public use. That each has exactly one solution shows that borders and numbers
# are read as they were meant: a board read wrongly would hardly have one.
PUBLIC = [
    "https://puzz.link/p?cojun/8/8/qhebtquqmqj0l7s7c8vo1up0zzh4v1j",
    "https://puzz.link/p?cojun/21/12/a5jqlrdnesrffdain5ldmiattp7mfoldndfu6mtmcqbll97afve4shdk14tnr3"
    "hbsrvv1bfsrajvmi5ucfra97rrstbnsb03j3zzl2i5zzs4zs5q4zzzj2l4zi",
    "https://puzz.link/p?cojun/4/4/pd0hsoh3p3h",
]


class TestAddresses:
    @pytest.mark.parametrize("address", PUBLIC)
    def test_public_addresses(self, address):
        level = KOJUN.parse(address + "\n")
        assert KOJUN.url(level) == address
        assert KOJUN.solve(level, Budget()).proven

    def test_the_example_that_the_format_is_known_by(self):
        level = KOJUN.parse(PUBLIC[2])
        assert level.regions == (
            ("a", "b", "c", "c"),
            ("b", "b", "c", "c"),
            ("d", "e", "f", "f"),
            ("d", "e", "e", "e"),
        )
        assert level.givens == ((0, 0, 3, 0), (0, 0, 0, 0), (0, 0, 0, 0), (0, 3, 0, 0))

    def test_other_hosts_and_blanks_left_out_at_the_end(self):
        short = "http://elsewhere.example/p.html?cojun/3/1/0"
        assert KOJUN.parse(short).givens == ((0, 0, 0),)

    def test_a_line_inside_a_region_means_nothing(self):
        # Two by two cells, all joined around the one line between A1 and B1.
        level = KOJUN.parse("https://puzz.link/p?cojun/2/2/g0j")
        assert level.regions == (("a", "a"), ("a", "a"))

    def test_large_numbers_and_long_gaps(self):
        regions = [["a"] * 60]
        for givens in ([[0] * 59 + [17]], [[60] + [0] * 59], [[0] * 20 + [15, 16] + [0] * 38]):
            linked = puzzlink.decode(puzzlink.encode(givens, regions), lambda *_: None)
            assert [list(row) for row in linked.givens] == givens

    def test_round_trips(self):
        for seed in range(500):
            level = small_level(seed)
            linked = KOJUN.parse(KOJUN.url(level))
            assert linked.givens == level.givens
            assert linked.board == level.board
            assert KOJUN.url(linked) == KOJUN.url(level)
