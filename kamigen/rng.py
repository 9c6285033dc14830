"""Randomness that is an argument, never a global, and the same on every machine.

Of the standard generator only the stream of `random()` is promised to stay the
same across Python versions; everything here is built on that stream alone, and
only with operations that IEEE arithmetic makes exact. So a seed gives the same
bytes on every platform, with every version.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Mapping, MutableSequence, Sequence
from typing import TypeVar

T = TypeVar("T")


class Rng:
    """A stream of random choices, fixed by the words it was made from."""

    def __init__(self, *words: object) -> None:
        digest = hashlib.sha256("\x1f".join(map(str, words)).encode()).digest()
        self._source = random.Random(int.from_bytes(digest, "big"))  # noqa: S311 - not for secrets

    def below(self, bound: int) -> int:
        """Return one of 0, …, bound − 1."""
        return int(self._source.random() * bound)

    def between(self, low: int, high: int) -> int:
        """Return one of low, …, high, both included."""
        return low + self.below(high - low + 1)

    def chance(self, percent: int) -> bool:
        """Return True in `percent` of a hundred cases."""
        return self.below(100) < percent

    def choice(self, items: Sequence[T]) -> T:
        """Return one of the items."""
        return items[self.below(len(items))]

    def weighted(self, weights: Mapping[T, int]) -> T:
        """Return one of the keys, each as often as its weight says."""
        ticket = self.below(sum(weights.values()))
        for item, weight in weights.items():
            ticket -= weight
            if ticket < 0:
                return item
        raise ValueError("the weights must be positive")

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Bring the items into a random order, in place."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
