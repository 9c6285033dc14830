"""Sheets: the size of a board and the symmetry it is drawn with.

A symmetry is the set of motions that must leave the board as it is. The
motions of one cell are its images; whatever colours, merges or repairs a cell
does the same to all its images, and the symmetry cannot be lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from kamigen.grid import FRAME, Cell, Grid

Symmetry = Literal["none", "left-right", "top-bottom", "both", "half-turn", "quarter-turn"]

_Motion = Callable[[int, int, Cell], Cell]


def _stay(_rows: int, _cols: int, cell: Cell) -> Cell:
    return cell


def _flip_sideways(_rows: int, cols: int, cell: Cell) -> Cell:
    return cell[0], cols + 1 - cell[1]


def _flip_over(rows: int, _cols: int, cell: Cell) -> Cell:
    return rows + 1 - cell[0], cell[1]


def _half_turn(rows: int, cols: int, cell: Cell) -> Cell:
    return rows + 1 - cell[0], cols + 1 - cell[1]


def _quarter_turn(_rows: int, cols: int, cell: Cell) -> Cell:
    return cell[1], cols + 1 - cell[0]


def _quarter_turn_back(rows: int, _cols: int, cell: Cell) -> Cell:
    return rows + 1 - cell[1], cell[0]


_MOTIONS: Mapping[Symmetry, tuple[_Motion, ...]] = {
    "none": (_stay,),
    "left-right": (_stay, _flip_sideways),
    "top-bottom": (_stay, _flip_over),
    "both": (_stay, _flip_sideways, _flip_over, _half_turn),
    "half-turn": (_stay, _half_turn),
    "quarter-turn": (_stay, _quarter_turn, _half_turn, _quarter_turn_back),
}

SYMMETRIES: tuple[Symmetry, ...] = tuple(_MOTIONS)


@dataclass(frozen=True, slots=True)
class Sheet:
    """An empty board, and the motions that must not change what is drawn on it."""

    rows: int
    cols: int
    symmetry: Symmetry = "none"

    def __post_init__(self) -> None:
        if self.symmetry == "quarter-turn" and self.rows != self.cols:
            raise ValueError(f"{self.rows}×{self.cols} cells have no quarter-turn symmetry")

    @property
    def area(self) -> int:
        """The number of cells."""
        return self.rows * self.cols

    @property
    def order(self) -> int:
        """The number of motions, the one that moves nothing included."""
        return len(_MOTIONS[self.symmetry])

    def cells(self) -> Iterator[Cell]:
        """Yield the cells in reading order."""
        for row in range(1, self.rows + 1):
            for column in range(1, self.cols + 1):
                yield row, column

    def images(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the cells that must look like this one, itself first; some may coincide."""
        return _images(self)[cell]

    def firsts(self) -> Mapping[Cell, Cell]:
        """Return of every cell the first of its images in reading order."""
        return _first_images(self)

    def pattern_cells(self) -> tuple[Cell, ...]:
        """Return the first of each set of images: the cells that can be chosen freely."""
        return _pattern_cells(self)

    def filled(self, colour: int) -> Grid:
        """Return the framed grid in which every cell has this colour."""
        grid = self._blank()
        grid[1:-1, 1:-1] = colour
        return grid

    def painted(self, colour_of: Callable[[Cell], int]) -> Grid:
        """Return the framed grid in which every cell has the colour that it is given."""
        return self.of_colours(list(map(colour_of, _images(self))))

    def of_colours(self, colours: Sequence[int]) -> Grid:
        """Return the framed grid of these colours, one a cell in reading order."""
        grid = self._blank()
        grid[1:-1, 1:-1] = np.array(colours, dtype=np.int16).reshape(self.rows, self.cols)
        return grid

    def lay(self, grid: Grid, cells: Iterable[Cell], colour: int) -> None:
        """Paint the cells and all their images, in place."""
        places = _image_places(self)
        width = self.cols + 2
        grid.put([image for row, col in cells for image in places[row * width + col]], colour)

    def folded(self, grid: Grid) -> Grid:
        """Return the grid with each cell coloured as the first of its images."""
        folded = self._blank()
        folded[1:-1, 1:-1] = grid[_firsts(self)]
        return folded

    def _blank(self) -> Grid:
        return np.full((self.rows + 2, self.cols + 2), FRAME, dtype=np.int16)

    def centred(self, cell: Cell) -> tuple[int, int]:
        """Return how far right of and below the centre a cell lies, in half cells."""
        return 2 * cell[1] - self.cols - 1, 2 * cell[0] - self.rows - 1

    def all_centred(self) -> tuple[tuple[int, int], ...]:
        """Return that of all cells, in reading order."""
        return _all_centred(self)

    def image_places(self) -> Sequence[tuple[int, ...]]:
        """Return the images of every place of a framed grid that is written row after row."""
        return _image_places(self)


# Many drawings are made on the few sheets that a config allows.
@lru_cache(maxsize=256)
def _images(sheet: Sheet) -> Mapping[Cell, tuple[Cell, ...]]:
    motions = _MOTIONS[sheet.symmetry]
    return {
        cell: tuple(motion(sheet.rows, sheet.cols, cell) for motion in motions)
        for cell in sheet.cells()
    }


@lru_cache(maxsize=256)
def _image_places(sheet: Sheet) -> Sequence[tuple[int, ...]]:
    width = sheet.cols + 2
    places: list[tuple[int, ...]] = [()] * ((sheet.rows + 2) * width)
    for (row, col), images in _images(sheet).items():
        places[row * width + col] = tuple(down * width + right for down, right in images)
    return places


@lru_cache(maxsize=256)
def _first_images(sheet: Sheet) -> Mapping[Cell, Cell]:
    return {cell: min(images) for cell, images in _images(sheet).items()}


@lru_cache(maxsize=256)
def _pattern_cells(sheet: Sheet) -> tuple[Cell, ...]:
    return tuple(cell for cell, first in _first_images(sheet).items() if cell == first)


@lru_cache(maxsize=256)
def _all_centred(sheet: Sheet) -> tuple[tuple[int, int], ...]:
    return tuple(map(sheet.centred, sheet.cells()))


@lru_cache(maxsize=256)
def _firsts(sheet: Sheet) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The rows and the columns of every cell's first image."""
    firsts = np.array(list(_first_images(sheet).values()))
    shape = (sheet.rows, sheet.cols)
    return firsts[:, 0].reshape(shape), firsts[:, 1].reshape(shape)
