"""Outlines of sets of cells: where to cut a piece of paper, and where to put its glyph."""

from __future__ import annotations

import math
from collections.abc import Collection

from kamigen.grid import Cell
from kamigen.views.drawing import Corner, Loop, Point

# Corner (row, column) of the grid of lines: cell (1, 1) lies between (0, 0) and (1, 1).
_Node = tuple[int, int]
_Heading = tuple[int, int]

_RIGHT, _DOWN, _LEFT, _UP = (0, 1), (1, 0), (0, -1), (-1, 0)


def outlines(cells: Collection[Cell], inset: float, radius: float) -> tuple[Loop, ...]:
    """Return the loops around some cells, in units of a cell.

    They run clockwise around the cells and counter-clockwise around holes, a
    little inside the cells, so that what touches only by a corner stays apart.
    """
    held = set(cells)
    ways: dict[_Node, set[_Heading]] = {}
    for row, column in sorted(held):
        top, left = row - 1, column - 1
        for neighbour, start, heading in (
            ((row - 1, column), (top, left), _RIGHT),
            ((row, column + 1), (top, left + 1), _DOWN),
            ((row + 1, column), (top + 1, left + 1), _LEFT),
            ((row, column - 1), (top + 1, left), _UP),
        ):
            if neighbour not in held:
                ways.setdefault(start, set()).add(heading)
    loops = []
    while ways:
        loops.append(_walk(ways, inset, radius))
    return tuple(loops)


def _walk(ways: dict[_Node, set[_Heading]], inset: float, radius: float) -> Loop:
    """Take the loop through the first node out of the edges that are left."""
    start = node = next(iter(ways))
    first = heading = min(ways[node])
    corners: list[Corner] = []
    while True:
        node = (node[0] + heading[0], node[1] + heading[1])
        clockwise = (heading[1], -heading[0])
        # Where four edges meet, the clockwise turn stays with the same cell.
        turned = next(
            way for way in (clockwise, heading, (-clockwise[0], -clockwise[1])) if way in ways[node]
        )
        ways[node].remove(turned)
        if not ways[node]:
            del ways[node]
        if turned != heading:
            corners.append(_corner(node, heading, turned, inset, radius))
        heading = turned
        if (node, heading) == (start, first):
            return tuple(corners)


def _corner(node: _Node, come: _Heading, go: _Heading, inset: float, radius: float) -> Corner:
    # The cells are on the right hand: heading (0, 1) they are below, at (1, 0).
    down = (come[1] + go[1]) * inset
    right = -(come[0] + go[0]) * inset
    return Corner(node[1] + right, node[0] + down, radius)


def roomiest_spot(cells: Collection[Cell]) -> tuple[Point, int]:
    """Return the middle of the largest square that fits in the cells, and its side.

    The square may lie across cells if that puts it into the middle of them
    all; else, of several, the one nearest to there is taken.
    """
    held = set(cells)
    side: dict[Cell, int] = {}
    for row, column in sorted(held):
        around = ((row - 1, column), (row, column - 1), (row - 1, column - 1))
        side[row, column] = 1 + min(side.get(cell, 0) for cell in around)
    widest = max(side.values())
    middle = (
        sum(column for _, column in held) / len(held) - 0.5,
        sum(row for row, _ in held) / len(held) - 0.5,
    )
    if _covered(middle, widest) <= held:
        return middle, widest
    spots = [
        (column - widest / 2, row - widest / 2)
        for (row, column), own in side.items()
        if own == widest
    ]
    return min(spots, key=lambda spot: (math.dist(spot, middle), spot)), widest


def _covered(middle: Point, side: int) -> set[Cell]:
    """The cells that a square touches."""
    (left, right), (top, bottom) = (
        (math.floor(at - side / 2), math.ceil(at + side / 2)) for at in middle
    )
    return {
        (row, column) for row in range(top + 1, bottom + 1) for column in range(left + 1, right + 1)
    }
