"""Looking into level files: what is their par, is their claim true, how hard are they?"""

from __future__ import annotations

from dataclasses import dataclass

from kamigen.budget import Budget
from kamigen.errors import LevelError
from kamigen.game import find_game, replays
from kamigen.level import Finding, Grade, Level, Proof, Status
from kamigen.pipeline.confirm import DEFAULT_SECONDS, Confirmation, Policy, confirm
from kamigen.pipeline.files import read_level


@dataclass(frozen=True, slots=True)
class Inspection:
    """One file to be looked into, what may be spent on it, and what is asked."""

    game: str
    file: str
    budget: Budget
    cross_check: Policy = Policy.AUTO
    cross_check_seconds: float = DEFAULT_SECONDS
    graded: bool = False
    goal: str | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What looking into a file has shown.

    A malformed file has neither level nor proof, nor has the manifest of a
    pack. There is a grade if it was asked for, the level can be won and it has a par.
    """

    file: str
    game: str
    status: Status
    findings: tuple[Finding, ...]
    level: Level | None = None
    proof: Proof | None = None
    confirmation: Confirmation = Confirmation.NOT_ASKED
    grade: Grade | None = None
    is_pack: bool = False

    @property
    def limit(self) -> int | None:
        """The limit in the file's header, if it has one."""
        return self.level.limit if self.level else None

    @property
    def complaint(self) -> str:
        """What is wrong, in a sentence that names the place; the first thing if there are more."""
        return self.findings[0].located(self.file) if self.findings else ""


def verify(inspection: Inspection) -> Verdict:
    """Read one file, solve it, and compare its claim with what is proven."""
    game = find_game(inspection.game)
    try:
        level = read_level(game, inspection.file)
    except LevelError as error:
        return Verdict(inspection.file, game.name, Status.MALFORMED, (error.finding,))
    if inspection.goal is not None:
        level = game.aimed(level, inspection.goal)
    proof = game.solve(level, inspection.budget)
    if proof.upper is not None and not replays(game, level, proof.actions, proof.upper):
        raise AssertionError(f"{inspection.file}: {proof} does not replay on the board")
    status, findings = game.judge(level, proof)
    confirmation = Confirmation.NOT_ASKED
    if proof.decided:
        confirmation = confirm(
            game, level, proof, inspection.cross_check, inspection.cross_check_seconds
        )
    grade = None
    if inspection.graded and proof.proven and status in (Status.PROVEN, Status.LOOSE):
        grade = game.grade(level, proof)
    return Verdict(inspection.file, game.name, status, findings, level, proof, confirmation, grade)
