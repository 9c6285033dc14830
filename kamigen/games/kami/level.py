"""KAMI levels and their text: `difficulty limit rows cols colours`, then the rows.

Whatever `parse` accepts must never crash anything later, so every number is
held within bounds here. What it tolerates (Windows line ends, a byte-order
mark, tabs, blank lines, trailing blanks) is gone after `format`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from kamigen.games.boards.board import BoardLevel
from kamigen.games.boards.text import (
    MOST_COLOURS,
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
from kamigen.games.kami.graph import RegionGraph, region_graph, vertex_cell
from kamigen.grid import Cell, cell_name
from kamigen.level import Claim, ParLevel

HEADER = ("difficulty", "limit", "rows", "cols", "colours")


@dataclass(frozen=True)
class KamiLevel(BoardLevel, ParLevel):
    """A board whose regions are painted with the colours of the palette."""

    game: ClassVar[str] = "kami"

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


def parse(text: str) -> KamiLevel:
    """Read a level, or raise LevelError with the first thing that is wrong."""
    lines = lines_of(text)
    header = header_line(lines, "a header of 5 integers")
    claimed, rows, cols, colours = _header(header)
    cells = board_rows(lines, header, (rows, cols), _cell)
    return KamiLevel(claimed, cells, colours)


def format_level(level: KamiLevel) -> str:
    """Write a level in the one canonical way."""
    header = (level.difficulty, level.limit, level.rows, level.cols, level.colours)
    return level_text(header, level.cells)


def _header(line: Line) -> tuple[Claim, int, int, int]:
    values, tokens = header_integers(line, HEADER)
    return claim(values, tokens), *size(values[2:], tokens[2:])


def _cell(token: Token) -> int:
    value = integer(token, "a cell")
    if value < 1:
        refuse_token("cell-not-positive", f"a cell is {value}; colours start at 1", token)
    if value > MOST_COLOURS:
        refuse_token("cell-too-large", f"a cell is {value}, more than {MOST_COLOURS}", token)
    return value
