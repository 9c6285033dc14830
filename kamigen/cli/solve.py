"""`kamigen solve`: what is true of level files, and a sequence of actions that wins."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Annotated

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
from kamigen.cli.words import proof_in_words
from kamigen.game import AnyGame, find_game
from kamigen.level import Level, Proof, Status
from kamigen.pipeline.confirm import Policy
from kamigen.pipeline.files import find_levels
from kamigen.pipeline.verify import Inspection, verify


def solve(
    paths: Paths,
    game: GameOrPacks = None,
    seconds: Seconds = DEFAULT_SECONDS,
    nodes: Nodes = None,
    goal: Annotated[
        str | None,
        typer.Option(metavar="GOAL", help="Another goal than the file's; where games have goals."),
    ] = None,
    notes: Annotated[
        bool, typer.Option("--notes", help="Also tell what else is worth knowing, if anything is.")
    ] = False,
    jobs: Jobs = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Find the par or the solution, and prove it.

    The par is the minimal number of actions; a sequence that costs as much is printed.
    Where actions are not counted, the solved board is drawn as well. A level that
    asks for nothing to be reached has no par, and only what is true of it is told.
    Exit code 1: a level has no solution, or more than one where there should be
    one. Exit code 3: the budget ended first for some level; its bounds are printed.
    """
    files = find_levels(paths)
    chosen = chosen_game(game, files)
    # Processes are for many levels; one level alone gets them as threads.
    budget = Budget(nodes, seconds, threads=jobs if jobs and len(files) == 1 else 1)
    work = [Inspection(chosen.name, file, budget, Policy.NEVER, goal=goal) for file in files]
    codes = []
    for result in each("solving", verify, work, processes(jobs, files), quiet=quiet):
        if result.proof is None or result.level is None:
            typer.echo(f"kamigen: {result.complaint}", err=True)
            codes.append(Exit.UNUSABLE)
            continue
        codes.append(_code(result.proof, result.status))
        told = chosen.notes(result.level) if notes else ()
        if as_json:
            record = _record(result.file, result.game, result.proof)
            typer.echo(json.dumps(record | ({"notes": told} if notes else {})))
        else:
            _print(result.file, result.level, result.proof, told)
    leave(codes)


def _code(proof: Proof, status: Status) -> Exit:
    if proof.closed:
        return Exit.GOOD if status is Status.PROVEN else Exit.FAILED
    return Exit.GOOD if proof.proven else Exit.UNDECIDED


def _print(file: str, level: Level, proof: Proof, notes: Sequence[str]) -> None:
    game = find_game(level.game)
    typer.echo(f"{file}: {game.answer(proof)}, {proof_in_words(proof)}")
    for note in notes:
        typer.echo(f"    {note}")
    for number, action in enumerate(proof.actions, start=1):
        typer.echo(f"{number:>4}. {action}")
    if level.limit is None and proof.proven:
        _draw_end(game, level, proof)


def _draw_end(game: AnyGame, level: Level, proof: Proof) -> None:
    """Draw the board that the actions lead to."""
    from kamigen.views.terminal import draw, open_console

    play = game.start(level)
    for action in proof.actions:
        play.move(action)
    draw(play.scene(), open_console())


def _record(file: str, game: str, proof: Proof) -> dict[str, object]:
    return {
        "file": file,
        "game": game,
        "par": proof.par,
        "proven": proof.proven,
        "closed": proof.closed,
        "lower": proof.lower,
        "upper": proof.upper,
        "actions": proof.actions,
        "solver": proof.solver,
        "states": proof.states,
        "seconds": round(proof.seconds, 6),
        "facts": dict(proof.facts),
    }
