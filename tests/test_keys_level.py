"""Keys' text: maps as drawn, headers, and a finding with its place for all that is wrong."""

from __future__ import annotations

import inspect
import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from keys_maps import CHAIN, SHARED, random_map

from kamigen.errors import LevelError
from kamigen.game import find_game
from kamigen.games.keys import level as module
from kamigen.games.keys.level import (
    MOST_CELLS,
    MOST_SIDE,
    MOST_STEPS,
    Goal,
    format_level,
    parse,
    read_goal,
)
from kamigen.level import UNSTATED, Claim

BARE = "###\n#1#\n"
WIDE = "." * MOST_SIDE

REFUSED = {
    "no-map": ("", 1, 1),
    "header-sign": ("@difficulty 1\n" + BARE, 1, 2),
    "header-short": ("@ difficulty 1 goal\n" + BARE, 1, 20),
    "field-unknown": ("@ size 3\n" + BARE, 1, 3),
    "field-twice": ("@ difficulty 1 difficulty 2\n" + BARE, 1, 16),
    "field-order": ("@ goal 1:B2 limit 3\n" + BARE, 1, 13),
    "not-a-number": ("@ difficulty one\n" + BARE, 1, 14),
    "difficulty-range": ("@ difficulty 4\n" + BARE, 1, 14),
    "limit-range": (f"@ limit {MOST_STEPS + 1} goal 1:B2\n" + BARE, 1, 9),
    "cells-range": ("@ cells 1:0\n" + BARE, 1, 11),
    "not-a-goal": ("@ goal B2\n" + BARE, 1, 8),
    "not-a-count": ("@ cells 7\n" + BARE, 1, 9),
    "limit-without-goal": ("@ limit 3\n" + BARE, 1, 9),
    "no-such-player": ("@ cells 1:1 2:1\n" + BARE, 1, 13),
    "players-unordered": ("@ cells 2:1 1:1\n#12\n", 1, 13),
    "goal-outside": ("@ goal 1:B9\n" + BARE, 1, 8),
    "goal-in-rock": ("@ goal 1:A1\n" + BARE, 1, 8),
    "blank-line": ("###\n\n#1#\n", 2, 1),
    "not-a-cell": ("###\n#1 .#\n", 2, 3),
    "row-short": ("####\n#1#\n", 2, 4),
    "row-long": ("###\n#1.#\n", 2, 4),
    "player-twice": ("#1.\n.1#\n", 2, 2),
    "no-player": ("###\n#.#\n", 1, 1),
    "too-large": ((WIDE + "\n") * (MOST_CELLS // MOST_SIDE + 1), MOST_CELLS // MOST_SIDE + 1, 1),
}


def finding(text):
    with pytest.raises(LevelError) as caught:
        parse(text)
    return caught.value.finding


@pytest.mark.parametrize(("code", "case"), REFUSED.items(), ids=REFUSED)
def test_refused_with_code_and_place(code, case):
    text, line, column = case
    found = finding(text)
    assert (found.code, found.line, found.column) == (code, line, column)
    assert len(found.message) < 120


def test_every_code_has_its_case():
    source = inspect.getsource(module)
    codes = set(re.findall(r'_refuse(?:_token)?\(\s*"([a-z-]+)"', source))
    codes |= {"difficulty-range", "limit-range", "cells-range", "row-short", "row-long"}
    assert codes == set(REFUSED)


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        (BARE.replace("1", "0"), "not-a-cell", 2, 2),
        ("é1\n", "not-a-cell", 1, 1),
        ("#1\n@ difficulty 1\n", "not-a-cell", 2, 1),
        ("\n#1\n", "no-map", 1, 1),
        ("@ difficulty 1\n", "no-map", 2, 1),
        ("@\n" + BARE, "header-short", 1, 2),
        ("@ difficulty 1 2\n" + BARE, "field-unknown", 1, 16),
        ("@ goal 2:B2\n" + BARE, "no-such-player", 1, 8),
        ("@ cells 1:1 1:1\n" + BARE, "players-unordered", 1, 13),
        ("@ cells 1:1 x\n" + BARE, "not-a-count", 1, 13),
        ("@ difficulty " + "9" * 99 + "\n" + BARE, "not-a-number", 1, 14),
        (WIDE + ".\n", "too-large", 1, MOST_SIDE + 1),
        ("1\n" + ".\n" * MOST_SIDE, "too-large", MOST_SIDE + 1, 1),
    ],
)
def test_other_ways_to_be_wrong(text, code, line, column):
    found = finding(text)
    assert (found.code, found.line, found.column) == (code, line, column)


def test_the_header_is_read():
    level = parse(CHAIN)
    assert level.claim == Claim(2, 27)
    assert level.goal == Goal(2, (2, 2))
    assert level.cells == ((1, 2), (2, 29))
    assert (level.rows, level.cols) == (8, 11)
    assert level.players == {1: (6, 10), 2: (5, 8)}
    assert level.walker == 2


def test_parts_of_a_header_may_be_left_out():
    assert parse("@ difficulty 3\n" + BARE).claim == Claim(3, None)
    assert parse("@ goal 1:B2\n" + BARE).goal == Goal(1, (2, 2))
    assert parse("@ cells 1:1\n" + BARE).cells == ((1, 1),)
    assert parse(BARE).claim == Claim(UNSTATED, None)


def test_what_is_tolerated_is_gone_after_format():
    messy = "\ufeff" + CHAIN.replace("\n", " \t\r\n") + "\r\n \n"
    assert format_level(parse(messy)) == CHAIN
    assert format_level(parse("1.#")) == "1.#\n"
    assert format_level(parse("@   cells \t1:2 \n1.#")) == "@ cells 1:2\n1.#\n"


@pytest.mark.parametrize("seed", range(50))
def test_round_trip(seed):
    level = random_map(seed)
    assert parse(format_level(level)) == level


@given(st.text(alphabet="@#.1a A:2\ncellsgo", max_size=60))
def test_anything_is_a_level_or_a_finding(text):
    try:
        level = parse(text)
    except LevelError as error:
        assert error.finding.line >= 1
        assert error.finding.column >= 1
    else:
        assert parse(format_level(level)) == level
        assert find_game("keys").check(level) == []


def test_goals_are_read_for_any_player():
    level = parse(CHAIN)
    assert read_goal(level, " b2 ") == Goal(2, (2, 2))
    assert read_goal(level, "1:J7") == Goal(1, (7, 10))
    for wrong in ("", "J", "3:J7", "A1", "Z9", "1:1:J7"):
        with pytest.raises(LevelError):
            read_goal(level, wrong)


@pytest.mark.skipif(not SHARED.is_dir(), reason="the maps in ../shared/data/keys are not there")
def test_the_assignments_maps_are_their_own_canonical_form():
    for name in json.loads((SHARED / "expected_cells.json").read_text()):
        text = (SHARED / name).read_text()
        assert format_level(parse(text)) == text
