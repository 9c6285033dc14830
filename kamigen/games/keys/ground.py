"""The map as flat bytes with a frame of rock, on which every search walks.

A cell is one number, its place in the bytes; the four neighbours are at ±1 and
±stride. The frame column at the left of a row also ends the row before it. So
no search ever asks whether a neighbour exists.
"""

from __future__ import annotations

from collections.abc import Iterable

from kamigen.games.keys.level import ROCK, KeysLevel
from kamigen.grid import Cell

ROCK_BYTE = ord(ROCK)

# In ASCII the kinds of cells are ranges: players below doors below keys.
FIRST_PLAYER, FIRST_DOOR, FIRST_KEY = ord("1"), ord("A"), ord("a")

_LETTER = 0b11111
"""The bits that a key and its door have in common: A and a are letter 1."""


class Ground:
    """A level's cells, flat."""

    __slots__ = ("cells", "stride")

    def __init__(self, level: KeysLevel) -> None:
        self.stride = level.cols + 1
        edge = ROCK * self.stride
        self.cells = (edge + ROCK + ROCK.join(level.drawing) + ROCK + edge).encode("ascii")

    def place(self, cell: Cell) -> int:
        """Return where a cell is in the bytes."""
        return cell[0] * self.stride + cell[1]

    def cell(self, place: int) -> Cell:
        """Return the row and column of a place, both from 1."""
        return divmod(place, self.stride)

    @property
    def steps(self) -> tuple[int, int, int, int]:
        """How far apart neighbours are: up, left, down, right."""
        return -self.stride, -1, self.stride, 1

    def letters(self) -> tuple[int, int]:
        """Return the letters of all keys, and those of all doors, as bit sets."""
        there = set(self.cells)
        return (
            letter_set(byte for byte in there if byte >= FIRST_KEY),
            letter_set(byte for byte in there if FIRST_DOOR <= byte < FIRST_KEY),
        )


def letter_bit(byte: int) -> int:
    """Return the bit of a key's or a door's letter."""
    return 1 << (byte & _LETTER)


def letter_set(keys: Iterable[int]) -> int:
    """Return the bit set of the letters of keys or doors."""
    held = 0
    for byte in keys:
        held |= letter_bit(byte)
    return held


def letters_of(held: int) -> str:
    """Spell a bit set of letters, in the order of the alphabet."""
    return "".join(chr(FIRST_KEY - 1 + letter) for letter in range(1, 27) if held >> letter & 1)
