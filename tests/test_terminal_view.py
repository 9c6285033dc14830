"""The palette that eyes of all kinds can tell apart, and scenes drawn in the terminal."""

from __future__ import annotations

import io
import itertools
import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.text import Text

from kamigen.game import Scene, Tile
from kamigen.views.palette import contrast, swatch
from kamigen.views.terminal import draw, in_colour, legend, open_console

# Machado, Oliveira and Fernandes (2009), severity 1.0, on linear RGB.
VISIONS = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch):
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "COLORTERM", "COLUMNS", "TERM"):
        monkeypatch.delenv(name, raising=False)


def scene(*rows: list[int]) -> Scene:
    return Scene(tuple(tuple(Tile(colour, "") for colour in row) for row in rows), "")


def drawn(what: Scene, *, colour: bool | None = None) -> str:
    file = io.StringIO()
    draw(what, open_console(file, colour=colour))
    return file.getvalue()


def oklab(fill: str, vision) -> tuple[float, float, float]:
    channels = [int(fill[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    r, g, b = (max(0.0, sum(m * c for m, c in zip(row, linear, strict=True))) for row in vision)
    long = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    middle = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    short = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


class TestPalette:
    @pytest.mark.parametrize("vision", VISIONS.values(), ids=VISIONS)
    def test_any_two_fills_are_far_apart_to_every_eye(self, vision):
        fills = [oklab(swatch(colour).fill, vision) for colour in range(1, 11)]
        assert min(math.dist(a, b) for a, b in itertools.combinations(fills, 2)) >= 0.12

    @pytest.mark.parametrize("colour", range(1, 256))
    def test_every_colour_has_a_legible_swatch(self, colour):
        look = swatch(colour)
        assert re.fullmatch("#[0-9a-f]{6}", look.fill)
        assert contrast(look.fill, look.ink) >= 4.5
        assert len(look.glyph) == cell_len(look.glyph) == 1

    def test_the_first_hundred_swatches_differ_even_without_their_number(self):
        assert len({(swatch(n).fill, swatch(n).glyph) for n in range(1, 101)}) == 100

    def test_the_first_ten_glyphs_differ_without_any_colour(self):
        assert len({swatch(n).glyph for n in range(1, 11)}) == 10

    def test_colours_start_at_one(self):
        with pytest.raises(ValueError, match="numbered from 1"):
            swatch(0)

    def test_contrast_is_that_of_wcag(self):
        assert contrast("#000000", "#ffffff") == contrast("#ffffff", "#000000") == 21
        assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)


class TestPlainBoard:
    def test_letters_above_and_numbers_at_the_side(self):
        assert drawn(scene([1, 2, 3], [3, 2, 1])) == "   A B C\n1  1 2 3\n2  3 2 1\n"

    def test_numbers_stay_aligned_beyond_nine(self):
        board = scene(*([[1, 12, 255]] + [[3, 4, 5]] * 9))
        lines = drawn(board).splitlines()
        assert lines[:3] == ["      A   B   C", " 1    1  12 255", " 2    3   4   5"]
        assert lines[-1] == "10    3   4   5"

    def test_columns_go_on_after_z(self):
        lines = drawn(scene([1] * 28)).splitlines()
        assert lines[0].split()[-3:] == ["Z", "AA", "AB"]
        assert lines[0].index("AB") + 1 == len(lines[1]) - 1 == lines[1].rindex("1")

    def test_a_tile_shows_its_own_text_and_may_be_empty(self):
        tiles = ((Tile(0, "F"), Tile(3, ""), Tile(0, "")), (Tile(4, "#"), Tile(0, ""), Tile(2, "")))
        assert drawn(Scene(tiles, "")) == "   A B C\n1  F 3  \n2  #   2\n"

    def test_a_wide_board_is_not_folded(self):
        lines = drawn(scene([1] * 300)).splitlines()
        assert len(lines) == 2

    @given(
        st.integers(1, 12).flatmap(
            lambda cols: st.lists(
                st.lists(st.integers(1, 255), min_size=cols, max_size=cols),
                min_size=1,
                max_size=12,
            )
        )
    )
    def test_the_numbers_can_be_read_back(self, rows):
        header, *lines = drawn(scene(*rows), colour=False).splitlines()
        assert len(header.split()) == len(rows[0])
        assert [[int(word) for word in line.split()] for line in lines] == [
            [number, *row] for number, row in enumerate(rows, start=1)
        ]
        assert len({len(line) for line in (header, *lines)}) == 1


class TestColour:
    def test_a_tile_has_fill_ink_glyph_and_number(self, monkeypatch):
        monkeypatch.setenv("FORCE_COLOR", "1")
        monkeypatch.setenv("COLORTERM", "truecolor")
        assert drawn(scene([1, 3])) == (
            "  A  B\n"
            "1 \x1b[38;2;255;255;255;48;2;177;56;3m●1 \x1b[0m"
            "\x1b[38;2;0;0;0;48;2;250;230;7m■3 \x1b[0m\n"
        )

    def test_all_rows_are_equally_wide(self):
        lines = drawn(scene([1, 12, 3], [4, 5, 6]), colour=True).splitlines()[1:]
        assert len({len(Text.from_ansi(line).plain) for line in lines}) == 1

    @pytest.mark.parametrize(
        ("environ", "asked", "coloured"),
        [
            ({}, None, False),
            ({"FORCE_COLOR": "1"}, None, True),
            ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, None, False),
            ({}, True, True),
            ({"TERM": "dumb"}, True, True),
            ({"NO_COLOR": "1"}, True, False),
            ({"TERM": "dumb", "NO_COLOR": "1"}, True, False),
            ({"FORCE_COLOR": "1"}, False, False),
        ],
    )
    def test_who_gets_colours(self, monkeypatch, environ, asked, coloured):
        for name, value in environ.items():
            monkeypatch.setenv(name, value)
        text = drawn(scene([1, 2]), colour=asked)
        assert ("\x1b[" in text) is coloured
        assert ("●" in text) is coloured
        assert in_colour(open_console(io.StringIO(), colour=asked)) is coloured

    def test_ten_colours_stay_ten_on_poorer_terminals(self, monkeypatch):
        # One after the other in one process: rich remembers codes from console to console.
        for term, code in (("xterm-256color", r"48;5;\d+m"), ("xterm", r";(?:4|10)\dm")):
            monkeypatch.setenv("TERM", term)
            fills = re.findall(code, drawn(scene(list(range(1, 11))), colour=True))
            assert len(fills) == len(set(fills)) == 10

    def test_glyphs_go_where_the_terminal_is_narrow(self, monkeypatch):
        monkeypatch.setenv("COLUMNS", "13")
        wide = drawn(scene([1, 2, 3]), colour=True)
        assert Text.from_ansi(wide).plain == "  A  B  C\n1 ●1 ▲2 ■3 \n"
        narrow = drawn(scene([1, 2, 3, 1, 2]), colour=True)
        assert Text.from_ansi(narrow).plain == "   A B C D E\n1  1 2 3 1 2\n"
        assert "\x1b[" in narrow

    def test_glyphs_go_where_the_encoding_lacks_them(self):
        raw = io.BytesIO()
        file = io.TextIOWrapper(raw, encoding="cp1252", write_through=True)
        draw(scene([1, 2]), open_console(file, colour=True))
        assert Text.from_ansi(raw.getvalue().decode("cp1252")).plain.split() == list("AB112")

    def test_an_uncoloured_tile_has_no_fill(self):
        text = drawn(Scene(((Tile(0, "F"), Tile(1, "")),), ""), colour=True)
        assert "1 F  \x1b[" in text


def outlined(areas: list[str], texts: list[str]) -> Scene:
    """A scene with an area a letter and a text a letter."""
    tiles = tuple(
        tuple(Tile(ord(area) - ord("a") + 1, text) for area, text in zip(*row, strict=True))
        for row in zip(areas, texts, strict=True)
    )
    return Scene(tiles, "", areas=tuple(tuple(map(ord, row)) for row in areas))


class TestAreas:
    def test_lines_where_areas_meet(self):
        assert drawn(outlined(["aab", "acb"], ["12.", "3.4"])) == (
            "    A   B   C\n"
            "  ┌───────┬───┐\n"
            "1 │ 1   2 │ . │\n"
            "  │   ┌───┤   │\n"
            "2 │ 3 │ . │ 4 │\n"
            "  └───┴───┴───┘\n"
        )

    def test_every_joint(self):
        text = drawn(outlined(["abc", "aac", "dde"], ["...", "...", "..."]))
        assert text == (
            "    A   B   C\n"
            "  ┌───┬───┬───┐\n"
            "1 │ . │ . │ . │\n"
            "  │   └───┤   │\n"
            "2 │ .   . │ . │\n"
            "  ├───────┼───┤\n"
            "3 │ .   . │ . │\n"
            "  └───────┴───┘\n"
        )

    def test_plain_signs_where_the_encoding_lacks_the_lines(self):
        raw = io.BytesIO()
        file = io.TextIOWrapper(raw, encoding="ascii", write_through=True)
        draw(outlined(["aab", "acb"], ["12.", "3.4"]), open_console(file, colour=False))
        assert raw.getvalue().decode("ascii") == (
            "    A   B   C\n"
            "  +-------+---+\n"
            "1 | 1   2 | . |\n"
            "  |   +---+   |\n"
            "2 | 3 | . | 4 |\n"
            "  +---+---+---+\n"
        )

    def test_a_narrow_terminal_takes_the_room(self, monkeypatch):
        monkeypatch.setenv("COLUMNS", "12")
        assert drawn(outlined(["aab", "acb"], ["12.", "3.4"])) == (
            "   A B C\n  ┌───┬─┐\n1 │1 2│.│\n  │ ┌─┤ │\n2 │3│.│4│\n  └─┴─┴─┘\n"
        )

    def test_colours_fill_an_area_up_to_its_lines(self):
        coloured = drawn(outlined(["aa", "ba"], ["12", "34"]), colour=True)
        plain = drawn(outlined(["aa", "ba"], ["12", "34"]))
        assert Text.from_ansi(coloured).plain == plain
        text = Text.from_ansi(coloured.splitlines()[2])
        (span,) = [span for span in text.spans if span.style.bgcolor is not None][:1]
        fills = {span.style.bgcolor for span in text.spans if span.style.bgcolor is not None}
        assert len(fills) == 1
        covered = sum(span.end - span.start for span in text.spans if span.style.bgcolor)
        assert covered == len(" 1   2 ")
        assert span.start == plain.splitlines()[2].index(" 1 ")

    def test_one_cell_and_many_rows(self):
        assert drawn(outlined(["a"], ["7"])) == "    A\n  ┌───┐\n1 │ 7 │\n  └───┘\n"
        lines = drawn(outlined(["a"] * 12, ["7"] * 12)).splitlines()
        assert lines[2] == " 1 │ 7 │"
        assert lines[-2] == "12 │ 7 │"


class TestLegend:
    def test_plain(self):
        assert legend((1, 2, 12), open_console(io.StringIO())).plain == "1 2 12"

    def test_in_colour_each_has_its_glyph_and_its_fill(self):
        text = legend((1, 2), open_console(io.StringIO(), colour=True))
        assert text.plain == " ●1   ▲2 "
        fills = [span.style.bgcolor for span in text.spans if span.style]
        assert len(set(fills)) == 2


class TestWindows:
    """Scenes that are a part of a larger board keep its coordinates."""

    @pytest.mark.parametrize(
        ("scene", "compact", "first", "last"),
        [
            (Scene(((Tile(1, ""), Tile(2, "")),) * 3, "", origin=(98, 3)), False, "C D", "100"),
            (Scene(((Tile(1, ""), Tile(2, "")),) * 3, "", origin=(98, 3)), True, "CD", "100"),
            (Scene(((Tile(0, "#"), Tile(0, ".")),) * 3, "", origin=(98, 3)), None, "C D", "100"),
            (
                Scene(((Tile(0, "4"), Tile(0, ".")),) * 3, "", (), ((0, 1),) * 3, origin=(98, 3)),
                None,
                "C   D",
                "100",
            ),
        ],
    )
    def test_letters_and_numbers(self, scene, compact, first, last):
        out = io.StringIO()
        draw(scene, open_console(out, colour=False), compact=compact)
        lines = out.getvalue().splitlines()
        assert lines[0].strip() == first
        assert any(line.startswith(last) for line in lines)

    def test_marks_are_cells_of_the_whole_board(self):
        tiles = ((Tile(1, "a"), Tile(1, "b")),)
        scene = Scene(tiles, "", marks=frozenset({(9, 4)}), origin=(9, 3))
        out = io.StringIO()
        draw(scene, open_console(out, colour=True))
        underlined = re.compile(r"\x1b\[[0-9;]*\b4;[0-9;]*m(.)|\x1b\[1;4[0-9;]*m(.)")
        marked = ["".join(filter(None, groups)) for groups in underlined.findall(out.getvalue())]
        assert marked == ["b"]
