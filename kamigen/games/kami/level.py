"""KAMI levels and their text: `difficulty limit rows cols colours`, then the rows.

Whatever `parse` accepts must never crash anything later, so every number is
held within bounds here. What it tolerates (Windows line ends, a byte-order
mark, tabs, blank lines, trailing blanks) is gone after `format`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import ClassVar, NoReturn

from kamigen.errors import LevelError
from kamigen.games.kami.graph import RegionGraph, region_graph, vertex_cell
from kamigen.grid import Cell, Grid, cell_name, framed
from kamigen.level import Claim, Finding, ParLevel

MOST_COLOURS = 255
MOST_ROWS = 1_000
MOST_CELLS = 40_000
MOST_ACTIONS = 1_000_000

HEADER = ("difficulty", "limit", "rows", "cols", "colours")

_BLANKS = " \t\n"
_TOKEN = re.compile(r"[^ \t]+")
_INTEGER = re.compile(r"-?[0-9]+")
_MOST_DIGITS = 20


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
        return len(self.cells[0]) if self.cells else 0

    @property
    def board(self) -> Grid:
        """The cells as a framed grid, fresh for every caller."""
        return framed(self.cells)

    @property
    def graph(self) -> RegionGraph:
        """Which regions touch."""
        return region_graph(self.board)

    def name_of(self, cell: Cell) -> str:
        """Return what a move calls a cell."""
        return cell_name(cell)

    def spelled(self, vertex: int, colour: int) -> str:
        """Return the move that paints a vertex of the graph."""
        return f"{self.name_of(vertex_cell(vertex, self.cols))} {colour}"


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    number: int

    def tokens(self, most: int) -> list[_Token]:
        """Return the words of the line, the first `most` if there are more."""
        words = islice(_TOKEN.finditer(self.text), most)
        return [_Token(word[0], self.number, word.start() + 1) for word in words]

    @property
    def start(self) -> tuple[int, int]:
        """Line and column of the first word."""
        return self.number, len(self.text) - len(self.text.lstrip(_BLANKS)) + 1

    @property
    def end(self) -> tuple[int, int]:
        """Line and column behind the last word."""
        return self.number, len(self.text.rstrip(_BLANKS)) + 1


def parse(text: str) -> KamiLevel:
    """Read a level, or raise LevelError with the first thing that is wrong.

    Lines are split into words one by one, and no more of them than the header
    announces: a hostile file takes no more memory than its text does.
    """
    lines = _lines(text)
    header = next(lines, None)
    if header is None:
        _refuse("header-missing", "the file is empty; expected a header of 5 integers", 1, 1)
    difficulty, limit, row_count, column_count, colours = _header(header)
    rows: list[tuple[int, ...]] = []
    last = header
    for line in lines:
        if len(rows) == row_count:
            _refuse("row-extra", f"expected {row_count} rows of cells, found more", *line.start)
        rows.append(_row(line, column_count))
        last = line
    if len(rows) < row_count:
        message = f"expected {row_count} rows of cells, found only {len(rows)}"
        _refuse("row-missing", message, *last.end)
    return KamiLevel(Claim(difficulty, limit), tuple(rows), colours)


def format_level(level: KamiLevel) -> str:
    """Write a level in the one canonical way."""
    header = (level.difficulty, level.limit, level.rows, level.cols, level.colours)
    return "".join(" ".join(map(str, line)) + "\n" for line in (header, *level.cells))


def _lines(text: str) -> Iterator[_Line]:
    """Yield the lines that are not blank."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    for number, match in enumerate(re.finditer("[^\n]*\n?", text), start=1):
        if match[0].strip(_BLANKS):
            yield _Line(match[0].rstrip("\n"), number)


def _header(line: _Line) -> tuple[int, int, int, int, int]:
    tokens = line.tokens(len(HEADER) + 1)
    values = [_integer(token, name) for token, name in zip(tokens, HEADER, strict=False)]
    if len(tokens) < len(HEADER):
        _refuse(
            "header-short",
            f"the header has {len(tokens)} of 5 integers; next expected: {HEADER[len(tokens)]}",
            *line.end,
        )
    if len(tokens) > len(HEADER):
        _refuse_token("header-long", "the header has more than 5 entries", tokens[-1])
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


def _row(line: _Line, columns: int) -> tuple[int, ...]:
    tokens = line.tokens(columns + 1)
    row = tuple(_cell(token) for token in tokens[:columns])
    if len(tokens) < columns:
        message = f"expected {columns} cells in this row, found {len(tokens)}"
        _refuse("row-short", message, *line.end)
    if len(tokens) > columns:
        _refuse_token("row-long", f"expected {columns} cells in this row, found more", tokens[-1])
    return row


def _cell(token: _Token) -> int:
    value = _integer(token, "a cell")
    if value < 1:
        _refuse_token("cell-not-positive", f"a cell is {value}; colours start at 1", token)
    if value > MOST_COLOURS:
        _refuse_token("cell-too-large", f"a cell is {value}, more than {MOST_COLOURS}", token)
    return value


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
