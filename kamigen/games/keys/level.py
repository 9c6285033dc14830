"""Keys levels and their text: the map as drawn, under a header line that may be left out.

    @ difficulty 2 limit 61 goal 1:G5 cells 1:96 2:541
    #########
    #1..#...#
    ...

A map line holds `#` rock, `.` free cells, the digits 1 to 9 for players, small
letters for keys and capitals for doors, and nothing else; so no map line can
begin with the `@` of a header. The header is a row of claims, each of which may
be left out, written in this order:

- `difficulty`: 1, 2 or 3;
- `limit`: the most steps in which the goal can be reached; only with a goal;
- `goal`: the player who walks, and the cell to be reached (column letters, row);
- `cells`: how many cells each player can reach.

A file without a header claims nothing: such are the maps of the assignment.
Windows line ends, a byte-order mark, blanks at the end of a line and blank lines
at the end of the file are tolerated, and gone after `format`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NoReturn

from kamigen.errors import LevelError
from kamigen.grid import Cell, cell_name, parse_cell
from kamigen.level import UNSTATED, Claim, Finding, Level

ROCK = "#"
FREE = "."

# A map of 1025×1025 is the largest that the assignment speaks of; this is four
# times that, and well below what a file may hold.
MOST_SIDE = 4096
MOST_CELLS = 4_200_000
MOST_STEPS = 1_000_000_000

_HEADER_SIGN = "@"
_FIELDS = ("difficulty", "limit", "goal", "cells")
_TOKEN = re.compile(r"[^ \t]+")
_NOT_A_CELL = re.compile(r"[^#.1-9A-Za-z]")
_PLAYER = re.compile(r"[1-9]")
_NUMBER = re.compile(r"[0-9]{1,10}")


@dataclass(frozen=True, slots=True)
class Goal:
    """A cell, and the player who is to reach it."""

    player: int
    cell: Cell


@dataclass(frozen=True)
class KeysLevel(Level):
    """The lines of a map, the goal, and how many cells each player is said to reach."""

    game: ClassVar[str] = "keys"
    drawing: tuple[str, ...]
    goal: Goal | None = None
    cells: tuple[tuple[int, int], ...] = ()

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.drawing)

    @property
    def cols(self) -> int:
        """The number of columns."""
        return len(self.drawing[0])

    @cached_property
    def players(self) -> dict[int, Cell]:
        """Where each player stands, in the order of their numbers."""
        found = {
            int(match[0]): (row, match.start() + 1)
            for row, line in enumerate(self.drawing, start=1)
            for match in _PLAYER.finditer(line)
        }
        return dict(sorted(found.items()))

    @property
    def walker(self) -> int:
        """The player who is played with: the goal's, or else the first."""
        return self.goal.player if self.goal else next(iter(self.players))


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    line: int
    column: int


_Fields = Mapping[str, Sequence[_Token]]


def parse(text: str) -> KeysLevel:
    """Read a level, or raise LevelError with the first thing that is wrong."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    lines = [line.rstrip(" \t") for line in text.rstrip(" \t\n").split("\n")]
    headed = lines[0].startswith(_HEADER_SIGN)
    fields = _fields(lines[0]) if headed else {}
    claim = Claim(
        _number(fields["difficulty"][0], "difficulty", 1, 3)
        if "difficulty" in fields
        else UNSTATED,
        _number(fields["limit"][0], "limit", 0, MOST_STEPS) if "limit" in fields else None,
    )
    goal = _goal(fields["goal"][0]) if "goal" in fields else None
    cells = tuple(_pair(token, MOST_CELLS) for token in fields.get("cells", ()))
    first = 2 if headed else 1
    level = KeysLevel(claim, tuple(lines[first - 1 :]), goal, cells)
    _check_drawing(level.drawing, first)
    _check_header(level, fields)
    return level


def format_level(level: KeysLevel) -> str:
    """Write a level in the one canonical way."""
    words: list[str] = []
    if level.difficulty != UNSTATED:
        words += ["difficulty", str(level.difficulty)]
    if level.limit is not None:
        words += ["limit", str(level.limit)]
    if level.goal is not None:
        words += ["goal", f"{level.goal.player}:{cell_name(level.goal.cell)}"]
    if level.cells:
        words += ["cells", *(f"{player}:{count}" for player, count in level.cells)]
    header = [" ".join((_HEADER_SIGN, *words))] if words else []
    return "".join(f"{line}\n" for line in (*header, *level.drawing))


def read_goal(level: KeysLevel, text: str) -> Goal:
    """Read a goal such as `2:H5`, or `H5` for the player who walks; or raise LevelError."""
    text = text.strip()
    token = _Token(text if ":" in text else f"{level.walker}:{text}", 1, 1)
    goal = _goal(token)
    _check_goal(level, goal, token)
    return goal


def _fields(line: str) -> dict[str, list[_Token]]:
    """Split a header into its fields: their names, and the values behind each."""
    sign, *tokens = (_Token(match[0], 1, match.start() + 1) for match in _TOKEN.finditer(line))
    if sign.text != _HEADER_SIGN:
        _refuse("header-sign", "expected a blank behind the @ of the header", 1, 2)
    fields: dict[str, list[_Token]] = {}
    awaited: str | None = None
    for token in tokens:
        if token.text in _FIELDS and awaited is None:
            if token.text in fields:
                _refuse_token("field-twice", f"{token.text} stands here a second time", token)
            if any(_FIELDS.index(name) > _FIELDS.index(token.text) for name in fields):
                _refuse_token("field-order", f"the order is {', '.join(_FIELDS)}", token)
            awaited = token.text
        elif awaited is not None:
            fields[awaited] = [token]
            awaited = None
        elif "cells" in fields:
            fields["cells"].append(token)
        else:
            _refuse_token(
                "field-unknown", f"{_shown(token)} is none of {', '.join(_FIELDS)}", token
            )
    if awaited is not None or not fields:
        what = f"a value of {awaited}" if awaited else f"one of {', '.join(_FIELDS)}"
        _refuse("header-short", f"the header ends where {what} is expected", 1, len(line) + 1)
    return fields


def _number(token: _Token, what: str, least: int, most: int) -> int:
    if not _NUMBER.fullmatch(token.text):
        _refuse_token("not-a-number", f"{_shown(token)} is not a number; expected {what}", token)
    if not least <= int(token.text) <= most:
        _refuse_token(
            f"{what}-range", f"{what} {token.text} is not between {least} and {most}", token
        )
    return int(token.text)


def _goal(token: _Token) -> Goal:
    player, _, name = token.text.partition(":")
    cell = parse_cell(name)
    if not _PLAYER.fullmatch(player) or cell is None:
        _refuse_token("not-a-goal", f"{_shown(token)} is not a player and a cell, as 1:G5", token)
    return Goal(int(player), cell)


def _pair(token: _Token, most: int) -> tuple[int, int]:
    player, _, count = token.text.partition(":")
    if not _PLAYER.fullmatch(player) or not _NUMBER.fullmatch(count):
        _refuse_token(
            "not-a-count", f"{_shown(token)} is not a player and a number, as 1:96", token
        )
    return int(player), _number(_Token(count, token.line, token.column + 2), "cells", 1, most)


def _check_drawing(drawing: Sequence[str], first: int) -> None:
    """Refuse what is no map; `first` is the line of the file in which it begins."""
    if not drawing or not drawing[0]:
        _refuse("no-map", "expected the first line of a map", first, 1)
    width = len(drawing[0])
    if width > MOST_SIDE:
        _refuse("too-large", f"more than {MOST_SIDE} columns", first, MOST_SIDE + 1)
    players: set[str] = set()
    for line, row in enumerate(drawing, start=first):
        if not row:
            _refuse("blank-line", "a blank line inside the map", line, 1)
        if (wrong := _NOT_A_CELL.search(row)) is not None:
            _refuse(
                "not-a-cell",
                f"{wrong[0]!a} is neither #, ., a digit from 1 to 9 nor a letter from a to z",
                line,
                wrong.start() + 1,
            )
        if len(row) != width:
            code = "row-short" if len(row) < width else "row-long"
            message = f"expected {width} cells as in the first row, found {len(row)}"
            _refuse(code, message, line, min(len(row), width) + 1)
        if line - first >= MOST_SIDE or (line - first + 1) * width > MOST_CELLS:
            message = f"more than {MOST_SIDE} rows or {MOST_CELLS} cells"
            _refuse("too-large", message, line, 1)
        for match in _PLAYER.finditer(row):
            if match[0] in players:
                _refuse("player-twice", f"player {match[0]} stands twice", line, match.start() + 1)
            players.add(match[0])
    if not players:
        _refuse("no-player", "no player stands on the map", first, 1)


def _check_header(level: KeysLevel, fields: _Fields) -> None:
    """Refuse claims about what is not on the map."""
    if level.limit is not None and level.goal is None:
        _refuse_token("limit-without-goal", "a limit needs a goal", fields["limit"][0])
    if level.goal is not None:
        _check_goal(level, level.goal, fields["goal"][0])
    last = 0
    for (player, _), token in zip(level.cells, fields.get("cells", ()), strict=True):
        if player not in level.players:
            _refuse_token("no-such-player", f"no player {player} stands on the map", token)
        if player <= last:
            _refuse_token("players-unordered", "players are counted in their order, once", token)
        last = player


def _check_goal(level: KeysLevel, goal: Goal, token: _Token) -> None:
    row, column = goal.cell
    if goal.player not in level.players:
        _refuse_token("no-such-player", f"no player {goal.player} stands on the map", token)
    if not (1 <= row <= level.rows and 1 <= column <= level.cols):
        last = cell_name((level.rows, level.cols))
        _refuse_token("goal-outside", f"the map goes from A1 to {last}", token)
    if level.drawing[row - 1][column - 1] == ROCK:
        _refuse_token("goal-in-rock", f"{cell_name(goal.cell)} is rock", token)


def _shown(token: _Token) -> str:
    return ascii(token.text if len(token.text) <= 20 else token.text[:20] + "...")


def _refuse_token(code: str, message: str, token: _Token) -> NoReturn:
    _refuse(code, message, token.line, token.column)


def _refuse(code: str, message: str, line: int, column: int) -> NoReturn:
    raise LevelError(Finding(code, message, line, column))
