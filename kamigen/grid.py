"""Framed grids: cell names, flood fill, region labelling.

A grid is an integer matrix with a frame of zeros around it, so that a cell's
four neighbours always exist and the frame never equals a cell. Rows and
columns of cells count from 1, as the frame is row 0 and column 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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
    colour = grid[start]
    region = [start]
    seen = {start}
    for cell in region:  # grows while it is walked: a breadth-first fire
        for neighbour in neighbours(cell):
            if neighbour not in seen and grid[neighbour] == colour:
                seen.add(neighbour)
                region.append(neighbour)
    return region


def regions(grid: Grid) -> Iterator[list[Cell]]:
    """Yield every region, in the order in which a reader meets them."""
    seen = np.zeros(grid.shape, dtype=bool)
    rows, columns = grid.shape
    for row in range(1, rows - 1):
        for column in range(1, columns - 1):
            if not seen[row, column]:
                region = flood(grid, (row, column))
                for cell in region:
                    seen[cell] = True
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
