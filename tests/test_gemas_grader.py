"""The simulated players of Gemas: what they see, how often they win, and the grade."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kamigen.budget import Budget
from kamigen.config import load_config, shipped_config
from kamigen.errors import KamigenError
from kamigen.game import find_game
from kamigen.games.gemas import grader
from kamigen.games.gemas.grader import (
    PLAYERS,
    View,
    any_swap,
    foresighted_swap,
    greedy_swap,
    wins,
)
from kamigen.games.gemas.level import GemasLevel, parse
from kamigen.rng import Rng

GEMAS = find_game("gemas")
UNLIMITED = Budget()
GAMES = grader._GAMES

# A1 B1 leaves a dead board; A3 B3 and then D1 D2 reach 4 gems.
SMALL = parse("1 2 4 3 4 4 4196017257\nC B A D\nB B D A\nB A C C\n")


def proposals(difficulty: int, number: int) -> list[GemasLevel]:
    """Levels of a shipped config with the limits they deserve, whatever their grade."""
    config = load_config(GEMAS, shipped_config(GEMAS, difficulty))
    levels = []
    for seed in range(number):
        candidate = GEMAS.propose(config, Rng("grader", seed))
        level = GEMAS.claim(config, candidate, GEMAS.solve(candidate, Budget(nodes=20_000)))
        if not isinstance(level, str):
            levels.append(level)
    return levels


def view_of(level: GemasLevel, swaps_left: int = 2) -> View:
    return View(level.planes, level.board, swaps_left, level.target)


@pytest.mark.parametrize("choose", [any_swap, greedy_swap, foresighted_swap])
class TestPlayers:
    def test_they_choose_valid_swaps(self, choose):
        for level in proposals(1, 6):
            for seed in range(4):
                assert choose(view_of(level), Rng(seed)) in level.planes.swaps(level.board)

    def test_they_cannot_see_the_refill(self, choose):
        """Boards that differ only in what will fall in are the same to them."""
        for level in proposals(2, 4):
            other = replace(level, seed=level.seed ^ 1)
            assert choose(view_of(level), Rng(1)) == choose(view_of(other), Rng(1))

    def test_they_play_the_same_games_in_every_run(self, choose):
        for level in proposals(2, 2):
            assert wins(level, choose) == wins(level, choose)

    def test_more_swaps_win_no_fewer_games(self, choose):
        for level in proposals(1, 4):
            few, many = (wins(level.claiming(1, limit), choose) for limit in (2, 8))
            assert few <= many

    def test_nothing_is_won_without_swaps_nor_on_a_dead_board(self, choose):
        assert wins(SMALL.claiming(1, 0), choose) == 0
        assert wins(parse("1 9 4 3 3 7 5\nA B C\nD E F\nG A B\n"), choose) == 0


def test_the_greedy_player_takes_the_most_at_once():
    # B1 B2 makes four B, the other swaps make three.
    level = parse("1 1 4 3 5 4 1\nB C B B A\nA B D C D\nC A A D A\n")
    planes = level.planes
    gains = {swap: planes.gain(level.board, swap) for swap in planes.swaps(level.board)}
    assert max(gains.values()) == 4
    chosen = {greedy_swap(view_of(level), Rng(seed)) for seed in range(20)}
    assert chosen == {swap for swap, gain in gains.items() if gain == 4}


def test_foresight_is_worth_something():
    """On average each player wins more than the one before."""
    totals = dict.fromkeys((any_swap, greedy_swap, foresighted_swap), 0)
    for level in proposals(2, 12):
        for choose in totals:
            totals[choose] += wins(level, choose)
    random, greedy, foresighted = totals.values()
    assert random < greedy < foresighted


def test_the_table_is_the_games_table():
    assert GEMAS.difficulties == tuple(player.difficulty for player in PLAYERS)
    assert [row.number for row in GEMAS.difficulties] == [1, 2, 3]
    assert PLAYERS[-1].choose is None


def test_difficulty_is_that_of_the_weakest_who_wins_half():
    for level in (*proposals(1, 5), *proposals(2, 3)):
        proof = GEMAS.solve(level, UNLIMITED)
        number = GEMAS.difficulty(level, proof).number
        rates = [wins(level, player.choose) / GAMES for player in PLAYERS[:-1]]
        assert number == next((n for n, rate in enumerate(rates, 1) if rate >= 0.5), 3)


def test_a_level_anybody_wins_is_easy():
    level = replace(SMALL, target=1)
    proof = GEMAS.solve(level, UNLIMITED)
    grade = GEMAS.grade(level, proof)
    assert (grade.difficulty, grade.parts["blind"]) == (1, 0)


def test_the_score_explains_itself():
    proof = GEMAS.solve(SMALL, UNLIMITED)
    grade = GEMAS.grade(SMALL, proof)
    assert set(grade.parts) == {"par", "blind", "choice", "colours", "cells"}
    assert grade.score == pytest.approx(sum(grade.parts.values()))
    # One of the two first swaps leads to the target: one bit of luck, at half a point.
    assert (grade.figures["first_swaps_tried"], grade.figures["first_swaps_good"]) == (2, 1)
    assert grade.parts["choice"] == 0.5
    assert {"win_rate_random", "win_rate_greedy", "win_rate_foresighted"} <= set(grade.figures)


def test_only_a_level_that_can_be_won_has_a_difficulty():
    level = SMALL.claiming(1, 1)
    with pytest.raises(KamigenError, match="can be won"):
        GEMAS.difficulty(level, GEMAS.solve(level, UNLIMITED))
