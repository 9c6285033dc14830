"""`kamigen sheet`: levels as a booklet to print."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

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
from kamigen.cli.words import counted
from kamigen.errors import KamigenError
from kamigen.game import AnyGame, Language, replay
from kamigen.level import Status
from kamigen.pipeline.confirm import Policy
from kamigen.pipeline.files import STDIN, find_levels, name_of, write_whole
from kamigen.pipeline.verify import Inspection, Verdict, verify
from kamigen.views.look import Paper

if TYPE_CHECKING:
    from kamigen.views.sheet import Puzzle

_CODES = {
    Status.MALFORMED: Exit.UNUSABLE,
    Status.IMPOSSIBLE: Exit.FAILED,
    Status.AMBIGUOUS: Exit.FAILED,
    Status.UNDECIDED: Exit.UNDECIDED,
}


def sheet(
    paths: Paths,
    output: Annotated[
        str,
        typer.Option(
            "--output", "-o", metavar="FILE", help="The PDF file, or - for the standard output."
        ),
    ],
    game: GameOrPacks = None,
    title: Annotated[
        str | None, typer.Option(metavar="TEXT", help="The title.", show_default="of the game")
    ] = None,
    paper: Annotated[Paper, typer.Option(help="The size of the paper.")] = Paper.A4,
    per_page: Annotated[
        int, typer.Option(min=1, max=12, metavar="N", help="Levels on a page.")
    ] = 6,
    mono: Annotated[
        bool, typer.Option("--mono", help="Print no fills, but a glyph in every cell.")
    ] = False,
    solutions: Annotated[bool, typer.Option(help="Print the solutions at the end.")] = True,
    lang: Annotated[Language, typer.Option(help="The language.")] = "en",
    seconds: Seconds = DEFAULT_SECONDS,
    nodes: Nodes = None,
    jobs: Jobs = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Make a booklet of levels to print, with their solutions at the end.

    Levels that cannot be read are left out. A file that is there already is
    overwritten. Exit codes: 1 some level cannot be won within its limit; 2
    some level cannot be read; 3 some par was not proven within the budget, and
    the booklet says so.
    """
    from kamigen.views.sheet import Plan, booklet

    if output == STDIN and as_json:
        raise KamigenError("-o - and --json both write to the standard output; give one")
    files = find_levels(paths)
    chosen = chosen_game(game, files)
    work = [Inspection(chosen.name, file, Budget(nodes, seconds), Policy.NEVER) for file in files]
    results = []
    for result in each("solving", verify, work, processes(jobs, files), quiet=quiet):
        if result.level is None or result.status is Status.IMPOSSIBLE:
            typer.echo(f"kamigen: {result.complaint}", err=True)
        results.append(result)
    puzzles = [puzzle for result in results if (puzzle := _puzzle(chosen, result)) is not None]
    if not puzzles:
        raise KamigenError("none of the levels can be read, so there is nothing to print")
    plan = Plan(
        title or chosen.title,
        chosen.phrases["rules"][lang],
        paper,
        per_page,
        mono,
        solutions,
        lang,
    )
    book = booklet(puzzles, plan)
    if output == STDIN:
        sys.stdout.buffer.write(book)
    else:
        write_whole(Path(output), book)
        if as_json:
            typer.echo(json.dumps({"file": output, "game": chosen.name, "levels": len(puzzles)}))
        elif not quiet:
            typer.echo(f"{counted(len(puzzles), 'level')} written to {output}", err=True)
    leave(_CODES.get(result.status, Exit.GOOD) for result in results)


def _puzzle(game: AnyGame, result: Verdict) -> Puzzle | None:
    """Return what is printed of a level; nothing of one that could not be read."""
    from kamigen.views.sheet import Puzzle

    level, proof = result.level, result.proof
    if level is None or proof is None:
        return None
    return Puzzle(
        name_of(result.file),
        game.scene(level),
        level.difficulty,
        len(game.difficulties),
        level.limit,
        game.answer(proof) if proof.decided else f"{game.answer(proof)}, not proven",
        replay(game, level, proof.actions, proof.upper) if proof.upper is not None else (),
        proof.actions,
    )
