"""How hard a level is to walk, measured by simulated explorers of growing foresight.

All of them see the map. A level's difficulty is that of the weakest explorer in
`EXPLORERS` who reaches the goal within the limit. The score orders levels inside
a difficulty; it is a sum of parts, each with a plain meaning:

- `depth`: how many waves of keys there are before the goal can be reached;
- `needed`: how many different keys there is no goal without;
- `backtracking`: the steps of the shortest tour that lead over cells walked before;
- `detour`: how many steps too many the explorer takes who fetches the nearest key;
- `decoys`: the letters on the map that do not help;
- `par`: a longer tour is more to plan.

Where the model is likely to be wrong: people see at a glance which room is near
and overlook small letters; the explorers measure every way and overlook nothing.
The weights are set by hand, not fitted to observed play.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kamigen.errors import KamigenError
from kamigen.game import Difficulty
from kamigen.games.keys.ground import Ground
from kamigen.games.keys.level import KeysLevel
from kamigen.games.keys.moves import unrolled
from kamigen.games.keys.walks import depth, fetch_and_go, keys_among, reach
from kamigen.level import Grade, Proof

_WEIGHTS = {
    "depth": 2.0,
    "needed": 1.0,
    "backtracking": 0.1,
    "detour": 0.1,
    "decoys": 0.5,
    "par": 0.02,
}


@dataclass(frozen=True, slots=True)
class Explorer:
    """A row of the table: a difficulty, and which keys somebody fetches who defines it.

    `wanted` gets the letters that the goal needs. It is None for the explorer
    who plans the whole tour, as the exact search does.
    """

    difficulty: Difficulty
    wanted: Callable[[int], int] | None


EXPLORERS = (
    Explorer(Difficulty(1, "easy", "fetches the nearest key"), lambda _: 0),
    Explorer(
        Difficulty(2, "medium", "fetches the nearest key that the goal needs"),
        lambda needed: needed,
    ),
    Explorer(Difficulty(3, "hard", "plans the whole tour"), None),
)


def difficulty(level: KeysLevel, proof: Proof) -> Difficulty:
    """Return the row of the weakest explorer who reaches the goal within the limit."""
    ground, start, goal = _way_points(level, proof)
    limit = level.limit if level.limit is not None else proof.lower
    needed = needed_letters(ground, start, goal)
    return next(
        explorer.difficulty
        for explorer in EXPLORERS
        if explorer.wanted is None
        or steps_taken(ground, start, goal, explorer.wanted(needed)) <= limit
    )


def grade(level: KeysLevel, proof: Proof) -> Grade:
    """Grade a level whose par is proven."""
    row = difficulty(level, proof)
    ground, start, goal = _way_points(level, proof)
    needed = needed_letters(ground, start, goal)
    keys, doors = ground.letters()
    tour = [start, *unrolled(ground, start, proof.actions)]
    nearest = steps_taken(ground, start, goal, 0)
    figures: dict[str, int | float] = {
        "par": proof.lower,
        "nearest_key_steps": nearest,
        "needed_key_steps": steps_taken(ground, start, goal, needed),
        "depth": depth(ground, start, goal) or 0,
        "needed": needed.bit_count(),
        "backtracking": len(tour) - len(set(tour)),
        "decoys": ((keys | doors) & ~needed).bit_count(),
    }
    measures = figures | {"detour": nearest - proof.lower}
    parts = {name: round(weight * measures[name], 3) for name, weight in _WEIGHTS.items()}
    return Grade(row.number, row.player, round(sum(parts.values()), 3), parts, figures)


def steps_taken(ground: Ground, start: int, goal: int, wanted: int) -> int:
    """Let an explorer walk who fetches the nearest of some keys, and count the steps."""
    walk = fetch_and_go(ground, start, 0, goal, wanted)
    if walk is None:
        raise KamigenError("only a level whose goal can be reached has a difficulty")
    return len(walk)


def needed_letters(ground: Ground, start: int, goal: int) -> int:
    """Return the letters without whose keys the goal is out of reach."""
    keys, doors = ground.letters()
    needed = 0
    for letter in (1 << bit for bit in range(1, 27)):
        if letter & keys & doors and not _reached(ground, start, goal, without=letter):
            needed |= letter
    return needed


def _reached(ground: Ground, start: int, goal: int, without: int) -> bool:
    """Whether the goal is reached by somebody who leaves the keys of a letter alone."""
    held = 0
    while True:
        places = reach(ground, start, held)
        found = keys_among(ground, places) & ~without
        if found | held == held:
            return goal in places
        held |= found


def _way_points(level: KeysLevel, proof: Proof) -> tuple[Ground, int, int]:
    if level.goal is None or proof.par is None or (level.limit or proof.par) < proof.par:
        raise KamigenError("only a level whose goal is reached in a proven par has a difficulty")
    ground = Ground(level)
    start = ground.place(level.players[level.goal.player])
    return ground, start, ground.place(level.goal.cell)
