"""Pictures of levels: SVG that is sound XML, PNG whose pixels are the palette's."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

import kamigen
from kamigen.errors import KamigenError
from kamigen.game import Claim, Mosaic, Scene, Tile, find_game, replay
from kamigen.views.board import CELL, picture
from kamigen.views.look import Glyphs, Look
from kamigen.views.palette import PAPER, swatch
from kamigen.views.pictures import Entry, contact_sheet, strip
from kamigen.views.png import png
from kamigen.views.svg import svg

SVG = "{http://www.w3.org/2000/svg}"
KAMI = find_game("kami")

boards = st.integers(1, 6).flatmap(
    lambda cols: st.lists(
        st.lists(st.integers(1, 12), min_size=cols, max_size=cols), min_size=1, max_size=5
    )
)


def scene(cells) -> Scene:
    rows = tuple(map(tuple, cells))
    return KAMI.scene(KAMI.from_mosaic(Mosaic(rows, 12), Claim(1, 3)))


def pixels(raw: bytes) -> Image.Image:
    return Image.open(io.BytesIO(raw)).convert("RGB")


def rgb(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour[1:]))


class TestSvg:
    @given(boards, st.sampled_from(Glyphs), st.booleans(), st.booleans())
    @settings(max_examples=50, deadline=None)
    def test_is_sound_and_says_what_it_shows(self, cells, glyphs, coordinates, mono):
        text = svg(picture(scene(cells), Look(glyphs, coordinates, mono), "A level", "A board"))
        root = ElementTree.fromstring(text)
        assert root.find(f"{SVG}title").text == "A level"
        assert root.find(f"{SVG}desc").text == "A board"
        assert root.get("role") == "img"
        left, top, width, height = map(float, root.get("viewBox").split())
        assert (left, top) == (0, 0)
        assert width >= CELL * len(cells[0])
        assert height >= CELL * len(cells)
        letters = [word.text for word in root.iter(f"{SVG}text")]
        assert len(letters) == coordinates * (len(cells) + len(cells[0]))

    def test_a_region_is_one_piece(self):
        drawing = picture(scene([[1, 1, 2], [1, 1, 2]]), Look(Glyphs.NONE), "t")
        assert len(drawing.items) == 2

    def test_a_name_cannot_break_out(self):
        hostile = "</title><script>alert(1)</script> & \x00\x1b"
        root = ElementTree.fromstring(svg(picture(scene([[1]]), Look(), hostile)))
        assert root.find(f"{SVG}title").text == "</title><script>alert(1)</script> & "
        assert root.find(f"{SVG}script") is None

    def test_more_colours_than_swatches_have_their_number(self):
        tiles = ((Tile(100, ""), Tile(101, "")),)
        text = svg(picture(Scene(tiles, ""), Look(), "t"))
        assert ">101<" in text
        assert ">100<" not in text

    def test_scaling_changes_how_large_it_is_shown_and_nothing_else(self):
        drawing = picture(scene([[1, 2]]), Look(), "t")
        small = ElementTree.fromstring(svg(drawing, 0.5))
        large = ElementTree.fromstring(svg(drawing, 2))
        assert small.get("viewBox") == large.get("viewBox")
        assert float(large.get("width")) == 4 * float(small.get("width"))


class TestPng:
    @given(boards)
    @settings(max_examples=25, deadline=None)
    def test_cells_have_the_fills_of_the_palette(self, cells):
        drawing = picture(scene(cells), Look(Glyphs.NONE), "t")
        image = pixels(png(drawing))
        assert image.size == (round(drawing.width), round(drawing.height))
        assert image.getpixel((0, 0)) == rgb(PAPER)
        border = (drawing.width - CELL * len(cells[0])) / 2
        for row, colours in enumerate(cells):
            for column, colour in enumerate(colours):
                middle = (border + (column + 0.5) * CELL, border + (row + 0.5) * CELL)
                assert image.getpixel(tuple(map(int, middle))) == rgb(swatch(colour).fill)

    def test_holes_show_what_lies_in_them(self):
        cells = [[1, 1, 1, 1], [1, 2, 3, 1], [1, 1, 1, 1]]
        image = pixels(png(picture(scene(cells), Look(Glyphs.NONE), "t")))
        border = (image.width - 4 * CELL) / 2
        assert image.getpixel((int(border + 1.5 * CELL), image.height // 2)) == rgb(swatch(2).fill)
        assert image.getpixel((int(border + 2.5 * CELL), image.height // 2)) == rgb(swatch(3).fill)

    def test_a_glyph_is_drawn_in_its_ink(self):
        image = pixels(png(picture(scene([[4]]), Look(), "t")))
        assert image.getpixel((image.width // 2, image.height // 2)) == rgb(swatch(4).ink)

    def test_edges_are_smooth(self):
        image = pixels(png(picture(scene([[1]]), Look(), "t")))
        assert len(image.getcolors()) > 10

    def test_a_scale_scales(self):
        drawing = picture(scene([[1, 2]]), Look(), "t")
        assert pixels(png(drawing, 2)).width == 2 * pixels(png(drawing)).width

    def test_the_same_bytes_every_time(self):
        drawing = picture(scene([[1, 2], [3, 4]]), Look(coordinates=True), "t")
        assert png(drawing) == png(drawing)

    def test_what_is_too_large_is_refused(self):
        with pytest.raises(KamigenError, match="smaller --scale"):
            png(picture(scene([[1, 2]]), Look(), "t"), 100)


class TestSeveralBoards:
    def test_a_strip_has_every_step_and_the_palette(self):
        level = kamigen.parse("1 2 2 3 3\n1 1 2\n3 2 2\n")
        proof = kamigen.solve(level)
        scenes = replay(KAMI, level, proof.actions)
        assert len(scenes) == 3
        assert not scenes[0].marks
        assert scenes[1].marks
        labels = ["start", *proof.actions]
        text = svg(strip(scenes, labels, Look(), "Level", "par 2"))
        words = [word.text for word in ElementTree.fromstring(text).iter(f"{SVG}text")]
        assert words == ["Level", "par 2", *labels, "1", "2", "3"]

    @given(st.integers(1, 30))
    @settings(max_examples=20, deadline=None)
    def test_a_contact_sheet_has_room_for_all(self, count):
        entries = [
            Entry(scene([[1, 2, 3]] * (1 + n % 4)), f"a rather long name, number {n}", "limit 3")
            for n in range(count)
        ]
        drawing = contact_sheet(entries, Look(), "Many")
        for item in drawing.items:
            corners = [c for loop in getattr(item, "loops", ()) for c in loop]
            assert all(0 <= c.x <= drawing.width and 0 <= c.y <= drawing.height for c in corners)
        assert drawing.description.count("limit 3") == count
