"""`kamigen gallery`: levels as a page that can be played."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from kamigen.budget import Budget
from kamigen.cli.batch import each, processes
from kamigen.cli.exits import Exit, leave
from kamigen.cli.options import (
    DEFAULT_GAME,
    DEFAULT_SECONDS,
    GameOrPacks,
    Jobs,
    Json,
    Nodes,
    Paths,
    Quiet,
    Seconds,
)
from kamigen.cli.words import counted
from kamigen.errors import KamigenError
from kamigen.game import find_game
from kamigen.level import Status
from kamigen.pipeline.files import STDIN, UNREADABLE, write_whole
from kamigen.pipeline.verify import Verdict

_SHOWN = (Status.PROVEN, Status.LOOSE, Status.UNDECIDED)


def gallery(
    paths: Paths,
    output: Annotated[
        str,
        typer.Option(
            "--output", "-o", metavar="FILE", help="The page, or - for the standard output."
        ),
    ],
    title: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="The title.", show_default="that of the pack"),
    ] = None,
    game: GameOrPacks = None,
    hint_seconds: Annotated[
        float, typer.Option(min=0, metavar="S", help="Time the page may search for a hint.")
    ] = 10.0,
    seconds: Seconds = DEFAULT_SECONDS,
    nodes: Nodes = None,
    jobs: Jobs = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Write ONE page, for any browser, on which the levels can be played offline.

    Packs keep their order and their stored solutions; other levels are solved
    first. A par is shown only if it is proven.

    Exit codes: 1 some level cannot be won or is malformed, and was left out; 2
    a file cannot be read; 3 some par is not proven, its level is there without.
    """
    from kamigen.pipeline.stored import Look, collect, look
    from kamigen.views.gallery import Exhibit, page

    if output == STDIN and as_json:
        raise KamigenError("-o - and --json both write to the standard output; give one")
    collection = collect(paths)
    if game and collection.game and game != collection.game:
        raise KamigenError(f"the pack holds levels of {collection.game}, not of {game}")
    chosen = find_game(game or collection.game or DEFAULT_GAME)
    work = [Look(chosen.name, stored, Budget(nodes, seconds)) for stored in collection.levels]
    files = [stored.file for stored in collection.levels]
    codes = []
    exhibits = []
    for verdict in each("reading", look, work, processes(jobs, files), quiet=quiet):
        codes.append(_code(verdict))
        if codes[-1] is not Exit.GOOD:
            typer.echo(f"kamigen: {_complaint(verdict)}", err=True)
        if as_json:
            typer.echo(json.dumps(_record(verdict)))
        if verdict.level is not None and verdict.proof is not None and verdict.status in _SHOWN:
            par = verdict.proof.par
            actions = () if par is None else verdict.proof.actions
            exhibits.append(Exhibit(Path(verdict.file).stem, verdict.level, par, actions))
    if not exhibits:
        typer.echo("kamigen: no page was written, as no level is left for it", err=True)
        leave(codes)
    text = page(
        chosen,
        exhibits,
        title=title or collection.title or _name(paths) or chosen.title,
        author=collection.author,
        licence=collection.licence,
        hint_seconds=hint_seconds,
    )
    if output == STDIN:
        typer.echo(text, nl=False)
    else:
        write_whole(Path(output), text)
        if not quiet:
            typer.echo(f"kamigen: {output}: {counted(len(exhibits), 'level')}", err=True)
    leave(codes)


def _name(paths: list[str]) -> str:
    """The name of the only folder, which is the best title that a folder without a pack has."""
    return Path(paths[0]).resolve().name if len(paths) == 1 and Path(paths[0]).is_dir() else ""


def _code(verdict: Verdict) -> Exit:
    match verdict.status:
        case Status.MALFORMED:
            unreadable = verdict.findings[0].code == UNREADABLE
            return Exit.UNUSABLE if unreadable else Exit.FAILED
        case Status.UNDECIDED:
            return Exit.UNDECIDED
        case status if status not in _SHOWN:
            return Exit.FAILED
    return Exit.GOOD


def _complaint(verdict: Verdict) -> str:
    ending = "shown without a par" if verdict.status in _SHOWN else "left out"
    return f"{verdict.complaint}; {ending}"


def _record(verdict: Verdict) -> dict[str, object]:
    return {
        "file": verdict.file,
        "game": verdict.game,
        "status": verdict.status,
        "shown": verdict.status in _SHOWN,
        "difficulty": verdict.level.difficulty if verdict.level else None,
        "limit": verdict.limit,
        "par": verdict.proof.par if verdict.proof else None,
        "known": find_game(verdict.game).answer(verdict.proof) if verdict.proof else None,
    }
