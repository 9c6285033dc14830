"""Candidates: boards drawn as a config asks, before anything is known about their par."""

from __future__ import annotations

from dataclasses import dataclass

from kamigen.errors import GenerationError
from kamigen.game import Mosaic
from kamigen.games.boards.config import BoardConfig
from kamigen.games.boards.styles import Sheet, draw_board
from kamigen.grid import framed, regions
from kamigen.rng import Rng

# A style is given several draws to meet the wanted regions before another one is
# taken; else the styles that meet them seldom would vanish whatever their weight.
_STYLES_TRIED = 20
_DRAWS_PER_STYLE = 30

_Range = tuple[int, int]


def draw_candidate(config: BoardConfig, rng: Rng) -> Mosaic:
    """Return a board within the config's ranges.

    Raise GenerationError if no draw has the wanted number and size of
    regions: then the config, not the luck, is to blame.
    """
    least, most = config.regions
    for _ in range(_STYLES_TRIED):
        style = rng.weighted(config.styles)
        aim = _Aim(config.rows, config.cols, config.grain)
        for _ in range(_DRAWS_PER_STYLE):
            sheet = _sheet(config, aim, rng)
            colours, grain = rng.between(*config.colours), rng.between(*aim.grain)
            cells = draw_board(
                style,
                sheet,
                colours=colours,
                grain=grain,
                least_region=config.least_region,
                rng=rng,
            )
            sizes = [len(region) for region in regions(framed(cells))]
            if len(sizes) < least:
                aim = aim.for_more_regions_than(sheet, grain)
            elif len(sizes) > most:
                aim = aim.for_fewer_regions_than(sheet, grain)
            elif min(sizes) >= config.least_region:
                return Mosaic(cells, colours)
    raise GenerationError(
        f"none of {_STYLES_TRIED * _DRAWS_PER_STYLE} boards had {config.regions[0]} to "
        f"{config.regions[1]} regions of {config.least_region} or more cells; "
        "change regions, least_region, grain or styles"
    )


@dataclass(frozen=True, slots=True)
class _Aim:
    """The ranges that the next drawing is made in: those of the config, less what was too far off.

    Larger boards and finer grains have more regions. Without learning from the
    last drawing three of four would be made in vain.
    """

    rows: _Range
    cols: _Range
    grain: _Range

    def for_more_regions_than(self, sheet: Sheet, grain: int) -> _Aim:
        return _Aim(
            _above(self.rows, sheet.rows),
            _above(self.cols, sheet.cols),
            _below(self.grain, grain),
        )

    def for_fewer_regions_than(self, sheet: Sheet, grain: int) -> _Aim:
        return _Aim(
            _below(self.rows, sheet.rows),
            _below(self.cols, sheet.cols),
            _above(self.grain, grain),
        )


def _above(span: _Range, value: int) -> _Range:
    return min(max(value + 1, span[0]), span[1]), span[1]


def _below(span: _Range, value: int) -> _Range:
    return span[0], max(min(value - 1, span[1]), span[0])


def _sheet(config: BoardConfig, aim: _Aim, rng: Rng) -> Sheet:
    symmetry = rng.weighted(config.symmetries)
    if symmetry == "quarter-turn":
        side = rng.between(*config.sides)
        return Sheet(side, side, symmetry)
    return Sheet(rng.between(*aim.rows), rng.between(*aim.cols), symmetry)
