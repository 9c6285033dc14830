"""Framed grids: cell names, flood fill, region labelling.

A grid is an integer matrix with a frame of zeros around it, so that a cell's
four neighbours always exist and the frame never equals a cell. Rows and
columns of cells count from 1, as the frame is row 0 and column 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

Grid = NDArray[np.int16]
Cell = tuple[int, int]

FRAME = 0


def framed(cells: Sequence[Sequence[int]]) -> Grid:
    """Return the cells as a grid with its frame."""
    inner = np.array(cells, dtype=np.int16)
    grid: Grid = np.full((inner.shape[0] + 2, inner.shape[1] + 2), FRAME, dtype=np.int16)
    grid[1:-1, 1:-1] = inner
    return grid


def inner_cells(grid: Grid) -> tuple[tuple[int, ...], ...]:
    """Return the cells of a grid without its frame."""
    return tuple(tuple(row) for row in grid[1:-1, 1:-1].tolist())


def neighbours(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """Return the cells above, below, left and right."""
    row, column = cell
    return (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)


def flood(grid: Grid, start: Cell) -> list[Cell]:
    """Return the cells of the region that holds `start`, nearest first."""
    return next(regions(grid, [start]))


def regions(grid: Grid, starts: Iterable[Cell] | None = None) -> Iterator[list[Cell]]:
    """Yield every region that holds one of `starts`, in their order; else in reading order."""
    width = grid.shape[1]
    places = None if starts is None else [row * width + column for row, column in starts]
    for region in flat_regions(grid.ravel().tolist(), width, places):
        yield [divmod(place, width) for place in region]


def flat_regions(
    cells: Sequence[int], width: int, starts: Iterable[int] | None = None
) -> Iterator[list[int]]:
    """Yield regions as `regions` does, of a framed grid that is written row after row.

    Cells are places in that list: reading single cells of an array takes several
    times as long, and so do pairs of numbers.
    """
    unburnt = list(cells)
    for start in range(len(unburnt)) if starts is None else starts:
        colour = unburnt[start]
        if colour == FRAME:
            continue
        unburnt[start] = FRAME
        region = [start]
        for place in region:  # grows while it is walked: a breadth-first fire
            if unburnt[place - width] == colour:
                unburnt[place - width] = FRAME
                region.append(place - width)
            if unburnt[place + width] == colour:
                unburnt[place + width] = FRAME
                region.append(place + width)
            if unburnt[place - 1] == colour:
                unburnt[place - 1] = FRAME
                region.append(place - 1)
            if unburnt[place + 1] == colour:
                unburnt[place + 1] = FRAME
                region.append(place + 1)
        yield region


def column_letters(column: int) -> str:
    """Return the letters of a column: A for 1, Z for 26, AA for 27."""
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def cell_name(cell: Cell) -> str:
    """Return a cell's name: column letters, then row number, as in E1."""
    row, column = cell
    return f"{column_letters(column)}{row}"


def parse_cell(name: str) -> Cell | None:
    """Return the cell that `name` names, whatever the board's size, or None."""
    letters = name.rstrip("0123456789")
    digits = name[len(letters) :]
    if not (letters.isascii() and letters.isalpha() and 0 < len(digits) <= 6 and len(letters) <= 4):
        return None
    column = 0
    for letter in letters.upper():
        column = column * 26 + ord(letter) - ord("A") + 1
    return int(digits), column
