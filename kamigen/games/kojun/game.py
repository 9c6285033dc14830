"""Kojun behind the Game interface: each answer is given by a module of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kamigen.budget import Budget
from kamigen.errors import LevelError
from kamigen.game import Difficulty, Game, Play, Scene
from kamigen.games.kojun import cpsat, generator, grader, puzzlink
from kamigen.games.kojun import level as text
from kamigen.games.kojun.board import Board
from kamigen.games.kojun.config import KojunConfig
from kamigen.games.kojun.ladder import MARKED, climb
from kamigen.games.kojun.level import KojunLevel
from kamigen.games.kojun.play import PHRASES, KojunPlay, scene, spelled
from kamigen.games.kojun.search import decide
from kamigen.grid import cell_name
from kamigen.level import Finding, Grade, Proof, Status
from kamigen.rng import Rng


class Kojun(Game[KojunLevel, KojunConfig]):
    """Number the regions; neighbours differ, columns fall. There is one solution."""

    name = "kojun"
    title = "Kojun"
    version = 1
    difficulties = tuple(player.difficulty for player in grader.PLAYERS)
    phrases = PHRASES
    page_scripts = ("page/reasoning.js", "page/kojun.js")

    @property
    def config_model(self) -> type[KojunConfig]:
        """The keys of Kojun's configs."""
        return KojunConfig

    def parse(self, text_: str) -> KojunLevel:
        """Read a header with its givens and regions, or a puzz.link address."""
        return text.parse(text_)

    def format(self, level: KojunLevel) -> str:
        """Write a header with its givens and regions."""
        return text.format_level(level)

    def check(self, level: KojunLevel) -> list[Finding]:
        """Find what the parser would refuse if this level were read from a file."""
        try:
            text.parse(text.format_level(level))
        except LevelError as error:
            return [error.finding]
        return []

    def solve(self, level: KojunLevel, budget: Budget) -> Proof:
        """Decide between no, one and several solutions by the fast solver."""
        board = level.board
        answer = decide(board, level.values, budget)
        found = [[list(row) for row in board.rows_of(one)] for one in answer.solutions]
        upper: int | None = None
        actions: tuple[str, ...] = ()
        facts: dict[str, object] = {}
        if answer.complete and len(found) == 1:
            upper, actions = level.blanks, _in_order(board, level.values, answer.solutions[0])
            facts = {"solutions": 1, "solution": found[0]}
        elif answer.complete:
            facts = {"solutions": len(found), "examples": found}
        return Proof(
            "search",
            level.blanks,
            upper,
            actions,
            answer.nodes,
            answer.seconds,
            facts,
            closed=answer.complete and upper is None,
        )

    def cross_check(self, level: KojunLevel, proof: Proof, budget: Budget) -> Proof:
        """Ask CP-SAT for a solution, and for another."""
        return cpsat.confirm(level, proof, budget)

    def judge(
        self,
        level: KojunLevel,  # noqa: ARG002 - every level claims the same
        proof: Proof,
    ) -> tuple[Status, tuple[Finding, ...]]:
        """A level claims to have exactly one solution."""
        match _counted(proof):
            case 1:
                return Status.PROVEN, ()
            case 0:
                return Status.IMPOSSIBLE, (Finding("no-solution", "there is no solution"),)
            case None:
                message = "the budget ended before the solutions were counted"
                return Status.UNDECIDED, (Finding("solutions-unknown", message),)
        message = f"there are {self.answer(proof)}"
        return Status.AMBIGUOUS, (Finding("several-solutions", message),)

    def answer(self, proof: Proof) -> str:
        """Say how many solutions there are."""
        match _counted(proof), proof.facts:
            case 1, _:
                return "exactly one solution"
            case 0, _:
                return "no solution"
            case _, {"examples": [first, second]}:
                return f"several solutions, which differ at {_difference(first, second)}"
        return "solutions not counted"

    def propose(self, config: KojunConfig, rng: Rng) -> KojunLevel:
        """Draw regions, fill them, and take givens away."""
        return generator.propose(config, rng)

    def claim(self, config: KojunConfig, candidate: KojunLevel, proof: Proof) -> KojunLevel | str:
        """Keep a candidate that has exactly one solution."""
        if not proof.proven:
            return "not one solution" if proof.closed else "not decided within the nodes"
        return candidate.claiming(config.difficulty, None)

    def difficulty(self, level: KojunLevel, proof: Proof) -> Difficulty:
        """Let the simulated players solve, the weakest first."""
        return grader.difficulty(level, proof)

    def grade(self, level: KojunLevel, proof: Proof) -> Grade:
        """Measure what makes the level hard."""
        return grader.grade(level, proof)

    def start(self, level: KojunLevel) -> Play:
        """Start playing."""
        return KojunPlay(level)

    def scene(self, level: KojunLevel) -> Scene:
        """The regions and the givens."""
        return scene(level.board, level.values)

    def url(self, level: KojunLevel) -> str:
        """The level as a puzz.link address."""
        return puzzlink.encode(level.givens, level.regions)


def _counted(proof: Proof) -> object:
    """How many solutions there are, 2 for several; None if they were not counted.

    Only one solution is ever called proven, so a proof that was kept without its
    facts, as packs keep them, says as much.
    """
    return 1 if proof.proven else proof.facts.get("solutions")


def _in_order(board: Board, values: Sequence[int], solution: Sequence[int]) -> tuple[str, ...]:
    """The moves that fill the board, as the ladder places them; what it cannot place comes last."""
    placed = dict(climb(board, values, MARKED).placed)
    rest = {cell: solution[cell] for cell, value in enumerate(values) if not value}
    return tuple(spelled(board, cell, value) for cell, value in (placed | rest).items())


def _difference(first: Any, second: Any) -> str:
    """The first cell where two solutions differ, and how: `B3 (2 or 4)`."""
    return next(
        f"{cell_name((row, col))} ({one} or {other})"
        for row, lines in enumerate(zip(first, second, strict=True), start=1)
        for col, (one, other) in enumerate(zip(*lines, strict=True), start=1)
        if one != other
    )
