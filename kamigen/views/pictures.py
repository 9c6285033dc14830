"""Pictures made of several boards: a solution as a strip of steps, a pack as a contact sheet."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kamigen.game import Scene
from kamigen.views.board import board_items, board_size, chip_items, ground
from kamigen.views.drawing import Drawing, Item, Words
from kamigen.views.look import Glyphs, Look
from kamigen.views.palette import FAINT, INK

# In units, which are pixels unless a picture is scaled.
_BORDER = 20.0
_BETWEEN = 24.0
_TITLE = 20.0
_LABEL = 14.0
_CHIP = 22.0
_LONGEST_SIDE_OF_A_STEP = 260.0
_LARGEST_CELL = 26.0
_THUMBNAIL = 170.0

# Strips and contact sheets are made about so many times as wide as high.
_SHAPE = 1.6

# What a letter takes of its size, on average, in the fonts in question.
_LETTER = 0.56


@dataclass(frozen=True, slots=True)
class Entry:
    """A board of a contact sheet, with its name and facts beneath it."""

    scene: Scene
    name: str
    facts: str


def strip(
    scenes: Sequence[Scene], labels: Sequence[str], look: Look, title: str, facts: str
) -> Drawing:
    """Return the steps of a solution, one after the other, each over its label."""
    longest = max(len(scenes[0].tiles), len(scenes[0].tiles[0]))
    cell = min(_LARGEST_CELL, _LONGEST_SIDE_OF_A_STEP / longest)
    width, height = board_size(scenes[0], look, cell)
    grid = _Grid(len(scenes), max(width, _width_of(max(labels, key=len), _LABEL)), height + 26)
    top = _BORDER + 3.2 * _LABEL + _TITLE
    items: list[Item] = [
        Words(
            _fitted(title, grid.width, _TITLE),
            _BORDER,
            _BORDER + _TITLE / 2,
            _TITLE,
            INK,
            "start",
            bold=True,
        ),
        Words(
            _fitted(facts, grid.width, _LABEL),
            _BORDER,
            _BORDER + _TITLE + _LABEL,
            _LABEL,
            FAINT,
            "start",
        ),
    ]
    for (x, y), scene, label in zip(grid.places(top), scenes, labels, strict=True):
        items += board_items(scene, look, x, y, cell)
        items.append(Words(label, x, y + height + 14, _LABEL, INK, "start"))
    bottom = top + grid.height
    if scenes[0].palette:
        chips = list(legend_items(scenes[0].palette, look, _BORDER, bottom + 8, _CHIP, grid.width))
        items += chips
        bottom += 8 + legend_height(scenes[0].palette, _CHIP, grid.width)
    return Drawing(
        grid.width + 2 * _BORDER,
        bottom + _BORDER,
        ground(look),
        tuple(items),
        title,
        f"{facts}. {'; '.join(labels)}.",
    )


def contact_sheet(entries: Sequence[Entry], look: Look, title: str) -> Drawing:
    """Return thumbnails of many boards, each with its name and facts beneath it."""
    small = replace(look, coordinates=False, glyphs=Glyphs.NONE)
    sizes = [board_size(entry.scene, small, 1) for entry in entries]
    # All boards are equally wide if they can be, so that the sheet looks like a table.
    cells = [_THUMBNAIL / max(width, height * 1.2) for width, height in sizes]
    tallest = max(size[1] * cell for size, cell in zip(sizes, cells, strict=True))
    grid = _Grid(len(entries), _THUMBNAIL, tallest + 3.4 * _LABEL)
    items: list[Item] = []
    for (x, y), entry, (width, height), cell in zip(
        grid.places(_BORDER), entries, sizes, cells, strict=True
    ):
        items += board_items(
            entry.scene,
            small,
            x + (_THUMBNAIL - width * cell) / 2,
            y + tallest - height * cell,
            cell,
        )
        middle, below = x + _THUMBNAIL / 2, y + tallest
        name = _fitted(entry.name, _THUMBNAIL, _LABEL)
        facts = _fitted(entry.facts, _THUMBNAIL, _LABEL * 0.85)
        items.append(Words(name, middle, below + 1.1 * _LABEL, _LABEL, INK, bold=True))
        items.append(Words(facts, middle, below + 2.2 * _LABEL, _LABEL * 0.85, FAINT))
    described = "; ".join(f"{entry.name}: {entry.facts}" for entry in entries)
    return Drawing(
        grid.width + 2 * _BORDER,
        grid.height + 2 * _BORDER - _BETWEEN / 2,
        ground(look),
        tuple(items),
        title,
        described,
    )


def legend_items(
    palette: Sequence[int], look: Look, x: float, y: float, size: float, width: float
) -> Iterator[Item]:
    """Yield the palette as chips with their numbers, in as many rows as the width asks for."""
    a_row = _chips_a_row(size, width)
    for place, colour in enumerate(palette):
        row, column = divmod(place, a_row)
        left, top = x + column * 2 * size, y + row * 1.3 * size
        yield from chip_items(colour, look, left, top, size)
        yield Words(str(colour), left + 1.2 * size, top + size / 2, size * 0.62, INK, "start")


def legend_height(palette: Sequence[int], size: float, width: float) -> float:
    """Return how high the legend of a palette is."""
    return math.ceil(len(palette) / _chips_a_row(size, width)) * 1.3 * size


def _chips_a_row(size: float, width: float) -> int:
    return max(1, int(width / (2 * size)))


class _Grid:
    """Boxes of one size in rows, together of a pleasant shape."""

    def __init__(self, count: int, width: float, height: float) -> None:
        self._count = count
        self._step = (width + _BETWEEN, height + _BETWEEN / 2)
        best = round(math.sqrt(_SHAPE * count * self._step[1] / self._step[0]))
        rows = math.ceil(count / min(count, max(1, best)))
        # As few columns as these rows need: no row is much emptier than the others.
        self._columns = math.ceil(count / rows)
        self.width = self._columns * self._step[0] - _BETWEEN
        self.height = rows * self._step[1]

    def places(self, top: float) -> Iterator[tuple[float, float]]:
        for place in range(self._count):
            row, column = divmod(place, self._columns)
            yield _BORDER + column * self._step[0], top + row * self._step[1]


def _width_of(text: str, size: float) -> float:
    return len(text) * size * _LETTER


def _fitted(text: str, width: float, size: float) -> str:
    """The text, cut short if it would stick out."""
    room = max(4, int(width / (size * _LETTER)))
    return text if len(text) <= room else text[: room - 3] + "..."
