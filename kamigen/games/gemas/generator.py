"""Candidates: boards without chains and with a valid swap, and a target made for them.

The target is chosen from what the search finds: more than one swap fewer than
the wanted par can destroy, and no more than par swaps can. So nearly every
candidate has the par that was wanted; the proof follows, and decides.
"""

from __future__ import annotations

from dataclasses import replace

from kamigen.budget import Budget
from kamigen.errors import GenerationError
from kamigen.games.gemas.config import GemasConfig
from kamigen.games.gemas.level import GREATEST_SEED, MOST_TARGET, GemasLevel
from kamigen.games.gemas.planes import A, planes_of
from kamigen.games.gemas.search import Rules, State, richest
from kamigen.level import Claim
from kamigen.rng import Rng

# Most boards of a sensible config have a valid swap, so a few draws are enough; a
# size and number of colours that never has one must come to an end.
_DRAWS = 500


def propose(config: GemasConfig, rng: Rng) -> GemasLevel:
    """Return a board within the config's ranges; its header claims a limit of 0.

    Raise GenerationError if no draw has a valid swap: then the config, not the
    luck, is to blame.
    """
    level = _draw(config, rng)
    swaps = rng.between(*config.par)
    percent = rng.between(*config.demand)
    rules = Rules(level.planes, level.refill, config.target[1])
    budget = Budget(nodes=config.effort.solve_nodes)
    gems = richest(rules, State(level.board, 0), swaps, budget)
    most = gems[-1] if gems else 1
    least = gems[-2] + 1 if len(gems) > 1 else 1
    target = least + (most - least) * percent // 100
    low, high = config.target
    return replace(level, target=min(max(target, low), high))


def _draw(config: GemasConfig, rng: Rng) -> GemasLevel:
    for _ in range(_DRAWS):
        rows, cols = rng.between(*config.rows), rng.between(*config.cols)
        colours = rng.between(*config.colours)
        cells = draw_board(rows, cols, colours, rng)
        planes = planes_of(rows, cols, colours)
        if not planes.is_dead(planes.pack(cells)):
            seed = rng.between(0, GREATEST_SEED)
            return GemasLevel(Claim(config.difficulty, 0), MOST_TARGET, cells, colours, seed)
    raise GenerationError(f"none of {_DRAWS} boards had a valid swap; change rows, cols or colours")


def draw_board(rows: int, cols: int, colours: int, rng: Rng) -> tuple[str, ...]:
    """Draw a board without chains, cell by cell; there are three colours or more.

    A cell may not have the colour of the two on its left, if these are alike, nor
    that of the two above: at most two colours are barred, so one is always left.
    """
    board: list[str] = []
    for row in range(rows):
        letters = ""
        for col in range(cols):
            barred = set()
            if letters[-2:] == letters[-1:] * 2:
                barred |= set(letters[-1:])
            if row >= 2 and board[-1][col] == board[-2][col]:
                barred.add(board[-1][col])
            free = [chr(A + c) for c in range(colours) if chr(A + c) not in barred]
            letters += rng.choice(free)
        board.append(letters)
    return tuple(board)
