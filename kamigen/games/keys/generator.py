"""Candidates: dungeons with locks and keys whose goal is in reach by construction.

Some of a dungeon's openings become doors; they cut it into zones, which hang
together as a tree. The zones are opened one after another from the first
player's: whichever door comes next, its key is put into a zone that is open by
then. So the first player reaches everything. How deep a zone is follows on the
way: as deep as the zone before its door, and one wave of keys deeper than the
zone of its key. Whether another player, starting elsewhere, reaches the goal is
found by opening zones in the same manner with the keys where they are.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kamigen.errors import GenerationError
from kamigen.games.keys.config import KeysConfig
from kamigen.games.keys.dungeon import Dungeon, Opening, dig
from kamigen.games.keys.level import FREE, ROCK, Goal, KeysLevel
from kamigen.grid import Cell
from kamigen.level import Claim
from kamigen.rng import Rng

_DRAWS = 300

# How often in a hundred a key is put into the deepest zone that may hold it. The
# more often, the longer the chains, but the less there is to choose: of the
# candidates for hard levels 2 in a hundred were hard with 70, 7 with 45, 10 with 25.
_CHAINED = 40


@dataclass(frozen=True, slots=True)
class _Lock:
    """A door between two zones, and the zone in which its key lies."""

    opening: Opening
    zones: tuple[int, int]
    key_zone: int


def propose(config: KeysConfig, rng: Rng) -> KeysLevel:
    """Return a map within the config's ranges; its header claims no limit and no cells.

    Raise GenerationError if no draw has goal and players as wanted: then the
    config, not the luck, is to blame.
    """
    for _ in range(_DRAWS):
        level = _draw(config, rng)
        if level is not None:
            return level
    raise GenerationError(
        f"none of {_DRAWS} dungeons had room for the wanted locks, depth and players; "
        "change rows, cols, room_sides, locks, depth, players or stranded"
    )


def _draw(config: KeysConfig, rng: Rng) -> KeysLevel | None:
    rows, cols = (_odd(rng.between(*sides)) for sides in (config.rows, config.cols))
    dungeon = dig(rows, cols, config.room_sides, config.dead_ends, rng)
    lock_count = rng.between(*config.locks)
    if not _fills(dungeon) or len(dungeon.openings) < lock_count:
        return None
    openings = list(dungeon.openings)
    rng.shuffle(openings)
    doors, passages = openings[:lock_count], openings[lock_count:]
    zone_of = _zones(dungeon, passages)
    home = zone_of[rng.choice(dungeon.rooms)]
    locks, depths = _lock(zone_of, home, doors, config.depth[1], rng)
    rooms = _rooms_by_zone(dungeon, zone_of)
    goals = [zone for zone in rooms if config.depth[0] <= depths[zone] <= config.depth[1]]
    if not goals or any(lock.key_zone not in rooms for lock in locks):
        return None
    deepest = max(depths[zone] for zone in goals)
    goal = rng.choice([zone for zone in goals if depths[zone] == deepest])
    starts = _starts(config, locks, rooms, home, goal, rng)
    return None if starts is None else _drawn(config, dungeon, zone_of, locks, goal, starts, rng)


def _fills(dungeon: Dungeon) -> bool:
    """Whether something is dug along every edge: margins of mere rock look unfinished."""
    cells = [cell for area in dungeon.areas.values() for cell in area]
    rows, cols = ({cell[axis] for cell in cells} for axis in (0, 1))
    return {1, dungeon.rows - 2} <= rows and {1, dungeon.cols - 2} <= cols


def _zones(dungeon: Dungeon, passages: Iterable[Opening]) -> dict[int, int]:
    """Return the zone of every area: the areas that open passages join are one."""
    joined: dict[int, list[int]] = {area: [] for area in dungeon.areas}
    for passage in passages:
        one, other = passage.areas
        joined[one].append(other)
        joined[other].append(one)
    zone_of: dict[int, int] = {}
    for area in dungeon.areas:
        if area in zone_of:
            continue
        zone_of[area] = area
        reached = [area]
        for here in reached:  # grows while it is walked
            for near in joined[here]:
                if near not in zone_of:
                    zone_of[near] = area
                    reached.append(near)
    return zone_of


def _lock(
    zone_of: dict[int, int], home: int, doors: list[Opening], most: int, rng: Rng
) -> tuple[list[_Lock], dict[int, int]]:
    """Open the zones one by one; return where the keys are, and how deep each zone is."""
    depths = {home: 0}
    closed = [(door, tuple(zone_of[area] for area in door.areas)) for door in doors]
    locks = []
    while closed:
        ready = [item for item in closed if any(zone in depths for zone in item[1])]
        door, (one, other) = item = rng.choice(ready)
        closed.remove(item)
        before, behind = (one, other) if one in depths else (other, one)
        zones = sorted(depths, key=lambda zone: (depths[zone], zone))
        shallow = [zone for zone in zones if depths[zone] < most] or zones
        key_zone = shallow[-1] if rng.chance(_CHAINED) else rng.choice(shallow)
        depths[behind] = max(depths[before], depths[key_zone] + 1)
        locks.append(_Lock(door, (before, behind), key_zone))
    return locks, depths


def _rooms_by_zone(dungeon: Dungeon, zone_of: dict[int, int]) -> dict[int, list[int]]:
    rooms: dict[int, list[int]] = {}
    for room in dungeon.rooms:
        if room in zone_of:
            rooms.setdefault(zone_of[room], []).append(room)
    return rooms


def _starts(
    config: KeysConfig,
    locks: list[_Lock],
    rooms: dict[int, list[int]],
    home: int,
    goal: int,
    rng: Rng,
) -> list[int] | None:
    """Choose the zones in which the players start, the first at home; None if there are none."""
    able = [zone for zone in rooms if goal in _opened(locks, zone)]
    unable = [zone for zone in rooms if zone not in able]
    players, stranded = rng.between(*config.players), rng.between(*config.stranded)
    if stranded and not unable:
        return None
    others = [rng.choice(able) for _ in range(players - 1)]
    others += [rng.choice(unable) for _ in range(stranded)]
    rng.shuffle(others)
    return [home, *others]


def _opened(locks: list[_Lock], start: int) -> set[int]:
    """Return the zones that somebody opens who starts in one with nothing."""
    zones = {start}
    waiting = list(locks)
    while True:
        ready = [lock for lock in waiting if lock.key_zone in zones and zones & {*lock.zones}]
        if not ready:
            return zones
        for lock in ready:
            waiting.remove(lock)
            zones.update(lock.zones)


def _drawn(
    config: KeysConfig,
    dungeon: Dungeon,
    zone_of: dict[int, int],
    locks: list[_Lock],
    goal: int,
    starts: list[int],
    rng: Rng,
) -> KeysLevel | None:
    """Draw the map; None if there are more things than places for them."""
    marks = {cell: FREE for cells in dungeon.areas.values() for cell in cells}
    marks |= {opening.cell: FREE for opening in dungeon.openings}
    for wall in dungeon.walls:
        one, other = (zone_of[area] for area in wall.areas)
        if one == other and rng.chance(config.loops):
            marks[wall.cell] = FREE
    places = {
        zone: [cell for room in rooms for cell in dungeon.areas[room]]
        for zone, rooms in _rooms_by_zone(dungeon, zone_of).items()
    }
    for cells in places.values():
        rng.shuffle(cells)
    letters = [chr(ord("a") + number) for number in range(len(locks) + rng.between(*config.decoys))]
    rng.shuffle(letters)
    decoys = [(rng.choice(list(places)), letter) for letter in letters[len(locks) :]]
    keys = [(lock.key_zone, letter) for lock, letter in zip(locks, letters, strict=False)]
    players = [(zone, str(number)) for number, zone in enumerate(starts, start=1)]
    things = [*keys, *decoys, *players, (goal, FREE)]
    if any(sum(zone == own for own, _ in things) > len(cells) for zone, cells in places.items()):
        return None
    for lock, letter in zip(locks, letters, strict=False):
        marks[lock.opening.cell] = letter.upper()
    at: Cell = (0, 0)
    for zone, mark in things:
        at = places[zone].pop()
        marks[at] = mark
    drawing = tuple(
        "".join(marks.get((row, column), ROCK) for column in range(dungeon.cols))
        for row in range(dungeon.rows)
    )
    # The goal was put down last. Cells of a level count from 1.
    goal_cell = at[0] + 1, at[1] + 1
    return KeysLevel(Claim(config.difficulty, None), drawing, Goal(1, goal_cell))


def _odd(number: int) -> int:
    return number if number % 2 else number - 1
