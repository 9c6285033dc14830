"""What is proven about Keys maps: three methods agree, growth is linear, tours are shortest."""

from __future__ import annotations

import json
import time
from dataclasses import replace

import pytest
from keys_maps import CHAIN, SHARED, distances, hall, labyrinth, random_map

from kamigen.budget import Budget
from kamigen.game import find_game, replays
from kamigen.games.keys.explore import Atlas, explore, facts
from kamigen.games.keys.fixpoint import confirm
from kamigen.games.keys.level import Goal, parse
from kamigen.games.keys.why import Cause, shut_doors
from kamigen.grid import parse_cell
from kamigen.level import Status
from kamigen.pipeline.confirm import Confirmation, Policy
from kamigen.pipeline.confirm import confirm as second_witness

KEYS = find_game("keys")


@pytest.mark.skipif(not SHARED.is_dir(), reason="the maps in ../shared/data/keys are not there")
def test_the_assignments_maps_have_their_cells():
    expected = json.loads((SHARED / "expected_cells.json").read_text())
    assert len(expected) == 7
    for name, cells in expected.items():
        level = parse((SHARED / name).read_text())
        proof = KEYS.solve(level, Budget())
        assert proof.facts["cells"] == cells, name
        assert proof.decided
        assert KEYS.judge(level, proof) == (Status.PROVEN, ())
        assert second_witness(KEYS, level, proof, Policy.ALWAYS, 60) is Confirmation.AGREES


@pytest.mark.parametrize("block", range(10))
def test_search_fixed_point_and_plain_walking_agree(block):
    for seed in range(block * 300, block * 300 + 300):
        level = random_map(seed)
        found = explore(level)
        assert facts(found) == confirm(level, Budget()).facts, level.drawing
        for player, exploration in found.items():
            reached = distances(level, player)
            assert exploration.cells == len(reached), level.drawing
            marks = {level.drawing[row - 1][column - 1] for row, column in reached}
            keys = {mark for mark in marks if mark.islower()}
            assert sorted("".join(exploration.waves)) == sorted(keys), level.drawing


def test_keys_are_counted_in_waves():
    found = explore(parse(CHAIN))
    assert found[1].waves == ()
    assert found[2].waves == ("c", "a")
    assert (found[1].shut, found[2].shut) == ("B", "B")


def test_a_door_counts_once_it_is_open():
    assert explore(parse("1aA.\n"))[1].cells == 4
    assert explore(parse("1A.a\n"))[1].cells == 1
    assert explore(parse("1aAABa\n"))[1].cells == 4
    assert explore(parse("1ab#\n#BA.\n"))[1].cells == 6


@pytest.mark.parametrize("make", [labyrinth, hall])
def test_visits_grow_with_the_cells_and_not_with_the_players(make):
    spent = {}
    for side in (33, 65, 129):
        level = make(side, side)
        atlas = Atlas(level)
        for player in level.players:
            atlas.explore(player)
        assert atlas.flooded <= side * side
        doors = sum(mark.isupper() for row in level.drawing for mark in row)
        # Each player takes each region and each door at most once.
        assert atlas.visited <= 9 * (len(atlas.regions) + doors)
        spent[side] = (atlas.flooded + atlas.visited) / side**2
    assert max(spent.values()) < 1.5


@pytest.mark.slow
@pytest.mark.parametrize("make", [labyrinth, hall])
def test_a_large_map_with_nine_players(make):
    level = make(1025, 200)
    text = KEYS.format(level)
    started = time.process_time()
    proof = KEYS.solve(KEYS.parse(text), Budget())
    seconds = time.process_time() - started
    assert len(proof.facts["cells"]) == 9
    assert proof.facts == KEYS.cross_check(level, proof, Budget()).facts
    # Well under a second on a quiet machine; this bound only catches another order of growth.
    assert seconds < 3


@pytest.mark.parametrize("block", range(5))
def test_tours_are_shortest_and_can_be_walked(block):
    tours = 0
    for seed in range(block * 200, block * 200 + 200):
        level = random_map(seed)
        fewest = distances(level, level.walker)
        cells = [
            (row, column)
            for row, line in enumerate(level.drawing, start=1)
            for column, mark in enumerate(line, start=1)
            if mark != "#"
        ]
        # Mostly the farthest cell, and sometimes one that may be out of reach.
        goal = cells[seed % len(cells)] if seed % 4 == 0 else list(fewest)[-1]
        aimed = replace(level, goal=Goal(level.walker, goal))
        proof = KEYS.solve(aimed, Budget())
        assert proof.par == fewest.get(goal), aimed
        assert proof.closed == (goal not in fewest)
        witness = confirm(aimed, Budget())
        assert (witness.par, witness.closed) == (proof.par, proof.closed), aimed
        if proof.par is not None:
            assert replays(KEYS, aimed, proof.actions, proof.par)
            assert not replays(KEYS, aimed, proof.actions, proof.par + 1)
            tours += 1
    assert tours > 150


def test_a_budget_that_ends_leaves_honest_bounds():
    level = parse(CHAIN)
    par = KEYS.solve(level, Budget()).par
    for nodes in range(0, 140, 7):
        proof = KEYS.solve(level, Budget(nodes=nodes))
        assert proof.lower <= par <= proof.upper
        assert replays(KEYS, level, proof.actions, proof.upper)
        assert KEYS.judge(level, proof)[0] in (Status.UNDECIDED, Status.PROVEN)
    silent = KEYS.cross_check(level, KEYS.solve(level, Budget()), Budget(nodes=0))
    assert not silent.decided


def test_claims_are_compared_with_the_facts():
    def status(text):
        level = parse(text)
        status, findings = KEYS.judge(level, KEYS.solve(level, Budget()))
        return status, [finding.code for finding in findings]

    assert status(CHAIN) == (Status.PROVEN, [])
    assert status(CHAIN.replace("limit 27", "limit 28")) == (Status.LOOSE, ["limit-above-par"])
    assert status(CHAIN.replace("limit 27", "limit 26")) == (Status.IMPOSSIBLE, ["limit-below-par"])
    assert status(CHAIN.replace("2:29", "2:30")) == (Status.IMPOSSIBLE, ["cells-wrong"])
    assert status(CHAIN.replace("2:B2", "1:B2")) == (Status.IMPOSSIBLE, ["goal-unreachable"])
    assert status("@ goal 1:A1 cells 1:2\n1.#\n") == (Status.PROVEN, [])
    assert status("1.#\n") == (Status.PROVEN, [])


def test_both_witnesses_see_that_a_goal_is_out_of_reach():
    level = parse("@ goal 1:C1\n1A.\n")
    proof = KEYS.solve(level, Budget())
    assert proof.closed
    assert KEYS.answer(proof) == "the goal is never reached, player 1 reaches 1 cell"
    assert not proof.proven
    assert second_witness(KEYS, level, proof, Policy.ALWAYS, 60) is Confirmation.AGREES
    claimed = replace(proof, upper=2, lower=2, closed=False)
    assert second_witness(KEYS, level, claimed, Policy.ALWAYS, 60) is Confirmation.DISAGREES
    wrong = replace(proof, facts={"cells": {"1": 2}})
    assert second_witness(KEYS, level, wrong, Policy.ALWAYS, 60) is Confirmation.DISAGREES


WHY = """\
#################
#1..A..b#.#.d#..#
#...###B#a#..###D
#c..C...#.#..#..#
#################
"""


def test_doors_that_stay_shut_are_explained():
    shut = {found.letter: found for found in shut_doors(parse(WHY))}
    assert {letter: found.cause for letter, found in shut.items()} == {
        "A": Cause.KEY_BEHIND_ROCK,
        "B": Cause.KEY_BEHIND_DOORS,
        "D": Cause.KEY_BEHIND_ROCK,
    }
    assert shut["A"].key == parse_cell("J3")
    assert shut["A"].doors == (parse_cell("E2"),)
    assert str(shut["A"]) == "player 1 never opens door A (E2): key a (J3) is behind rock"


def test_what_a_key_is_behind_is_told_in_order():
    said = list(map(str, shut_doors(parse("1AB.a.C\n.######\nc.E.e#c\n"))))
    assert said == [
        "player 1 never opens door A (B1): key a (E1) is behind door A, then B",
        "player 1 never opens door B (C1): there is no key b on the map",
        "player 1 never opens door C (G1): key c is held, but the door is behind door A, then B",
        "player 1 never opens door E (C3): key e (E3) is behind door E",
    ]


@pytest.mark.parametrize("block", range(4))
def test_explanations_name_all_doors_that_are_not_opened(block):
    for seed in range(block * 100, block * 100 + 100):
        level = random_map(seed)
        named = {(shut.player, cell) for shut in shut_doors(level) for cell in shut.doors}
        for player in level.players:
            reached = distances(level, player)
            for row, line in enumerate(level.drawing, start=1):
                for column, mark in enumerate(line, start=1):
                    if mark.isupper():
                        never = (row, column) not in reached
                        assert ((player, (row, column)) in named) == never


def test_a_puzzle_is_its_map_and_goal():
    name = KEYS.fingerprint(parse(CHAIN))
    header, _, drawing = CHAIN.partition("\n")
    for same in ("@ goal 2:B2", "@ difficulty 1 limit 99 goal 2:B2 cells 2:5"):
        assert KEYS.fingerprint(parse(f"{same}\n{drawing}")) == name
    for other in (header.replace("2:B2", "2:B4"), "@ difficulty 2"):
        assert KEYS.fingerprint(parse(f"{other}\n{drawing}")) != name
