"""Styles of paper cut-outs: shapes laid one upon another on a ground."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from kamigen.games.boards.styles.fields import ROUND, Field, turned
from kamigen.games.boards.styles.palette import another
from kamigen.games.boards.styles.sheet import Sheet
from kamigen.grid import Cell, Grid, neighbours
from kamigen.rng import Rng


def islands(sheet: Sheet, colours: int, grain: int, rng: Rng) -> Grid:
    """Ragged shapes that grew from a cell each, on a ground of one colour."""
    ground = rng.between(1, colours)
    grid = sheet.filled(ground)
    amount = max(colours, sheet.area // (3 * grain * grain))
    for _ in range(-(-amount // sheet.order)):
        start = rng.between(1, sheet.rows), rng.between(1, sheet.cols)
        size = rng.between(1, 3) * grain * grain + 1
        colour = another(int(grid[start]), colours, rng)
        sheet.lay(grid, _grown(sheet, start, size, rng), colour)
    return grid


def collage(sheet: Sheet, colours: int, grain: int, rng: Rng) -> Grid:
    """Bold shapes of cut paper, large ones below and smaller ones on top."""
    ground = rng.between(1, colours)
    grid = sheet.filled(ground)
    amount = max(colours, -(-sheet.area // (2 * grain * grain + 1) // sheet.order))
    largest = min(sheet.rows, sheet.cols)
    for number in range(amount):
        reach = max(2 * grain, largest * 3 // (number + 3))
        centre = _centre(sheet, rng)
        colour = int(grid[centre])
        shape, quarters = rng.choice(ROUND), rng.below(4)
        # Half of the larger shapes have a rim.
        for inset in (0, 2 * grain) if reach > 4 * grain and rng.chance(50) else (0,):
            colour = another(colour, colours, rng)
            sheet.lay(grid, _cut(sheet, _shape(shape, quarters, reach - inset), centre), colour)
    return grid


def _centre(sheet: Sheet, rng: Rng) -> Cell:
    """Return where a shape is laid: often on a middle line, so that its images coincide."""
    row, column = rng.between(1, sheet.rows), rng.between(1, sheet.cols)
    if rng.chance(33):
        row = (sheet.rows + 1) // 2
    if rng.chance(33):
        column = (sheet.cols + 1) // 2
    return row, column


def _cut(sheet: Sheet, shape: Sequence[tuple[int, int]], centre: Cell) -> list[Cell]:
    """Return the cells of a shape that lie on the sheet."""
    row, column = centre
    least, most = 1 - column, sheet.cols - column
    return [
        (row + down, column + right)
        for down, right in shape
        if least <= right <= most and 1 <= row + down <= sheet.rows
    ]


# The same few shapes are cut again and again.
@lru_cache(maxsize=1024)
def _shape(field: Field, quarters: int, reach: int) -> Sequence[tuple[int, int]]:
    """Return how far below and right of its centre the cells of a shape lie, row by row.

    None of the fields is wider than `reach` cells to each side.
    """
    outline = turned(field, quarters)
    span = range(-reach, reach + 1)
    return [
        (down, right) for down in span for right in span if outline(2 * right, 2 * down) <= reach
    ]


def _grown(sheet: Sheet, start: Cell, size: int, rng: Rng) -> list[Cell]:
    """Return a connected set of cells that grew from `start` by random steps."""
    shape = {start: None}  # a set that keeps its order
    edge = [start]
    while edge and len(shape) < size:
        cell = rng.choice(edge)
        fresh = [
            (row, column)
            for row, column in neighbours(cell)
            if 1 <= row <= sheet.rows and 1 <= column <= sheet.cols and (row, column) not in shape
        ]
        if fresh:
            grown = rng.choice(fresh)
            shape[grown] = None
            edge.append(grown)
        else:
            edge.remove(cell)
    return list(shape)
