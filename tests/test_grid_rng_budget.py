"""What every game builds on: cell names and floods, random streams, budgets."""

from __future__ import annotations

import hashlib
import os
import random
import string
import subprocess
import sys
import time
from collections import Counter
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kamigen import budget as budget_module
from kamigen.budget import Budget, BudgetSpent
from kamigen.grid import (
    cell_name,
    column_letters,
    flood,
    framed,
    inner_cells,
    neighbours,
    parse_cell,
    regions,
)
from kamigen.rng import Rng


class TestCellNames:
    def test_columns_count_in_letters(self):
        words = [
            "".join(letters)
            for length in (1, 2, 3)
            for letters in product(string.ascii_uppercase, repeat=length)
        ]
        assert [column_letters(column) for column in range(1, len(words) + 1)] == words

    @pytest.mark.parametrize(
        ("cell", "name"),
        [
            ((1, 1), "A1"),
            ((1, 5), "E1"),
            ((4, 6), "F4"),
            ((9, 26), "Z9"),
            ((10, 27), "AA10"),
            ((3, 52), "AZ3"),
            ((3, 53), "BA3"),
            ((1000, 702), "ZZ1000"),
            ((1, 703), "AAA1"),
        ],
    )
    def test_column_letters_then_row_number(self, cell, name):
        assert cell_name(cell) == name
        assert parse_cell(name) == parse_cell(name.lower()) == cell

    @settings(deadline=None)
    @given(st.integers(1, 999_999), st.integers(1, 26 + 26**2 + 26**3 + 26**4))
    def test_round_trip(self, row, column):
        assert parse_cell(cell_name((row, column))) == (row, column)

    def test_a_row_number_may_have_leading_zeros(self):
        assert parse_cell("b007") == (7, 2)

    @pytest.mark.parametrize(
        "name",
        [
            "",
            "A",
            "1",
            "1A",
            "A1A",
            "A 1",
            " A1",
            "A1 ",
            "A1\n",
            "A-1",
            "A+1",
            "A1.0",
            "Á1",
            "ß1",
            "A\u0663",
            "A\u00b2",
            "AAAAA1",
            "A1234567",
        ],
    )
    def test_no_names(self, name):
        assert parse_cell(name) is None

    @settings(deadline=None)
    @given(st.text(max_size=8))
    def test_any_text_is_a_cell_or_none(self, text):
        cell = parse_cell(text)
        assert cell is None or (cell[0] >= 0 and cell[1] >= 1)


class TestGrid:
    def test_the_frame_goes_around_and_comes_off(self):
        grid = framed([[1, 2, 3], [4, 5, 6]])
        assert grid.tolist() == [[0, 0, 0, 0, 0], [0, 1, 2, 3, 0], [0, 4, 5, 6, 0], [0, 0, 0, 0, 0]]
        assert inner_cells(grid) == ((1, 2, 3), (4, 5, 6))
        assert type(inner_cells(grid)[0][0]) is int

    def test_neighbours_share_a_side(self):
        assert set(neighbours((3, 7))) == {(2, 7), (4, 7), (3, 6), (3, 8)}

    def test_a_flood_reaches_the_nearest_first(self):
        grid = framed([[1, 1, 1, 1, 1], [1, 2, 2, 2, 1], [1, 1, 1, 2, 1]])
        reached = flood(grid, (3, 1))
        # Around the wall, not as the crow flies: the last cell is the one behind it.
        steps = {(3, 1): 0, (2, 1): 1, (3, 2): 1, (1, 1): 2, (3, 3): 2, (1, 2): 3, (1, 3): 4}
        steps |= {(1, 4): 5, (1, 5): 6, (2, 5): 7, (3, 5): 8}
        assert [steps[cell] for cell in reached] == sorted(steps.values())
        assert set(reached) == set(steps)

    @settings(deadline=None)
    @given(
        st.integers(1, 6).flatmap(
            lambda cols: st.lists(
                st.lists(st.integers(1, 3), min_size=cols, max_size=cols), min_size=1, max_size=6
            )
        )
    )
    def test_regions_share_out_the_cells_in_reading_order(self, cells):
        found = list(regions(framed(cells)))
        every = [(r, c) for r in range(1, len(cells) + 1) for c in range(1, len(cells[0]) + 1)]
        assert sorted(cell for region in found for cell in region) == every
        starts = [region[0] for region in found]
        assert starts == sorted(starts) == [min(region) for region in found]
        number = {cell: place for place, region in enumerate(found) for cell in region}
        for row, column in every:
            for other in ((row + 1, column), (row, column + 1)):
                if other in number:
                    same = cells[row - 1][column - 1] == cells[other[0] - 1][other[1] - 1]
                    assert (number[row, column] == number[other]) is same


def stream(*words: object) -> random.Random:
    """The source that an Rng of these words must draw from, derived anew."""
    digest = hashlib.sha256("\x1f".join(str(word) for word in words).encode()).hexdigest()
    return random.Random(int(digest, 16))


DRAW = """
from kamigen.rng import Rng
rng = Rng("kami", 1, "digest", 0, 3)
items = list(range(10))
rng.shuffle(items)
print([rng.below(1000) for _ in range(5)], items, rng.weighted({"a": 1, "b": 2}), rng.chance(50))
"""


class TestRng:
    def test_same_words_same_stream(self):
        one, other = Rng("kami", 2, 7), Rng("kami", 2, 7)
        assert [one.below(10**6) for _ in range(50)] == [other.below(10**6) for _ in range(50)]

    def test_every_word_and_its_place_matter(self):
        words = [(), (0,), (1,), (0, 1), (1, 0), ("01",), ("0", "1", ""), (10,)]
        assert len({tuple(Rng(*w).below(2**30) for _ in range(3)) for w in words}) == len(words)

    @settings(deadline=None)
    @given(st.lists(st.one_of(st.integers(), st.text("abcé"), st.none()), max_size=5))
    def test_the_stream_is_that_of_sha256_and_random(self, words):
        rng, source = Rng(*words), stream(*words)
        for bound in (1, 2, 3, 10, 97, 1000, 2**31):
            assert rng.below(bound) == int(source.random() * bound)

    def test_pinned_values(self):
        # Once computed by the definition above. They must never change: levels depend on them.
        rng = Rng("kami", 1, "digest", 0, 3)
        assert [rng.below(1000) for _ in range(8)] == [409, 328, 426, 347, 964, 461, 988, 896]

    def test_nothing_depends_on_the_hash_seed(self):
        answers = {
            subprocess.run(
                [sys.executable, "-c", DRAW],
                env=os.environ | {"PYTHONHASHSEED": seed},
                capture_output=True,
                text=True,
                check=True,
            ).stdout
            for seed in ("0", "1", "4242")
        }
        assert len(answers) == 1

    def test_the_global_source_is_left_alone(self):
        random.seed(5)
        expected = random.random()
        random.seed(5)
        rng = Rng(1)
        rng.shuffle(list(range(20)))
        assert random.random() == expected

    def test_below_is_even_and_within_its_bound(self):
        rng = Rng("below")
        counts = Counter(rng.below(7) for _ in range(7000))
        assert set(counts) == set(range(7))
        assert all(850 < count < 1150 for count in counts.values())

    def test_between_has_both_ends(self):
        rng = Rng("between")
        counts = Counter(rng.between(-2, 3) for _ in range(6000))
        assert set(counts) == {-2, -1, 0, 1, 2, 3}
        assert all(850 < count < 1150 for count in counts.values())
        assert {rng.between(4, 4) for _ in range(10)} == {4}

    @pytest.mark.parametrize("percent", [0, 30, 100])
    def test_chance(self, percent):
        rng = Rng("chance")
        hits = sum(rng.chance(percent) for _ in range(5000))
        assert abs(hits - 50 * percent) < (150 if 0 < percent < 100 else 1)

    def test_choice_takes_every_item(self):
        rng = Rng("choice")
        counts = Counter(rng.choice("xyz") for _ in range(3000))
        assert set(counts) == set("xyz")
        assert all(850 < count < 1150 for count in counts.values())

    def test_weights_are_shares(self):
        rng = Rng("weights")
        counts = Counter(rng.weighted({"a": 1, "none": 0, "b": 7, "c": 2}) for _ in range(10_000))
        assert set(counts) == {"a", "b", "c"}
        for item, weight in (("a", 1), ("b", 7), ("c", 2)):
            assert abs(counts[item] - 1000 * weight) < 200

    @pytest.mark.parametrize("weights", [{}, {"a": 0}])
    def test_without_weight_there_is_no_choice(self, weights):
        with pytest.raises(ValueError, match="positive"):
            Rng().weighted(weights)

    @settings(deadline=None)
    @given(st.lists(st.integers()), st.integers())
    def test_a_shuffle_is_a_permutation(self, items, seed):
        shuffled = list(items)
        Rng(seed).shuffle(shuffled)
        assert Counter(shuffled) == Counter(items)

    def test_every_order_comes_up(self):
        counts: Counter[tuple[int, ...]] = Counter()
        rng = Rng("orders")
        for _ in range(6000):
            items = [1, 2, 3]
            rng.shuffle(items)
            counts[tuple(items)] += 1
        assert len(counts) == 6
        assert all(850 < count < 1150 for count in counts.values())

    def test_arrays_can_be_shuffled_too(self):
        items = np.arange(9)
        Rng(3).shuffle(items)
        assert sorted(items) == list(range(9))


def ticks_until_spent(budget: Budget, most: int = 10_000) -> int | None:
    meter = budget.start()
    for tick in range(1, most + 1):
        try:
            meter.tick()
        except BudgetSpent:
            assert meter.nodes == tick
            return tick
    assert meter.nodes == most
    return None


class TestBudget:
    @pytest.mark.parametrize("nodes", [0, 1, 2, 1000])
    def test_as_many_nodes_as_it_says_and_not_one_more(self, nodes):
        assert ticks_until_spent(Budget(nodes=nodes)) == nodes + 1

    def test_without_limit(self):
        assert ticks_until_spent(Budget()) is None
        assert Budget().start().seconds_left is None

    def test_each_start_counts_from_nought(self):
        budget = Budget(nodes=3)
        assert [ticks_until_spent(budget) for _ in range(2)] == [4, 4]

    def test_time_runs_out(self, monkeypatch):
        clock = iter(range(1000))
        monkeypatch.setattr(budget_module.time, "perf_counter", lambda: float(next(clock)))
        spent = ticks_until_spent(Budget(seconds=2.5))
        # The clock of this test goes on by a second each time it is read: at 1, 2, 3.
        assert spent is not None
        assert next(clock) == 4

    def test_real_time_runs_out_soon_after(self):
        meter = Budget(seconds=0.05).start()
        started = time.perf_counter()
        with pytest.raises(BudgetSpent):
            while time.perf_counter() - started < 5:
                meter.tick()
        assert 0.05 <= time.perf_counter() - started < 1
        assert meter.seconds >= 0.05
        assert meter.seconds_left == 0

    def test_seconds_left_goes_down(self):
        meter = Budget(seconds=60).start()
        first = meter.seconds_left
        assert first is not None
        assert 59 < first <= 60
        assert meter.seconds_left < first

    def test_the_tighter_of_two_limits_holds(self):
        assert ticks_until_spent(Budget(nodes=5, seconds=1000)) == 6
        assert ticks_until_spent(Budget(nodes=1000, seconds=0)) < 1000
