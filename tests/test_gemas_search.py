"""The exact search of Gemas against plain breadth-first search, and its witness."""

from __future__ import annotations

from dataclasses import replace

import naive_gemas as naive
import pytest

from kamigen.budget import Budget
from kamigen.game import find_game, replays
from kamigen.games.gemas import search as search_module
from kamigen.games.gemas import witness
from kamigen.games.gemas.generator import draw_board
from kamigen.games.gemas.level import MOST_SWAPS, GemasLevel, parse
from kamigen.games.gemas.search import Rules, State, richest, search
from kamigen.level import Claim, Proof, Status
from kamigen.pipeline.confirm import Confirmation, Policy, confirm
from kamigen.rng import Rng

GEMAS = find_game("gemas")
UNLIMITED = Budget()

# Two valid swaps. A1 B1 leaves a dead board; A3 B3 and then D1 D2 reach 4 gems.
SMALL = "1 2 4 3 4 4 4196017257\nC B A D\nB B D A\nB A C C\n"
DEAD = "1 3 4 3 3 7 5\nA B C\nD E F\nG A B\n"
# One valid swap, of three gems, and then none.
SHORT = "1 3 9 3 3 7 {seed}\nA A B\nC D A\nE F G\n"


def small_levels(number: int) -> list[GemasLevel]:
    """Small boards of all shapes with targets that take a few swaps, or are out of reach."""
    levels = []
    for index in range(number):
        rng = Rng("small", index)
        rows, cols = rng.choice([(3, 4), (4, 3), (2, 5), (1, 7), (3, 3), (5, 4), (4, 5)])
        colours = rng.between(3, 5)
        cells = draw_board(rows, cols, colours, rng)
        levels.append(
            GemasLevel(Claim(1, 3), rng.between(1, 24), cells, colours, rng.below(1 << 32))
        )
    return levels


def short_level() -> GemasLevel:
    """A level whose only swap leaves a dead board."""
    for seed in range(100):
        level = parse(SHORT.format(seed=seed))
        rules, start = Rules.of(level), State(level.board, 0)
        (swap,) = rules.planes.swaps(start.board)
        after = rules.after(start, swap)
        if after.gems == 3 and rules.planes.is_dead(after.board):
            return level
    raise AssertionError


class TestPar:
    @pytest.mark.parametrize("part", range(4))
    def test_it_is_that_of_plain_search(self, part):
        depth = 4
        for level in small_levels(160)[part::4]:
            proof = GEMAS.solve(level, UNLIMITED)
            expected = naive.par(level, depth)
            if expected is None:
                assert proof.lower > depth
            else:
                assert (proof.par, len(proof.actions)) == (expected, expected)
            if proof.upper is not None:
                assert replays(GEMAS, level, proof.actions)
            else:
                assert proof.lower == MOST_SWAPS + 1

    def test_by_hand(self):
        proof = GEMAS.solve(parse(SMALL), UNLIMITED)
        assert (proof.par, proof.actions) == (2, ("A3 B3", "D1 D2"))
        assert proof.facts == {"chains_at_start": 0, "valid_swaps": 2, "most_gems": [3]}

    def test_the_target_decides_the_par(self):
        level = parse(SMALL)
        for target, par in ((1, 1), (3, 1), (4, 2), (9, 2)):
            assert GEMAS.solve(replace(level, target=target), UNLIMITED).par == par

    def test_the_most_gems_are_the_targets_within_reach(self):
        for level in small_levels(30):
            rules = Rules.of(replace(level, target=200))
            most = richest(rules, State(level.board, 0), 3, UNLIMITED)
            for swaps, gems in enumerate(most, start=1):
                assert naive.par(replace(level, target=gems), swaps) is not None
                if swaps < 3:
                    beyond = replace(level, target=gems + 1)
                    assert naive.par(beyond, swaps) is None


class TestBudget:
    def test_bounds_are_honest_whenever_the_budget_ends(self):
        for level in small_levels(40):
            par = GEMAS.solve(level, UNLIMITED)
            for nodes in (0, 1, 2, 5, 10, 20, 50, 100, 400):
                proof = GEMAS.solve(level, Budget(nodes=nodes))
                assert proof.lower <= par.lower
                if proof.upper is not None:
                    assert replays(GEMAS, level, proof.actions)
                    assert proof.upper >= par.lower
                assert proof.states <= nodes + 1

    def test_nothing_spent_is_nothing_known(self):
        proof = GEMAS.solve(parse(SMALL), Budget(nodes=0))
        assert (proof.lower, proof.upper, proof.actions) == (1, None, ())

    def test_enough_is_enough(self):
        level = GemasLevel(Claim(1, 9), 40, draw_board(7, 6, 6, Rng(3)), 6, 8)
        rules, start = Rules.of(level), State(level.board, 0)
        full = search(rules, start, UNLIMITED)
        assert full.lower == full.upper >= 3
        plenty = search(rules, start, UNLIMITED, enough=20)
        assert plenty.upper <= 20
        assert plenty.states <= full.states
        short = search(rules, start, UNLIMITED, enough=full.lower - 1)
        assert short.lower == full.lower

    def test_a_target_far_away_is_followed_to_its_end(self):
        level = GemasLevel(Claim(1, 999), 600, draw_board(6, 5, 4, Rng(2)), 4, 2)
        reach = search(Rules.of(level), State(level.board, 0), Budget(nodes=30_000), enough=999)
        assert reach.upper is not None
        assert reach.lower <= reach.upper

    def test_a_layer_beyond_the_memory_is_given_up_honestly(self, monkeypatch):
        level = GemasLevel(Claim(1, 9), 40, draw_board(7, 6, 6, Rng(3)), 6, 8)
        full = GEMAS.solve(level, UNLIMITED)
        monkeypatch.setattr(search_module, "_MOST_STATES", 20)
        monkeypatch.setattr(search_module, "_DIVE_WIDTH", 1)
        proof = GEMAS.solve(level, UNLIMITED)
        assert proof.lower < full.par
        assert proof.upper is None or proof.upper >= full.par

    def test_a_target_that_is_reached_takes_no_swap(self):
        level = parse(SMALL)
        assert search(Rules.of(level), State(level.board, 4), Budget(nodes=0)).upper == 0


class TestDead:
    def test_a_dead_start_is_told(self):
        level = parse(DEAD)
        proof = GEMAS.solve(level, UNLIMITED)
        assert (proof.upper, proof.proven) == (None, False)
        status, (finding,) = GEMAS.judge(level, proof)
        assert (status, finding.code, finding.line) == (Status.IMPOSSIBLE, "no-valid-swap", 2)
        assert [finding.code for finding in GEMAS.check(level)] == ["no-valid-swap"]

    def test_a_target_beyond_the_last_swap_is_told(self):
        level = short_level()
        proof = GEMAS.solve(level, UNLIMITED)
        status, (finding,) = GEMAS.judge(level, proof)
        assert (status, finding.code) == (Status.IMPOSSIBLE, "target-out-of-reach")
        assert GEMAS.check(level) == []
        assert GEMAS.solve(replace(level, target=3), UNLIMITED).par == 1

    @pytest.mark.parametrize("level", [parse(DEAD), short_level()], ids=["dead", "short"])
    def test_the_witness_does_not_loop_either(self, level):
        proof = GEMAS.solve(level, UNLIMITED)
        said = witness.confirm(level, proof, UNLIMITED)
        assert (said.lower, said.upper) == (proof.lower, None)

    def test_the_limit_decides_as_in_all_games(self):
        level = parse(SMALL)
        proof = GEMAS.solve(level, UNLIMITED)
        for limit, status, codes in (
            (1, Status.IMPOSSIBLE, ["limit-below-par"]),
            (2, Status.PROVEN, []),
            (3, Status.LOOSE, ["limit-above-par"]),
        ):
            said, findings = GEMAS.judge(level.claiming(1, limit), proof)
            assert (said, [finding.code for finding in findings]) == (status, codes)


class TestWitness:
    def test_it_comes_to_the_same_par_and_facts(self):
        decided = 0
        for level in small_levels(120):
            proof = GEMAS.solve(level, UNLIMITED)
            if proof.proven and proof.par <= 4:
                said = witness.confirm(level, proof, UNLIMITED)
                assert (said.par, said.facts) == (proof.par, proof.facts)
                decided += 1
        assert decided > 40

    @pytest.mark.parametrize("wrong", [1, 3])
    def test_a_wrong_par_is_contradicted(self, wrong):
        level = parse(SMALL)
        proof = GEMAS.solve(level, UNLIMITED)
        lie = replace(proof, lower=wrong, upper=wrong, actions=("A3 B3",) * wrong)
        said = confirm(GEMAS, level, lie, Policy.ALWAYS, 60)
        assert said is Confirmation.DISAGREES

    def test_actions_that_do_not_win_are_not_believed(self):
        level = parse(SMALL)
        proof = GEMAS.solve(level, UNLIMITED)
        # The par is right, so the witness has to find another sequence; it does.
        for actions in (("A1 B1", "D1 D2"), ("A1 A2", "A3 B3"), ("x", "y")):
            said = witness.confirm(level, replace(proof, actions=actions), UNLIMITED)
            assert said.par == 2

    def test_an_engine_that_fills_otherwise_is_found_out(self, monkeypatch):
        """The witness has rules of its own: break the engine's, and they differ."""
        level = replace(parse(SMALL), target=9)
        honest = GEMAS.solve(level, UNLIMITED)
        assert confirm(GEMAS, level, honest, Policy.ALWAYS, 60) is Confirmation.AGREES
        from kamigen.games.gemas.refill import Refill

        monkeypatch.setattr(Refill, "between", lambda self, first, end: [0] * (end - first))
        broken = GEMAS.solve(level, UNLIMITED)
        assert broken.par == 1
        assert confirm(GEMAS, level, broken, Policy.ALWAYS, 60) is Confirmation.DISAGREES

    def test_a_spent_budget_is_told(self):
        level = parse(SMALL)
        proof = GEMAS.solve(level, UNLIMITED)
        said = witness.confirm(level, proof, Budget(nodes=1))
        assert (said.lower, said.upper) == (1, None)
        assert not said.proven

    def test_no_proof_at_all(self):
        said = witness.confirm(parse(SMALL), Proof("nobody", 1, None), UNLIMITED)
        assert said.par == 2
