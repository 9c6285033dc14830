"""Graphs in several parts: the least number of actions that gives all of them one colour.

An action paints one component, which lies in one part, so a sequence for the
whole graph is a sequence for each part, shuffled together. It wins if and only
if all parts end in one and the same colour. Hence, with m(G, c) for the least
number of actions that makes a connected part G all c,

    par = min over colours c of Σ m(G_i, c).

A part is always winnable, as the palette holds at least one colour: so is the
whole graph. Painting a part that is of one colour takes one action, so m(G, c)
is par(G) if some shortest sequence of G ends in c, and par(G) + 1 otherwise, for
every c in the palette. A colour outside it can only be the end of parts that
have it from the start. So

    par = Σ par(G_i) + min over c of the number of parts that do not end in c.

Of the colours that no part has, one is as good as another.
"""

from __future__ import annotations

from collections.abc import Iterator

from kamigen.budget import Budget
from kamigen.games.kami.graph import RegionGraph
from kamigen.games.kami.search import Actions, GraphProof
from kamigen.games.kami.solver import ending_in
from kamigen.games.kami.solver import solve as solve_connected


def solve(
    graph: RegionGraph, palette: int, budget: Budget, *, most: int | None = None
) -> GraphProof:
    """Find the par of any region graph; `most` is as for a connected one."""
    parts = list(connected_parts(graph))
    if len(parts) == 1:
        return solve_connected(graph, palette, budget, most=most)
    meter = budget.start()
    proofs = []
    for part in parts:
        left = Budget(_left(budget.nodes, meter.nodes), meter.seconds_left, budget.threads)
        proofs.append(solve_connected(part, palette, left))
        meter.nodes += proofs[-1].states
    joint = _Ending(parts, proofs, palette)
    if all(proof.proven for proof in proofs):
        joint.settle(Budget(_left(budget.nodes, meter.nodes), meter.seconds_left))
    actions = joint.actions()
    return GraphProof(
        joint.lower,
        len(actions),
        tuple(actions),
        meter.nodes + joint.states,
        meter.seconds,
        next((proof.stopped for proof in proofs if proof.stopped), joint.stopped),
    )


def connected_parts(graph: RegionGraph) -> Iterator[RegionGraph]:
    """Yield the connected parts, in the order of their first vertices."""
    seen: set[int] = set()
    for start in graph.adjacency:
        if start in seen:
            continue
        seen.add(start)
        members = [start]
        for vertex in members:  # grows while it is walked
            for other in graph.adjacency[vertex]:
                if other not in seen:
                    seen.add(other)
                    members.append(other)
        yield RegionGraph(
            {vertex: graph.adjacency[vertex] for vertex in members},
            {vertex: graph.colours[vertex] for vertex in members},
        )


class _Ending:
    """In which colour all parts shall end, and what is known about each of them."""

    def __init__(self, parts: list[RegionGraph], proofs: list[GraphProof], palette: int) -> None:
        self._parts = parts
        self._palette = palette
        self._sum = sum(proof.lower for proof in proofs)
        # For every part the shortest sequences known, by the colour they end in.
        self._known: list[dict[int, Actions]] = [
            {_end(part, proof.actions): list(proof.actions)}
            for part, proof in zip(parts, proofs, strict=True)
        ]
        self._refuted: list[set[int]] = [set() for _ in parts]
        self.states = 0
        self.stopped = ""

    @property
    def lower(self) -> int:
        """Each part's own bound, and one action for each part that cannot end as it should."""
        return self._sum + min(
            sum(colour in refuted for refuted in self._refuted) for colour in self._candidates()
        )

    def settle(self, budget: Budget) -> None:
        """Find out in which colours each part can end with its own par."""
        meter = budget.start()
        for colour in self._candidates():
            for part, known, refuted in zip(self._parts, self._known, self._refuted, strict=True):
                if colour in known:
                    continue
                par = min(map(len, known.values()))
                left = Budget(_left(budget.nodes, meter.nodes), meter.seconds_left)
                answer = ending_in(part, self._palette, left, colour, par)
                meter.nodes += answer.states
                self.states += answer.states
                if answer.stopped:
                    self.stopped = answer.stopped
                    return
                if answer.actions is None:
                    refuted.add(colour)
                else:
                    known[colour] = answer.actions
            if self.lower == len(self.actions()):
                return

    def actions(self) -> Actions:
        """The shortest sequence known: all parts, then a last coat for those that need one."""
        return min((self._ending(colour) for colour in self._candidates()), key=len)

    def _ending(self, colour: int) -> Actions:
        actions: Actions = []
        for part, known in zip(self._parts, self._known, strict=True):
            if colour in known:
                actions += known[colour]
            else:
                shortest: Actions = min(known.values(), key=len)
                actions += shortest
                actions.append((next(iter(part.adjacency)), colour))
        return actions

    def _candidates(self) -> list[int]:
        """The colours to end in, the most promising first; a foreign one only if all have it."""
        ends = [end for known in self._known for end in known]
        board = {colour for part in self._parts for colour in part.colours.values()}
        paintable = [colour for colour in range(1, self._palette + 1) if colour in board]
        absent = [colour for colour in range(1, self._palette + 1) if colour not in board][:1]
        shared = [
            colour
            for colour in board
            if colour > self._palette and all(colour in known for known in self._known)
        ]
        return sorted(paintable + absent + shared, key=lambda colour: -ends.count(colour))


def _end(part: RegionGraph, actions: tuple[tuple[int, int], ...]) -> int:
    return actions[-1][1] if actions else next(iter(part.colours.values()))


def _left(nodes: int | None, spent: int) -> int | None:
    return None if nodes is None else max(0, nodes - spent)
