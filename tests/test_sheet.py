"""The booklet: what is on its pages, read back by another library."""

from __future__ import annotations

import io

import pytest
from pypdf import PdfReader

import kamigen
from kamigen.game import find_game, replay
from kamigen.views.look import Paper
from kamigen.views.sheet import Plan, Puzzle, booklet

KAMI = find_game("kami")
LEVEL = "2 3 4 6 4\n1 1 1 2 2 3\n1 4 1 2 3 3\n1 1 1 3 2 2\n2 2 2 3 3 2\n"


def puzzle(name: str = "ring", text: str = LEVEL) -> Puzzle:
    level = kamigen.parse(text)
    proof = kamigen.solve(level)
    steps = replay(KAMI, level, proof.actions)
    return Puzzle(
        name,
        KAMI.scene(level),
        level.difficulty,
        3,
        level.limit,
        f"par {proof.par}",
        steps,
        proof.actions,
    )


def read(puzzles, **options) -> list[str]:
    plan = Plan("Twelve boards", "Paint regions.\nA move is a cell and a colour.", **options)
    reader = PdfReader(io.BytesIO(booklet(puzzles, plan)))
    return [page.extract_text() for page in reader.pages]


def test_levels_first_solutions_last():
    pages = read([puzzle(f"ring-{n}") for n in range(7)])
    assert len(pages) == 3
    assert "Twelve boards" in pages[0]
    assert "7 levels" in pages[0]
    assert "Paint regions." in pages[0]
    assert pages[0].count("limit 3, par 4") == 6
    assert "ring-6" in pages[1]
    assert "page 2" in pages[1]
    assert "Solutions" in pages[2]
    for number, action in enumerate(puzzle().actions, start=1):
        assert pages[2].count(f"{number}. {action}") == 7
    assert not any(f"1. {puzzle().actions[0]}" in page for page in pages[:2])


def test_the_palette_is_on_the_page():
    assert all(number in read([puzzle()])[0] for number in "1234")


def test_without_solutions():
    assert len(read([puzzle()], solutions=False)) == 1


def test_in_portuguese():
    pages = read([puzzle(), puzzle()], language="pt")
    assert "2 níveis" in pages[0]
    assert "limite 3" in pages[0]
    assert "Soluções" in pages[1]


@pytest.mark.parametrize("per_page", [1, 2, 3, 4, 5, 6, 9, 12])
def test_so_many_a_page(per_page):
    pages = read([puzzle()] * 12, per_page=per_page, solutions=False)
    assert len(pages) == -(-12 // per_page)


@pytest.mark.parametrize(("paper", "width"), [(Paper.A4, 595.3), (Paper.LETTER, 612)])
def test_paper(paper, width):
    reader = PdfReader(io.BytesIO(booklet([puzzle()], Plan("t", "r", paper))))
    assert float(reader.pages[0].mediabox.width) == pytest.approx(width, abs=0.1)
    assert reader.metadata.title == "t"


def test_the_same_bytes_every_time():
    plan = Plan("t", "r", mono=True)
    assert booklet([puzzle()], plan) == booklet([puzzle()], plan)


def test_letters_that_the_fonts_lack():
    assert "?? cafe" in read([puzzle("折紙 cafe")])[0]


def test_a_level_without_a_known_solution_says_so():
    unknown = Puzzle("x", puzzle().scene, 1, 3, None, "2 ≤ par, not proven")
    pages = read([unknown])
    assert "2 <= par, not proven" in pages[0]
    assert "no solution is known yet" in pages[1]


@pytest.mark.parametrize(("rows", "cols"), [(60, 4), (4, 60), (1, 1)])
def test_boards_of_any_shape_stay_on_the_page(rows, cols):
    cells = "\n".join(
        " ".join(str((r // 7 + c // 9) % 2 + 1) for c in range(cols)) for r in range(rows)
    )
    level = kamigen.parse(f"1 9 {rows} {cols} 2\n{cells}\n")
    one = Puzzle("x", KAMI.scene(level), 1, 3, 9, "par 9", [KAMI.scene(level)] * 10, ["A1 1"] * 9)
    assert len(read([one] * 3)) >= 2
    assert len(read([one] * 3, mono=True)) >= 2


def test_a_long_solution_is_a_list_of_actions():
    level = kamigen.parse(LEVEL)
    scenes = [KAMI.scene(level)] * 201
    actions = [f"A1 {n % 4 + 1}" for n in range(200)]
    pages = read([Puzzle("x", scenes[0], 1, 3, None, "par 200", scenes, actions)])
    assert len(pages) == 2
    assert "200. A1 4" in pages[1]
