"""KAMI's fingerprints: equal for the same puzzle, and for nothing else."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kamigen.game import find_game
from kamigen.games.kami.graph import RegionGraph, region_graph
from kamigen.games.kami.identity import canonical_form
from kamigen.games.kami.level import KamiLevel
from kamigen.level import Claim

KAMI = find_game("kami")

Cells = tuple[tuple[int, ...], ...]


def level(cells: object, colours: int = 3) -> KamiLevel:
    rows = tuple(tuple(int(cell) for cell in row) for row in np.array(cells).tolist())
    return KamiLevel(Claim(1, 9), rows, colours)


def boards(most: int, colours: int) -> st.SearchStrategy[np.ndarray]:
    sides = st.tuples(st.integers(1, most), st.integers(1, most))
    return sides.flatmap(
        lambda side: st.lists(
            st.integers(1, colours), min_size=side[0] * side[1], max_size=side[0] * side[1]
        ).map(lambda cells: np.array(cells).reshape(side))
    )


def symmetric(board: np.ndarray) -> list[np.ndarray]:
    """The eight ways to lay a board down."""
    turned = [np.rot90(board, quarter) for quarter in range(4)]
    return turned + [np.fliplr(each) for each in turned]


@given(board=boards(6, 4), names=st.permutations([1, 2, 3, 4]))
@settings(max_examples=150, deadline=None)
def test_turned_reflected_and_recoloured_boards_are_the_same(
    board: np.ndarray, names: list[int]
) -> None:
    expected = KAMI.fingerprint(level(board, 4))
    for laid in symmetric(board):
        renamed = np.array([0, *names])[laid]
        assert KAMI.fingerprint(level(renamed, 4)) == expected


@given(board=boards(5, 3), factor=st.integers(2, 3))
@settings(max_examples=60, deadline=None)
def test_larger_regions_are_the_same(board: np.ndarray, factor: int) -> None:
    grown = np.kron(board, np.ones((factor, 1), dtype=int))
    assert KAMI.fingerprint(level(grown)) == KAMI.fingerprint(level(board))


def isomorphic(one: RegionGraph, other: RegionGraph) -> bool:
    """Try every assignment of regions, with the renaming of colours it forces."""
    if len(one) != len(other):
        return False
    regions = list(one.adjacency)
    for images in permutations(other.adjacency):
        image = dict(zip(regions, images, strict=True))
        forth: dict[int, int] = {}
        back: dict[int, int] = {}
        if all(
            {image[beside] for beside in one.adjacency[region]} == other.adjacency[image[region]]
            and forth.setdefault(one.colours[region], other.colours[image[region]])
            == other.colours[image[region]]
            and back.setdefault(other.colours[image[region]], one.colours[region])
            == one.colours[region]
            for region in regions
        ):
            return True
    return False


def test_equal_exactly_if_brute_force_finds_an_isomorphism() -> None:
    """All 2×3 boards in three colours, against every permutation of their regions."""
    graphs: dict[str, tuple[RegionGraph, str]] = {}
    for number in range(3**6):
        cells = np.array([number // 3**place % 3 + 1 for place in range(6)]).reshape(2, 3)
        graph = region_graph(level(cells).board)
        graphs.setdefault(repr(cells.tolist()), (graph, canonical_form(level(cells))))
    classes: dict[str, RegionGraph] = {}
    for graph, form in graphs.values():
        if form in classes:
            assert isomorphic(graph, classes[form])  # equal forms only where it is so
        classes.setdefault(form, graph)
    kinds = list(classes.values())
    assert len(kinds) == 16
    for place, graph in enumerate(kinds):  # and different forms only where it is not
        assert not any(isomorphic(graph, other) for other in kinds[:place])


@given(one=boards(3, 3), other=boards(3, 3))
@settings(max_examples=100, deadline=None)
def test_random_pairs_agree_with_brute_force(one: np.ndarray, other: np.ndarray) -> None:
    graphs = [region_graph(level(board).board) for board in (one, other)]
    if max(map(len, graphs)) > 6:
        return
    same = KAMI.fingerprint(level(one)) == KAMI.fingerprint(level(other))
    assert same == isomorphic(*graphs)


DIFFERENT = {
    "another neighbour": ([[1, 2, 3]], [[1, 2], [3, 3]]),
    "another colour pattern": ([[1, 2, 1, 3]], [[1, 2, 3, 1]]),
    "one region more": ([[1, 2, 1]], [[1, 2, 1, 2]]),
}


@pytest.mark.parametrize(("one", "other"), DIFFERENT.values(), ids=DIFFERENT)
def test_different_puzzles_differ(one: Cells, other: Cells) -> None:
    assert KAMI.fingerprint(level(one)) != KAMI.fingerprint(level(other))


def test_the_header_makes_no_other_puzzle() -> None:
    first = level([[1, 2, 3]])
    assert KAMI.fingerprint(first.claiming(3, 7)) == KAMI.fingerprint(first)
    assert KAMI.fingerprint(level([[1, 2, 3]], 5)) == KAMI.fingerprint(first)


def test_colours_that_cannot_be_painted_with_make_another_puzzle() -> None:
    """With 2 outside the palette a row of 1 2 1 must be painted from its middle."""
    paintable, outside = level([[1, 2, 1]], 2), level([[1, 2, 1]], 1)
    assert KAMI.fingerprint(paintable) != KAMI.fingerprint(outside)
    # Two unpaintable colours can meet in a spare one, and only in that.
    assert KAMI.fingerprint(level([[8, 1, 9]], 1)) != KAMI.fingerprint(level([[8, 1, 9]], 2))
