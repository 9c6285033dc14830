"""A Gemas level being played: swaps such as `B3 B4`, undo, a score, and exact hints.

The level is won with the target's number of destroyed gems. The score is that
number less one for every hint, as in the assignment; so hints cost points, but
never the win. A hint names one gem of the swap, and the player finds the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from kamigen.errors import IllegalMove
from kamigen.game import Hint, Outcome, Play, Scene, Tile
from kamigen.games.gemas.planes import A, Swap
from kamigen.games.gemas.search import Rules, State, search
from kamigen.grid import Cell, cell_name, parse_cell

if TYPE_CHECKING:
    from kamigen.budget import Budget
    from kamigen.game import Language
    from kamigen.games.gemas.level import GemasLevel
    from kamigen.games.gemas.planes import Planes

PHRASES: Mapping[str, Mapping[Language, str]] = {
    "rules": {
        "en": "Destroy as many gems as the target asks for. Swap two neighbours so that three or "
        "more\ngems alike stand in line: these are destroyed, those above fall, new ones follow.\n"
        "A move is two cells: B3 B4 swaps their gems. A hint costs one gem of your score.",
        "pt": "Destrua quantas gemas o alvo pede. Troque duas vizinhas para alinhar três ou mais "
        "gemas\niguais: elas são destruídas, as de cima caem e outras vêm depois.\n"
        "Uma jogada são duas células: B3 B4 troca as gemas. Cada dica custa uma gema dos pontos.",
    },
    "limit": {"en": "Swaps: at most {limit}", "pt": "Trocas: no máximo {limit}"},
    "prompt": {
        "en": "Swaps left: {left}. Your move: ",
        "pt": "Trocas restantes: {left}. Sua jogada: ",
    },
    "undone": {
        "en": "Took back {move}. The swap is yours again.",
        "pt": "A jogada {move} foi desfeita. A troca é sua de novo.",
    },
    "won": {
        "en": "Well done! You reached the target with {used} of {limit} swaps.",
        "pt": "Parabéns! Você alcançou o alvo com {used} de {limit} trocas.",
    },
    "out-of-actions": {
        "en": "No swaps are left, and the target is not reached. Better luck next time!",
        "pt": "Acabaram as trocas e o alvo não foi alcançado. Na próxima você consegue!",
    },
    "standing": {
        "en": "Gems: {gems} of {target}. Score: {score}.",
        "pt": "Gemas: {gems} de {target}. Pontos: {score}.",
    },
    "hinted": {
        "en": "Hint: the gem at {0} is part of a good swap.",
        "pt": "Dica: a gema em {0} faz parte de uma boa troca.",
    },
    "not-a-move": {
        "en": "That is not a move. Type two cells, such as B3 B4.",
        "pt": "Não entendi essa jogada. Digite duas células, por exemplo B3 B4.",
    },
    "no-such-cell": {
        "en": "There is no cell {cell}: the board goes from A1 to {last}.",
        "pt": "A célula {cell} não existe: o tabuleiro vai de A1 até {last}.",
    },
    "not-neighbours": {
        "en": "{first} and {second} are not side by side. No swap was spent.",
        "pt": "{first} e {second} não são vizinhas. Nenhuma troca foi gasta.",
    },
    "no-chain": {
        "en": "Swapping {first} and {second} makes no chain. No swap was spent.",
        "pt": "Trocar {first} e {second} não forma nenhuma cadeia. Nenhuma troca foi gasta.",
    },
    "game-over": {
        "en": "The game is over.",
        "pt": "O jogo já terminou.",
    },
}


class GemasPlay(Play):
    """A level, the swaps made on it, and the states they have led to."""

    hints_are_made: ClassVar[bool] = False

    def __init__(self, level: GemasLevel) -> None:
        self._level = level
        self._rules = Rules.of(level)
        self._states = [State(level.board, 0)]
        self._moves: list[str] = []
        self._hints = 0
        # The rest of a sequence known to win from here. Following it, a player
        # who keeps asking wins, even if a later search ran out of its budget.
        self._plan: tuple[str, ...] = ()

    @property
    def outcome(self) -> Outcome:
        """Won, out of swaps, stuck on a board without a valid swap, or going on."""
        board, gems = self._states[-1]
        if gems >= self._level.target:
            return Outcome.WON
        if self.actions_left <= 0:
            return Outcome.OUT_OF_ACTIONS
        return Outcome.STUCK if self._rules.planes.is_dead(board) else Outcome.PLAYING

    @property
    def actions_left(self) -> int:
        """How many swaps may still be made."""
        return self._level.limit - len(self._moves)

    @property
    def moves(self) -> Sequence[str]:
        """The swaps so far, spelled like `B3 B4`, the upper or left cell first."""
        return tuple(self._moves)

    @property
    def gems(self) -> int:
        """The gems destroyed so far."""
        return self._states[-1].gems

    @property
    def score(self) -> int:
        """The gems destroyed, less one for every hint."""
        return self.gems - self._hints

    @property
    def standing(self) -> Mapping[str, object]:
        """Gems, target and score."""
        return {"gems": self.gems, "target": self._level.target, "score": self.score}

    def move(self, text: str) -> None:
        """Swap two neighbouring gems, if that makes a chain, and let everything fall."""
        if self.outcome is not Outcome.PLAYING:
            raise IllegalMove("game-over")
        first, second = self._read(text)
        planes = self._rules.planes
        swap = planes.bit(*first), planes.bit(*second)
        state = self._states[-1]
        if swap not in planes.swaps(state.board):
            raise IllegalMove("no-chain", first=cell_name(first), second=cell_name(second))
        self._states.append(self._rules.after(state, swap))
        spelled = spelled_swap(planes, swap)
        self._moves.append(spelled)
        self._plan = self._plan[1:] if self._plan[:1] == (spelled,) else ()

    def undo(self) -> bool:
        """Take the last swap back, with its action and its gems; hints stay paid for."""
        if not self._moves:
            return False
        self._states.pop()
        taken_back = self._moves.pop()
        if self._plan:
            self._plan = (taken_back, *self._plan)
        return True

    def hint(self, budget: Budget) -> Hint:
        """Find a swap that keeps the win within reach, by the exact search; it costs a point."""
        if self.outcome is not Outcome.PLAYING:
            raise IllegalMove("game-over")
        left = self.actions_left
        if not self._plan:
            reach = search(self._rules, self._states[-1], budget, enough=left)
            if reach.lower > left:
                return Hint(None, proven=True)
            if reach.swaps is None or len(reach.swaps) > left:
                return Hint(None, proven=False)
            self._plan = tuple(spelled_swap(self._rules.planes, swap) for swap in reach.swaps)
        self._hints += 1
        return Hint(self._plan[0], proven=True)

    def scene(self) -> Scene:
        """The board, the gems so far, the score, and how many swaps are left."""
        level = self._level
        facts = (
            f"{self.gems} of {level.target} gems, score {self.score}, "
            f"{self.actions_left} of {level.limit} swaps left"
        )
        return scene(self._rules.planes.unpack(self._states[-1].board), facts)

    def _read(self, text: str) -> tuple[Cell, Cell]:
        """Return the two neighbouring cells that are named, the upper or left one first."""
        level = self._level
        cells = [parse_cell(word) for word in text.split()]
        if len(cells) != 2 or None in cells:
            raise IllegalMove("not-a-move")
        first, second = sorted(cell for cell in cells if cell is not None)
        for row, col in (first, second):
            if not (1 <= row <= level.rows and 1 <= col <= level.cols):
                last = cell_name((level.rows, level.cols))
                raise IllegalMove("no-such-cell", cell=cell_name((row, col)), last=last)
        if abs(first[0] - second[0]) + abs(first[1] - second[1]) != 1:
            raise IllegalMove("not-neighbours", first=cell_name(first), second=cell_name(second))
        return first, second


def spelled_swap(planes: Planes, swap: Swap) -> str:
    """Return a swap as the player types it."""
    return " ".join(cell_name(planes.place(cell)) for cell in swap)


def scene(cells: Sequence[str], facts: str) -> Scene:
    """Return what a board looks like: letters on coloured tiles."""
    tiles = tuple(tuple(Tile(ord(letter) - A + 1, letter) for letter in row) for row in cells)
    return Scene(tiles, f"{len(cells)}×{len(cells[0])}, {facts}")
