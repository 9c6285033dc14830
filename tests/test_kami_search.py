"""The exact search against plain breadth-first search, and what it says when it may not finish."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import (
    Board,
    Cells,
    ColouredGraph,
    adjacency,
    board_par,
    boards,
    coded_moves,
    graph_of,
    named_moves,
    par,
    par_by_busca,
    par_by_cells,
    patches,
    random_board,
    random_graph,
    random_palette,
    wins,
)

from kamigen.budget import Budget, BudgetSpent
from kamigen.game import find_game
from kamigen.games.boards.rules import paint
from kamigen.games.kami import search
from kamigen.games.kami.graph import RegionGraph, region_graph
from kamigen.games.kami.level import KamiLevel, parse
from kamigen.games.kami.search import GraphProof, is_solved_by, solve
from kamigen.grid import framed
from kamigen.level import Claim

KAMI = find_game("kami")
UNLIMITED = Budget()


def region_graph_of(graph: ColouredGraph) -> RegionGraph:
    return RegionGraph(adjacency(graph), dict(enumerate(graph.colours)))


def path(*colours: int) -> Board:
    return Board((colours,), max(colours))


def search_board(
    board: Board, budget: Budget = UNLIMITED, *, most: int | None = None
) -> GraphProof:
    """Search, and replay on the cells whatever comes back."""
    proof = solve(region_graph(framed(board.cells)), board.palette, budget, most=most)
    assert len(proof.actions) == proof.upper
    assert wins(board, coded_moves(proof.actions, board.cells))
    return proof


def assert_par(board: Board, expected: int) -> None:
    proof = search_board(board)
    assert (proof.lower, proof.upper) == (expected, expected), board
    assert proof.proven


class TestYardsticks:
    """Three ways to count that share nothing must agree before they judge anything."""

    def test_regions_by_spreading_and_whole_boards_by_cells_agree(self):
        rng = Random(1)
        for _ in range(60):
            board = random_board(rng, most_regions=6)
            assert board_par(board) == par_by_cells(board), board

    def test_busca_agrees_where_the_palette_is_the_board(self):
        rng = Random(2)
        for _ in range(150):
            graph = random_graph(rng, most=6)
            # Numbered without gaps, the palette is just the colours on the board.
            colours = sorted(set(graph.colours))
            graph = graph._replace(colours=tuple(colours.index(c) + 1 for c in graph.colours))
            assert par(graph, len(colours)) == par_by_busca(graph), graph

    def test_a_replay_is_refused_where_a_move_is_not_legal(self):
        board = Board(((1, 2, 3),), 2)
        assert wins(board, [((1, 3), 2), ((1, 1), 2)])
        assert not wins(board, [((1, 3), 2)])
        assert not wins(board, [((1, 3), 2), ((1, 1), 2), ((1, 1), 1)])
        assert not wins(board, [((1, 2), 2), ((1, 3), 2), ((1, 1), 2)])
        assert not wins(board, [((1, 1), 3), ((1, 2), 3)])


class TestAgainstBreadthFirstSearch:
    @pytest.mark.parametrize("seed", range(12))
    def test_boards(self, seed: int):
        rng = Random(1000 + seed)
        for _ in range(250):
            board = random_board(rng)
            assert_par(board, board_par(board))

    @pytest.mark.parametrize("seed", range(8))
    def test_graphs_that_no_board_has(self, seed: int):
        rng = Random(2000 + seed)
        for _ in range(250):
            graph = random_graph(rng)
            palette = random_palette(rng, graph.colours)
            proof = solve(region_graph_of(graph), palette, UNLIMITED)
            expected = par(graph, palette)
            assert (proof.lower, proof.upper) == (expected, expected), (graph, palette)
            assert len(proof.actions) == expected
            assert is_solved_by(region_graph_of(graph), proof.actions, palette)

    @pytest.mark.parametrize("seed", range(4))
    def test_boards_of_foreign_colours(self, seed: int):
        """Where most of the board is outside the palette the usual exchanges are illegal."""
        rng = Random(3000 + seed)
        for _ in range(100):
            board = random_board(rng, most_regions=7)
            board = board._replace(palette=rng.randint(1, 2))
            assert_par(board, board_par(board))

    @pytest.mark.parametrize("seed", range(4))
    def test_larger_boards(self, seed: int):
        rng = Random(4000 + seed)
        for _ in range(100):
            board = random_board(rng, most_regions=10)
            board = board._replace(palette=min(board.palette, 5))
            assert_par(board, board_par(board))

    @settings(max_examples=150, deadline=None)
    @given(boards())
    def test_any_board(self, board: Board):
        if graph_of(board.cells).size <= 8:
            assert_par(board, board_par(board))

    @settings(max_examples=80, deadline=None)
    @given(boards(most_cells=6))
    def test_the_game_answers_with_moves_that_win(self, board: Board):
        proof = KAMI.solve(KamiLevel(Claim(1, 0), board.cells, board.palette), UNLIMITED)
        assert proof.par == par_by_cells(board)
        assert len(proof.actions) == proof.par
        assert wins(board, named_moves(proof.actions))


class TestDecisionByItself:
    """Without beams the decision must find every par that it would otherwise only refute.

    A beam almost always finds an optimum, and then a decision that misses some
    blobs goes unnoticed: it is asked only about boards that cannot be finished.
    """

    @pytest.fixture(autouse=True)
    def no_beam(self, monkeypatch):
        def find_nothing(self: search._Beam, width: int) -> None:
            self.complete = True

        monkeypatch.setattr(search._Beam, "run", find_nothing)

    @pytest.mark.parametrize("seed", range(8))
    def test_graphs(self, seed: int):
        rng = Random(6000 + seed)
        for _ in range(250):
            graph = random_graph(rng, most=9)
            palette = random_palette(rng, graph.colours)
            proof = solve(region_graph_of(graph), palette, UNLIMITED)
            expected = par(graph, palette)
            assert (proof.lower, proof.upper) == (expected, expected), (graph, palette)

    @pytest.mark.parametrize("seed", range(4))
    def test_boards(self, seed: int):
        rng = Random(7000 + seed)
        for _ in range(150):
            board = random_board(rng)
            assert_par(board, board_par(board))

    @pytest.mark.parametrize("seed", range(3))
    def test_foreign_colours(self, seed: int):
        rng = Random(8000 + seed)
        for _ in range(150):
            board = random_board(rng, most_regions=7)._replace(palette=rng.randint(1, 3))
            assert_par(board, board_par(board))


class TestBudget:
    """However soon the search must stop, what it says is true."""

    @pytest.mark.parametrize("nodes", [0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 300])
    def test_the_bounds_hold_at_any_budget(self, nodes: int):
        rng = Random(nodes)
        for _ in range(60):
            board = random_board(rng, most_regions=7)
            proof = search_board(board, Budget(nodes=nodes))
            truth = board_par(board)
            assert proof.lower <= truth <= proof.upper, board
            assert proof.states <= nodes + 1

    @settings(max_examples=100, deadline=None)
    @given(boards(most_cells=8), st.integers(0, 200))
    def test_the_bounds_hold_for_any_board(self, board: Board, nodes: int):
        proof = search_board(board, Budget(nodes=nodes))
        assert proof.lower <= board_par(board) <= proof.upper

    def test_more_nodes_never_widen_the_bounds(self):
        board = Board(patches(5, 7, 9, 5, 30), 5)
        ladder = [search_board(board, Budget(nodes=nodes)) for nodes in range(0, 4000, 250)]
        for less, more in pairwise(ladder):
            assert less.lower <= more.lower <= more.upper <= less.upper
        assert not ladder[0].proven
        assert ladder[-1].proven

    def test_seconds_end_a_search_that_would_take_long(self):
        rng = Random(0)
        cells = tuple(tuple(rng.randint(1, 6) for _ in range(20)) for _ in range(14))
        proof = search_board(Board(cells, 6), Budget(seconds=0.2))
        assert not proof.proven
        assert 5 <= proof.lower < proof.upper

    def test_a_search_out_of_memory_keeps_its_bounds(self, monkeypatch):
        rng = Random(8)
        board = Board(tuple(tuple(rng.randint(1, 5) for _ in range(9)) for _ in range(7)), 5)
        free = search_board(board)
        monkeypatch.setattr(search, "_MOST_BYTES", 5 * search._BYTES_PER_BLOB)
        tight = search_board(board)
        assert free.proven
        assert not tight.proven
        assert tight.lower <= free.lower <= tight.upper
        assert tight.states < free.states

    def test_a_beam_out_of_memory_ends_no_search(self, monkeypatch):
        def run_out(self: search._Beam, width: int) -> None:
            raise BudgetSpent("bytes")

        rng = Random(8)
        board = Board(tuple(tuple(rng.randint(1, 4) for _ in range(6)) for _ in range(5)), 4)
        expected = search_board(board)
        monkeypatch.setattr(search._Beam, "run", run_out)
        found = search_board(board)
        assert found.stopped == ""
        assert (found.lower, found.upper) == (expected.lower, expected.upper)

    def test_nothing_is_claimed_without_a_replay(self, monkeypatch):
        monkeypatch.setattr(search, "_actions", lambda terrain, blob: [(0, 1)])
        with pytest.raises(AssertionError, match="does not solve"):
            search_board(path(1, 2, 3, 2, 1))


class TestMost:
    """With `most` only "is par ≤ most?" is answered."""

    @pytest.mark.parametrize("seed", range(3))
    def test_the_question_is_answered_whatever_the_number(self, seed: int):
        rng = Random(5000 + seed)
        for _ in range(60):
            board = random_board(rng, most_regions=7)
            truth = board_par(board)
            for most in range(-1, truth + 3):
                proof = search_board(board, most=most)
                assert proof.lower <= truth <= proof.upper, (board, most)
                if most < truth:
                    assert proof.lower > most, (board, most)
                else:
                    assert proof.upper <= most, (board, most)

    def test_an_easy_question_takes_less_than_the_par(self):
        board = Board(patches(0, 10, 16, 5, 50), 5)
        whole = search_board(board)
        asked = search_board(board, most=len(whole.actions) + 3)
        assert asked.states < whole.states


class TestPalette:
    def test_a_colour_that_is_not_on_the_board_does_not_help(self):
        rng = Random(11)
        for _ in range(100):
            board = random_board(rng)
            highest = max(map(max, board.cells))
            wide = search_board(board._replace(palette=highest + 3))
            assert wide.upper == board_par(board._replace(palette=highest))

    def test_a_narrower_palette_never_helps(self):
        rng = Random(12)
        narrower = 0
        for _ in range(60):
            board = random_board(rng, most_regions=7)
            pars = [search_board(board._replace(palette=n)).upper for n in range(6, 0, -1)]
            assert pars == sorted(pars), board
            narrower += pars[0] < pars[-1]
        assert narrower > 10

    def test_one_colour_to_paint_with_means_one_action_a_region(self):
        # Only 1 may be painted, so each region of another colour takes its own action.
        board = Board(((2, 3, 2, 1), (3, 2, 3, 1)), 1)
        assert_par(board, 6)
        assert_par(Board(((2, 3, 4),), 1), 3)

    def test_foreign_neighbours_are_painted_with_a_colour_from_nowhere(self):
        # 4 and 5 cannot be painted with: each must go, so two actions, and 1 is on no cell.
        assert_par(Board(((4, 5),), 1), 2)
        assert_par(Board(((4, 5),), 3), 2)

    @pytest.mark.parametrize("palette", [1, 2, 4])
    def test_every_foreign_region_takes_an_action_of_its_own(self, palette: int):
        # No action can give a neighbour its colour, so it stays alone until it is painted.
        rng = Random(palette)
        for _ in range(6):
            cells = tuple(tuple(rng.randint(5, 8) for _ in range(4)) for _ in range(3))
            assert_par(Board(cells, palette), graph_of(cells).size)
            some = tuple(tuple(rng.randint(3, 6) for _ in range(4)) for _ in range(3))
            foreign = sum(colour > palette for colour in graph_of(some).colours)
            assert search_board(Board(some, palette)).lower >= foreign

    def test_a_board_of_one_foreign_colour_is_won(self):
        assert_par(Board(((7, 7, 7), (7, 7, 7)), 2), 0)


class TestPublicBoards:
    @pytest.mark.parametrize(("name", "minimal"), list(enumerate((2, 3, 2, 3, 6))))
    def test_the_assignments_boards(self, name: int, minimal: int, shared_data: Path):
        file = shared_data / "kami" / f"tab0{name}.txt"
        if not file.exists():
            pytest.skip(f"no public level at {file}")
        level = parse(file.read_text())
        assert_par(Board(level.cells, level.colours), minimal)
        proof = KAMI.solve(level, UNLIMITED)
        assert proof.par == minimal == level.limit
        assert wins(Board(level.cells, level.colours), named_moves(proof.actions))


class TestKnownTraps:
    """Boards on which a plausible short cut gives a wrong par."""

    def test_growing_from_one_region_only_is_not_enough(self):
        board = path(1, 2, 3, 2, 1, 3, 4, 3, 1)
        assert board_par(board) == 4
        assert_par(board, 4)

    def test_a_part_of_a_board_may_take_more_than_the_whole(self):
        whole = Board(((3,) * 7, (1, 2, 1, 2, 1, 2, 1)), 3)
        part = path(1, 2, 1, 2, 1, 2, 1)
        assert (board_par(whole), board_par(part)) == (2, 3)
        assert_par(whole, 2)
        assert_par(part, 3)

    @pytest.mark.parametrize("length", range(1, 12))
    def test_a_path_of_two_colours(self, length: int):
        # From the middle each action takes in one region on either side, and a path
        # of n regions has radius n // 2, which an action lowers by one at most.
        assert_par(Board((tuple(1 + place % 2 for place in range(length)),), 2), length // 2)

    def test_a_path_of_different_colours(self):
        # Each action removes at most one colour: n regions take n − 1.
        for length in range(1, 10):
            assert_par(path(*range(1, length + 1)), length - 1)


def mirrored(cells: Cells) -> Cells:
    return tuple(row[::-1] for row in cells)


def turned(cells: Cells) -> Cells:
    return tuple(zip(*cells[::-1], strict=True))


class TestRelations:
    """What must not change the par, on boards too large for breadth-first search."""

    @pytest.mark.parametrize("seed", range(6))
    def test_mirrors_turns_and_new_names_for_the_colours(self, seed: int):
        rng = Random(seed)
        board = Board(patches(seed, 6, 8, 5, 20), rng.randint(3, 6))
        truth = search_board(board)
        assert truth.proven
        for same in (mirrored(board.cells), turned(board.cells), board.cells[::-1]):
            assert_par(board._replace(cells=same), truth.upper)
        # Colours keep their side of the palette's end.
        inside = rng.sample(range(1, board.palette + 1), board.palette)
        outside = rng.sample(range(board.palette + 1, 20), 6)
        names = [0, *inside, *outside]
        renamed = tuple(tuple(names[colour] for colour in row) for row in board.cells)
        assert renamed != board.cells
        assert_par(board._replace(cells=renamed), truth.upper)

    @pytest.mark.parametrize("seed", range(6))
    def test_larger_cells_are_the_same_board(self, seed: int):
        cells = patches(seed, 5, 7, 4, 20)
        doubled = tuple(tuple(c for c in row for _ in range(2)) for row in cells for _ in range(3))
        assert_par(Board(doubled, 4), search_board(Board(cells, 4)).upper)

    @settings(max_examples=60, deadline=None)
    @given(st.integers(0, 10**6), st.integers(2, 6))
    def test_colours_less_one_to_regions_less_one(self, seed: int, colours: int):
        board = Board(patches(seed, 5, 8, colours, 14), colours)
        graph = graph_of(board.cells)
        proof = search_board(board)
        assert len(set(graph.colours)) - 1 <= proof.lower == proof.upper <= graph.size - 1

    @pytest.mark.parametrize("seed", range(8))
    def test_an_action_takes_at_most_one_from_the_par(self, seed: int):
        rng = Random(seed)
        board = Board(patches(seed, 7, 9, 4, 24), 4)
        truth = search_board(board)
        (cell, colour), *rest = coded_moves(truth.actions, board.cells)
        for _ in range(8):
            grid = framed(board.cells)
            paint(grid, (rng.randint(1, 7), rng.randint(1, 9)), rng.randint(1, 4))
            assert solve(region_graph(grid), 4, UNLIMITED).lower >= truth.lower - 1
        grid = framed(board.cells)
        paint(grid, cell, colour)
        assert solve(region_graph(grid), 4, UNLIMITED).upper == len(rest)


class TestStructuredBoards:
    @pytest.mark.parametrize("seed", range(12))
    def test_boards_of_game_size_are_solved_in_few_nodes(self, seed: int):
        solved = 0
        for rows, cols, colours, centres in ((10, 16, 4, 40), (10, 16, 5, 55), (16, 10, 6, 50)):
            board = Board(patches(seed, rows, cols, colours, centres), colours)
            if graph_of(board.cells).size <= 50:
                assert search_board(board, Budget(nodes=30_000)).proven, (seed, colours)
                solved += 1
        assert solved

    def test_a_proof_depends_on_nothing_but_the_board(self):
        board = Board(patches(3, 10, 16, 5, 50), 5)
        assert search_board(board) == search_board(board)

    def test_a_proof_does_not_depend_on_the_hash_seed(self):
        code = (
            "from kamigen.budget import Budget\n"
            "from kamigen.games.kami.graph import region_graph\n"
            "from kamigen.games.kami.search import solve\n"
            "from kamigen.grid import framed\n"
            "from oracle import patches\n"
            "graph = region_graph(framed(patches(3, 10, 16, 5, 50)))\n"
            "proof = solve(graph, 5, Budget())\n"
            "print(proof.lower, proof.upper, proof.actions, proof.states)\n"
        )
        answers = set()
        for seed in ("0", "1", "4242"):
            environment = os.environ | {
                "PYTHONHASHSEED": seed,
                "PYTHONPATH": str(Path(__file__).parent),
            }
            run = subprocess.run(
                [sys.executable, "-c", code],
                env=environment,
                capture_output=True,
                text=True,
                check=True,
                timeout=60,
            )
            answers.add(run.stdout)
        assert len(answers) == 1


class TestExtremes:
    def test_one_region(self):
        for cells in (((1,),), ((3, 3),), ((2,) * 200,) * 200):
            proof = search_board(Board(cells, 3))
            assert (proof.lower, proof.upper, proof.actions, proof.states) == (0, 0, (), 0)

    def test_two_regions(self):
        assert_par(Board(((1, 1, 2),), 2), 1)
        assert_par(Board(((1,), (2,)), 1), 1)

    def test_the_largest_board_gets_bounds_only(self):
        rng = Random(0)
        cells = tuple(tuple(rng.randint(1, 6) for _ in range(200)) for _ in range(200))
        proof = search_board(Board(cells, 6))
        # One action a colour at least; one action for each region of another
        # colour than the most frequent one at most.
        assert proof.lower == 5
        assert proof.upper < graph_size(cells)
        assert proof.states == 0

    def test_a_long_path_of_as_many_regions_as_cells(self):
        cells = (tuple(1 + place % 5 for place in range(1000)),)
        proof = search_board(Board(cells, 5), Budget(nodes=50))
        assert 4 <= proof.lower < proof.upper <= 800

    def test_all_colours_of_the_widest_palette(self):
        cells = tuple(tuple(15 * row + column + 1 for column in range(15)) for row in range(17))
        # 255 regions of 255 colours, and no action removes two.
        assert_par(Board(cells, 255), 254)


def graph_size(cells: Cells) -> int:
    return len(region_graph(framed(cells)))


class TestReplay:
    """`is_solved_by` is the last word on every sequence, so it must refuse what is wrong."""

    GRAPH = RegionGraph({0: {1}, 1: {0, 2}, 2: {1}}, {0: 1, 1: 2, 2: 3})

    @pytest.mark.parametrize(
        ("actions", "solved"),
        [
            ([(1, 1), (2, 1)], True),
            ([(1, 1), (1, 3)], True),
            ([(1, 1), (0, 3)], True),  # 0 has joined 1 and stands for it
            ([(1, 3), (2, 1)], True),
            ([(1, 1)], False),
            ([(0, 2)], False),
            ([(0, 1), (1, 1), (2, 1)], False),  # paints 0 with its own colour
            ([(1, 1), (1, 1), (2, 1)], False),
            ([(0, 4), (1, 4), (2, 4)], False),  # 4 is outside the palette
            ([(0, 0), (1, 0), (2, 0)], False),
            ([], False),
        ],
    )
    def test_a_path_of_three(self, actions: list[tuple[int, int]], solved: bool):
        assert is_solved_by(self.GRAPH, actions, 3) is solved

    @settings(max_examples=150, deadline=None)
    @given(boards(), st.data())
    def test_it_agrees_with_the_cells(self, board: Board, data: st.DataObject):
        graph = region_graph(framed(board.cells))
        action = st.tuples(st.sampled_from(sorted(graph.adjacency)), st.integers(1, 5))
        actions = data.draw(st.lists(action, max_size=7))
        moves = coded_moves(actions, board.cells)
        on_cells = wins(board, moves)
        if on_cells:
            assert is_solved_by(graph, actions, board.palette)
        elif is_solved_by(graph, actions, board.palette):
            # The only licence: to go on after the win.
            assert any(wins(board, moves[:end]) for end in range(len(moves)))
