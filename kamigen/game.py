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
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, TypeVar

from kamigen.errors import KamigenError
from kamigen.level import Claim, Finding, Grade, Level, Proof, Status

if TYPE_CHECKING:
    from kamigen.budget import Budget
    from kamigen.config import LevelConfig, ParConfig
    from kamigen.grid import Cell
    from kamigen.rng import Rng

L = TypeVar("L", bound=Level)
C = TypeVar("C", bound="LevelConfig")
CP = TypeVar("CP", bound="ParConfig")

Language = Literal["en", "pt"]
"""The languages that the terminal game speaks."""

# Where each game lives. They are imported when asked for, so that
# `kamigen --help` answers at once however many games there are.
_GAMES: Mapping[str, str] = {
    "kami": "kamigen.games.kami.game:Kami",
    "floodit": "kamigen.games.floodit.game:Floodit",
    "keys": "kamigen.games.keys.game:Keys",
    "kojun": "kamigen.games.kojun.game:Kojun",
    "gemas": "kamigen.games.gemas.game:Gemas",
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
    where colours are not chosen. `areas` gives every tile the label of the
    area it belongs to: tiles of one area are drawn as one piece, and a line
    runs between areas. Without it every tile stands alone. `marks` are the
    cells to point out, such as those that the last move has changed. `origin`
    is the row and column of the first tile, for scenes that are a window of a
    larger board.
    """

    tiles: tuple[tuple[Tile, ...], ...]
    caption: str
    palette: tuple[int, ...] = ()
    areas: tuple[tuple[int, ...], ...] = ()
    marks: frozenset[Cell] = frozenset()
    origin: Cell = (1, 1)


@dataclass(frozen=True, slots=True)
class Mosaic:
    """A board as bare colour numbers and its palette 1..colours.

    This is what exports write, and what imports and pictures are read into.
    """

    cells: tuple[tuple[int, ...], ...]
    colours: int


class Outcome(Enum):
    """How a game in progress stands. The values are the assignment's results."""

    PLAYING = None
    WON = 1
    OUT_OF_ACTIONS = 0
    STUCK = -1


@dataclass(frozen=True, slots=True)
class Reason:
    """Something to say in the player's language: a phrase of the game, and what fills its blanks.

    A value may itself be a reason, or a tuple of reasons, which are said one
    after another.
    """

    phrase: str
    values: Mapping[str, object] = field(default_factory=dict)

    def told(self, phrases: Mapping[str, Mapping[Language, str]], lang: Language) -> str:
        """Say it in a language."""

        def word(value: object) -> object:
            if isinstance(value, Reason):
                return value.told(phrases, lang)
            return (
                " ".join(str(word(part)) for part in value) if isinstance(value, tuple) else value
            )

        values = {name: word(value) for name, value in self.values.items()}
        return phrases[self.phrase][lang].format(**values)


@dataclass(frozen=True, slots=True)
class Hint:
    """The answer to "what now?".

    A `move` keeps the win within reach. No move and `proven`: nothing wins
    any more. No move and not `proven`: the budget ended before anyone knew.
    A `reason`, if a game can give one, is said in place of the phrase `hinted`.
    """

    move: str | None
    proven: bool
    reason: Reason | None = None


class Play(ABC):
    """A level being played. Moves are strings, so that saving is replaying."""

    hints_are_made: ClassVar[bool] = True
    """Whether the terminal game makes the hinted move, or only tells it."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome:
        """How the game stands, as far as the board and the actions left tell."""

    @property
    @abstractmethod
    def actions_left(self) -> int | None:
        """How many actions the limit still allows; None if they are not counted."""

    @property
    @abstractmethod
    def moves(self) -> Sequence[str]:
        """The moves made so far, in the spelling `move` takes."""

    @property
    def standing(self) -> Mapping[str, object]:
        """What fills the blanks of the game's phrase `standing`, such as a score."""
        return {}

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

    @property
    def remarks(self) -> Sequence[Reason]:
        """What the board does not show and a player should know now; nothing in most games."""
        return ()


class Game(ABC, Generic[L, C]):
    """A game: how its levels are read, proven, made, graded and played."""

    name: ClassVar[str]
    title: ClassVar[str]
    version: ClassVar[int]
    """Rises whenever a seed begins to produce other levels."""
    difficulties: ClassVar[tuple[Difficulty, ...]]
    phrases: ClassVar[Mapping[str, Mapping[Language, str]]]
    """What the terminal game says of this game: phrase name, language, template.

    There is one for every IllegalMove and every Reason; `rules`, the goal and how
    a move is typed; and `hinted`, whose blanks {0}, {1}, … are the words of the move.
    A game that keeps a score, say, has a phrase `standing`, told with every board.
    A game that calls its actions otherwise may say `limit`, `prompt`, `undone`, `won`,
    `out-of-actions` and `help-uncounted` anew.
    """
    page_scripts: ClassVar[tuple[str, ...]] = ()
    """The files by which the page plays it, in order, as seen from its folder; none: it cannot.

    What they have to offer is told at the top of views/page/games.js.
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
    def cross_check(self, level: L, proof: Proof, budget: Budget) -> Proof:
        """Test what `solve` has proven by a method that shares no search code with it."""

    @abstractmethod
    def judge(self, level: L, proof: Proof) -> tuple[Status, tuple[Finding, ...]]:
        """Compare what the header claims with what is proven."""

    def answer(self, proof: Proof) -> str:
        """Say in a few words what is proven, and no more."""
        if proof.par is not None:
            return f"par {proof.par}"
        return f"{proof.lower} ≤ par" + ("" if proof.upper is None else f" ≤ {proof.upper}")

    @abstractmethod
    def propose(self, config: C, rng: Rng) -> L:
        """Make a candidate board. Its header is not yet a claim."""

    @abstractmethod
    def claim(self, config: C, candidate: L, proof: Proof) -> L | str:
        """Return the candidate under the header it deserves, or the reason to reject it."""

    @abstractmethod
    def difficulty(self, level: L, proof: Proof) -> Difficulty:
        """Return the row of the weakest player who finishes within the limit."""

    @abstractmethod
    def grade(self, level: L, proof: Proof) -> Grade:
        """Measure how hard a level is: its difficulty, and a score that explains itself.

        Both take a level whose par is proven and within its limit.
        """

    def fingerprint(self, level: L) -> str:
        """Return a name of the puzzle, equal exactly for levels that are the same puzzle.

        Here that is the same board, whatever its header promises. A game whose
        boards can be turned over or coloured anew without becoming another
        puzzle knows better. Names are compared within one run only, so they
        may change with the version of a library.
        """
        limit = None if level.limit is None else 0
        return self.format(level.claiming(1, limit))

    @abstractmethod
    def start(self, level: L) -> Play:
        """Start playing."""

    @abstractmethod
    def scene(self, level: L) -> Scene:
        """What the level looks like."""

    def notes(self, level: L) -> Sequence[str]:  # noqa: ARG002 - for games that have some
        """What else is worth knowing about a level, in sentences; nothing in most games."""
        return ()

    def aimed(self, level: L, goal: str) -> L:  # noqa: ARG002 - for games that have goals
        """Return the level with another goal, or raise KamigenError if the game has none."""
        raise KamigenError(f"in {self.title} there is no goal to choose")

    def mosaic(self, level: L) -> Mosaic:  # noqa: ARG002 - for the games that have one
        """Return the board as bare colour numbers, in games whose boards are nothing else."""
        raise KamigenError(f"the boards of {self.title} are not only colours, so none is exported")

    def from_mosaic(self, mosaic: Mosaic, claim: Claim) -> L:  # noqa: ARG002 - as above
        """Return the level of a board and its header, or raise LevelError with one finding."""
        raise KamigenError(f"the boards of {self.title} are not only colours, so none is imported")

    def url(self, level: L) -> str | None:  # noqa: ARG002 - for the games that have addresses
        """Return an address where the level can be played elsewhere, if there is such a place."""
        return None


class ParGame(Game[L, CP]):
    """A game that counts actions: the header's limit is to be met, the par is the best.

    A level without a limit claims nothing: it is proven as soon as its par is.
    """

    def judge(self, level: L, proof: Proof) -> tuple[Status, tuple[Finding, ...]]:
        """Compare the limit with the par."""
        return judge_limit(level.limit, proof)

    def claim(self, config: CP, candidate: L, proof: Proof) -> L | str:
        """Keep a candidate whose proven par is in the config's range."""
        return claim_limit(config, candidate, proof)


def judge_limit(limit: int | None, proof: Proof) -> tuple[Status, tuple[Finding, ...]]:
    """Compare a limit, if there is one, with the par. It may be refuted before that is known."""
    par = proof.par
    if limit is not None and proof.lower > limit:
        known = f"the par is {par}" if par is not None else f"the par is at least {proof.lower}"
        message = f"the limit {limit} cannot be met: {known}"
        return Status.IMPOSSIBLE, (Finding("limit-below-par", message, 1),)
    if par is None:
        upper = "?" if proof.upper is None else proof.upper
        message = f"the par is between {proof.lower} and {upper}; the budget ended there"
        return Status.UNDECIDED, (Finding("par-unknown", message),)
    if limit is not None and par < limit:
        message = f"the limit {limit} is above the par {par}"
        return Status.LOOSE, (Finding("limit-above-par", message, 1),)
    return Status.PROVEN, ()


def claim_limit(config: ParConfig, candidate: L, proof: Proof) -> L | str:
    """Set a candidate's limit if its proven par is in the config's range."""
    least, most = config.par
    if proof.lower > most:
        return "par too high"
    if proof.upper is not None and proof.upper < least:
        return "par too low"
    if proof.par is None:
        return "par not proven within the nodes"
    return candidate.claiming(config.difficulty, proof.par + config.slack)


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


def replay(
    game: AnyGame, level: Level, actions: Sequence[str], cost: int | None = None
) -> list[Scene]:
    """Return what the board looks like at the start and after each of the actions.

    `cost` is what they cost together, where that is not one each.
    """
    play = _play_for(game, level, len(actions) if cost is None else cost)
    scenes = [play.scene()]
    for action in actions:
        play.move(action)
        scenes.append(play.scene())
    return scenes


def replays(game: AnyGame, level: Level, actions: Sequence[str], cost: int | None = None) -> bool:
    """Whether the actions, played on the real board, win at just their cost, as in `replay`."""
    if cost is None:
        cost = len(actions)
    play = _play_for(game, level, cost)
    for action in actions:
        if play.outcome is not Outcome.PLAYING:
            return False
        play.move(action)
    left = play.actions_left
    exact = cost == len(actions) if left is None else left == 0
    return play.outcome is Outcome.WON and exact


def _play_for(game: AnyGame, level: Level, cost: int) -> Play:
    """Start the level with as many actions as will be spent, whatever its header allows.

    A game that never counts actions does not look at the limit.
    """
    return game.start(level.claiming(level.difficulty, cost))
