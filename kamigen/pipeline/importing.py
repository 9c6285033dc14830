"""Boards from elsewhere become levels: under the header they came with, or a proven one."""

from __future__ import annotations

from dataclasses import dataclass

from kamigen.budget import Budget
from kamigen.errors import KamigenError
from kamigen.game import AnyGame, Mosaic, replays
from kamigen.level import Claim, Level, Proof
from kamigen.pipeline.confirm import Confirmation, Policy, confirm


@dataclass(frozen=True, slots=True)
class Imported:
    """A board as a level. Without a proven par it has no header worth writing."""

    level: Level
    proof: Proof
    confirmation: Confirmation


def prove(
    game: AnyGame,
    mosaic: Mosaic,
    budget: Budget,
    slack: int,
    cross_check: Policy,
    cross_check_seconds: float,
) -> Imported:
    """Prove a board's par, give it that limit with some slack, and measure its difficulty."""
    level = game.from_mosaic(mosaic, Claim(1, 0))
    proof = game.solve(level, budget)
    if proof.upper is not None and not replays(game, level, proof.actions, proof.upper):
        raise AssertionError(f"{proof} does not replay on the board")
    if proof.par is None:
        return Imported(level, proof, Confirmation.NOT_ASKED)
    if proof.par == 0:
        raise KamigenError("the board has one colour only: there is nothing to paint")
    level = level.claiming(1, proof.par + slack)
    level = level.claiming(game.difficulty(level, proof).number, level.limit)
    confirmation = confirm(game, level, proof, cross_check, cross_check_seconds)
    return Imported(level, proof, confirmation)
