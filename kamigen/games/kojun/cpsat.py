"""The second opinion on a board: a CP-SAT model, asked for one solution and then for another.

This module shares nothing with the fast solver but the level: it reads the
regions from their names and states the three rules in clauses of its own.

There is a literal for each cell and value. Each cell has exactly one value, each
value stands in exactly one cell of a region, neighbours do not share a value, and
a cell with the value v stands below one of its region's with a greater value.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from kamigen.budget import Budget, BudgetSpent
from kamigen.cpsat import SOLVER, new_model, run
from kamigen.level import Proof

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import BoolVarT, CpModel

    from kamigen.budget import Meter
    from kamigen.games.kojun.level import KojunLevel

Place = tuple[int, int]
Rows = list[list[int]]


def confirm(level: KojunLevel, proof: Proof, budget: Budget) -> Proof:
    """Count the solutions up to two, and say so in the words of the first proof if they fit.

    One node of the budget is one conflict of the solver.
    """
    meter = budget.start()
    try:
        found, conflicts = _enumerate(level, meter, budget.nodes)
    except BudgetSpent:
        return Proof(SOLVER, level.blanks, None, seconds=meter.seconds)
    if len(found) == 1:
        facts = {"solutions": 1, "solution": found[0]}
        upper: int | None = level.blanks
    else:
        upper = None
        facts = {"solutions": len(found), "examples": found}
        examples = proof.facts.get("examples")
        # Of several solutions any two will do, if they are two and keep the rules.
        if len(found) == 2 and isinstance(examples, list) and _are_two_solutions(level, examples):
            facts["examples"] = examples
    return Proof(
        SOLVER,
        level.blanks,
        upper,
        states=conflicts,
        seconds=meter.seconds,
        facts=facts,
        closed=upper is None,
    )


def _enumerate(
    level: KojunLevel, meter: Meter, most_conflicts: int | None
) -> tuple[list[Rows], int]:
    """Find one solution, forbid it, ask for another."""
    from ortools.sat.python import cp_model

    model = new_model()
    literals = _model(level, model, meter)
    found: list[Rows] = []
    conflicts = 0
    while len(found) < 2:
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.random_seed = 0
        if meter.seconds_left is not None:
            if meter.seconds_left == 0:
                raise BudgetSpent
            solver.parameters.max_time_in_seconds = meter.seconds_left
        if most_conflicts is not None:
            solver.parameters.max_number_of_conflicts = max(0, most_conflicts - conflicts)
        status = run(solver, model)
        conflicts += solver.num_conflicts
        if status == cp_model.INFEASIBLE:
            break
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            raise BudgetSpent
        chosen = {
            place: next(
                value for value, literal in options.items() if solver.boolean_value(literal)
            )
            for place, options in literals.items()
        }
        found.append([[chosen[row, col] for col in range(level.cols)] for row in range(level.rows)])
        model.add_bool_or([literals[place][value].negated() for place, value in chosen.items()])
    return found, conflicts


def _model(level: KojunLevel, model: CpModel, meter: Meter) -> dict[Place, dict[int, BoolVarT]]:
    """State the rules; return the literal of each cell and value."""
    regions: dict[str, list[Place]] = defaultdict(list)
    for row, names in enumerate(level.regions):
        for col, name in enumerate(names):
            regions[name].append((row, col))
    literals: dict[Place, dict[int, BoolVarT]] = {}
    for places in regions.values():
        _check_time(meter)
        values = range(1, len(places) + 1)
        for place in places:
            literals[place] = {value: model.new_bool_var("") for value in values}
            model.add_exactly_one(literals[place].values())
            given = level.givens[place[0]][place[1]]
            if given:
                model.add_bool_and([literals[place][given]])
        for value in values:
            model.add_exactly_one(literals[place][value] for place in places)
    for (row, col), options in literals.items():
        _check_time(meter)
        for beside in ((row, col + 1), (row + 1, col)):
            for value, literal in literals.get(beside, {}).items():
                if value in options:
                    model.add_bool_or([options[value].negated(), literal.negated()])
        below = literals.get((row + 1, col), {})
        if below and level.regions[row][col] == level.regions[row + 1][col]:
            for value, literal in below.items():
                greater = [options[other] for other in options if other > value]
                model.add_bool_or([literal.negated(), *greater])
    return literals


def _are_two_solutions(level: KojunLevel, examples: Sequence[Rows]) -> bool:
    """Whether these are two different fillings that keep givens and rules."""
    return (
        len(examples) == 2
        and examples[0] != examples[1]
        and all(_is_solution(level, rows) for rows in examples)
    )


def _is_solution(level: KojunLevel, rows: Rows) -> bool:
    regions: dict[str, list[int]] = defaultdict(list)
    for row, names in enumerate(level.regions):
        for col, name in enumerate(names):
            regions[name].append(rows[row][col])
    falls = all(
        upper > lower
        for (upper_names, lower_names), (upper_row, lower_row) in zip(
            pairwise(level.regions), pairwise(rows), strict=True
        )
        for upper_name, lower_name, upper, lower in zip(
            upper_names, lower_names, upper_row, lower_row, strict=True
        )
        if upper_name == lower_name
    )
    lines = [*rows, *map(list, zip(*rows, strict=True))]
    return (
        falls
        and all(sorted(held) == list(range(1, len(held) + 1)) for held in regions.values())
        and all(one != other for line in lines for one, other in pairwise(line))
        and all(
            given in (0, value)
            for givens, row_ in zip(level.givens, rows, strict=True)
            for given, value in zip(givens, row_, strict=True)
        )
    )


def _check_time(meter: Meter) -> None:
    if meter.seconds_left == 0:
        raise BudgetSpent
