"""A Flood-It level being played: a move is a colour, such as `3`; undo, and exact hints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from kamigen.errors import IllegalMove
from kamigen.game import Scene, Tile
from kamigen.games.boards.play import PaintingPlay
from kamigen.games.boards.scene import areas
from kamigen.games.floodit.pond import Pond
from kamigen.games.floodit.solver import solve
from kamigen.grid import Cell, flood, framed, inner_cells

if TYPE_CHECKING:
    from kamigen.budget import Budget
    from kamigen.game import Language

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


class FlooditPlay(PaintingPlay):
    """A Flood-It level: a move is the colour with which the flood is painted."""

    def scene(self) -> Scene:
        """The board with the flood marked, the palette, and how many actions are left."""
        left = f"{len(self._moves)} actions made"
        if self.actions_left is not None:
            left = f"{self.actions_left} of {self._limit} actions left"
        return scene(inner_cells(self._board), self._colours, left)

    def _read(self, text: str) -> tuple[Cell, int, str]:
        words = text.split()
        if len(words) != 1:
            raise IllegalMove("not-a-move")
        colour = self._colour(words[0])
        return CORNER, colour, str(colour)

    def _way_to_win(self, budget: Budget, most: int | None) -> tuple[int, tuple[str, ...]]:
        pond = Pond(inner_cells(self._board))
        proof = solve(pond, budget, most=most)
        return proof.lower, tuple(str(pond.palette[play]) for play in proof.plays)


def scene(cells: Sequence[Sequence[int]], colours: int, actions: str) -> Scene:
    """Return what a board looks like, the flood pointed out; `actions` ends the caption."""
    tiles = tuple(tuple(Tile(colour, "") for colour in row) for row in cells)
    caption = f"{len(cells)}×{len(cells[0])}, colours 1 to {colours}, {actions}"
    flooded = frozenset(flood(framed(cells), CORNER))
    return Scene(tiles, caption, tuple(range(1, colours + 1)), areas(cells), flooded)
