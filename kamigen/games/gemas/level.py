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

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import ClassVar, NoReturn

from kamigen.errors import LevelError
from kamigen.games.gemas.planes import A, Planes, planes_of
from kamigen.games.gemas.refill import Refill
from kamigen.level import Claim, Finding, ParLevel

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

_BLANKS = " \t\n"
_WORD = re.compile(r"[^ \t]+")
_SIGN = re.compile(r"[^ \t]")
_INTEGER = re.compile(r"-?[0-9]+")
_MOST_DIGITS = 20


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


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    number: int

    def tokens(self, kind: re.Pattern[str], most: int) -> list[_Token]:
        """Return the words or signs of the line, the first `most` if there are more."""
        found = islice(kind.finditer(self.text), most)
        return [_Token(match[0], self.number, match.start() + 1) for match in found]

    @property
    def start(self) -> tuple[int, int]:
        """Line and column of the first word."""
        return self.number, len(self.text) - len(self.text.lstrip(_BLANKS)) + 1

    @property
    def end(self) -> tuple[int, int]:
        """Line and column behind the last word."""
        return self.number, len(self.text.rstrip(_BLANKS)) + 1


def parse(text: str) -> GemasLevel:
    """Read a level, or raise LevelError with the first thing that is wrong."""
    lines = _lines(text)
    header = next(lines, None)
    if header is None:
        _refuse("header-missing", "the file is empty; expected a header of 7 integers", 1, 1)
    difficulty, limit, target, row_count, column_count, colours, seed = _header(header)
    rows: list[list[_Token]] = []
    last = header
    for line in lines:
        if len(rows) == row_count:
            _refuse("row-extra", f"expected {row_count} rows of gems, found more", *line.start)
        rows.append(_row(line, column_count, colours))
        last = line
    if len(rows) < row_count:
        message = f"expected {row_count} rows of gems, found only {len(rows)}"
        _refuse("row-missing", message, *last.end)
    cells = tuple("".join(token.text for token in row) for row in rows)
    chain = first_chain(cells)
    if chain is not None:
        row, col = chain
        start = rows[row][col]
        message = f"a chain of three {start.text} starts here; a level starts without chains"
        _refuse_token("chain-at-start", message, start)
    return GemasLevel(Claim(difficulty, limit), target, cells, colours, seed)


def format_level(level: GemasLevel) -> str:
    """Write a level in the one canonical way."""
    header = (
        *(level.difficulty, level.limit, level.target),
        *(level.rows, level.cols, level.colours, level.seed),
    )
    return "".join(" ".join(map(str, line)) + "\n" for line in (header, *level.cells))


def first_chain(cells: Sequence[str]) -> tuple[int, int] | None:
    """Return row and column, from 0, where three alike begin in line; None if nowhere."""
    for row, letters in enumerate(cells):
        for col, letter in enumerate(letters):
            if letters[col : col + 3] == letter * 3:
                return row, col
            if "".join(other[col] for other in cells[row : row + 3]) == letter * 3:
                return row, col
    return None


def _lines(text: str) -> Iterator[_Line]:
    """Yield the lines that are not blank."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    for number, match in enumerate(re.finditer("[^\n]*\n?", text), start=1):
        if match[0].strip(_BLANKS):
            yield _Line(match[0].rstrip("\n"), number)


def _header(line: _Line) -> list[int]:
    tokens = line.tokens(_WORD, len(HEADER) + 1)
    values = [_integer(token, name) for token, name in zip(tokens, HEADER, strict=False)]
    if len(tokens) < len(HEADER):
        _refuse(
            "header-short",
            f"the header has {len(tokens)} of 7 integers; next expected: {HEADER[len(tokens)]}",
            *line.end,
        )
    if len(tokens) > len(HEADER):
        _refuse_token("header-long", "the header has more than 7 entries", tokens[-1])
    for token, value, name in zip(tokens, values, HEADER, strict=True):
        least, most = _BOUNDS[name]
        if not least <= value <= most:
            _refuse_token(
                "header-range", f"{name} is {value}, not between {least} and {most}", token
            )
    return values


def _row(line: _Line, columns: int, colours: int) -> list[_Token]:
    tokens = line.tokens(_SIGN, columns + 1)
    last = chr(A + colours - 1)
    for token in tokens[:columns]:
        if not ("A" <= token.text <= "Z"):
            _refuse_token(
                "not-a-gem", f"{token.text!r} is not a gem; gems are the letters A to {last}", token
            )
        if token.text > last:
            _refuse_token(
                "no-such-gem", f"{token.text} is beyond the {colours} colours, A to {last}", token
            )
    if len(tokens) < columns:
        message = f"expected {columns} gems in this row, found {len(tokens)}"
        _refuse("row-short", message, *line.end)
    if len(tokens) > columns:
        _refuse_token("row-long", f"expected {columns} gems in this row, found more", tokens[-1])
    return tokens


def _integer(token: _Token, what: str) -> int:
    shown = token.text if len(token.text) <= 20 else token.text[:20] + "…"
    if not _INTEGER.fullmatch(token.text):
        _refuse_token("not-an-integer", f"{shown!r} is not an integer; expected {what}", token)
    if len(token.text) > _MOST_DIGITS:
        _refuse_token("too-many-digits", f"{shown} is beyond all bounds; expected {what}", token)
    return int(token.text)


def _refuse_token(code: str, message: str, token: _Token) -> NoReturn:
    _refuse(code, message, token.line, token.column)


def _refuse(code: str, message: str, line: int, column: int) -> NoReturn:
    raise LevelError(Finding(code, message, line, column))
