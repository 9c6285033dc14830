"""Keys maps for tests: small random ones, large ones, and a search that is easy to believe."""

from __future__ import annotations

import random
from pathlib import Path

from kamigen.games.keys.level import KeysLevel, parse
from kamigen.grid import Cell, neighbours

SHARED = Path(__file__).parents[2] / "shared" / "data" / "keys"

# Player 2 needs the keys c and a, in this order, to reach the goal in the corner.
CHAIN = """\
@ difficulty 2 limit 27 goal 2:B2 cells 1:2 2:29
###########
#...A.c.###
#####.###.#
#a..#.....#
#.#.C..2#B#
#...#...#1#
#########.#
###########
"""


def random_map(seed: int, most_rows: int = 6, most_cols: int = 9) -> KeysLevel:
    """Return a small map of any shape, dense with keys and doors of few letters."""
    source = random.Random(seed)
    rows, cols = source.randint(1, most_rows), source.randint(2, most_cols)
    marks = "." * source.randint(2, 12) + "#" * source.randint(0, 6)
    marks += "".join(source.sample("abcABCabAB", source.randint(0, 10)))
    cells = [source.choice(marks) for _ in range(rows * cols)]
    players = source.sample(range(rows * cols), source.randint(1, min(3, rows * cols)))
    for number, place in zip(source.sample("123456789", len(players)), players, strict=True):
        cells[place] = number
    lines = ("".join(cells[row * cols : (row + 1) * cols]) for row in range(rows))
    return parse("\n".join(lines) + "\n")


def labyrinth(side: int, letters: int, seed: int = 0) -> KeysLevel:
    """Return a maze with nine players, and keys and doors strewn over it."""
    source = random.Random(seed)
    cells = [["#"] * side for _ in range(side)]
    cells[1][1] = "."
    tips = [(1, 1)]
    while tips:
        row, column = tips[-1]
        ways = [
            (down, right)
            for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
            if 0 < row + 2 * down < side - 1
            and 0 < column + 2 * right < side - 1
            and cells[row + 2 * down][column + 2 * right] == "#"
        ]
        if not ways:
            tips.pop()
            continue
        down, right = source.choice(ways)
        for steps in (1, 2):
            cells[row + steps * down][column + steps * right] = "."
        tips.append((row + 2 * down, column + 2 * right))
    return strewn(cells, letters, source)


def hall(side: int, letters: int, seed: int = 0) -> KeysLevel:
    """Return one open hall with nine players, and keys and doors strewn over it."""
    wall, inside = ["#"] * side, ["#", *"." * (side - 2), "#"]
    cells = [list(wall), *(list(inside) for _ in range(side - 2)), list(wall)]
    return strewn(cells, letters, random.Random(seed))


def strewn(cells: list[list[str]], letters: int, source: random.Random) -> KeysLevel:
    free = [(r, c) for r, row in enumerate(cells) for c, mark in enumerate(row) if mark == "."]
    alphabet = "abcdefghijklmnopqrstuvwxyz"
    marks = [*"123456789", *source.choices(alphabet + alphabet.upper(), k=letters)]
    for (row, column), mark in zip(source.sample(free, len(marks)), marks, strict=True):
        cells[row][column] = mark
    return parse("".join("".join(row) + "\n" for row in cells))


def distances(level: KeysLevel, player: int) -> dict[Cell, int]:
    """Walk all states (cell, keys) one by one; return the fewest steps to each cell."""
    start = level.players[player]
    states = [(start, frozenset[str](), 0)]
    seen = {states[0][:2]}
    fewest: dict[Cell, int] = {}
    for cell, held, steps in states:  # grows while it is walked
        fewest.setdefault(cell, steps)
        for row, column in neighbours(cell):
            if not (1 <= row <= level.rows and 1 <= column <= level.cols):
                continue
            mark = level.drawing[row - 1][column - 1]
            if mark == "#" or (mark.isupper() and mark.lower() not in held):
                continue
            state = (row, column), held | {mark} if mark.islower() else held
            if state not in seen:
                seen.add(state)
                states.append((*state, steps + 1))
    return fewest
