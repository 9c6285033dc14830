"""Flood-It levels and their text: `rows cols colours` and the rows, or kamigen's header.

The short header is the seed's: a board and nothing claimed about it. It has no
difficulty (0 stands for that) and no limit. With `difficulty limit` in front
the same board is a level. What is tolerated (Windows line ends, a byte-order
mark, tabs, blank lines, trailing blanks) is gone after `format`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from kamigen.games.boards.text import (
    Line,
    Token,
    board_rows,
    claim,
    header_line,
    integer,
    level_text,
    lines_of,
    refuse,
    refuse_token,
    size,
)
from kamigen.grid import Grid, framed
from kamigen.level import Claim, Level

SHORT_HEADER = ("rows", "cols", "colours")
HEADER = ("difficulty", "limit", *SHORT_HEADER)

UNCLAIMED = Claim(0, None)
"""What the short header claims: nothing."""


@dataclass(frozen=True)
class FlooditLevel(Level):
    """A board of the colours 1..colours, flooded from its top-left cell."""

    game: ClassVar[str] = "floodit"
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


def parse(text: str) -> FlooditLevel:
    """Read a level, or raise LevelError with the first thing that is wrong."""
    lines = lines_of(text)
    header = header_line(lines, "a header of 3 or 5 integers")
    claimed, rows, cols, colours = _header(header)

    def cell(token: Token) -> int:
        value = integer(token, "a cell")
        # Unlike in KAMI a colour that cannot be painted could never be reached.
        if not 1 <= value <= colours:
            refuse_token("cell-range", f"a cell is {value}; its colours are 1 to {colours}", token)
        return value

    return FlooditLevel(claimed, board_rows(lines, header, rows, cols, cell), colours)


def format_level(level: FlooditLevel) -> str:
    """Write a level in the one canonical way; without a limit under the short header."""
    header: tuple[int, ...] = (level.rows, level.cols, level.colours)
    if level.limit is not None:
        header = (level.difficulty, level.limit, *header)
    return level_text(header, level.cells)


def _header(line: Line) -> tuple[Claim, int, int, int]:
    tokens = line.tokens(len(HEADER) + 1)
    names = SHORT_HEADER if len(tokens) <= len(SHORT_HEADER) else HEADER
    values = [integer(token, name) for token, name in zip(tokens, names, strict=False)]
    if len(tokens) > len(HEADER):
        refuse_token("header-long", "the header has more than 5 entries", tokens[-1])
    if len(tokens) < len(names):
        expected = f"the header has {len(tokens)} of {len(names)} integers"
        refuse("header-short", f"{expected}; next expected: {names[len(tokens)]}", *line.end)
    if names == SHORT_HEADER:
        return UNCLAIMED, *size(values, tokens)
    return claim(values, tokens), *size(values[2:], tokens[2:])
