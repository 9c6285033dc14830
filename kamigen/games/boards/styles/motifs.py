"""Styles that repeat: checkers and tiled motifs."""

from __future__ import annotations

from collections.abc import Callable

from kamigen.games.boards.styles.bands import rings
from kamigen.games.boards.styles.cutouts import collage
from kamigen.games.boards.styles.fields import outline
from kamigen.games.boards.styles.finish import restore_colours
from kamigen.games.boards.styles.organic import noise
from kamigen.games.boards.styles.palette import shuffled_palette
from kamigen.games.boards.styles.sheet import Sheet, Symmetry
from kamigen.grid import Cell, Grid, inner_cells
from kamigen.rng import Rng

_MOTIF_SYMMETRIES: tuple[Symmetry, ...] = ("both", "left-right", "top-bottom", "half-turn")
_COUNTERCHANGED_PERCENT = 60
_ODD_TILE_PERCENT = 10


def checker(sheet: Sheet, colours: int, grain: int, rng: Rng) -> Grid:
    """Chequered fields, upright or on their corners, counterchanged along an outline."""
    lattice = rng.choice((_upright, _upright, _slanting))(grain, rng)
    palette = shuffled_palette(colours, rng)
    # Fields of one kind never touch, so each kind may use its colours in any order.
    kinds = palette[: (colours + 1) // 2], palette[(colours + 1) // 2 :] or palette
    by_row = rng.chance(50)
    inside = outline(sheet, rng) if rng.chance(_COUNTERCHANGED_PERCENT) else set()

    def colour_of(cell: Cell) -> int:
        i, j = lattice(cell)
        kind = kinds[(i + j + (cell in inside)) % 2]
        return kind[(i if by_row else j) % len(kind)]

    return sheet.painted(colour_of)


def tiles(sheet: Sheet, colours: int, grain: int, rng: Rng) -> Grid:
    """A small motif laid side by side, mirrored or in other colours from tile to tile."""
    motif_sheet = Sheet(
        min(sheet.rows, rng.between(grain + 2, grain + 3)),
        min(sheet.cols, rng.between(grain + 2, grain + 4)),
        rng.choice(_MOTIF_SYMMETRIES),
    )
    # Few colours make a motif bold; where tiles take other colours, the rest come in.
    motif_colours = min(colours, rng.between(2, 3), len(motif_sheet.pattern_cells()))
    style = rng.choice((noise, rings, collage))
    motif = motif_sheet.folded(style(motif_sheet, motif_colours, grain, rng))
    # A motif of one colour would leave nothing to see of the tiles.
    restore_colours(motif, motif_sheet, motif_colours, rng)
    motif_cells = inner_cells(motif)
    palette = shuffled_palette(colours, rng)
    mirrored = rng.chance(50)
    shift_down, shift_right = rng.choice(((0, 1), (1, 0), (1, 1), (0, 0)))
    tiles_down = -(-sheet.rows // motif_sheet.rows)
    tiles_right = -(-sheet.cols // motif_sheet.cols)
    shifts = [
        [
            shift_down * down + shift_right * right + rng.chance(_ODD_TILE_PERCENT)
            for right in range(tiles_right)
        ]
        for down in range(tiles_down)
    ]

    def colour_of(cell: Cell) -> int:
        down, row = divmod(cell[0] - 1, motif_sheet.rows)
        right, column = divmod(cell[1] - 1, motif_sheet.cols)
        if mirrored and down % 2:
            row = motif_sheet.rows - 1 - row
        if mirrored and right % 2:
            column = motif_sheet.cols - 1 - column
        return palette[(motif_cells[row][column] + shifts[down][right]) % colours]

    return sheet.painted(colour_of)


def _upright(grain: int, rng: Rng) -> Callable[[Cell], tuple[int, int]]:
    # Never square fields of one cell: they would all be specks.
    height, width = (rng.between(grain, grain + 1), grain + 1)[:: rng.choice((1, -1))]
    down, right = rng.below(height), rng.below(width)
    return lambda cell: ((cell[0] + down) // height, (cell[1] + right) // width)


def _slanting(grain: int, rng: Rng) -> Callable[[Cell], tuple[int, int]]:
    # A diamond of this width has half as many cells as a square, hence the extra.
    width = grain + rng.between(2, 3)
    down, right = rng.below(width), rng.below(width)
    return lambda cell: (
        (cell[0] + cell[1] + down) // width,
        (cell[0] - cell[1] + right) // width,
    )
