"""Which search proves: the native kernel where it was built, else the Python one.

The two are twins. They explore in the same order and count the same nodes, so
that bounds, actions and states are the same whichever is active, also where a
budget of nodes ends the search: a generated level does not depend on it. What
the kernel returns is replayed in Python before it is claimed.
"""

from __future__ import annotations

import os
import time
from functools import cache
from types import ModuleType

from kamigen import native
from kamigen.budget import Budget
from kamigen.errors import KamigenError
from kamigen.games.kami import search
from kamigen.games.kami.graph import RegionGraph
from kamigen.games.kami.search import GraphProof

# The environment variable that forces one of the two.
CHOICE = "KAMIGEN_SOLVER"

# What the kernel's blobs and tables may take before it gives up.
_MOST_BYTES = 3 << 29


def active_solver() -> str:
    """Return which search `solve` uses: "native" or "python"."""
    choice = os.environ.get(CHOICE, "")
    if choice not in ("", "native", "python"):
        raise KamigenError(f'{CHOICE} is "{choice}", but only native and python are known')
    if choice == "native" and _kernel() is None:
        raise KamigenError(f"{CHOICE} asks for the native kernel, which was not built here")
    if choice:
        return choice
    return "python" if _kernel() is None else "native"


def solve(
    graph: RegionGraph, palette: int, budget: Budget, *, most: int | None = None
) -> GraphProof:
    """Find the par of a connected region graph painted with the colours 1..palette.

    With `most`, only the question "is par ≤ most?" is answered: the search ends
    as soon as it has that many actions or fewer, or has refuted them. With
    several threads bounds that are proven are the same, but states, and which of
    several shortest sequences is found, may differ.
    """
    kernel = _kernel()
    small = 1 < len(graph) <= search.MOST_REGIONS
    if active_solver() == "python" or kernel is None or not small:
        return search.solve(graph, palette, budget, most=most)
    started = time.perf_counter()
    codes = list(graph.adjacency)
    number = {code: vertex for vertex, code in enumerate(codes)}
    plain = search.repaint_all(graph, palette)
    lower, upper, found, states, _, stopped = kernel.solve(
        [graph.colours[code] for code in codes],
        [[number[other] for other in graph.adjacency[code]] for code in codes],
        palette=palette,
        lower=search.plain_lower(graph, palette),
        upper=len(plain),
        beam_width=search.beam_width(graph),
        most=most,
        nodes=budget.nodes,
        seconds=budget.seconds,
        most_bytes=_MOST_BYTES,
        jobs=budget.threads,
    )
    actions = plain if found is None else [(codes[vertex], colour) for vertex, colour in found]
    search.check_replay(graph, actions, palette)
    seconds = time.perf_counter() - started
    return GraphProof(lower, upper, tuple(actions), states, seconds, stopped, "native")


@cache
def _kernel() -> ModuleType | None:
    return native.load()
