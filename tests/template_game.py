"""The smallest complete game, to copy when adding a new one.

Countdown: a row of counters, each showing 0 to 9. A move such as `B1` takes one
off counter B1, `B1 all` empties it. The level is won when all show 0. What a
real game puts into modules of its own (text, search, second solver, styles,
players, play) stands here one below the other, in that order.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pydantic import Field

from kamigen.budget import Budget
from kamigen.config import ParConfig
from kamigen.errors import IllegalMove, LevelError
from kamigen.game import Difficulty, Hint, Outcome, ParGame, Play, Scene, Tile
from kamigen.grid import cell_name, parse_cell
from kamigen.level import Claim, Finding, Grade, ParLevel, Proof
from kamigen.rng import Rng


@dataclass(frozen=True)
class CountdownLevel(ParLevel):
    """The counters from left to right."""

    game: ClassVar[str] = "countdown"
    counters: tuple[int, ...]


class CountdownConfig(ParConfig):
    """One key of its own, besides those that all games have."""

    length: int = Field(ge=1, le=9, description="The number of counters.")


class CountdownPlay(Play):
    """The counters as they stand, and the moves that led there."""

    def __init__(self, level: CountdownLevel) -> None:
        self._level = level
        self._history = [level.counters]
        self._moves: list[str] = []

    @property
    def outcome(self) -> Outcome:
        if not any(self._history[-1]):
            return Outcome.WON
        return Outcome.PLAYING if self.actions_left > 0 else Outcome.OUT_OF_ACTIONS

    @property
    def actions_left(self) -> int:
        return self._level.limit - len(self._moves)

    @property
    def moves(self) -> tuple[str, ...]:
        return tuple(self._moves)

    def move(self, text: str) -> None:
        if self.outcome is not Outcome.PLAYING:
            raise IllegalMove("game-over")
        name, _, rest = text.strip().partition(" ")
        cell = parse_cell(name)
        counters = list(self._history[-1])
        if cell is None or cell[0] != 1 or cell[1] > len(counters) or rest not in ("", "all"):
            raise IllegalMove("not-a-move")
        if counters[cell[1] - 1] == 0:
            raise IllegalMove("empty", counter=name)
        counters[cell[1] - 1] -= counters[cell[1] - 1] if rest else 1
        self._history.append(tuple(counters))
        self._moves.append(text.strip())

    def undo(self) -> bool:
        if not self._moves:
            return False
        self._history.pop()
        self._moves.pop()
        return True

    def hint(self, budget: Budget) -> Hint:
        needed = _sequence(self._history[-1])
        if len(needed) > self.actions_left:
            return Hint(None, proven=True)
        return Hint(needed[0], proven=True)

    def scene(self) -> Scene:
        tiles = tuple(Tile(counter + 1, str(counter)) for counter in self._history[-1])
        return Scene((tiles,), f"{self.actions_left} actions left")


class Countdown(ParGame[CountdownLevel, CountdownConfig]):
    """Take counters down to 0."""

    name = "countdown"
    title = "Countdown"
    version = 1
    difficulties = (Difficulty(1, "easy", "counts"),)
    phrases: ClassVar = {
        "rules": {"en": "Empty all counters.", "pt": "Zere todos os contadores."},
        "hinted": {"en": "Hint: {0}.", "pt": "Dica: {0}."},
        "game-over": {"en": "The game is over.", "pt": "O jogo já terminou."},
        "not-a-move": {"en": "That is not a move.", "pt": "Não entendi essa jogada."},
        "empty": {"en": "{counter} is at 0.", "pt": "{counter} já está em 0."},
    }

    @property
    def config_model(self) -> type[CountdownConfig]:
        return CountdownConfig

    def parse(self, text: str) -> CountdownLevel:
        words = text.removeprefix("\ufeff").split()
        if len(words) < 3 or not all(len(w) < 5 and w.isascii() and w.isdigit() for w in words):
            raise LevelError(Finding("not-counters", "expected difficulty limit counters", 1, 1))
        difficulty, limit, *counters = map(int, words)
        if max(counters) > 9:
            raise LevelError(Finding("counter-range", "a counter shows 0 to 9", 1, 1))
        return CountdownLevel(Claim(difficulty, limit), tuple(counters))

    def format(self, level: CountdownLevel) -> str:
        return " ".join(map(str, (level.difficulty, level.limit, *level.counters))) + "\n"

    def check(self, level: CountdownLevel) -> list[Finding]:
        return []

    def solve(self, level: CountdownLevel, budget: Budget) -> Proof:
        actions = _sequence(level.counters)
        # One move touches one counter, so there are at least as many as counters above 0.
        return Proof("count", len(actions), len(actions), actions)

    def cross_check(self, level: CountdownLevel, proof: Proof, budget: Budget) -> Proof:
        frontier, seen, moves = {level.counters}, set(), 0
        while (0,) * len(level.counters) not in frontier:
            seen |= frontier
            frontier = {
                (*state[:place], rest, *state[place + 1 :])
                for state in frontier
                for place, counter in enumerate(state)
                for rest in {max(counter - 1, 0), 0}
            } - seen
            moves += 1
        return Proof("breadth-first", moves, moves)

    def propose(self, config: CountdownConfig, rng: Rng) -> CountdownLevel:
        counters = tuple(rng.below(4) for _ in range(config.length))
        return CountdownLevel(Claim(config.difficulty, 0), counters)

    def difficulty(self, level: CountdownLevel, proof: Proof) -> Difficulty:
        return self.difficulties[0]

    def grade(self, level: CountdownLevel, proof: Proof) -> Grade:
        return Grade(1, "counts", proof.lower, {"par": proof.lower}, {"par": proof.lower})

    def start(self, level: CountdownLevel) -> Play:
        return CountdownPlay(level)

    def scene(self, level: CountdownLevel) -> Scene:
        return CountdownPlay(level).scene()


def _sequence(counters: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(
        f"{cell_name((1, column))} all" for column, counter in enumerate(counters, 1) if counter
    )
