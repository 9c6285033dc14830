"""Exports, read back by us and by readers that others wrote; and what is not to be read."""

from __future__ import annotations

import base64
import csv
import gzip
import io
import json
import struct
import zlib
from pathlib import Path

import pytest
import pytiled_parser
from hypothesis import given, settings
from hypothesis import strategies as st
from ldtkpy.api import ldtk_json_from_dict

from kamigen.errors import KamigenError, LevelError
from kamigen.game import Claim, Mosaic, find_game
from kamigen.views.exports.entry import Entry
from kamigen.views.exports.ldtk import ldtk_project
from kamigen.views.exports.plain import level_json, pack_json
from kamigen.views.exports.reading import read_levels
from kamigen.views.exports.table import COLUMNS, table
from kamigen.views.exports.tiled import TILESET, tiled_map, tileset_drawing

KAMI = find_game("kami")

cells = st.integers(1, 9).flatmap(
    lambda cols: st.lists(st.tuples(*[st.integers(1, 255)] * cols), min_size=1, max_size=7).map(
        tuple
    )
)
proofs = st.one_of(
    st.just((None, None)),
    st.lists(st.sampled_from(["A1 2", "C3 1", "AA10 255"]), max_size=5).map(
        lambda actions: (len(actions), tuple(actions))
    ),
)
entries = st.builds(
    lambda name, cells, colours, difficulty, limit, proof: Entry(
        name, "kami", Mosaic(cells, colours), difficulty, limit, *proof
    ),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
    cells,
    st.integers(1, 255),
    st.integers(1, 3),
    st.integers(0, 99),
    proofs,
)

SMALL = Entry("small", "kami", Mosaic(((1, 1, 2), (3, 2, 2)), 3), 1, 2, 2, ("A1 3", "A1 2"))


def read(document: object) -> list[Entry]:
    text = document if isinstance(document, str) else json.dumps(document)
    return read_levels(text, "file", "kami")


def changed(text: str, **keys: object) -> dict[str, object]:
    return {**json.loads(text), **keys}


class TestRoundTrips:
    @given(entries)
    def test_json(self, entry):
        assert read(level_json(entry)) == [entry]

    @given(st.lists(entries, min_size=1, max_size=4))
    def test_a_pack_as_json(self, levels):
        assert read(pack_json(levels)) == levels

    @given(entries)
    def test_tiled(self, entry):
        back = read_levels(tiled_map(entry), entry.name, "floodit")
        assert back == [entry]

    @given(entries)
    def test_a_level_comes_back_as_it_was(self, entry):
        level = KAMI.from_mosaic(entry.mosaic, Claim(entry.difficulty, entry.limit))
        assert KAMI.mosaic(level) == entry.mosaic
        assert KAMI.parse(KAMI.format(level)) == level


class TestJson:
    def test_cells_are_flat_and_row_major(self):
        document = json.loads(level_json(SMALL))
        assert document == {
            "format": "kamigen-level",
            "version": 1,
            "name": "small",
            "game": "kami",
            "difficulty": 1,
            "limit": 2,
            "rows": 2,
            "cols": 3,
            "colours": 3,
            "cells": [1, 1, 2, 3, 2, 2],
            "par": 2,
            "actions": ["A1 3", "A1 2"],
        }

    def test_an_unknown_par_is_left_out(self):
        bare = Entry("small", "kami", SMALL.mosaic, 1, 2)
        assert {"par", "actions"}.isdisjoint(json.loads(level_json(bare)))

    def test_unknown_keys_are_passed_over(self):
        assert read(changed(level_json(SMALL), comment="hello")) == [SMALL]

    @pytest.mark.parametrize(
        ("keys", "message"),
        [
            ({"version": 2}, "version"),
            ({"rows": 3}, "there are 6 cells, but 3×3 make 9"),
            ({"rows": 0, "cells": []}, "no board"),
            ({"rows": -2, "cols": -3}, "no board"),
            ({"rows": 10**6, "cols": 10**6}, "more than any board"),
            ({"rows": True}, "rows"),
            ({"rows": 2.0}, "rows"),
            ({"cells": [1, 2, "3", 4, 5, 6]}, "cells.2"),
            ({"cells": None}, "cells"),
            ({"game": 7}, "game"),
            ({"actions": "A1 2"}, "actions"),
            ({"format": "something-else"}, "neither a level of kamigen nor a map"),
        ],
    )
    def test_what_is_wrong_is_told_in_a_sentence(self, keys, message):
        with pytest.raises(KamigenError, match=message) as caught:
            read(changed(level_json(SMALL), **keys))
        assert "\n" not in str(caught.value)

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "{",
            "[1, 2]",
            "nonsense",
            "[" * 100_000,
            '{"a":' * 100_000,
            '{"x": ' + "9" * 9999 + "}",
        ],
    )
    def test_junk_is_refused(self, text):
        with pytest.raises(KamigenError):
            read(text)

    def test_the_game_has_the_last_word(self):
        (entry,) = read(changed(level_json(SMALL), cells=[0, 1, 2, 3, 2, 999]))
        with pytest.raises(LevelError, match="a cell is 0"):
            KAMI.from_mosaic(entry.mosaic, Claim(1, 2))


class TestTiled:
    @given(entries)
    @settings(max_examples=20, deadline=None)
    def test_another_reader_sees_the_same_map(self, tmp_path_factory, entry):
        file = tmp_path_factory.mktemp("tiled") / "level.tmj"
        file.write_text(tiled_map(entry), encoding="utf-8")
        found = pytiled_parser.parse_map(file)
        assert (found.map_size.height, found.map_size.width) == (entry.rows, entry.cols)
        (layer,) = found.layers
        assert layer.name == "board"
        assert tuple(map(tuple, layer.data)) == entry.mosaic.cells
        assert found.properties["kamigen_version"] == 1
        assert found.properties["limit"] == entry.limit
        (tileset,) = found.tilesets.values()
        assert tileset.image == Path(TILESET)
        assert tileset.tile_count == 255
        assert (tileset.image_width, tileset.image_height) == (512, 512)

    def test_the_tileset_is_as_large_as_the_map_says(self):
        drawing = tileset_drawing()
        assert (drawing.width, drawing.height) == (512, 512)

    def test_a_map_drawn_from_scratch_has_no_header(self):
        document = changed(tiled_map(SMALL), properties=[])
        (entry,) = read(document)
        assert (entry.difficulty, entry.limit, entry.par) == (None, None, None)
        assert entry.mosaic == Mosaic(SMALL.mosaic.cells, 3)

    def test_flipped_tiles_and_other_tilesets(self):
        document = json.loads(tiled_map(SMALL))
        document["tilesets"] = [{"firstgid": 1}, {"firstgid": 100, "source": "mine.tsj"}]
        document["layers"][0]["data"] = [1, 100, 2 | 1 << 31, 102, 2, 101]
        assert read(document)[0].mosaic.cells == ((1, 1, 2), (3, 2, 2))

    @pytest.mark.parametrize(
        ("compression", "pack"),
        [("", bytes), ("zlib", zlib.compress), ("gzip", gzip.compress)],
    )
    def test_packed_layers(self, compression, pack):
        document = json.loads(tiled_map(SMALL))
        raw = struct.pack("<6I", *SMALL.flat)
        document["layers"][0] |= {
            "data": base64.b64encode(pack(raw)).decode(),
            "encoding": "base64",
            "compression": compression,
        }
        assert read(document) == read(tiled_map(SMALL))

    @pytest.mark.parametrize(
        ("layer", "message"),
        [
            ({"data": [1, 1, 2, 3, 0, 2]}, "no tile at B2"),
            ({"data": [1, 1, 2]}, "there are 3 cells"),
            ({"data": None}, "no data"),
            ({"data": "1,2,3"}, "neither a list nor base64"),
            ({"data": "!!", "encoding": "base64"}, "unpacked"),
            ({"data": "AAAA", "encoding": "base64"}, "is not 6 tiles"),
            ({"data": "AAAA", "encoding": "base64", "compression": "zlib"}, "unpacked"),
            ({"data": "AAAA", "encoding": "base64", "compression": "zstd"}, "zstd"),
            ({"data": "AA==", "encoding": "base64", "width": 10**9}, "not the size of a board"),
            ({"type": "objectgroup"}, "0 tile layers"),
        ],
    )
    def test_layers_that_are_no_board(self, layer, message):
        document = json.loads(tiled_map(SMALL))
        document["layers"][0] |= layer
        with pytest.raises(KamigenError, match=message):
            read(document)

    def test_a_bomb_is_not_unpacked(self):
        document = json.loads(tiled_map(SMALL))
        bomb = base64.b64encode(zlib.compress(bytes(200_000_000))).decode()
        document["layers"][0] |= {"data": bomb, "encoding": "base64", "compression": "zlib"}
        with pytest.raises(KamigenError, match="is not 6 tiles"):
            read(document)

    @pytest.mark.parametrize(
        ("keys", "message"),
        [
            ({"orientation": "hexagonal"}, "hexagonal"),
            ({"infinite": True}, "infinite"),
            ({"layers": "none"}, "layers"),
            ({"properties": [{"name": "limit", "value": "six"}]}, "limit is not an integer"),
        ],
    )
    def test_maps_that_are_no_board(self, keys, message):
        with pytest.raises(KamigenError, match=message):
            read(changed(tiled_map(SMALL), **keys))


class TestLdtk:
    @given(st.lists(entries, min_size=1, max_size=4))
    @settings(max_examples=20, deadline=None)
    def test_another_reader_sees_the_same_levels(self, levels):
        project = ldtk_json_from_dict(json.loads(ldtk_project(levels)))
        assert len(project.levels) == len(levels)
        for level, entry in zip(project.levels, levels, strict=True):
            (layer,) = level.layer_instances
            assert layer.int_grid_csv == entry.flat
            assert (layer.c_hei, layer.c_wid) == (entry.rows, entry.cols)
            assert (level.px_hei, level.px_wid) == (entry.rows * 32, entry.cols * 32)
            values = {field.identifier: field.value for field in level.field_instances}
            assert values["kamigen_version"] == 1
            assert values["limit"] == entry.limit
            assert values["par"] == entry.par
        (layer,) = project.defs.layers
        used = {colour for entry in levels for colour in entry.flat}
        assert used <= {value.value for value in layer.int_grid_values}

    def test_identifiers_differ_and_are_in_the_letters_allowed(self):
        named = [Entry(name, "kami", SMALL.mosaic, 1, 2) for name in ("a b", "a-b", "折", "", "")]
        project = json.loads(ldtk_project(named))
        identifiers = [level["identifier"] for level in project["levels"]]
        assert identifiers == ["Level_a_b", "Level_a_b_2", "Level_x", "Level_x_2", "Level_x_3"]
        uids = [level["uid"] for level in project["levels"]]
        iids = [level["iid"] for level in project["levels"]]
        assert len(set(uids)) == len(set(iids)) == 5
        assert max(uids) < project["nextUid"]

    def test_the_same_bytes_every_time(self):
        assert ldtk_project([SMALL]) == ldtk_project([SMALL])


class TestCsv:
    @given(st.lists(entries, min_size=1, max_size=4))
    def test_the_standard_reader_sees_the_same_levels(self, levels):
        rows = list(csv.DictReader(io.StringIO(table(levels), newline="")))
        assert len(rows) == len(levels)
        for row, entry in zip(rows, levels, strict=True):
            assert tuple(row) == COLUMNS
            assert row["version"] == "1"
            assert row["name"] == entry.name
            assert [int(cell) for cell in row["cells"].split()] == entry.flat
            assert (int(row["rows"]), int(row["cols"])) == (entry.rows, entry.cols)
            assert row["par"] == ("" if entry.par is None else str(entry.par))
