"""The engine of Gemas against the assignment's functions, on thousands of boards."""

from __future__ import annotations

import time

import naive_gemas as naive
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kamigen.ep import gemas as ep
from kamigen.games.gemas import witness
from kamigen.games.gemas.generator import draw_board
from kamigen.games.gemas.level import GemasLevel, first_chain
from kamigen.games.gemas.planes import planes_of
from kamigen.games.gemas.refill import Refill, gem, mix
from kamigen.games.gemas.search import Rules, State
from kamigen.level import Claim
from kamigen.rng import Rng

SIZES = [(1, 4), (4, 1), (2, 3), (3, 2), (3, 3), (3, 5), (6, 4), (5, 8), (8, 8), (10, 7), (10, 10)]


def level_of(cells: tuple[str, ...], colours: int, seed: int = 1, target: int = 60) -> GemasLevel:
    return GemasLevel(Claim(1, 9), target, cells, colours, seed)


def zero_based(level: GemasLevel, swap: tuple[int, int]) -> tuple[int, int, int, int]:
    (y, x), (v, u) = (level.planes.place(cell) for cell in swap)
    return y - 1, x - 1, v - 1, u - 1


@st.composite
def any_boards(draw) -> tuple[tuple[str, ...], int]:
    """Boards of any size and letters, with or without chains."""
    rows, cols, colours = draw(st.integers(1, 7)), draw(st.integers(1, 7)), draw(st.integers(1, 5))
    letters = "ABCDE"[:colours]
    row = st.text(letters, min_size=cols, max_size=cols)
    return draw(st.tuples(*[row] * rows)), colours


class TestRefill:
    def test_it_is_splitmix64(self):
        # The first outputs of the reference implementation for the seed 1234567.
        expected = [
            6457827717110365317,
            3203168211198807973,
            9817491932198370423,
            4593380528125082431,
            16408922859458223821,
        ]
        assert [mix(1234567, number) for number in range(5)] == expected

    def test_a_gem_depends_on_seed_and_number_alone(self):
        refill = Refill(4196017257, 4)
        assert refill.between(6, 12) == [gem(4196017257, number, 4) for number in range(6, 12)]
        assert "".join(chr(65 + colour) for colour in refill.between(0, 12)) == "ADACBABDDBAD"

    @pytest.mark.parametrize("colours", [1, 3, 7, 26])
    def test_all_colours_come_about_equally_often(self, colours):
        gems = Refill(5, colours).between(0, 4_000)
        for colour in range(colours):
            assert abs(gems.count(colour) - 4_000 / colours) < 5 * (4_000 / colours) ** 0.5


class TestAgainstTheAssignment:
    @settings(max_examples=300, deadline=None)
    @given(any_boards())
    def test_chains(self, drawn):
        cells, colours = drawn
        planes = planes_of(len(cells), len(cells[0]), colours)
        board = planes.pack(cells)
        assert planes.unpack(board) == cells
        plain = [list(row) for row in cells]
        destroyed = ep.eliminar(plain)
        assert planes.chains(board).bit_count() == destroyed
        assert (first_chain(cells) is None) is (destroyed == 0)
        left = board ^ planes.chains(board)
        for y, row in enumerate(plain):
            for x, letter in enumerate(row):
                bits = left >> planes.bit(y + 1, x + 1)
                held = [c for c in range(colours) if bits >> c * planes.plane & 1]
                assert held == ([] if letter == " " else [ord(letter) - ord("A")])

    @pytest.mark.parametrize(("rows", "cols"), SIZES)
    @pytest.mark.parametrize("colours", [3, 4, 7, 26])
    def test_swaps_and_steps(self, rows, cols, colours):
        """Some two thousand boards in all, each with all of its swaps."""
        rng = Rng("engine", rows, cols, colours)
        for _ in range(max(6, 600 // (rows * cols))):
            level = level_of(draw_board(rows, cols, colours, rng), colours, rng.below(99))
            rules, state = Rules.of(level), State(level.board, rng.below(50))
            found = {zero_based(level, swap): swap for swap in rules.planes.swaps(state.board)}
            assert set(found) == naive.swaps(level.cells)
            assert rules.planes.is_dead(state.board) is (not found)
            for named, swap in list(found.items())[:6]:
                board, gems = rules.after(state, swap)
                expected = naive.after(level, level.cells, state.gems, named)
                assert (rules.planes.unpack(board), gems) == expected
                first, second = (named[0] + 1, named[1] + 1), (named[2] + 1, named[3] + 1)
                exchanged = witness.exchanged(level.cells, first, second)
                assert witness.settled(level, exchanged, state.gems) == expected

    @settings(max_examples=150, deadline=None)
    @given(any_boards(), st.integers(0, 2**32 - 1))
    def test_settling_any_board(self, drawn, seed):
        cells, colours = drawn
        level = level_of(cells, colours, seed, target=40)
        planes = level.planes
        board, gems = planes.settle(planes.pack(cells), 0, level.refill, level.target)
        assert (planes.unpack(board), gems) == witness.settled(level, cells, 0)
        assert gems >= level.target or not planes.chains(board)

    @pytest.mark.parametrize(("rows", "cols"), [(3, 4), (5, 3), (7, 9)])
    def test_whole_games(self, rows, cols):
        for seed in range(15):
            rng = Rng("game", rows, cols, seed)
            level = level_of(draw_board(rows, cols, 4, rng), 4, seed, target=90)
            rules, state, cells = Rules.of(level), State(level.board, 0), level.cells
            while state.gems < level.target:
                found = sorted(zero_based(level, swap) for swap in rules.planes.swaps(state.board))
                assert found == sorted(naive.swaps(cells))
                if not found:
                    break
                named = rng.choice(found)
                swap = tuple(rules.planes.bit(y + 1, x + 1) for y, x in (named[:2], named[2:]))
                before, state = state, rules.after(state, swap)
                assert state.gems >= before.gems + 3
                cells, gems = naive.after(level, cells, before.gems, named)
                assert (rules.planes.unpack(state.board), state.gems) == (cells, gems)


class TestByHand:
    def test_blanks_are_filled_row_by_row_from_the_left(self):
        # The refill of this seed begins A D A C B A.
        level = level_of(("CBAD", "BBDA", "BACC"), 4, 4196017257)
        rules = Rules.of(level)
        state = rules.after(State(level.board, 0), (level.planes.bit(3, 1), level.planes.bit(3, 2)))
        # Column B is destroyed: B B B.
        assert rules.planes.unpack(state.board) == ("CAAD", "BDDA", "AACC")
        assert state.gems == 3

    def test_crossing_chains_count_a_shared_gem_once(self):
        level = level_of(("BAACA", "CBCAB", "BCBAC"), 3)
        corner = level.planes.bit(1, 4), level.planes.bit(1, 5)
        assert level.planes.gain(level.board, corner) == 5

    def test_both_gems_may_make_a_chain(self):
        level = level_of(("AACB", "BCAC", "CBAB", "BCBC"), 3)
        swap = level.planes.bit(1, 3), level.planes.bit(2, 3)
        assert level.planes.gain(level.board, swap) == 6

    @pytest.mark.parametrize("cells", [("BA", "CB", "AC", "AC"), ("BCA", "ABC", "ACB", "CCA")])
    def test_nothing_runs_round_an_edge(self, cells):
        # Next to each other in the engine's integer, but not on the board.
        level = level_of(cells, 3)
        assert level.planes.chains(level.board) == 0
        found = {zero_based(level, swap) for swap in level.planes.swaps(level.board)}
        assert found == naive.swaps(cells)

    def test_gems_of_one_colour_swap_into_themselves(self):
        level = level_of(("AAB", "BBA"), 2)
        planes = level.planes
        assert planes.swapped(level.board, (planes.bit(1, 1), planes.bit(1, 2))) == level.board


class TestNothingLoops:
    def test_a_refill_of_one_colour_ends_with_the_target(self):
        planes = planes_of(10, 10, 1)
        board = planes.pack(("A" * 10,) * 10)
        _, gems = planes.settle(board, 0, Refill(1, 1), 10_000)
        assert gems == 10_000

    def test_two_colours_on_a_large_board(self):
        """One swap can reach any target: there is no bound on the gems of a swap."""
        bricks = ("AABBAABBAA",) * 2 + ("BBAABBAABB",) * 2
        level = level_of((*bricks * 2, "AABBAABBAA", "BABABABABA"), 2, 0, target=10_000)
        assert first_chain(level.cells) is None
        rules = Rules.of(level)
        swap = rules.planes.swaps(level.board)[0]
        assert rules.after(State(level.board, 0), swap).gems >= 10_000

    def test_dead_boards_are_seen_at_once(self):
        """Three by three with seven colours: most boards are dead, and none takes long."""
        planes, dead = planes_of(3, 3, 7), 0
        for seed in range(300):
            cells = draw_board(3, 3, 7, Rng(seed))
            gone = planes.is_dead(planes.pack(cells))
            assert gone is (not naive.swaps(cells))
            dead += gone
        assert 150 < dead < 300


def test_a_step_with_its_listing_is_fast():
    """Under 2 ms; measured, some 20 µs. Thirty times that leaves room for a busy machine."""
    level = level_of(draw_board(8, 8, 7, Rng(0)), 7, target=10_000)
    rules, rng = Rules.of(level), Rng("speed")
    state, steps, started = State(level.board, 0), 0, time.process_time()
    while steps < 500:
        swaps = rules.planes.swaps(state.board)
        state = rules.after(state, rng.choice(swaps)) if swaps else State(level.board, 0)
        steps += 1
    assert (time.process_time() - started) / steps < 0.000_6
