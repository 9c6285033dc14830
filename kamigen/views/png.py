"""Drawings as PNG, by Pillow, which draws no smooth edges: so large first, then made smaller."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from kamigen.errors import KamigenError
from kamigen.extras import extra
from kamigen.views.drawing import Drawing, Loop, Point, Shape, Words, flattened
from kamigen.views.letters import written_in

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

# A picture this large still opens everywhere.
MOST_PIXELS = 40_000_000

# Drawn at up to four times its size, as far as this goes; beyond it edges are less smooth.
_MOST_DRAWN_PIXELS = 60_000_000
_SMOOTHNESS = (4, 3, 2)

_STEPS = 8
_ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}


def png(drawing: Drawing, scale: float = 1.0) -> bytes:
    """Return a drawing as the bytes of a PNG file, one pixel a unit unless scaled."""
    width, height = (max(1, round(side * scale)) for side in (drawing.width, drawing.height))
    if width * height > MOST_PIXELS:
        raise KamigenError(
            f"a picture of {width}×{height} pixels is too large to draw; give a smaller --scale"
        )
    with extra("pictures"):
        from PIL import Image, ImageDraw
    fits = (times for times in _SMOOTHNESS if width * height * times**2 <= _MOST_DRAWN_PIXELS)
    times = next(fits, 1)
    large = Image.new("RGB", (width * times, height * times), drawing.ground)
    brush = ImageDraw.Draw(large)
    for item in drawing.items:
        if isinstance(item, Words):
            _write(item, brush, scale * times)
        else:
            _cut(item, large, brush, scale * times)
    smooth = large.resize((width, height), Image.Resampling.BOX)
    out = io.BytesIO()
    smooth.save(out, "PNG", optimize=True)
    return out.getvalue()


def _cut(shape: Shape, image: Image, brush: ImageDraw, scale: float) -> None:
    polygons = [_scaled(loop, scale) for loop in shape.loops]
    if shape.fill is not None:
        if len(polygons) == 1:
            brush.polygon(polygons[0], fill=shape.fill)
        else:
            _fill_around_holes(polygons, shape.fill, image)
    if shape.stroke is not None:
        width = max(1, round(shape.width * scale))
        for points in polygons:
            # Once around and a little further, so that the first corner is joined as well.
            brush.line([*points, *points[:2]], fill=shape.stroke, width=width, joint="curve")


def _fill_around_holes(polygons: list[list[Point]], fill: str, image: Image) -> None:
    from PIL import Image as Images
    from PIL import ImageChops, ImageDraw

    left, top = (min(int(point[axis]) for line in polygons for point in line) for axis in (0, 1))
    right, bottom = (
        max(int(point[axis]) + 2 for line in polygons for point in line) for axis in (0, 1)
    )
    mask = Images.new("1", (right - left, bottom - top))
    for points in polygons:
        # What lies in an even number of loops is a hole.
        one = Images.new("1", mask.size)
        ImageDraw.Draw(one).polygon([(x - left, y - top) for x, y in points], fill=1)
        mask = ImageChops.logical_xor(mask, one)
    image.paste(fill, (left, top), mask)


def _write(words: Words, brush: ImageDraw, scale: float) -> None:
    from PIL import ImageFont

    font = ImageFont.load_default(words.size * scale)
    brush.text(
        (words.x * scale, (words.y + 0.35 * words.size) * scale),
        # The font that Pillow brings has no more letters than these.
        written_in("ascii", words.text),
        fill=words.fill,
        font=font,
        anchor=_ANCHORS[words.anchor],
        stroke_width=words.size * scale * 0.02 if words.bold else 0,
        stroke_fill=words.fill,
    )


def _scaled(loop: Loop, scale: float) -> list[Point]:
    return [(x * scale, y * scale) for x, y in flattened(loop, _STEPS)]
