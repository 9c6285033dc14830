"""Which search proves: the native kernel where it was built, else the Python one.

The two are twins: they explore in the same order and count the same nodes, so a
generated level does not depend on which is active. What the kernel returns is
replayed in Python before it is claimed.
"""

from __future__ import annotations

import time

from kamigen import native
from kamigen.budget import Budget
from kamigen.games.floodit import search
from kamigen.games.floodit.pond import Pond, greedy_plays, least_plays, spelled
from kamigen.games.floodit.search import PondProof, checked

# What the kernel's floods may take before it gives up.
_MOST_BYTES = 3 << 28

# The kernel's sets of colours are one machine word.
_MOST_COLOURS = 64


def solve(pond: Pond, budget: Budget, *, most: int | None = None) -> PondProof:
    """Find the par of a pond; with `most`, only whether it is `most` or less."""
    kernel = native.chosen() if len(pond.palette) <= _MOST_COLOURS else None
    if kernel is None:
        return search.solve(pond, budget, most=most)
    started = time.perf_counter()
    plays = greedy_plays(pond)
    lower, free_plays, states, _ = kernel.solve_flood(
        pond.colours,
        pond.touching,
        palette=len(pond.palette),
        lower=least_plays(pond),
        upper=len(plays),
        last_plays=pond.last_plays,
        most=most,
        nodes=budget.nodes,
        seconds=budget.seconds,
        most_bytes=_MOST_BYTES,
    )
    if free_plays is not None:
        plays = spelled(pond, free_plays)
    return checked(pond, PondProof(lower, tuple(plays), states, time.perf_counter() - started))
