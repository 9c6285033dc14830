"""Framed grids: cell names, flood fill, region labelling.

A grid is an integer matrix with a frame of zeros around it, so that a cell's
four neighbours always exist and the frame never equals a cell. Rows and
columns of cells count from 1, as the frame is row 0 and column 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

Grid = NDArray[np.int16]
Cell = tuple[int, int]

FRAME = 0


def framed(cells: Sequence[Sequence[int]]) -> Grid:
    """Return the cells as a grid with its frame."""
    return np.pad(np.array(cells, dtype=np.int16), 1, constant_values=FRAME)


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
    rows, width = grid.shape
    # A flat list: reading single cells of an array takes several times as long.
    unburnt = grid.ravel().tolist()
    for row, column in starts or product(range(1, rows - 1), range(1, width - 1)):
        place = row * width + column
        colour = unburnt[place]
        if colour == FRAME:
            continue
        unburnt[place] = FRAME
        region = [place]
        for place in region:  # grows while it is walked: a breadth-first fire
            for beside in (place - width, place + width, place - 1, place + 1):
                if unburnt[beside] == colour:
                    unburnt[beside] = FRAME
                    region.append(beside)
        yield [divmod(place, width) for place in region]


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
