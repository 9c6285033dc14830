"""Which cells each player reaches, in time linear in the map.

A region is a maximal set of cells between which one can walk without opening a
door. Regions are flooded when somebody first comes to them, by a frontier on
flat bytes, and are then known to all players: a cell enters a frontier at most
once, however many players there are. What a player does afterwards is a walk
over regions and doors, each taken once. A door whose key is not yet held waits
under its letter until the key is found, so nothing is ever tried again.

Keys are counted in waves: the first wave holds the letters found without
opening any door, the next those found behind the doors which the first wave
opens, and so on. Unlike the order of any one walk, the waves depend on the map
only; their number is the depth of the key dependencies.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kamigen.games.keys.ground import (
    FIRST_DOOR,
    FIRST_KEY,
    FIRST_PLAYER,
    Ground,
    letter_bit,
    letter_set,
    letters_of,
)
from kamigen.games.keys.level import KeysLevel

# What a flood meets: nothing to enter (rock, or flooded before), a free cell, or
# a byte of the map itself: player, door or key.
_CLOSED, _FREE = 0, 1
_KINDS = bytes.maketrans(b"#.", bytes((_CLOSED, _FREE)))


@dataclass(frozen=True, slots=True)
class Exploration:
    """What one player finds.

    `waves` are the letters of the keys, in the order in which they are found;
    `shut` the letters of the doors that the player comes to and cannot open;
    `doors` the places of all doors that the player opens.
    """

    cells: int
    waves: tuple[str, ...]
    shut: str
    doors: frozenset[int]


@dataclass(frozen=True, slots=True)
class Region:
    """How many cells a region has, the letters and places of its keys, the doors around it."""

    cells: int
    letters: int
    keys: tuple[int, ...]
    doors: tuple[int, ...]


class Atlas:
    """The regions found so far, shared by all players."""

    def __init__(self, level: KeysLevel) -> None:
        self.ground = Ground(level)
        self.regions: list[Region] = []
        self.homes: dict[int, int] = {}
        """The number of the region in which each player starts."""
        self._kinds = bytearray(self.ground.cells.translate(_KINDS))
        self._beside: dict[int, list[int]] = {}
        self._explored: dict[int, Exploration] = {}
        self._starts = {player: self.ground.place(cell) for player, cell in level.players.items()}
        self.flooded = 0
        """How many cells have entered a frontier."""
        self.visited = 0
        """How many regions and doors were visited, summed over the players."""

    def explore(self, player: int) -> Exploration:
        """Let a player go as far as keys and doors allow."""
        if player not in self.homes:
            self._flood(self._starts[player])
        home = self.homes[player]
        if home not in self._explored:
            self._explored[home] = self._explore(home)
        return self._explored[home]

    def _explore(self, home: int) -> Exploration:
        cells = self.ground.cells
        regions, doors = {home}, set[int]()
        fresh, opened = [home], list[int]()
        waiting: dict[int, list[int]] = {}
        count = held = 0
        waves = []
        while True:
            found = 0
            while fresh or opened:
                if fresh:
                    region = self.regions[fresh.pop()]
                    count += region.cells
                    found |= region.letters
                    before: Iterable[int] = region.doors
                else:
                    door = opened.pop()
                    count += 1
                    before, beside = self.cross(door)
                    for number in beside:
                        if number not in regions:
                            regions.add(number)
                            fresh.append(number)
                for door in before:
                    if door not in doors:
                        doors.add(door)
                        letter = letter_bit(cells[door])
                        if held & letter:
                            opened.append(door)
                        else:
                            waiting.setdefault(letter, []).append(door)
            found &= ~held
            if not found:
                break
            waves.append(letters_of(found))
            held |= found
            for letter in [letter for letter in waiting if found & letter]:
                opened += waiting.pop(letter)
        self.visited += len(regions) + len(doors)
        shut = letters_of(sum(waiting)).upper()
        for doors_waiting in waiting.values():
            doors.difference_update(doors_waiting)
        return Exploration(count, tuple(waves), shut, frozenset(doors))

    def cross(self, door: int) -> tuple[list[int], list[int]]:
        """Return the doors right beside a door, and the numbers of the regions around it."""
        kinds = self._kinds
        doors = []
        for step in self.ground.steps:
            kind = kinds[door + step]
            if FIRST_DOOR <= kind < FIRST_KEY:
                doors.append(door + step)
            elif kind:
                self._flood(door + step)
        return doors, self._beside.get(door, [])

    def flood_the_rest(self) -> None:
        """Add the regions that nobody has come to."""
        for place, kind in enumerate(self.ground.cells.translate(_KINDS)):
            if kind and not FIRST_DOOR <= kind < FIRST_KEY and self._kinds[place]:
                self._flood(place)

    def _flood(self, start: int) -> None:
        """Add the region that holds the place `start`."""
        kinds, stride = self._kinds, self.ground.stride
        number = len(self.regions)
        doors: dict[int, None] = {}
        keys: list[int] = []
        start_kind = kinds[start]
        if start_kind >= FIRST_KEY:
            keys.append(start)
        elif start_kind >= FIRST_PLAYER:
            self.homes[start_kind - FIRST_PLAYER + 1] = number
        kinds[start] = _CLOSED
        frontier = [start]
        push = frontier.append
        for place in frontier:  # grows while it is walked
            for near in (place + 1, place - 1, place + stride, place - stride):
                kind = kinds[near]
                if kind:
                    if kind == _FREE:
                        kinds[near] = _CLOSED
                        push(near)
                    elif FIRST_DOOR <= kind < FIRST_KEY:
                        doors[near] = None
                    else:
                        if kind >= FIRST_KEY:
                            keys.append(near)
                        else:
                            self.homes[kind - FIRST_PLAYER + 1] = number
                        kinds[near] = _CLOSED
                        push(near)
        for door in doors:
            self._beside.setdefault(door, []).append(number)
        letters = letter_set(self.ground.cells[key] for key in keys)
        self.regions.append(Region(len(frontier), letters, tuple(keys), tuple(doors)))
        self.flooded += len(frontier)


def explore(level: KeysLevel) -> dict[int, Exploration]:
    """Let every player explore the map."""
    atlas = Atlas(level)
    return {player: atlas.explore(player) for player in level.players}


def facts(explorations: Mapping[int, Exploration]) -> dict[str, object]:
    """Return what is found, as the plain data of a proof."""
    return {
        "cells": {str(player): found.cells for player, found in explorations.items()},
        "keys": {str(player): list(found.waves) for player, found in explorations.items()},
        "shut": {str(player): found.shut for player, found in explorations.items()},
    }
