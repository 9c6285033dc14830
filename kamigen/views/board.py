"""Boards as drawings: pieces of coloured paper, a glyph on each.

An area is cut out as one piece, so that there are no seams, and laid a little
apart from its neighbours; the ground between them is the line that a player
sees. A glyph lies where its piece is widest. Without colours the pieces are
outlined and every cell carries its glyph: the glyphs become a texture that
tells the areas apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kamigen.game import Scene, Tile
from kamigen.grid import Cell, column_letters
from kamigen.views.drawing import Corner, Drawing, Item, Loop, Point, Shape, Words, rectangle
from kamigen.views.glyphs import glyph_loops
from kamigen.views.look import Glyphs, Look
from kamigen.views.outline import outlines, roomiest_spot
from kamigen.views.palette import BLANK, DISTINCT, FAINT, INK, PAPER, WHITE, swatch

# All in parts of a cell.
_GAP = 0.03
_ROUNDING = 0.14
_GLYPH = 0.4
_MOST_GLYPH = 0.85
_TEXTURE = 0.34
_COORDINATES = 0.36
_COORDINATE_MARGIN = 0.75
_HAIRLINE = 0.02
_OUTLINE = 0.055
_MARK = 0.09

CELL = 40.0
"""How many units a cell of a picture takes: its pixels, unless it is scaled."""

_BORDER = 0.35


def picture(scene: Scene, look: Look, title: str, description: str = "") -> Drawing:
    """Return one board with a border of paper around it."""
    border = _BORDER * CELL
    width, height = board_size(scene, look, CELL)
    items = board_items(scene, look, border, border, CELL)
    return Drawing(
        width + 2 * border, height + 2 * border, ground(look), tuple(items), title, description
    )


def ground(look: Look) -> str:
    """Return the colour of the paper that a board is laid on."""
    return WHITE if look.mono else PAPER


def board_size(scene: Scene, look: Look, cell: float) -> tuple[float, float]:
    """Return the width and height that a board takes, with its coordinates."""
    margin = _COORDINATE_MARGIN * cell if look.coordinates else 0.0
    return len(scene.tiles[0]) * cell + margin, len(scene.tiles) * cell + margin


def board_items(scene: Scene, look: Look, x: float, y: float, cell: float) -> Iterator[Item]:
    """Yield what a board is made of; (x, y) is its upper left corner."""
    if look.coordinates:
        yield from _coordinates(scene, x, y, cell)
        x += _COORDINATE_MARGIN * cell
        y += _COORDINATE_MARGIN * cell
    for item in _pieces(scene, look):
        yield _placed(item, x, y, cell)


def chip_items(colour: int, look: Look, x: float, y: float, size: float) -> Iterator[Item]:
    """Yield a piece of one cell in a colour, as a legend shows it; (x, y) is its corner."""
    alone = Scene(((Tile(colour, ""),),), "")
    one = replace(look, glyphs=Glyphs.REGIONS, coordinates=False)
    yield from board_items(alone, one, x, y, size)


def _pieces(scene: Scene, look: Look) -> Iterator[Item]:
    for tile, cells in _areas(scene):
        if look.mono or (scene.areas and not tile.colour):
            # Neighbours share their line, so it runs exactly between them.
            yield Shape(outlines(cells, 0, 0), WHITE if look.mono else BLANK, INK, _OUTLINE)
        else:
            fill = swatch(tile.colour).fill if tile.colour else BLANK
            yield Shape(outlines(cells, _GAP, _ROUNDING), fill)
        if not tile.colour and len(cells) > 1:
            yield from _hairlines(cells)
        if tile.colour and not tile.text:
            yield from _glyphs(tile, cells, look)
    for row, tiles in enumerate(scene.tiles, start=1):
        for column, tile in enumerate(tiles, start=1):
            if tile.text:
                yield _text(tile, tile.text, column - 0.5, row - 0.5, 0.5, look)
    if scene.marks:
        top, left = scene.origin
        marks = [(row - top + 1, column - left + 1) for row, column in scene.marks]
        loops = outlines(marks, _MARK, _ROUNDING)
        # A dark line on a light one is seen on every fill.
        yield Shape(loops, None, WHITE, _MARK * 1.5)
        yield Shape(loops, None, INK, _MARK * 0.8)


def _areas(scene: Scene) -> list[tuple[Tile, list[Cell]]]:
    """The pieces of a board: cells of one area that look alike, in reading order."""
    pieces: dict[tuple[object, Tile], list[Cell]] = {}
    for row, tiles in enumerate(scene.tiles, start=1):
        for column, tile in enumerate(tiles, start=1):
            area: object = (row, column)
            if scene.areas:
                area = scene.areas[row - 1][column - 1]
                tile = Tile(tile.colour, "") if not tile.colour else tile
            pieces.setdefault((area, tile), []).append((row, column))
    return [(tile, cells) for (_, tile), cells in pieces.items()]


def _glyphs(tile: Tile, cells: Sequence[Cell], look: Look) -> Iterator[Item]:
    match look.glyphs:
        case Glyphs.REGIONS:
            spot, side = roomiest_spot(cells)
            size = min(_MOST_GLYPH, _GLYPH * (1 + 0.3 * (side - 1)))
            yield from _marked(tile, [spot], size, look)
        case Glyphs.CELLS:
            spots = [(column - 0.5, row - 0.5) for row, column in cells]
            yield from _marked(tile, spots, _TEXTURE, look)
        case Glyphs.NONE:
            return


def _marked(tile: Tile, spots: Sequence[Point], size: float, look: Look) -> Iterator[Item]:
    """The glyph of a colour at some spots; the number of one that has no glyph of its own."""
    if tile.colour > DISTINCT:
        for x, y in spots:
            yield _text(tile, str(tile.colour), x, y, size, look)
        return
    glyph = swatch(tile.colour).glyph
    loops = tuple(loop for x, y in spots for loop in glyph_loops(glyph, x, y, size))
    yield Shape(loops, _ink(tile, look))


def _text(tile: Tile, text: str, x: float, y: float, size: float, look: Look) -> Words:
    return Words(text, x, y, size, _ink(tile, look))


def _ink(tile: Tile, look: Look) -> str:
    return INK if look.mono or not tile.colour else swatch(tile.colour).ink


def _hairlines(cells: Sequence[Cell]) -> Iterator[Item]:
    """Between the cells of an area without colour, which would else be one blank."""
    held = set(cells)
    for row, column in cells:
        if (row, column + 1) in held:
            yield Shape(
                (rectangle(column - _HAIRLINE / 2, row - 1 + _GAP, _HAIRLINE, 1 - 2 * _GAP),), FAINT
            )
        if (row + 1, column) in held:
            yield Shape(
                (rectangle(column - 1 + _GAP, row - _HAIRLINE / 2, 1 - 2 * _GAP, _HAIRLINE),), FAINT
            )


def _coordinates(scene: Scene, x: float, y: float, cell: float) -> Iterator[Item]:
    margin = _COORDINATE_MARGIN * cell
    size = _COORDINATES * cell
    top, left = scene.origin
    for column in range(len(scene.tiles[0])):
        place = x + margin + (column + 0.5) * cell
        yield Words(column_letters(left + column), place, y + margin / 2, size, FAINT)
    for row in range(len(scene.tiles)):
        place = y + margin + (row + 0.5) * cell
        yield Words(str(top + row), x + margin / 2, place, size, FAINT)


def _placed(item: Item, x: float, y: float, scale: float) -> Item:
    """The same item, made for cells of size 1, on the page."""
    if isinstance(item, Words):
        return replace(item, x=x + item.x * scale, y=y + item.y * scale, size=item.size * scale)
    loops = tuple(_placed_loop(loop, x, y, scale) for loop in item.loops)
    return replace(item, loops=loops, width=item.width * scale)


def _placed_loop(loop: Loop, x: float, y: float, scale: float) -> Loop:
    return tuple(
        Corner(x + corner.x * scale, y + corner.y * scale, corner.radius * scale) for corner in loop
    )
