"""A Keys level being walked: moves such as `d 3`, keys picked up, doors opened, hints.

The player sees a window of the map that moves along; maps that fit into it are
seen whole. A goal wins as soon as it is entered. On a map without a goal the
aim is the assignment's: to visit every cell that can be reached.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from kamigen.errors import IllegalMove
from kamigen.game import Hint, Outcome, Play, Reason, Scene, Tile
from kamigen.games.keys.explore import Atlas
from kamigen.games.keys.ground import (
    FIRST_DOOR,
    FIRST_KEY,
    FIRST_PLAYER,
    ROCK_BYTE,
    Ground,
    letter_bit,
    letters_of,
)
from kamigen.games.keys.level import FREE, KeysLevel
from kamigen.games.keys.moves import read_move, spelled, step_of
from kamigen.games.keys.tour import shortest_tour
from kamigen.games.keys.walks import may_enter, way
from kamigen.grid import Cell, cell_name

if TYPE_CHECKING:
    from kamigen.budget import Budget
    from kamigen.game import Language

PHRASES: Mapping[str, Mapping[Language, str]] = {
    "rules": {
        "en": "Walk to the goal, marked *; without one, visit every cell you can reach.\n"
        "Small letters are keys, and a key opens every door of its capital letter.\n"
        "A move is a direction and a number of steps: w up, a left, s down, d right;\n"
        "d 3 goes three steps to the right, and so does right 3.",
        "pt": "Ande até o objetivo, marcado com *; se não houver, visite todas as casas que der.\n"
        "Letras minúsculas são chaves, e uma chave abre todas as portas da mesma letra maiúscula.\n"
        "Uma jogada é uma direção e um número de passos: w cima, a esquerda, s baixo, d direita;\n"
        "d 3 anda três passos para a direita, e direita 3 também.",
    },
    "hinted": {
        "en": "Hint: I walked {0} {1} for you.",
        "pt": "Dica: andei {0} {1} por você.",
    },
    "limit": {"en": "Steps: at most {limit}", "pt": "Passos: no máximo {limit}"},
    "prompt": {
        "en": "Steps left: {left}. Your move: ",
        "pt": "Passos restantes: {left}. Sua jogada: ",
    },
    "won": {
        "en": "Well done! You are there, with {used} of {limit} steps.",
        "pt": "Parabéns! Você chegou, com {used} de {limit} passos.",
    },
    "help-uncounted": {
        "en": "hint: a move that leads to the goal, or to new cells, is made for you.\n"
        "undo: takes the last move back.\n"
        "help: shows this text.\n"
        "quit: leaves the game.",
        "pt": "dica: faz por você uma jogada que leva ao objetivo ou a casas novas.\n"
        "desfazer: desfaz a última jogada.\n"
        "ajuda: mostra este texto.\n"
        "sair: abandona o jogo.",
    },
    "player": {
        "en": "You are player {player}, at {cell}.",
        "pt": "Você é o jogador {player}, em {cell}.",
    },
    "keys": {"en": "Keys held: {keys}.", "pt": "Chaves na mão: {keys}."},
    "found": {"en": "You found key {keys}.", "pt": "Você achou a chave {keys}."},
    "explored": {
        "en": "Cells visited: {seen} of {cells}.",
        "pt": "Casas visitadas: {seen} de {cells}.",
    },
    "not-a-move": {
        "en": "That is not a move. Type a direction and a number of steps, such as d 3.",
        "pt": "Não entendi essa jogada. Digite uma direção e um número de passos, por exemplo d 3.",
    },
    "rock": {
        "en": "There is rock in the way after {steps} steps. Nobody moved.",
        "pt": "Há rochedo no caminho depois de {steps} passos. Ninguém andou.",
    },
    "locked": {
        "en": "Door {door} is locked: find key {key} first. Nobody moved.",
        "pt": "A porta {door} está fechada: ache antes a chave {key}. Ninguém andou.",
    },
    "too-far": {
        "en": "Only {left} steps are left.",
        "pt": "Restam só {left} passos.",
    },
    "game-over": {"en": "The game is over.", "pt": "O jogo já terminou."},
}

# Fits into a terminal of 80×24 with room for the messages, two columns a tile.
WINDOW_ROWS, WINDOW_COLUMNS = 21, 37

# Numbers of the shared palette: what stands out is bright, rock is dark.
_PLAIN_COLOUR, _ROCK_COLOUR = 0, 10
_KEY_COLOUR, _LOCKED_COLOUR, _OPEN_COLOUR, _PLAYER_COLOUR, _GOAL_COLOUR = 3, 1, 2, 6, 5
_GOAL = "*"


class KeysPlay(Play):
    """A level, the player's places since the start, and what is carried."""

    def __init__(self, level: KeysLevel) -> None:
        self._level = level
        self._ground = Ground(level)
        self._goal = None if level.goal is None else self._ground.place(level.goal.cell)
        self._trail = [self._ground.place(level.players[level.walker])]
        # How long the trail was, and what was held, before each move.
        self._before: list[tuple[int, int]] = []
        self._held = 0
        self._moves: list[str] = []
        self._reachable = None if level.goal else Atlas(level).explore(level.walker).cells

    @property
    def outcome(self) -> Outcome:
        """Won at the goal, or with every reachable cell visited; a last step may win."""
        if self._goal is not None:
            won = self._trail[-1] == self._goal
        else:
            won = len(set(self._trail)) == self._reachable
        if won:
            return Outcome.WON
        left = self.actions_left
        return Outcome.OUT_OF_ACTIONS if left is not None and left <= 0 else Outcome.PLAYING

    @property
    def actions_left(self) -> int | None:
        """How many steps the limit still allows."""
        limit = self._level.limit
        return None if limit is None else limit - (len(self._trail) - 1)

    @property
    def moves(self) -> Sequence[str]:
        """The moves so far, spelled like `d 3`."""
        return tuple(self._moves)

    def move(self, text: str) -> None:
        """Walk in one direction: `d 3` or `right 3`. The goal ends a longer walk."""
        if self.outcome is not Outcome.PLAYING:
            raise IllegalMove("game-over")
        letter, steps = read_move(text)
        left = self.actions_left
        walked, held = list[int](), self._held
        while len(walked) < steps:
            place = (walked or self._trail)[-1] + step_of(self._ground, letter)
            byte = self._ground.cells[place]
            if byte == ROCK_BYTE:
                raise IllegalMove("rock", steps=len(walked))
            if not may_enter(byte, held):
                raise IllegalMove("locked", door=chr(byte), key=chr(byte).lower())
            if left is not None and len(walked) == left:
                raise IllegalMove("too-far", left=left)
            if byte >= FIRST_KEY:
                held |= letter_bit(byte)
            walked.append(place)
            if place == self._goal:
                break
        self._before.append((len(self._trail), self._held))
        self._trail += walked
        self._held = held
        self._moves.append(f"{letter} {len(walked)}")

    def undo(self) -> bool:
        """Take the last move back, with all its steps."""
        if not self._moves:
            return False
        length, self._held = self._before.pop()
        del self._trail[length:]
        self._moves.pop()
        return True

    def hint(self, budget: Budget) -> Hint:
        """Return the next leg of a shortest tour to the goal."""
        if self.outcome is not Outcome.PLAYING:
            raise IllegalMove("game-over")
        if self._goal is None:
            return Hint(self._towards_new_cells(), proven=True)
        tour = shortest_tour(self._ground, self._trail[-1], self._held, self._goal, budget)
        left = self.actions_left
        if tour.places is None or (left is not None and tour.lower > left):
            return Hint(None, proven=True)
        if left is not None and len(tour.places) > left:
            return Hint(None, proven=False)
        return Hint(spelled(self._ground, self._trail[-1], tour.places)[0], proven=True)

    @property
    def remarks(self) -> Sequence[Reason]:
        """Where the player is, what was found and is held, how much has been visited."""
        cell = self._ground.cell(self._trail[-1])
        said = [Reason("player", {"player": self._level.walker, "cell": cell_name(cell)})]
        former = self._before[-1][1] if self._before else 0
        if found := self._held & ~former:
            said.append(Reason("found", {"keys": " ".join(letters_of(found))}))
        if self._held:
            said.append(Reason("keys", {"keys": " ".join(letters_of(self._held))}))
        if self._goal is None:
            values = {"seen": len(set(self._trail)), "cells": self._reachable}
            said.append(Reason("explored", values))
        return said

    def scene(self) -> Scene:
        """The window of the map around the player."""
        level = self._level
        row, column = self._ground.cell(self._trail[-1])
        top = _window(row, WINDOW_ROWS, level.rows)
        left = _window(column, WINDOW_COLUMNS, level.cols)
        held = letters_of(self._held)
        rows = level.drawing[top - 1 : top - 1 + WINDOW_ROWS]
        lines = [row[left - 1 : left - 1 + WINDOW_COLUMNS] for row in rows]
        tiles = _tiles(level, lines, (top, left), (row, column), held)
        caption = f"{_size(level)}, keys held: {' '.join(held) or 'none'}"
        return Scene(tiles, caption, origin=(top, left))

    def _towards_new_cells(self) -> str:
        """Return the first leg of the way to the nearest cell that is new."""
        seen = set(self._trail)
        leg = way(self._ground, self._trail[-1], self._held, lambda place: place not in seen)
        if leg is None:
            raise AssertionError("there is a new cell in reach until all are visited")
        return spelled(self._ground, self._trail[-1], leg)[0]


def scene(level: KeysLevel) -> Scene:
    """Return what the whole map looks like."""
    start = level.players[level.walker]
    facts = [_size(level), f"players {' '.join(map(str, level.players))}"]
    if level.goal is not None:
        facts.append(f"goal {cell_name(level.goal.cell)}")
    if level.limit is not None:
        facts.append(f"limit {level.limit}")
    return Scene(_tiles(level, level.drawing, (1, 1), start, ""), ", ".join(facts))


def _window(at: int, size: int, length: int) -> int:
    """Return where a window of `size` begins that has `at` in its middle, if it can."""
    return max(1, min(at - size // 2, length - size + 1))


def _size(level: KeysLevel) -> str:
    return f"{level.rows}×{level.cols}"


def _tiles(
    level: KeysLevel,
    lines: Sequence[str],
    origin: Cell,
    at: Cell,
    held: str,
) -> tuple[tuple[Tile, ...], ...]:
    """Draw lines of the map, whose first cell is `origin`; keys that are held are gone."""
    looks = {chr(byte): _look(byte, held) for byte in range(128)}
    rows = [[looks[mark] for mark in line] for line in lines]
    top, left = origin

    def put(cell: Cell, tile: Tile) -> None:
        row, column = cell[0] - top, cell[1] - left
        if 0 <= row < len(rows) and 0 <= column < len(rows[0]):
            rows[row][column] = tile

    put(level.players[level.walker], Tile(_PLAIN_COLOUR, FREE))
    if level.goal is not None:
        row, column = level.goal.cell
        mark = level.drawing[row - 1][column - 1]
        there = mark.isalpha() and mark not in held
        put(level.goal.cell, Tile(_GOAL_COLOUR, mark if there else _GOAL))
    put(at, Tile(_PLAYER_COLOUR, str(level.walker)))
    return tuple(map(tuple, rows))


def _look(byte: int, held: str) -> Tile:
    mark = chr(byte)
    if byte == ROCK_BYTE:
        return Tile(_ROCK_COLOUR, mark)
    if byte >= FIRST_KEY:
        return Tile(_PLAIN_COLOUR, FREE) if mark in held else Tile(_KEY_COLOUR, mark)
    if byte >= FIRST_DOOR:
        return Tile(_OPEN_COLOUR if mark.lower() in held else _LOCKED_COLOUR, mark)
    return Tile(_PLAYER_COLOUR if byte >= FIRST_PLAYER else _PLAIN_COLOUR, mark)
