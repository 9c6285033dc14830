"""How hard a level is to play, measured by simulated players who cannot see the refill.

Every player plays the level several times, with random streams of its own that
are the same in every run; its win rate is the share of games that reach the
target within the limit. A level's difficulty is that of the weakest player in
`PLAYERS` who wins at least half of them. The last one knows the refill, as
somebody does who has tried the level often enough, and always wins.

The score orders levels inside a difficulty; it is a sum of parts:

- `par`: a longer solution is more to find;
- `blind`: the share of games that the players without sight of the refill lose;
- `choice`: how lucky a first swap must be, in bits: −log2 of the share of valid
  first swaps after which the target can still be reached within the limit;
- `colours`, `cells`: how much there is to look at.

Where the model is likely to be wrong: people overlook swaps, above all upright
ones and those near the edge, and the players see them all. People learn the
refill of a level piece by piece; the players learn nothing, or know it all. The
weights are set by hand, not fitted to observed play.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import log2

from kamigen.budget import Budget
from kamigen.errors import KamigenError
from kamigen.game import Difficulty
from kamigen.games.gemas.level import GREATEST_SEED, GemasLevel
from kamigen.games.gemas.planes import Planes, Swap
from kamigen.games.gemas.refill import Refill
from kamigen.games.gemas.search import Rules, State, search
from kamigen.level import Grade, Proof
from kamigen.rng import Rng

_GAMES = 12
"""Games a player plays; a win rate of a half is told from chance well enough."""

# How many swaps the foresighted player weighs, and the refills it imagines for each.
_FAVOURITES = 6
_IMAGINED = 6

_FIRST_SWAP_BUDGET = Budget(nodes=2_000)

_WEIGHTS = {"par": 1.0, "blind": 3.0, "choice": 0.5, "colours": 0.25, "cells": 0.02}


@dataclass(frozen=True, slots=True)
class View:
    """What a player sees: the board, and what is left to do. Not the refill."""

    planes: Planes
    board: int
    swaps_left: int
    gems_wanted: int


Choose = Callable[[View, Rng], Swap]


@dataclass(frozen=True, slots=True)
class Player:
    """A row of the table: a difficulty, and the choice of a swap that defines it.

    `choose` is None for the player who knows the refill and plans to the end.
    """

    difficulty: Difficulty
    choose: Choose | None


def any_swap(view: View, rng: Rng) -> Swap:
    """Choose any valid swap."""
    return rng.choice(view.planes.swaps(view.board))


def greedy_swap(view: View, rng: Rng) -> Swap:
    """Choose a swap that destroys the most gems at once; chance decides between equals."""
    gains = _gains(view)
    most = max(gains.values())
    return rng.choice([swap for swap, gain in gains.items() if gain == most])


def foresighted_swap(view: View, rng: Rng) -> Swap:
    """Choose the swap that promises the most gems together with the one after it.

    What falls in is imagined several times, in the same ways for all swaps.
    """
    planes = view.planes
    gains = _gains(view)
    favourites = sorted(gains, key=lambda swap: -gains[swap])[:_FAVOURITES]
    imagined = [Refill(rng.between(0, GREATEST_SEED), planes.colours) for _ in range(_IMAGINED)]

    def promise(swap: Swap) -> int:
        total = 0
        for refill in imagined:
            board, gems = planes.play(view.board, 0, swap, refill, view.gems_wanted)
            if view.swaps_left > 1 and gems < view.gems_wanted:
                following = planes.swaps(board)
                gems += max((planes.gain(board, swap) for swap in following), default=0)
            total += min(gems, view.gems_wanted)
        return total

    return max(favourites, key=promise)


PLAYERS = (
    Player(Difficulty(1, "easy", "takes the most gems at once"), greedy_swap),
    Player(Difficulty(2, "medium", "weighs two swaps and what may fall in"), foresighted_swap),
    Player(Difficulty(3, "hard", "knows what falls in and plans to the end"), None),
)


def difficulty(level: GemasLevel, proof: Proof) -> Difficulty:
    """Return the row of the weakest player who wins at least half of its games."""
    if proof.par is None or level.limit < proof.par:
        raise KamigenError("only a level that can be won, with a proven par, has a difficulty")
    return next(
        player.difficulty
        for player in PLAYERS
        if player.choose is None or 2 * wins(level, player.choose) >= _GAMES
    )


def grade(level: GemasLevel, proof: Proof) -> Grade:
    """Grade a level whose par is proven."""
    row = difficulty(level, proof)
    blind = {
        "random": wins(level, any_swap) / _GAMES,
        "greedy": wins(level, greedy_swap) / _GAMES,
        "foresighted": wins(level, foresighted_swap) / _GAMES,
    }
    tried, good = _first_swaps(level)
    figures: dict[str, int | float] = {
        "par": proof.lower,
        "target": level.target,
        "limit": level.limit,
        **{f"win_rate_{name}": round(rate, 3) for name, rate in blind.items()},
        "first_swaps_tried": tried,
        "first_swaps_good": good,
        "colours": level.colours,
        "cells": level.rows * level.cols,
    }
    measures = {
        "par": proof.lower,
        "blind": 1 - sum(blind.values()) / len(blind),
        # None good among those tried counts as half a one: rarer than any seen.
        "choice": log2(tried / max(good, 0.5)) if tried else 0.0,
        "colours": level.colours,
        "cells": level.rows * level.cols,
    }
    parts = {name: round(_WEIGHTS[name] * value, 3) for name, value in measures.items()}
    score = round(sum(parts.values()), 3)
    return Grade(row.number, row.player, score, parts, figures)


def wins(level: GemasLevel, choose: Choose) -> int:
    """Let a player play the level, and return how many games it wins."""
    rules = Rules.of(level)
    start = State(level.board, 0)
    return sum(
        _wins(rules, start, level.limit, choose, Rng("gemas", choose.__name__, game))
        for game in range(_GAMES)
    )


def _wins(rules: Rules, state: State, limit: int, choose: Choose, rng: Rng) -> bool:
    # Each swap destroys three gems or more, so the loop ends however large the limit is.
    for left in range(limit, 0, -1):
        if rules.planes.is_dead(state.board):
            return False
        view = View(rules.planes, state.board, left, rules.target - state.gems)
        state = rules.after(state, choose(view, rng))
        if state.gems >= rules.target:
            return True
    return False


def _gains(view: View) -> dict[Swap, int]:
    """The gems that each valid swap destroys at once."""
    planes, board = view.planes, view.board
    return {swap: planes.gain(board, swap) for swap in planes.swaps(board)}


def _first_swaps(level: GemasLevel) -> tuple[int, int]:
    """Try the valid first swaps; return how many were decided, and how many can still win."""
    rules = Rules.of(level)
    start = State(level.board, 0)
    left = level.limit - 1
    tried = good = 0
    for swap in rules.planes.swaps(start.board):
        reach = search(rules, rules.after(start, swap), _FIRST_SWAP_BUDGET, enough=left)
        keeps = reach.upper is not None and reach.upper <= left
        if keeps or reach.lower > left:
            tried += 1
            good += keeps
    return tried, good
