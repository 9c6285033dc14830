"""Examining level files: read one, solve it, grade it if asked; say what stood in the way."""

from __future__ import annotations

from dataclasses import dataclass

from kamigen.budget import Budget
from kamigen.errors import LevelError
from kamigen.game import AnyGame, find_game, replays
from kamigen.level import Finding, Grade, Level, Proof
from kamigen.pipeline.files import read_level


@dataclass(frozen=True, slots=True)
class Examination:
    """One file to be examined, and what may be spent on it."""

    game: str
    file: str
    budget: Budget
    graded: bool = False


@dataclass(frozen=True, slots=True)
class Examined:
    """What an examination has shown: either a finding, or a level and its proof.

    There is a grade if it was asked for and the level can be won by its limit.
    """

    file: str
    game: str
    finding: Finding | None = None
    level: Level | None = None
    proof: Proof | None = None
    grade: Grade | None = None

    @property
    def complaint(self) -> str:
        """What is wrong with the file, in a sentence that names the place."""
        return self.finding.located(self.file) if self.finding else ""

    @property
    def impossible(self) -> bool:
        """Whether it is proven that the level cannot be won within its limit."""
        return bool(self.level and self.proof and self.proof.lower > self.level.limit)


def examine(examination: Examination) -> Examined:
    """Read and solve one file."""
    game = find_game(examination.game)
    try:
        level = read_level(game, examination.file)
    except LevelError as error:
        return Examined(examination.file, game.name, finding=error.finding)
    proof = proven(game, level, examination.budget)
    grade = None
    if examination.graded and proof.par is not None and proof.par <= level.limit:
        grade = game.grade(level, proof)
    return Examined(examination.file, game.name, level=level, proof=proof, grade=grade)


def proven(game: AnyGame, level: Level, budget: Budget) -> Proof:
    """Solve a level; its sequence is replayed by the rules of play before anyone sees it."""
    proof = game.solve(level, budget)
    if proof.upper is not None and not replays(game, level, proof.actions):
        raise AssertionError(f"{proof} does not replay on {level}")
    return proof
