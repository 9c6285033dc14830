"""Flood-It levels and their text: `rows cols colours` and the rows, or kamigen's header.

The short header is the seed's: a board and nothing claimed about it. It has no
difficulty (0 stands for that) and no limit. With `difficulty limit` in front
the same board is a level. What is tolerated (Windows line ends, a byte-order
mark, tabs, blank lines, trailing blanks) is gone after `format`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from kamigen.games.boards.board import BoardLevel
from kamigen.games.boards.text import (
    Line,
    Token,
    board_rows,
    claim,
    header_integers,
    header_line,
    integer,
    level_text,
    lines_of,
    refuse_token,
    size,
)
from kamigen.level import Claim

SHORT_HEADER = ("rows", "cols", "colours")
HEADER = ("difficulty", "limit", *SHORT_HEADER)

UNCLAIMED = Claim(0, None)
"""What the short header claims: nothing."""


@dataclass(frozen=True)
class FlooditLevel(BoardLevel):
    """A board of the colours 1..colours, flooded from its top-left cell."""

    game: ClassVar[str] = "floodit"


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

    return FlooditLevel(claimed, board_rows(lines, header, (rows, cols), cell), colours)


def format_level(level: FlooditLevel) -> str:
    """Write a level in the one canonical way; without a limit under the short header."""
    header: tuple[int, ...] = (level.rows, level.cols, level.colours)
    if level.limit is not None:
        header = (level.difficulty, level.limit, *header)
    return level_text(header, level.cells)


def _header(line: Line) -> tuple[Claim, int, int, int]:
    short = len(line.tokens(len(HEADER))) <= len(SHORT_HEADER)
    names = SHORT_HEADER if short else HEADER
    values, tokens = header_integers(line, names)
    if short:
        return UNCLAIMED, *size(values, tokens)
    return claim(values, tokens), *size(values[2:], tokens[2:])
