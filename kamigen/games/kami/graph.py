"""The region graph: one vertex a region, an edge where two regions touch.

A vertex is named by one of its region's cells, coded (row−1)·cols + (col−1).
Corner cells are preferred, then cells of the left and right edge: the
assignment's worked example names its regions in that order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kamigen.grid import Cell, Grid, neighbours, regions


@dataclass(frozen=True, slots=True)
class RegionGraph:
    """Adjacency and colour of every region. Treated as a value: never changed in place."""

    adjacency: dict[int, set[int]]
    colours: dict[int, int]

    def __len__(self) -> int:
        return len(self.adjacency)


def vertex_code(cell: Cell, cols: int) -> int:
    """Return the code of the vertex that this cell stands for."""
    row, column = cell
    return (row - 1) * cols + (column - 1)


def vertex_cell(code: int, cols: int) -> Cell:
    """Return the cell that a vertex is named by."""
    return code // cols + 1, code % cols + 1


def region_graph(board: Grid) -> RegionGraph:
    """Return the region graph of a board."""
    rows, cols = board.shape[0] - 2, board.shape[1] - 2
    owner: dict[Cell, int] = {}
    colours: dict[int, int] = {}
    for region in regions(board, _naming_order(rows, cols)):
        code = vertex_code(region[0], cols)
        colours[code] = int(board[region[0]])
        owner.update(dict.fromkeys(region, code))
    adjacency: dict[int, set[int]] = {code: set() for code in colours}
    for cell, code in owner.items():
        for neighbour in neighbours(cell):
            other = owner.get(neighbour, code)
            if other != code:
                adjacency[code].add(other)
    return RegionGraph(adjacency, colours)


def paint_vertex(graph: RegionGraph, vertex: int, colour: int) -> RegionGraph:
    """Return the graph after painting a vertex: its neighbours of that colour join it."""
    joined = {other for other in graph.adjacency[vertex] if graph.colours[other] == colour}
    if not joined:
        return RegionGraph(graph.adjacency, graph.colours | {vertex: colour})
    around = set(graph.adjacency[vertex]).union(*(graph.adjacency[other] for other in joined))
    around -= joined | {vertex}
    adjacency = {}
    for other, touching in graph.adjacency.items():
        if other in around:
            adjacency[other] = touching - joined | {vertex}
        elif other == vertex:
            adjacency[other] = around
        elif other not in joined:
            adjacency[other] = touching
    colours = {other: graph.colours[other] for other in adjacency}
    colours[vertex] = colour
    return RegionGraph(adjacency, colours)


def _naming_order(rows: int, cols: int) -> Iterator[Cell]:
    for row in (1, rows):
        yield row, 1
        yield row, cols
    for row in range(1, rows + 1):
        yield row, 1
        yield row, cols
    for row in range(1, rows + 1):
        for column in range(1, cols + 1):
            yield row, column
