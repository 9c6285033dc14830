"""KAMI levels and their text: `difficulty limit rows cols colours`, then the rows.

Whatever `parse` accepts must never crash anything later, so every number is
held within bounds here. What it tolerates (Windows line ends, a byte-order
mark, tabs, blank lines, trailing blanks) is gone after `format`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar, NoReturn

from kamigen.errors import LevelError
from kamigen.grid import Grid, framed
from kamigen.level import Claim, Finding, ParLevel

MOST_COLOURS = 255
MOST_ROWS = 1_000
MOST_CELLS = 40_000
MOST_ACTIONS = 1_000_000

HEADER = ("difficulty", "limit", "rows", "cols", "colours")

_TOKEN = re.compile(r"[^ \t]+")
_INTEGER = re.compile(r"-?[0-9]{1,9}")


@dataclass(frozen=True)
class KamiLevel(ParLevel):
    """A board of colour numbers and the palette 1..colours it may be painted with."""

    game: ClassVar[str] = "kami"
    cells: tuple[tuple[int, ...], ...]
    colours: int

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.cells)

    @property
    def cols(self) -> int:
        """The number of columns."""
        return len(self.cells[0])

    @property
    def board(self) -> Grid:
        """The cells as a framed grid, fresh for every caller."""
        return framed(self.cells)


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    line: int
    column: int


def parse(text: str) -> KamiLevel:
    """Read a level, or raise LevelError with the first thing that is wrong."""
    lines = _tokens(text)
    if not lines:
        _refuse("header-missing", "the file is empty; expected a header of 5 integers", 1, 1)
    header, *rows = lines
    difficulty, limit, row_count, column_count, colours = _header(header)
    cells = tuple(_row(row, column_count) for row in rows[:row_count])
    if len(rows) < row_count:
        last = lines[-1][-1]
        _refuse(
            "row-missing",
            f"expected {row_count} rows of cells, found only {len(rows)}",
            last.line,
            last.column + len(last.text),
        )
    if len(rows) > row_count:
        extra = rows[row_count][0]
        _refuse(
            "row-extra",
            f"expected {row_count} rows of cells, found {len(rows)}",
            extra.line,
            extra.column,
        )
    return KamiLevel(Claim(difficulty, limit), cells, colours)


def format_level(level: KamiLevel) -> str:
    """Write a level in the one canonical way."""
    header = (level.difficulty, level.limit, level.rows, level.cols, level.colours)
    return "".join(" ".join(map(str, line)) + "\n" for line in (header, *level.cells))


def _tokens(text: str) -> list[list[_Token]]:
    """Split into lines of tokens, leaving blank lines out."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    lines = (
        [_Token(match[0], number, match.start() + 1) for match in _TOKEN.finditer(line)]
        for number, line in enumerate(text.split("\n"), start=1)
    )
    return [line for line in lines if line]


def _header(tokens: list[_Token]) -> tuple[int, int, int, int, int]:
    values = [_integer(token, HEADER[place]) for place, token in enumerate(tokens[: len(HEADER)])]
    if len(tokens) < len(HEADER):
        last = tokens[-1]
        _refuse(
            "header-short",
            f"the header has {len(tokens)} of 5 integers; next expected: {HEADER[len(tokens)]}",
            last.line,
            last.column + len(last.text),
        )
    if len(tokens) > len(HEADER):
        _refuse_token(
            "header-long", f"the header has {len(tokens)} entries, expected 5", tokens[len(HEADER)]
        )
    difficulty, limit, rows, columns, colours = values
    if not 1 <= difficulty <= 3:
        _refuse_token("difficulty-range", f"difficulty {difficulty} is not 1, 2 or 3", tokens[0])
    if not 0 <= limit <= MOST_ACTIONS:
        _refuse_token(
            "limit-range", f"the limit {limit} is not between 0 and {MOST_ACTIONS}", tokens[1]
        )
    for name, count, token in (("rows", rows, tokens[2]), ("cols", columns, tokens[3])):
        if count < 1:
            _refuse_token("no-cells", f"{name} is {count}; a board has at least one cell", token)
        if count > MOST_ROWS:
            _refuse_token("too-large", f"{name} is {count}, more than {MOST_ROWS}", token)
    if rows * columns > MOST_CELLS:
        _refuse_token("too-large", f"{rows}×{columns} cells are more than {MOST_CELLS}", tokens[2])
    if not 1 <= colours <= MOST_COLOURS:
        _refuse_token(
            "colours-range",
            f"the number of colours {colours} is not between 1 and {MOST_COLOURS}",
            tokens[4],
        )
    return difficulty, limit, rows, columns, colours


def _row(tokens: list[_Token], columns: int) -> tuple[int, ...]:
    row = tuple(_cell(token) for token in tokens[:columns])
    if len(tokens) < columns:
        last = tokens[-1]
        _refuse(
            "row-short",
            f"expected {columns} cells in this row, found {len(tokens)}",
            last.line,
            last.column + len(last.text),
        )
    if len(tokens) > columns:
        _refuse_token(
            "row-long",
            f"expected {columns} cells in this row, found {len(tokens)}",
            tokens[columns],
        )
    return row


def _cell(token: _Token) -> int:
    value = _integer(token, "a cell")
    if value < 1:
        _refuse_token("cell-not-positive", f"a cell is {value}; colours start at 1", token)
    if value > MOST_COLOURS:
        _refuse_token("cell-too-large", f"a cell is {value}, more than {MOST_COLOURS}", token)
    return value


def _integer(token: _Token, what: str) -> int:
    if not _INTEGER.fullmatch(token.text):
        shown = token.text if len(token.text) <= 20 else token.text[:20] + "…"
        _refuse_token("not-an-integer", f"{shown!r} is not an integer; expected {what}", token)
    return int(token.text)


def _refuse_token(code: str, message: str, token: _Token) -> NoReturn:
    _refuse(code, message, token.line, token.column)


def _refuse(code: str, message: str, line: int, column: int) -> NoReturn:
    raise LevelError(Finding(code, message, line, column))
