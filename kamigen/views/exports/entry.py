"""What an export knows of a level, and what is left of that when one is read."""

from __future__ import annotations

from dataclasses import dataclass

from kamigen.errors import KamigenError
from kamigen.game import Mosaic

# More cells than any game's board may have; its own limits are stricter.
MOST_CELLS = 1_000_000


@dataclass(frozen=True, slots=True)
class Entry:
    """A level as other programs see it.

    Difficulty and limit are those of the header, None where a file that was
    read has none. The par and its actions are None while they are not known.
    """

    name: str
    game: str
    mosaic: Mosaic
    difficulty: int | None = None
    limit: int | None = None
    par: int | None = None
    actions: tuple[str, ...] | None = None

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.mosaic.cells)

    @property
    def cols(self) -> int:
        """The number of columns."""
        return len(self.mosaic.cells[0])

    @property
    def flat(self) -> list[int]:
        """The cells, row after row."""
        return [colour for row in self.mosaic.cells for colour in row]

    @property
    def header(self) -> dict[str, int]:
        """What the header says, as far as there is one."""
        known = {"difficulty": self.difficulty, "limit": self.limit}
        return {name: value for name, value in known.items() if value is not None}


def in_rows(flat: list[int], rows: int, cols: int) -> tuple[tuple[int, ...], ...]:
    """Return flat cells as rows, or raise an error if they are not as many as that takes."""
    if rows < 1 or cols < 1:
        raise KamigenError(f"{rows}×{cols} cells are no board")
    if rows * cols > MOST_CELLS:
        raise KamigenError(f"{rows}×{cols} cells are more than any board has")
    if len(flat) != rows * cols:
        raise KamigenError(f"there are {len(flat)} cells, but {rows}×{cols} make {rows * cols}")
    return tuple(tuple(flat[first : first + cols]) for first in range(0, len(flat), cols))
