"""Pictures read as boards: made pictures whose board is known, and files that are no picture."""

from __future__ import annotations

import io
import struct
import zlib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from kamigen.errors import KamigenError
from kamigen.pipeline.picture import Reading, read_picture

# Far apart for the eye, whatever the order in which they come.
PAINTS = ((200, 30, 30), (30, 60, 200), (240, 220, 40), (20, 140, 60), (250, 250, 250))

BOARD = ((1, 1, 1, 2, 2), (1, 3, 3, 2, 2), (1, 3, 3, 1, 1))


def painted(board, cell: int = 20) -> Image.Image:
    cells = np.array([[PAINTS[colour - 1] for colour in row] for row in board], dtype=np.uint8)
    return Image.fromarray(cells.repeat(cell, axis=0).repeat(cell, axis=1))


def saved(image: Image.Image, form: str = "PNG", **options) -> bytes:
    out = io.BytesIO()
    image.save(out, form, **options)
    return out.getvalue()


def by_frequency(board):
    """The same board, its colours numbered as the reader does."""
    flat = [colour for row in board for colour in row]
    order = sorted(set(flat), key=lambda colour: (-flat.count(colour), flat.index(colour)))
    return tuple(tuple(order.index(colour) + 1 for colour in row) for row in board)


def board_of(raw: bytes, rows: int = 3, cols: int = 5, colours: int = 3, least: int = 1):
    return read_picture(raw, Reading(rows, cols, colours, least)).cells


class TestKnownBoards:
    @given(
        st.integers(1, 8).flatmap(
            lambda cols: st.lists(
                st.tuples(*[st.integers(1, 5)] * cols), min_size=1, max_size=6
            ).map(tuple)
        ),
        st.integers(1, 13),
    )
    @settings(max_examples=40, deadline=None)
    def test_flat_cells_come_back(self, board, cell):
        mosaic = read_picture(saved(painted(board, cell)), Reading(len(board), len(board[0]), 5, 1))
        assert mosaic.cells == by_frequency(board)
        assert mosaic.colours == len({colour for row in board for colour in row})

    @pytest.mark.parametrize("quality", [20, 50, 90])
    def test_through_jpeg(self, quality):
        raw = saved(painted(BOARD, 24), "JPEG", quality=quality)
        assert board_of(raw) == by_frequency(BOARD)

    def test_through_noise(self):
        noise = np.random.default_rng(3).normal(0, 40, (60, 100, 3))
        noisy = np.clip(np.asarray(painted(BOARD)) + noise, 0, 255).astype(np.uint8)
        assert board_of(saved(Image.fromarray(noisy))) == by_frequency(BOARD)

    def test_when_cells_are_not_a_whole_number_of_pixels(self):
        image = painted(BOARD, 20).resize((113, 67), Image.Resampling.BICUBIC)
        assert board_of(saved(image)) == by_frequency(BOARD)

    @pytest.mark.parametrize("form", ["PNG", "GIF", "WEBP", "BMP", "TIFF", "PPM"])
    def test_in_every_format(self, form):
        options = {"lossless": True} if form == "WEBP" else {}
        assert board_of(saved(painted(BOARD), form, **options)) == by_frequency(BOARD)

    @pytest.mark.parametrize("mode", ["P", "RGBA", "CMYK"])
    def test_in_every_mode(self, mode):
        form = "TIFF" if mode == "CMYK" else "PNG"
        assert board_of(saved(painted(BOARD).convert(mode), form)) == by_frequency(BOARD)

    def test_in_sixteen_bits(self):
        grey = np.array([[0, 0, 30000], [60000, 60000, 60000]], dtype=np.uint16)
        raw = saved(Image.fromarray(grey.repeat(9, axis=0).repeat(9, axis=1)))
        assert board_of(raw, 2, 3) == ((2, 2, 3), (1, 1, 1))

    def test_the_camera_was_turned(self):
        exif = Image.Exif()
        exif[0x0112] = 6  # to be turned clockwise by a quarter
        raw = saved(painted(BOARD).rotate(90, expand=True), "JPEG", quality=90, exif=exif)
        assert board_of(raw) == by_frequency(BOARD)

    def test_what_is_transparent_is_white(self):
        image = painted(((1, 1, 5), (1, 5, 5))).convert("RGBA")
        image.paste((0, 0, 0, 0), (40, 0, 60, 20))
        assert board_of(saved(image), 2, 3, 2) == ((1, 1, 2), (1, 2, 2))

    def test_the_same_board_every_time(self):
        ramp = np.linspace(0, 255, 96 * 64 * 3).reshape(64, 96, 3).astype(np.uint8)
        raw = saved(Image.fromarray(ramp))
        assert board_of(raw, 8, 12, 5) == board_of(raw, 8, 12, 5)

    def test_similar_hues_are_told_apart_as_an_eye_does(self):
        """Two dark blues differ more in RGB than they look; the greens beside them do look so."""
        image = Image.new("RGB", (40, 10), (0, 0, 60))
        image.paste((0, 0, 90), (10, 0, 20, 10))
        image.paste((60, 160, 60), (20, 0, 30, 10))
        image.paste((150, 160, 60), (30, 0, 40, 10))
        assert board_of(saved(image), 1, 4, 3) == ((1, 1, 2, 3),)


class TestSpecks:
    SPECKLED = ((1, 1, 1, 1, 2), (1, 3, 1, 2, 2), (1, 1, 1, 2, 3))

    def test_single_cells_join_the_longest_border(self):
        assert board_of(saved(painted(self.SPECKLED)), least=2) == (
            (1, 1, 1, 1, 2),
            (1, 1, 1, 2, 2),
            (1, 1, 1, 2, 2),
        )

    def test_none_is_too_small_for_one(self):
        assert board_of(saved(painted(self.SPECKLED)), least=1) == by_frequency(self.SPECKLED)

    @given(
        st.lists(st.tuples(*[st.integers(1, 4)] * 6), min_size=1, max_size=6).map(tuple),
        st.integers(1, 50),
    )
    @settings(max_examples=30, deadline=None)
    def test_no_region_is_smaller_than_asked_for(self, board, least):
        from kamigen.grid import framed, regions

        cells = board_of(saved(painted(board, 4)), len(board), 6, 4, least)
        found = list(regions(framed(cells)))
        assert len(found) == 1 or min(map(len, found)) >= least


class TestSizes:
    @pytest.mark.parametrize(
        ("reading", "size"),
        [
            (Reading(), (10, 16)),
            (Reading(rows=5), (5, 8)),
            (Reading(cols=4), (2, 4)),
            (Reading(rows=3, cols=3), (3, 3)),
        ],
    )
    def test_what_is_not_given_follows_the_shape(self, reading, size):
        cells = read_picture(saved(Image.new("RGB", (160, 100))), reading).cells
        assert (len(cells), len(cells[0])) == size

    def test_a_tall_picture(self):
        cells = read_picture(saved(Image.new("RGB", (100, 160))), Reading()).cells
        assert (len(cells), len(cells[0])) == (16, 10)

    def test_a_picture_smaller_than_the_board(self):
        image = painted(((1, 2),), 1)
        assert board_of(saved(image), 2, 4, 2) == ((1, 1, 2, 2), (1, 1, 2, 2))

    def test_one_pixel(self):
        assert board_of(saved(painted(((1,),), 1)), 2, 2, 4) == ((1, 1), (1, 1))

    def test_a_large_picture(self):
        image = painted(BOARD, 20).resize((5000, 3000), Image.Resampling.NEAREST)
        assert board_of(saved(image)) == by_frequency(BOARD)

    def test_more_cells_than_any_board(self):
        raw = saved(Image.new("RGB", (1, 30_000)))
        with pytest.raises(KamigenError, match="cells are more"):
            read_picture(raw, Reading(cols=1000))


def huge_png(side: int) -> bytes:
    """A header that promises more than the file holds."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return (
            struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        )

    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    data = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(bytes(1000))) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + data


class TestWhatIsNoPicture:
    @pytest.mark.parametrize("side", [8_000, 12_000, 60_000])
    def test_a_bomb_is_refused_unopened(self, side):
        with pytest.raises(KamigenError, match="more than 50,000,000"):
            read_picture(huge_png(side), Reading())

    def test_a_promise_that_is_not_kept(self):
        with pytest.raises(KamigenError, match="damaged"):
            read_picture(huge_png(2_000), Reading())

    @pytest.mark.parametrize(
        "raw", [b"", b"hello", b"\x89PNG\r\n\x1a\n", b"%!PS-Adobe-3.0 EPSF-3.0"]
    )
    def test_junk(self, raw):
        with pytest.raises(KamigenError, match=r"neither JSON nor a picture|damaged"):
            read_picture(raw, Reading())

    @pytest.mark.parametrize("form", ["PNG", "JPEG", "GIF", "BMP", "TIFF", "WEBP"])
    def test_half_a_file(self, form):
        raw = saved(painted(BOARD), form)
        with pytest.raises(KamigenError, match=r"damaged|neither"):
            read_picture(raw[: len(raw) // 2], Reading())

    @given(st.binary(max_size=60), st.integers(0, 400))
    @settings(max_examples=60, deadline=None)
    def test_damage_anywhere_is_a_board_or_a_sentence(self, damage, at):
        raw = bytearray(saved(painted(BOARD, 6)))
        raw[at : at + len(damage)] = damage
        try:
            read_picture(bytes(raw), Reading(3, 5, 3))
        except KamigenError as error:
            assert "\n" not in str(error)
