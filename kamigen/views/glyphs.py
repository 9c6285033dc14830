"""The glyphs of the palette as shapes, so that no picture or page needs a font for them."""

from __future__ import annotations

import math
from collections.abc import Mapping

from kamigen.views.drawing import Loop, Point, disc, polygon, rectangle

# How wide each figure is for a glyph of size 1: tuned by eye until all look equally heavy.
_DISC, _SQUARE, _DIAMOND, _TRIANGLE, _STAR = 0.46, 0.82, 0.56, 0.62, 0.6

# What is left in the middle of a hollow glyph, in parts of the whole.
_HOLLOW = 0.56

_FIGURES: Mapping[str, tuple[str, bool]] = {
    "●": ("disc", False),
    "▲": ("triangle", False),
    "■": ("square", False),
    "◆": ("diamond", False),
    "★": ("star", False),
    "○": ("disc", True),
    "△": ("triangle", True),
    "□": ("square", True),
    "◇": ("diamond", True),
    "☆": ("star", True),
}


def glyph_loops(glyph: str, x: float, y: float, size: float) -> tuple[Loop, ...]:
    """Return the loops of a glyph whose middle is at (x, y)."""
    figure, hollow = _FIGURES[glyph]
    whole = _figure(figure, x, y, size)
    return (whole, _figure(figure, x, y, size * _HOLLOW)) if hollow else (whole,)


def _figure(name: str, x: float, y: float, size: float) -> Loop:
    rounding = size * 0.05
    match name:
        case "disc":
            return disc(x, y, _DISC * size)
        case "square":
            side = _SQUARE * size
            return rectangle(x - side / 2, y - side / 2, side, side, rounding)
        case "diamond":
            return polygon(_star(x, y, (_DIAMOND * size,) * 4), rounding)
        case "triangle":
            # A triangle looks centred when its centroid is a little below the middle.
            return polygon(_star(x, y + size * 0.08, (_TRIANGLE * size,) * 3), rounding)
        case _:
            long, short = _STAR * size, _STAR * size * 0.45
            return polygon(_star(x, y + size * 0.03, (long, short) * 5), rounding / 2)


def _star(x: float, y: float, radii: tuple[float, ...]) -> list[Point]:
    """Points around (x, y), clockwise from the top, each at its own distance."""
    angles = [2 * math.pi * place / len(radii) for place in range(len(radii))]
    return [
        (x + radius * math.sin(angle), y - radius * math.cos(angle))
        for radius, angle in zip(radii, angles, strict=True)
    ]
