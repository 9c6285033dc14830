"""Fields: whole-number functions over the board, from which bands and outlines are cut.

A field takes how far right of and below some centre a cell lies, in half
cells, and says how far along it is. Only whole numbers occur: a sine from the
platform's library could differ in its last bit, and a board with it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import lru_cache
from math import isqrt

from kamigen.games.boards.styles.sheet import Sheet
from kamigen.grid import Cell
from kamigen.rng import Rng

Field = Callable[[int, int], int]


def across(right: int, _down: int) -> int:
    """Grow from left to right."""
    return right


def downwards(_right: int, down: int) -> int:
    """Grow from top to bottom."""
    return down


def falling(right: int, down: int) -> int:
    """Grow towards the lower right."""
    return right + down


def rising(right: int, down: int) -> int:
    """Grow towards the upper right."""
    return right - down


def disc(right: int, down: int) -> int:
    """Grow away from the centre in circles."""
    return isqrt(right * right + down * down)


def diamond(right: int, down: int) -> int:
    """Grow away from the centre in diamonds."""
    return abs(right) + abs(down)


def square(right: int, down: int) -> int:
    """Grow away from the centre in squares."""
    return max(abs(right), abs(down))


def triangle(right: int, down: int) -> int:
    """Grow away from the centre in triangles that stand on their long side."""
    return max(down, abs(right) - down)


def plus(right: int, down: int) -> int:
    """Grow away from the centre in crosses whose arms are as wide as a third of their length."""
    return max(square(right, down), 3 * cross(right, down))


def cross(right: int, down: int) -> int:
    """Grow away from the two lines through the centre."""
    return min(abs(right), abs(down))


def saltire(right: int, down: int) -> int:
    """Grow away from the two diagonals through the centre."""
    return abs(abs(right) - abs(down))


STRAIGHT: tuple[Field, ...] = (across, downwards, falling, rising)
ROUND: tuple[Field, ...] = (disc, diamond, square, triangle, plus)
CROSSED: tuple[Field, ...] = (cross, saltire)


def moved(field: Field, right: int, down: int) -> Field:
    """Return the field about another centre."""
    return lambda x, y: field(x - right, y - down)


def turned(field: Field, quarters: int) -> Field:
    """Return the field turned about its centre by some quarter turns."""
    match quarters:
        case 1:
            return lambda right, down: field(down, -right)
        case 2:
            return lambda right, down: field(-right, -down)
        case 3:
            return lambda right, down: field(-down, right)
    return field


def zigzag(place: int, period: int, height: int) -> int:
    """Return a wave of straight lines, between 0 and `height`."""
    return abs(place % (2 * period) - period) * height // period


def swell(place: int, period: int, height: int) -> int:
    """Return a wave of parabolic arcs, between 0 and `height`: crest, trough, crest, …."""
    turn, along = divmod(place, period)
    arc = 2 * height * along * (period - along) // (period * period)
    return height // 2 + (arc if turn % 2 == 0 else -arc)


def outline(sheet: Sheet, rng: Rng) -> set[Cell]:
    """Return the pattern cells on one side of a line or shape that cuts the pattern in two."""
    places, cells = _pattern_places(sheet, rng.choice(STRAIGHT + ROUND + CROSSED))
    edge = places[len(places) * rng.between(30, 70) // 100]
    return set(cells[: bisect_left(places, edge)])


# Two lists, not one of pairs: a run keeps a thousand of these, and a pair takes five
# times as much memory as its places in two lists.
@lru_cache(maxsize=1024)
def _pattern_places(sheet: Sheet, field: Field) -> tuple[Sequence[int], Sequence[Cell]]:
    """How far along the pattern cells are, and the cells, the nearest first.

    Sheets and outlines come again.
    """
    nearest = sorted((field(*sheet.centred(cell)), cell) for cell in sheet.pattern_cells())
    return [place for place, _ in nearest], [cell for _, cell in nearest]
