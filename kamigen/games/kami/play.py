"""A KAMI level being played: moves such as `F4 2`, undo, and exact hints."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from kamigen.errors import IllegalMove
from kamigen.game import Hint, Outcome, Play, Scene, Tile
from kamigen.games.boards.scene import areas
from kamigen.games.kami.graph import RegionGraph, region_graph
from kamigen.games.kami.parts import solve
from kamigen.games.kami.rules import is_monochrome, paint
from kamigen.grid import Cell, inner_cells, parse_cell

if TYPE_CHECKING:
    from kamigen.budget import Budget
    from kamigen.game import Language
    from kamigen.games.kami.level import KamiLevel

PHRASES: Mapping[str, Mapping[Language, str]] = {
    "rules": {
        "en": "Paint regions until the whole board has one colour.\n"
        "A move is a cell and a colour: F4 2 paints the region of cell F4 with colour 2.",
        "pt": "Pinte as regiões até que o tabuleiro inteiro fique de uma só cor.\n"
        "Uma jogada é uma célula e uma cor: F4 2 pinta a região da célula F4 com a cor 2.",
    },
    "hinted": {
        "en": "Hint: the region of {0} was painted with colour {1}.",
        "pt": "Dica: a região de {0} foi pintada com a cor {1}.",
    },
    "not-a-move": {
        "en": "That is not a move. Type a cell and a colour, such as F4 2.",
        "pt": "Não entendi essa jogada. Digite uma célula e uma cor, por exemplo F4 2.",
    },
    "no-such-cell": {
        "en": "There is no cell {cell}: the board goes from {first} to {last}.",
        "pt": "A célula {cell} não existe: o tabuleiro vai de {first} até {last}.",
    },
    "no-such-colour": {
        "en": "There is no colour {colour}: choose one from 1 to {colours}.",
        "pt": "A cor {colour} não está disponível: escolha uma de 1 a {colours}.",
    },
    "same-colour": {
        "en": "The region of {cell} has colour {colour} already. No action was spent.",
        "pt": "A região de {cell} já tem a cor {colour}. Nenhuma ação foi gasta.",
    },
    "game-over": {
        "en": "The game is over.",
        "pt": "O jogo já terminou.",
    },
}

# Long enough for any colour, short enough for `int`.
_COLOUR = re.compile(r"-?[0-9]{1,9}")


class KamiPlay(Play):
    """A level, the moves made on it, and the board they have led to."""

    def __init__(self, level: KamiLevel) -> None:
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
        if is_monochrome(self._board):
            return Outcome.WON
        return Outcome.PLAYING if self.actions_left > 0 else Outcome.OUT_OF_ACTIONS

    @property
    def actions_left(self) -> int:
        """How many regions may still be painted."""
        return self._level.limit - len(self._moves)

    @property
    def moves(self) -> Sequence[str]:
        """The moves so far, spelled like `F4 2`."""
        return tuple(self._moves)

    def move(self, text: str) -> None:
        """Paint a region: `F4 2` paints that of cell F4 with colour 2."""
        if self.outcome is not Outcome.PLAYING:
            raise IllegalMove("game-over")
        cell, colour = self._read(text)
        former = int(self._board[cell])
        if former == colour:
            raise IllegalMove("same-colour", cell=self._level.name_of(cell), colour=colour)
        self._painted.append((self._paint(cell, colour), former))
        spelled = f"{self._level.name_of(cell)} {colour}"
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
        """Find a move that keeps the win within reach, by the exact search."""
        if self.outcome is not Outcome.PLAYING:
            raise IllegalMove("game-over")
        if not self._plan:
            proof = solve(self._graph(), self._level.colours, budget, most=self.actions_left)
            if proof.lower > self.actions_left:
                return Hint(None, proven=True)
            if proof.upper > self.actions_left:
                return Hint(None, proven=False)
            self._plan = tuple(self._level.spelled(*action) for action in proof.actions)
        return Hint(self._plan[0], proven=True)

    def scene(self) -> Scene:
        """The board, the palette, and how many actions are left."""
        left = f"{self.actions_left} of {self._level.limit} actions left"
        changed = frozenset(self._painted[-1][0]) if self._painted else frozenset()
        return scene(inner_cells(self._board), self._level.colours, left, changed)

    def _graph(self) -> RegionGraph:
        return region_graph(self._board)

    def _paint(self, cell: Cell, colour: int) -> list[Cell]:
        return paint(self._board, cell, colour)

    def _cell(self, word: str) -> Cell | None:
        return parse_cell(word)

    def _read(self, text: str) -> tuple[Cell, int]:
        level = self._level
        words = text.split()
        cell = self._cell(words[0]) if len(words) == 2 else None
        if cell is None or not _COLOUR.fullmatch(words[1]):
            raise IllegalMove("not-a-move")
        if not (1 <= cell[0] <= level.rows and 1 <= cell[1] <= level.cols):
            first, last = level.name_of((1, 1)), level.name_of((level.rows, level.cols))
            raise IllegalMove("no-such-cell", cell=level.name_of(cell), first=first, last=last)
        colour = int(words[1])
        if not 1 <= colour <= level.colours:
            raise IllegalMove("no-such-colour", colour=colour, colours=level.colours)
        return cell, colour


def scene(
    cells: Sequence[Sequence[int]],
    colours: int,
    actions: str,
    changed: frozenset[Cell] = frozenset(),
) -> Scene:
    """Return what a board looks like; `actions` says how many there are, for the caption."""
    tiles = tuple(tuple(Tile(colour, "") for colour in row) for row in cells)
    caption = f"{len(cells)}×{len(cells[0])}, colours 1 to {colours}, {actions}"
    return Scene(tiles, caption, tuple(range(1, colours + 1)), areas(cells), changed)
