"""Drawings on the pages of a PDF, by fpdf2, with the fonts that every reader has."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from kamigen.extras import extra
from kamigen.views.drawing import Item, Loop, Shape, Words, handles, turns
from kamigen.views.letters import written_in

if TYPE_CHECKING:
    from fpdf import FPDF
    from fpdf.drawing import PaintedPath

_FONT = "helvetica"
_POINTS_PER_MM = 72 / 25.4

# A page does not depend on the day it was made: the same levels give the same bytes.
_UNDATED = datetime(2000, 1, 1, tzinfo=UTC)


class Pages:
    """A document of pages of one size, in millimetres, on which items are drawn."""

    def __init__(self, width: float, height: float, title: str, language: str) -> None:
        with extra("sheets"):
            from fpdf import FPDF
        self.width, self.height = width, height
        self._pdf: FPDF = FPDF(unit="mm", format=(width, height))
        self._pdf.set_auto_page_break(False)
        self._pdf.set_margin(0)
        self._pdf.set_creation_date(_UNDATED)
        self._pdf.set_title(title)
        self._pdf.set_producer("kamigen")
        self._pdf.set_lang(language)

    def turn(self) -> int:
        """Begin a new page; return its number, from 1."""
        self._pdf.add_page()
        return self._pdf.page

    def draw(self, items: Iterable[Item]) -> None:
        """Draw items on the page at hand, in their order."""
        shapes: list[Shape] = []
        for item in items:
            if isinstance(item, Shape):
                shapes.append(item)
            else:
                self._cut(shapes)
                shapes = []
                self._write(item)
        self._cut(shapes)

    def width_of(self, text: str, size: float, *, bold: bool = False) -> float:
        """Return how wide a text is; its size is in millimetres, as all else."""
        self._pdf.set_font(_FONT, "B" if bold else "", size * _POINTS_PER_MM)
        return self._pdf.get_string_width(written_in("latin-1", text))

    def fitted(self, text: str, width: float, size: float, *, bold: bool = False) -> str:
        """Return the text, cut short if it is wider than that."""
        if self.width_of(text, size, bold=bold) <= width:
            return text
        while text and self.width_of(text + "...", size, bold=bold) > width:
            text = text[:-1]
        return text + "..."

    def finished(self) -> bytes:
        """Return the document."""
        return bytes(self._pdf.output())

    def _write(self, words: Words) -> None:
        width = self.width_of(words.text, words.size, bold=words.bold)
        before = {"start": 0.0, "middle": width / 2, "end": width}[words.anchor]
        self._pdf.set_text_color(words.fill)
        self._pdf.text(
            words.x - before, words.y + 0.35 * words.size, written_in("latin-1", words.text)
        )

    def _cut(self, shapes: Iterable[Shape]) -> None:
        from fpdf.drawing import PaintedPath

        with self._pdf.drawing_context() as page:
            for shape in shapes:
                path = PaintedPath()
                path.style.paint_rule = _rule(shape)
                if shape.fill is not None:
                    path.style.fill_color = shape.fill
                if shape.stroke is not None:
                    path.style.stroke_color = shape.stroke
                    path.style.stroke_width = shape.width
                    path.style.stroke_join_style = "round"
                for loop in shape.loops:
                    _trace(loop, path)
                # Nobody else holds the path; copying it would take longer than all the rest.
                page.add_item(path, clone=False)


def _rule(shape: Shape) -> str:
    if shape.fill is None:
        return "stroke"
    return "fill_evenodd" if shape.stroke is None else "stroke_fill_evenodd"


def _trace(loop: Loop, path: PaintedPath) -> None:
    for place, turn in enumerate(turns(loop)):
        (path.line_to if place else path.move_to)(*turn.start)
        if turn.radius:
            first, second = handles(turn)
            path.curve_to(*first, *second, *turn.end)
    path.close()
