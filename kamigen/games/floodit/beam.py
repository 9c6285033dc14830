"""The beam: a good sequence for a board of any size, by way of all distances at once.

A *state* of the beam is a flood; its score is the sum, over all regions, of
their distance from the flood in the region graph, where a step far out counts
for more than one nearby (see `step_weight`). Of all states that one more
free play leads to, the `width` with the least scores are kept, and closed (see
`pond`: closing is never a mistake, and costs the same on every way).

**One breadth-first pass scores all children.** Give a region at distance 1 the
set that holds its own colour, and a region at distance d > 1 the union of the
sets of its neighbours at distance d − 1. Then playing colour c brings a region
one nearer if and only if c is in its set, and never more than one. For a
shortest way from the flood to the region gets shorter exactly if its first
region is flooded, that is if it is exposed and has colour c; and the set holds
the colours of the first regions of all shortest ways. So child c's score is
the sum of weighed distances less the weight of the last step to each region
that has c in its set.
"""

from __future__ import annotations

from dataclasses import dataclass

from kamigen.budget import BudgetSpent, Meter
from kamigen.games.floodit.pond import Pond


def step_weight(distance: int) -> int:
    """Return what the step from distance d − 1 to d counts in the score.

    On 100×100 boards of 4, 8, 12 and 20 colours, ten each, the kernel's beam needs 76.2,
    148.6, 200.2 and 273.8 actions with these weights, and 76.6, 148.9, 200.9 and 276.2
    in the same time if all steps count alike (scripts/bench_floodit.py).
    """
    return 1 if distance <= 2 else 4


@dataclass(frozen=True, slots=True)
class _State:
    """Which regions are flooded, which are exposed, and the free plays that led here."""

    flooded: bytes
    exposed: tuple[int, ...]
    last: int = -1
    before: _State | None = None


@dataclass(frozen=True, slots=True)
class _Survey:
    """What a breadth-first pass tells of a closed flood."""

    total: int
    nearer: tuple[int, ...]


def beam_plays(pond: Pond, width: int, most: int, meter: Meter) -> list[int] | None:
    """Return at most `most` free plays that win, the fewest this beam finds, or None."""
    states = [_flooded(pond, _State(bytes(pond.size), (0,)), [0], pond.colours[0])]
    for plays in range(most + 1):
        children: list[tuple[int, int, int]] = []
        for number, state in enumerate(states):
            meter.tick()
            if meter.seconds_left == 0:  # a pass over a large board takes long
                raise BudgetSpent
            states[number], survey = _surveyed(pond, state)
            if not survey.total:
                return _history(states[number])
            if plays < most:
                children += [
                    (survey.total - nearer, number, colour)
                    for colour, nearer in enumerate(survey.nearer)
                    if nearer
                ]
        states = _best(pond, states, children, width)
    return None


def _best(
    pond: Pond, states: list[_State], children: list[tuple[int, int, int]], width: int
) -> list[_State]:
    """Return the children of least score; of equal floods only the first."""
    best: dict[bytes, _State] = {}
    for _, number, colour in sorted(children):
        parent = states[number]
        taken = [region for region in parent.exposed if pond.colours[region] == colour]
        # A play that adds nothing now brings nothing nearer, so there is something.
        child = _flooded(pond, parent, taken, colour)
        best.setdefault(child.flooded, child)
        if len(best) == width:
            break
    return list(best.values())


def _flooded(pond: Pond, state: _State, taken: list[int], colour: int) -> _State:
    """Return the state with some of the exposed regions taken."""
    flooded = bytearray(state.flooded)
    for region in taken:
        flooded[region] = 1
    exposed = dict.fromkeys(region for region in state.exposed if not flooded[region])
    for region in taken:
        for other in pond.touching[region]:
            if not flooded[other]:
                exposed[other] = None
    return _State(bytes(flooded), tuple(exposed), colour, state)


def _surveyed(pond: Pond, state: _State) -> tuple[_State, _Survey]:
    """Close a state, and measure the distances and which plays shorten them."""
    while True:
        level = {region: 1 << pond.colours[region] for region in state.exposed}
        met = bytearray(state.flooded)
        for region in level:
            met[region] = 1
        exposed = hidden = 0
        for first in level.values():
            exposed |= first
        nearer = [0] * len(pond.palette)
        total = distance = far = 0
        while level:
            distance += 1
            weight = step_weight(distance)
            far += weight
            total += far * len(level)
            following: dict[int, int] = {}
            for region, firsts in level.items():
                for colour in _colours_of(firsts):
                    nearer[colour] += weight
                for other in pond.touching[region]:
                    if other in following:
                        following[other] |= firsts
                    elif not met[other]:
                        met[other] = 1
                        following[other] = firsts
                        hidden |= 1 << pond.colours[other]
            level = following
        finishable = exposed & ~hidden
        if not finishable:
            return state, _Survey(total, tuple(nearer))
        taken = [r for r in state.exposed if finishable >> pond.colours[r] & 1]
        closed = _flooded(pond, state, taken, state.last)
        state = _State(closed.flooded, closed.exposed, state.last, state.before)


def _colours_of(colours: int) -> list[int]:
    return [colour for colour in range(colours.bit_length()) if colours >> colour & 1]


def _history(state: _State) -> list[int]:
    plays = []
    while state.before is not None and state.before.before is not None:
        plays.append(state.last)
        state = state.before
    return plays[::-1]
