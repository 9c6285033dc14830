"""Kojun levels and their text: a header, the rows of givens, the rows of regions.

The header says by its length what it is:

- `N`: a square board of N rows and columns, as the assignment writes it;
- `rows cols`: any board;
- `difficulty rows cols`: a level that states how hard it is, as kamigen's do.

Then come `rows` lines of givens, 0 for a blank cell, and `rows` lines of region
names. A name is any word: all cells with the same one are a region. A text may
also be a single puzz.link address, see `puzzlink`. Whatever `parse` accepts
must never crash anything later and breaks no rule of the game by its givens.
What it tolerates (Windows line ends, a byte-order mark, tabs, blank lines,
trailing blanks, `N N` for `N`) is gone after `format_level`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, NoReturn, TypeVar

from kamigen.errors import LevelError
from kamigen.games.kojun import puzzlink
from kamigen.games.kojun.board import Board, make_board
from kamigen.grid import cell_name
from kamigen.level import UNSTATED, Claim, Finding, Level

# Several times the largest boards that are published; what is larger is a mistake.
MOST_ROWS = 100
MOST_CELLS = 2_500
MOST_REGION = 99

T = TypeVar("T")

_TOKEN = re.compile(r"[^ \t]+")
_INTEGER = re.compile(r"-?[0-9]{1,9}")


@dataclass(frozen=True)
class KojunLevel(Level):
    """The givens, 0 where a cell is blank, and the name of every cell's region."""

    game: ClassVar[str] = "kojun"
    givens: tuple[tuple[int, ...], ...]
    regions: tuple[tuple[str, ...], ...]

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.givens)

    @property
    def cols(self) -> int:
        """The number of columns."""
        return len(self.givens[0])

    @property
    def blanks(self) -> int:
        """The number of cells that are to be filled."""
        return sum(row.count(0) for row in self.givens)

    @property
    def board(self) -> Board:
        """The regions as the solvers see them."""
        return make_board(self.regions)

    @property
    def values(self) -> tuple[int, ...]:
        """The givens in one row, as the solvers see them."""
        return tuple(value for row in self.givens for value in row)


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    line: int
    column: int


# Where a given stands in the file, by the number of its cell.
_Places = Sequence[tuple[int, int]]


def parse(text: str) -> KojunLevel:
    """Read a level, or raise LevelError with the first thing that is wrong."""
    lines = _tokens(text)
    if not lines:
        _refuse("header-missing", "the file is empty; expected a header of 1 to 3 integers", 1, 1)
    if puzzlink.is_address(lines[0][0].text):
        return _linked(lines)
    difficulty, rows, cols = _header(lines[0])
    values, names = lines[1 : rows + 1], lines[rows + 1 :]
    givens = tuple(_row(line, cols, _given) for line in values)
    regions = tuple(_row(line, cols, _name) for line in names[:rows])
    if len(lines) - 1 < 2 * rows:
        last = lines[-1][-1]
        _refuse(
            "row-missing",
            f"expected {rows} rows of givens and {rows} of regions, found only {len(lines) - 1}",
            last.line,
            last.column + len(last.text),
        )
    if len(lines) - 1 > 2 * rows:
        _refuse_token(
            "row-extra",
            f"expected {rows} rows of givens and {rows} of regions, found {len(lines) - 1}",
            names[rows][0],
        )
    _check_regions(regions, [(token.line, token.column) for line in names for token in line])
    level = KojunLevel(Claim(difficulty, None), givens, regions)
    _check_givens(level, [(token.line, token.column) for line in values for token in line])
    return level


def format_level(level: KojunLevel) -> str:
    """Write a level in the one canonical way."""
    header: tuple[int, ...] = (level.rows, level.cols)
    if level.difficulty != UNSTATED:
        header = (level.difficulty, *header)
    elif level.rows == level.cols:
        header = (level.rows,)
    lines = (header, *level.givens, *level.regions)
    return "".join(" ".join(map(str, line)) + "\n" for line in lines)


def _linked(lines: list[list[_Token]]) -> KojunLevel:
    """Read a puzz.link address that stands alone."""
    address = lines[0][0]
    others = [token for line in lines for token in line][1:]
    if others:
        _refuse_token("address-not-alone", "nothing else stands beside an address", others[0])

    def size_fits(rows: int, cols: int, column: int) -> None:
        _check_size(rows, cols, *(_Token("", address.line, address.column + column),) * 2)

    try:
        linked = puzzlink.decode(address.text, size_fits)
    except puzzlink.BadAddress as error:
        _refuse(error.code, str(error), address.line, address.column + error.column)
    starts = [(address.line, address.column)] * (len(linked.givens) * len(linked.givens[0]))
    _check_regions(linked.regions, starts)
    level = KojunLevel(Claim(UNSTATED, None), linked.givens, linked.regions)
    _check_givens(level, [(address.line, address.column + at) for at in linked.columns])
    return level


def _tokens(text: str) -> list[list[_Token]]:
    """Split into lines of tokens, leaving blank lines out."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    lines = (
        [_Token(match[0], number, match.start() + 1) for match in _TOKEN.finditer(line)]
        for number, line in enumerate(text.split("\n"), start=1)
    )
    return [line for line in lines if line]


def _header(tokens: list[_Token]) -> tuple[int, int, int]:
    values = [_integer(token, "a header of 1 to 3 integers") for token in tokens]
    match values:
        case [side]:
            difficulty, rows, cols = UNSTATED, side, side
        case [rows, cols]:
            difficulty = UNSTATED
        case [difficulty, rows, cols]:
            if not 1 <= difficulty <= 3:
                message = f"difficulty {difficulty} is not 1, 2 or 3"
                _refuse_token("difficulty-range", message, tokens[0])
        case _:
            message = f"the header has {len(tokens)} entries, expected at most 3"
            _refuse_token("header-long", message, tokens[3])
    _check_size(rows, cols, tokens[-2:][0], tokens[-1])
    return difficulty, rows, cols


def _check_size(rows: int, cols: int, rows_token: _Token, cols_token: _Token) -> None:
    for name, count, token in (("rows", rows, rows_token), ("cols", cols, cols_token)):
        if count < 1:
            _refuse_token("no-cells", f"{name} is {count}; a board has at least one cell", token)
        if count > MOST_ROWS:
            _refuse_token("too-large", f"{name} is {count}, more than {MOST_ROWS}", token)
    if rows * cols > MOST_CELLS:
        _refuse_token("too-large", f"{rows}×{cols} cells are more than {MOST_CELLS}", rows_token)


def _row(tokens: list[_Token], cols: int, read: Callable[[_Token], T]) -> tuple[T, ...]:
    row = tuple(read(token) for token in tokens[:cols])
    message = f"expected {cols} cells in this row, found {len(tokens)}"
    if len(tokens) < cols:
        last = tokens[-1]
        _refuse("row-short", message, last.line, last.column + len(last.text))
    if len(tokens) > cols:
        _refuse_token("row-long", message, tokens[cols])
    return row


def _given(token: _Token) -> int:
    return _integer(token, "a given, or 0 for a blank cell")


def _name(token: _Token) -> str:
    if not token.text.isprintable():
        _refuse_token("region-name", f"{token.text[:20]!a} is not a printable name", token)
    return token.text


def _integer(token: _Token, what: str) -> int:
    if not _INTEGER.fullmatch(token.text):
        shown = token.text if len(token.text) <= 20 else token.text[:20] + "…"
        _refuse_token("not-an-integer", f"{shown!r} is not an integer; expected {what}", token)
    return int(token.text)


def _check_regions(regions: tuple[tuple[str, ...], ...], places: _Places) -> None:
    """Regions hang together and are not larger than any solver should face."""
    cols = len(regions[0])
    names = [name for row in regions for name in row]
    seen: dict[str, int] = {}
    reached: set[int] = set()
    for cell, name in enumerate(names):
        if name not in seen:
            seen[name] = cell
            reached |= _reached(names, cols, cell)
        elif cell not in reached:
            message = (
                f"{_named(cell, cols)} is not connected with the rest of its region "
                f"at {_named(seen[name], cols)}"
            )
            _refuse("region-apart", message, *places[cell])
        size = names.count(name) if cell == seen[name] else 0
        if size > MOST_REGION:
            message = f"the region of {_named(cell, cols)} has {size} cells, above {MOST_REGION}"
            _refuse("region-too-large", message, *places[cell])


def _reached(names: list[str], cols: int, start: int) -> set[int]:
    """The cells of the same name that can be walked to from a cell."""
    reached = {start}
    for cell in (queue := [start]):  # grows while it is walked
        for other in (cell - cols, cell + cols, cell - 1, cell + 1):
            beside = other // cols == cell // cols or other % cols == cell % cols
            if (
                beside
                and 0 <= other < len(names)
                and other not in reached
                and names[other] == names[start]
            ):
                reached.add(other)
                queue.append(other)
    return reached


def _check_givens(level: KojunLevel, places: _Places) -> None:
    """Givens keep the rules among themselves; of two that clash the later one is named."""
    board, values = level.board, level.values
    for cell, value in enumerate(values):
        size = board.size(cell)
        if not 0 <= value <= size:
            message = f"{board.name(cell)} is {value}; its region takes 1 to {size}, 0 is blank"
            _refuse("given-range", message, *places[cell])
    for cell, value in enumerate(values):
        clash = board.clash(values, cell, value, range(cell)) if value else None
        if clash is not None:
            code, message = _CLASHES[clash.rule]
            words = (board.name(cell), board.name(clash.cell), value, values[clash.cell])
            _refuse(code, message.format(*words), *places[cell])


_CLASHES = {
    "region": ("given-twice", "{0} and {1} are both {2}, in the same region"),
    "neighbour": ("given-adjacent", "{0} and {1} are both {2}, side by side"),
    "order": (
        "given-order",
        "{0} is {2} below {1}, which is {3}; in a region the upper cell is greater",
    ),
}


def _named(cell: int, cols: int) -> str:
    return cell_name((cell // cols + 1, cell % cols + 1))


def _refuse_token(code: str, message: str, token: _Token) -> NoReturn:
    _refuse(code, message, token.line, token.column)


def _refuse(code: str, message: str, line: int, column: int) -> NoReturn:
    raise LevelError(Finding(code, message, line, column))
