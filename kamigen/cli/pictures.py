"""Where `kamigen show -o` puts pictures, and in which format."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from kamigen.errors import KamigenError
from kamigen.pipeline.files import STDIN, write_whole

if TYPE_CHECKING:
    from kamigen.views.drawing import Drawing

# A picture without a --scale is no longer than this, in pixels.
_LONGEST_SIDE = 4_000

# The longest side of a thumbnail, in pixels.
_THUMBNAIL = 160


class Format(StrEnum):
    """The formats of pictures."""

    SVG = "svg"
    PNG = "png"

    @property
    def suffix(self) -> str:
        """How the names of such files end."""
        return f".{self}"


def format_of(output: str, asked: Format | None) -> Format:
    """Return the format asked for, or that of the file's name; for a folder it is PNG."""
    suffix = Path(output).suffix.lower()
    named = next((form for form in Format if form.suffix == suffix), None)
    if asked and named and asked is not named:
        raise KamigenError(f"{output}: the name says {named}, but --format says {asked}")
    if output == STDIN and asked is None:
        raise KamigenError("-o - needs a --format, svg or png")
    return asked or named or Format.PNG


def is_one_picture(output: str) -> bool:
    """Whether the output is a single file, and not a folder."""
    return output == STDIN or Path(output).suffix.lower() in [form.suffix for form in Format]


def write(
    drawing: Drawing, form: Format, place: str, scale: float | None, *, thumbnail: bool = False
) -> None:
    """Draw a picture and write it whole."""
    content = _drawn(drawing, form, scale, thumbnail=thumbnail)
    if place == STDIN:
        sys.stdout.buffer.write(content)
    else:
        write_whole(Path(place), content)


def _drawn(drawing: Drawing, form: Format, scale: float | None, *, thumbnail: bool) -> bytes:
    longest = max(drawing.width, drawing.height)
    if scale is None:
        scale = _THUMBNAIL / longest if thumbnail else min(1.0, _LONGEST_SIDE / longest)
    if form is Format.SVG:
        from kamigen.views.svg import svg

        return svg(drawing, scale).encode()
    from kamigen.views.png import png

    return png(drawing, scale)


def one_level_only(output: str, files: Sequence[str]) -> None:
    """Refuse to put the solutions of several levels into one picture."""
    if is_one_picture(output) and len(files) > 1:
        raise KamigenError(
            f"{output}: not a place for {len(files)} solutions; name a folder, or one level"
        )
