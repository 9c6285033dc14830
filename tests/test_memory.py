"""A level that is made and confirmed gives back its memory: a run of thousands stays small."""

from __future__ import annotations

import gc

import pytest

from kamigen.budget import Budget
from kamigen.config import LevelConfig, load_config, shipped_config
from kamigen.game import find_game, game_names
from kamigen.pipeline.confirm import hear
from kamigen.pipeline.generate import Made, Order, make


def make_and_confirm(name: str, config: LevelConfig, index: int) -> None:
    made = make(Order(name, config, seed=0, index=index))
    assert isinstance(made, Made)
    hear(find_game(name), made.level, made.proof, Budget(nodes=1_000))


@pytest.mark.parametrize("name", game_names())
def test_nothing_of_a_level_waits_for_the_garbage_collector(name: str):
    game = find_game(name)
    config = load_config(game, shipped_config(game, 1))
    make_and_confirm(name, config, 0)  # imports leave something that is no level's
    gc.collect()
    gc.disable()
    try:
        make_and_confirm(name, config, 1)
        assert gc.collect() == 0
    finally:
        gc.enable()
