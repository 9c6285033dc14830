"""`kamigen grade`: how hard level files are to play, with the figures behind it."""

from __future__ import annotations

import json

import typer

from kamigen.budget import Budget
from kamigen.cli.batch import each, processes
from kamigen.cli.exits import Exit, leave
from kamigen.cli.options import (
    DEFAULT_GAME,
    DEFAULT_SECONDS,
    GameName,
    Jobs,
    Json,
    Nodes,
    Paths,
    Quiet,
    Seconds,
)
from kamigen.cli.words import par_in_words, proof_in_words
from kamigen.level import Grade
from kamigen.pipeline.examine import Examination, Examined, examine
from kamigen.pipeline.files import find_levels


def grade(
    paths: Paths,
    game: GameName = DEFAULT_GAME,
    seconds: Seconds = DEFAULT_SECONDS,
    nodes: Nodes = None,
    jobs: Jobs = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Measure how hard levels are: by simulated players, and by a score that explains itself.

    Exit code 1: a level cannot be won within its limit. Exit code 3: the par
    of a level was not proven within the budget.
    """
    files = find_levels(paths)
    work = [Examination(game, file, Budget(nodes, seconds), graded=True) for file in files]
    codes = []
    for result in each("grading", examine, work, processes(jobs, files), quiet=quiet):
        codes.append(_code(result))
        if result.grade is None:
            typer.echo(f"kamigen: {_complaint(result)}", err=True)
        elif as_json:
            typer.echo(json.dumps(_record(result.file, result.game, result.grade)))
        else:
            _print(result.file, result.grade)
    leave(codes)


def _code(result: Examined) -> Exit:
    if result.proof is None:
        return Exit.UNUSABLE
    if result.grade is not None:
        return Exit.GOOD
    return Exit.FAILED if result.impossible else Exit.UNDECIDED


def _complaint(result: Examined) -> str:
    if result.proof is None or result.level is None:
        return result.complaint
    if result.impossible:
        known = par_in_words(result.proof)
        return f"{result.file}: cannot be won within its limit {result.level.limit}: {known}"
    known = f"{par_in_words(result.proof)}, {proof_in_words(result.proof)}"
    return f"{result.file}: only a level with a proven par can be graded: {known}"


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
