"""Scenes in the terminal: coloured tiles, or aligned numbers where colour is not wanted.

A tile in colour carries its glyph and its number, so that nobody has to tell
colours apart by the eye alone. On a terminal too narrow for that the glyphs go
first; the numbers stay, as they are what a player types.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TextIO

from rich.color import Color
from rich.console import COLOR_SYSTEMS, Console
from rich.style import Style
from rich.text import Text

from kamigen.game import Scene, Tile
from kamigen.grid import column_letters
from kamigen.views.palette import swatch


def open_console(file: TextIO | None = None, *, colour: bool | None = None) -> Console:
    """Return a console on `file`, or on the standard output.

    `colour` asks for colours or for none, whatever the file is. Without it a
    terminal gets them, and so does anything else if FORCE_COLOR is set.
    NO_COLOR is stronger than all of these.
    """
    # Rich would read brackets, colons and numbers in a sentence as its own language.
    console = partial(Console, file=file, highlight=False, emoji=False, markup=False)
    opened = console(force_terminal=colour)
    if colour and opened.color_system is None:
        # TERM is "dumb", but whoever asks for colours in so many words shall have them.
        return console(force_terminal=True, color_system="256")
    return opened


def in_colour(console: Console) -> bool:
    """Whether colours written to this console will be seen."""
    return console.color_system is not None and not console.no_color


def draw(scene: Scene, console: Console) -> None:
    """Draw the tiles of a scene, with column letters above and row numbers at the side."""
    console.print(_board(scene, console), soft_wrap=True)


def legend(colours: Sequence[int], console: Console) -> Text:
    """Return the colours in one line, each looking as it does on the board."""
    tiles = [Tile(colour, "") for colour in colours]
    if not in_colour(console):
        return Text(" ".join(map(_plain, tiles)))
    written = _writer(console)
    return Text(" ").join(Text(f" {written(tile)} ", _style(tile, console)) for tile in tiles)


def _board(scene: Scene, console: Console) -> Text:
    tiles, (top, left) = scene.tiles, scene.origin
    letters = [column_letters(column) for column in range(left, left + len(tiles[0]))]
    margin = len(str(top + len(tiles) - 1)) + 1
    if all(tile.text for row in tiles for tile in row):
        return _map(scene, letters, margin, console)

    def width_of(written: Callable[[Tile], str]) -> int:
        return 1 + max(*map(len, letters), *(len(written(tile)) for row in tiles for tile in row))

    # A character is about twice as high as wide, so tiles of two or three columns look square.
    written, align = _writer(console), str.ljust
    if not in_colour(console) or margin + width_of(written) * len(letters) > console.width:
        written, align = _plain, str.rjust
    width = width_of(written)

    board = Text(" " * margin + "".join(align(letter, width) for letter in letters).rstrip())
    for number, row in enumerate(tiles, start=top):
        board.append(f"\n{number:>{margin - 1}} ")
        for tile in row:
            board.append(align(written(tile), width), _style(tile, console))
    return board


def _map(scene: Scene, letters: Sequence[str], margin: int, console: Console) -> Text:
    """Draw tiles that all have a text of their own, as on a map, however many there are.

    Column letters are written downwards, so that they are never wider than the
    tiles; where the terminal is too narrow, no gaps are left between tiles.
    """
    longest = max(len(tile.text) for row in scene.tiles for tile in row)
    width = longest + 1
    if margin + width * len(letters) > console.width:
        width = longest
    align = str.ljust if in_colour(console) else str.rjust
    tall = max(map(len, letters))
    headings = zip(*(heading.rjust(tall) for heading in letters), strict=True)
    board = Text("\n").join(
        Text((" " * margin + "".join(align(sign, width) for sign in line)).rstrip())
        for line in headings
    )
    styles = {tile: _style(tile, console) for tile in {tile for row in scene.tiles for tile in row}}
    for number, row in enumerate(scene.tiles, start=scene.origin[0]):
        board.append(f"\n{number:>{margin - 1}} ")
        for tile in row:
            board.append(align(tile.text, width), styles[tile])
    return board


def _plain(tile: Tile) -> str:
    return tile.text or (str(tile.colour) if tile.colour else "")


def _with_glyph(tile: Tile) -> str:
    glyph = swatch(tile.colour).glyph if tile.colour and not tile.text else ""
    return glyph + _plain(tile)


def _writer(console: Console) -> Callable[[Tile], str]:
    # Other encodings, such as those of a pipe on Windows, lack the glyphs.
    return _with_glyph if console.encoding.startswith("utf") else _plain


def _style(tile: Tile, console: Console) -> Style:
    system = console.color_system
    if not tile.colour or system is None or console.no_color:
        return Style.null()
    # Rich keeps the codes of a style as the first console wrote them, so a second
    # one with fewer colours would get them too, were they not made to fit before.
    look = swatch(tile.colour)
    ink, fill = (
        Color.parse(name).downgrade(COLOR_SYSTEMS[system]) for name in (look.ink, look.fill)
    )
    return Style.from_color(ink, fill)
