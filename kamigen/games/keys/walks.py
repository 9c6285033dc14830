"""Walks of people who know what they carry: where they can go, and the way to the nearest aim.

These are the legs of which the simulated explorers' walks are made, and the
witness for an upper bound where the search for a shortest tour ends early.
"""

from __future__ import annotations

from collections.abc import Callable

from kamigen.games.keys.ground import FIRST_DOOR, FIRST_KEY, ROCK_BYTE, Ground, letter_bit


def way(ground: Ground, start: int, held: int, is_aim: Callable[[int], bool]) -> list[int] | None:
    """Return a shortest way to the nearest aim, without the start; None if none is in reach.

    Keys on the way open nothing: `held` is what was carried at the start.
    """
    cells, steps = ground.cells, ground.steps
    came_from = {start: start}
    frontier = [start]
    for place in frontier:  # grows while it is walked
        if is_aim(place):
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
    ground: Ground, start: int, held: int, goal: int, wanted: int = 0
) -> list[int] | None:
    """Walk to the goal as soon as it can be reached; until then to the nearest wanted key.

    Where no key of the wanted letters is in reach, any new one will do. None: the
    goal is out of reach, whatever is fetched.
    """
    walk: list[int] = []
    place = start
    while True:
        leg = way(ground, place, held, lambda place: place == goal)
        if leg is not None:
            return walk + leg
        for letters in filter(None, (wanted & ~held, ~held)):
            leg = way(ground, place, held, _is_key(ground, letters))
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


def _is_key(ground: Ground, letters: int) -> Callable[[int], bool]:
    """Return the question whether a key of some letters lies on a place."""
    cells = ground.cells

    def asked(place: int) -> bool:
        return cells[place] >= FIRST_KEY and bool(letters & letter_bit(cells[place]))

    return asked


def _traced(came_from: dict[int, int], place: int) -> list[int]:
    steps = []
    while came_from[place] != place:
        steps.append(place)
        place = came_from[place]
    return steps[::-1]
