"""The second witness: what a game's cross-check says about a proven par."""

from __future__ import annotations

from enum import StrEnum

from kamigen.budget import Budget
from kamigen.game import AnyGame
from kamigen.level import Level, Proof

# Confirms nearly every level of up to 50 regions; see the README's figures.
DEFAULT_SECONDS = 20.0


class Confirmation(StrEnum):
    """What the second witness said."""

    AGREES = "agrees"
    DISAGREES = "disagrees"
    NOT_IN_TIME = "not proven in time"
    NOT_ASKED = "not asked"


class Policy(StrEnum):
    """When to ask the second witness.

    `auto` asks and accepts silence; `always` takes silence for undecided.
    """

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"

    def refuses(self, confirmation: Confirmation) -> bool:
        """Whether a level with this confirmation is not to be relied upon."""
        if self is Policy.ALWAYS and confirmation is Confirmation.NOT_IN_TIME:
            return True
        return confirmation is Confirmation.DISAGREES


def confirm(
    game: AnyGame, level: Level, proof: Proof, policy: Policy, seconds: float
) -> Confirmation:
    """Ask the second witness whether it comes to the same par and facts."""
    if policy is Policy.NEVER:
        return Confirmation.NOT_ASKED
    return hear(game, level, proof, Budget(seconds=seconds))[0]


def hear(game: AnyGame, level: Level, proof: Proof, budget: Budget) -> tuple[Confirmation, str]:
    """Return what the second witness says, and who that is."""
    witness = game.cross_check(level, proof, budget)
    if _contradict(proof, witness):
        return Confirmation.DISAGREES, witness.solver
    said = Confirmation.AGREES if witness.decided else Confirmation.NOT_IN_TIME
    return said, witness.solver


def _contradict(first: Proof, second: Proof) -> bool:
    """Whether no par could satisfy the bounds of both, or they decide differently."""
    for one, other in ((first, second), (second, first)):
        if one.upper is not None and (other.closed or other.lower > one.upper):
            return True
    return (
        first.decided
        and second.decided
        and (first.proven, first.facts) != (second.proven, second.facts)
    )
