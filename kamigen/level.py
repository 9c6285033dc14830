"""The nouns every game shares: level, claim, proof, finding, grade, provenance.

They are values: frozen, comparable, free of behaviour that could differ from
game to game. A game subclasses `Level` with its own board; everything else is
used as it stands.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import ClassVar, Self


@dataclass(frozen=True, slots=True)
class Finding:
    """A named thing that is wrong with a level, and where it stands in the file."""

    code: str
    message: str
    line: int | None = None
    column: int | None = None

    def located(self, source: str | None = None) -> str:
        """Return the message behind `source:line:column`, as compilers print it."""
        place = [str(part) for part in (source, self.line, self.column) if part is not None]
        return f"{':'.join(place)}: {self.message}" if place else self.message


UNSTATED = 0
"""The difficulty of a level whose header does not state one."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What a header promises: how hard the level is and how many actions suffice.

    There is no limit in games that do not count actions, and the difficulty is
    UNSTATED where a game's text can leave it out.
    """

    difficulty: int
    limit: int | None


@dataclass(frozen=True)
class Level:
    """A level of some game: its claim, plus whatever board the game adds."""

    game: ClassVar[str]
    claim: Claim

    @property
    def difficulty(self) -> int:
        """The difficulty that the header states, or UNSTATED."""
        return self.claim.difficulty

    @property
    def limit(self) -> int | None:
        """The number of actions that the header allows; None if they are not counted."""
        return self.claim.limit

    def claiming(self, difficulty: int, limit: int | None) -> Self:
        """Return the same board under another header."""
        return replace(self, claim=Claim(difficulty, limit))


@dataclass(frozen=True)
class ParLevel(Level):
    """A level of a game that counts actions, so that there always is a limit."""

    @property
    def limit(self) -> int:
        """The number of actions that the header allows."""
        if self.claim.limit is None:
            raise ValueError(f"a level of {self.game} has a limit")
        return self.claim.limit


class Status(StrEnum):
    """What is known of a level's claim."""

    PROVEN = "proven"
    LOOSE = "loose"
    IMPOSSIBLE = "impossible"
    AMBIGUOUS = "ambiguous"
    MALFORMED = "malformed"
    UNDECIDED = "undecided"
    INTACT = "intact"
    """What its manifest says of it fits; nothing was proven anew."""
    BROKEN = "broken"
    """Not what its manifest says."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What a solver has shown about the par, and how.

    `upper` is witnessed by `actions`, which were replayed on the real board;
    `lower` by an exhausted search or a bound. Only when the two meet is there
    a par. `upper` is None while no sequence is known. `facts` are whatever
    else a game's claims rest on, as plain data: a second solver that comes to
    other facts disagrees. `closed` says that the search has come to its end
    without a par, as there is none: the facts tell why.
    """

    solver: str
    lower: int
    upper: int | None
    actions: tuple[str, ...] = ()
    states: int = 0
    seconds: float = field(default=0.0, compare=False)
    facts: Mapping[str, object] = field(default_factory=dict)
    closed: bool = False

    @property
    def decided(self) -> bool:
        """Whether a larger budget could not show any more."""
        return self.proven or self.closed

    @property
    def proven(self) -> bool:
        """Whether both halves of the proof are there."""
        return self.lower == self.upper

    @property
    def par(self) -> int | None:
        """The minimal number of actions, or None while it is not proven."""
        return self.upper if self.proven else None


@dataclass(frozen=True, slots=True)
class Grade:
    """How hard a level is to play, measured.

    `difficulty` is that of the weakest simulated `player` who finishes within
    the limit; `score` is continuous and is the sum of `parts`; `figures` are
    the measurements behind both.
    """

    difficulty: int
    player: str
    score: float
    parts: Mapping[str, float]
    figures: Mapping[str, int | float]


@dataclass(frozen=True, slots=True)
class Provenance:
    """All that a generated level depends on."""

    game: str
    version: int
    config: str
    seed: int
    index: int
    attempt: int
