"""The engine: a board as one integer, and the rules of Gemas as a few shifts of it.

Every colour has a plane of bits, one bit a cell, and the planes stand one
behind the other in a single integer. Within a plane the cells go down the
columns: the next bit is the cell below, `column` bits on is the cell to the
right. After each column follows one bit that is always 0, and after the last
column of a plane a whole column of them, so that a chain never runs from one
edge to the opposite one: between the two lies a bit that belongs to no cell.
One operation on the integer then works on all cells of all colours at once.

A swap is settled in rounds, as in the assignment's main loop: all chains are
destroyed, the gems above fall, the blanks are filled from the refill, and this
is repeated while there are chains. Settling also ends with the round in which
the wanted number of gems is reached. The game is won then, whatever would still
follow; and a refill that forms chains for ever, as one of a single colour does,
cannot keep anybody waiting.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from kamigen.games.gemas.refill import Refill

Swap = tuple[int, int]
"""Two neighbouring cells, as bits of a plane: the upper or left one first."""

A = ord("A")


class Planes:
    """The layout of boards of one size and number of colours, and what it takes to play on it."""

    def __init__(self, rows: int, cols: int, colours: int) -> None:
        self.rows, self.cols, self.colours = rows, cols, colours
        self.column = rows + 1
        self.plane = (cols + 1) * self.column
        # One bit a plane: multiplied by it, a set of cells becomes that set in every plane.
        self._every = sum(1 << colour * self.plane for colour in range(colours))
        # The cells as a reader meets them, row by row.
        self._cells = [col * self.column + row for row in range(rows) for col in range(cols)]
        self._gems = [
            [1 << colour * self.plane + cell for cell in self._cells] for colour in range(colours)
        ]
        self._board = sum(1 << cell for cell in self._cells)
        self._has_right = self._board & self._board >> self.column
        self._has_below = self._board & self._board >> 1
        self._above = {
            cell: self._every * ((1 << cell) - (1 << cell - cell % self.column))
            for cell in self._cells
        }
        # Planes are laid upon each other by halves: see `_cells_of`.
        self._folds = []
        height = colours
        while height > 1:
            height = (height + 1) // 2
            self._folds.append(height * self.plane)

    def pack(self, cells: Sequence[Sequence[str]]) -> int:
        """Return the board with these letters."""
        letters = (letter for row in cells for letter in row)
        return sum(self._gems[ord(letter) - A][place] for place, letter in enumerate(letters))

    def unpack(self, board: int) -> tuple[str, ...]:
        """Return the letters of a full board, a string a row."""
        letters = "".join(
            next(chr(A + colour) for colour, gems in enumerate(self._gems) if board & gems[place])
            for place in range(len(self._cells))
        )
        return tuple(letters[at : at + self.cols] for at in range(0, len(letters), self.cols))

    def place(self, cell: int) -> tuple[int, int]:
        """Return the row and the column, counted from 1, of a bit of a plane."""
        col, row = divmod(cell, self.column)
        return row + 1, col + 1

    def bit(self, row: int, col: int) -> int:
        """Return the bit of a plane that stands for a cell, counted from 1."""
        return (col - 1) * self.column + row - 1

    def chains(self, board: int) -> int:
        """Return the gems, in their planes, that belong to a chain of three or more."""
        column = self.column
        down = board & board >> 1 & board >> 2
        right = board & board >> column & board >> 2 * column
        return down | down << 1 | down << 2 | right | right << column | right << 2 * column

    def swaps(self, board: int) -> list[Swap]:
        """List the valid swaps of a board that has no chains."""
        rightward, downward = self._valid(board)
        found = []
        while rightward:
            lowest = rightward & -rightward
            rightward ^= lowest
            cell = lowest.bit_length() - 1
            found.append((cell, cell + self.column))
        while downward:
            lowest = downward & -downward
            downward ^= lowest
            cell = lowest.bit_length() - 1
            found.append((cell, cell + 1))
        return found

    def is_dead(self, board: int) -> bool:
        """Whether a board without chains has no valid swap."""
        return self._valid(board) == (0, 0)

    def swapped(self, board: int, swap: Swap) -> int:
        """Return the board with the gems of two cells exchanged."""
        first, second = swap
        # A cell's gem as one bit at the start of its plane; where both are the
        # same nothing is left of the difference, and nothing is exchanged.
        change = (board >> first ^ board >> second) & self._every
        return board ^ (change << first | change << second)

    def gain(self, board: int, swap: Swap) -> int:
        """Return the gems that a swap destroys at once, before anything falls."""
        return self.chains(self.swapped(board, swap)).bit_count()

    def settle(self, board: int, drawn: int, refill: Refill, wanted: int) -> tuple[int, int]:
        """Destroy, let fall and fill until no chain is left or `wanted` gems are destroyed.

        `drawn` is the number of gems destroyed before; returned are the board
        and the number of those destroyed by then.
        """
        column, cols, above, gems = self.column, self.cols, self._above, self._gems
        while drawn < wanted and (gone := self.chains(board)):
            board ^= gone
            holes = self._cells_of(gone)
            left = [0] * cols
            blanks = []
            # Lower bits are higher up in a column. What falls into a hole leaves its
            # blank at the top, above those of the holes that were filled before.
            while holes:
                lowest = holes & -holes
                holes ^= lowest
                cell = lowest.bit_length() - 1
                falling = board & above[cell]
                board = board ^ falling | falling << 1
                col = cell // column
                blanks.append(left[col] * cols + col)
                left[col] += 1
            blanks.sort()
            for place, colour in zip(
                blanks, refill.between(drawn, drawn + len(blanks)), strict=True
            ):
                board |= gems[colour][place]
            drawn += len(blanks)
        return board, drawn

    def play(
        self, board: int, drawn: int, swap: Swap, refill: Refill, wanted: int
    ) -> tuple[int, int]:
        """Make a swap and settle it."""
        return self.settle(self.swapped(board, swap), drawn, refill, wanted)

    def _valid(self, board: int) -> tuple[int, int]:
        """Return the cells whose swap with the right neighbour, with the lower one, is valid.

        A gem that moves into cell x completes a chain if two cells in line with x
        have its colour, and the gem does not come from one of these two. There
        are six such pairs: the two cells above, below, left and right of x, and
        the cells on both sides of x, across and upright. A gem from the left may
        use all but those that hold the cell on the left; so for each side.
        """
        column = self.column
        upright = board & board >> 1
        across = board & board >> column
        above, below = upright << 2, upright >> 1
        left, right = across << 2 * column, across >> column
        on_a_column = above | below | (board & board >> 2) << 1
        on_a_row = left | right | (board & board >> 2 * column) << column
        rightward = board & (right | on_a_column) >> column
        rightward |= board >> column & (left | on_a_column)
        downward = board & (below | on_a_row) >> 1
        downward |= board >> 1 & (above | on_a_row)
        # What was found across the edge of a plane belongs to no cell with that neighbour.
        return (
            self._cells_of(rightward) & self._has_right,
            self._cells_of(downward) & self._has_below,
        )

    def _cells_of(self, gems: int) -> int:
        """Lay all planes upon each other: the cells, whatever the colour."""
        for fold in self._folds:
            gems |= gems >> fold
        return gems & self._board


@lru_cache(maxsize=256)
def planes_of(rows: int, cols: int, colours: int) -> Planes:
    """Return the layout for boards of this size; it is made once."""
    return Planes(rows, cols, colours)
