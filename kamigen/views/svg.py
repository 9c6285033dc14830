"""Drawings as SVG: the same bytes for the same drawing, legible without any file beside it."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape

from kamigen.views.drawing import Drawing, Item, Loop, Shape, Words, turns

_FONT = "system-ui, 'Helvetica Neue', Arial, sans-serif"


def svg(drawing: Drawing, scale: float = 1.0) -> str:
    """Return a drawing as the text of an SVG file; `scale` only says how large it is shown."""
    width, height = _number(drawing.width), _number(drawing.height)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{_number(drawing.width * scale)}" height="{_number(drawing.height * scale)}" '
        f'role="img" aria-labelledby="{_ids(drawing)}">',
        f'<title id="title">{_text(drawing.title)}</title>',
    ]
    if drawing.description:
        lines.append(f'<desc id="desc">{_text(drawing.description)}</desc>')
    lines.append(f'<rect width="{width}" height="{height}" fill="{drawing.ground}"/>')
    lines += map(_item, drawing.items)
    lines.append("</svg>")
    return "\n".join(lines) + "\n"


def _ids(drawing: Drawing) -> str:
    return "title desc" if drawing.description else "title"


def _item(item: Item) -> str:
    return _words(item) if isinstance(item, Words) else _shape(item)


def _shape(shape: Shape) -> str:
    path = "".join(step for loop in shape.loops for step in _path(loop))
    stroke = ""
    if shape.stroke is not None:
        stroke = (
            f' stroke="{shape.stroke}" stroke-width="{_number(shape.width)}"'
            ' stroke-linejoin="round"'
        )
    rule = ' fill-rule="evenodd"' if len(shape.loops) > 1 else ""
    return f'<path fill="{shape.fill or "none"}"{rule}{stroke} d="{path}"/>'


def _path(loop: Loop) -> Iterator[str]:
    letter = "M"
    for turn in turns(loop):
        yield f"{letter}{_number(turn.start[0])} {_number(turn.start[1])}"
        if turn.radius:
            radius = _number(turn.radius)
            end = f"{_number(turn.end[0])} {_number(turn.end[1])}"
            yield f"A{radius} {radius} 0 0 {int(turn.clockwise)} {end}"
        letter = "L"
    yield "Z"


def _words(words: Words) -> str:
    weight = ' font-weight="600"' if words.bold else ""
    # Capitals and figures stand about 0.7 em above the baseline: half of that centres them.
    baseline = words.y + 0.35 * words.size
    return (
        f'<text x="{_number(words.x)}" y="{_number(baseline)}" fill="{words.fill}" '
        f'font-family="{_FONT}" font-size="{_number(words.size)}"{weight} '
        f'text-anchor="{words.anchor}">{_text(words.text)}</text>'
    )


def _text(text: str) -> str:
    """Escape what XML reads as its own, and leave out what it does not allow at all."""
    return escape("".join(letter for letter in text if letter.isprintable()))


def _number(value: float) -> str:
    """Two decimals, and none that say nothing."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
