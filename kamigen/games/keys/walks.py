"""Walks of people who know what they carry: where they can go, and the way to the nearest aim.

These are the legs of which the simulated explorers' walks are made, and the
witness for an upper bound where the search for a shortest tour ends early.
"""

from __future__ import annotations

from collections.abc import Callable, Container

from kamigen.games.keys.ground import FIRST_DOOR, FIRST_KEY, ROCK_BYTE, Ground, letter_bit


def way(ground: Ground, start: int, held: int, aims: Container[int]) -> list[int] | None:
    """Return a shortest way to the nearest aim, without the start; None if none is in reach.

    Keys on the way open nothing: `held` is what was carried at the start.
    """
    cells, steps = ground.cells, ground.steps
    came_from = {start: start}
    frontier = [start]
    for place in frontier:  # grows while it is walked
        if place in aims:
            return _traced(came_from, place)
        for step in steps:
            near = place + step
            if near not in came_from and may_enter(cells[near], held):
                came_from[near] = place
                frontier.append(near)
    return None


def reach(ground: Ground, start: int, held: int) -> list[int]:
    """Return the places that can be reached without any other keys, nearest first."""
    cells, steps = ground.cells, ground.steps
    seen = {start}
    frontier = [start]
    for place in frontier:  # grows while it is walked
        for step in steps:
            near = place + step
            if near not in seen and may_enter(cells[near], held):
                seen.add(near)
                frontier.append(near)
    return frontier


def may_enter(byte: int, held: int) -> bool:
    """Whether a cell can be entered with the keys held."""
    if FIRST_DOOR <= byte < FIRST_KEY:
        return bool(held & letter_bit(byte))
    return byte != ROCK_BYTE


def keys_among(ground: Ground, places: list[int]) -> int:
    """Return the letters of the keys that lie on the places."""
    held = 0
    for place in places:
        if ground.cells[place] >= FIRST_KEY:
            held |= letter_bit(ground.cells[place])
    return held


def fetch_and_go(
    ground: Ground, start: int, held: int, goal: int, wanted: Callable[[int], int]
) -> list[int] | None:
    """Walk to the goal as soon as it can be reached; until then to the nearest wanted key.

    `wanted` gets the letters held and says which others are worth fetching; where
    none of these is in reach, any new key will do. None: the goal is out of reach.
    """
    walk: list[int] = []
    place = start
    while True:
        leg = way(ground, place, held, {goal})
        if leg is not None:
            return walk + leg
        for letters in (wanted(held) & ~held, ~held):
            leg = way(ground, place, held, _Keys(ground, letters))
            if leg is not None:
                break
        else:
            return None
        walk += leg
        held |= keys_among(ground, leg)
        place = walk[-1] if walk else place


def depth(ground: Ground, start: int, goal: int) -> int | None:
    """Return after how many waves of keys the goal is in reach; None if it never is."""
    held, waves = 0, 0
    while True:
        places = reach(ground, start, held)
        if goal in places:
            return waves
        found = keys_among(ground, places)
        if found | held == held:
            return None
        held |= found
        waves += 1


class _Keys:
    """The places of the keys of some letters."""

    def __init__(self, ground: Ground, letters: int) -> None:
        self._cells = ground.cells
        self._letters = letters

    def __contains__(self, place: object) -> bool:
        byte = self._cells[place]  # type: ignore[index]
        return byte >= FIRST_KEY and bool(self._letters & letter_bit(byte))


def _traced(came_from: dict[int, int], place: int) -> list[int]:
    steps = []
    while came_from[place] != place:
        steps.append(place)
        place = came_from[place]
    return steps[::-1]
