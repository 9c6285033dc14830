"""The keys of configs that draw boards of colours: which are drawn, which of them are kept.

Ranges hold a least and a greatest value, both included. What cannot lead to
any level is refused here with the key to blame, so that no run has to fail
slowly for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Self

from pydantic import AfterValidator, Field, model_validator

from kamigen.config import Impossible, ParConfig, RangeOf
from kamigen.games.boards.styles import STYLES, SYMMETRIES, Sheet, Style, Symmetry
from kamigen.games.boards.text import MOST_CELLS, MOST_COLOURS, MOST_ROWS

_Side = Annotated[int, Field(ge=1, le=MOST_ROWS)]
_Colours = Annotated[int, Field(ge=1, le=MOST_COLOURS)]
_Regions = Annotated[int, Field(ge=1, le=MOST_CELLS)]
_Grain = Annotated[int, Field(ge=1, le=20)]
_Weight = Annotated[int, Field(ge=1, le=1_000)]


# A config's digest does not depend on the order of its keys, so neither may the
# boards: weights are brought into the order of the styles and symmetries themselves.
def _styles_in_order(weights: Mapping[Style, int]) -> Mapping[Style, int]:
    return {style: weights[style] for style in STYLES if style in weights}


def _symmetries_in_order(weights: Mapping[Symmetry, int]) -> Mapping[Symmetry, int]:
    return {symmetry: weights[symmetry] for symmetry in SYMMETRIES if symmetry in weights}


class BoardConfig(ParConfig):
    """The keys of a config for a game on boards of colours."""

    rows: RangeOf[_Side] = Field(description="Least and greatest number of rows.")
    cols: RangeOf[_Side] = Field(description="Least and greatest number of columns.")
    colours: RangeOf[_Colours] = Field(
        description="Least and greatest number of colours, all of which are on the board."
    )
    regions: RangeOf[_Regions] = Field(
        default=(1, MOST_CELLS),
        description="Least and greatest number of regions; boards with another are drawn anew.",
    )
    least_region: int = Field(
        default=1, ge=1, le=100, description="Regions of fewer cells are merged into a neighbour."
    )
    grain: RangeOf[_Grain] = Field(
        default=(1, 2),
        description="Least and greatest width, in cells, of the shapes that are drawn.",
    )
    styles: Annotated[Mapping[Style, _Weight], AfterValidator(_styles_in_order)] = Field(
        default=dict.fromkeys(STYLES, 1),
        min_length=1,
        description="The styles to draw in, and how often each is taken compared to the others.",
    )
    symmetries: Annotated[Mapping[Symmetry, _Weight], AfterValidator(_symmetries_in_order)] = Field(
        default={"none": 1},
        min_length=1,
        description="The symmetries of the boards, and how often each is taken.",
    )

    @model_validator(mode="after")
    def _possible(self) -> Self:
        if self.rows[1] * self.cols[1] > MOST_CELLS:
            raise Impossible(
                "rows", f"{self.rows[1]}×{self.cols[1]} cells are more than {MOST_CELLS}"
            )
        if "quarter-turn" in self.symmetries and self.sides[0] > self.sides[1]:
            raise Impossible(
                "symmetries", "quarter-turn needs square boards, and no board is as wide as high"
            )
        self._colours_possible()
        self._regions_possible()
        return self

    def _colours_possible(self) -> None:
        most = self.colours[1]
        for symmetry in self.symmetries:
            rows, cols = (
                (self.sides[0],) * 2 if symmetry == "quarter-turn" else (self.rows[0], self.cols[0])
            )
            free = len(Sheet(rows, cols, symmetry).pattern_cells())
            if most > free:
                raise Impossible(
                    "colours",
                    f"{most} colours are more than the {free} cells that can be chosen freely "
                    f"on {rows}×{cols} cells with the symmetry {symmetry}",
                )
        if self.colours[0] - 1 > self.par[1]:
            raise Impossible(
                "colours",
                f"{self.colours[0]} colours take at least {self.colours[0] - 1} actions, "
                f"more than the greatest par {self.par[1]}",
            )

    def _regions_possible(self) -> None:
        least, most = self.regions
        cells = self.rows[1] * self.cols[1]
        if least * self.least_region > cells:
            raise Impossible(
                "regions",
                f"{least} regions of {self.least_region} or more cells "
                f"do not fit on {self.rows[1]}×{self.cols[1]} cells",
            )
        if most < self.colours[0]:
            raise Impossible("regions", f"{most} regions cannot show {self.colours[0]} colours")
        # Painting a region in a neighbour's colour joins at least two, so n regions
        # never take more than n - 1 actions.
        if most - 1 < self.par[0]:
            raise Impossible(
                "regions",
                f"{most} regions take at most {most - 1} actions, "
                f"fewer than the least par {self.par[0]}",
            )

    @property
    def sides(self) -> tuple[int, int]:
        """The least and the greatest side of a square board; out of order if there is none."""
        return max(self.rows[0], self.cols[0]), min(self.rows[1], self.cols[1])
