"""A Kojun level being played: moves such as `B3 4`, undo, and explained hints.

A number that breaks a rule with another number on the board is refused, with the
cell that it clashes with. One that merely is not the solution's is taken, as on
paper; a hint finds it. So a board without blanks is a board that is solved.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from kamigen.errors import IllegalMove
from kamigen.game import Hint, Outcome, Play, Reason, Scene, Tile
from kamigen.games.kojun import hints
from kamigen.games.kojun.search import decide
from kamigen.grid import cell_name, parse_cell

if TYPE_CHECKING:
    from kamigen.budget import Budget
    from kamigen.game import Language
    from kamigen.games.kojun.board import Board
    from kamigen.games.kojun.level import KojunLevel

PHRASES: Mapping[str, Mapping[Language, str]] = {
    "rules": {
        "en": "Fill the blanks so that a region of n cells holds each of 1 to n once.\n"
        "Cells side by side differ. Inside a region a cell is greater than the one below it.\n"
        "A move is a cell and a number: B3 4 writes 4 into B3, B3 0 clears it.",
        "pt": "Complete o tabuleiro: uma região de n células contém cada número de 1 a n uma vez.\n"
        "Células vizinhas são diferentes. Dentro de uma região, cada célula é maior que a de"
        " baixo.\n"
        "Uma jogada é uma célula e um número: B3 4 escreve 4 em B3, B3 0 apaga.",
    },
    "hinted": {
        "en": "Hint: {0} is {1}.",
        "pt": "Dica: {0} é {1}.",
    },
    "not-a-move": {
        "en": "That is not a move. Type a cell and a number, such as B3 4.",
        "pt": "Não entendi essa jogada. Digite uma célula e um número, por exemplo B3 4.",
    },
    "no-such-cell": {
        "en": "There is no cell {cell}: the board goes from A1 to {last}.",
        "pt": "A célula {cell} não existe: o tabuleiro vai de A1 até {last}.",
    },
    "given": {
        "en": "{cell} is given and stays {value}.",
        "pt": "{cell} já vem preenchida e continua sendo {value}.",
    },
    "out-of-range": {
        "en": "The region of {cell} has {size} cells: its numbers go from 1 to {size}.",
        "pt": "A região de {cell} tem {size} células: os seus números vão de 1 a {size}.",
    },
    "same-value": {
        "en": "{cell} is {value} already.",
        "pt": "{cell} já é {value}.",
    },
    "blank-already": {
        "en": "{cell} is blank already.",
        "pt": "{cell} já está vazia.",
    },
    "clash-region": {
        "en": "{cell} cannot be {value}: {other} in the same region is {value}.",
        "pt": "{cell} não pode ser {value}: {other}, na mesma região, é {value}.",
    },
    "clash-neighbour": {
        "en": "{cell} cannot be {value}: its neighbour {other} is {value}.",
        "pt": "{cell} não pode ser {value}: a vizinha {other} é {value}.",
    },
    "clash-above": {
        "en": "{cell} cannot be {value}: {other} above it in its region is only {found}.",
        "pt": "{cell} não pode ser {value}: {other}, acima dela na região, é só {found}.",
    },
    "clash-below": {
        "en": "{cell} cannot be {value}: {other} below it in its region is {found}.",
        "pt": "{cell} não pode ser {value}: {other}, abaixo dela na região, é {found}.",
    },
    "game-over": {
        "en": "The game is over.",
        "pt": "O jogo já terminou.",
    },
    **hints.PHRASES,
}

# Long enough for any number, short enough for `int`.
_NUMBER = re.compile(r"-?[0-9]{1,9}")

# What a blank cell shows. Without a text a view would show the colour's number.
_BLANK = "."


class KojunPlay(Play):
    """A level, the moves made on it, and the numbers they have led to."""

    def __init__(self, level: KojunLevel) -> None:
        self._level = level
        self._board = level.board
        self._values = list(level.values)
        self._moves: list[str] = []
        # The cell of each move and what was there, to take it back.
        self._former: list[tuple[int, int]] = []

    @property
    def outcome(self) -> Outcome:
        """Won when no cell is blank: no rule can be broken on the way."""
        return Outcome.PLAYING if 0 in self._values else Outcome.WON

    @property
    def actions_left(self) -> None:
        """Moves are not counted."""
        return

    @property
    def moves(self) -> Sequence[str]:
        """The moves so far, spelled like `B3 4`."""
        return tuple(self._moves)

    def move(self, text: str) -> None:
        """Write a number, or clear a cell: `B3 4`, `B3 0`."""
        if self.outcome is not Outcome.PLAYING:
            raise IllegalMove("game-over")
        cell, value = self._read(text)
        self._check(cell, value)
        self._former.append((cell, self._values[cell]))
        self._values[cell] = value
        self._moves.append(spelled(self._board, cell, value))

    def undo(self) -> bool:
        """Take the last move back."""
        if not self._moves:
            return False
        cell, former = self._former.pop()
        self._values[cell] = former
        self._moves.pop()
        return True

    def hint(self, budget: Budget) -> Hint:
        """Find the next number and why it must be there; or a number that must go."""
        if self.outcome is not Outcome.PLAYING:
            raise IllegalMove("game-over")
        answer = decide(self._board, self._values, budget)
        if answer.complete and not answer.solutions:
            return self._correction(budget)
        if not answer.solutions:
            return Hint(None, proven=False)
        solution = answer.solutions[0]
        cell = self._values.index(0)
        value, reason = solution[cell], None
        if len(answer.solutions) == 2:
            said = {"cell": self._board.name(cell), "value": value}
            reason = Reason("one-of-several", said)
        elif answer.complete:
            cell, value, reason = hints.explain(self._board, self._values, solution)
        return Hint(spelled(self._board, cell, value), proven=True, reason=reason)

    def _correction(self, budget: Budget) -> Hint:
        """Clear the number that left the way to a solution first, if there is one."""
        answer = decide(self._board, self._level.values, budget)
        if not answer.solutions:
            return Hint(None, proven=answer.complete)
        solution = answer.solutions[0]
        cell = next(
            cell
            for cell, _ in self._former
            if self._values[cell] and self._values[cell] != solution[cell]
        )
        said = {"cell": self._board.name(cell), "value": self._values[cell]}
        return Hint(spelled(self._board, cell, 0), proven=True, reason=Reason("mistaken", said))

    def scene(self) -> Scene:
        """The board as it stands, and how many cells are blank."""
        return scene(self._board, self._values)

    def _read(self, text: str) -> tuple[int, int]:
        level = self._level
        words = text.split()
        place = parse_cell(words[0]) if len(words) == 2 else None
        if place is None or not _NUMBER.fullmatch(words[1]):
            raise IllegalMove("not-a-move")
        row, column = place
        if not (1 <= row <= level.rows and 1 <= column <= level.cols):
            last = cell_name((level.rows, level.cols))
            raise IllegalMove("no-such-cell", cell=cell_name(place), last=last)
        return (row - 1) * level.cols + column - 1, int(words[1])

    def _check(self, cell: int, value: int) -> None:
        """Refuse what changes a given, changes nothing, or breaks a rule."""
        board, values = self._board, self._values
        name = board.name(cell)
        if self._level.values[cell]:
            raise IllegalMove("given", cell=name, value=values[cell])
        if value == values[cell]:
            raise IllegalMove("same-value" if value else "blank-already", cell=name, value=value)
        if value == 0:
            return
        if not 1 <= value <= board.size(cell):
            raise IllegalMove("out-of-range", cell=name, size=board.size(cell))
        clash = board.clash(values, cell, value)
        if clash is not None:
            kind: str = clash.rule
            if kind == "order":
                kind = "above" if clash.cell == board.above[cell] else "below"
            raise IllegalMove(
                f"clash-{kind}",
                cell=name,
                value=value,
                other=board.name(clash.cell),
                found=values[clash.cell],
            )


def spelled(board: Board, cell: int, value: int) -> str:
    """Spell a move."""
    return f"{board.name(cell)} {value}"


def scene(board: Board, values: Sequence[int]) -> Scene:
    """Return what a board looks like: its regions coloured so that neighbours differ."""
    colours = _colours(board)
    tiles = tuple(
        Tile(colours[region], str(value) if value else _BLANK)
        for region, value in zip(board.region_of, values, strict=True)
    )
    cols = board.cols
    starts = range(0, len(tiles), cols)
    blanks = sum(value == 0 for value in values)
    caption = f"{board.rows}×{cols}, {len(board.members)} regions, {blanks} blanks"
    return Scene(
        tuple(tiles[start : start + cols] for start in starts),
        caption,
        areas=tuple(board.region_of[start : start + cols] for start in starts),
    )


def _colours(board: Board) -> list[int]:
    """Give every region the least colour that none of its neighbours before it has."""
    colours: list[int] = []
    for region, members in enumerate(board.members):
        near = {board.region_of[other] for cell in members for other in board.touching[cell]}
        taken = {colours[other] for other in near if other < region}
        colours.append(next(colour for colour in range(1, region + 2) if colour not in taken))
    return colours
