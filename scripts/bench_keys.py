"""How long it takes to count the cells that nine players reach, and how that grows.

    python scripts/bench_keys.py [LARGEST_SIDE]

Mazes and open halls of growing size, with keys and doors strewn over them, are
read and explored. Beside kamigen's time stands that of a plain search in the same
run: one player after another, each starting again from the first cell whenever a
new key was found. Times are CPU times, the best of three; of the plain search, of
one, and only up to the size where that takes seconds. As machines differ, look at
the ratios, and at the visits a cell: that these stay below 1 is what makes growth
linear. A visit is a cell flooded, or a region or door taken by a player.
"""

from __future__ import annotations

import random
import sys
import time
from collections import deque
from collections.abc import Callable

from kamigen.games.keys.explore import Atlas
from kamigen.games.keys.level import KeysLevel, parse

LARGEST_SIDE = 1025
LARGEST_PLAIN = 257
LETTERS = "abcdefghijklmnopqrstuvwxyz"

Cells = list[list[str]]


def maze(side: int, source: random.Random) -> Cells:
    """Dig a maze of corridors one cell wide."""
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
    return cells


def hall(side: int, source: random.Random) -> Cells:
    """Leave everything open inside the walls."""
    del source
    inside = ["#", *"." * (side - 2), "#"]
    return [["#"] * side, *(list(inside) for _ in range(side - 2)), ["#"] * side]


def strewn(cells: Cells, source: random.Random) -> str:
    """Put nine players on a map, and as many keys and doors as its side is long, at most 100."""
    free = [(r, c) for r, row in enumerate(cells) for c, mark in enumerate(row) if mark == "."]
    # Keys are nine times as many as doors, so that most doors open in the end.
    letters = source.choices(LETTERS * 9 + LETTERS.upper(), k=min(len(cells), 100))
    marks = [*"123456789", *letters]
    for (row, column), mark in zip(source.sample(free, len(marks)), marks, strict=True):
        cells[row][column] = mark
    return "".join("".join(row) + "\n" for row in cells)


def ours(level: KeysLevel) -> tuple[int, list[int]]:
    """Return how many visits it took, and each player's number of cells."""
    atlas = Atlas(level)
    counts = [atlas.explore(player).cells for player in level.players]
    return atlas.flooded + atlas.visited, counts


def plain(level: KeysLevel) -> tuple[int, list[int]]:
    """Let each player search alone, and start again whenever a new key was found."""
    visits, counts = 0, []
    for row, column in level.players.values():
        held: set[str] = set()
        while True:
            seen = {(row - 1, column - 1)}
            queue = deque(seen)
            found: set[str] = set()
            while queue:
                y, x = queue.popleft()
                mark = level.drawing[y][x]
                if mark.islower():
                    found.add(mark)
                for cell in ((y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)):
                    if cell in seen or not (
                        0 <= cell[0] < level.rows and 0 <= cell[1] < level.cols
                    ):
                        continue
                    mark = level.drawing[cell[0]][cell[1]]
                    if mark != "#" and (not mark.isupper() or mark.lower() in held):
                        seen.add(cell)
                        queue.append(cell)
            visits += len(seen)
            if found <= held:
                break
            held |= found
        counts.append(len(seen))
    return visits, counts


def timed(work: Callable[[], tuple[int, list[int]]], times: int) -> tuple[float, int, list[int]]:
    """Return the least CPU time in seconds, with the answer."""
    best = float("inf")
    for _ in range(times):
        started = time.process_time()
        visits, counts = work()
        best = min(best, time.process_time() - started)
    return best, visits, counts


def main() -> None:
    """Print a table for each kind of map."""
    largest = int(sys.argv[1]) if len(sys.argv) > 1 else LARGEST_SIDE
    sides = [side for side in (65, 129, 257, 513, 1025, 2049) if side <= largest]
    for build in (maze, hall):
        print(f"\n{build.__name__}, 9 players")
        print(f"{'size':>10} {'read ms':>8} {'ms':>8} {'ns/visit':>8} {'visits/cell':>12}", end="")
        print(f" {'plain ms':>9} {'plain/ours':>11}")
        for side in sides:
            source = random.Random(side)
            text = strewn(build(side, source), source)
            started = time.process_time()
            level = parse(text)
            reading = time.process_time() - started
            seconds, visits, counts = timed(lambda level=level: ours(level), 3)
            cells = side * side
            print(
                f"{side:>5}×{side:<4} {reading * 1e3:8.1f} {seconds * 1e3:8.1f} "
                f"{seconds / visits * 1e9:8.0f} {visits / cells:12.3f}",
                end="",
            )
            if side > LARGEST_PLAIN:
                print(f" {'–':>9} {'–':>11}")
                continue
            slow, _, expected = timed(lambda level=level: plain(level), 1)
            if counts != expected:
                raise SystemExit(f"{side}: {counts} is not {expected}")
            print(f" {slow * 1e3:9.0f} {slow / seconds:10.0f}×")


if __name__ == "__main__":
    main()
