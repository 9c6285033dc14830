"""Scenes in the terminal: coloured tiles, or aligned numbers where colour is not wanted.

A tile in colour carries its glyph and its number, so that nobody has to tell
colours apart by the eye alone. On a terminal too narrow for that the glyphs go
first; the numbers stay, as they are what a player types.

Areas are outlined by lines, with or without colour. A narrow terminal takes the
room beside the numbers.
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

# What is drawn where lines meet, by the arms that are there: up, right, down, left.
_JOINTS = {
    "0000": " ",
    "0101": "─",
    "1010": "│",
    "0110": "┌",
    "0011": "┐",
    "1100": "└",
    "1001": "┘",
    "1110": "├",
    "1011": "┤",
    "0111": "┬",
    "1101": "┴",
    "1111": "┼",
}
# The same where the encoding lacks them.
_PLAIN_JOINTS = {**dict.fromkeys(_JOINTS, "+"), "0000": " ", "0101": "-", "1010": "|"}


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
    board = _outlined(scene, console) if scene.areas else _board(scene.tiles, console)
    console.print(board, soft_wrap=True)


def legend(colours: Sequence[int], console: Console) -> Text:
    """Return the colours in one line, each looking as it does on the board."""
    tiles = [Tile(colour, "") for colour in colours]
    if not in_colour(console):
        return Text(" ".join(map(_plain, tiles)))
    written = _writer(console)
    return Text(" ").join(Text(f" {written(tile)} ", _style(tile, console)) for tile in tiles)


def _board(tiles: Sequence[Sequence[Tile]], console: Console) -> Text:
    letters = [column_letters(column) for column in range(1, len(tiles[0]) + 1)]
    margin = len(str(len(tiles))) + 1

    def width_of(written: Callable[[Tile], str]) -> int:
        return 1 + max(*map(len, letters), *(len(written(tile)) for row in tiles for tile in row))

    # A character is about twice as high as wide, so tiles of two or three columns look square.
    written, align = _writer(console), str.ljust
    if not in_colour(console) or margin + width_of(written) * len(letters) > console.width:
        written, align = _plain, str.rjust
    width = width_of(written)

    board = Text(" " * margin + "".join(align(letter, width) for letter in letters).rstrip())
    for number, row in enumerate(tiles, start=1):
        board.append(f"\n{number:>{margin - 1}} ")
        for tile in row:
            board.append(align(written(tile), width), _style(tile, console))
    return board


def _outlined(scene: Scene, console: Console) -> Text:
    """The tiles with a line wherever two areas meet."""
    tiles, areas = scene.tiles, scene.areas
    rows, cols = len(tiles), len(tiles[0])
    letters = [column_letters(column) for column in range(1, cols + 1)]
    margin = len(str(rows)) + 1
    written = _writer(console) if in_colour(console) else _plain
    width = max(*map(len, letters), *(len(written(tile)) for row in tiles for tile in row))
    if margin + (width + 3) * cols + 1 <= console.width:
        width += 2

    def area(row: int, col: int) -> int | None:
        return areas[row][col] if 0 <= row < rows and 0 <= col < cols else None

    def filled(*around: tuple[int, int]) -> Style:
        """The style of a gap between tiles, which has their colour if they are of one area."""
        row, col = around[0]
        inside = len({area(*place) for place in around}) == 1
        return _style(tiles[row][col], console) if inside else Style.null()

    utf = console.encoding.startswith("utf")
    joints = _JOINTS if utf else _PLAIN_JOINTS
    board = Text(" " * margin)
    board.append("".join(f" {letter:^{width}}" for letter in letters).rstrip())
    for row in range(rows + 1):
        board.append("\n" + " " * margin)
        for col in range(cols + 1):
            around = [(row - 1, col - 1), (row - 1, col), (row, col), (row, col - 1)]
            one, two, three, four = (area(*place) for place in around)
            arms = "".join(
                "01"[a != b] for a, b in ((one, two), (two, three), (three, four), (four, one))
            )
            board.append(joints[arms], filled(*around) if arms == "0000" else Style.null())
            if col < cols:
                line = joints["0101"] if two != three else " "
                board.append(
                    line * width,
                    filled((row - 1, col), (row, col)) if line == " " else Style.null(),
                )
        if row == rows:
            break
        board.append(f"\n{row + 1:>{margin - 1}} ")
        for col in range(cols + 1):
            wall = area(row, col - 1) != area(row, col)
            board.append(
                joints["1010"] if wall else " ",
                Style.null() if wall else filled((row, col), (row, col - 1)),
            )
            if col < cols:
                tile = tiles[row][col]
                board.append(f"{written(tile):^{width}}", _style(tile, console))
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
