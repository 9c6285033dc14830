"""Graph levels: their JSON, graphs in several parts, and what a played graph has in common
with a painted board."""

from __future__ import annotations

import json
import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kamigen.budget import Budget
from kamigen.errors import LevelError
from kamigen.game import Outcome, find_game, replays
from kamigen.games.kami.graphlevel import GraphLevel, format_level, parse
from kamigen.level import Claim

KAMI = find_game("kami")


def level(colours, edges, palette=None, limit=99):
    return GraphLevel(Claim(1, limit), (tuple(colours),), palette or max(colours), tuple(edges))


def shortest(colours, edges, palette):
    """The par by breadth-first search over colourings of the vertices."""
    touching = {vertex: set() for vertex in range(len(colours))}
    for first, second in edges:
        touching[first].add(second)
        touching[second].add(first)
    frontier, seen, actions = {tuple(colours)}, set(), 0
    while not any(len(set(state)) == 1 for state in frontier):
        seen |= frontier
        following = set()
        for state in frontier:
            for vertex in range(len(state)):
                region, stack = {vertex}, [vertex]
                while stack:
                    for other in touching[stack.pop()] - region:
                        if state[other] == state[vertex]:
                            region.add(other)
                            stack.append(other)
                for colour in range(1, palette + 1):
                    after = (colour if v in region else c for v, c in enumerate(state))
                    following.add(tuple(after))
        frontier, actions = following - seen, actions + 1
    return actions


def random_graph(rng):
    """Up to seven vertices, often in several parts, also with touching equal colours."""
    size = rng.randint(1, 7)
    colours = [rng.randint(1, rng.randint(1, 4)) for _ in range(size)]
    pairs = [(a, b) for a in range(size) for b in range(a)]
    edges = [pair for pair in pairs if rng.random() < rng.choice((0.15, 0.3, 0.6))]
    return colours, edges, rng.randint(1, 4)


@pytest.mark.parametrize("seed", range(8))
def test_the_par_of_any_graph_is_that_of_breadth_first_search(seed):
    rng = random.Random(seed)
    for _ in range(120):
        colours, edges, palette = random_graph(rng)
        graph_level = level(colours, edges, palette)
        proof = KAMI.solve(graph_level, Budget())
        assert proof.par == shortest(colours, edges, palette), (colours, edges, palette)
        assert replays(KAMI, graph_level, proof.actions)


@pytest.mark.parametrize("seed", range(3))
def test_a_budget_that_ends_gives_bounds(seed):
    rng = random.Random(seed)
    for _ in range(60):
        colours, edges, palette = random_graph(rng)
        graph_level = level(colours, edges, palette)
        par = shortest(colours, edges, palette)
        proof = KAMI.solve(graph_level, Budget(nodes=rng.randint(0, 12)))
        assert proof.lower <= par <= proof.upper
        assert replays(KAMI, graph_level, proof.actions)


def test_parts_must_agree_on_a_colour():
    # Each pair is done in one action, ending in one of its own two colours; no colour is
    # in both, so one pair takes a second coat: 1 + 1 + 1.
    apart = level((1, 2, 3, 4), ((0, 1), (2, 3)))
    assert KAMI.solve(apart, Budget()).par == 3
    # Here both can end in 2.
    sharing = level((1, 2, 3, 2), ((0, 1), (2, 3)))
    assert KAMI.solve(sharing, Budget()).par == 2


def test_lonely_vertices_take_one_action_each_but_for_the_commonest_colour():
    assert KAMI.solve(level((1, 1, 2, 3, 1), ()), Budget()).par == 2
    # A colour outside the palette is nobody's end, unless everything has it.
    assert KAMI.solve(level((5, 5, 1), (), palette=1), Budget()).par == 2
    assert KAMI.solve(level((5, 5, 5), (), palette=1), Budget()).par == 0


def test_the_second_solver_confirms_connected_graphs_and_is_silent_on_others():
    rng = random.Random(4)
    confirmed = 0
    while confirmed < 40:
        colours, edges, palette = random_graph(rng)
        graph_level = level(colours, edges, palette)
        proof = KAMI.solve(graph_level, Budget())
        witness = KAMI.cross_check(graph_level, proof, Budget(seconds=60))
        assert witness.lower <= proof.par
        if witness.proven:
            assert witness.par == proof.par
            assert replays(KAMI, graph_level, witness.actions)
            confirmed += 1


def test_a_board_and_its_graph_have_the_same_par():
    rng = random.Random(9)
    for _ in range(40):
        cells = [[rng.randint(1, 4) for _ in range(5)] for _ in range(3)]
        board = KAMI.parse("1 9 3 5 4\n" + "".join(" ".join(map(str, r)) + "\n" for r in cells))
        numbers = [[5 * row + column for column in range(5)] for row in range(3)]
        edges = [pair for row in numbers for pair in pairwise(row)]
        edges += [pair for column in zip(*numbers, strict=True) for pair in pairwise(column)]
        flat = [colour for row in cells for colour in row]
        assert KAMI.solve(board, Budget()).par == KAMI.solve(level(flat, edges, 4), Budget()).par


@given(st.integers(0, 10_000))
@settings(max_examples=60, deadline=None)
def test_round_trip(seed):
    colours, edges, palette = random_graph(random.Random(seed))
    graph_level = level(colours, edges, palette)
    text = format_level(graph_level)
    assert parse(text) == graph_level == KAMI.parse(text)
    assert set(json.loads(text)) == {"colours", "edges", "limit", "palette", "difficulty"}
    assert KAMI.check(graph_level) == []


def test_what_is_left_out_has_a_value():
    read = parse('{"colours": [1, 3], "edges": [[0, 1]], "limit": 1}')
    assert (read.colours, read.difficulty, read.limit) == (3, 1, 1)


def test_hints_solve_and_undo_restores():
    play = KAMI.start(level((1, 2, 1, 3, 2, 1), ((0, 1), (1, 2), (1, 3), (4, 5)), limit=3))
    before = play.scene()
    while play.outcome is Outcome.PLAYING:
        play.move(play.hint(Budget()).move)
    assert play.outcome is Outcome.WON
    while play.undo():
        pass
    assert play.scene() == before


def test_grades_of_graphs_in_parts_end():
    apart = level((1, 2, 3, 4, 4), ((0, 1), (2, 3)), limit=9)
    proof = KAMI.solve(apart, Budget())
    assert KAMI.grade(apart, proof).difficulty == 1


def text(**changes):
    return json.dumps({"colours": [1, 2], "edges": [[0, 1]], "limit": 1} | changes)


REFUSED = {
    "broken off": ('{"colours": [1,\n 2', "not-json", 2),
    "too deep": ("[" * 100_000, "not-json", None),
    "not a number": ('{"colours": [NaN]}', "not-json", None),
    "endless digits": ('{"limit": ' + "9" * 5000 + "}", "not-json", None),
    "a list": ("[1, 2]", "not-an-object", None),
    "a key twice": ('{"limit": 1, "limit": 2}', "key-twice", None),
    "an unknown key": (text(size=3), "unknown-key", None),
    "no edges": ('{"colours": [1], "limit": 1}', "key-missing", None),
    "no vertices": (text(colours=[], edges=[]), "no-vertices", None),
    "colours as text": (text(colours="12"), "no-vertices", None),
    "a colour as text": (text(colours=[1, "2"]), "not-an-integer", None),
    "a truth": (text(colours=[1, True]), "not-an-integer", None),
    "a fraction": (text(limit=1.5), "not-an-integer", None),
    "colour 0": (text(colours=[0, 1]), "out-of-range", None),
    "colour 256": (text(colours=[1, 256]), "out-of-range", None),
    "a negative limit": (text(limit=-1), "out-of-range", None),
    "difficulty 4": (text(difficulty=4), "out-of-range", None),
    "palette 0": (text(palette=0), "out-of-range", None),
    "an edge to nowhere": (text(edges=[[0, 2]]), "out-of-range", None),
    "an edge of three": (text(edges=[[0, 1, 1]]), "not-edges", None),
    "edges as text": (text(edges="01"), "not-edges", None),
    "a loop": (text(edges=[[1, 1]]), "loop", None),
    "too many vertices": (text(colours=[1] * 40_001), "too-large", None),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name):
    content, code, line = REFUSED[name]
    with pytest.raises(LevelError) as refusal:
        KAMI.parse(content)
    finding = refusal.value.finding
    assert (finding.code, finding.line) == (code, line)
    assert "\n" not in finding.message
    assert len(finding.message) < 200
