"""Styles that cut the board into pieces and colour them like a map."""

from __future__ import annotations

from itertools import count

import numpy as np
from numpy.typing import NDArray

from kamigen.games.boards.styles.palette import map_colours
from kamigen.games.boards.styles.sheet import Sheet
from kamigen.grid import Grid
from kamigen.rng import Rng

Distances = NDArray[np.int64]


def shards(sheet: Sheet, colours: int, grain: int, rng: Rng) -> Grid:
    """Cells of a Voronoi diagram: broken glass, cut stone or facets by the distance used."""
    distance = rng.choice((_crow_squared, _rook, _king))
    amount = max(colours, sheet.area // (2 * grain * grain + 1))
    labels = sheet.filled(0)
    rows, columns = np.indices(labels.shape)
    nearest = np.full(labels.shape, np.iinfo(np.int64).max)
    for label in range(1, -(-amount // sheet.order) + 1):
        site = rng.between(1, sheet.rows), rng.between(1, sheet.cols)
        for row, column in sheet.images(site):
            apart = distance(np.abs(rows - row), np.abs(columns - column))
            labels[apart < nearest] = label
            nearest = np.minimum(nearest, apart)
    return map_colours(sheet.folded(labels), colours, rng)


def patchwork(sheet: Sheet, colours: int, grain: int, rng: Rng) -> Grid:
    """Rectangles cut from rectangles, some of them folded along a diagonal."""
    labels = sheet.filled(0)
    names = count(1)
    waiting = [(1, 1, sheet.rows, sheet.cols)]
    while waiting:
        top, left, height, width = waiting.pop()
        lengthwise = width > height or (width == height and rng.chance(50))
        length = width if lengthwise else height
        if length < 2 * grain + 1 or (length <= 3 * grain + 1 and rng.chance(35)):
            _lay_patch(labels, (top, left, height, width), names, rng)
            continue
        cut = rng.between(grain, length - grain)
        if lengthwise:
            waiting += [(top, left, height, cut), (top, left + cut, height, width - cut)]
        else:
            waiting += [(top, left, cut, width), (top + cut, left, height - cut, width)]
    return map_colours(sheet.folded(labels), colours, rng)


def _lay_patch(labels: Grid, patch: tuple[int, int, int, int], names: count[int], rng: Rng) -> None:
    top, left, height, width = patch
    labels[top : top + height, left : left + width] = next(names)
    if min(height, width) >= 3 and rng.chance(40):
        other = next(names)
        rising = rng.chance(50)
        for row in range(height):
            for column in range(width):
                across = width - 1 - column if rising else column
                if (2 * row + 1) * width > (2 * across + 1) * height:
                    labels[top + row, left + column] = other


def _crow_squared(rows: Distances, columns: Distances) -> Distances:
    return rows * rows + columns * columns


def _rook(rows: Distances, columns: Distances) -> Distances:
    return rows + columns


def _king(rows: Distances, columns: Distances) -> Distances:
    return np.maximum(rows, columns)
