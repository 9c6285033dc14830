"""KAMI's rules on the board and on the region graph, against plain definitions of both."""

from __future__ import annotations

import copy
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kamigen.games.boards.rules import is_monochrome, paint
from kamigen.games.kami.graph import (
    RegionGraph,
    paint_vertex,
    region_graph,
    vertex_cell,
    vertex_code,
)
from kamigen.grid import Cell, framed, inner_cells

Cells = list[list[int]]


def touching(one: Cell, other: Cell) -> bool:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


def naive_region(cells: Cells, cell: Cell) -> set[Cell]:
    """The region of a cell, grown over the whole board until it grows no more."""
    colour = cells[cell[0] - 1][cell[1] - 1]
    region, size = {cell}, 0
    while len(region) > size:
        size = len(region)
        for row, line in enumerate(cells, start=1):
            for column, value in enumerate(line, start=1):
                if value == colour and any(touching((row, column), member) for member in region):
                    region.add((row, column))
    return region


def labelled(cells: Cells) -> dict[Cell, Cell]:
    """The first cell of every cell's region, by joining neighbours of one colour."""
    root = {
        (row, column): (row, column)
        for row in range(1, len(cells) + 1)
        for column in range(1, len(cells[0]) + 1)
    }

    def find(cell: Cell) -> Cell:
        while root[cell] != cell:
            cell = root[cell]
        return cell

    for row, column in root:
        for other in ((row + 1, column), (row, column + 1)):
            if other in root and cells[row - 1][column - 1] == cells[other[0] - 1][other[1] - 1]:
                first, second = sorted((find((row, column)), find(other)))
                root[second] = first
    return {cell: find(cell) for cell in root}


def spiral(side: int) -> tuple[Cells, list[Cell]]:
    """A corridor of colour 1, one cell wide, winding inwards through walls of colour 2."""
    cells = [[2] * side for _ in range(side)]

    def free(row: int, column: int) -> bool:
        return 0 <= row < side and 0 <= column < side and cells[row][column] == 2

    row, column, down, right = 0, 0, 0, 1
    path = []
    while True:
        cells[row][column] = 1
        path.append((row + 1, column + 1))
        for _ in range(2):
            ahead, beyond = (row + down, column + right), (row + 2 * down, column + 2 * right)
            inside = 0 <= beyond[0] < side and 0 <= beyond[1] < side
            if free(*ahead) and (not inside or free(*beyond)):
                break
            down, right = right, -down
        else:
            break
        row, column = ahead
    while any(touching(path[-1], earlier) for earlier in path[:-2]):
        row, column = path.pop()  # the innermost turn would run into the corridor itself
        cells[row - 1][column - 1] = 2
    return cells, path


@st.composite
def boards(draw, most: int = 6, colours: int = 4) -> Cells:
    rows, cols = draw(st.integers(1, most)), draw(st.integers(1, most))
    row = st.lists(st.integers(1, colours), min_size=cols, max_size=cols)
    return draw(st.lists(row, min_size=rows, max_size=rows))


def a_cell(data, cells: Cells) -> Cell:
    return data.draw(st.integers(1, len(cells))), data.draw(st.integers(1, len(cells[0])))


class TestPaint:
    @settings(deadline=None)
    @given(boards(), st.integers(1, 6), st.data())
    def test_as_a_naive_fill_does(self, cells, colour, data):
        cell = a_cell(data, cells)
        region = naive_region(cells, cell)
        board = framed(cells)
        painted = paint(board, cell, colour)
        expected = [
            [colour if (row, column) in region else value for column, value in enumerate(line, 1)]
            for row, line in enumerate(cells, 1)
        ]
        assert [list(line) for line in inner_cells(board)] == expected
        same = cells[cell[0] - 1][cell[1] - 1] == colour
        assert sorted(painted) == ([] if same else sorted(region))

    @settings(deadline=None)
    @given(boards(), st.integers(1, 255), st.data())
    def test_the_frame_stays(self, cells, colour, data):
        board = framed(cells)
        paint(board, a_cell(data, cells), colour)
        frame = [*board[0], *board[-1], *board[:, 0], *board[:, -1]]
        assert len(frame) == 2 * (len(cells) + len(cells[0]) + 4)
        assert not any(frame)

    @settings(deadline=None)
    @given(boards(), st.data())
    def test_nothing_changes_where_the_colour_is_already(self, cells, data):
        row, column = a_cell(data, cells)
        board = framed(cells)
        before = board.copy()
        assert paint(board, (row, column), cells[row - 1][column - 1]) == []
        assert np.array_equal(board, before)

    def test_corners_do_not_touch(self):
        board = framed([[1, 2, 1], [2, 1, 2]])
        assert paint(board, (2, 2), 3) == [(2, 2)]
        assert inner_cells(board) == ((1, 2, 1), (2, 3, 2))

    def test_the_fire_of_the_assignment(self):
        board = framed([[1, 1, 1, 2, 2], [1, 1, 2, 2, 2], [3, 3, 1, 1, 1]])
        burnt = paint(board, (1, 5), 3)
        assert burnt[0] == (1, 5)
        assert set(burnt[1:3]) == {(1, 4), (2, 5)}
        assert burnt[3:] == [(2, 4), (2, 3)]
        assert inner_cells(board) == ((1, 1, 1, 3, 3), (1, 1, 3, 3, 3), (3, 3, 1, 1, 1))

    def test_a_region_as_long_as_a_spiral_of_200_by_200(self):
        cells, path = spiral(200)
        assert len(path) > 19_000
        assert all(touching(*step) for step in pairwise(path))
        board = framed(cells)
        assert paint(board, path[0], 7) == path
        assert (board == 7).sum() == len(path)
        assert (board == 1).sum() == 0
        assert (board == 2).sum() == 200 * 200 - len(path)

    @pytest.mark.parametrize(
        ("cells", "cell", "expected"),
        [
            ([[4]], (1, 1), ((9,),)),
            ([[1, 1, 2, 1]], (1, 2), ((9, 9, 2, 1),)),
            ([[1, 1, 2, 1]], (1, 4), ((1, 1, 2, 9),)),
            ([[1], [2], [2]], (2, 1), ((1,), (9,), (9,))),
        ],
        ids=["1×1", "1×n from the left", "1×n from the right", "n×1"],
    )
    def test_thin_boards(self, cells, cell, expected):
        board = framed(cells)
        paint(board, cell, 9)
        assert inner_cells(board) == expected

    def test_no_number_of_a_wide_palette_is_cut(self):
        board = framed([[200, 255]])
        paint(board, (1, 1), 255)
        assert inner_cells(board) == ((255, 255),)


class TestMonochrome:
    @settings(deadline=None)
    @given(boards(colours=2))
    def test_one_colour_and_no_other(self, cells):
        colours = {colour for row in cells for colour in row}
        assert is_monochrome(framed(cells)) is (len(colours) == 1)

    @pytest.mark.parametrize("cells", [[[5]], [[3, 3, 3]], [[2], [2]], [[1] * 40] * 30])
    def test_over(self, cells):
        assert is_monochrome(framed(cells)) is True

    @pytest.mark.parametrize("place", [(0, 0), (0, 3), (2, 0), (2, 3), (1, 2)])
    def test_one_cell_is_enough_to_go_on(self, place):
        cells = [[1] * 4 for _ in range(3)]
        cells[place[0]][place[1]] = 2
        assert is_monochrome(framed(cells)) is False


class TestRegionGraph:
    @settings(deadline=None)
    @given(boards())
    def test_against_labels_joined_pair_by_pair(self, cells):
        graph = region_graph(framed(cells))
        label = labelled(cells)
        cols = len(cells[0])
        name = {label[divmod(code, cols)[0] + 1, code % cols + 1]: code for code in graph.colours}
        assert len(name) == len(graph) == len(set(label.values()))
        assert set(graph.adjacency) == set(graph.colours)
        for code, colour in graph.colours.items():
            assert cells[code // cols][code % cols] == colour
        edges = {
            (name[label[one]], name[label[other]])
            for one in label
            for other in label
            if touching(one, other) and label[one] != label[other]
        }
        assert {(one, other) for one, row in graph.adjacency.items() for other in row} == edges

    @settings(deadline=None)
    @given(boards())
    def test_corners_name_their_regions_then_sides_then_the_first_cell(self, cells):
        rows, cols = len(cells), len(cells[0])
        regions: dict[Cell, list[Cell]] = {}
        for cell, root in labelled(cells).items():
            regions.setdefault(root, []).append(cell)

        def rank(cell: Cell) -> tuple[int, Cell]:
            at_side = cell[1] in (1, cols)
            at_end = cell[0] in (1, rows)
            return (0 if at_side and at_end else 1 if at_side else 2), cell

        named = sorted(min(region, key=rank) for region in regions.values())
        codes = sorted(region_graph(framed(cells)).colours)
        assert codes == sorted((row - 1) * cols + column - 1 for row, column in named)

    @pytest.mark.parametrize(
        ("cells", "adjacency", "colours"),
        [
            ([[6]], {0: set()}, {0: 6}),
            ([[1, 2, 2, 1]], {0: {1}, 3: {1}, 1: {0, 3}}, {0: 1, 3: 1, 1: 2}),
            ([[1], [2], [1], [1]], {0: {1}, 3: {1}, 1: {0, 3}}, {0: 1, 3: 1, 1: 2}),
            ([[1, 1], [1, 1]], {0: set()}, {0: 1}),
            (
                [[1, 2, 3], [1, 2, 3]],
                {0: {1}, 2: {1}, 1: {0, 2}},
                {0: 1, 2: 3, 1: 2},
            ),
        ],
        ids=["1×1", "1×n", "n×1", "one colour", "three bars"],
    )
    def test_small_graphs(self, cells, adjacency, colours):
        assert region_graph(framed(cells)) == RegionGraph(adjacency, colours)

    def test_a_spiral_of_200_by_200_has_two_regions(self):
        cells, path = spiral(200)
        graph = region_graph(framed(cells))
        assert sorted(graph.colours.values()) == [1, 2]
        assert len(graph) == 2
        assert 0 in graph.colours
        assert path[0] == (1, 1)


class TestVertexCodes:
    def test_the_worked_example(self):
        assert vertex_code((1, 5), 5) == 4
        assert vertex_cell(4, 5) == (1, 5)

    @pytest.mark.parametrize(("rows", "cols"), [(1, 1), (1, 7), (7, 1), (3, 5), (5, 3)])
    def test_codes_count_the_cells_in_reading_order(self, rows, cols):
        cells = [(row, column) for row in range(1, rows + 1) for column in range(1, cols + 1)]
        assert [vertex_code(cell, cols) for cell in cells] == list(range(rows * cols))
        assert [vertex_cell(code, cols) for code in range(rows * cols)] == cells


class TestPaintVertex:
    @settings(max_examples=200, deadline=None)
    @given(boards(), st.data())
    def test_painting_a_vertex_is_painting_the_board(self, cells, data):
        """Same colours, same adjacency; only the names of the vertices may differ."""
        cols = len(cells[0])
        board = framed(cells)
        graph = region_graph(board)
        for _ in range(data.draw(st.integers(1, 4))):
            vertex = data.draw(st.sampled_from(sorted(graph.colours)))
            colour = data.draw(st.integers(1, 5))
            graph = paint_vertex(graph, vertex, colour)
            paint(board, (vertex // cols + 1, vertex % cols + 1), colour)
            now = [list(row) for row in inner_cells(board)]
            label = labelled(now)
            region = {code: label[code // cols + 1, code % cols + 1] for code in graph.colours}
            assert sorted(region.values()) == sorted(set(label.values()))
            assert {code: now[cell[0] - 1][cell[1] - 1] for code, cell in region.items()} == (
                graph.colours
            )
            edges = {
                (label[one], label[other])
                for one in label
                for other in label
                if touching(one, other) and label[one] != label[other]
            }
            assert {
                (region[one], region[other])
                for one, around in graph.adjacency.items()
                for other in around
            } == edges

    @settings(deadline=None)
    @given(boards(), st.integers(1, 5), st.data())
    def test_the_graph_that_was_painted_stays_as_it_was(self, cells, colour, data):
        graph = region_graph(framed(cells))
        before = copy.deepcopy(graph)
        vertex = data.draw(st.sampled_from(sorted(graph.colours)))
        after = paint_vertex(graph, vertex, colour)
        assert graph == before
        again = data.draw(st.sampled_from(sorted(after.colours)))
        paint_vertex(after, again, data.draw(st.integers(1, 5)))
        assert graph == before

    @settings(deadline=None)
    @given(boards(), st.data())
    def test_its_own_colour_changes_nothing(self, cells, data):
        graph = region_graph(framed(cells))
        vertex = data.draw(st.sampled_from(sorted(graph.colours)))
        assert paint_vertex(graph, vertex, graph.colours[vertex]) == graph

    def test_the_painted_vertex_keeps_its_name(self):
        graph = region_graph(framed([[1, 2, 1, 3]]))
        assert set(graph.colours) == {0, 1, 2, 3}
        after = paint_vertex(graph, 1, 1)
        assert after == RegionGraph({1: {3}, 3: {1}}, {1: 1, 3: 3})

    def test_a_single_vertex(self):
        graph = region_graph(framed([[1, 1, 1]]))
        assert paint_vertex(graph, 0, 3) == RegionGraph({0: set()}, {0: 3})
