"""A KAMI level being played: moves such as `F4 2`, undo, and exact hints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from kamigen.errors import IllegalMove
from kamigen.game import Scene, Tile
from kamigen.games.boards.play import PaintingPlay
from kamigen.games.boards.scene import areas
from kamigen.games.kami.graph import RegionGraph, region_graph
from kamigen.games.kami.parts import solve
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


class KamiPlay(PaintingPlay):
    """A KAMI level: a move paints the region of a cell, as in `F4 2`."""

    def __init__(self, level: KamiLevel) -> None:
        super().__init__(level)
        self._level = level

    def scene(self) -> Scene:
        """The board, the palette, and how many actions are left."""
        left = f"{self.actions_left} of {self._level.limit} actions left"
        changed = frozenset(self._painted[-1][0]) if self._painted else frozenset()
        return scene(inner_cells(self._board), self._level.colours, left, changed)

    def _read(self, text: str) -> tuple[Cell, int, str]:
        level = self._level
        words = text.split()
        cell = self._cell(words[0]) if len(words) == 2 else None
        if cell is None:
            raise IllegalMove("not-a-move")
        if not (1 <= cell[0] <= level.rows and 1 <= cell[1] <= level.cols):
            first, last = level.name_of((1, 1)), level.name_of((level.rows, level.cols))
            raise IllegalMove("no-such-cell", cell=level.name_of(cell), first=first, last=last)
        colour = self._colour(words[1])
        return cell, colour, f"{level.name_of(cell)} {colour}"

    def _name_of(self, cell: Cell) -> str:
        return self._level.name_of(cell)

    def _way_to_win(self, budget: Budget, most: int | None) -> tuple[int, tuple[str, ...]]:
        proof = solve(self._graph(), self._level.colours, budget, most=most)
        return proof.lower, tuple(self._level.spelled(*action) for action in proof.actions)

    def _graph(self) -> RegionGraph:
        return region_graph(self._board)

    def _cell(self, word: str) -> Cell | None:
        return parse_cell(word)


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
