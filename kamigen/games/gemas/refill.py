"""The refill: which gem falls in next, fixed by the level's refill seed alone.

The refill is a stream of colours. Gem number n of it (n = 0, 1, …) has the
colour ⌊z·colours / 2⁶⁴⌋, counted from 0 for the letter A, where z is output n of
the SplitMix64 generator started with the refill seed:

    s = seed + (n + 1)·0x9E3779B97F4A7C15            (all modulo 2⁶⁴)
    z = (s ⊕ s≫30)·0xBF58476D1CE4E5B9
    z = (z ⊕ z≫27)·0x94D049BB133111EB
    z =  z ⊕ z≫31

So every gem is found without those before it, by integers only: the same on
every machine and in every language. Each destroyed gem leaves one blank, and
blanks are filled at once, row by row and from left to right: the number of the
next gem to fall in is the number of gems destroyed since the start.

This definition, and the level itself, are all that the engine and its witness
have in common.
"""

from __future__ import annotations

_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15


def mix(seed: int, number: int) -> int:
    """Return output `number`, counted from 0, of SplitMix64 started with `seed`."""
    word = (seed + (number + 1) * _STEP) & _MASK
    word = ((word ^ word >> 30) * 0xBF58476D1CE4E5B9) & _MASK
    word = ((word ^ word >> 27) * 0x94D049BB133111EB) & _MASK
    return word ^ word >> 31


def gem(seed: int, number: int, colours: int) -> int:
    """Return the colour, from 0, of gem `number` of a refill."""
    return mix(seed, number) * colours >> 64


class Refill:
    """A refill whose gems are kept once they are known, for those who ask again and again."""

    __slots__ = ("_gems", "colours", "seed")

    def __init__(self, seed: int, colours: int) -> None:
        self.seed = seed
        self.colours = colours
        self._gems: list[int] = []

    def between(self, first: int, end: int) -> list[int]:
        """Return the colours of the gems from `first` to before `end`."""
        gems = self._gems
        while len(gems) < end:
            gems.append(gem(self.seed, len(gems), self.colours))
        return gems[first:end]
