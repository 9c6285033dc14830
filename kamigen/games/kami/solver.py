"""Which search proves: the native kernel where it was built, else the Python one.

The two are twins. They explore in the same order and count the same nodes, so
that bounds, actions and states are the same whichever is active, also where a
budget of nodes ends the search: a generated level does not depend on it. What
the kernel returns is replayed in Python before it is claimed.
"""

from __future__ import annotations

import time
from types import ModuleType
from typing import Any

from kamigen import native
from kamigen.budget import Budget
from kamigen.games.kami import search
from kamigen.games.kami.graph import RegionGraph
from kamigen.games.kami.search import Actions, Ending, GraphProof

# What the kernel's blobs and tables may take before it gives up.
_MOST_BYTES = 3 << 29


def solve(
    graph: RegionGraph, palette: int, budget: Budget, *, most: int | None = None
) -> GraphProof:
    """Find the par of a connected region graph painted with the colours 1..palette.

    With `most`, only the question "is par ≤ most?" is answered: the search ends
    as soon as it has that many actions or fewer, or has refuted them. With
    several threads bounds that are proven are the same, but states, and which of
    several shortest sequences is found, may differ.
    """
    kernel = _kernel_for(graph)
    if kernel is None:
        return search.solve(graph, palette, budget, most=most)
    started = time.perf_counter()
    plain = search.repaint_all(graph, palette)
    lower, upper, found, states, _, stopped = kernel.solve(
        **_question(graph, palette, budget),
        lower=search.plain_lower(graph, palette),
        upper=len(plain),
        most=most,
    )
    actions = plain if found is None else _named(graph, found)
    search.check_replay(graph, actions, palette)
    seconds = time.perf_counter() - started
    return GraphProof(lower, upper, tuple(actions), states, seconds, stopped, "native")


def ending_in(graph: RegionGraph, palette: int, budget: Budget, colour: int, par: int) -> Ending:
    """Find a sequence of `par` actions after which a connected graph is all of this colour.

    `par` must be the graph's own.
    """
    kernel = _kernel_for(graph)
    if kernel is None:
        return search.ending_in(graph, palette, budget, colour, par)
    _, _, found, states, _, stopped = kernel.solve(
        **_question(graph, palette, budget), lower=par, upper=par, most=par, final=colour
    )
    if found is None:
        return Ending(None, states, stopped)
    actions = _named(graph, found)
    search.check_replay(graph, actions, palette)
    if len(actions) != par or actions[-1][1] != colour:
        raise AssertionError(f"{actions} does not end {graph} in {colour} with {par} actions")
    return Ending(actions, states)


def _question(graph: RegionGraph, palette: int, budget: Budget) -> dict[str, Any]:
    """Return what every question to the kernel holds; vertices are numbered in their order."""
    number = {code: vertex for vertex, code in enumerate(graph.adjacency)}
    return {
        "colours": [graph.colours[code] for code in graph.adjacency],
        "near": [[number[other] for other in near] for near in graph.adjacency.values()],
        "palette": palette,
        "first_width": search.FIRST_WIDTH,
        "last_width": search.LAST_WIDTH,
        "nodes": budget.nodes,
        "seconds": budget.seconds,
        "most_bytes": _MOST_BYTES,
        "jobs": budget.threads,
    }


def _named(graph: RegionGraph, found: Actions) -> Actions:
    """Return the kernel's actions with the graph's own names for its vertices."""
    codes = list(graph.adjacency)
    return [(codes[vertex], colour) for vertex, colour in found]


def _kernel_for(graph: RegionGraph) -> ModuleType | None:
    """Return the kernel, if it is to search this graph."""
    return native.chosen() if 1 < len(graph) <= search.MOST_REGIONS else None
