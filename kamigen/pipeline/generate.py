"""Making levels: propose, prove, measure, keep or reject, confirm.

Level i of a run depends on (game and its version, config, root seed, i) and on
nothing else. Every candidate has a random source of its own, and what decides
whether it is kept is counted in nodes: neither the number of workers nor the
clock can change a byte. The second witness speaks when the level is chosen; it
can only stop a level, never replace it by another.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from kamigen.budget import Budget
from kamigen.config import LevelConfig
from kamigen.errors import GenerationError
from kamigen.game import AnyGame, find_game, replays
from kamigen.level import Grade, Level, Proof, Provenance
from kamigen.pipeline.confirm import DEFAULT_SECONDS, Confirmation, Policy, confirm
from kamigen.rng import Rng


@dataclass(frozen=True, slots=True)
class Order:
    """One level to be made."""

    game: str
    config: LevelConfig
    seed: int
    index: int
    cross_check: Policy = Policy.NEVER
    cross_check_seconds: float = DEFAULT_SECONDS


@dataclass(frozen=True, slots=True)
class Made:
    """A level with all that is known about it."""

    level: Level
    text: str
    proof: Proof
    grade: Grade
    provenance: Provenance
    rejected: dict[str, int]
    confirmation: Confirmation
    seconds: float


@dataclass(frozen=True, slots=True)
class Unmade:
    """An order that came to nothing: why, and what was rejected on the way."""

    order: Order
    reason: str
    rejected: dict[str, int]


Watcher = Callable[[int, Counter[str]], None]
"""Is told before every attempt: its number, and the rejects so far by reason."""


def make(order: Order, watcher: Watcher | None = None) -> Made | Unmade:
    """Make the level of an order, or say why there is none."""
    started = time.perf_counter()
    game = find_game(order.game)
    config = order.config
    rejected: Counter[str] = Counter()
    for attempt in range(config.effort.attempts):
        if watcher is not None:
            watcher(attempt, rejected)
        rng = Rng(game.name, game.version, config.digest(), order.seed, order.index, attempt)
        try:
            candidate = game.propose(config, rng)
        except GenerationError as error:
            return Unmade(order, str(error), dict(rejected))
        verdict = _judge(game, config, candidate)
        if isinstance(verdict, str):
            rejected[verdict] += 1
            continue
        level, proof, grade = verdict
        provenance = Provenance(
            game.name, game.version, config.digest(), order.seed, order.index, attempt
        )
        confirmation = confirm(game, level, proof, order.cross_check, order.cross_check_seconds)
        return Made(
            level,
            _checked_text(game, level, proof),
            proof,
            grade,
            provenance,
            dict(rejected),
            confirmation,
            time.perf_counter() - started,
        )
    reasons = ", ".join(f"{count} {reason}" for reason, count in rejected.most_common())
    return Unmade(
        order, f"none of {config.effort.attempts} candidates fits: {reasons}", dict(rejected)
    )


def _judge(
    game: AnyGame, config: LevelConfig, candidate: Level
) -> str | tuple[Level, Proof, Grade]:
    """Return the level with its proof and grade, or the reason to reject it. Cheap tests first."""
    proof = game.solve(candidate, Budget(nodes=config.effort.solve_nodes))
    level = game.claim(config, candidate, proof)
    if isinstance(level, str):
        return level
    measured = game.difficulty(level, proof).number
    if measured != config.wanted_grade:
        return "too easy" if measured < config.wanted_grade else "too hard"
    grade = game.grade(level, proof)
    if config.score is not None and not config.score[0] <= grade.score <= config.score[1]:
        return "score out of range"
    return level, proof, grade


def _checked_text(game: AnyGame, level: Level, proof: Proof) -> str:
    """The level's text, after a last look at everything it promises."""
    text = game.format(level)
    wins = replays(game, level, proof.actions, proof.upper)
    if game.check(level) or game.parse(text) != level or not wins:
        raise AssertionError(f"a level is not what its proof says:\n{text}{proof}")
    return text
