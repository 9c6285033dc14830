"""Gemas levels and their text: a header of seven integers, then the rows of letters.

    difficulty limit target rows cols colours seed

`limit` is the number of swaps allowed, `target` the number of gems to destroy
with them. The gems are the letters A, B, …, as many as `colours` says; `seed`
fixes the gems that fall in later (see `refill`). The letters of a row may stand
together or apart; `format_level` writes them apart, as the assignment does.

A board is a position of the game only when all its chains are gone, so one
with a chain is refused here. Whether it has a valid swap, and whether the
target can be reached, is for the search to say.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from kamigen.games.boards.text import (
    SIGN,
    Line,
    Token,
    board_rows,
    header_integers,
    header_line,
    level_text,
    lines_of,
    refuse_token,
)
from kamigen.games.gemas.planes import A, Planes, planes_of
from kamigen.games.gemas.refill import Refill
from kamigen.level import Claim, ParLevel

MOST_SWAPS = 1_000_000
MOST_TARGET = 10_000
MOST_SIDE = 10
MOST_COLOURS = 26
GREATEST_SEED = (1 << 32) - 1

HEADER = ("difficulty", "limit", "target", "rows", "cols", "colours", "seed")

_BOUNDS = {
    "difficulty": (1, 3),
    "limit": (0, MOST_SWAPS),
    "target": (1, MOST_TARGET),
    "rows": (1, MOST_SIDE),
    "cols": (1, MOST_SIDE),
    "colours": (1, MOST_COLOURS),
    "seed": (0, GREATEST_SEED),
}


@dataclass(frozen=True)
class GemasLevel(ParLevel):
    """A board without chains, a string of letters a row; the target; and the refill."""

    game: ClassVar[str] = "gemas"
    target: int
    cells: tuple[str, ...]
    colours: int
    seed: int

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.cells)

    @property
    def cols(self) -> int:
        """The number of columns."""
        return len(self.cells[0]) if self.cells else 0

    @property
    def planes(self) -> Planes:
        """The engine for boards like this one."""
        return planes_of(self.rows, self.cols, self.colours)

    @property
    def board(self) -> int:
        """The cells as the engine holds them."""
        return self.planes.pack(self.cells)

    @property
    def refill(self) -> Refill:
        """The gems that fall in, from the first on."""
        return Refill(self.seed, self.colours)


def parse(text: str) -> GemasLevel:
    """Read a level, or raise LevelError with the first thing that is wrong."""
    lines = lines_of(text)
    header = header_line(lines, f"a header of {len(HEADER)} integers")
    difficulty, limit, target, rows, cols, colours, seed = _header(header)
    gems = board_rows(lines, header, (rows, cols), _gem_of(colours), what="gems", kind=SIGN)
    cells = tuple("".join(token.text for token in row) for row in gems)
    chain = first_chain(cells)
    if chain is not None:
        start = gems[chain[0]][chain[1]]
        message = f"a chain of three {start.text} starts here; a level starts without chains"
        refuse_token("chain-at-start", message, start)
    return GemasLevel(Claim(difficulty, limit), target, cells, colours, seed)


def format_level(level: GemasLevel) -> str:
    """Write a level in the one canonical way."""
    header = (
        *(level.difficulty, level.limit, level.target),
        *(level.rows, level.cols, level.colours, level.seed),
    )
    return level_text(header, level.cells)


def first_chain(cells: Sequence[str]) -> tuple[int, int] | None:
    """Return row and column, from 0, where three alike begin in line; None if nowhere."""
    for row, letters in enumerate(cells):
        for col, letter in enumerate(letters):
            if letters[col : col + 3] == letter * 3:
                return row, col
            if "".join(other[col] for other in cells[row : row + 3]) == letter * 3:
                return row, col
    return None


def _header(line: Line) -> list[int]:
    values, tokens = header_integers(line, HEADER)
    for token, value, name in zip(tokens, values, HEADER, strict=True):
        least, most = _BOUNDS[name]
        if not least <= value <= most:
            refuse_token(
                "header-range", f"{name} is {value}, not between {least} and {most}", token
            )
    return values


def _gem_of(colours: int) -> Callable[[Token], Token]:
    last = chr(A + colours - 1)

    def gem(token: Token) -> Token:
        if not ("A" <= token.text <= "Z"):
            refuse_token(
                "not-a-gem", f"{token.text!r} is not a gem; gems are the letters A to {last}", token
            )
        if token.text > last:
            refuse_token(
                "no-such-gem", f"{token.text} is beyond the {colours} colours, A to {last}", token
            )
        return token

    return gem
