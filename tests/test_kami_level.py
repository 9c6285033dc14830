"""KAMI level files: exact round trip, tolerated spellings, and a text for every finding."""

from __future__ import annotations

import ast
import os
import tracemalloc
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kamigen
from kamigen.errors import KamigenError, LevelError
from kamigen.game import find_game
from kamigen.games.kami import level as level_module
from kamigen.games.kami.level import KamiLevel, format_level, parse
from kamigen.level import Claim, Finding
from kamigen.pipeline import files as files_module
from kamigen.pipeline.files import read_level, read_text

KAMI = find_game("kami")
MEBIBYTE = 1024 * 1024

TEXT = "2 7 2 3 4\n1 2 3\n4 200 1\n"
LEVEL = KamiLevel(Claim(2, 7), ((1, 2, 3), (4, 200, 1)), 4)


def finding_of(text: str) -> Finding:
    with pytest.raises(LevelError) as refusal:
        parse(text)
    return refusal.value.finding


def finding_in_file(folder: Path, content: bytes) -> Finding:
    path = folder / "level.txt"
    path.write_bytes(content)
    with pytest.raises(LevelError) as refusal:
        read_level(KAMI, str(path))
    return refusal.value.finding


def codes_in(module: ModuleType) -> set[str]:
    """The finding codes that a module's source names, as literals or as constants of its own."""
    codes = set()
    for node in ast.walk(ast.parse(Path(module.__file__).read_text(encoding="utf-8"))):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
            continue
        if node.func.id not in ("Finding", "_refuse", "_refuse_token"):
            continue
        code = node.args[0]
        if isinstance(code, ast.Constant):
            codes.add(code.value)
        elif isinstance(code, ast.Name) and hasattr(module, code.id):
            codes.add(getattr(module, code.id))
        else:  # passed on by a function of the parser, whose callers name it
            assert isinstance(code, ast.Name)
            assert code.id == "code"
    return codes


def peak_memory(action) -> int:
    """The most bytes that were allocated at once while `action` ran."""
    tracemalloc.start()
    try:
        action()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def written(level: KamiLevel) -> str:
    """The canonical text, written independently of `format_level`."""
    text = f"{level.claim.difficulty} {level.claim.limit} "
    text += f"{len(level.cells)} {len(level.cells[0])} {level.colours}\n"
    for row in level.cells:
        for colour in row[:-1]:
            text += str(colour) + " "
        text += str(row[-1]) + "\n"
    return text


@st.composite
def levels(draw) -> KamiLevel:
    rows, cols = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    row = st.tuples(*[st.integers(1, 255)] * cols)
    return KamiLevel(
        Claim(draw(st.integers(1, 3)), draw(st.integers(0, 1_000_000))),
        draw(st.tuples(*[row] * rows)),
        draw(st.integers(1, 255)),
    )


@st.composite
def loose_spellings(draw) -> tuple[KamiLevel, str]:
    """A level, and its text with everything that is tolerated thrown in at random."""
    level = draw(levels())
    blank = st.text(" \t", max_size=3)
    gap = st.text(" \t", min_size=1, max_size=3)
    end = st.sampled_from(["\n", "\r\n", "\r"])
    text = draw(st.sampled_from(["", "\ufeff"]))
    for line in written(level).splitlines():
        for _ in range(draw(st.integers(0, 2))):
            text += draw(blank) + draw(end)
        for place, word in enumerate(line.split()):
            text += (draw(gap) if place else draw(blank)) + word
        text += draw(blank) + draw(end)
    for _ in range(draw(st.integers(0, 2))):
        text += draw(blank) + draw(end)
    return level, text + draw(blank)


class TestRoundTrip:
    def test_header_and_matrix_land_where_they_belong(self):
        level = parse(TEXT)
        assert level == LEVEL
        assert (level.difficulty, level.limit, level.rows, level.cols, level.colours) == (
            (2, 7, 2, 3, 4)
        )

    def test_the_board_is_framed_and_fresh(self):
        level = parse(TEXT)
        board = level.board
        expected = [[0, 0, 0, 0, 0], [0, 1, 2, 3, 0], [0, 4, 200, 1, 0], [0, 0, 0, 0, 0]]
        assert board.tolist() == expected
        board[1, 1] = 9
        assert level.board.tolist() == expected

    @settings(deadline=None)
    @given(levels())
    def test_level_to_text_and_back(self, level):
        text = format_level(level)
        assert text == written(level)
        assert parse(text) == level

    @settings(deadline=None)
    @given(levels())
    def test_text_to_level_and_back(self, level):
        text = written(level)
        assert format_level(parse(text)) == text

    @settings(deadline=None)
    @given(levels())
    def test_the_game_and_the_package_read_and_write_the_same(self, level):
        assert KAMI.format(level) == kamigen.format(level) == written(level)
        assert KAMI.parse(written(level)) == kamigen.parse(written(level)) == level
        assert KAMI.check(level) == []

    @pytest.mark.parametrize(("rows", "cols"), [(1, 1), (1, 1000), (1000, 1), (40, 1000)])
    def test_the_extreme_sizes(self, rows, cols):
        level = KamiLevel(Claim(3, 0), ((1,) * (cols - 1) + (255,),) * rows, 1)
        assert parse(written(level)) == level
        assert format_level(level) == written(level)


class TestTolerated:
    @pytest.mark.parametrize(
        "text",
        [
            "2 7 2 3 4\r\n1 2 3\r\n4 200 1\r\n",
            "2 7 2 3 4\r1 2 3\r4 200 1\r",
            "2 7 2 3 4\n1 2 3\r\n4 200 1\r",
            "\ufeff2 7 2 3 4\n1 2 3\n4 200 1\n",
            "2\t7\t2\t3\t4\n1\t2\t3\n4\t200\t1\n",
            "2  7 \t 2 3 4\n1   2 3\n4 200  1\n",
            "2 7 2 3 4 \n1 2 3\t\n4 200 1  \t \n",
            "  2 7 2 3 4\n\t1 2 3\n 4 200 1\n",
            "\n\n2 7 2 3 4\n\n1 2 3\n   \n\t\n4 200 1\n\n\n",
            "2 7 2 3 4\n1 2 3\n4 200 1",
            "02 007 2 3 4\n1 2 03\n4 200 000000001\n",
            "\ufeff\r\n\t2 7\t2 3 4 \r\r1 2  3\t\n \r\n4\t200 1 \r\n\r\n \t",
        ],
        ids=[
            "windows line ends",
            "lone carriage returns",
            "mixed line ends",
            "byte-order mark",
            "tabs",
            "several blanks",
            "trailing blanks",
            "leading blanks",
            "blank lines",
            "no last line end",
            "leading zeros",
            "all at once",
        ],
    )
    def test_other_spellings_of_the_same_level(self, text, tmp_path):
        assert parse(text) == LEVEL
        path = tmp_path / "level.txt"
        path.write_bytes(text.encode())
        assert read_level(KAMI, str(path)) == LEVEL

    @settings(deadline=None)
    @given(loose_spellings())
    def test_any_mixture_is_gone_after_format(self, spelling):
        level, text = spelling
        assert parse(text) == level
        assert format_level(parse(text)) == written(level)


# Every text with the finding that it must lead to: code, line, column, message.
REFUSED: dict[str, tuple[str | bytes, str, int | None, int | None, str]] = {
    "empty": (
        "",
        "header-missing", 1, 1,
        "the file is empty; expected a header of 5 integers",
    ),
    "only blanks": (
        "\ufeff \t\r\n\n  \r",
        "header-missing", 1, 1,
        "the file is empty; expected a header of 5 integers",
    ),
    "one number": (
        "\n 2\n",
        "header-short", 2, 3,
        "the header has 1 of 5 integers; next expected: limit",
    ),
    "header without colours": (
        "1 3 2 2\n1 1\n1 1\n",
        "header-short", 1, 8,
        "the header has 4 of 5 integers; next expected: colours",
    ),
    "header too long": (
        "1 3 1 2 3   77\n1 2\n",
        "header-long", 1, 13,
        "the header has more than 5 entries",
    ),
    "difficulty 0": (
        "\n0 3 1 2 3\n1 2\n",
        "difficulty-range", 2, 1,
        "difficulty 0 is not 1, 2 or 3",
    ),
    "difficulty 4": ("4 3 1 2 3\n1 2\n", "difficulty-range", 1, 1, "difficulty 4 is not 1, 2 or 3"),
    "difficulty -1": (
        "  -1 3 1 2 3\n1 2\n",
        "difficulty-range", 1, 3,
        "difficulty -1 is not 1, 2 or 3",
    ),
    "negative limit": (
        "1 -1 1 2 3\n1 2\n",
        "limit-range", 1, 3,
        "the limit -1 is not between 0 and 1000000",
    ),
    "huge limit": (
        "1\t1000001 1 2 3\n1 2\n",
        "limit-range", 1, 3,
        "the limit 1000001 is not between 0 and 1000000",
    ),
    "no rows": ("1 3 0 2 3\n", "no-cells", 1, 5, "rows is 0; a board has at least one cell"),
    "no columns": ("1 3 2 0 3\n", "no-cells", 1, 7, "cols is 0; a board has at least one cell"),
    "negative rows": (
        "1 3 -5 2 3\n",
        "no-cells", 1, 5,
        "rows is -5; a board has at least one cell",
    ),
    "too many rows": ("1 3 1001 1 3\n1\n", "too-large", 1, 5, "rows is 1001, more than 1000"),
    "too many columns": ("1 3 1 1001 3\n1\n", "too-large", 1, 7, "cols is 1001, more than 1000"),
    "too many cells": (
        "1 3 201 200 3\n1\n",
        "too-large", 1, 5,
        "201×200 cells are more than 40000",
    ),
    "absurd sizes": (
        "1 3 999999999 999999999 3\n1\n",
        "too-large", 1, 5,
        "rows is 999999999, more than 1000",
    ),
    "no colours": (
        "1 3 1 2 0\n1 2\n",
        "colours-range", 1, 9,
        "the number of colours 0 is not between 1 and 255",
    ),
    "too many colours": (
        "1 3 1 2 256\n1 2\n",
        "colours-range", 1, 9,
        "the number of colours 256 is not between 1 and 255",
    ),
    "a word in the header": (
        "easy 3 1 2 3\n1 2\n",
        "not-an-integer", 1, 1,
        "'easy' is not an integer; expected difficulty",
    ),
    "a number of 21 digits": (
        "1 3 1 2 3\n1 " + "9" * 21 + "\n",
        "too-many-digits", 2, 3,
        "9" * 20 + "… is beyond all bounds; expected a cell",
    ),
    "a fraction": (
        "1 3 1 2 3\n1 2.0\n",
        "not-an-integer", 2, 3,
        "'2.0' is not an integer; expected a cell",
    ),
    "a plus sign": (
        "1 +3 1 2 3\n1 2\n",
        "not-an-integer", 1, 3,
        "'+3' is not an integer; expected limit",
    ),
    "an underscore": (
        "1 3 1 2 1_0\n1 2\n",
        "not-an-integer", 1, 9,
        "'1_0' is not an integer; expected colours",
    ),
    "a lone minus": (
        "1 3 1 2 3\r\n- 2\r\n",
        "not-an-integer", 2, 1,
        "'-' is not an integer; expected a cell",
    ),
    "commas": (
        "1,3,1,2,3\n1,2\n",
        "not-an-integer", 1, 1,
        "'1,3,1,2,3' is not an integer; expected difficulty",
    ),
    "a long word": (
        "1 3 1 2 3\n1 " + "x" * 21 + "\n",
        "not-an-integer", 2, 3,
        "'" + "x" * 20 + "…' is not an integer; expected a cell",
    ),
    "arabic digits": (
        "1 3 1 2 3\n1 \u0663\n",
        "not-an-integer", 2, 3,
        "'\u0663' is not an integer; expected a cell",
    ),
    "fullwidth digits": (
        "\uff11 3 1 2 3\n1 2\n",
        "not-an-integer", 1, 1,
        "'\uff11' is not an integer; expected difficulty",
    ),
    "a superscript": (
        "1 3 1 2 3\n1 \u00b2\n",
        "not-an-integer", 2, 3,
        "'\u00b2' is not an integer; expected a cell",
    ),
    "a no-break space": (
        "1 3 1 2 3\n1\u00a02\n",
        "not-an-integer", 2, 1,
        "'1\\xa02' is not an integer; expected a cell",
    ),
    "a form feed": (
        "1 3 1 2 3\n1 2\f\n",
        "not-an-integer", 2, 3,
        "'2\\x0c' is not an integer; expected a cell",
    ),
    "a vertical tab": (
        "1 3 1 2 3\v1 2\n",
        "not-an-integer", 1, 9,
        "'3\\x0b1' is not an integer; expected colours",
    ),
    "a line separator": (
        "1 3 1 2 3\u20281 2\n",
        "not-an-integer", 1, 9,
        "'3\\u20281' is not an integer; expected colours",
    ),
    "a second byte-order mark": (
        "\ufeff\ufeff1 3 1 2 3\n1 2\n",
        "not-an-integer", 1, 1,
        "'\\ufeff1' is not an integer; expected difficulty",
    ),
    "a zero cell": (
        "1 3 1 2 3\n1 0\n",
        "cell-not-positive", 2, 3,
        "a cell is 0; colours start at 1",
    ),
    "a negative cell": (
        "1 3 2 2 3\r1 1\r-2 1\r",
        "cell-not-positive", 3, 1,
        "a cell is -2; colours start at 1",
    ),
    "a cell above all colours": (
        "1 3 1 2 3\n\n 1\t256\n",
        "cell-too-large", 3, 4,
        "a cell is 256, more than 255",
    ),
    "a short row": (
        "1 3 2 3 3\n1 1 1\n1 12 \t\n",
        "row-short", 3, 5,
        "expected 3 cells in this row, found 2",
    ),
    "a long row": (
        "1 3 2 3 3\n1 1 1 2\n1 1 1\n",
        "row-long", 2, 7,
        "expected 3 cells in this row, found more",
    ),
    "rows and columns exchanged": (
        "1 3 3 2 3\n1 1 1\n1 1 1\n",
        "row-long", 2, 5,
        "expected 2 cells in this row, found more",
    ),
    "only a header": (
        "1 3 2 3 3\n",
        "row-missing", 1, 10,
        "expected 2 rows of cells, found only 0",
    ),
    "a missing row": (
        "1 3 3 2 3\n1 1\n1 12\n\n",
        "row-missing", 3, 5,
        "expected 3 rows of cells, found only 2",
    ),
    "an extra row": (
        "1 3 1 2 3\n1 1\n\n  1 1\n2 2\n",
        "row-extra", 4, 3,
        "expected 1 rows of cells, found more",
    ),
    "a null byte": (
        b"1 3 2 2 3\n1 1\n1 \x001\n",
        "binary", 3, 3,
        "a level is plain text, and this byte is not",
    ),
    "a null byte at the start": (
        b"\x00",
        "binary", 1, 1,
        "a level is plain text, and this byte is not",
    ),
    "invalid utf-8": (
        b"1 3 2 2 3\r\n1 \xff\r\n1 1\r\n",
        "binary", 2, 3,
        "a level is plain text, and this byte is not",
    ),
    "an unfinished character at the end": (
        b"1 3 1 2 3\n1 1\n\xe2\x82",
        "binary", 3, 1,
        "a level is plain text, and this byte is not",
    ),
    "an encoded surrogate": (
        b"1 3 1 2 3\n1 \xed\xa0\x80\n",
        "binary", 2, 3,
        "a level is plain text, and this byte is not",
    ),
    "utf-16": (
        "1 3 1 2 3\n1 2\n".encode("utf-16"),
        "binary", 1, 1,
        "a level is plain text, and this byte is not",
    ),
    "a picture": (
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
        "binary", 1, 1,
        "a level is plain text, and this byte is not",
    ),
    "a byte too many": (
        b"\n" * (8 * MEBIBYTE + 1),
        "file-too-large", None, None,
        "larger than 8388608 bytes, which no level is",
    ),
}  # fmt: skip


class TestRefused:
    @pytest.mark.parametrize(
        ("content", "code", "line", "column", "message"), REFUSED.values(), ids=REFUSED
    )
    def test_finding_place_and_sentence(self, content, code, line, column, message, tmp_path):
        raw = content.encode() if isinstance(content, str) else content
        expected = Finding(code, message, line, column)
        assert finding_in_file(tmp_path, raw) == expected
        if isinstance(content, str):
            assert finding_of(content) == expected

    @pytest.mark.parametrize("message", [row[-1] for row in REFUSED.values()], ids=REFUSED)
    def test_a_message_is_one_sentence(self, message):
        assert "\n" not in message
        assert ". " not in message
        assert not message.endswith(".")
        assert 10 < len(message) < 100

    def test_every_code_in_the_source_has_a_text(self):
        in_source = codes_in(level_module) | codes_in(files_module)
        # "unreadable" has files that no text can be, see TestUnreadable.
        assert in_source == {row[1] for row in REFUSED.values()} | {"unreadable"}

    def test_the_error_reads_like_a_compilers(self, tmp_path):
        path = tmp_path / "bad.txt"
        path.write_text("1 3 1 2 3\n1 zwei\n")
        with pytest.raises(LevelError) as refusal:
            read_level(KAMI, str(path))
        message = f"{path}:2:3: 'zwei' is not an integer; expected a cell"
        assert (str(refusal.value), refusal.value.exit_code) == (message, 2)

    def test_a_lone_surrogate_is_shown_escaped(self):
        finding = finding_of("1 3 1 2 3\n1 \ud800\n")
        assert (finding.code, finding.line, finding.column) == ("not-an-integer", 2, 3)
        assert finding.message.encode() == b"'\\ud800' is not an integer; expected a cell"

    @pytest.mark.parametrize(
        ("raw", "line", "column"),
        [
            pytest.param(
                b"1 3 2 2 3\r1 1\r1 \xff\r",
                3,
                3,
                id="after lone carriage returns",
            ),
            pytest.param(
                b"\xef\xbb\xbf1 \x00",
                1,
                3,
                id="after a byte-order mark",
            ),
            pytest.param(
                "é \0".encode(),
                1,
                3,
                id="after a letter of two bytes",
            ),
            pytest.param(
                b"1 \x00\n\xff",
                1,
                3,
                id="null before invalid",
            ),
            pytest.param(b"1 \xff\n\x00", 1, 3, id="invalid before null"),
        ],
    )
    def test_binary_junk_is_found_where_an_editor_shows_it(self, raw, line, column, tmp_path):
        finding = finding_in_file(tmp_path, raw)
        assert (finding.code, finding.line, finding.column) == ("binary", line, column)

    def test_the_first_of_several_wrongs_is_named(self):
        assert finding_of("9 -1 0 0 0\nx\n").code == "difficulty-range"
        assert finding_of("1 1 1 2 3\n0 x\n").code == "cell-not-positive"
        assert finding_of("1 1 3 2 3\n1 1\n1\n").code == "row-short"

    @pytest.mark.parametrize("number", ["9" * 10, "9" * 5000, "-" + "9" * 5000])
    @pytest.mark.parametrize("place", range(7))
    def test_numbers_of_any_length_are_refused_where_they_stand(self, place, number):
        words = ["1", "3", "1", "2", "3", "1", "2"]
        words[place] = number
        finding = finding_of(" ".join(words[:5]) + "\n" + " ".join(words[5:]) + "\n")
        assert (finding.line, finding.column) == (
            (1, 1 + 2 * place) if place < 5 else (2, place * 2 - 9)
        )
        assert len(finding.message) < 100

    def test_a_huge_integer_is_not_called_no_integer(self):
        assert "is not an integer" not in finding_of("1 3 99999999999 2 3\n1 2\n").message


class TestUnreadable:
    def finding(self, path: Path) -> Finding:
        with pytest.raises(LevelError) as refusal:
            read_text(str(path))
        assert refusal.value.source == str(path)
        return refusal.value.finding

    def test_missing(self, tmp_path):
        assert self.finding(tmp_path / "gone.txt") == Finding(
            "unreadable", "cannot be read: No such file or directory"
        )

    def test_a_folder(self, tmp_path):
        assert self.finding(tmp_path) == Finding("unreadable", "cannot be read: Is a directory")

    def test_below_a_file(self, tmp_path):
        (tmp_path / "file").write_text(TEXT)
        assert self.finding(tmp_path / "file" / "level.txt") == Finding(
            "unreadable", "cannot be read: Not a directory"
        )

    def test_a_name_too_long(self, tmp_path):
        assert self.finding(tmp_path / ("a" * 300)) == Finding(
            "unreadable", "cannot be read: File name too long"
        )

    @pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
    def test_not_permitted(self, tmp_path):
        path = tmp_path / "private.txt"
        path.write_text(TEXT)
        path.chmod(0)
        assert self.finding(path) == Finding("unreadable", "cannot be read: Permission denied")

    def test_a_device_that_fails_while_it_is_read(self, monkeypatch, tmp_path):
        class Failing:
            def __enter__(self):
                return self

            def __exit__(self, *_):
                return None

            def read(self, _size):
                raise OSError(5, "Input/output error")

        monkeypatch.setattr(Path, "open", lambda *_: Failing())
        assert self.finding(tmp_path / "level.txt") == Finding(
            "unreadable", "cannot be read: Input/output error"
        )

    def test_the_error_names_the_file(self, tmp_path):
        path = tmp_path / "gone.txt"
        with pytest.raises(KamigenError) as refusal:
            read_level(KAMI, str(path))
        assert str(refusal.value) == f"{path}: cannot be read: No such file or directory"


class TestHostile:
    def test_an_absurd_header_allocates_nothing(self):
        text = "1 1 999999999 999999999 255\n1\n"
        assert peak_memory(lambda: finding_of(text)) < 200_000

    def test_the_largest_header_without_its_rows_allocates_nothing(self):
        text = "1 1 40 1000 255\n1\n"
        assert peak_memory(lambda: finding_of(text)) < 200_000

    def test_an_endless_file_is_read_no_further_than_its_limit(self):
        def read():
            with pytest.raises(LevelError) as refusal:
                read_text("/dev/zero")
            assert refusal.value.finding.code == "file-too-large"

        assert peak_memory(read) < 20 * MEBIBYTE

    @pytest.mark.parametrize(
        "text",
        ["1 1 1 1 1\n" + "1\n" * 50_000, "1 " * 50_000, "1 1 1 1 1\n" + "1 " * 50_000],
        ids=["rows", "header", "cells"],
    )
    def test_a_refused_text_takes_little_more_memory_than_it_has_characters(self, text):
        assert peak_memory(lambda: finding_of(text)) < 20 * len(text)

    def test_a_file_of_exactly_the_limit_is_read(self, tmp_path):
        path = tmp_path / "level.txt"
        path.write_bytes(TEXT.encode() + b"\n" * (8 * MEBIBYTE - len(TEXT)))
        assert len(read_text(str(path))) == 8 * MEBIBYTE

    def test_one_word_of_eight_megabytes(self):
        text = "1" * (8 * MEBIBYTE)
        finding = finding_of(text)
        assert (finding.code, finding.line, finding.column) == ("too-many-digits", 1, 1)
        assert len(finding.message) < 100

    @settings(max_examples=300, deadline=None)
    @given(
        st.one_of(
            st.text(max_size=60),
            st.text("0123456789- \t\r\n\ufeffx.\0\f\v\u00a0\u0663\ud800", max_size=60),
            st.lists(st.integers(-2, 300), max_size=14).map(
                lambda numbers: (
                    " ".join(map(str, numbers[:5])) + "\n" + " ".join(map(str, numbers[5:]))
                )
            ),
        )
    )
    def test_any_text_is_a_level_or_has_a_finding_inside_it(self, text):
        try:
            level = parse(text)
        except LevelError as refusal:
            finding = refusal.finding
            body = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
            lines = body.split("\n")
            assert 1 <= finding.line <= len(lines)
            assert 1 <= finding.column <= len(lines[finding.line - 1]) + 1
            assert "\n" not in finding.message
        else:
            assert parse(format_level(level)) == level

    @settings(max_examples=200, deadline=None)
    @given(levels(), st.data())
    def test_a_level_with_one_character_changed(self, level, data):
        text = written(level)
        place = data.draw(st.integers(0, len(text) - 1))
        other = data.draw(st.sampled_from("0123456789- \n\tx\0"))
        try:
            changed = parse(text[:place] + other + text[place + 1 :])
        except LevelError:
            return
        assert parse(format_level(changed)) == changed

    @settings(deadline=None)
    @given(st.binary(max_size=80))
    def test_any_bytes_are_a_level_or_have_a_finding(self, tmp_path_factory, raw):
        path = tmp_path_factory.getbasetemp() / "any.txt"
        path.write_bytes(raw)
        try:
            level = read_level(KAMI, str(path))
        except LevelError as refusal:
            assert refusal.source == str(path)
        else:
            assert parse(format_level(level)) == level


class TestBuiltInCode:
    """`check` finds what the parser would refuse in a level that no file was read for."""

    @pytest.mark.parametrize(
        ("level", "code"),
        [
            (KamiLevel(Claim(0, 1), ((1, 2),), 2), "difficulty-range"),
            (KamiLevel(Claim(1, -1), ((1, 2),), 2), "limit-range"),
            (KamiLevel(Claim(1, 1), ((1, 2), (1,)), 2), "row-short"),
            (KamiLevel(Claim(1, 1), ((1, 2), (1, 2, 3)), 2), "row-long"),
            (KamiLevel(Claim(1, 1), ((1, 0),), 2), "cell-not-positive"),
            (KamiLevel(Claim(1, 1), ((1, 256),), 2), "cell-too-large"),
            (KamiLevel(Claim(1, 1), ((1, 2),), 0), "colours-range"),
            (KamiLevel(Claim(1, 1), ((),), 2), "no-cells"),
            (KamiLevel(Claim(1, 1), ((1,),) * 1001, 2), "too-large"),
        ],
    )
    def test_findings(self, level, code):
        assert [finding.code for finding in KAMI.check(level)] == [code]

    def test_a_level_without_rows(self):
        level = KamiLevel(Claim(1, 1), (), 2)
        assert [finding.code for finding in KAMI.check(level)] == ["no-cells"]
