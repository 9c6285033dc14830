"""Scenes in the terminal: coloured tiles, or aligned numbers where colour is not wanted.

A tile in colour carries its glyph and its number, so that nobody has to tell
colours apart by the eye alone. On a terminal too narrow for that the glyphs go
first; the numbers stay, as they are what a player types. A board too large even
for numbers is drawn compactly: a half block is a tile and two rows are a line,
so that tiles stay square. Where there is no colour, a digit is a tile.

Areas that the numbers do not tell are outlined by lines, with or without colour.
A narrow terminal takes the room beside the numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TextIO

from rich.color import Color
from rich.console import COLOR_SYSTEMS, Console
from rich.style import Style
from rich.text import Text

from kamigen.game import Scene, Tile
from kamigen.grid import column_letters
from kamigen.views.palette import swatch

_UPPER_HALF = "▀"
_BETWEEN_BOARDS = 3

_Panel = tuple[int, list[Text]]
"""A board with its label, line by line, and how wide the widest line is."""

# In a compact board a column is one character wide: beyond Z not all of them have room.
_LABELLED_COLUMN = 5
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


def draw(scene: Scene, console: Console, *, compact: bool | None = None) -> None:
    """Draw the tiles of a scene, with column letters above and row numbers at the side.

    Without a word on `compact`, a board that does not fit the terminal is.
    """
    console.print(Text("\n").join(_board(scene, console, compact)), soft_wrap=True)


def draw_side_by_side(
    scenes: Sequence[Scene], labels: Sequence[str], console: Console, *, compact: bool | None = None
) -> None:
    """Draw scenes in rows, as many beside each other as there is room for, each over its label."""
    panels = []
    for scene, label in zip(scenes, labels, strict=True):
        lines = [*_board(scene, console, compact), Text(label)]
        panels.append((max(line.cell_len for line in lines), lines))
    for number, row in enumerate(_rows_that_fit(panels, console.width)):
        if number:
            console.print()
        # Column letters take a line more where they go beyond Z.
        most = max(len(lines) for _, lines in row)
        padded = [[Text()] * (most - len(lines)) + lines for _, lines in row]
        for beside in zip(*padded, strict=True):
            line = Text()
            missing = 0
            for (width, _), part in zip(row, beside, strict=True):
                line.pad_right(missing)
                line.append_text(part)
                missing = width - part.cell_len + _BETWEEN_BOARDS
            console.print(line, soft_wrap=True)


def legend(colours: Sequence[int], console: Console) -> Text:
    """Return the colours in one line, each looking as it does on the board."""
    tiles = [Tile(colour, "") for colour in colours]
    if not in_colour(console):
        return Text(" ".join(map(_plain, tiles)))
    written = _writer(console)
    return Text(" ").join(Text(f" {written(tile)} ", _style(tile, console)) for tile in tiles)


def _rows_that_fit(panels: Sequence[_Panel], width: int) -> Iterator[list[_Panel]]:
    row: list[_Panel] = []
    taken = 0
    for panel in panels:
        if row and taken + panel[0] > width:
            yield row
            row, taken = [], 0
        row.append(panel)
        taken += panel[0] + _BETWEEN_BOARDS
    yield row


def _board(scene: Scene, console: Console, compact: bool | None) -> list[Text]:
    """Return the lines of a board."""
    if not scene.areas and all(tile.text for row in scene.tiles for tile in row):
        return _map(scene, console, compact)
    if compact and _has_compact_form(scene, console):
        return _compact_board(scene, console)
    lines = _full_board(scene, console)
    too_large = len(lines) >= console.height or lines[0].cell_len > console.width
    # What goes into a file or a pipe has all the room it wants.
    if compact is None and too_large and console.is_terminal and _has_compact_form(scene, console):
        return _compact_board(scene, console)
    return lines


def _map(scene: Scene, console: Console, compact: bool | None) -> list[Text]:
    """Return the lines of a board whose tiles all have a text of their own, as on a map.

    Column letters are written downwards, so that they are never wider than the
    tiles. A compact map has no gaps between them.
    """
    tiles, (top, left) = scene.tiles, scene.origin
    letters = [column_letters(column) for column in range(left, left + len(tiles[0]))]
    margin = len(str(top + len(tiles) - 1)) + 1
    width = 1 + max(len(tile.text) for row in tiles for tile in row)
    too_wide = margin + width * len(letters) > console.width and console.is_terminal
    if compact or (compact is None and too_wide):
        width -= 1
    align = str.ljust if in_colour(console) else str.rjust
    tall = max(map(len, letters))
    lines = [
        Text((" " * margin + "".join(align(sign, width) for sign in signs)).rstrip())
        for signs in zip(*(heading.rjust(tall) for heading in letters), strict=True)
    ]
    # A map may have a million tiles, but few that differ.
    kinds = {tile for row in tiles for tile in row}
    styles = {
        (tile, marked): _style(tile, console, marked=marked)
        for tile in kinds
        for marked in (False, True)
    }
    for number, row in enumerate(tiles, start=top):
        line = Text(f"{number:>{margin - 1}} ")
        for column, tile in enumerate(row, start=left):
            marked = (number, column) in scene.marks
            line.append(align(tile.text, width), styles[tile, marked])
        lines.append(line)
    return lines


def _full_board(scene: Scene, console: Console) -> list[Text]:
    # Where tiles have a text of their own, neither it nor a number tells the areas apart.
    if scene.areas and any(tile.text for row in scene.tiles for tile in row):
        return list(_outlined(scene, console).split())
    tiles, (top, left) = scene.tiles, scene.origin
    letters = [column_letters(column) for column in range(left, left + len(tiles[0]))]
    margin = len(str(top + len(tiles) - 1)) + 1

    def width_of(written: Callable[[Tile], str]) -> int:
        return 1 + max(*map(len, letters), *(len(written(tile)) for row in tiles for tile in row))

    # A character is about twice as high as wide, so tiles of two or three columns look square.
    written, align = _writer(console), str.ljust
    if not in_colour(console) or margin + width_of(written) * len(letters) > console.width:
        written, align = _plain, str.rjust
    width = width_of(written)

    lines = [Text(" " * margin + "".join(align(letter, width) for letter in letters).rstrip())]
    for number, row in enumerate(tiles, start=top):
        line = Text(f"{number:>{margin - 1}} ")
        for column, tile in enumerate(row, start=left):
            marked = (number, column) in scene.marks
            line.append(align(written(tile), width), _style(tile, console, marked=marked))
        lines.append(line)
    return lines


def _has_compact_form(scene: Scene, console: Console) -> bool:
    """Whether every tile can be told by its colour alone, or else by one character."""
    tiles = [tile for row in scene.tiles for tile in row]
    if in_colour(console) and console.encoding.startswith("utf"):
        return all(tile.colour and not tile.text for tile in tiles)
    return all(len(_plain(tile)) == 1 for tile in tiles)


def _compact_board(scene: Scene, console: Console) -> list[Text]:
    tiles, (top, left) = scene.tiles, scene.origin
    margin = len(str(top + len(tiles) - 1)) + 1
    lines = [Text(" " * margin + _compact_letters(left, len(tiles[0])))]
    half_blocks = in_colour(console) and console.encoding.startswith("utf")
    step = 2 if half_blocks else 1
    for row in range(0, len(tiles), step):
        line = Text(f"{top + row:>{margin - 1}} ")
        if half_blocks:
            upper = tiles[row]
            lower = tiles[row + 1] if row + 1 < len(tiles) else [None] * len(upper)
            for above, below in zip(upper, lower, strict=True):
                line.append(_UPPER_HALF, _halves(above, below, console))
        else:
            for tile in tiles[row]:
                line.append(_plain(tile), _style(tile, console))
        lines.append(line)
    return lines


def _compact_letters(first: int, columns: int) -> str:
    beyond = first + columns
    if beyond <= 27:
        return "".join(map(column_letters, range(first, beyond)))
    labelled = range(first, beyond, _LABELLED_COLUMN)
    return "".join(column_letters(column).ljust(_LABELLED_COLUMN) for column in labelled).rstrip()


def _outlined(scene: Scene, console: Console) -> Text:
    """The tiles with a line wherever two areas meet."""
    tiles, areas = scene.tiles, scene.areas
    rows, cols, (top, left) = len(tiles), len(tiles[0]), scene.origin
    letters = [column_letters(column) for column in range(left, left + cols)]
    margin = len(str(top + rows - 1)) + 1
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
        board.append(f"\n{top + row:>{margin - 1}} ")
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


def _style(tile: Tile, console: Console, *, marked: bool = False) -> Style:
    if not tile.colour or not in_colour(console):
        return Style.null()
    look = swatch(tile.colour)
    style = Style.from_color(_shown(look.ink, console), _shown(look.fill, console))
    return style + Style(underline=True, bold=True) if marked else style


def _halves(above: Tile, below: Tile | None, console: Console) -> Style:
    """The ink draws the upper half, the background is the lower one."""
    lower = None if below is None else _shown(swatch(below.colour).fill, console)
    return Style.from_color(_shown(swatch(above.colour).fill, console), lower)


def _shown(colour: str, console: Console) -> Color:
    # Rich keeps the codes of a style as the first console wrote them, so a second
    # one with fewer colours would get them too, were they not made to fit before.
    system = console.color_system
    parsed = Color.parse(colour)
    return parsed if system is None else parsed.downgrade(COLOR_SYSTEMS[system])
