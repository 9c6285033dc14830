"""A Flood-It level being played: a move is a colour, such as `3`; undo, and exact hints."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from kamigen.errors import IllegalMove
from kamigen.game import Hint, Outcome, Play, Scene, Tile
from kamigen.games.boards.scene import areas
from kamigen.games.floodit.pond import Pond
from kamigen.games.floodit.solver import solve
from kamigen.grid import Cell, flood, framed, inner_cells

if TYPE_CHECKING:
    from kamigen.budget import Budget
    from kamigen.game import Language
    from kamigen.games.floodit.level import FlooditLevel

PHRASES: Mapping[str, Mapping[Language, str]] = {
    "rules": {
        "en": "Flood the whole board from its top-left cell.\n"
        "A move is a colour: 3 paints the flood with colour 3, and what it touches joins it.",
        "pt": "Inunde o tabuleiro inteiro a partir da célula do canto superior esquerdo.\n"
        "Uma jogada é uma cor: 3 pinta a inundação com a cor 3 e junta o que ela toca.",
    },
    "hinted": {
        "en": "Hint: the flood was painted with colour {0}.",
        "pt": "Dica: a inundação foi pintada com a cor {0}.",
    },
    "not-a-move": {
        "en": "That is not a move. Type a colour, such as 3.",
        "pt": "Não entendi essa jogada. Digite uma cor, por exemplo 3.",
    },
    "no-such-colour": {
        "en": "There is no colour {colour}: choose one from 1 to {colours}.",
        "pt": "A cor {colour} não está disponível: escolha uma de 1 a {colours}.",
    },
    "same-colour": {
        "en": "The flood has colour {colour} already. No action was spent.",
        "pt": "A inundação já tem a cor {colour}. Nenhuma ação foi gasta.",
    },
    "game-over": {
        "en": "The game is over.",
        "pt": "O jogo já terminou.",
    },
}

CORNER: Cell = (1, 1)

# Long enough for any colour, short enough for `int`.
_COLOUR = re.compile(r"-?[0-9]{1,9}")


class FlooditPlay(Play):
    """A level, the moves made on it, and the board they have led to."""

    def __init__(self, level: FlooditLevel) -> None:
        self._level = level
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
        inner = self._board[1:-1, 1:-1]
        if (inner == inner[0, 0]).all():
            return Outcome.WON
        left = self.actions_left
        return Outcome.PLAYING if left is None or left > 0 else Outcome.OUT_OF_ACTIONS

    @property
    def actions_left(self) -> int | None:
        """How many times the flood may still be painted; None without a limit."""
        return None if self._level.limit is None else self._level.limit - len(self._moves)

    @property
    def moves(self) -> Sequence[str]:
        """The colours played so far."""
        return tuple(self._moves)

    def move(self, text: str) -> None:
        """Paint the flood: `3` paints it with colour 3."""
        if self.outcome is not Outcome.PLAYING:
            raise IllegalMove("game-over")
        colour = self._read(text)
        former = int(self._board[CORNER])
        if former == colour:
            raise IllegalMove("same-colour", colour=colour)
        cells = flood(self._board, CORNER)
        for cell in cells:
            self._board[cell] = colour
        self._painted.append((cells, former))
        self._moves.append(str(colour))
        self._plan = self._plan[1:] if self._plan[:1] == (str(colour),) else ()

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
            pond = Pond(inner_cells(self._board))
            proof = solve(pond, budget, most=left)
            if left is not None and proof.lower > left:
                return Hint(None, proven=True)
            if left is not None and proof.upper > left:
                return Hint(None, proven=False)
            self._plan = tuple(str(pond.palette[play]) for play in proof.plays)
        return Hint(self._plan[0], proven=True)

    def scene(self) -> Scene:
        """The board with the flood marked, the palette, and how many actions are left."""
        left = f"{len(self._moves)} actions made"
        if self.actions_left is not None:
            left = f"{self.actions_left} of {self._level.limit} actions left"
        return scene(inner_cells(self._board), self._level.colours, left)

    def _read(self, text: str) -> int:
        words = text.split()
        if len(words) != 1 or not _COLOUR.fullmatch(words[0]):
            raise IllegalMove("not-a-move")
        colour, colours = int(words[0]), self._level.colours
        if not 1 <= colour <= colours:
            raise IllegalMove("no-such-colour", colour=colour, colours=colours)
        return colour


def scene(cells: Sequence[Sequence[int]], colours: int, actions: str) -> Scene:
    """Return what a board looks like, the flood pointed out; `actions` ends the caption."""
    tiles = tuple(tuple(Tile(colour, "") for colour in row) for row in cells)
    caption = f"{len(cells)}×{len(cells[0])}, colours 1 to {colours}, {actions}"
    flooded = frozenset(flood(framed(cells), CORNER))
    return Scene(tiles, caption, tuple(range(1, colours + 1)), areas(cells), flooded)
