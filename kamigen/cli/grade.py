"""`kamigen grade`: how hard level files are to play, with the figures behind it."""

from __future__ import annotations

import json

import typer

from kamigen.budget import Budget
from kamigen.cli.batch import each, processes
from kamigen.cli.exits import Exit, leave
from kamigen.cli.options import (
    DEFAULT_SECONDS,
    GameOrPacks,
    Jobs,
    Json,
    Nodes,
    Paths,
    Quiet,
    Seconds,
)
from kamigen.cli.reading import chosen_game
from kamigen.level import Grade, Status
from kamigen.pipeline.confirm import Policy
from kamigen.pipeline.files import find_levels
from kamigen.pipeline.verify import Inspection, Verdict, verify


def grade(
    paths: Paths,
    game: GameOrPacks = None,
    seconds: Seconds = DEFAULT_SECONDS,
    nodes: Nodes = None,
    jobs: Jobs = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Measure how hard levels are.

    The difficulty is that of the weakest simulated player who wins; the score
    is a sum of parts, each of which is printed.
    Exit code 1: a level cannot be won within its limit, or has no par. Exit code
    3: the par of a level was not proven within the budget.
    """
    files = find_levels(paths)
    chosen = chosen_game(game, files)
    budget = Budget(nodes, seconds)
    work = [Inspection(chosen.name, file, budget, Policy.NEVER, graded=True) for file in files]
    codes = []
    for result in each("grading", verify, work, processes(jobs, files), quiet=quiet):
        codes.append(_code(result))
        if result.grade is None:
            complaint = result.complaint or f"{result.file}: without a par there is no difficulty"
            typer.echo(f"kamigen: {complaint}", err=True)
        elif as_json:
            typer.echo(json.dumps(_record(result.file, result.game, result.grade)))
        else:
            _print(result.file, result.grade)
    leave(codes)


def _code(result: Verdict) -> Exit:
    if result.grade is not None:
        return Exit.GOOD
    match result.status:
        case Status.MALFORMED:
            return Exit.UNUSABLE
        case Status.UNDECIDED:
            return Exit.UNDECIDED
        case _:
            return Exit.FAILED


def _print(file: str, grade: Grade) -> None:
    typer.echo(
        f"{file}: difficulty {grade.difficulty}, won by a player who "
        f"{grade.player}; score {grade.score:g}"
    )
    parts = " + ".join(f"{name} {value:g}" for name, value in grade.parts.items())
    typer.echo(f"    score = {parts}")
    figures = ", ".join(f"{name} {value:g}" for name, value in grade.figures.items())
    typer.echo(f"    {figures.replace('_', ' ')}")


def _record(file: str, game: str, grade: Grade) -> dict[str, object]:
    return {
        "file": file,
        "game": game,
        "difficulty": grade.difficulty,
        "player": grade.player,
        "score": grade.score,
        "parts": dict(grade.parts),
        "figures": dict(grade.figures),
    }
