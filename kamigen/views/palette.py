"""The colours every view draws with: plain data, so that no view needs another.

The hues start from the set of Okabe and Ito. They were then moved apart until
any two of the ten are at least 0.12 from each other in OKLab, both as they are
and as seen with protanopia, deuteranopia or tritanopia (the model of Machado,
Oliveira and Fernandes); the original seven come as close as 0.08. The first
three are red, green and yellow, as in the assignment's figures. They also stay
ten different colours on terminals of 256 and of 16 colours.

Where no colour can be seen at all, a glyph tells the colours apart.
"""

from __future__ import annotations

from dataclasses import dataclass

_FILLS = (
    "#b13803",  # red
    "#46b190",  # green
    "#fae607",  # yellow
    "#0a42c8",  # blue
    "#bd73f6",  # violet
    "#68d4ff",  # sky
    "#f07709",  # orange
    "#c1f6e2",  # mint
    "#780a17",  # wine
    "#3a3173",  # indigo
)

# One column wide everywhere, and none that a phone or terminal turns into an emoji.
_GLYPHS = "●▲■◆★○△□◇☆"

BLACK, WHITE = "#000000", "#ffffff"

# What pictures and pages are drawn on and written with.
PAPER = "#f8f4ec"
BLANK = "#fffdf8"
INK = "#2e2a26"
FAINT = "#8a8378"

# So many swatches can be told apart without their number.
DISTINCT = len(_FILLS) * len(_GLYPHS)


@dataclass(frozen=True, slots=True)
class Swatch:
    """How a colour looks: its fill, the ink that is legible on it, its glyph."""

    fill: str
    ink: str
    glyph: str


def swatch(colour: int) -> Swatch:
    """Return the swatch of a colour number.

    Fills come round again after ten colours, with the glyphs moved on by one:
    the first hundred swatches all differ. Beyond them only the number does.
    """
    if colour < 1:
        raise ValueError(f"colours are numbered from 1, not {colour}")
    cycle, place = divmod(colour - 1, len(_FILLS))
    fill = _FILLS[place]
    return Swatch(fill, _ink(fill), _GLYPHS[(place + cycle) % len(_GLYPHS)])


def contrast(first: str, second: str) -> float:
    """Return the contrast ratio of two hex colours, from 1 to 21, as WCAG 2 defines it."""
    darker, lighter = sorted((_luminance(first), _luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)


def _ink(fill: str) -> str:
    return max(BLACK, WHITE, key=lambda ink: contrast(ink, fill))


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)
