"""A page with a chart of a pack: par and score, level by level.

One file that needs no other, and says the same bytes for the same pack.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

_WIDTH, _HEIGHT = 960, 400
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 56, 36, 44

# Told apart by anyone, colour-blind people too; and the shapes differ as well.
_PAR, _SCORE, _INK, _BAND = "#0072b2", "#d55e00", "#333333", "#f3f0ea"


@dataclass(frozen=True, slots=True)
class Point:
    """A level on the chart."""

    name: str
    stage: str
    par: int
    score: float


def pack_page(title: str, subtitle: str, points: Sequence[Point]) -> str:
    """Return an HTML page with the chart and a table of the same numbers."""
    rows = "".join(
        f"<tr><td>{escape(point.name)}</td><td>{escape(point.stage)}</td>"
        f"<td>{point.par}</td><td>{point.score:.3f}</td></tr>\n"
        for point in points
    )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{escape(title)}</title>\n<style>\n"
        f"body {{ font: 16px/1.5 sans-serif; color: {_INK}; max-width: {_WIDTH}px; "
        "margin: 2em auto; padding: 0 1em }\n"
        "svg { width: 100%; height: auto }\ntable { border-collapse: collapse }\n"
        "td, th { padding: .1em 1em; text-align: right; border-bottom: 1px solid #ddd }\n"
        f"</style>\n</head>\n<body>\n<h1>{escape(title)}</h1>\n<p>{escape(subtitle)}</p>\n"
        f"{_chart(points)}\n<details><summary>The numbers</summary>\n<table>\n"
        "<tr><th>level</th><th>stage</th><th>par</th><th>score</th></tr>\n"
        f"{rows}</table>\n</details>\n</body>\n</html>\n"
    )


def _chart(points: Sequence[Point]) -> str:
    """Draw par as bars on the left scale, score as a line with dots on the right one."""
    most_par = max((point.par for point in points), default=0) + 1
    most_score = max((point.score for point in points), default=0.0) * 1.1 or 1.0
    step = (_WIDTH - _LEFT - _RIGHT) / max(1, len(points))
    floor, height = _HEIGHT - _BOTTOM, _HEIGHT - _TOP - _BOTTOM

    def x(number: float) -> float:
        return _LEFT + step * number

    parts = [
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        'aria-label="par and score of every level" xmlns="http://www.w3.org/2000/svg">'
    ]
    for number, (stage, first, last) in enumerate(_stages(points)):
        if number % 2 == 0:
            parts.append(
                f'<rect x="{x(first):.1f}" y="{_TOP}" width="{step * (last - first):.1f}" '
                f'height="{height}" fill="{_BAND}"/>'
            )
        parts.append(_text((x(first) + x(last)) / 2, _HEIGHT - 10, stage, _INK))
    for number, point in enumerate(points):
        top = floor - height * point.par / most_par
        parts.append(
            f'<rect x="{x(number + 0.2):.1f}" y="{top:.1f}" width="{step * 0.6:.1f}" '
            f'height="{floor - top:.1f}" fill="{_PAR}" fill-opacity="0.75">'
            f"<title>{escape(point.name)}: par {point.par}, score {point.score:g}</title></rect>"
        )
    dots = [
        (x(number + 0.5), floor - height * point.score / most_score)
        for number, point in enumerate(points)
    ]
    line = " ".join(f"{across:.1f},{up:.1f}" for across, up in dots)
    parts.append(f'<polyline points="{line}" fill="none" stroke="{_SCORE}" stroke-width="2"/>')
    radius = min(4.0, max(1.0, step / 3))
    parts += [
        f'<circle cx="{across:.1f}" cy="{up:.1f}" r="{radius:.1f}" fill="{_SCORE}"/>'
        for across, up in dots
    ]
    for tick in range(0, most_par + 1, max(1, most_par // 6)):
        parts.append(_text(_LEFT - 14, floor - height * tick / most_par + 5, str(tick), _PAR))
    for quarter in range(5):
        value = most_score * quarter / 4
        up = floor - height * quarter / 4
        parts.append(_text(_WIDTH - _RIGHT + 22, up + 5, f"{value:.1f}", _SCORE))
    parts.append(_text(_LEFT - 14, _TOP - 14, "par", _PAR))
    parts.append(_text(_WIDTH - _RIGHT + 22, _TOP - 14, "score", _SCORE))
    parts.append(
        f'<line x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{floor}" y2="{floor}" stroke="{_INK}"/>'
    )
    return "\n".join([*parts, "</svg>"])


def _stages(points: Sequence[Point]) -> list[tuple[str, int, int]]:
    """Return the stages with the numbers of their first level and of the one behind the last."""
    stages: list[tuple[str, int, int]] = []
    for number, point in enumerate(points):
        if stages and stages[-1][0] == point.stage:
            stages[-1] = point.stage, stages[-1][1], number + 1
        else:
            stages.append((point.stage, number, number + 1))
    return stages


def _text(across: float, up: float, words: str, colour: str) -> str:
    return (
        f'<text x="{across:.1f}" y="{up:.1f}" fill="{colour}" font-size="14" '
        f'font-family="sans-serif" text-anchor="middle">{escape(words)}</text>'
    )
