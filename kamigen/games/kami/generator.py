"""Candidates: boards drawn as a config asks, before anything is known about their par."""

from __future__ import annotations

from kamigen.errors import GenerationError
from kamigen.games.kami.config import KamiConfig
from kamigen.games.kami.level import KamiLevel
from kamigen.games.kami.styles import Sheet, Style, draw_board
from kamigen.grid import framed, regions
from kamigen.level import Claim
from kamigen.rng import Rng

# A style is given several draws to meet the wanted regions before another one is
# taken; else the styles that meet them seldom would vanish whatever their weight.
_STYLES_TRIED = 20
_DRAWS_PER_STYLE = 30


def propose(config: KamiConfig, rng: Rng) -> KamiLevel:
    """Return a board within the config's ranges; its header claims a limit of 0.

    Raise GenerationError if no draw has the wanted number and size of
    regions: then the config, not the luck, is to blame.
    """
    for _ in range(_STYLES_TRIED):
        style = rng.weighted(config.styles)
        for _ in range(_DRAWS_PER_STYLE):
            level = _draw(config, style, rng)
            if _fits(config, level):
                return level
    raise GenerationError(
        f"none of {_STYLES_TRIED * _DRAWS_PER_STYLE} boards had {config.regions[0]} to "
        f"{config.regions[1]} regions of {config.least_region} or more cells; "
        "change regions, least_region, grain or styles"
    )


def _draw(config: KamiConfig, style: Style, rng: Rng) -> KamiLevel:
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
    return KamiLevel(Claim(config.difficulty, 0), cells, colours)


def _fits(config: KamiConfig, level: KamiLevel) -> bool:
    sizes = [len(region) for region in regions(framed(level.cells))]
    least, most = config.regions
    return least <= len(sizes) <= most and min(sizes) >= config.least_region
