"""The simulated players on boards where one can say by hand what they must do, and the score."""

from __future__ import annotations

from math import log2
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import (
    Board,
    ColouredGraph,
    adjacency,
    board_par,
    boards,
    graph_of,
    members,
    painted,
    par,
    patches,
    random_board,
    random_graph,
)

from kamigen.budget import Budget
from kamigen.errors import KamigenError
from kamigen.game import find_game
from kamigen.games.kami import grader
from kamigen.games.kami.grader import (
    PLAYERS,
    actions_needed,
    foresighted_action,
    greedy_action,
    merging_actions,
)
from kamigen.games.kami.graph import RegionGraph, paint_vertex, region_graph
from kamigen.games.kami.level import KamiLevel
from kamigen.grid import framed
from kamigen.level import Claim, Proof

KAMI = find_game("kami")

# 1 2 3 1: no region touches two of one colour, so the greedy player takes the
# first action of all, A1 with 2, and goes on from there: 2 3 1, 3 1, 1. The
# other way, 1 3 3 1 and then 1, takes two.
BAIT = Board(((1, 2, 3, 1),), 3)

# Four colours in three actions: each must remove a colour for good. The 1s and
# the 4s are two regions each, so the first must paint the 2 or the 3. Fourteen
# merging actions are too many to consider; painting 4 with 1 and 1 with 4
# merges three regions, and six of the rest come before those of the 2 and the 3.
HARD = Board(((1, 4, 1, 1, 4), (1, 2, 3, 3, 3)), 4)


def level_of(board: Board, limit: int = 0) -> KamiLevel:
    return KamiLevel(Claim(1, limit), board.cells, board.palette)


def proof_of(board: Board) -> Proof:
    """A proof by breadth-first search."""
    minimal = board_par(board)
    return Proof("oracle", minimal, minimal)


def region_graph_of(graph: ColouredGraph) -> RegionGraph:
    return RegionGraph(adjacency(graph), dict(enumerate(graph.colours)))


def played(board: Board, choose) -> list[tuple[int, int]]:
    """Return the actions of a player; on a board of one row a region's code is its first column."""
    graph = region_graph(framed(board.cells))
    actions = []
    while len(graph) > 1:
        actions.append(choose(graph, board.palette))
        graph = paint_vertex(graph, *actions[-1])
    return actions


class TestTable:
    def test_three_rows_in_rising_order(self):
        assert [player.difficulty.number for player in PLAYERS] == [1, 2, 3]
        assert tuple(player.difficulty for player in PLAYERS) == KAMI.difficulties
        assert len({player.difficulty.name for player in PLAYERS}) == 3
        assert len({player.difficulty.player for player in PLAYERS}) == 3

    def test_only_the_last_plans_to_the_end(self):
        assert [player.choose is None for player in PLAYERS] == [False, False, True]


class TestGreedy:
    def test_it_takes_the_most_at_once(self):
        # B1 touches two 1s and E1 two 2s, but D2 touches four 2s.
        board = Board(((1, 3, 1, 2, 4), (4, 4, 2, 1, 2), (4, 4, 4, 2, 4)), 4)
        assert greedy_action(region_graph(framed(board.cells)), 4) == (8, 2)

    def test_ties_go_to_the_first_region_and_the_first_colour(self):
        assert played(Board(((3, 2, 1, 4),), 4), greedy_action)[0] == (0, 2)
        # In the middle of 4 2 4 1 3 1 both inner regions take two; B1 comes first.
        assert played(Board(((4, 2, 4, 1, 3, 1),), 4), greedy_action)[0] == (1, 4)

    def test_it_takes_the_bait(self):
        assert played(BAIT, greedy_action) == [(0, 2), (0, 3), (0, 1)]
        assert board_par(BAIT) == 2

    @pytest.mark.parametrize("length", range(1, 12))
    def test_two_colours_in_a_row_are_no_trap(self, length: int):
        # While a region has two neighbours they have one colour, so two regions
        # vanish at every action but perhaps the last.
        board = Board((tuple(1 + place % 2 for place in range(length)),), 2)
        graph = region_graph(framed(board.cells))
        assert actions_needed(graph, 2, greedy_action) == length // 2

    @pytest.mark.parametrize("seed", range(4))
    def test_no_action_makes_more_regions_vanish(self, seed: int):
        rng = Random(seed)
        for _ in range(100):
            graph = random_graph(rng, most=10)
            palette = max(graph.colours)
            vertex, colour = greedy_action(region_graph_of(graph), palette)
            sizes = {
                (v, c): painted(graph, v, c).size
                for v in range(graph.size)
                for c in range(1, palette + 1)
            }
            fewest = min(sizes.values())
            assert (vertex, colour) == min(a for a, size in sizes.items() if size == fewest)


class TestForesighted:
    def test_it_sees_the_bait(self):
        assert len(played(BAIT, foresighted_action)) == 2

    def test_it_plays_perfectly_when_all_is_in_sight(self):
        """Three actions from the end, with no more actions than it considers."""
        rng = Random(1)
        tested = 0
        while tested < 300:
            graph = random_graph(rng, most=8)
            palette = max(graph.colours)
            regions = region_graph_of(graph)
            if len(list(merging_actions(regions, palette))) > grader._FAVOURITES:
                continue
            minimal = par(graph, palette)
            if minimal <= grader._FORESIGHT:
                tested += minimal > 1
                assert actions_needed(regions, palette, foresighted_action) == minimal, graph

    def test_what_it_does_not_consider_it_does_not_play(self):
        assert board_par(HARD) == 3
        graph = region_graph(framed(HARD.cells))
        needed = {choose: actions_needed(graph, 4, choose) for choose in players()}
        assert all(actions > 3 for actions in needed.values())


def players():
    return [player.choose for player in PLAYERS if player.choose is not None]


class TestActionsNeeded:
    def test_a_player_gives_up_past_the_limit(self):
        graph = region_graph(framed(BAIT.cells))
        assert actions_needed(graph, 3, greedy_action) == 3
        assert actions_needed(graph, 3, greedy_action, most=3) == 3
        assert actions_needed(graph, 3, greedy_action, most=2) == 3
        assert actions_needed(graph, 3, greedy_action, most=1) == 2
        assert actions_needed(graph, 3, greedy_action, most=0) == 1

    def test_a_board_of_one_colour_needs_none(self):
        graph = region_graph(framed(((5, 5, 5),)))
        assert [actions_needed(graph, 2, choose) for choose in players()] == [0, 0]

    @settings(max_examples=150, deadline=None)
    @given(boards(most_cells=9))
    def test_every_player_ends_on_every_board(self, board: Board):
        graph = region_graph(framed(board.cells))
        minimal = board_par(board) if len(graph) <= 7 else 0
        for choose in players():
            # Past this many it gives up, and that is the failure.
            needed = actions_needed(graph, board.palette, choose, most=len(graph))
            assert minimal <= needed <= len(graph)

    @pytest.mark.parametrize("choose", players())
    def test_foreign_colours_only(self, choose):
        # The first action merges nothing; each of the others takes one region in.
        board = Board(((4, 5, 6), (5, 6, 4)), 2)
        graph = region_graph(framed(board.cells))
        assert choose(graph, 2) == (0, 1)
        assert actions_needed(graph, 2, choose) == len(graph) == board_par(board)


class TestMergingActions:
    @settings(max_examples=100, deadline=None)
    @given(st.integers(0, 2**32), st.integers(1, 6))
    def test_they_are_those_that_make_regions_vanish(self, seed: int, palette: int):
        graph = random_graph(Random(seed))
        vanishing = {
            (v, c): graph.size - painted(graph, v, c).size
            for v in range(graph.size)
            for c in range(1, palette + 1)
        }
        listed = list(merging_actions(region_graph_of(graph), palette))
        assert dict(listed) == {action: count for action, count in vanishing.items() if count}
        assert len(dict(listed)) == len(listed)


class TestDifficulty:
    @pytest.mark.parametrize(
        ("board", "limit", "number"),
        [
            (BAIT, 2, 2),
            (BAIT, 3, 1),
            (HARD, 3, 3),
            (Board(((1, 2, 1, 2, 1),), 2), 2, 1),
            (Board(((1, 1), (1, 1), (1, 1)), 2), 0, 1),
        ],
    )
    def test_the_weakest_who_finishes_within_the_limit(self, board: Board, limit: int, number: int):
        row = KAMI.difficulty(level_of(board, limit), proof_of(board))
        assert row.number == number
        assert row in KAMI.difficulties

    @pytest.mark.parametrize("seed", range(3))
    def test_more_actions_never_make_a_level_harder(self, seed: int):
        rng = Random(seed)
        for _ in range(40):
            board = random_board(rng, most_regions=8)
            proof = proof_of(board)
            graph = region_graph(framed(board.cells))
            needed = [actions_needed(graph, board.palette, choose) for choose in players()]
            rows = [
                (limit, KAMI.difficulty(level_of(board, limit), proof).number)
                for limit in range(proof.lower, proof.lower + 4)
            ]
            for limit, number in rows:
                assert number == 1 + next((i for i, n in enumerate(needed) if n <= limit), 2)
            numbers = [number for _, number in rows]
            assert numbers == sorted(numbers, reverse=True)

    @pytest.mark.parametrize(
        "proof", [Proof("oracle", 1, 2), Proof("oracle", 2, None), Proof("oracle", 3, 3)]
    )
    def test_a_level_without_a_proven_par_in_its_limit_has_none(self, proof: Proof):
        for measure in (KAMI.difficulty, KAMI.grade):
            with pytest.raises(KamigenError, match="proven par"):
                measure(level_of(BAIT, 2), proof)


def good_first_actions(board: Board) -> tuple[int, int]:
    """Count by breadth-first search the merging first actions, and those that keep the par."""
    graph = graph_of(board.cells)
    minimal = par(graph, board.palette)
    merging = good = 0
    for vertex, beside in enumerate(graph.near):
        for colour in {graph.colours[other] for other in members(beside)}:
            if colour <= board.palette:
                merging += 1
                good += par(painted(graph, vertex, colour), board.palette) == minimal - 1
    return merging, good


class TestGrade:
    @pytest.mark.parametrize("seed", range(4))
    def test_the_figures_are_those_of_brute_force(self, seed: int):
        rng = Random(seed)
        rare = 0
        for _ in range(40):
            board = random_board(rng, most_regions=7)
            merging, good = good_first_actions(board)
            assert merging <= grader._FIRST_ACTIONS  # so that all are tried
            grade = KAMI.grade(level_of(board, 20), proof_of(board))
            graph = graph_of(board.cells)
            assert grade.figures["first_actions_tried"] == merging, board
            assert grade.figures["first_actions_good"] == good, board
            assert grade.figures["par"] == board_par(board)
            assert grade.figures["regions"] == graph.size
            assert grade.figures["colours"] == len(set(graph.colours))
            rare += good < merging
        assert rare > 10

    def test_a_share_by_hand(self):
        # 1 2 3 1 has the merging first actions A1:2, B1:1, B1:3, C1:2, C1:1, D1:3.
        # After them stand 2 3 1, 1 3 1, 1 3 1, 1 2 1, 1 2 1, 1 2 3: the four with
        # one colour on either side take one action more, the other two take two.
        grade = KAMI.grade(level_of(BAIT, 2), proof_of(BAIT))
        assert grade.figures == {
            "par": 2,
            "greedy_actions": 3,
            "first_actions_tried": 6,
            "first_actions_good": 4,
            "colours": 3,
            "regions": 4,
        }
        assert grade.parts == {
            "par": 2.0,
            "trap": 1.5,
            "choice": pytest.approx(0.5 * log2(6 / 4), abs=0.001),
            "colours": 1.5,
            "regions": 0.2,
        }
        assert (grade.difficulty, grade.player) == (2, PLAYERS[1].difficulty.player)

    @pytest.mark.parametrize("seed", range(6))
    def test_the_parts_make_up_the_score(self, seed: int):
        board = Board(patches(seed, 6, 9, 4, 18), 4)
        level = level_of(board, 30)
        grade = KAMI.grade(level, KAMI.solve(level, Budget()))
        assert grade.score == pytest.approx(sum(grade.parts.values()), abs=0.0005)
        assert set(grade.parts) == {"par", "trap", "choice", "colours", "regions"}
        assert all(part >= 0 for part in grade.parts.values())
        assert grade == KAMI.grade(level, KAMI.solve(level, Budget()))

    def test_many_first_actions_are_sampled_evenly(self):
        board = Board(patches(3, 10, 16, 5, 50), 5)
        level = level_of(board, 30)
        grade = KAMI.grade(level, KAMI.solve(level, Budget()))
        merging = sum(
            len({graph_of(board.cells).colours[other] for other in members(beside)})
            for beside in graph_of(board.cells).near
        )
        assert merging > grader._FIRST_ACTIONS
        assert 0 < grade.figures["first_actions_tried"] <= grader._FIRST_ACTIONS
        assert grade.figures["first_actions_good"] <= grade.figures["first_actions_tried"]

    def test_a_board_of_one_colour_scores_next_to_nothing(self):
        board = Board(((2, 2, 2),), 3)
        grade = KAMI.grade(level_of(board), proof_of(board))
        # One colour and one region to look at, nothing to do.
        assert grade.parts == {"par": 0, "trap": 0, "choice": 0, "colours": 0.5, "regions": 0.05}
        assert grade.score == 0.55
        assert grade.difficulty == 1

    def test_foreign_colours_only_have_no_merging_first_action(self):
        board = Board(((4, 5, 6),), 2)
        grade = KAMI.grade(level_of(board, 3), proof_of(board))
        assert grade.figures["first_actions_tried"] == 0
        assert grade.parts["choice"] == 0
        assert grade.difficulty == 1
