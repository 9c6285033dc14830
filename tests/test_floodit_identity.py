"""Flood-It's fingerprints: equal for the same puzzle, and for nothing else."""

from __future__ import annotations

from itertools import permutations, product

import numpy as np
import pytest
from floodit_oracle import par
from hypothesis import given, settings
from hypothesis import strategies as st

from kamigen.game import find_game
from kamigen.games.floodit.identity import canonical_form
from kamigen.games.floodit.level import UNCLAIMED, FlooditLevel
from kamigen.games.floodit.pond import Pond
from kamigen.level import Claim

FLOODIT = find_game("floodit")


def level(cells: object, colours: int = 4) -> FlooditLevel:
    rows = tuple(tuple(int(cell) for cell in row) for row in np.array(cells).tolist())
    return FlooditLevel(UNCLAIMED, rows, colours)


def boards(most: int, colours: int) -> st.SearchStrategy[np.ndarray]:
    sides = st.tuples(st.integers(1, most), st.integers(1, most))
    return sides.flatmap(
        lambda side: st.lists(
            st.integers(1, colours), min_size=side[0] * side[1], max_size=side[0] * side[1]
        ).map(lambda cells: np.array(cells).reshape(side))
    )


@given(board=boards(6, 4), names=st.permutations([1, 2, 3, 4]), factor=st.integers(1, 2))
@settings(max_examples=150, deadline=None)
def test_transposed_recoloured_and_stretched_boards_are_the_same(
    board: np.ndarray, names: list[int], factor: int
) -> None:
    expected = FLOODIT.fingerprint(level(board))
    changed = np.kron(np.array([0, *names])[board.T], np.ones((1, factor), dtype=int))
    assert FLOODIT.fingerprint(level(changed)) == expected


def isomorphic(one: Pond, other: Pond) -> bool:
    """Try every assignment of regions that keeps the start, with the colours it forces."""
    if one.size != other.size:
        return False
    for images in permutations(range(1, other.size)):
        image = (0, *images)
        forth: dict[int, int] = {}
        back: dict[int, int] = {}
        if all(
            {image[beside] for beside in one.touching[region]} == set(other.touching[image[region]])
            and (
                region == 0
                or (
                    forth.setdefault(one.colours[region], other.colours[image[region]])
                    == other.colours[image[region]]
                    and back.setdefault(other.colours[image[region]], one.colours[region])
                    == one.colours[region]
                )
            )
            for region in range(one.size)
        ):
            return True
    return False


def test_equal_exactly_if_brute_force_finds_an_isomorphism() -> None:
    """All 2×3 boards in three colours, against every permutation of their regions."""
    classes: dict[str, FlooditLevel] = {}
    for cells in product((1, 2, 3), repeat=6):
        drawn = level(np.array(cells).reshape(2, 3))
        known = classes.setdefault(canonical_form(drawn), drawn)
        assert isomorphic(Pond(drawn.cells), Pond(known.cells))
        assert par(drawn.cells) == par(known.cells)
    kinds = [Pond(drawn.cells) for drawn in classes.values()]
    assert len(kinds) > 20
    for place, pond in enumerate(kinds):  # and different forms only where it is not so
        assert not any(isomorphic(pond, other) for other in kinds[:place])


DIFFERENT = {
    "another start": ([[1, 2, 3, 2]], [[2, 3, 2, 1]]),
    "another neighbour": ([[1, 2, 3]], [[1, 2], [3, 3]]),
    "another colour pattern": ([[1, 2, 3, 2]], [[1, 2, 3, 4]]),
    "one region more": ([[1, 2, 1]], [[1, 2, 1, 2]]),
}


@pytest.mark.parametrize(("one", "other"), DIFFERENT.values(), ids=DIFFERENT)
def test_different_puzzles_differ(one: list[list[int]], other: list[list[int]]) -> None:
    assert FLOODIT.fingerprint(level(one)) != FLOODIT.fingerprint(level(other))


def test_neither_the_header_nor_the_colour_of_the_start_makes_another_puzzle() -> None:
    first = level([[1, 2, 1]], 2)
    for same in (
        FlooditLevel(Claim(3, 7), first.cells, 2),
        level(first.cells, 9),
        level([[3, 2, 1]], 3),
    ):
        assert FLOODIT.fingerprint(same) == FLOODIT.fingerprint(first)
