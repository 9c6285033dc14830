"""Flood-It's difficulty configs: the keys that all games on boards of colours have."""

from __future__ import annotations

from kamigen.games.boards.config import BoardConfig


class FlooditConfig(BoardConfig):
    """The keys of a Flood-It config."""
