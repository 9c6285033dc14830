"""Golden files: what the views draw today is what was looked at and found good.

After a change that is meant, `KAMIGEN_GOLDEN=write pytest tests/test_golden_views.py -n 0`
writes them anew. Look at the result before it is committed: an SVG in a
browser, a terminal file by `cat`.
"""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest

import kamigen
from kamigen.game import Scene, Tile, find_game, replay
from kamigen.views.board import picture
from kamigen.views.look import Glyphs, Look
from kamigen.views.pictures import Entry, contact_sheet, strip
from kamigen.views.svg import svg
from kamigen.views.terminal import draw, draw_side_by_side, open_console

GOLDEN = Path(__file__).parent / "golden"

# Not square; a ring around another region, and two that touch only by a corner.
RING = "1 3 4 6 4\n1 1 1 2 2 3\n1 4 1 2 3 3\n1 1 1 3 2 2\n2 2 2 3 3 2\n"


@pytest.fixture
def level():
    return kamigen.parse(RING)


@pytest.fixture
def scene(level):
    return find_game("kami").scene(level)


@pytest.fixture
def steps(level):
    proof = kamigen.solve(level)
    labels = ["start", *(f"{n}. {action}" for n, action in enumerate(proof.actions, start=1))]
    return replay(find_game("kami"), level, proof.actions), labels


def compare(name: str, drawn: str) -> None:
    file = GOLDEN / name
    if os.environ.get("KAMIGEN_GOLDEN") == "write":
        file.parent.mkdir(exist_ok=True)
        file.write_text(drawn, encoding="utf-8", newline="\n")
    assert drawn == file.read_text(encoding="utf-8")


@pytest.fixture
def console(monkeypatch):
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "64")
    monkeypatch.setenv("LINES", "40")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")
    return lambda colour: open_console(io.StringIO(), colour=colour)


@pytest.mark.parametrize("colour", [True, False], ids=["colour", "plain"])
@pytest.mark.parametrize("compact", [True, False], ids=["compact", "full"])
def test_a_board_in_the_terminal(scene, console, colour, compact):
    out = console(colour)
    draw(scene, out, compact=compact)
    compare(
        f"board-{'colour' if colour else 'plain'}{'-compact' * compact}.txt", out.file.getvalue()
    )


@pytest.mark.parametrize("colour", [True, False], ids=["colour", "plain"])
def test_a_solution_in_the_terminal(steps, console, colour):
    out = console(colour)
    draw_side_by_side(*steps, out)
    compare(f"solution-{'colour' if colour else 'plain'}.txt", out.file.getvalue())


@pytest.mark.parametrize(
    ("name", "look"),
    [
        ("board.svg", Look()),
        ("board-coordinates.svg", Look(coordinates=True)),
        ("board-mono.svg", Look(Glyphs.CELLS, coordinates=True, mono=True)),
    ],
)
def test_a_board_as_svg(scene, name, look):
    compare(name, svg(picture(scene, look, "Ring", scene.caption)))


def test_a_solution_as_svg(steps, scene):
    compare("solution.svg", svg(strip(*steps, Look(), "Ring", scene.caption)))


def test_a_contact_sheet_as_svg(steps):
    scenes, labels = steps
    entries = [Entry(one, label, "limit 3") for one, label in zip(scenes, labels, strict=True)]
    compare("contact-sheet.svg", svg(contact_sheet(entries, Look(), "Four boards")))


def test_areas_without_colour_as_svg():
    """What other games draw: numbers in areas, some blank, one marked."""
    values = (("1", "2", ""), ("", "3", "1"))
    tiles = tuple(tuple(Tile(0, value) for value in row) for row in values)
    scene = Scene(tiles, "", areas=((0, 0, 1), (0, 1, 1)), marks=frozenset({(2, 1)}))
    compare("areas.svg", svg(picture(scene, Look(), "Areas")))
