"""The exact search: the fewest swaps that destroy the wanted gems, the refill being known.

A state is a board and the number of gems destroyed, which is also the place in
the refill; all that follows depends on these two and nothing else. The search
goes layer by layer: layer k holds the states after k swaps. When layer k was
gone through and no swap out of it reaches the target, k + 1 swaps are not
enough. What it leaves out, and why it may:

- A state that is in the layer already. The same state has the same future, so
  one of several ways to it is enough.
- States of the layer before the last that matters. A quick dive first finds
  some winning sequence, of u swaps say. Then only the layers up to u − 2 have to
  be kept: a swap out of layer u − 2 wins with u − 1 swaps, or nothing does with
  fewer than u.

It does not leave out states for having too few gems: the gems of one swap have
no bound that a board would tell. With two colours on ten by ten cells a single
swap can go on forming chains until any target is reached, so every bound below
the target would be wrong for some level.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from kamigen.budget import Budget, BudgetSpent, Meter
from kamigen.games.gemas.level import MOST_SWAPS, GemasLevel
from kamigen.games.gemas.planes import Planes, Swap
from kamigen.games.gemas.refill import Refill

# The dive keeps the richest states of each layer. With 16 of them it finds the par of
# 79 in 90 candidates of the shipped configs, in 4 ms each. A target too far away for
# that is followed by the single richest state.
_DIVE_WIDTH = 16
_DIVE_NODES = 4_000

# A state takes up to a kilobyte, so a layer is given up, like a search whose budget is
# spent, before it takes the memory of a small machine.
_MOST_STATES = 500_000


class State(NamedTuple):
    """A board between two swaps, and the gems destroyed so far."""

    board: int
    gems: int


@dataclass(frozen=True, slots=True)
class Rules:
    """What stays the same throughout a level: engine, refill and target."""

    planes: Planes
    refill: Refill
    target: int

    @classmethod
    def of(cls, level: GemasLevel) -> Rules:
        """Return the rules of a level."""
        return cls(level.planes, level.refill, level.target)

    def after(self, state: State, swap: Swap) -> State:
        """Return the state that a valid swap leads to."""
        return State(*self.planes.play(state.board, state.gems, swap, self.refill, self.target))


@dataclass(frozen=True, slots=True)
class Reach:
    """What a search has shown.

    At least `lower` swaps are needed; `swaps` is a sequence that does it, if one
    is known. `most_gems` are the most gems that 1, 2, … swaps can destroy, as far
    as their layers were gone through. Where all sequences end on boards without
    a valid swap before the target is reached, `out_of_reach` is true.
    """

    lower: int
    swaps: tuple[Swap, ...] | None
    most_gems: tuple[int, ...]
    states: int
    seconds: float
    out_of_reach: bool = False

    @property
    def upper(self) -> int | None:
        """The length of the known sequence."""
        return None if self.swaps is None else len(self.swaps)


Layer = Mapping[State, tuple[Swap, ...]]
"""The states after some number of swaps, each with a sequence that leads to it."""


def search(rules: Rules, start: State, budget: Budget, *, enough: int | None = None) -> Reach:
    """Find the fewest swaps from `start` to the target, or bound them.

    With `enough`, the search ends as soon as it is known whether that many are.
    """
    meter = budget.start()
    if start.gems >= rules.target:
        return Reach(0, (), (), 0, meter.seconds)
    lower = 1
    swaps: tuple[Swap, ...] | None = None
    most_gems: list[int] = []
    out_of_reach = False
    try:
        swaps = _dive(rules, start, meter)
        layer: Layer = {start: ()}
        while swaps is None or lower < len(swaps):
            if enough is not None and (lower > enough or (swaps and len(swaps) <= enough)):
                break
            layer, win, gems = _next_layer(
                rules, layer, meter, keep=swaps is None or lower + 1 < len(swaps)
            )
            if win is not None:
                swaps = win
                break
            if gems is None:
                out_of_reach = True
                lower = MOST_SWAPS + 1  # no number of swaps is enough
                break
            most_gems.append(gems)
            lower += 1
    except BudgetSpent:
        pass
    return Reach(lower, swaps, tuple(most_gems), meter.nodes, meter.seconds, out_of_reach)


def richest(rules: Rules, start: State, swaps: int, budget: Budget) -> list[int]:
    """Return the gems that 1, 2, …, `swaps` swaps can destroy, as far as the budget goes.

    Each is the most there is, but for the last: that is what the richest states
    of the layer before lead to, so that its own layer need not be gone through.
    The list is shorter where no longer sequence was found.
    """
    meter = budget.start()
    layer: Layer = {start: ()}
    found: list[int] = []
    try:
        while len(found) < swaps:
            last = len(found) + 1 == swaps
            layer, win, gems = _next_layer(
                rules, _favourites(layer) if last else layer, meter, keep=not last
            )
            if gems is None:
                break
            found.append(gems)
            if win is not None:
                break
    except BudgetSpent:
        pass
    return found


def _next_layer(
    rules: Rules, layer: Layer, meter: Meter, *, keep: bool
) -> tuple[Layer, tuple[Swap, ...] | None, int | None]:
    """Make every swap out of a layer.

    Return the next layer, if it is to be kept; a winning sequence, if there is
    one; and the most gems of any state reached, or None where there is no swap.
    """
    following: dict[State, tuple[Swap, ...]] = {}
    most = None
    # The richest first: if this layer wins, one of them probably does.
    for state, path in sorted(layer.items(), key=lambda item: -item[0].gems):
        for swap in rules.planes.swaps(state.board):
            meter.tick()
            reached = rules.after(state, swap)
            if reached.gems >= rules.target:
                return following, (*path, swap), reached.gems
            if most is None or reached.gems > most:
                most = reached.gems
            if keep and reached not in following:
                following[reached] = (*path, swap)
        if len(following) > _MOST_STATES:
            raise BudgetSpent
    return following, None, most


def _dive(rules: Rules, start: State, meter: Meter) -> tuple[Swap, ...] | None:
    """Follow the richest states only; return a winning sequence if that finds one."""
    layer: Layer = {start: ()}
    while layer:
        following, win, _ = _next_layer(rules, layer, meter, keep=True)
        if win is not None:
            return win
        layer = _favourites(following, _DIVE_WIDTH if meter.nodes < _DIVE_NODES else 1)
    return None


def _favourites(layer: Layer, width: int = _DIVE_WIDTH) -> Layer:
    """The richest states of a layer."""
    return dict(sorted(layer.items(), key=lambda item: -item[0].gems)[:width])
