"""Candidates: boards drawn as a config asks, before anything is known about their par."""

from __future__ import annotations

from kamigen.errors import GenerationError
from kamigen.game import Mosaic
from kamigen.games.boards.config import BoardConfig
from kamigen.games.boards.styles import Sheet, Style, draw_board
from kamigen.grid import FRAME, flat_regions
from kamigen.rng import Rng

# A style is given several draws to meet the wanted regions before another one is
# taken; else the styles that meet them seldom would vanish whatever their weight.
_STYLES_TRIED = 20
_DRAWS_PER_STYLE = 30


def draw_candidate(config: BoardConfig, rng: Rng) -> Mosaic:
    """Return a board within the config's ranges.

    Raise GenerationError if no draw has the wanted number and size of
    regions: then the config, not the luck, is to blame.
    """
    for _ in range(_STYLES_TRIED):
        style = rng.weighted(config.styles)
        for _ in range(_DRAWS_PER_STYLE):
            board = _draw(config, style, rng)
            if _fits(config, board):
                return board
    raise GenerationError(
        f"none of {_STYLES_TRIED * _DRAWS_PER_STYLE} boards had {config.regions[0]} to "
        f"{config.regions[1]} regions of {config.least_region} or more cells; "
        "change regions, least_region, grain or styles"
    )


def _draw(config: BoardConfig, style: Style, rng: Rng) -> Mosaic:
    symmetry = rng.weighted(config.symmetries)
    if symmetry == "quarter-turn":
        rows = cols = rng.between(*config.sides)
    else:
        rows, cols = rng.between(*config.rows), rng.between(*config.cols)
    colours = rng.between(*config.colours)
    cells = draw_board(
        style,
        Sheet(rows, cols, symmetry),
        colours=colours,
        grain=rng.between(*config.grain),
        least_region=config.least_region,
        rng=rng,
    )
    return Mosaic(cells, colours)


def _fits(config: BoardConfig, board: Mosaic) -> bool:
    width = len(board.cells[0]) + 2
    edge = [FRAME] * width
    inside = [cell for row in board.cells for cell in (FRAME, *row, FRAME)]
    sizes = [len(region) for region in flat_regions(edge + inside + edge, width)]
    least, most = config.regions
    return least <= len(sizes) <= most and min(sizes) >= config.least_region
