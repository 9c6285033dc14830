"""The geometry that all pictures share: outlines of cells, rounded corners, glyphs."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kamigen.views.drawing import Corner, disc, flattened, handles, polygon, rectangle, turns
from kamigen.views.glyphs import glyph_loops
from kamigen.views.letters import written_in
from kamigen.views.outline import outlines, roomiest_spot
from kamigen.views.palette import swatch

CELLS = st.sets(st.tuples(st.integers(1, 7), st.integers(1, 9)), min_size=1, max_size=40)


def area(points) -> float:
    """Positive for what runs clockwise, on a page whose y goes down."""
    following = [*points[1:], points[0]]
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, following, strict=True)) / 2


def inside(point, loops) -> bool:
    """Whether a ray from the point to the right crosses the loops an odd number of times."""
    x, y = point
    crossings = 0
    for loop in loops:
        points = [(corner.x, corner.y) for corner in loop]
        for (x0, y0), (x1, y1) in zip(points, [*points[1:], points[0]], strict=True):
            if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
                crossings += 1
    return crossings % 2 == 1


class TestOutlines:
    @given(CELLS)
    def test_the_area_within_is_that_of_the_cells(self, cells):
        loops = outlines(cells, 0, 0)
        assert sum(area([(c.x, c.y) for c in loop]) for loop in loops) == len(cells)

    @given(CELLS, st.sampled_from([0, 0.03, 0.1]))
    def test_the_cells_are_inside_and_no_others(self, cells, inset):
        loops = outlines(cells, inset, 0)
        for row in range(10):
            for column in range(12):
                middle = (column - 0.5 + 0.01, row - 0.5 + 0.013)
                assert inside(middle, loops) == ((row, column) in cells)

    @given(CELLS)
    def test_every_corner_turns(self, cells):
        for loop in outlines(cells, 0.03, 0.1):
            assert len(loop) >= 4
            for turn in turns(loop):
                come = (turn.corner[0] - turn.start[0], turn.corner[1] - turn.start[1])
                go = (turn.end[0] - turn.corner[0], turn.end[1] - turn.corner[1])
                assert come[0] * go[0] + come[1] * go[1] == pytest.approx(0, abs=1e-12)

    def test_a_ring_has_two_loops_that_run_against_each_other(self):
        ring = {(r, c) for r in (1, 2, 3) for c in (1, 2, 3, 4)} - {(2, 2), (2, 3)}
        areas = sorted(area([(c.x, c.y) for c in loop]) for loop in outlines(ring, 0, 0))
        assert areas == [-2, 12]

    def test_cells_that_touch_by_a_corner_are_cut_apart(self):
        assert len(outlines({(1, 1), (2, 2)}, 0.03, 0.1)) == 2


class TestRoomiestSpot:
    @given(CELLS)
    def test_the_square_lies_within_the_cells(self, cells):
        (x, y), side = roomiest_spot(cells)
        corners = [
            (x + dx * (side / 2 - 0.01), y + dy * (side / 2 - 0.01))
            for dx in (-1, 1)
            for dy in (-1, 1)
        ]
        for across, down in corners:
            assert (math.floor(down) + 1, math.floor(across) + 1) in cells

    def test_a_rectangle_has_it_in_its_middle(self):
        assert roomiest_spot([(r, c) for r in (2, 3) for c in (1, 2, 3)]) == ((1.5, 2), 2)


class TestCorners:
    def test_a_disc_is_round(self):
        for x, y in flattened(disc(3, 4, 2), 16):
            assert math.dist((x, y), (3, 4)) == pytest.approx(2, abs=0.002)

    def test_a_sharp_corner_stays_a_point(self):
        assert flattened(rectangle(0, 0, 2, 1), 8) == [(0, 0), (2, 0), (2, 1), (0, 1)]

    def test_a_rounded_triangle_touches_its_sides(self):
        loop = polygon([(0, 0), (4, 0), (0, 4)], 0.5)
        for turn in turns(loop):
            assert math.dist(turn.start, turn.corner) == pytest.approx(
                math.dist(turn.end, turn.corner)
            )
            assert handles(turn)
        assert not any(corner.radius == 0 for corner in loop)
        assert loop[0] == Corner(0, 0, 0.5)


class TestGlyphs:
    @pytest.mark.parametrize("colour", range(1, 11))
    def test_every_glyph_of_the_palette_has_a_shape_of_its_size(self, colour):
        loops = glyph_loops(swatch(colour).glyph, 5, 7, 2)
        for x, y in flattened(loops[0], 8):
            assert math.dist((x, y), (5, 7)) < 1.5

    def test_no_two_are_alike(self):
        assert len({glyph_loops(swatch(colour).glyph, 0, 0, 1) for colour in range(1, 11)}) == 10


@pytest.mark.parametrize(
    ("encoding", "text", "written"),
    [
        ("ascii", "7×9 café", "7x9 cafe"),
        ("latin-1", "7×9 níveis ≤ 3", "7×9 níveis <= 3"),
        ("latin-1", "折り紙 Łódź", "??? ?ódz"),
        ("ascii", "a\x00b\nc", "abc"),
    ],
)
def test_words_without_the_letters_they_need(encoding, text, written):
    assert written_in(encoding, text) == written
