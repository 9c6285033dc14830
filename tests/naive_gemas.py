"""Gemas as the assignment's functions play it, for tests to compare the engine with."""

from __future__ import annotations

from collections.abc import Sequence

from kamigen.ep import gemas as ep
from kamigen.games.gemas.level import GemasLevel
from kamigen.games.gemas.refill import gem

Board = tuple[str, ...]


def swaps(cells: Sequence[Sequence[str]]) -> set[tuple[int, int, int, int]]:
    """All valid swaps, by trying every pair of neighbours; rows and columns from 0."""
    found = set()
    for y in range(len(cells)):
        for x in range(len(cells[0])):
            for v, u in ((y, x + 1), (y + 1, x)):
                if ep.trocar(y, x, v, u, [list(row) for row in cells]):
                    found.add((y, x, v, u))
    return found


def after(
    level: GemasLevel, cells: Sequence[str], gems: int, swap: tuple[int, int, int, int]
) -> tuple[Board, int]:
    """Make a valid swap, and go through the rounds of the assignment's main loop."""
    board = [list(row) for row in cells]
    assert ep.trocar(*swap, board)
    while gems < level.target and ep.eliminar(board):
        ep.deslocar(board)
        for row in board:
            for place, letter in enumerate(row):
                if letter == ep.VAZIO:
                    row[place] = chr(ord("A") + gem(level.seed, gems, level.colours))
                    gems += 1
    return tuple(map("".join, board)), gems


def par(level: GemasLevel, most: int) -> int | None:
    """The fewest swaps to the target by breadth-first search; None if more than `most`."""
    layer = {(level.cells, 0)}
    for number in range(1, most + 1):
        layer = {after(level, *state, swap) for state in layer for swap in swaps(state[0])}
        if any(gems >= level.target for _, gems in layer):
            return number
    return None
