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

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kamigen.budget import Budget, BudgetSpent
from kamigen.cpsat import run
from kamigen.level import Proof

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import BoolVarT, CpModel, CpSolver

    from kamigen.budget import Meter
    from kamigen.games.floodit.level import FlooditLevel

SOLVER = "cp-sat"

Cells = Sequence[Sequence[int]]
Cell = tuple[int, int]

# A model of n regions and k actions has some 6·n·k clauses; beyond this many
# regions it is far from anything the solver decides.
_MOST_REGIONS = 1_000


def confirm(level: FlooditLevel, par: int, budget: Budget) -> Proof:
    """Test the claim that `par` is the minimal number of actions.

    The claim is right if both bounds of the proof equal `par`, and wrong if
    `upper` is less or `lower` is more. Otherwise the budget ended first; one
    of its nodes is one conflict of the solver.
    """
    enquiry = _Enquiry(level, budget)
    # The refutation first: a sequence is easily had elsewhere, a second proof is not.
    if enquiry.ask(par - 1):
        enquiry.ask(par)
    return enquiry.proof()


def solve(level: FlooditLevel, budget: Budget) -> Proof:
    """Find the par: allow one action more until they suffice or the budget ends."""
    enquiry = _Enquiry(level, budget)
    while enquiry.upper is None and enquiry.ask(enquiry.lower):
        pass
    return enquiry.proof()


class _Enquiry:
    """What is known of one level's par while questions are being asked."""

    def __init__(self, level: FlooditLevel, budget: Budget) -> None:
        self._level = level
        self._conflicts_allowed = budget.nodes
        self._conflicts = 0
        self._meter = budget.start()
        self._regions = _label(level.cells)
        self._moves: tuple[int, ...] = ()
        # Each step towards the farthest region takes an action, and so does each colour.
        self.lower = max(*self._regions.distances, len(set(self._regions.colours[1:])))
        self.upper = None if self.lower else 0

    def ask(self, actions: int) -> bool:
        """Find out whether so many actions suffice; False if there is no answer."""
        if actions < self.lower or (self.upper is not None and actions >= self.upper):
            return True
        if len(self._regions.colours) > _MOST_REGIONS:
            return False
        try:
            question = _TimedFlood(self._regions, actions, self._meter)
            answer = question.put(self._conflicts_left, self._meter.seconds_left)
        except BudgetSpent:
            return False
        self._conflicts += answer.conflicts
        if answer.moves is not None:
            return self._witnessed(answer.moves)
        if answer.refuted:
            self.lower = actions + 1
        return answer.refuted

    def proof(self) -> Proof:
        """What the answers have shown."""
        return Proof(
            solver=SOLVER,
            lower=self.lower,
            upper=self.upper,
            actions=tuple(map(str, self._moves)),
            states=self._conflicts,
            seconds=self._meter.seconds,
        )

    @property
    def _conflicts_left(self) -> int | None:
        if self._conflicts_allowed is None:
            return None
        return max(0, self._conflicts_allowed - self._conflicts)

    def _witnessed(self, moves: tuple[int, ...]) -> bool:
        """Claim the moves as an upper bound, but only if they win on the cells."""
        useful = _played(self._level.cells, moves)
        if useful is None:
            warnings.warn(
                f"the CP-SAT model's moves do not win on the board: {moves} on {self._level}; "
                "they are not claimed, but this is a bug in the model",
                RuntimeWarning,
                stacklevel=2,
            )
            return False
        self._moves = useful
        self.upper = len(useful)
        return True


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


@dataclass(frozen=True, slots=True)
class _Answer:
    """Moves that the model holds to win, or a refutation, or neither in time."""

    moves: tuple[int, ...] | None
    refuted: bool
    conflicts: int


class _TimedFlood:
    """The question "do so many actions suffice?" as clauses.

    `_flooded` is indexed by the action first, entry 0 is the time before any; what
    cannot be flooded yet, or must be by then, is a constant.
    """

    def __init__(self, regions: _Regions, actions: int, meter: Meter) -> None:
        from ortools.sat.python import cp_model

        self._model: CpModel = cp_model.CpModel()
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

    def put(self, conflicts: int | None, seconds: float | None) -> _Answer:
        """Put the question to the solver."""
        from ortools.sat.python import cp_model

        solver = cp_model.CpSolver()
        # One worker and a fixed seed make the answer a function of the question.
        solver.parameters.num_workers = 1
        solver.parameters.random_seed = 0
        solver.parameters.linearization_level = 0
        if conflicts is not None:
            solver.parameters.max_number_of_conflicts = conflicts
        if seconds is not None:
            solver.parameters.max_time_in_seconds = seconds
        status = run(solver, self._model)
        if status == cp_model.MODEL_INVALID:
            raise AssertionError(f"CP-SAT refuses the model: {self._model.validate()}")
        return _Answer(
            moves=self._moves(solver) if status in (cp_model.OPTIMAL, cp_model.FEASIBLE) else None,
            refuted=status == cp_model.INFEASIBLE,
            conflicts=solver.num_conflicts,
        )

    def _moves(self, solver: CpSolver) -> tuple[int, ...]:
        """Read the moves of a solution."""
        return tuple(
            next(number for number in self._palette if solver.boolean_value(colour[number]))
            for colour in self._colour
        )
