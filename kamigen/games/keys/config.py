"""Keys' difficulty configs: which dungeons are dug, and which of them are kept.

Ranges hold a least and a greatest value, both included. What cannot lead to any
level is refused here with the key to blame, so that no run has to fail slowly.
"""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import Field, model_validator

from kamigen.config import Impossible, ParConfig, RangeOf

_LEAST_SIDE = 5
_MOST_PLAYERS = 9
_MOST_LETTERS = 26

# Digging is plain Python, and far larger dungeons than anybody walks are refused.
_MOST_SIDE = 501

_Side = Annotated[int, Field(ge=_LEAST_SIDE, le=_MOST_SIDE)]
_Letters = Annotated[int, Field(ge=0, le=_MOST_LETTERS)]
_Percent = Annotated[int, Field(ge=0, le=100)]


class KeysConfig(ParConfig):
    """The keys of a Keys config."""

    rows: RangeOf[_Side] = Field(
        description="Least and greatest number of rows; an even number is made odd, one less."
    )
    cols: RangeOf[_Side] = Field(
        description="Least and greatest number of columns; an even number is made odd, one less."
    )
    room_sides: RangeOf[Annotated[int, Field(ge=1, le=99)]] = Field(
        default=(3, 7),
        description="Least and greatest side of a room; an even number is made odd, one less.",
    )
    locks: RangeOf[_Letters] = Field(
        description="Least and greatest number of doors, each with a letter of its own."
    )
    depth: RangeOf[_Letters] = Field(
        description="Least and greatest number of waves of keys before the goal can be reached."
    )
    decoys: RangeOf[_Letters] = Field(
        default=(0, 0), description="Least and greatest number of keys that open nothing."
    )
    players: RangeOf[Annotated[int, Field(ge=1, le=_MOST_PLAYERS)]] = Field(
        default=(1, 1),
        description="Least and greatest number of players, all of whom can reach the goal.",
    )
    stranded: RangeOf[Annotated[int, Field(ge=0, le=_MOST_PLAYERS - 1)]] = Field(
        default=(0, 0),
        description="Least and greatest number of further players, who cannot reach the goal.",
    )
    loops: _Percent = Field(
        default=10, description="How many in a hundred walls between open cells are broken through."
    )
    dead_ends: _Percent = Field(
        default=10, description="How many in a hundred dead ends of the corridors are left."
    )

    @model_validator(mode="after")
    def _possible(self) -> Self:
        side = min(self.rows[0], self.cols[0]) - 2
        if self.room_sides[0] > side:
            raise Impossible(
                "room_sides",
                f"a room of side {self.room_sides[0]} does not fit between walls "
                f"that are {side} apart",
            )
        if self.depth[0] > self.locks[1]:
            raise Impossible(
                "depth", f"{self.locks[1]} locks make no chain of {self.depth[0]} keys"
            )
        if self.locks[1] + self.decoys[1] > _MOST_LETTERS:
            raise Impossible(
                "decoys",
                f"{self.locks[1]} locks and {self.decoys[1]} decoys are more than "
                f"{_MOST_LETTERS} letters",
            )
        if self.players[1] + self.stranded[1] > _MOST_PLAYERS:
            raise Impossible(
                "stranded",
                f"{self.players[1]} players and {self.stranded[1]} stranded ones "
                f"are more than {_MOST_PLAYERS}",
            )
        if self.stranded[0] and not self.locks[1]:
            raise Impossible("stranded", "without locks nobody is stranded")
        return self
