"""The second witness: the rules of Gemas once more, on strings, and a plain search.

Nothing of the engine or the search is used here. Boards are tuples of strings,
one a row; chains are found by a regular expression, gems fall by leaving the
destroyed ones out of a column. The search tries every swap, keeps nothing, and
leaves nothing out. Shared with the engine are the level and the definition of
the refill, for these say what is to be confirmed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kamigen.budget import Budget, BudgetSpent, Meter
from kamigen.games.gemas.level import MOST_SWAPS, GemasLevel
from kamigen.games.gemas.refill import gem
from kamigen.grid import Cell, cell_name
from kamigen.level import Proof

Board = tuple[str, ...]

_CHAIN = re.compile(r"([A-Z])\1\1+")


def confirm(level: GemasLevel, proof: Proof, budget: Budget) -> Proof:
    """Go through all shorter sequences than the proof's, then replay the proof's own.

    If that does not win, all sequences of its length are tried as well.
    """
    meter = budget.start()
    facts: dict[str, object] = {
        "chains_at_start": len(_doomed(level.cells)),
        "valid_swaps": sum(1 for _ in valid_swaps(level.cells)),
    }
    most_gems: list[int] = []
    lower = 1
    upper = None
    closed = False
    try:
        while upper is None and (proof.upper is None or lower <= proof.upper):
            if lower == proof.upper and _replayed(level, proof.actions):
                upper = lower
                break
            most = _most_gems(level, level.cells, 0, lower, meter)
            if most is None:
                # The last swap is made, and the target not reached.
                lower, closed = MOST_SWAPS + 1, True
                break
            if most >= level.target:
                upper = lower
                break
            most_gems.append(most)
            lower += 1
    except BudgetSpent:
        pass
    facts["most_gems"] = most_gems
    actions = proof.actions if upper is not None else ()
    return Proof(
        "plain search", lower, upper, actions, meter.nodes, meter.seconds, facts, closed=closed
    )


def _replayed(level: GemasLevel, actions: tuple[str, ...]) -> bool:
    """Whether the actions are valid swaps that reach the target with the last of them."""
    board, gems = level.cells, 0
    for action in actions:
        valid = {
            f"{cell_name(first)} {cell_name(second)}": (first, second)
            for first, second in valid_swaps(board)
        }
        if gems >= level.target or action not in valid:
            return False
        board, gems = settled(level, exchanged(board, *valid[action]), gems)
    return gems >= level.target


def _most_gems(level: GemasLevel, board: Board, gems: int, swaps: int, meter: Meter) -> int | None:
    """The most gems after so many swaps more, None where no sequence is that long.

    The first sequence that reaches the target ends the search.
    """
    if swaps == 0 or gems >= level.target:
        return gems
    most = None
    for first, second in valid_swaps(board):
        meter.tick()
        after, destroyed = settled(level, exchanged(board, first, second), gems)
        found = _most_gems(level, after, destroyed, swaps - 1, meter)
        if found is not None and (most is None or found > most):
            most = found
            if most >= level.target:
                break
    return most


def settled(level: GemasLevel, board: Board, gems: int) -> tuple[Board, int]:
    """Destroy, let fall and fill while there are chains and the target is not reached."""
    while gems < level.target and (doomed := _doomed(board)):
        columns = [
            "".join(letter for y, letter in enumerate(column) if (y, x) not in doomed)
            for x, column in enumerate(_columns(board))
        ]
        fallen = zip(*(column.rjust(len(board)) for column in columns), strict=True)
        filled = []
        for row in fallen:
            letters = ""
            for letter in row:
                if letter == " ":
                    letter = chr(ord("A") + gem(level.seed, gems, level.colours))
                    gems += 1
                letters += letter
            filled.append(letters)
        board = tuple(filled)
    return board, gems


def _doomed(board: Board) -> set[tuple[int, int]]:
    """The cells, row and column from 0, of all chains."""
    rows, cols = len(board), len(board[0])
    across = "|".join(board) + "|"
    upright = "|".join(_columns(board))
    cells = {
        divmod(place, cols + 1)
        for chain in _CHAIN.finditer(across)
        for place in range(*chain.span())
    }
    for chain in _CHAIN.finditer(upright):
        for place in range(*chain.span()):
            x, y = divmod(place, rows + 1)
            cells.add((y, x))
    return cells


def valid_swaps(board: Board) -> Iterator[tuple[Cell, Cell]]:
    """Yield the pairs of neighbours, counted from 1, whose exchange makes a chain.

    Where there was no chain before, one goes through one of the two gems, and
    so lies in a row or column that the exchange has changed.
    """
    columns = _columns(board)
    for y, row in enumerate(board):
        for x, letter in enumerate(row):
            if x + 1 < len(row) and row[x + 1] != letter:
                changed = (
                    _put(_put(row, x, row[x + 1]), x + 1, letter),
                    _put(columns[x], y, row[x + 1]),
                    _put(columns[x + 1], y, letter),
                )
                if _CHAIN.search("|".join(changed)):
                    yield (y + 1, x + 1), (y + 1, x + 2)
            if y + 1 < len(board) and board[y + 1][x] != letter:
                other = board[y + 1][x]
                changed = (
                    _put(row, x, other),
                    _put(board[y + 1], x, letter),
                    _put(_put(columns[x], y, other), y + 1, letter),
                )
                if _CHAIN.search("|".join(changed)):
                    yield (y + 1, x + 1), (y + 2, x + 1)


def exchanged(board: Board, first: Cell, second: Cell) -> Board:
    """Return the board with the gems of two cells, counted from 1, exchanged."""
    (y, x), (v, u) = first, second
    rows = list(board)
    one, other = board[y - 1][x - 1], board[v - 1][u - 1]
    rows[y - 1] = _put(rows[y - 1], x - 1, other)
    rows[v - 1] = _put(rows[v - 1], u - 1, one)
    return tuple(rows)


def _columns(board: Board) -> list[str]:
    return list(map("".join, zip(*board, strict=True)))


def _put(line: str, place: int, letter: str) -> str:
    return line[:place] + letter + line[place + 1 :]
