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

_CHAIN = re.compile(r"(.)\1\1+")


def confirm(level: GemasLevel, proof: Proof, budget: Budget) -> Proof:
    """Go through all shorter sequences than the proof's, then replay the proof's own.

    If that does not win, all sequences of its length are tried as well.
    """
    meter = budget.start()
    facts: dict[str, object] = {
        "chains_at_start": len(_doomed(level.cells)),
        "valid_swaps": sum(1 for _ in _valid_swaps(level.cells)),
    }
    most_gems: list[int] = []
    lower = 1
    upper = None
    try:
        while upper is None and (proof.upper is None or lower <= proof.upper):
            if lower == proof.upper and _replayed(level, proof.actions):
                upper = lower
                break
            most = _most_gems(level, level.cells, 0, lower, meter)
            if most is None:
                lower = MOST_SWAPS + 1  # the last swap is made, and the target not reached
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
    return Proof("plain search", lower, upper, actions, meter.nodes, meter.seconds, facts)


def _replayed(level: GemasLevel, actions: tuple[str, ...]) -> bool:
    """Whether the actions are valid swaps that reach the target with the last of them."""
    board, gems = level.cells, 0
    for action in actions:
        valid = {
            f"{cell_name(first)} {cell_name(second)}": (first, second)
            for first, second in _valid_swaps(board)
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
    for first, second in _valid_swaps(board):
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
            "".join(row[col] for y, row in enumerate(board) if (y, col) not in doomed)
            for col in range(len(board[0]))
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
    cells = {
        (y, x)
        for y, row in enumerate(board)
        for chain in _CHAIN.finditer(row)
        for x in range(*chain.span())
    }
    for x, column in enumerate(map("".join, zip(*board, strict=True))):
        for chain in _CHAIN.finditer(column):
            cells |= {(y, x) for y in range(*chain.span())}
    return cells


def _valid_swaps(board: Board) -> Iterator[tuple[Cell, Cell]]:
    """Yield the pairs of neighbours, counted from 1, whose exchange makes a chain."""
    for y in range(1, len(board) + 1):
        for x in range(1, len(board[0]) + 1):
            for second in ((y, x + 1), (y + 1, x)):
                if second[0] > len(board) or second[1] > len(board[0]):
                    continue
                after = exchanged(board, (y, x), second)
                lines = {after[row - 1] for row in (y, second[0])}
                lines |= {"".join(row[col - 1] for row in after) for col in (x, second[1])}
                # Without chains before, any chain now goes through one of the two.
                if any(map(_CHAIN.search, lines)):
                    yield (y, x), second


def exchanged(board: Board, first: Cell, second: Cell) -> Board:
    """Return the board with the gems of two cells, counted from 1, exchanged."""
    rows = [list(row) for row in board]
    (y, x), (v, u) = first, second
    rows[y - 1][x - 1], rows[v - 1][u - 1] = rows[v - 1][u - 1], rows[y - 1][x - 1]
    return tuple(map("".join, rows))
