"""Dungeons without doors: rooms, corridors between them, and openings that join the two.

Rooms and corridors stand on the odd rows and columns, so that there is a wall of
one cell between any two. Corridors first fill all that the rooms leave, as
mazes; then every area is joined with the others by one opening each, as a tree;
then dead ends are filled up again, until corridors are left that lead somewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kamigen.grid import Cell, neighbours
from kamigen.rng import Rng

# How often a corridor goes straight on where it could turn.
_STRAIGHT = 70

# A room is tried for every so many cells; most of the late ones find no place.
_CELLS_PER_TRY = 12


@dataclass(frozen=True, slots=True)
class Opening:
    """A cell in the wall between two areas."""

    cell: Cell
    areas: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Dungeon:
    """The areas' cells, which of them are rooms, and the openings that join them.

    The openings make a tree of the areas. `walls` are further cells that could
    be opened between two areas.
    """

    rows: int
    cols: int
    areas: dict[int, list[Cell]]
    rooms: tuple[int, ...]
    openings: tuple[Opening, ...]
    walls: tuple[Opening, ...]


def dig(rows: int, cols: int, room_sides: tuple[int, int], dead_ends: int, rng: Rng) -> Dungeon:
    """Dig a dungeon of rooms and corridors; `rows` and `cols` are odd."""
    area_of: dict[Cell, int] = {}
    rooms = _dig_rooms(rows, cols, room_sides, area_of, rng)
    _dig_corridors(rows, cols, area_of, rng)
    tree, walls = _join(rows, cols, area_of, rng)
    _fill_dead_ends(area_of, tree, rooms, dead_ends, rng)
    areas: dict[int, list[Cell]] = {}
    for cell, area in sorted(area_of.items()):
        areas.setdefault(area, []).append(cell)
    walls = [wall for wall in walls if all(_beside(wall.cell, area_of, a) for a in wall.areas)]
    return Dungeon(rows, cols, areas, rooms, tuple(tree.values()), tuple(walls))


def _dig_rooms(
    rows: int, cols: int, sides: tuple[int, int], area_of: dict[Cell, int], rng: Rng
) -> tuple[int, ...]:
    rooms = 0
    for _ in range(2 + rows * cols // _CELLS_PER_TRY):
        height, width = (_odd(rng.between(*sides)) for _ in range(2))
        if height > rows - 2 or width > cols - 2:
            continue
        top = 1 + 2 * rng.below((rows - height) // 2)
        left = 1 + 2 * rng.below((cols - width) // 2)
        cells = [
            (row, column)
            for row in range(top, top + height)
            for column in range(left, left + width)
        ]
        if not any(cell in area_of for cell in cells):
            area_of.update(dict.fromkeys(cells, rooms))
            rooms += 1
    return tuple(range(rooms))


def _dig_corridors(rows: int, cols: int, area_of: dict[Cell, int], rng: Rng) -> None:
    """Fill what the rooms leave with mazes, each an area of its own."""
    area = max(area_of.values(), default=-1)
    for first in _lattice(rows, cols):
        if first in area_of:
            continue
        area += 1
        area_of[first] = area
        tips: list[tuple[Cell, Cell]] = [(first, (0, 0))]
        while tips:
            (row, column), ahead = tips[-1]
            free = [
                (down, right)
                for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0))
                if 0 < row + 2 * down < rows
                and 0 < column + 2 * right < cols
                and (row + 2 * down, column + 2 * right) not in area_of
            ]
            if not free:
                tips.pop()
                continue
            way = ahead if ahead in free and rng.chance(_STRAIGHT) else rng.choice(free)
            tip = row + 2 * way[0], column + 2 * way[1]
            area_of[row + way[0], column + way[1]] = area_of[tip] = area
            tips.append((tip, way))


def _join(
    rows: int, cols: int, area_of: dict[Cell, int], rng: Rng
) -> tuple[dict[Cell, Opening], list[Opening]]:
    """Join all areas by a random tree of openings; return it, and the walls left."""
    walls = []
    for row, column in _lattice(rows, cols):
        for down, right in ((0, 1), (1, 0)):
            other = row + 2 * down, column + 2 * right
            if other in area_of and area_of[other] != area_of[row, column]:
                areas = area_of[row, column], area_of[other]
                walls.append(Opening((row + down, column + right), areas))
    rng.shuffle(walls)
    leader = list(range(max(area_of.values()) + 1))

    def led_by(area: int) -> int:
        while leader[area] != area:
            leader[area] = leader[leader[area]]
            area = leader[area]
        return area

    tree: dict[Cell, Opening] = {}
    left = []
    for opening in walls:
        first, second = map(led_by, opening.areas)
        if first == second:
            left.append(opening)
        else:
            leader[first] = second
            tree[opening.cell] = opening
    return tree, left


def _fill_dead_ends(
    area_of: dict[Cell, int],
    tree: dict[Cell, Opening],
    rooms: tuple[int, ...],
    kept: int,
    rng: Rng,
) -> None:
    """Fill corridors and openings that lead nowhere, but for `kept` in a hundred."""
    corridors = [cell for cell, area in area_of.items() if area not in rooms]
    ends = sorted([*corridors, *tree])
    while ends:
        end = ends.pop()
        exits = [near for near in neighbours(end) if near in area_of or near in tree]
        if (end not in area_of and end not in tree) or len(exits) > 1:
            continue
        # An opening always goes when there is nothing left to open.
        if end in area_of and (area_of[end] in rooms or rng.chance(kept)):
            continue
        area_of.pop(end, None)
        tree.pop(end, None)
        ends += exits


def _beside(cell: Cell, area_of: dict[Cell, int], area: int) -> bool:
    return any(area_of.get(near) == area for near in neighbours(cell))


def _lattice(rows: int, cols: int) -> Iterator[Cell]:
    return ((row, column) for row in range(1, rows, 2) for column in range(1, cols, 2))


def _odd(number: int) -> int:
    return number if number % 2 else number - 1
