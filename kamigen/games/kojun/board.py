"""The board as solvers and players see it: cells in one row, regions, and the rules.

Cells are numbered row by row from 0. A cell's possible values are the bits of an
integer, value v being bit v − 1, so that the rules become a few operations on
integers:

- the smallest value of a mask m is its lowest bit, m & −m;
- `greater(m)` and `smaller(m)` are the masks of what may stand above or below a
  cell of the same region that can be any of m.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from kamigen.grid import cell_name

Rule = Literal["region", "neighbour", "order"]

# There is no such cell: stands for the neighbour that a cell lacks.
NONE = -1


@dataclass(frozen=True, slots=True)
class Clash:
    """A cell that a value would break a rule with."""

    rule: Rule
    cell: int


@dataclass(frozen=True, slots=True)
class Board:
    """Regions, and for every cell whom it must differ from and whom it must exceed.

    `above` and `below` are the vertical neighbours inside the same region;
    `touching` are all four neighbours, whatever their region; `peers` are all
    cells that must differ from a cell. `start` holds the values that a cell can
    have on an empty board.
    """

    rows: int
    cols: int
    region_of: tuple[int, ...]
    members: tuple[tuple[int, ...], ...]
    touching: tuple[tuple[int, ...], ...]
    peers: tuple[tuple[int, ...], ...]
    above: tuple[int, ...]
    below: tuple[int, ...]
    start: tuple[int, ...]

    def size(self, cell: int) -> int:
        """The number of cells of a cell's region: its greatest value."""
        return len(self.members[self.region_of[cell]])

    def name(self, cell: int) -> str:
        """The cell's name, such as B3."""
        return cell_name((cell // self.cols + 1, cell % self.cols + 1))

    def clash(
        self, values: Sequence[int], cell: int, value: int, among: Iterable[int] | None = None
    ) -> Clash | None:
        """Return a cell whose value forbids `value` in `cell`, if there is one.

        Only cells `among` the given ones are looked at.
        """
        looked_at = None if among is None else set(among)
        for other in self.peers[cell]:
            if values[other] == 0 or (looked_at is not None and other not in looked_at):
                continue
            if values[other] == value:
                together = self.region_of[other] == self.region_of[cell]
                return Clash("region" if together else "neighbour", other)
            if other == self.above[cell] and values[other] < value:
                return Clash("order", other)
            if other == self.below[cell] and values[other] > value:
                return Clash("order", other)
        return None

    def rows_of(self, values: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        """Cut values in one row into the rows of the board."""
        return tuple(
            tuple(values[start : start + self.cols])
            for start in range(0, self.rows * self.cols, self.cols)
        )


def greater(mask: int) -> int:
    """The values greater than the smallest of a mask: what may stand above it.

    Whatever the lower cell is, it is at least that, and the upper is greater.
    """
    return -((mask & -mask) << 1)


def smaller(mask: int) -> int:
    """The values smaller than the greatest of a mask: what may stand below it."""
    return (1 << (mask.bit_length() - 1)) - 1


def bits_of(mask: int) -> list[int]:
    """The single bits of a mask, rising."""
    bits = []
    while mask:
        bits.append(mask & -mask)
        mask &= mask - 1
    return bits


def values_of(mask: int) -> list[int]:
    """The values in a mask, rising."""
    return [bit.bit_length() for bit in bits_of(mask)]


@lru_cache(maxsize=256)
def make_board(regions: tuple[tuple[str, ...], ...]) -> Board:
    """Number the cells and regions, and find who is whose neighbour."""
    rows, cols = len(regions), len(regions[0])
    names = [name for row in regions for name in row]
    numbers: dict[str, int] = {}
    region_of = tuple(numbers.setdefault(name, len(numbers)) for name in names)
    grouped: list[list[int]] = [[] for _ in numbers]
    for cell, region in enumerate(region_of):
        grouped[region].append(cell)
    touching, peers, above, below = [], [], [], []
    for cell, region in enumerate(region_of):
        row, col = divmod(cell, cols)
        up = cell - cols if row > 0 else NONE
        down = cell + cols if row < rows - 1 else NONE
        left = cell - 1 if col > 0 else NONE
        right = cell + 1 if col < cols - 1 else NONE
        near = tuple(other for other in (up, down, left, right) if other != NONE)
        touching.append(near)
        mates = [other for other in grouped[region] if other != cell]
        peers.append((*mates, *(other for other in near if region_of[other] != region)))
        above.append(up if up != NONE and region_of[up] == region else NONE)
        below.append(down if down != NONE and region_of[down] == region else NONE)
    # Cells of a region that stand one upon the other fall strictly, so a cell with
    # k of them above and j below is at least j + 1 and at most size − k.
    start = tuple(
        ((1 << (len(grouped[region]) - _run(above, cell))) - 1) & -(1 << _run(below, cell))
        for cell, region in enumerate(region_of)
    )
    return Board(
        rows,
        cols,
        region_of,
        tuple(map(tuple, grouped)),
        tuple(touching),
        tuple(peers),
        tuple(above),
        tuple(below),
        start,
    )


def _run(following: Sequence[int], cell: int) -> int:
    """How many cells follow one another from a cell on."""
    count = 0
    while following[cell] != NONE:
        cell = following[cell]
        count += 1
    return count
