"""How hard a level is to play, measured by simulated players of growing foresight.

A level's difficulty is that of the weakest player in `PLAYERS` who finishes
within the limit; a board without a limit is graded as if the par were its
limit. The score orders levels inside a difficulty; it is a sum of parts:

- `par`: a longer solution is more to find;
- `trap`: how many actions too many the greedy player needs;
- `choice`: how lucky the first action must be, in bits: −log2 of the share of
  first actions after which par can still be reached;
- `colours`, `regions`: how much there is to look at.

Where the model is likely to be wrong: people aim for the far corner, which the
greedy player does not, so an open board is easier than graded. People overlook
single cells and confuse similar colours; the players never do. The weights are
set by hand, not fitted to observed play.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import log2

from kamigen.budget import Budget
from kamigen.errors import KamigenError
from kamigen.game import Difficulty
from kamigen.games.floodit.level import FlooditLevel
from kamigen.games.floodit.pond import Pond, members_of
from kamigen.games.floodit.solver import solve
from kamigen.grid import flood, inner_cells
from kamigen.level import Grade, Proof

# How far the second player looks.
_FORESIGHT = 3

# What may be spent to decide whether a first action keeps the par.
_FIRST_ACTION_BUDGET = Budget(nodes=4_000)

_WEIGHTS = {"par": 1.0, "trap": 1.5, "choice": 0.5, "colours": 0.5, "regions": 0.02}


@dataclass(frozen=True, slots=True)
class Shore:
    """Where a game stands: the flood, and its reach, which is it and all that touches it."""

    flood: int
    reach: int


@dataclass(frozen=True, slots=True)
class Player:
    """A row of the table: a difficulty, and the choice of a colour that defines it.

    `choose` is None for the player who plans to the end, as an exact solver does.
    """

    difficulty: Difficulty
    choose: Callable[[Pond, Shore], int] | None


def difficulty(level: FlooditLevel, proof: Proof) -> Difficulty:
    """Return the row of the weakest player who finishes within the limit."""
    limit = proof.par if level.limit is None else level.limit
    if proof.par is None or limit is None or limit < proof.par:
        raise KamigenError("only a level that can be won, with a proven par, has a difficulty")
    pond = Pond(level.cells)
    return next(
        player.difficulty
        for player in PLAYERS
        if player.choose is None or actions_needed(pond, player.choose, limit) <= limit
    )


def grade(level: FlooditLevel, proof: Proof) -> Grade:
    """Grade a level whose par is proven."""
    row = difficulty(level, proof)
    pond = Pond(level.cells)
    greedy = actions_needed(pond, greedy_colour)
    tried, good = _first_actions(pond, level, proof.lower)
    figures: dict[str, int | float] = {
        "par": proof.lower,
        "greedy_actions": greedy,
        "first_actions_tried": tried,
        "first_actions_good": good,
        "colours": len(pond.palette),
        "regions": pond.size,
    }
    measures = {
        "par": proof.lower,
        "trap": greedy - proof.lower,
        # None good among those tried counts as half a one: rarer than any seen.
        "choice": log2(tried / max(good, 0.5)) if tried else 0.0,
        "colours": len(pond.palette),
        "regions": pond.size,
    }
    parts = {name: round(_WEIGHTS[name] * value, 3) for name, value in measures.items()}
    score = round(sum(parts.values()), 3)
    return Grade(row.number, row.player, score, parts, figures)


def actions_needed(
    pond: Pond, choose: Callable[[Pond, Shore], int], most: int | None = None
) -> int:
    """Let a player play and return the actions it took; past `most` it gives up."""
    actions = 0
    shore = first_shore(pond)
    while shore.flood != pond.everything and (most is None or actions <= most):
        shore = played(pond, shore, choose(pond, shore))
        actions += 1
    return actions


def greedy_colour(pond: Pond, shore: Shore) -> int:
    """Choose the colour that makes the flood largest, in cells."""
    return max(_exposed(pond, shore), key=lambda colour: _gain(pond, shore, colour))


def foresighted_colour(pond: Pond, shore: Shore) -> int:
    """Choose the colour after which a few more make the flood largest."""
    return max(_exposed(pond, shore), key=lambda colour: _prospect(pond, shore, colour, _FORESIGHT))


PLAYERS = (
    Player(Difficulty(1, "easy", "takes the most cells at once"), greedy_colour),
    Player(Difficulty(2, "medium", f"looks {_FORESIGHT} actions ahead"), foresighted_colour),
    Player(Difficulty(3, "hard", "plans to the end"), None),
)


def first_shore(pond: Pond) -> Shore:
    """Return where every game starts."""
    return Shore(1, 1 | pond.near[0])


def played(pond: Pond, shore: Shore, colour: int) -> Shore:
    """Return where the game stands after an action."""
    taken = pond.classes[colour] & shore.reach & ~shore.flood
    return Shore(shore.flood | taken, pond.grown(shore.reach, taken))


def _exposed(pond: Pond, shore: Shore) -> list[int]:
    beside = shore.reach & ~shore.flood
    return [colour for colour, members in enumerate(pond.classes) if members & beside]


def _gain(pond: Pond, shore: Shore, colour: int) -> int:
    taken = pond.classes[colour] & shore.reach & ~shore.flood
    return sum(pond.areas[region] for region in members_of(taken))


def _prospect(pond: Pond, shore: Shore, colour: int, actions: int) -> tuple[int, int]:
    """The most cells that so many actions gain, this one first; an early end counts for more."""
    gain = _gain(pond, shore, colour)
    after = played(pond, shore, colour)
    if actions == 1 or after.flood == pond.everything:
        return gain, actions
    further = max(_prospect(pond, after, c, actions - 1) for c in _exposed(pond, after))
    return gain + further[0], further[1]


def _first_actions(pond: Pond, level: FlooditLevel, par: int) -> tuple[int, int]:
    """Try all first actions; return how many were decided, and how many keep the par."""
    tried = good = 0
    for colour in _exposed(pond, first_shore(pond)):
        board = level.board
        for cell in flood(board, (1, 1)):
            board[cell] = pond.palette[colour]
        after = solve(Pond(inner_cells(board)), _FIRST_ACTION_BUDGET, most=par - 1)
        keeps = after.upper <= par - 1
        if keeps or after.lower > par - 1:
            tried += 1
            good += keeps
    return tried, good
