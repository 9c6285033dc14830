"""Flood-It's proofs against breadth-first search, CP-SAT, KAMI's par, and each other."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from floodit_oracle import is_over, painted, par, random_cells, small_boards

from kamigen import native
from kamigen.budget import Budget
from kamigen.game import find_game
from kamigen.games.floodit import beam, cpsat, search, solver
from kamigen.games.floodit.level import UNCLAIMED, FlooditLevel
from kamigen.games.floodit.pond import (
    Flood,
    Pond,
    greedy_plays,
    is_won_by,
    least_plays,
    members_of,
    spelled,
)
from kamigen.level import Proof

UNLIMITED = Budget()

needs_native = pytest.mark.skipif(native.load() is None, reason="no native kernel was built here")


def plain_par(pond: Pond, flood: int) -> int:
    """Breadth-first search over floods; wider boards than on the cells themselves."""
    layer, plays = {flood}, 0
    while pond.everything not in layer:
        layer = {
            f | taken
            for f in layer
            for members in pond.classes
            if (taken := members & pond.grown(f, f) & ~f)
        }
        plays += 1
    return plays


def free_plays(pond: Pond, flood: int) -> int:
    """How many free plays a closed flood takes, by breadth-first search."""
    colours = {pond.colours[region] for region in members_of(pond.everything & ~flood)}
    return plain_par(pond, flood) - len(colours)


def small_ponds(count: int, most: int = 22) -> list[Pond]:
    ponds = []
    for seed in range(count):
        rng = Random(seed)
        cells = random_cells(seed, rng.randint(1, 6), rng.randint(2, 7), rng.randint(2, 6))
        if Pond(cells).size <= most:
            ponds.append(Pond(cells))
    return ponds


class TestAgainstBreadthFirstSearch:
    def test_on_the_cells(self):
        for cells in small_boards(300):
            proof = solver.solve(Pond(cells), UNLIMITED)
            assert proof.proven
            assert proof.lower == par(cells), cells

    @pytest.mark.parametrize("solve", [search.solve, solver.solve], ids=["python", "active"])
    def test_on_thousands_of_ponds(self, solve):
        ponds = small_ponds(2000)
        assert len(ponds) > 1000
        for pond in ponds:
            proof = solve(pond, UNLIMITED)
            assert (proof.lower, proof.upper) == (plain_par(pond, 1),) * 2

    def test_the_question_with_a_limit(self):
        for pond in small_ponds(400):
            best = plain_par(pond, 1)
            for most in range(max(0, best - 2), best + 3):
                proof = solver.solve(pond, UNLIMITED, most=most)
                assert proof.lower <= best <= proof.upper
                assert (proof.upper <= most) if best <= most else (proof.lower > most)


class TestTheClosureGame:
    def floods(self, pond: Pond, rng: Random) -> list[int]:
        """Some floods that can come about."""
        flood, found = 1, [1]
        while flood != pond.everything:
            reach = pond.grown(flood, flood)
            takeable = [m & reach & ~flood for m in pond.classes if m & reach & ~flood]
            flood |= rng.choice(takeable)
            found.append(flood)
        return found

    def test_closing_costs_exactly_its_plays(self):
        for seed, pond in enumerate(small_ponds(300)):
            for flood in self.floods(pond, Random(seed)):
                closed, _ = pond.close(flood, pond.grown(flood, flood))
                finished = {pond.colours[region] for region in members_of(closed & ~flood)}
                assert plain_par(pond, flood) == len(finished) + plain_par(pond, closed)

    def test_the_bound_is_admissible_at_every_flood(self):
        for seed, pond in enumerate(small_ponds(300)):
            for flood in self.floods(pond, Random(seed)):
                closed, reach = pond.close(flood, pond.grown(flood, flood))
                if closed == pond.everything:
                    continue
                free = free_plays(pond, closed)
                decision = search._Decision(pond, 0, UNLIMITED.start())
                assert decision._allows(closed, reach, free)
                # And it says something: without a play left nothing passes.
                assert not decision._allows(closed, reach, 0)

    def test_the_exact_tail_is_exact(self):
        for seed, pond in enumerate(small_ponds(200)):
            decision = search._Decision(pond, 0, UNLIMITED.start())
            for flood in self.floods(pond, Random(seed)):
                closed, reach = pond.close(flood, pond.grown(flood, flood))
                if closed == pond.everything:
                    continue
                free = free_plays(pond, closed)
                for plays in range(search._TAIL + 1):
                    assert decision._can_finish(closed, reach, plays) == (free <= plays)

    def test_of_floods_within_others_only_the_largest_are_needed(self):
        """No flood that is dropped wins in fewer plays than the one it lies within."""
        seen = 0
        for pond in small_ponds(600):
            flood, _ = pond.start()
            decision = search._Decision(pond, 0, UNLIMITED.start())
            layer = {flood} - {pond.everything}
            while layer and len(layer) < 40:
                for small, large in product(layer, repeat=2):
                    if small != large and not small & ~large:
                        seen += 1
                        assert free_plays(pond, large) <= free_plays(pond, small)
                layer = {
                    child
                    for parent in layer
                    for _, child, _ in decision._children(parent, pond.grown(parent, parent))
                    if child != pond.everything
                }
        assert seen > 200

    def test_a_layer_keeps_the_largest_and_what_lies_within_none(self):
        for pond in small_ponds(200):
            flood, reach = pond.start()
            decision = search._Decision(pond, 0, UNLIMITED.start())
            met = [
                search._Met(second, None, 0)
                for _, first, beside in decision._children(flood, reach)
                for _, second, _ in decision._children(first, beside)
                if second != pond.everything
            ]
            kept = [one.flood for one in decision._selected(met, pond.size)]
            floods = {one.flood for one in met}
            assert len(kept) == len(set(kept))
            assert set(kept) == {
                one for one in floods if not any(one != o and not one & ~o for o in floods)
            }

    def test_the_plain_bounds(self):
        for pond in small_ponds(500):
            best = plain_par(pond, 1)
            assert least_plays(pond) <= best <= len(greedy_plays(pond))
            assert is_won_by(pond, greedy_plays(pond))

    def test_the_replay_refuses_what_does_not_win(self):
        pond = Pond(((1, 2, 1), (3, 3, 2)))
        best = list(search.solve(pond, UNLIMITED).plays)
        assert is_won_by(pond, best)
        assert not is_won_by(pond, best[:-1])
        assert not is_won_by(pond, [*best, best[0]])
        assert not is_won_by(pond, [pond.colours[0], *best])
        with pytest.raises(AssertionError, match="does not flood"):
            search.checked(pond, search.PondProof(1, (0,), 0))


class TestTheBeam:
    def test_one_pass_scores_all_children(self):
        def weighed(pond: Pond, flooded: bytes) -> int:
            total = far = distance = 0
            met = {r for r in range(pond.size) if flooded[r]}
            level = met
            while level:
                level = {o for r in level for o in pond.touching[r]} - met
                met = met | level
                distance += 1
                far += beam.step_weight(distance)
                total += far * len(level)
            return total

        for seed in range(60):
            pond = Pond(random_cells(seed, 7, 9, 5))
            start = beam._State(bytes(pond.size), (0,))
            state = beam._flooded(pond, start, [0], pond.colours[0])
            for _ in range(6):
                state, survey = beam._surveyed(pond, state)
                assert survey.total == weighed(pond, state.flooded)
                if not survey.total:
                    break
                children = {}
                for colour in sorted({pond.colours[r] for r in state.exposed}):
                    taken = [r for r in state.exposed if pond.colours[r] == colour]
                    children[colour] = beam._flooded(pond, state, taken, colour)
                    score = weighed(pond, children[colour].flooded)
                    assert score == survey.total - survey.nearer[colour]
                assert {c for c, n in enumerate(survey.nearer) if n} == set(children)
                state = children[min(children)]

    def test_it_wins_and_never_beats_the_par(self):
        for pond in small_ponds(300):
            free = beam.beam_plays(pond, 2, pond.size, UNLIMITED.start())
            assert free is not None
            plays = spelled(pond, free)
            assert is_won_by(pond, plays)
            assert len(plays) == len(free) + pond.last_plays >= plain_par(pond, 1)

    def test_large_boards_have_honest_bounds(self):
        cells = random_cells(0, 40, 35, 5)
        proof = solver.solve(Pond(cells), Budget(nodes=300))
        assert proof.lower == least_plays(Pond(cells)) < proof.upper < 60
        for play in proof.plays:
            assert not is_over(cells)
            cells = painted(cells, play + 1)
        assert is_over(cells)

    @needs_native
    def test_more_time_is_never_worse(self):
        pond = Pond(random_cells(1, 60, 50, 8))
        uppers = [solver.solve(pond, Budget(nodes=nodes)).upper for nodes in (0, 3000, 12000)]
        assert uppers == sorted(uppers, reverse=True)
        assert uppers[-1] < uppers[0]


class TestBudgets:
    def test_bounds_stay_honest_when_nodes_run_out(self):
        pond = Pond(random_cells(3, 9, 9, 5))
        best = solver.solve(pond, UNLIMITED).lower
        for nodes in (0, 1, 10, 100, 1000):
            proof = solver.solve(pond, Budget(nodes=nodes))
            assert proof.lower <= best <= proof.upper
            assert is_won_by(pond, proof.plays)

    def test_no_time_at_all(self):
        proof = solver.solve(Pond(random_cells(3, 50, 50, 6)), Budget(seconds=0))
        assert proof.lower < proof.upper

    def test_memory_has_an_end(self, monkeypatch):
        monkeypatch.setattr(search, "_MOST_BYTES", 5 * search._BYTES_PER_FLOOD)
        proof = search.solve(Pond(random_cells(0, 12, 12, 6)), UNLIMITED)
        assert not proof.proven


@needs_native
class TestTheTwins:
    def test_bounds_plays_and_nodes_are_the_same(self):
        for seed in range(400):
            rng = Random(seed)
            rows, cols, colours = rng.randint(1, 9), rng.randint(1, 9), rng.randint(1, 7)
            pond = Pond(random_cells(seed, rows, cols, colours))
            budget = Budget(nodes=rng.choice((None, 0, 7, 60, 400)))
            most = rng.choice((None, None, rng.randint(0, 15)))
            python = search.solve(pond, budget, most=most)
            assert python == solver.solve(pond, budget, most=most), (seed, budget, most)

    def test_also_on_boards_for_the_beam_alone(self):
        pond = Pond(random_cells(0, 30, 34, 40))
        assert pond.size > search.MOST_REGIONS
        budget = Budget(nodes=150)
        assert search.solve(pond, budget) == solver.solve(pond, budget)

    def test_the_python_search_can_be_asked_for(self, monkeypatch):
        monkeypatch.setenv(native.CHOICE, "python")
        monkeypatch.setattr(native.load(), "solve_flood", lambda *_, **__: pytest.fail("asked"))
        assert solver.solve(Pond(((1, 2),)), UNLIMITED).lower == 1

    def test_the_kernel_refuses_nonsense(self):
        kernel = native.load()
        good = {
            "palette": 2, "lower": 1, "upper": 1, "last_plays": 1,
            "most": None, "nodes": None, "seconds": None, "most_bytes": 1 << 20,
        }  # fmt: skip
        assert kernel.solve_flood([0, 1], [[1], [0]], **good)[0] == 1
        for colours, touching, changed in (
            ([], [], {}),
            ([0, 1], [[1]], {}),
            ([0, 2], [[1], [0]], {}),
            ([0, 1], [[2], [0]], {}),
            ([0] * 65_536, [[]] * 65_536, {}),
            ([0, 1], [[1], [0]], {"palette": 65}),
            ([0, 1], [[1], [0]], {"lower": 2}),
            ([0, 1], [[1], [0]], {"upper": 9}),
            ([0, 1], [[1], [0]], {"last_plays": -1}),
            ([0, 1], [[1], [0]], {"seconds": float("nan")}),
        ):
            with pytest.raises(ValueError, match=r"\w"):
                kernel.solve_flood(colours, touching, **(good | changed))


class TestTheSecondSolver:
    def level(self, cells) -> FlooditLevel:
        return FlooditLevel(UNCLAIMED, cells, 6)

    def test_it_comes_to_the_same_par(self):
        for cells in small_boards(60):
            proof = cpsat.solve(self.level(cells), UNLIMITED)
            assert (proof.lower, proof.upper) == (par(cells),) * 2

    def test_it_confirms_larger_boards(self):
        for seed in range(4):
            cells = random_cells(seed, 7, 8, 5)
            proof = solver.solve(Pond(cells), UNLIMITED)
            said = cpsat.confirm(self.level(cells), proof.lower, UNLIMITED)
            assert (said.lower, said.upper) == (proof.lower, proof.upper)

    def test_it_contradicts_a_wrong_par(self):
        for cells in small_boards(30):
            right = par(cells)
            assert cpsat.confirm(self.level(cells), right + 1, UNLIMITED).upper == right
            if right > 1:
                assert cpsat.confirm(self.level(cells), right - 1, UNLIMITED).lower >= right - 1

    def test_moves_that_do_not_win_are_not_claimed(self, monkeypatch):
        monkeypatch.setattr(cpsat._TimedFlood, "_moves", lambda *_: (2, 2, 2))
        with pytest.warns(RuntimeWarning, match="bug in the model"):
            proof = cpsat.solve(self.level(((1, 2, 1), (2, 1, 3))), UNLIMITED)
        assert proof.upper is None

    def test_no_time_is_no_answer(self):
        proof = cpsat.solve(self.level(random_cells(0, 8, 9, 6)), Budget(seconds=0))
        assert proof.upper is None


def test_the_corner_costs_at_most_twice_what_free_choice_does():
    """Any region may be painted in KAMI: free ≤ fixed ≤ 2·free."""
    kami = find_game("kami")
    for seed in range(150):
        cells = random_cells(seed, 3, 5, 4)
        fixed = solver.solve(Pond(cells), UNLIMITED).lower
        level = kami.parse("1 9 3 5 4\n" + "".join(" ".join(map(str, r)) + "\n" for r in cells))
        free = kami.solve(level, UNLIMITED)
        assert free.lower <= fixed <= 2 * free.lower, cells


def test_a_flood_that_grows_in_place_is_the_same_flood():
    for pond in small_ponds(200):
        growing, flood = Flood(pond), 1
        while not growing.is_everything:
            reach = pond.grown(flood, flood)
            exposed = [c for c, m in enumerate(pond.classes) if m & reach & ~flood]
            assert growing.exposed == exposed
            left = [pond.classes[c] & ~reach for c in exposed]
            assert growing.finishable == [
                c for c, hidden in zip(exposed, left, strict=True) if not hidden
            ]
            taken = pond.classes[exposed[-1]] & reach & ~flood
            assert growing.exposed_regions(exposed[-1]) == taken.bit_count()
            assert growing.play(exposed[-1])
            flood |= taken
        assert flood == pond.everything


def test_the_game_says_how_it_was_proven():
    game = find_game("floodit")
    level = game.parse("4 4 3\n1 2 2 1\n3 1 2 1\n2 1 1 1\n1 1 1 1\n")
    proof = game.solve(level, UNLIMITED)
    assert isinstance(proof, Proof)
    assert (proof.par, len(proof.actions), proof.solver) == (3, 3, "search")
