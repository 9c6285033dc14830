"""The lower bound never refuses what can be finished, and each of its steps holds on its own.

The graphs are small enough for breadth-first search and for covers by brute
force. Contracted sets are drawn connected and not: the search asks about both.
"""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import (
    ColouredGraph,
    adjacency,
    around,
    ball,
    component,
    contracted,
    graph_of,
    mask_of,
    members,
    par,
    random_graph,
)

from kamigen.games.kami import bounds
from kamigen.games.kami.bounds import Bound, Contraction, Terrain, vertices_of
from kamigen.games.kami.graph import RegionGraph


@pytest.fixture
def exact_cover(monkeypatch):
    """Let the cover search run to its end: where it is cut short, it lets a state pass."""
    monkeypatch.setattr(bounds, "_COVER_NODES", 10**9)


def terrain_of(graph: ColouredGraph) -> Terrain:
    return Terrain(RegionGraph(adjacency(graph), dict(enumerate(graph.colours))))


def contraction_of(graph: ColouredGraph, core: int) -> Contraction:
    return Contraction(terrain_of(graph), core, around(graph, core))


def no_contraction(graph: ColouredGraph) -> Contraction:
    return Contraction(terrain_of(graph), 0, 0)


def allows(graph: ColouredGraph, core: int, colour: int, actions: int) -> bool:
    return Bound(terrain_of(graph)).allows(contraction_of(graph, core), colour, actions)


def same_colour(graph: ColouredGraph, colour: int) -> int:
    return mask_of([vertex for vertex, other in enumerate(graph.colours) if other == colour])


def random_core(rng: Random, graph: ColouredGraph, *, connected: bool) -> int:
    """Draw a set of vertices, not empty."""
    core = 1 << rng.randrange(graph.size)
    for _ in range(rng.randrange(graph.size)):
        others = around(graph, core) if connected else graph.everything
        core |= 1 << rng.choice(members(others))
    return core


def closed(graph: ColouredGraph, core: int, colour: int) -> int:
    """Add the neighbours of a set that have its colour, as painting does."""
    return core | around(graph, core) & same_colour(graph, colour)


def radius(graph: ColouredGraph, part: int) -> int:
    """Return the least radius of a ball that holds a set; its centre may lie anywhere."""
    return next(
        r
        for r in range(graph.size)
        if any(not part & ~ball(graph, centre, r) for centre in range(graph.size))
    )


def cover_price(graph: ColouredGraph, part: int) -> int:
    """Return the least Σ (radius + 1) of balls that cover a set, over all sets of balls.

    Cheapest first over what is covered: each step adds one ball.
    """
    balls = [(r + 1, ball(graph, centre, r)) for r, centre in product(range(graph.size), repeat=2)]
    covered_for: list[set[int]] = [{0}]
    while not any(not part & ~covered for covered in covered_for[-1]):
        price = len(covered_for)
        covered_for.append(
            {
                (covered | patch) & part
                for cost, patch in balls
                if cost <= price
                for covered in covered_for[price - cost]
            }
        )
    return len(covered_for) - 1


def schedule_bound(prices: list[int]) -> int:
    """Return the least K for which the colours can go one an action, cheapest first.

    All but one of n colours must go. With K actions the i-th of them is gone
    after K − (n − 1) + i actions, which must be enough for its cover.
    """
    prices = sorted(prices)
    to_go = len(prices) - 1
    return max((prices[i - 1] + to_go - i for i in range(1, to_go + 1)), default=0)


class TestTerrain:
    def test_balls_are_those_of_a_plain_walk(self):
        rng = Random(1)
        for _ in range(200):
            graph = random_graph(rng)
            terrain = terrain_of(graph)
            for r in (2, 0, 1, 3, graph.size):
                expected = [ball(graph, centre, r) for centre in range(graph.size)]
                assert terrain.balls(r) == expected

    def test_classes_and_neighbours(self):
        graph = ColouredGraph((0b010, 0b101, 0b010), (4, 7, 4))
        terrain = terrain_of(graph)
        assert terrain.classes == {4: 0b101, 7: 0b010}
        assert terrain.everything == 0b111
        assert terrain.touching(0b001) == 0b010
        assert terrain.touching(0b011) == 0b111  # both ends of an edge touch each other
        assert terrain.touching(0) == 0

    @given(st.integers(0, 2**70))
    def test_vertices_are_the_places_of_the_ones(self, mask: int):
        assert list(vertices_of(mask)) == [
            place for place, bit in enumerate(reversed(f"{mask:b}")) if bit == "1"
        ]


class TestContraction:
    @pytest.mark.parametrize("connected", [True, False])
    def test_balls_are_those_of_a_plain_walk_in_the_contracted_graph(self, connected: bool):
        rng = Random(2)
        for _ in range(400):
            graph = random_graph(rng, most=9)
            core = random_core(rng, graph, connected=connected)
            drawn_together, number = contracted(graph, core, 99)
            contraction = contraction_of(graph, core)

            def old(reached: int, number=number) -> int:
                return mask_of([v for v, new in enumerate(number) if reached >> new & 1])

            for r in (1, 0, 3, 2):
                expected = [old(ball(drawn_together, number[v], r)) for v in range(graph.size)]
                assert contraction.balls(r) == expected, (graph, core, r)
                assert contraction.disc(r) == old(ball(drawn_together, 0, r)), (graph, core, r)
            for vertex, distance in enumerate(contraction.distances):
                assert ball(drawn_together, 0, distance) >> number[vertex] & 1
                assert not distance or not (
                    ball(drawn_together, 0, distance - 1) >> number[vertex] & 1
                )

    def test_without_a_set_the_balls_are_those_of_the_graph(self):
        rng = Random(3)
        for _ in range(100):
            graph = random_graph(rng)
            for r in range(4):
                expected = [ball(graph, centre, r) for centre in range(graph.size)]
                assert no_contraction(graph).balls(r) == expected


class TestAdmissible:
    """False is a proof: breadth-first search never finishes what the bound refuses."""

    @pytest.mark.parametrize("seed", range(6))
    def test_whole_boards(self, seed: int):
        rng = Random(100 + seed)
        tight = 0
        for _ in range(300):
            graph = random_graph(rng)
            truth = par(graph, max(graph.colours))
            lower = Bound(terrain_of(graph)).lower()
            assert lower <= truth, graph
            tight += lower == truth
        assert tight > 150  # a bound that says nothing would pass the rest

    @pytest.mark.parametrize("connected", [True, False])
    @pytest.mark.parametrize("seed", range(5))
    def test_contracted_boards(self, seed: int, connected: bool):
        rng = Random(200 + seed)
        for _ in range(150):
            graph = random_graph(rng, most=9)
            colour = rng.randint(1, max(graph.colours) + 1)
            core = closed(graph, random_core(rng, graph, connected=connected), colour)
            drawn_together, _ = contracted(graph, core, colour)
            truth = par(drawn_together, max(drawn_together.colours))
            for actions in range(truth, truth + 3):
                assert allows(graph, core, colour, actions), (graph, core, colour, actions)

    def test_it_refuses_fewer_actions_than_colours(self):
        rng = Random(5)
        for _ in range(200):
            graph = random_graph(rng)
            colours = len(set(graph.colours))
            bound = Bound(terrain_of(graph))
            assert not bound.allows(no_contraction(graph), None, colours - 2)

    def test_a_set_of_a_colour_from_nowhere_counts_as_a_colour(self):
        path = ColouredGraph((0b010, 0b101, 0b010), (1, 2, 3))
        assert not allows(path, 0b001, 9, 1)
        assert allows(path, 0b001, 9, 2)

    def test_a_finished_board_needs_no_action(self):
        graph = ColouredGraph((0b010, 0b101, 0b010), (1, 2, 3))
        assert allows(graph, 0b111, 2, 0)
        assert allows(graph, 0b111, 9, 0)
        assert not allows(graph, 0b011, 2, 0)

    @settings(max_examples=200, deadline=None)
    @given(st.integers(0, 2**32), st.booleans(), st.integers(0, 9))
    def test_any_state(self, seed: int, connected: bool, actions: int):
        rng = Random(seed)
        graph = random_graph(rng, most=8)
        colour = rng.choice(graph.colours)
        core = closed(graph, random_core(rng, graph, connected=connected), colour)
        if not allows(graph, core, colour, actions):
            drawn_together, _ = contracted(graph, core, colour)
            assert par(drawn_together, max(graph.colours)) > actions


@pytest.mark.usefixtures("exact_cover")
class TestMonotone:
    """A larger set or more actions never turn yes into no."""

    @pytest.mark.parametrize("connected", [True, False])
    @pytest.mark.parametrize("seed", range(5))
    def test_in_the_set_and_in_the_actions(self, seed: int, connected: bool):
        rng = Random(300 + seed)
        changed = 0
        for _ in range(250):
            graph = random_graph(rng, most=10)
            colour = rng.randint(1, max(graph.colours) + 1)
            core = random_core(rng, graph, connected=connected)
            larger = core | random_core(rng, graph, connected=False)
            answers = [
                (allows(graph, core, colour, k), allows(graph, larger, colour, k)) for k in range(9)
            ]
            for small, large in answers:
                assert large or not small, (graph, core, larger, colour)
            for verdicts in zip(*answers, strict=True):
                assert sorted(verdicts) == list(verdicts), (graph, core, larger, colour)
            changed += any(small != large for small, large in answers)
        assert changed > 50

    def test_the_least_allowed_number_is_the_lower_bound(self):
        rng = Random(6)
        for _ in range(300):
            graph = random_graph(rng, most=10)
            bound = Bound(terrain_of(graph))
            board = no_contraction(graph)
            first = next(k for k in range(graph.size) if bound.allows(board, None, k))
            assert bound.lower() == first


class TestCutCover:
    def test_a_cover_search_that_is_cut_short_only_lets_more_pass(self, monkeypatch):
        rng = Random(7)
        looser = 0
        for _ in range(100):
            cells = tuple(tuple(rng.randint(1, 4) for _ in range(8)) for _ in range(5))
            graph = graph_of(cells)
            lowers = []
            for nodes in (0, 3, 50, 10**9):
                monkeypatch.setattr(bounds, "_COVER_NODES", nodes)
                lowers.append(Bound(terrain_of(graph)).lower())
            assert lowers == sorted(lowers), graph
            looser += lowers[0] < lowers[-1]
        assert looser


def random_game(rng: Random, graph: ColouredGraph, palette: int, actions: int):
    """Play at random; yield after each action the colours and the actions spent per component."""
    colours = list(graph.colours)
    spent = {1 << vertex: 0 for vertex in range(graph.size)}
    for _ in range(actions):
        part = rng.choice(sorted(spent))
        vertex = members(part)[0]
        colour = rng.choice([c for c in range(1, palette + 1) if c != colours[vertex]])
        for member in members(part):
            colours[member] = colour
        alike = mask_of([v for v, other in enumerate(colours) if other == colour])
        merged = component(graph, alike, part)
        spent[merged] = 1 + sum(spent.pop(old) for old in sorted(spent) if old & merged)
        yield list(colours), dict(spent)


class TestSteps:
    """The lemmas, each by itself: on played games, and against brute force."""

    def test_radius_a_component_of_j_actions_lies_within_j_of_some_vertex(self):
        rng = Random(10)
        reached = set()
        for _ in range(1500):
            graph = random_graph(rng, most=10)
            for _, spent in random_game(rng, graph, max(graph.colours), 5):
                for part, actions in spent.items():
                    needed = radius(graph, part)
                    assert needed <= actions, (graph, part)
                    reached.add((needed, actions))
        assert {(0, 0), (1, 1), (2, 2)} <= reached  # the lemma is tight

    @pytest.mark.usefixtures("exact_cover")
    def test_cover_a_colour_that_is_gone_was_covered(self):
        rng = Random(11)
        gone = 0
        for _ in range(800):
            graph = random_graph(rng, most=9)
            board = no_contraction(graph)
            games = random_game(rng, graph, max(graph.colours), 6)
            for actions, (colours, _) in enumerate(games, start=1):
                for colour in set(graph.colours) - set(colours):
                    part = same_colour(graph, colour)
                    assert bounds._ColourClass(board, part, False).gone_within(actions)
                    gone += 1
        assert gone > 500

    @pytest.mark.usefixtures("exact_cover")
    def test_cover_the_search_for_balls_finds_the_cheapest(self):
        rng = Random(12)
        for _ in range(250):
            graph = random_graph(rng, most=9)
            for colour in sorted(set(graph.colours)):
                part = same_colour(graph, colour)
                price = cover_price(graph, part)
                for h in range(-1, price + 3):
                    group = bounds._ColourClass(no_contraction(graph), part, False)
                    assert group.gone_within(h) is (h >= price), (graph, colour, h)

    @pytest.mark.usefixtures("exact_cover")
    def test_cover_the_contracted_set_counts_as_one_of_its_colour(self):
        rng = Random(13)
        for _ in range(250):
            graph = random_graph(rng, most=9)
            colour = rng.choice(graph.colours)
            core = random_core(rng, graph, connected=rng.random() < 0.5)
            drawn_together, _ = contracted(graph, core, colour)
            outside = same_colour(graph, colour) & ~core
            for holds_core in (True, False):
                new = same_colour(drawn_together, colour)
                price = cover_price(drawn_together, new if holds_core else new & ~1)
                for h in range(price + 2):
                    group = bounds._ColourClass(contraction_of(graph, core), outside, holds_core)
                    assert group.gone_within(h) is (h >= price), (graph, core, colour, h)

    @pytest.mark.usefixtures("exact_cover")
    def test_schedule_the_bound_is_that_of_the_cheapest_covers_in_order(self):
        rng = Random(14)
        beyond_colours = 0
        for _ in range(400):
            graph = random_graph(rng, most=10)
            prices = [cover_price(graph, same_colour(graph, c)) for c in set(graph.colours)]
            lower = Bound(terrain_of(graph)).lower()
            assert lower == schedule_bound(prices), graph
            beyond_colours += lower > len(prices) - 1
        assert beyond_colours > 40

    def test_schedule_by_hand(self):
        # Seven regions in a row, 1 2 1 2 1 2 1: the 2s lie within one ball of
        # radius 2, or two of radius 1 and 0, so they are gone after 3 at the earliest.
        row = ColouredGraph(
            tuple((1 << v >> 1 | 1 << v + 1) & 0b1111111 for v in range(7)), (1, 2, 1, 2, 1, 2, 1)
        )
        assert Bound(terrain_of(row)).lower() == 3
        # A star whose five rays have five colours: one colour an action.
        star = ColouredGraph((0b111110, 1, 1, 1, 1, 1), (1, 2, 3, 4, 5, 6))
        assert Bound(terrain_of(star)).lower() == 5
        # Two regions, and one.
        assert Bound(terrain_of(ColouredGraph((2, 1), (1, 2)))).lower() == 1
        assert Bound(terrain_of(ColouredGraph((0,), (1,)))).lower() == 0
