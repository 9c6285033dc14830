"""Levels that are a board of colours and a palette, whatever is played on it."""

from __future__ import annotations

from dataclasses import dataclass

from kamigen.grid import Grid, framed
from kamigen.level import Level


@dataclass(frozen=True)
class BoardLevel(Level):
    """A board of colour numbers and the palette 1..colours that is played with."""

    cells: tuple[tuple[int, ...], ...]
    colours: int

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.cells)

    @property
    def cols(self) -> int:
        """The number of columns."""
        return len(self.cells[0]) if self.cells else 0

    @property
    def board(self) -> Grid:
        """The cells as a framed grid, fresh for every caller."""
        return framed(self.cells)
