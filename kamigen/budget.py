"""Budgets: how many nodes and seconds a search may spend.

A budget is a value; `start()` gives the meter that counts against it. Whether
a candidate is kept must not depend on the clock, so the generator sets only
nodes; seconds are for interactive use.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

# Reading the clock costs about as much as a few dozen bit operations, so it is
# read once every so many nodes; a node takes well under a millisecond.
_NODES_PER_CLOCK_READING = 64


class BudgetSpent(Exception):
    """Raised inside a search when its budget has run out; it says of what."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What a search may spend; None is without limit.

    More threads than one are for a person who waits for one hard level: they change
    no answer, but which nodes are visited, so what is made from a seed uses one.
    """

    nodes: int | None = None
    seconds: float | None = None
    threads: int = 1

    def start(self) -> Meter:
        """Start counting against this budget."""
        return Meter(self)


class Meter:
    """Counts the nodes of a running search and stops it when the budget is spent."""

    __slots__ = ("_deadline", "_limit", "_started", "nodes")

    def __init__(self, budget: Budget) -> None:
        self.nodes = 0
        self._limit = budget.nodes
        self._started = time.perf_counter()
        self._deadline = None if budget.seconds is None else self._started + budget.seconds

    def tick(self) -> None:
        """Count one node; raise BudgetSpent if that was one too many."""
        self.nodes += 1
        if self._limit is not None and self.nodes > self._limit:
            raise BudgetSpent("nodes")
        if (
            self._deadline is not None
            and self.nodes % _NODES_PER_CLOCK_READING == 0
            and time.perf_counter() > self._deadline
        ):
            raise BudgetSpent("seconds")

    @property
    def seconds(self) -> float:
        """The time since the start."""
        return time.perf_counter() - self._started

    @property
    def nodes_left(self) -> int | None:
        """How many more nodes may be counted; None without a limit."""
        return None if self._limit is None else max(0, self._limit - self.nodes)

    @property
    def seconds_left(self) -> float | None:
        """The time until the deadline, never negative; None without one."""
        return None if self._deadline is None else max(0.0, self._deadline - time.perf_counter())
