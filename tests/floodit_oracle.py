"""Yardsticks for Flood-It that share no code with the solvers: plain breadth-first search.

`par` works on the cells themselves, without any notion of a region or a bound.
"""

from __future__ import annotations

from random import Random

Cells = tuple[tuple[int, ...], ...]
Place = tuple[int, int]


def flood_of(cells: Cells) -> frozenset[Place]:
    """Return the places of the top-left cell's region."""
    found = {(0, 0)}
    open_ = [(0, 0)]
    while open_:
        row, column = open_.pop()
        for y, x in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            inside = 0 <= y < len(cells) and 0 <= x < len(cells[0])
            if inside and (y, x) not in found and cells[y][x] == cells[0][0]:
                found.add((y, x))
                open_.append((y, x))
    return frozenset(found)


def painted(cells: Cells, colour: int) -> Cells:
    """Return the board after an action."""
    flood = flood_of(cells)
    return tuple(
        tuple(colour if (y, x) in flood else cell for x, cell in enumerate(row))
        for y, row in enumerate(cells)
    )


def is_over(cells: Cells) -> bool:
    return len({cell for row in cells for cell in row}) == 1


def par(cells: Cells) -> int:
    """Return the least number of actions, trying all colours on the board layer by layer."""
    palette = {cell for row in cells for cell in row}
    layer, actions = {cells}, 0
    while not any(map(is_over, layer)):
        layer = {painted(board, colour) for board in layer for colour in palette}
        actions += 1
    return actions


def random_cells(seed: int, rows: int, cols: int, colours: int) -> Cells:
    """Draw a board, every cell by itself; some colours may be missing."""
    rng = Random(f"{seed} {rows} {cols} {colours}")
    return tuple(tuple(rng.randint(1, colours) for _ in range(cols)) for _ in range(rows))


def small_boards(count: int) -> list[Cells]:
    """Draw boards that breadth-first search on cells decides at once."""
    shapes = ((1, 9), (2, 3), (3, 2), (2, 6), (4, 2), (3, 4), (4, 3), (3, 3), (5, 2), (4, 4))
    return [
        random_cells(seed, *shapes[seed % len(shapes)], 2 + seed // len(shapes) % 4)
        for seed in range(count)
    ]
