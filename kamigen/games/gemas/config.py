"""Gemas's difficulty configs: which boards are drawn, and which of them are kept.

Ranges hold a least and a greatest value, both included. What cannot lead to
any level is refused here with the key to blame.
"""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import Field, model_validator

from kamigen.config import Impossible, ParConfig, RangeOf
from kamigen.games.gemas.level import MOST_COLOURS, MOST_SIDE, MOST_TARGET

_Side = Annotated[int, Field(ge=1, le=MOST_SIDE)]
# With fewer than three colours a cell between two pairs would have no colour left.
_Colours = Annotated[int, Field(ge=3, le=MOST_COLOURS)]
_Target = Annotated[int, Field(ge=1, le=MOST_TARGET)]
_Percent = Annotated[int, Field(ge=0, le=100)]


class GemasConfig(ParConfig):
    """The keys of a Gemas config."""

    rows: RangeOf[_Side] = Field(description="Least and greatest number of rows.")
    cols: RangeOf[_Side] = Field(description="Least and greatest number of columns.")
    colours: RangeOf[_Colours] = Field(description="Least and greatest number of colours.")
    target: RangeOf[_Target] = Field(
        default=(1, MOST_TARGET), description="Least and greatest number of gems to destroy."
    )
    demand: RangeOf[_Percent] = Field(
        default=(0, 100),
        description="How much of what par swaps can destroy is asked for, in percent: "
        "0 is one gem more than a swap fewer could, 100 the most that was found.",
    )

    @model_validator(mode="after")
    def _possible(self) -> Self:
        if self.par[0] < 1:
            raise Impossible("par", "every level takes at least 1 swap")
        short, long = sorted((self.rows[0], self.cols[0]))
        # A swap brings a third gem to two in a line of three: from beside the line,
        # or from beyond its end.
        if long < (4 if short == 1 else 3):
            raise Impossible(
                "rows", f"no swap makes a chain on {self.rows[0]}×{self.cols[0]} cells"
            )
        # Each swap before the last destroys three gems or more, and they are not enough.
        least = 3 * (self.par[0] - 1) + 1
        if self.target[1] < least:
            raise Impossible(
                "target",
                f"a par of {self.par[0]} or more takes a target of at least {least}, "
                f"not {self.target[1]}",
            )
        return self
