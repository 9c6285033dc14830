"""The styles in which boards of colours are drawn, and what makes a drawing a board.

A style is a pure function of a sheet, a number of colours, a grain and a
random stream. It may leave specks, or a colour out, or break the symmetry;
`draw_board` folds, merges and repairs, in this order, and each step keeps what
the one before has won.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from kamigen.games.boards.styles.bands import rings, stripes, waves
from kamigen.games.boards.styles.cutouts import collage, islands
from kamigen.games.boards.styles.finish import merge_specks, restore_colours
from kamigen.games.boards.styles.motifs import checker, tiles
from kamigen.games.boards.styles.organic import blobs, noise
from kamigen.games.boards.styles.pieces import patchwork, shards
from kamigen.games.boards.styles.sheet import SYMMETRIES, Sheet, Symmetry
from kamigen.grid import Grid, inner_cells
from kamigen.rng import Rng

__all__ = ["STYLES", "SYMMETRIES", "Sheet", "Style", "Symmetry", "draw_board"]

Style = Literal[
    "noise",
    "blobs",
    "islands",
    "collage",
    "shards",
    "patchwork",
    "stripes",
    "waves",
    "rings",
    "checker",
    "tiles",
]

STYLES: Mapping[Style, Callable[[Sheet, int, int, Rng], Grid]] = {
    "noise": noise,
    "blobs": blobs,
    "islands": islands,
    "collage": collage,
    "shards": shards,
    "patchwork": patchwork,
    "stripes": stripes,
    "waves": waves,
    "rings": rings,
    "checker": checker,
    "tiles": tiles,
}


def draw_board(
    style: Style, sheet: Sheet, *, colours: int, grain: int, least_region: int, rng: Rng
) -> tuple[tuple[int, ...], ...]:
    """Return the cells of a board that has the sheet's symmetry and all of 1, …, colours.

    `grain` is the width in cells of the shapes drawn; regions of fewer than
    `least_region` cells are merged into a neighbour.
    """
    board = sheet.folded(STYLES[style](sheet, colours, grain, rng))
    merge_specks(board, sheet, least_region)
    restore_colours(board, sheet, colours, rng)
    return inner_cells(board)
