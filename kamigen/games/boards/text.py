"""Levels as text, for games on boards: words with their places, and the bounds.

A game's parser says what its header holds; reading lines, integers and rows,
and refusing them with line and column, is the same for all and stands here.
Lines are split into words one by one, and no more of them than the header
announces: a hostile file takes no more memory than its text does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NoReturn, TypeVar

from kamigen.errors import LevelError
from kamigen.level import Claim, Finding

MOST_COLOURS = 255
MOST_ROWS = 1_000
MOST_CELLS = 40_000
MOST_ACTIONS = 1_000_000

Cell = TypeVar("Cell")

WORD = re.compile(r"[^ \t]+")
SIGN = re.compile(r"[^ \t]")

_BLANKS = " \t\n"
_INTEGER = re.compile(r"-?[0-9]+")
_MOST_DIGITS = 20


@dataclass(frozen=True, slots=True)
class Token:
    """A word, or a sign, and where it stands."""

    text: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Line:
    """A line that is not blank, and its number in the file."""

    text: str
    number: int

    def tokens(self, most: int, kind: re.Pattern[str] = WORD) -> list[Token]:
        """Return the words or signs of the line, the first `most` if there are more."""
        found = islice(kind.finditer(self.text), most)
        return [Token(match[0], self.number, match.start() + 1) for match in found]

    @property
    def start(self) -> tuple[int, int]:
        """Line and column of the first word."""
        return self.number, len(self.text) - len(self.text.lstrip(_BLANKS)) + 1

    @property
    def end(self) -> tuple[int, int]:
        """Line and column behind the last word."""
        return self.number, len(self.text.rstrip(_BLANKS)) + 1


def lines_of(text: str) -> Iterator[Line]:
    """Yield the lines that are not blank."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    for number, match in enumerate(re.finditer("[^\n]*\n?", text), start=1):
        if match[0].strip(_BLANKS):
            yield Line(match[0].rstrip("\n"), number)


def header_line(lines: Iterator[Line], expected: str) -> Line:
    """Return the first line; a text without one is refused."""
    header = next(lines, None)
    if header is None:
        refuse("header-missing", f"the file is empty; expected {expected}", 1, 1)
    return header


def header_integers(line: Line, names: Sequence[str]) -> tuple[list[int], list[Token]]:
    """Return the integers of a header, one for each name, and where they stand."""
    tokens = line.tokens(len(names) + 1)
    values = [integer(token, name) for token, name in zip(tokens, names, strict=False)]
    if len(tokens) < len(names):
        expected = f"the header has {len(tokens)} of {len(names)} integers"
        refuse("header-short", f"{expected}; next expected: {names[len(tokens)]}", *line.end)
    if len(tokens) > len(names):
        message = f"the header has more than {len(names)} entries"
        refuse_token("header-long", message, tokens[-1])
    return values, tokens


def claim(values: Sequence[int], tokens: Sequence[Token]) -> Claim:
    """Return what the first two integers of a header promise: difficulty and limit."""
    difficulty, limit = values[:2]
    if not 1 <= difficulty <= 3:
        refuse_token("difficulty-range", f"difficulty {difficulty} is not 1, 2 or 3", tokens[0])
    if not 0 <= limit <= MOST_ACTIONS:
        refuse_token(
            "limit-range", f"the limit {limit} is not between 0 and {MOST_ACTIONS}", tokens[1]
        )
    return Claim(difficulty, limit)


def size(values: Sequence[int], tokens: Sequence[Token]) -> tuple[int, int, int]:
    """Return rows, columns and colours, each within its bounds."""
    rows, columns, colours = values
    for name, count, token in (("rows", rows, tokens[0]), ("cols", columns, tokens[1])):
        if count < 1:
            refuse_token("no-cells", f"{name} is {count}; a board has at least one cell", token)
        if count > MOST_ROWS:
            refuse_token("too-large", f"{name} is {count}, more than {MOST_ROWS}", token)
    if rows * columns > MOST_CELLS:
        refuse_token("too-large", f"{rows}×{columns} cells are more than {MOST_CELLS}", tokens[0])
    if not 1 <= colours <= MOST_COLOURS:
        refuse_token(
            "colours-range",
            f"the number of colours {colours} is not between 1 and {MOST_COLOURS}",
            tokens[2],
        )
    return rows, columns, colours


def board_rows(
    lines: Iterator[Line],
    header: Line,
    size: tuple[int, int],
    cell: Callable[[Token], Cell],
    *,
    what: str = "cells",
    kind: re.Pattern[str] = WORD,
) -> tuple[tuple[Cell, ...], ...]:
    """Return the rows below the header; `cell` reads a word or sign, or refuses it."""
    rows, columns = size
    found: list[tuple[Cell, ...]] = []
    last = header
    for line in lines:
        if len(found) == rows:
            refuse("row-extra", f"expected {rows} rows of {what}, found more", *line.start)
        tokens = line.tokens(columns + 1, kind)
        found.append(tuple(cell(token) for token in tokens[:columns]))
        if len(tokens) < columns:
            message = f"expected {columns} {what} in this row, found {len(tokens)}"
            refuse("row-short", message, *line.end)
        if len(tokens) > columns:
            message = f"expected {columns} {what} in this row, found more"
            refuse_token("row-long", message, tokens[-1])
        last = line
    if len(found) < rows:
        message = f"expected {rows} rows of {what}, found only {len(found)}"
        refuse("row-missing", message, *last.end)
    return tuple(found)


def level_text(header: Sequence[int], cells: Sequence[Sequence[object]]) -> str:
    """Write header and rows, one blank between two entries."""
    return "".join(" ".join(map(str, line)) + "\n" for line in (header, *cells))


def integer(token: Token, what: str) -> int:
    """Return the integer that a word is; `what` says what was expected there."""
    shown = token.text if len(token.text) <= 20 else token.text[:20] + "…"
    if not _INTEGER.fullmatch(token.text):
        refuse_token("not-an-integer", f"{shown!r} is not an integer; expected {what}", token)
    if len(token.text) > _MOST_DIGITS:
        refuse_token("too-many-digits", f"{shown} is beyond all bounds; expected {what}", token)
    return int(token.text)


def refuse_token(code: str, message: str, token: Token) -> NoReturn:
    """Refuse a text for one of its words."""
    refuse(code, message, token.line, token.column)


def refuse(code: str, message: str, line: int, column: int) -> NoReturn:
    """Refuse a text for what stands, or is missing, at this place."""
    raise LevelError(Finding(code, message, line, column))
