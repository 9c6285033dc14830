"""What games of painting have in common: paint a region, see whether the board is done."""

from __future__ import annotations

from kamigen.grid import Cell, Grid, flood


def paint(board: Grid, cell: Cell, colour: int) -> list[Cell]:
    """Paint the region that holds `cell`, in place.

    Return the painted cells in the order the fire reaches them; none where
    the region has that colour already.
    """
    if board[cell] == colour:
        return []
    burnt = flood(board, cell)
    for burning in burnt:
        board[burning] = colour
    return burnt


def is_monochrome(board: Grid) -> bool:
    """Whether every cell inside the frame has the same colour."""
    inner = board[1:-1, 1:-1]
    return bool((inner == inner[0, 0]).all())
