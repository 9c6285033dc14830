"""How boards are drawn in pictures and on pages, apart from what is on them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Glyphs(StrEnum):
    """Where glyphs are drawn."""

    REGIONS = "regions"
    CELLS = "cells"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Look:
    """How a board is drawn, apart from what is on it."""

    glyphs: Glyphs = Glyphs.REGIONS
    coordinates: bool = False
    mono: bool = False


class Paper(StrEnum):
    """The sizes of paper."""

    A4 = "a4"
    LETTER = "letter"

    @property
    def size(self) -> tuple[float, float]:
        """Width and height."""
        return {Paper.A4: (210.0, 297.0), Paper.LETTER: (215.9, 279.4)}[self]
