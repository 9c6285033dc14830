"""Tiled maps (JSON, `.tmj`): a tile is a colour, the header is in the map's properties.

The tileset is a picture beside the maps, with a tile for every colour that any
board can have, so that maps exported later find their tiles where they were.
A map that somebody drew from scratch can be read too: a tile's place in its
tileset is its colour, and without a header the level has yet to be proven.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Iterator, Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from kamigen.errors import KamigenError
from kamigen.game import Mosaic
from kamigen.grid import cell_name
from kamigen.views.drawing import Drawing, Item, Shape, Words, rectangle
from kamigen.views.exports.entry import MOST_CELLS, Entry, in_rows
from kamigen.views.glyphs import glyph_loops
from kamigen.views.palette import DISTINCT, swatch

VERSION = 1
TILESET = "kamigen-colours.png"

_FORMAT_VERSION = "1.10"
_LAYER = "board"
_TILE = 32
_COLUMNS = 16
_COLOURS = 255
_ACTIONS_BETWEEN = "; "

# The upper four bits of a tile number say that it is flipped or turned.
_TILE_NUMBER = 0x0FFFFFFF


def tiled_map(entry: Entry) -> str:
    """Return a level as the text of a map."""
    properties: dict[str, object] = {
        "kamigen_version": VERSION,
        "game": entry.game,
        "colours": entry.mosaic.colours,
        **entry.header,
    }
    if entry.par is not None:
        properties["par"] = entry.par
        properties["actions"] = _ACTIONS_BETWEEN.join(entry.actions or ())
    document = {
        "type": "map",
        "version": _FORMAT_VERSION,
        "tiledversion": _FORMAT_VERSION,
        "orientation": "orthogonal",
        "renderorder": "right-down",
        "width": entry.cols,
        "height": entry.rows,
        "tilewidth": _TILE,
        "tileheight": _TILE,
        "infinite": False,
        "compressionlevel": -1,
        "nextlayerid": 2,
        "nextobjectid": 1,
        "properties": [_property(name, value) for name, value in sorted(properties.items())],
        "tilesets": [_tileset()],
        "layers": [
            {
                "type": "tilelayer",
                "id": 1,
                "name": _LAYER,
                "width": entry.cols,
                "height": entry.rows,
                "x": 0,
                "y": 0,
                "opacity": 1,
                "visible": True,
                "data": entry.flat,
            }
        ],
    }
    return json.dumps(document, ensure_ascii=False) + "\n"


def tileset_drawing() -> Drawing:
    """Return the picture of the tileset: a tile a colour, with its glyph or its number."""
    side = float(_TILE * _COLUMNS)
    return Drawing(side, side, "#ffffff", tuple(_tiles()), "The colours of kamigen")


class _Layer(BaseModel):
    model_config = ConfigDict(strict=True)

    type: str
    name: str = ""
    width: int = 0
    height: int = 0
    data: list[int] | str | None = None
    encoding: Literal["csv", "base64"] = "csv"
    compression: str = ""


class _Tileset(BaseModel):
    model_config = ConfigDict(strict=True)

    firstgid: int


class _Property(BaseModel):
    model_config = ConfigDict(strict=True)

    name: str
    value: Any = None


class _Map(BaseModel):
    model_config = ConfigDict(strict=True)

    orientation: str = "orthogonal"
    infinite: bool = False
    layers: list[_Layer]
    tilesets: list[_Tileset]
    properties: list[_Property] = []


def is_tiled(document: Mapping[str, object]) -> bool:
    """Whether a JSON document looks like a map."""
    return document.get("type") == "map" or "tilesets" in document


def read_tiled(document: Mapping[str, object], name: str, game: str) -> Entry:
    """Return the level of a map; what is wrong with its shape is told by pydantic's error."""
    found = _Map.model_validate(document)
    if found.orientation != "orthogonal":
        raise KamigenError(f"the map is {found.orientation}; a board is orthogonal")
    if found.infinite:
        raise KamigenError("the map is infinite; untick Infinite in Tiled's map properties")
    layer = _board_layer(found)
    numbers = _numbers(layer)
    firsts = sorted(tileset.firstgid for tileset in found.tilesets)
    flat = [_colour(number, firsts) for number in numbers]
    cells = in_rows(flat, layer.height, layer.width)
    for row, colours in enumerate(cells, start=1):
        for column, colour in enumerate(colours, start=1):
            if colour < 1:
                raise KamigenError(f"there is no tile at {cell_name((row, column))}")
    said = {prop.name: prop.value for prop in found.properties}
    actions = said.get("actions")
    return Entry(
        name,
        str(said.get("game", game)),
        Mosaic(cells, _integer(said, "colours") or max(flat)),
        _integer(said, "difficulty"),
        _integer(said, "limit"),
        _integer(said, "par"),
        tuple(filter(None, actions.split(_ACTIONS_BETWEEN))) if isinstance(actions, str) else None,
    )


def _board_layer(found: _Map) -> _Layer:
    """The layer that holds the board: the one of that name, or the only one."""
    layers = [layer for layer in found.layers if layer.type == "tilelayer"]
    named = [layer for layer in layers if layer.name == _LAYER] or layers
    if len(named) != 1:
        raise KamigenError(
            f"the map has {len(named)} tile layers; name the one with the board {_LAYER!r}"
        )
    return named[0]


def _numbers(layer: _Layer) -> list[int]:
    if isinstance(layer.data, list):
        return layer.data
    if layer.data is None:
        raise KamigenError("the tile layer has no data")
    if layer.encoding != "base64":
        raise KamigenError("the tile layer's data is neither a list nor base64")
    size = 4 * layer.width * layer.height
    if not 0 < size <= 4 * MOST_CELLS:
        raise KamigenError(f"{layer.height}×{layer.width} tiles are not the size of a board")
    try:
        raw = _unpacked(base64.b64decode(layer.data, validate=True), layer.compression, size)
    except (binascii.Error, zlib.error) as error:
        raise KamigenError(f"the tile layer's data cannot be unpacked: {error}") from error
    if len(raw) != size:
        raise KamigenError(f"the tile layer's data is not {layer.width * layer.height} tiles")
    return [int.from_bytes(raw[at : at + 4], "little") for at in range(0, size, 4)]


def _unpacked(raw: bytes, compression: str, size: int) -> bytes:
    """Unpack no more than a board can be, whatever the data would grow to."""
    match compression:
        case "":
            return raw
        case "zlib" | "gzip":
            # 32 more than the window: the header tells which of the two it is.
            return zlib.decompressobj(wbits=zlib.MAX_WBITS | 32).decompress(raw, size + 1)
        case other:
            raise KamigenError(
                f"the tile layer is compressed by {other}; choose CSV, zlib or gzip in Tiled"
            )


def _colour(number: int, firsts: list[int]) -> int:
    """The place of a tile in its tileset, from 1; 0 where there is none."""
    number &= _TILE_NUMBER
    return number - max((first for first in firsts if first <= number), default=number + 1) + 1


def _integer(said: Mapping[str, object], name: str) -> int | None:
    value = said.get(name)
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool):
        raise KamigenError(f"the map's property {name} is not an integer")
    return value


def _property(name: str, value: object) -> dict[str, object]:
    return {"name": name, "type": "int" if isinstance(value, int) else "string", "value": value}


def _tileset() -> dict[str, object]:
    return {
        "firstgid": 1,
        "name": "kamigen-colours",
        "image": TILESET,
        "imagewidth": _TILE * _COLUMNS,
        "imageheight": _TILE * _COLUMNS,
        "columns": _COLUMNS,
        "tilecount": _COLOURS,
        "tilewidth": _TILE,
        "tileheight": _TILE,
        "margin": 0,
        "spacing": 0,
    }


def _tiles() -> Iterator[Item]:
    for colour in range(1, _COLOURS + 1):
        row, column = divmod(colour - 1, _COLUMNS)
        look = swatch(colour)
        x, y = column * _TILE, row * _TILE
        yield Shape((rectangle(x, y, _TILE, _TILE),), look.fill)
        if colour <= DISTINCT:
            loops = glyph_loops(look.glyph, x + _TILE / 2, y + _TILE / 2, _TILE * 0.36)
            yield Shape(loops, look.ink)
        else:
            yield Words(str(colour), x + _TILE / 2, y + _TILE / 2, _TILE * 0.38, look.ink)
