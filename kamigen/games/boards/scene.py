"""What boards of colours look like: which cells are drawn as one piece."""

from __future__ import annotations

from collections.abc import Sequence

from kamigen.grid import framed, regions


def areas(cells: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    """Return the number of its region for every cell, in the order in which a reader meets them."""
    labels = [[0] * len(row) for row in cells]
    for number, region in enumerate(regions(framed(cells))):
        for row, column in region:
            labels[row - 1][column - 1] = number
    return tuple(map(tuple, labels))
