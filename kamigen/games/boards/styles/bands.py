"""Styles of parallel bands: stripes, waves and rings.

Bands alone make a region graph that is a path, which is soon played through.
So these boards are counterchanged: beyond some outline every band
takes the next colour, as if a part of the sheet had been folded over.
"""

from __future__ import annotations

from collections import Counter

from kamigen.games.boards.styles.fields import (
    CROSSED,
    ROUND,
    STRAIGHT,
    Field,
    moved,
    outline,
    swell,
    turned,
    zigzag,
)
from kamigen.games.boards.styles.palette import sequence
from kamigen.games.boards.styles.sheet import Sheet
from kamigen.grid import Grid
from kamigen.rng import Rng


def stripes(sheet: Sheet, colours: int, grain: int, rng: Rng) -> Grid:
    """Straight bands, level, upright or slanting."""
    return _banded(sheet, rng.choice(STRAIGHT), colours, grain, rng)


def waves(sheet: Sheet, colours: int, grain: int, rng: Rng) -> Grid:
    """Bands that run in zigzags or in arcs."""
    wave = rng.choice((zigzag, swell))
    period = 2 * grain + rng.between(2, 4)
    height = rng.between(2 * grain, 3 * grain + 2)
    phase = rng.below(2 * period)

    def level(right: int, down: int) -> int:
        return down + wave(right + phase, period, height)

    return _banded(sheet, turned(level, rng.below(2)), colours, grain, rng)


def rings(sheet: Sheet, colours: int, grain: int, rng: Rng) -> Grid:
    """Bands around a centre: circles, diamonds, squares, the arms of a cross."""
    field = turned(rng.choice(ROUND + CROSSED), rng.below(4))
    if rng.chance(50):
        field = moved(
            field, *sheet.centred((rng.between(1, sheet.rows), rng.between(1, sheet.cols)))
        )
    return _banded(sheet, field, colours, grain, rng)


def _banded(sheet: Sheet, field: Field, colours: int, grain: int, rng: Rng) -> Grid:
    places = [field(right, down) for right, down in sheet.all_centred()]
    start = min(places)
    band_at = _band_numbers(max(places) - start + 1, grain, rng)
    band_colours = sequence(band_at[-1] + 1, colours, rng)
    folds = [outline(sheet, rng) for _ in range(rng.between(1, 2))]

    shifts = Counter(cell for fold in folds for cell in fold)
    return sheet.of_colours(
        [
            (band_colours[band_at[place - start]] - 1 + shifts[cell]) % colours + 1
            for cell, place in zip(sheet.cells(), places, strict=True)
        ]
    )


def _band_numbers(length: int, grain: int, rng: Rng) -> list[int]:
    """Return the number of the band at each place; bands are `grain` cells wide or a cell more."""
    even = rng.chance(50)
    width = 2 * rng.between(grain, grain + 1)
    # A first band cut short, so that the pattern does not always begin at the edge.
    numbers = [0] * rng.between(1, width)
    while len(numbers) < length:
        numbers += [numbers[-1] + 1] * width
        if not even:
            width = 2 * rng.between(grain, grain + 1)
    return numbers[:length]
