"""A board of colours being painted: moves counted, undo, and hints by a known way to win."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING

from kamigen.errors import IllegalMove
from kamigen.game import Hint, Outcome, Play
from kamigen.games.boards.rules import is_monochrome, paint
from kamigen.grid import cell_name

if TYPE_CHECKING:
    from kamigen.budget import Budget
    from kamigen.games.boards.board import BoardLevel
    from kamigen.grid import Cell

# Long enough for any colour, short enough for `int`.
_COLOUR = re.compile(r"-?[0-9]{1,9}")


class PaintingPlay(Play):
    """The moves made on a board and what they painted; a game says what a move is."""

    def __init__(self, level: BoardLevel) -> None:
        self._limit = level.limit
        self._colours = level.colours
        self._board = level.board
        self._moves: list[str] = []
        # What each move painted and the colour that was there, to take it back.
        self._painted: list[tuple[list[Cell], int]] = []
        # The rest of a sequence known to win from here. Following it, a player
        # who keeps asking wins, even if a later search ran out of its budget.
        self._plan: tuple[str, ...] = ()

    @property
    def outcome(self) -> Outcome:
        """Won, out of actions or going on; a win with the last action is a win."""
        if is_monochrome(self._board):
            return Outcome.WON
        left = self.actions_left
        return Outcome.PLAYING if left is None or left > 0 else Outcome.OUT_OF_ACTIONS

    @property
    def actions_left(self) -> int | None:
        """How many times may still be painted; None without a limit."""
        return None if self._limit is None else self._limit - len(self._moves)

    @property
    def moves(self) -> Sequence[str]:
        """The moves so far."""
        return tuple(self._moves)

    def move(self, text: str) -> None:
        """Paint, as `text` says."""
        if self.outcome is not Outcome.PLAYING:
            raise IllegalMove("game-over")
        cell, colour, spelled = self._read(text)
        former = int(self._board[cell])
        if former == colour:
            raise IllegalMove("same-colour", cell=self._name_of(cell), colour=colour)
        self._painted.append((self._paint(cell, colour), former))
        self._moves.append(spelled)
        self._plan = self._plan[1:] if self._plan[:1] == (spelled,) else ()

    def undo(self) -> bool:
        """Take the last move back, with its action."""
        if not self._moves:
            return False
        cells, former = self._painted.pop()
        for cell in cells:
            self._board[cell] = former
        taken_back = self._moves.pop()
        if self._plan:
            self._plan = (taken_back, *self._plan)
        return True

    def hint(self, budget: Budget) -> Hint:
        """Find a move that keeps the win within reach, by the exact search.

        Without a limit the win is always within reach; then the move begins the
        shortest sequence that the budget finds.
        """
        if self.outcome is not Outcome.PLAYING:
            raise IllegalMove("game-over")
        if not self._plan:
            left = self.actions_left
            lower, way = self._way_to_win(budget, left)
            if left is not None and lower > left:
                return Hint(None, proven=True)
            if left is not None and len(way) > left:
                return Hint(None, proven=False)
            self._plan = way
        return Hint(self._plan[0], proven=True)

    def _colour(self, word: str) -> int:
        """Return the colour that a word of a move names, or refuse the move."""
        if not _COLOUR.fullmatch(word):
            raise IllegalMove("not-a-move")
        colour = int(word)
        if not 1 <= colour <= self._colours:
            raise IllegalMove("no-such-colour", colour=colour, colours=self._colours)
        return colour

    def _paint(self, cell: Cell, colour: int) -> list[Cell]:
        """Paint the region of a cell, and return its cells."""
        return paint(self._board, cell, colour)

    def _name_of(self, cell: Cell) -> str:
        return cell_name(cell)

    @abstractmethod
    def _read(self, text: str) -> tuple[Cell, int, str]:
        """Return the cell whose region is painted, the colour, and the move as it is spelled."""

    @abstractmethod
    def _way_to_win(self, budget: Budget, most: int | None) -> tuple[int, tuple[str, ...]]:
        """Return the least number of moves that are needed, as far as known, and some that win."""
