"""Drawings: flat shapes and words in abstract units, which pens turn into files.

There is one geometry and there are several pens (SVG, PNG, PDF), so that a
level looks the same wherever it is seen. The only shape is a set of closed
loops with rounded corners; what lies inside an odd number of them is filled. A
disc is a square whose corners are as round as can be. No font is needed but
for words: glyphs are shapes too.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

Anchor = Literal["start", "middle", "end"]
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Corner:
    """A corner of a loop, and the radius it is rounded by."""

    x: float
    y: float
    radius: float = 0.0


Loop = tuple[Corner, ...]


@dataclass(frozen=True, slots=True)
class Shape:
    """Loops filled by the even-odd rule, or a line drawn along them, or both."""

    loops: tuple[Loop, ...]
    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text; (x, y) is on its middle line, at its start, middle or end."""

    text: str
    x: float
    y: float
    size: float
    fill: str
    anchor: Anchor = "middle"
    bold: bool = False


Item = Shape | Words


@dataclass(frozen=True, slots=True)
class Drawing:
    """Items on a ground, from (0, 0) to (width, height), with a title for those who cannot see."""

    width: float
    height: float
    ground: str
    items: tuple[Item, ...]
    title: str
    description: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """A rounded corner as a pen meets it: the arc from `start` to `end` around `corner`."""

    start: Point
    corner: Point
    end: Point
    radius: float
    clockwise: bool


def turns(loop: Loop) -> Iterator[Turn]:
    """Yield the corners of a loop; straight lines run from each end to the next start."""
    for place, corner in enumerate(loop):
        before, after = loop[place - 1], loop[(place + 1) % len(loop)]
        come = _direction(before, corner)
        go = _direction(corner, after)
        cross = come[0] * go[1] - come[1] * go[0]
        # From the corner to where an arc of this radius leaves its two lines.
        half = abs(math.atan2(cross, come[0] * go[0] + come[1] * go[1])) / 2
        reach = corner.radius * math.tan(half)
        yield Turn(
            (corner.x - come[0] * reach, corner.y - come[1] * reach),
            (corner.x, corner.y),
            (corner.x + go[0] * reach, corner.y + go[1] * reach),
            corner.radius,
            cross > 0,
        )


def flattened(loop: Loop, steps: int) -> list[Point]:
    """Return a loop as a polygon whose rounded corners have so many steps."""
    points: list[Point] = []
    for turn in turns(loop):
        points.append(turn.start)
        if turn.radius:
            points += [_on_curve(turn, step / steps) for step in range(1, steps)]
            points.append(turn.end)
    return points


def handles(turn: Turn) -> tuple[Point, Point]:
    """Return the two control points of the cubic curve that stands for the arc of a turn."""
    (x0, y0), (cx, cy), (x1, y1) = turn.start, turn.corner, turn.end
    chord = math.dist(turn.start, turn.end)
    reach = math.dist(turn.start, turn.corner)
    # An arc of angle a is best met by handles of 4/3·tan(a/4) radii along its tangents.
    angle = 2 * math.asin(min(1.0, chord / (2 * turn.radius)))
    share = 4 / 3 * math.tan(angle / 4) * turn.radius / reach
    return (x0 + (cx - x0) * share, y0 + (cy - y0) * share), (
        x1 + (cx - x1) * share,
        y1 + (cy - y1) * share,
    )


def disc(x: float, y: float, radius: float) -> Loop:
    """Return a circle."""
    return rectangle(x - radius, y - radius, 2 * radius, 2 * radius, radius)


def rectangle(x: float, y: float, width: float, height: float, radius: float = 0.0) -> Loop:
    """Return a rectangle, its corners rounded, that runs clockwise."""
    corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    return tuple(Corner(*corner, radius) for corner in corners)


def polygon(points: list[Point], radius: float = 0.0) -> Loop:
    """Return a polygon with rounded corners."""
    return tuple(Corner(x, y, radius) for x, y in points)


def _on_curve(turn: Turn, share: float) -> Point:
    first, second = handles(turn)
    rest = 1 - share
    weights = (rest**3, 3 * rest**2 * share, 3 * rest * share**2, share**3)
    points = (turn.start, first, second, turn.end)
    return (
        sum(weight * point[0] for weight, point in zip(weights, points, strict=True)),
        sum(weight * point[1] for weight, point in zip(weights, points, strict=True)),
    )


def _direction(start: Corner, end: Corner) -> Point:
    length = math.dist((start.x, start.y), (end.x, end.y))
    return (end.x - start.x) / length, (end.y - start.y) / length
