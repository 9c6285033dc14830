"""Why doors stay shut: which key is missing, whether it exists, and what stands before it.

For a player the regions and doors of the whole map are ordered by how many shut
doors lie between, whatever their letters. What lies behind none is the player's
own reach; for everything else the doors on such a way say what it is behind.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from kamigen.games.keys.explore import Atlas
from kamigen.games.keys.ground import FIRST_DOOR, FIRST_KEY, letter_bit, letter_set
from kamigen.games.keys.level import KeysLevel
from kamigen.grid import Cell, cell_name


class Cause(StrEnum):
    """Why a player never opens the doors of a letter."""

    NO_KEY = "no such key is on the map"
    KEY_BEHIND_DOORS = "the key is behind doors"
    KEY_BEHIND_ROCK = "the key is behind rock"
    DOOR_BEHIND_DOORS = "the door is behind doors"
    DOOR_BEHIND_ROCK = "the door is behind rock"


@dataclass(frozen=True, slots=True)
class Shut:
    """The doors of one letter that a player never opens.

    `key` is the nearest key that the player never finds, and `behind` the
    letters of the shut doors before it; or, where the player has the key, before
    the nearest of the doors.
    """

    player: int
    letter: str
    doors: tuple[Cell, ...]
    cause: Cause
    key: Cell | None = None
    behind: str = ""

    def __str__(self) -> str:
        first = cell_name(self.doors[0])
        where = first if len(self.doors) == 1 else f"{first} and {len(self.doors) - 1} more"
        key = self.letter.lower()
        if self.cause is Cause.NO_KEY:
            because = f"there is no key {key} on the map"
        else:
            before = f"behind door {', then '.join(self.behind)}" if self.behind else "behind rock"
            missing = (
                f"key {key} ({cell_name(self.key)}) is"
                if self.key
                else f"key {key} is held, but the door is"
            )
            because = f"{missing} {before}"
        return f"player {self.player} never opens door {self.letter} ({where}): {because}"


def shut_doors(level: KeysLevel) -> list[Shut]:
    """Return for every player the doors that are never opened, and why."""
    atlas = Atlas(level)
    explorations = {player: atlas.explore(player) for player in level.players}
    atlas.flood_the_rest()
    cells = atlas.ground.cells
    doors: dict[int, list[int]] = {}
    for place, byte in enumerate(cells):
        if FIRST_DOOR <= byte < FIRST_KEY:
            doors.setdefault(byte, []).append(place)
    shut = []
    for player, found in explorations.items():
        held = letter_set("".join(found.waves).encode())
        order = _Order(atlas, atlas.homes[player], held)
        for byte, places in sorted(doors.items()):
            never = [place for place in places if place not in found.doors]
            if never:
                shut.append(_explained(order, player, byte, never, held))
    return shut


def _explained(order: _Order, player: int, byte: int, never: list[int], held: int) -> Shut:
    atlas, letter = order.atlas, chr(byte)
    where = tuple(atlas.ground.cell(place) for place in never)
    if held & letter_bit(byte):
        nearest = order.nearest(never)
        if nearest is None:
            return Shut(player, letter, where, Cause.DOOR_BEHIND_ROCK)
        behind = order.behind(nearest)
        return Shut(player, letter, where, Cause.DOOR_BEHIND_DOORS, behind=behind)
    keys = {
        key: ~number
        for number, region in enumerate(atlas.regions)
        for key in region.keys
        if letter_bit(atlas.ground.cells[key]) == letter_bit(byte)
    }
    if not keys:
        return Shut(player, letter, where, Cause.NO_KEY)
    nearest = order.nearest(keys.values())
    if nearest is None:
        key = atlas.ground.cell(min(keys))
        return Shut(player, letter, where, Cause.KEY_BEHIND_ROCK, key)
    key = atlas.ground.cell(min(key for key, node in keys.items() if node == nearest))
    behind = order.behind(nearest)
    return Shut(player, letter, where, Cause.KEY_BEHIND_DOORS, key, behind)


class _Order:
    """Regions and doors by the number of shut doors before them.

    A node is the place of a door, or ~number of a region, which is negative.
    """

    def __init__(self, atlas: Atlas, home: int, held: int) -> None:
        self.atlas = atlas
        self._held = held
        # By which shut door each node was entered, and which came before that door.
        self._entered: dict[int, int | None] = {~home: None}
        self._before: dict[int, int | None] = {}
        self._rank: dict[int, int] = {}
        ready = [~home]
        while ready:
            waiting: list[tuple[int, int | None]] = []
            while ready:
                node = ready.pop()
                self._rank[node] = len(self._rank)
                for near in self._around(node):
                    if near in self._entered:
                        continue
                    if near < 0 or self._opens(near):
                        self._entered[near] = self._entered[node]
                        ready.append(near)
                    else:
                        waiting.append((near, self._entered[node]))
            for door, before in waiting:
                if door not in self._entered:
                    self._entered[door] = door
                    self._before[door] = before
                    ready.append(door)

    def nearest(self, nodes: Iterable[int]) -> int | None:
        """Return the node with the fewest shut doors before it; None if rock is around all."""
        ranked = [(self._rank[node], node) for node in nodes if node in self._rank]
        return min(ranked)[1] if ranked else None

    def behind(self, node: int) -> str:
        """Spell the shut doors on the way to a node, the first one first."""
        letters = ""
        door = self._entered[node]
        while door is not None:
            letters = chr(self.atlas.ground.cells[door]) + letters
            door = self._before[door]
        return letters

    def _opens(self, door: int) -> bool:
        return bool(self._held & letter_bit(self.atlas.ground.cells[door]))

    def _around(self, node: int) -> Iterator[int]:
        if node < 0:
            yield from self.atlas.regions[~node].doors
            return
        doors, regions = self.atlas.cross(node)
        yield from doors
        for number in regions:
            yield ~number
