"""What a Kojun config says besides the keys that all games share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, Self, get_args

from pydantic import AfterValidator, Field, model_validator

from kamigen.config import Impossible, LevelConfig, RangeOf
from kamigen.games.kojun.level import MOST_CELLS, MOST_REGION, MOST_ROWS

Symmetry = Literal["none", "left-right", "top-bottom", "half-turn", "quarter-turn"]
SYMMETRIES: tuple[Symmetry, ...] = get_args(Symmetry)

_Side = Annotated[int, Field(ge=1, le=MOST_ROWS)]
_Weight = Annotated[int, Field(ge=1, le=1_000)]
_Share = Annotated[int, Field(ge=0, le=1_000)]


# A config's digest does not depend on the order of its keys, so neither may the
# boards: weights are brought into the order of the symmetries themselves.
def _in_order(weights: Mapping[Symmetry, int]) -> Mapping[Symmetry, int]:
    return {symmetry: weights[symmetry] for symmetry in SYMMETRIES if symmetry in weights}


class KojunConfig(LevelConfig):
    """The keys of a Kojun config."""

    rows: RangeOf[_Side] = Field(description="Least and greatest number of rows.")
    cols: RangeOf[_Side] = Field(description="Least and greatest number of columns.")
    # YAML has lists, not tuples; only the tuple is lenient, the numbers in it stay strict.
    region_sizes: Annotated[
        tuple[_Share, ...], Field(strict=False, min_length=1, max_length=MOST_REGION)
    ] = Field(
        default=(1, 3, 3, 4, 4, 4, 4),
        description="How often regions of 1, 2, 3, … cells are begun, compared to one another; "
        "there are none of a size that has 0 or is not listed.",
    )
    least_givens: int = Field(
        default=0,
        ge=0,
        le=100,
        description="Share of all cells, in percent, that stay given although fewer would do.",
    )
    symmetries: Annotated[Mapping[Symmetry, _Weight], AfterValidator(_in_order)] = Field(
        default={"none": 1},
        min_length=1,
        description="The symmetries of the pattern of givens, and how often each is taken.",
    )

    @model_validator(mode="after")
    def _possible(self) -> Self:
        if self.rows[1] * self.cols[1] > MOST_CELLS:
            raise Impossible(
                "rows", f"{self.rows[1]}×{self.cols[1]} cells are more than {MOST_CELLS}"
            )
        if not any(self.region_sizes):
            raise Impossible("region_sizes", "every size has 0, so that there are no regions")
        least = next(size for size, share in enumerate(self.region_sizes, start=1) if share)
        if least > self.rows[0] * self.cols[0]:
            raise Impossible(
                "region_sizes",
                f"no region of {least} or more cells fits on {self.rows[0]}×{self.cols[0]} cells",
            )
        if "quarter-turn" in self.symmetries and self.sides[0] > self.sides[1]:
            raise Impossible(
                "symmetries", "quarter-turn needs square boards, and no board is as wide as high"
            )
        return self

    @property
    def sides(self) -> tuple[int, int]:
        """The least and the greatest side of a square board; out of order if there is none."""
        return max(self.rows[0], self.cols[0]), min(self.rows[1], self.cols[1])
