"""Candidates: boards drawn as a config asks, before anything is known about their par."""

from __future__ import annotations

from kamigen.games.boards.candidates import draw_candidate
from kamigen.games.floodit.config import FlooditConfig
from kamigen.games.floodit.level import FlooditLevel
from kamigen.level import Claim
from kamigen.rng import Rng


def propose(config: FlooditConfig, rng: Rng) -> FlooditLevel:
    """Return a board within the config's ranges; its header claims a limit of 0."""
    board = draw_candidate(config, rng)
    return FlooditLevel(Claim(config.difficulty, 0), board.cells, board.colours)
