"""Shortest tours: a breadth-first search over states, each a cell and the keys held.

Only keys that open some door on the map are told apart. A state is dropped if
the same cell was entered before with the same keys or more: whatever wins from
here wins from there, and no later. (States are taken in the order of their
steps, so the earlier one needed no more of them.)

The search counts nodes against its budget. When that ends, all states nearer
than the last one have been seen, which is the lower bound; the upper bound is
then the walk of somebody who always fetches the nearest key.
"""

from __future__ import annotations

from dataclasses import dataclass

from kamigen.budget import Budget, BudgetSpent
from kamigen.games.keys.ground import FIRST_DOOR, FIRST_KEY, ROCK_BYTE, Ground, letter_bit
from kamigen.games.keys.walks import fetch_and_go


@dataclass(frozen=True, slots=True)
class Tour:
    """What is known of the shortest tour: bounds, and the places of the best one found.

    There is none if no tour whatever leads to the goal.
    """

    lower: int
    places: tuple[int, ...] | None
    states: int
    seconds: float

    @property
    def upper(self) -> int | None:
        """The steps of the best tour found."""
        return None if self.places is None else len(self.places)


def shortest_tour(ground: Ground, start: int, held: int, goal: int, budget: Budget) -> Tour:
    """Find a shortest tour from `start`, with the letters in `held`, to `goal`."""
    meter = budget.start()
    known = fetch_and_go(ground, start, held, goal)
    if known is None:
        return Tour(0, None, 0, meter.seconds)
    if not known:
        return Tour(0, (), 0, meter.seconds)
    cells, steps = ground.cells, ground.steps
    keys, doors = ground.letters()
    useful = keys & doors & ~held
    places, bags, came_from, distances = [start], [held], [-1], [0]
    bags_at: dict[int, list[int]] = {start: [held]}
    lower = 0
    try:
        for number, place in enumerate(places):  # grows while it is walked
            lower = distances[number]
            meter.tick()
            for step in steps:
                near = place + step
                byte = cells[near]
                if byte == ROCK_BYTE:
                    continue
                bag = bags[number]
                if byte >= FIRST_DOOR:
                    letter = letter_bit(byte)
                    if byte >= FIRST_KEY:
                        bag |= letter & useful
                    elif not bag & letter:
                        continue
                here = bags_at.setdefault(near, [])
                for other in here:
                    if bag & other == bag:
                        break
                else:
                    here.append(bag)
                    places.append(near)
                    bags.append(bag)
                    came_from.append(number)
                    distances.append(lower + 1)
                    if near == goal:
                        tour = _traced(places, came_from)
                        return Tour(len(tour), tour, meter.nodes, meter.seconds)
    except BudgetSpent:
        # Whoever reaches the goal takes at least one more step than the state at hand.
        return Tour(lower + 1, tuple(known), meter.nodes, meter.seconds)
    raise AssertionError("a goal that somebody reached was not found")


def _traced(places: list[int], came_from: list[int]) -> tuple[int, ...]:
    tour = []
    number = len(places) - 1
    while number:
        tour.append(places[number])
        number = came_from[number]
    return tuple(reversed(tour))
