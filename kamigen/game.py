"""The interface a game answers to, and the registry of games.

Games are callees: the pipeline, the views and the command line call them and
know none by name. Seeds, budgets, files, progress and parallelism live with
the callers, once. Adding a game is one folder under `games/` and one line in
`_GAMES`.
"""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, TypeVar

from kamigen.errors import KamigenError
from kamigen.level import Finding, Grade, Level, Proof

if TYPE_CHECKING:
    from kamigen.budget import Budget
    from kamigen.config import LevelConfig
    from kamigen.rng import Rng

L = TypeVar("L", bound=Level)
C = TypeVar("C", bound="LevelConfig")

Language = Literal["en", "pt"]
"""The languages that the terminal game speaks."""

# Where each game lives. They are imported when asked for, so that
# `kamigen --help` answers at once however many games there are.
_GAMES: Mapping[str, str] = {
    "kami": "kamigen.games.kami.game:Kami",
}


@dataclass(frozen=True, slots=True)
class Difficulty:
    """A row of a game's difficulty table: the player who defines it."""

    number: int
    name: str
    player: str


@dataclass(frozen=True, slots=True)
class Tile:
    """One cell of a scene: its colour number (0 = none) and the text upon it."""

    colour: int
    text: str


@dataclass(frozen=True, slots=True)
class Scene:
    """What a view draws: the tiles, row by row, and a caption of short facts.

    `palette` holds the colours a player may use, for a legend; it is empty
    where colours are not chosen.
    """

    tiles: tuple[tuple[Tile, ...], ...]
    caption: str
    palette: tuple[int, ...] = ()


class Outcome(Enum):
    """How a game in progress stands. The values are the assignment's results."""

    PLAYING = None
    WON = 1
    OUT_OF_ACTIONS = 0
    STUCK = -1


@dataclass(frozen=True, slots=True)
class Hint:
    """The answer to "what now?".

    A `move` keeps the win within reach. No move and `proven`: nothing wins
    any more. No move and not `proven`: the budget ended before anyone knew.
    """

    move: str | None
    proven: bool


class Play(ABC):
    """A level being played. Moves are strings, so that saving is replaying."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome:
        """How the game stands, as far as the board and the actions left tell."""

    @property
    @abstractmethod
    def actions_left(self) -> int:
        """How many actions the limit still allows."""

    @property
    @abstractmethod
    def moves(self) -> Sequence[str]:
        """The moves made so far, in the spelling `move` takes."""

    @abstractmethod
    def move(self, text: str) -> None:
        """Make a move, or raise IllegalMove and leave everything as it was."""

    @abstractmethod
    def undo(self) -> bool:
        """Take the last move back, with the action it cost; False at the start."""

    @abstractmethod
    def hint(self, budget: Budget) -> Hint:
        """Find a move that keeps the win within reach."""

    @abstractmethod
    def scene(self) -> Scene:
        """What the board looks like now."""


class Game(ABC, Generic[L, C]):
    """A game: how its levels are read, proven, made, graded and played."""

    name: ClassVar[str]
    title: ClassVar[str]
    version: ClassVar[int]
    """Rises whenever a seed begins to produce other levels."""
    difficulties: ClassVar[tuple[Difficulty, ...]]
    phrases: ClassVar[Mapping[str, Mapping[Language, str]]]
    """What the terminal game says of this game: phrase name, language, template.

    There is one for every IllegalMove; `rules`, the goal and how a move is
    typed; and `hinted`, whose blanks {0}, {1}, … are the words of the move.
    """

    @property
    @abstractmethod
    def config_model(self) -> type[C]:
        """The pydantic model that this game's configs are checked against."""

    @abstractmethod
    def parse(self, text: str) -> L:
        """Read a level, or raise LevelError with one finding."""

    @abstractmethod
    def format(self, level: L) -> str:
        """Write a level; `parse(format(level)) == level`."""

    @abstractmethod
    def check(self, level: L) -> list[Finding]:
        """Find what is wrong with a level that was built in code."""

    @abstractmethod
    def solve(self, level: L, budget: Budget) -> Proof:
        """Prove the par, or as much of it as the budget allows."""

    @abstractmethod
    def cross_check(self, level: L, par: int, budget: Budget) -> Proof:
        """Test the claim "par" by a method that shares no search code with `solve`."""

    @abstractmethod
    def propose(self, config: C, rng: Rng) -> L:
        """Make a candidate board. Its header is not yet a claim."""

    @abstractmethod
    def difficulty(self, level: L, proof: Proof) -> Difficulty:
        """Return the row of the weakest player who finishes within the limit."""

    @abstractmethod
    def grade(self, level: L, proof: Proof) -> Grade:
        """Measure how hard a level is: its difficulty, and a score that explains itself.

        Both take a level whose par is proven and within its limit.
        """

    @abstractmethod
    def start(self, level: L) -> Play:
        """Start playing."""

    @abstractmethod
    def scene(self, level: L) -> Scene:
        """What the level looks like."""


AnyGame = Game[Any, Any]


def game_names() -> tuple[str, ...]:
    """Return the names of all games in the registry."""
    return tuple(_GAMES)


def find_game(name: str) -> AnyGame:
    """Return the game of this name, or raise an error that lists those there are."""
    if name not in _GAMES:
        raise KamigenError(f"there is no game {name!r}; the games are: {', '.join(_GAMES)}")
    module, _, attribute = _GAMES[name].partition(":")
    game: AnyGame = getattr(importlib.import_module(module), attribute)()
    return game


def replays(game: AnyGame, level: Level, actions: Sequence[str]) -> bool:
    """Whether the actions, played on the real board, win within their number."""
    play = game.start(level.claiming(level.difficulty, len(actions)))
    for action in actions:
        if play.outcome is not Outcome.PLAYING:
            return False
        play.move(action)
    return play.outcome is Outcome.WON
