"""Small Kojun boards for the tests, and the slowest and plainest way to solve them."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pytest

from kamigen.game import find_game
from kamigen.games.kojun.layout import draw_regions
from kamigen.games.kojun.level import KojunLevel
from kamigen.level import UNSTATED, Claim
from kamigen.rng import Rng

KOJUN = find_game("kojun")
DATA = Path(__file__).parents[2] / "shared" / "data" / "kojun" / "kojun_40.jsonl"

Rows = tuple[tuple[int, ...], ...]


def published() -> list[dict[str, Any]]:
    """The forty published puzzles, or none where the data is absent."""
    if not DATA.exists():
        return []
    return [json.loads(line) for line in DATA.read_text().splitlines()]


def published_params() -> list[Any]:
    """One test parameter a puzzle, or one that is skipped by name."""
    if not DATA.exists():
        return [pytest.param(None, marks=pytest.mark.skip(reason=f"{DATA} is absent"))]
    return [pytest.param(puzzle, id=puzzle["id"]) for puzzle in published()]


def level_of(puzzle: dict[str, Any], difficulty: int = UNSTATED) -> KojunLevel:
    return KojunLevel(
        Claim(difficulty, None),
        tuple(map(tuple, puzzle["givens"])),
        tuple(tuple(map(str, row)) for row in puzzle["regions"]),
    )


def keeps_rules(level: KojunLevel, rows: Rows) -> bool:
    """Whether a full board is a solution, rule by rule as they are told to a player."""
    regions = defaultdict(list)
    for names, values in zip(level.regions, rows, strict=True):
        for name, value in zip(names, values, strict=True):
            regions[name].append(value)
    for values in regions.values():
        if sorted(values) != list(range(1, len(values) + 1)):
            return False
    for row, values in enumerate(rows):
        if any(one == other for one, other in pairwise(values)):
            return False
        for col, value in enumerate(values):
            if level.givens[row][col] not in (0, value):
                return False
            if row + 1 < len(rows):
                below = rows[row + 1][col]
                if value == below:
                    return False
                if level.regions[row][col] == level.regions[row + 1][col] and value < below:
                    return False
    return True


def brute_force(level: KojunLevel) -> Iterator[Rows]:
    """Yield all solutions: cell by cell every number that does not clash with those before it."""
    names = [name for row in level.regions for name in row]
    sizes = [names.count(name) for name in names]
    givens, cols = level.values, level.cols
    values: list[int] = []

    def fits(value: int) -> bool:
        cell = len(values)
        if cell % cols and values[cell - 1] == value:
            return False
        if cell >= cols:
            above = values[cell - cols]
            if above == value or (names[cell - cols] == names[cell] and above < value):
                return False
        return all(values[at] != value for at in range(cell) if names[at] == names[cell])

    def fill() -> Iterator[Rows]:
        cell = len(values)
        if cell == len(names):
            yield tuple(tuple(values[at : at + cols]) for at in range(0, cell, cols))
            return
        for value in [givens[cell]] if givens[cell] else range(1, sizes[cell] + 1):
            if fits(value):
                values.append(value)
                yield from fill()
                values.pop()

    return fill()


def small_level(seed: object) -> KojunLevel:
    """A board of at most twelve cells: any regions, any givens that break no rule."""
    rng = Rng("small kojun", seed)
    shapes = [(r, c) for r, c in product(range(1, 5), range(1, 7)) if r * c <= 12]
    rows, cols = rng.choice(shapes)
    layout = None
    while layout is None:
        layout = draw_regions(rows, cols, [1] * 5, rng)
    names = [f"r{region}" for region in layout]
    regions = tuple(tuple(names[at : at + cols]) for at in range(0, len(names), cols))
    blank = tuple((0,) * cols for _ in range(rows))
    level = KojunLevel(Claim(UNSTATED, None), blank, regions)
    board = level.board
    values = [0] * (rows * cols)
    density = rng.choice((0, 10, 30, 50))
    for cell in range(len(values)):
        value = rng.between(1, board.size(cell))
        if rng.chance(density) and board.clash(values, cell, value) is None:
            values[cell] = value
    return KojunLevel(Claim(UNSTATED, None), board.rows_of(values), regions)
