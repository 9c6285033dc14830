"""The second opinion on a par: a CP-SAT model, confirmed move by move on the cells.

This module shares nothing with the exact search but the level and the proof:
it labels its own regions, argues its own lower bound and replays its own
moves. `confirm` tests a claimed par, `solve` finds one from scratch. Both ask
one question, "do k actions suffice?", of the model of `_TimedFlood`:

- each action t has exactly one colour;
- a region is flooded after t if and only if it was before, or it has the colour
  of t and touches a region that was;
- after 0 actions only the corner's region is flooded, after k all are.

These are the rules themselves, so the model is satisfiable if and only if k
actions, some of them perhaps idle, flood the board. "If and only if" is written
as clauses in both directions; the redundant ones that are added say that a
region d steps from the corner is dry before action d, and that each colour
is played.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kamigen.budget import Budget, BudgetSpent, Meter
from kamigen.cpsat import Enquiry, Question
from kamigen.level import Proof

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import BoolVarT, CpSolver

    from kamigen.games.floodit.level import FlooditLevel

Cells = Sequence[Sequence[int]]
Cell = tuple[int, int]

# A model of n regions and k actions has some 6·n·k clauses; beyond this many
# regions it is far from anything the solver decides.
_MOST_REGIONS = 1_000


def confirm(level: FlooditLevel, par: int, budget: Budget) -> Proof:
    """Test the claim that `par` is the minimal number of actions."""
    return _Enquiry(level, budget).confirm(par)


def solve(level: FlooditLevel, budget: Budget) -> Proof:
    """Find the par from scratch."""
    return _Enquiry(level, budget).find()


class _Enquiry(Enquiry[int]):
    def __init__(self, level: FlooditLevel, budget: Budget) -> None:
        self._cells = level.cells
        self._regions = _label(level.cells)
        # Each step towards the farthest region takes an action, and so does each colour.
        distances, colours = self._regions.distances, self._regions.colours
        super().__init__(budget, max(*distances, len(set(colours[1:]))))

    def _question(self, actions: int, meter: Meter) -> _TimedFlood | None:
        if len(self._regions.colours) > _MOST_REGIONS:
            return None
        return _TimedFlood(self._regions, actions, meter)

    def _replayed(self, moves: tuple[int, ...]) -> tuple[int, ...] | None:
        return _played(self._cells, moves)

    def _spelled(self, move: int) -> str:
        return str(move)

    def __str__(self) -> str:
        return str(self._cells)


@dataclass(frozen=True, slots=True)
class _Regions:
    """The regions by number, the corner's first: colour, touching regions, distance from it."""

    colours: tuple[int, ...]
    touching: tuple[frozenset[int], ...]
    distances: tuple[int, ...]


def _label(cells: Cells) -> _Regions:
    colour_at = _by_cell(cells)
    region_at: dict[Cell, int] = {}
    colours: list[int] = []
    for first in colour_at:
        if first not in region_at:
            region_at.update(dict.fromkeys(_component(colour_at, first), len(colours)))
            colours.append(colour_at[first])
    touching: list[set[int]] = [set() for _ in colours]
    for (row, column), region in region_at.items():
        for beside in ((row + 1, column), (row, column + 1)):
            other = region_at.get(beside, region)
            if other != region:
                touching[region].add(other)
                touching[other].add(region)
    distance = {0: 0}
    for region in (queue := [0]):  # grows while it is walked
        for other in touching[region]:
            if other not in distance:
                distance[other] = distance[region] + 1
                queue.append(other)
    distances = tuple(distance[region] for region in range(len(colours)))
    return _Regions(tuple(colours), tuple(map(frozenset, touching)), distances)


def _played(cells: Cells, moves: Sequence[int]) -> tuple[int, ...] | None:
    """Return the moves that make the flood grow, if they leave one colour; else None."""
    colour_at = _by_cell(cells)
    flood = _component(colour_at, (1, 1))
    useful = []
    for colour in moves:
        after = colour_at | dict.fromkeys(flood, colour)
        grown = _component(after, (1, 1))
        if len(grown) > len(flood):
            colour_at, flood = after, grown
            useful.append(colour)
    return tuple(useful) if len(flood) == len(colour_at) else None


def _by_cell(cells: Cells) -> dict[Cell, int]:
    return {
        (row, column): colour
        for row, line in enumerate(cells, start=1)
        for column, colour in enumerate(line, start=1)
    }


def _component(colour_at: dict[Cell, int], start: Cell) -> set[Cell]:
    """Return the cells connected with `start` in its colour."""
    component = {start}
    unexplored = [start]
    while unexplored:
        row, column = unexplored.pop()
        for beside in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if beside not in component and colour_at.get(beside) == colour_at[start]:
                component.add(beside)
                unexplored.append(beside)
    return component


class _TimedFlood(Question[int]):
    """The question "do so many actions suffice?" as clauses.

    `_flooded` is indexed by the action first, entry 0 is the time before any; what
    cannot be flooded yet, or must be by then, is a constant.
    """

    def __init__(self, regions: _Regions, actions: int, meter: Meter) -> None:
        super().__init__()
        self._palette = sorted(set(regions.colours))
        never, always = self._model.new_constant(False), self._model.new_constant(True)
        numbers = range(len(regions.colours))
        self._colour: list[dict[int, BoolVarT]] = [
            {colour: self._model.new_bool_var("") for colour in self._palette}
            for _ in range(actions)
        ]
        flooded: list[list[BoolVarT]] = []
        for t in range(actions + 1):
            if meter.seconds_left == 0:
                raise BudgetSpent
            flooded.append(
                [
                    always
                    if region == 0 or t == actions
                    else never
                    if regions.distances[region] > t
                    else self._model.new_bool_var("")
                    for region in numbers
                ]
            )
        clause = self._model.add_bool_or
        for t, colour in enumerate(self._colour):
            if meter.seconds_left == 0:
                raise BudgetSpent
            self._model.add_exactly_one(colour.values())
            before, after = flooded[t], flooded[t + 1]
            for region in numbers[1:]:
                own, beside = colour[regions.colours[region]], regions.touching[region]
                clause(~before[region], after[region])
                clause(~after[region], before[region], own)
                clause(~after[region], before[region], *(before[other] for other in beside))
                for other in beside:
                    clause(~before[other], ~own, after[region])
        for number in set(regions.colours[1:]):
            clause(colour[number] for colour in self._colour)

    def _moves(self, solver: CpSolver) -> tuple[int, ...]:
        return tuple(
            next(number for number in self._palette if solver.boolean_value(colour[number]))
            for colour in self._colour
        )
