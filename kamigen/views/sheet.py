"""A booklet to print: some levels a page, and their solutions at the end.

Everything is in millimetres. A level has its number, how hard it is, what it
allows, and room to write the actions down. Glyphs tell the colours apart on
paper of any colour; without fills (`mono`) every cell carries its own.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kamigen.game import Language, Scene
from kamigen.views.board import board_items, board_size
from kamigen.views.drawing import Item, Shape, Words, disc, rectangle
from kamigen.views.look import Glyphs, Look, Paper
from kamigen.views.palette import FAINT, INK
from kamigen.views.pdf import Pages
from kamigen.views.pictures import legend_height, legend_items

_MARGIN = 16.0
_FOOTER = 9.0
_BETWEEN = 9.0
_HEADER = 9.0
_CHIP = 5.0
_LARGEST_CELL = 15.0
_STEP = 31.0
_LARGEST_STEP_CELL = 4.0

# Longer solutions, or those of larger boards, are lists of actions: nobody could read the boards.
_MOST_STEPS = 24
_MOST_STEP_CELLS = 400
_BLANK = 6.0
_BLANKS_A_ROW = 8
_MOST_BLANKS = 16


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A level to be printed: its board, what is claimed of it, and the steps that solve it.

    `difficulty` is a number out of `difficulties`. `known` says in words what
    is known of the par. There are no steps if no solution is known.
    """

    name: str
    scene: Scene
    difficulty: int
    difficulties: int
    limit: int | None
    known: str
    steps: Sequence[Scene] = ()
    actions: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """How a booklet is made."""

    title: str
    rules: str
    paper: Paper = Paper.A4
    per_page: int = 6
    mono: bool = False
    solutions: bool = True
    language: Language = "en"


_WORDS: Mapping[str, Mapping[Language, str]] = {
    "levels": {"en": "{0} levels", "pt": "{0} níveis"},
    "level": {"en": "1 level", "pt": "1 nível"},
    "limit": {"en": "limit {0}", "pt": "limite {0}"},
    "solutions": {"en": "Solutions", "pt": "Soluções"},
    "unknown": {"en": "no solution is known yet", "pt": "nenhuma solução é conhecida ainda"},
    "page": {"en": "page {0}", "pt": "página {0}"},
}


def booklet(puzzles: Sequence[Puzzle], plan: Plan) -> bytes:
    """Return the booklet as the bytes of a PDF file."""
    return _Booklet(puzzles, plan).made()


class _Booklet:
    def __init__(self, puzzles: Sequence[Puzzle], plan: Plan) -> None:
        self._puzzles = puzzles
        self._plan = plan
        self._pages = Pages(*plan.paper.size, plan.title, plan.language)
        self._look = Look(
            Glyphs.CELLS if plan.mono else Glyphs.REGIONS, coordinates=True, mono=plan.mono
        )
        self._left = _MARGIN
        self._width = self._pages.width - 2 * _MARGIN
        self._bottom = self._pages.height - _MARGIN - _FOOTER

    def made(self) -> bytes:
        top = self._title()
        columns, rows = self._grid(self._bottom - _MARGIN)
        for first in range(0, len(self._puzzles), self._plan.per_page):
            if first:
                top = self._turn()
            wide = (self._width - _BETWEEN * (columns - 1)) / columns
            high = (self._bottom - top - _BETWEEN * (rows - 1)) / rows
            for place, puzzle in enumerate(self._puzzles[first : first + self._plan.per_page]):
                row, column = divmod(place, columns)
                x = self._left + column * (wide + _BETWEEN)
                y = top + row * (high + _BETWEEN)
                self._pages.draw(self._puzzle(first + place + 1, puzzle, x, y, wide, high))
        if self._plan.solutions:
            self._solutions()
        return self._pages.finished()

    def _say(self, phrase: str, *values: object) -> str:
        return _WORDS[phrase][self._plan.language].format(*values)

    def _turn(self) -> float:
        """Begin a page with its foot; return where its content begins."""
        number = self._pages.turn()
        y = self._pages.height - _MARGIN
        title = self._pages.fitted(self._plan.title, self._width * 0.7, 3.2)
        self._pages.draw(
            [
                Words(title, self._left, y, 3.2, FAINT, "start"),
                Words(self._say("page", number), self._left + self._width, y, 3.2, FAINT, "end"),
            ]
        )
        return _MARGIN

    def _title(self) -> float:
        """The first page begins with the title, the number of levels and the rules."""
        y = self._turn() + 4
        count = len(self._puzzles)
        counted = self._say("level") if count == 1 else self._say("levels", count)
        title = self._pages.fitted(self._plan.title, self._width - 30, 8, bold=True)
        items: list[Item] = [
            Words(title, self._left, y, 8, INK, "start", bold=True),
            Words(counted, self._left + self._width, y + 0.8, 3.8, FAINT, "end"),
        ]
        y += 9.5
        for line in self._folded(self._plan.rules, 3.8):
            items.append(Words(line, self._left, y, 3.8, INK, "start"))
            y += 5.2
        items.append(Shape((rectangle(self._left, y, self._width, 0.25),), FAINT))
        self._pages.draw(items)
        return y + 7

    def _folded(self, text: str, size: float) -> Iterator[str]:
        """Lines of whole words that fit the width."""
        for paragraph in text.splitlines():
            line = ""
            for word in paragraph.split():
                longer = f"{line} {word}".strip()
                if line and self._pages.width_of(longer, size) > self._width:
                    yield line
                    longer = word
                line = longer
            yield line

    def _grid(self, height: float) -> tuple[int, int]:
        """Columns and rows of levels on a page: those that let the boards be largest."""

        def cell(columns: int) -> float:
            rows = math.ceil(self._plan.per_page / columns)
            wide = (self._width - _BETWEEN * (columns - 1)) / columns
            high = (height - _BETWEEN * (rows - 1)) / rows
            return min(self._cell(puzzle, wide, high) for puzzle in self._puzzles)

        columns = max(range(1, self._plan.per_page + 1), key=cell)
        return columns, math.ceil(self._plan.per_page / columns)

    def _cell(self, puzzle: Puzzle, wide: float, high: float) -> float:
        """How large a cell can be, where a level has so much room."""
        scene = puzzle.scene
        width, height = board_size(scene, self._look, 1)
        below = legend_height(scene.palette, _CHIP, wide) + 3 if scene.palette else 0
        room = high - _HEADER - below - _blanks_height(puzzle.limit) - 3
        return max(0.1, min(_LARGEST_CELL, wide / width, room / height))

    def _puzzle(
        self, number: int, puzzle: Puzzle, x: float, y: float, wide: float, high: float
    ) -> Iterator[Item]:
        cell = self._cell(puzzle, wide, high)
        width, height = board_size(puzzle.scene, self._look, cell)
        yield from self._header(number, puzzle, x, y, wide)
        y += _HEADER
        # The margin of the coordinates is balanced, so that the board itself is centred.
        yield from board_items(puzzle.scene, self._look, x + (wide - width) / 2, y, cell)
        y += height + 3
        if puzzle.scene.palette:
            yield from legend_items(puzzle.scene.palette, self._look, x, y, _CHIP, wide)
            y += legend_height(puzzle.scene.palette, _CHIP, wide) + 2
        yield from _blanks(puzzle.limit, x, y, wide)

    def _header(
        self, number: int, puzzle: Puzzle, x: float, y: float, wide: float
    ) -> Iterator[Item]:
        middle = y + 2.5
        facts = [puzzle.known]
        if puzzle.limit is not None:
            facts.insert(0, self._say("limit", puzzle.limit))
        told = ", ".join(facts)
        yield Words(str(number), x, middle, 5.5, INK, "start", bold=True)
        at = x + self._pages.width_of(str(number), 5.5, bold=True) + 4
        for place in range(puzzle.difficulties):
            loops = [disc(at + place * 3.6, middle, 1.25)]
            if place >= puzzle.difficulty:
                loops.append(disc(at + place * 3.6, middle, 0.95))
            yield Shape(tuple(loops), INK)
        at += puzzle.difficulties * 3.6
        room = wide - (at - x) - self._pages.width_of(told, 3.6) - 4
        if room > 12:
            name = self._pages.fitted(puzzle.name, room, 3.2)
            yield Words(name, at, middle, 3.2, FAINT, "start")
        yield Words(told, x + wide, middle, 3.6, INK, "end")

    def _solutions(self) -> None:
        y = self._turn() + 3
        title = Words(self._say("solutions"), self._left, y, 6.5, INK, "start", bold=True)
        self._pages.draw([title])
        y += 9
        for number, puzzle in enumerate(self._puzzles, start=1):
            rows = self._solution_rows(puzzle)
            # A solution is kept together, unless it is longer than a page.
            whole = 6 + sum(height for height, _ in rows)
            if y + whole > self._bottom and y > _MARGIN + 9:
                y = self._turn()
            self._pages.draw(self._solution_header(number, puzzle, y))
            y += 6
            if puzzle.steps and not rows:
                y = self._action_list(puzzle, y)
            for height, steps in rows:
                if y + height > self._bottom:
                    y = self._turn()
                for place, (scene, label) in enumerate(steps):
                    x = self._left + place * (_STEP + 4.6)
                    self._pages.draw(self._step(scene, label, x, y))
                y += height
            y += 3

    def _action_list(self, puzzle: Puzzle, y: float) -> float:
        """Tell the actions in words; return where they end."""
        told = ", ".join(f"{n}. {action}" for n, action in enumerate(puzzle.actions, start=1))
        for line in self._folded(told, 3.0):
            if y > self._bottom:
                y = self._turn()
            self._pages.draw([Words(line, self._left, y, 3.0, INK, "start")])
            y += 4.4
        return y

    def _solution_header(self, number: int, puzzle: Puzzle, y: float) -> Iterator[Item]:
        yield Words(str(number), self._left, y, 4.2, INK, "start", bold=True)
        x = self._left + self._pages.width_of(str(number), 4.2, bold=True) + 3
        told = puzzle.known if puzzle.steps else f"{puzzle.known}; {self._say('unknown')}"
        yield Words(told, x, y, 3.4, INK, "start")
        x += self._pages.width_of(told, 3.4) + 4
        name = self._pages.fitted(puzzle.name, self._left + self._width - x, 3.0)
        yield Words(name, x, y, 3.0, FAINT, "start")

    def _solution_rows(self, puzzle: Puzzle) -> list[tuple[float, list[tuple[Scene, str]]]]:
        """The steps in rows, each with its height; none if they are better told in words."""
        tiles = puzzle.scene.tiles
        if len(puzzle.actions) > _MOST_STEPS or len(tiles) * len(tiles[0]) > _MOST_STEP_CELLS:
            return []
        labels = [f"{number}. {action}" for number, action in enumerate(puzzle.actions, start=1)]
        # The board at the start is on its own page already.
        steps = list(zip(puzzle.steps[1:], labels, strict=True))
        a_row = max(1, int((self._width + 4.6) / (_STEP + 4.6)))
        rows = [steps[first : first + a_row] for first in range(0, len(steps), a_row)]
        return [(self._step_size(row[0][0])[1] + 7, row) for row in rows]

    def _step_size(self, scene: Scene) -> tuple[float, float]:
        cell = self._step_cell(scene)
        return board_size(scene, self._step_look, cell)

    def _step_cell(self, scene: Scene) -> float:
        width, height = board_size(scene, self._step_look, 1)
        return min(_LARGEST_STEP_CELL, _STEP / width, 1.3 * _STEP / height)

    @property
    def _step_look(self) -> Look:
        return Look(Glyphs.REGIONS, mono=self._plan.mono)

    def _step(self, scene: Scene, label: str, x: float, y: float) -> Iterator[Item]:
        cell = self._step_cell(scene)
        yield from board_items(scene, self._step_look, x, y, cell)
        yield Words(label, x, y + self._step_size(scene)[1] + 2.6, 3.0, INK, "start")


def _blanks(limit: int | None, x: float, y: float, wide: float) -> Iterator[Item]:
    """Numbered lines to write the actions on."""
    if not _blanks_height(limit):
        return
    count = limit or 0
    a_row = min(count, _BLANKS_A_ROW)
    step = min(30.0, wide / a_row)
    for place in range(count):
        row, column = divmod(place, a_row)
        left, base = x + column * step, y + 4 + row * _BLANK
        yield Words(str(place + 1), left, base - 1, 2.6, FAINT, "start")
        yield Shape((rectangle(left + 3.5, base, step - 5.5, 0.2),), FAINT)


def _blanks_height(limit: int | None) -> float:
    if limit is None or limit > _MOST_BLANKS:
        return 0
    return math.ceil(limit / _BLANKS_A_ROW) * _BLANK
