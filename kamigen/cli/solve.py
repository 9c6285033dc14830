"""`kamigen solve`: the par of level files, and a shortest sequence of actions."""

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
from kamigen.level import Proof
from kamigen.pipeline.confirm import Policy
from kamigen.pipeline.files import find_levels
from kamigen.pipeline.verify import Inspection, verify


def solve(
    paths: Paths,
    game: GameName = DEFAULT_GAME,
    seconds: Seconds = DEFAULT_SECONDS,
    nodes: Nodes = None,
    jobs: Jobs = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Find the par, and prove it.

    The par is the minimal number of actions; a sequence of that many is printed.
    Exit code 3: the budget ended first for some level; its bounds are printed.
    """
    files = find_levels(paths)
    work = [Inspection(game, file, Budget(nodes, seconds), Policy.NEVER) for file in files]
    codes = []
    for result in each("solving", verify, work, processes(jobs, files), quiet=quiet):
        if result.proof is None:
            typer.echo(f"kamigen: {result.complaint}", err=True)
            codes.append(Exit.UNUSABLE)
            continue
        codes.append(Exit.GOOD if result.proof.proven else Exit.UNDECIDED)
        if as_json:
            typer.echo(json.dumps(_record(result.file, result.game, result.proof)))
        else:
            _print(result.file, result.proof)
    leave(codes)


def _print(file: str, proof: Proof) -> None:
    typer.echo(f"{file}: {par_in_words(proof)}, {proof_in_words(proof)}")
    for number, action in enumerate(proof.actions, start=1):
        typer.echo(f"{number:>4}. {action}")


def _record(file: str, game: str, proof: Proof) -> dict[str, object]:
    return {
        "file": file,
        "game": game,
        "par": proof.par,
        "proven": proof.proven,
        "lower": proof.lower,
        "upper": proof.upper,
        "actions": proof.actions,
        "solver": proof.solver,
        "states": proof.states,
        "seconds": round(proof.seconds, 6),
    }
