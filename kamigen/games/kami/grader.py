"""How hard a level is to play, measured by simulated players of growing foresight.

A level's difficulty is that of the weakest player in `PLAYERS` who finishes
within the limit. The score orders levels inside a difficulty; it is a sum of
parts, each with a plain meaning:

- `par`: a longer solution is more to find;
- `trap`: how many actions too many the greedy player needs;
- `choice`: how lucky a first action must be, in bits: −log2 of the share of
  merging first actions after which par can still be reached;
- `colours`, `regions`: how much there is to look at.

Where the model is likely to be wrong: people see symmetry and nested shapes at
once, which the players do not, so a symmetric board is easier than graded.
People overlook single cells and confuse similar colours; the players never do.
People plan backwards from the last colour; no player here does. The weights
are set by hand, not fitted to observed play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import log2

from kamigen.budget import Budget
from kamigen.errors import KamigenError
from kamigen.game import Difficulty
from kamigen.games.kami.graph import RegionGraph, paint_vertex
from kamigen.games.kami.level import KamiLevel
from kamigen.games.kami.parts import solve
from kamigen.level import Grade, Proof

Action = tuple[int, int]

# First actions that are tried for the `choice` part. Each takes a proof of its
# own; spread evenly over the board, this many estimate the share well enough.
_FIRST_ACTIONS = 40
_FIRST_ACTION_BUDGET = Budget(nodes=4_000)

# How far the second player looks, and how many actions it considers each time.
_FORESIGHT = 3
_FAVOURITES = 8

_WEIGHTS = {"par": 1.0, "trap": 1.5, "choice": 0.5, "colours": 0.5, "regions": 0.05}


@dataclass(frozen=True, slots=True)
class Player:
    """A row of the table: a difficulty, and the choice of an action that defines it.

    `choose` is None for the player who plans to the end, as an exact solver does.
    """

    difficulty: Difficulty
    choose: Callable[[RegionGraph, int], Action] | None


def difficulty(level: KamiLevel, proof: Proof) -> Difficulty:
    """Return the row of the weakest player who finishes within the limit."""
    if proof.par is None or level.limit < proof.par:
        raise KamigenError("only a level that can be won, with a proven par, has a difficulty")
    graph = level.graph
    return next(
        player.difficulty
        for player in PLAYERS
        if player.choose is None
        or actions_needed(graph, level.colours, player.choose, level.limit) <= level.limit
    )


def grade(level: KamiLevel, proof: Proof) -> Grade:
    """Grade a level whose par is proven."""
    row = difficulty(level, proof)
    graph = level.graph
    greedy = actions_needed(graph, level.colours, greedy_action)
    tried, good = _first_actions(graph, level.colours, proof.lower)
    colours = len(set(graph.colours.values()))
    figures: dict[str, int | float] = {
        "par": proof.lower,
        "greedy_actions": greedy,
        "first_actions_tried": tried,
        "first_actions_good": good,
        "colours": colours,
        "regions": len(graph),
    }
    measures = {
        "par": proof.lower,
        "trap": greedy - proof.lower,
        # None good among those tried counts as half a one: rarer than any seen.
        "choice": log2(tried / max(good, 0.5)) if tried else 0.0,
        "colours": colours,
        "regions": len(graph),
    }
    parts = {name: round(_WEIGHTS[name] * value, 3) for name, value in measures.items()}
    score = round(sum(parts.values()), 3)
    return Grade(row.number, row.player, score, parts, figures)


def actions_needed(
    graph: RegionGraph,
    palette: int,
    choose: Callable[[RegionGraph, int], Action],
    most: int | None = None,
) -> int:
    """Let a player play and return the actions it took; past `most` it gives up."""
    actions = 0
    while not _is_won(graph) and (most is None or actions <= most):
        graph = paint_vertex(graph, *choose(graph, palette))
        actions += 1
    return actions


def greedy_action(graph: RegionGraph, palette: int) -> Action:
    """Choose the action that makes the most regions vanish at once."""
    return _ranked(graph, palette)[0]


def foresighted_action(graph: RegionGraph, palette: int) -> Action:
    """Choose the action after which a few more leave the fewest regions."""
    return min(
        _ranked(graph, palette)[:_FAVOURITES],
        key=lambda action: _prospect(paint_vertex(graph, *action), palette, _FORESIGHT - 1),
    )


PLAYERS = (
    Player(Difficulty(1, "easy", "takes the most at once"), greedy_action),
    Player(Difficulty(2, "medium", f"looks {_FORESIGHT} actions ahead"), foresighted_action),
    Player(Difficulty(3, "hard", "plans to the end"), None),
)


def merging_actions(graph: RegionGraph, palette: int) -> Iterator[tuple[Action, int]]:
    """Yield the actions that merge regions, each with how many it makes vanish."""
    for vertex, touching in graph.adjacency.items():
        vanishing: dict[int, int] = {}
        for other in touching:
            colour = graph.colours[other]
            if colour <= palette:
                vanishing[colour] = vanishing.get(colour, 0) + 1
        for colour, count in vanishing.items():
            yield (vertex, colour), count


def _ranked(graph: RegionGraph, palette: int) -> list[Action]:
    """The merging actions, the most regions first; the names of the regions break ties."""
    ranked = sorted(merging_actions(graph, palette), key=lambda item: (-item[1], item[0]))
    if not ranked:
        # Nothing can be merged: all touch only colours outside the palette, or lie in parts
        # of their own. Whatever is not of the commonest colour is painted with it.
        counts = Counter(c for c in graph.colours.values() if c <= palette)
        common = max(counts, key=lambda colour: (counts[colour], -colour), default=1)
        return [
            (vertex, common) for vertex in sorted(graph.colours) if graph.colours[vertex] != common
        ]
    return [action for action, _ in ranked]


def _is_won(graph: RegionGraph) -> bool:
    return len(set(graph.colours.values())) == 1


def _prospect(graph: RegionGraph, palette: int, actions: int) -> tuple[int, int]:
    """The fewest (regions, colours) that the favourites lead to in so many actions."""
    if actions == 0 or _is_won(graph):
        return len(graph) - actions, len(set(graph.colours.values()))
    return min(
        _prospect(paint_vertex(graph, *action), palette, actions - 1)
        for action in _ranked(graph, palette)[:_FAVOURITES]
    )


def _first_actions(graph: RegionGraph, palette: int, par: int) -> tuple[int, int]:
    """Try merging first actions; return how many were decided, and how many keep the par."""
    actions = sorted(action for action, _ in merging_actions(graph, palette))
    step = max(1, -(-len(actions) // _FIRST_ACTIONS))
    tried = good = 0
    for action in actions[::step]:
        after = solve(paint_vertex(graph, *action), palette, _FIRST_ACTION_BUDGET, most=par - 1)
        keeps = after.upper <= par - 1
        if keeps or after.lower > par - 1:
            tried += 1
            good += keeps
    return tried, good
