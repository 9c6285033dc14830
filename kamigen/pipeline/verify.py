"""Verifying level files: is the header's claim true, and do both solvers say so?"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from kamigen.budget import Budget
from kamigen.errors import LevelError
from kamigen.game import find_game
from kamigen.level import Finding, Level, Proof
from kamigen.pipeline.confirm import DEFAULT_SECONDS, Confirmation, Policy, confirm
from kamigen.pipeline.examine import proven
from kamigen.pipeline.files import read_level


class Status(StrEnum):
    """What is known of a level's claim."""

    PROVEN = "proven"
    LOOSE = "loose"
    IMPOSSIBLE = "impossible"
    MALFORMED = "malformed"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Inspection:
    """One file to be verified, and what may be spent on it."""

    game: str
    file: str
    budget: Budget
    cross_check: Policy = Policy.AUTO
    cross_check_seconds: float = DEFAULT_SECONDS


@dataclass(frozen=True, slots=True)
class Verdict:
    """What verifying a file has shown."""

    file: str
    game: str
    status: Status
    findings: tuple[Finding, ...]
    limit: int | None = None
    proof: Proof | None = None
    confirmation: Confirmation = Confirmation.NOT_ASKED


def verify(inspection: Inspection) -> Verdict:
    """Verify one file."""
    game = find_game(inspection.game)
    try:
        level = read_level(game, inspection.file)
    except LevelError as error:
        return Verdict(inspection.file, game.name, Status.MALFORMED, (error.finding,))
    proof = proven(game, level, inspection.budget)
    status, findings = _claim_status(level, proof)
    confirmation = Confirmation.NOT_ASKED
    if proof.par is not None:
        confirmation = confirm(
            game, level, proof.par, inspection.cross_check, inspection.cross_check_seconds
        )
    return Verdict(inspection.file, game.name, status, findings, level.limit, proof, confirmation)


def _claim_status(level: Level, proof: Proof) -> tuple[Status, tuple[Finding, ...]]:
    """Compare the header's limit with what is known of the par.

    The limit may be refuted although the par itself is not known.
    """
    limit, par = level.limit, proof.par
    if proof.lower > limit:
        known = f"the par is {par}" if par is not None else f"the par is at least {proof.lower}"
        message = f"the limit {limit} cannot be met: {known}"
        return Status.IMPOSSIBLE, (Finding("limit-below-par", message, 1),)
    if par is None:
        upper = "?" if proof.upper is None else proof.upper
        message = f"the par is between {proof.lower} and {upper}; the budget ended there"
        return Status.UNDECIDED, (Finding("par-unknown", message),)
    if par < limit:
        message = f"the limit {limit} is above the par {par}"
        return Status.LOOSE, (Finding("limit-above-par", message, 1),)
    return Status.PROVEN, ()
