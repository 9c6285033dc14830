"""`kamigen show`: what level files look like, in the terminal or as pictures."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kamigen.budget import Budget
from kamigen.cli import pictures
from kamigen.cli.batch import processes
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
from kamigen.cli.reading import Read, chosen_game, readable, what_is_known
from kamigen.cli.words import counted
from kamigen.errors import KamigenError
from kamigen.game import AnyGame, Scene, replay
from kamigen.level import UNSTATED, Level, Proof
from kamigen.pipeline.files import STDIN, find_levels, name_of, places_in
from kamigen.views.look import Glyphs, Look

if TYPE_CHECKING:
    from kamigen.views.drawing import Drawing


def show(
    paths: Paths,
    game: GameOrPacks = None,
    solution: Annotated[
        bool, typer.Option("--solution", help="Show every step of a shortest solution.")
    ] = False,
    colour: Annotated[
        bool | None,
        typer.Option(
            "--colour/--no-colour",
            help="Draw in colours, or in numbers only.",
            show_default="colours on a terminal, unless NO_COLOR is set",
        ),
    ] = None,
    compact: Annotated[
        bool | None,
        typer.Option(
            "--compact/--no-compact",
            help="Draw a tile as half a block, or as a digit where there is no colour.",
            show_default="where the board does not fit the terminal",
        ),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="PATH",
            help="Make pictures instead: a .svg or .png file, a folder for a picture a level, "
            "or - for the standard output. Several levels in one file are a contact sheet.",
        ),
    ] = None,
    form: Annotated[
        pictures.Format | None,
        typer.Option("--format", help="The format of pictures, if no file name tells."),
    ] = None,
    thumbnails: Annotated[
        bool, typer.Option("--thumbnails", help="Make the pictures small and without glyphs.")
    ] = False,
    glyphs: Annotated[
        Glyphs, typer.Option(help="Where pictures have glyphs that tell the colours apart.")
    ] = Glyphs.REGIONS,
    coordinates: Annotated[
        bool, typer.Option("--coordinates", help="Letters and numbers around the pictures.")
    ] = False,
    scale: Annotated[
        float | None,
        typer.Option(
            min=0.01,
            max=100,
            metavar="X",
            help="Times the size of pictures; 1 is 40 pixels a cell.",
        ),
    ] = None,
    seconds: Seconds = DEFAULT_SECONDS,
    nodes: Nodes = None,
    jobs: Jobs = None,
    url: Annotated[
        bool,
        typer.Option("--url", help="Print an address where the level can be played instead."),
    ] = False,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Draw levels: in the terminal, or as SVG or PNG pictures.

    Pictures that are there already are overwritten. Exit code 3, with
    --solution: the par of a level was not proven within the budget; the best
    sequence found is shown, if there is one.
    """
    files = find_levels(paths)
    chosen = chosen_game(game, files)
    if output is not None:
        form = pictures.format_of(output, form)
        if solution:
            pictures.one_level_only(output, files)
        if output == STDIN and as_json:
            raise KamigenError("-o - and --json both write to the standard output; give one")
    codes: list[Exit] = []
    budget = Budget(nodes, seconds) if solution else None
    shown = readable(chosen, files, budget, processes(jobs, files), codes, quiet=quiet)
    if output is not None and form is not None:
        look = Look(Glyphs.NONE if thumbnails else glyphs, coordinates)
        for place, drawing in _drawings(chosen, list(shown), look, output, form):
            pictures.write(drawing, form, place, scale, thumbnail=thumbnails)
            if as_json:
                typer.echo(json.dumps({"file": place, "title": drawing.title}))
            elif not quiet and place != STDIN:
                typer.echo(f"written to {place}", err=True)
    else:
        for one in shown:
            if as_json:
                typer.echo(json.dumps(_record(chosen, one)))
            elif url:
                typer.echo(_address(chosen, one.level))
            else:
                _print(chosen, one, colour=colour, compact=compact)
    leave(codes)


def _address(game: AnyGame, level: Level) -> str:
    address = game.url(level)
    if address is None:
        raise KamigenError(f"levels of {game.name} have no address")
    return address


def _steps(game: AnyGame, one: Read) -> tuple[list[Scene], list[str]]:
    """The boards of the solution and their labels; only the first board if none is known."""
    if one.proof is None or not one.proof.actions:
        return [game.scene(one.level)], ["start"]
    actions = one.proof.actions
    labels = [f"{number}. {action}" for number, action in enumerate(actions, start=1)]
    return replay(game, one.level, actions, one.proof.upper), ["start", *labels]


def _print(game: AnyGame, one: Read, *, colour: bool | None, compact: bool | None) -> None:
    from kamigen.views.terminal import draw, draw_side_by_side, open_console

    console = open_console(colour=colour)
    scene = game.scene(one.level)
    console.print(f"{one.file}: {_stated(one.level)}{scene.caption}", soft_wrap=True)
    if one.proof is None:
        draw(scene, console, compact=compact)
        return
    draw_side_by_side(*_steps(game, one), console, compact=compact)
    console.print(what_is_known(game, one.proof), soft_wrap=True)


def _drawings(
    game: AnyGame, levels: Sequence[Read], look: Look, output: str, form: pictures.Format
) -> Iterator[tuple[str, Drawing]]:
    """Yield the pictures to make, and where each goes."""
    from kamigen.views.board import picture
    from kamigen.views.pictures import Entry, contact_sheet, strip

    if pictures.is_one_picture(output) and len(levels) > 1:
        entries = [
            Entry(game.scene(one.level), name_of(one.file), _facts(one.level)) for one in levels
        ]
        yield output, contact_sheet(entries, look, f"{counted(len(levels), 'level')}")
        return
    places = [output] * len(levels)
    if not pictures.is_one_picture(output):
        files = [one.file for one in levels]
        places = [str(place) for place in places_in(Path(output), files, form.suffix)]
    for one, place in zip(levels, places, strict=True):
        scene = game.scene(one.level)
        about = f"{game.title}: {_stated(one.level)}{scene.caption}"
        if one.proof is None:
            yield place, picture(scene, look, name_of(one.file), about)
        else:
            facts = f"{about}, {_known_in_short(game, one.proof)}"
            yield place, strip(*_steps(game, one), look, name_of(one.file), facts)


def _known_in_short(game: AnyGame, proof: Proof) -> str:
    return game.answer(proof) + ("" if proof.decided else " (not proven)")


def _stated(level: Level) -> str:
    return "" if level.difficulty == UNSTATED else f"difficulty {level.difficulty}, "


def _facts(level: Level) -> str:
    limit = "" if level.limit is None else f"limit {level.limit}"
    return f"{_stated(level)}{limit}".removesuffix(", ")


def _record(game: AnyGame, one: Read) -> dict[str, object]:
    scene = game.scene(one.level)
    record: dict[str, object] = {
        "file": one.file,
        "game": one.level.game,
        "difficulty": None if one.level.difficulty == UNSTATED else one.level.difficulty,
        "limit": one.level.limit,
        "palette": scene.palette,
        "tiles": [
            [{"colour": tile.colour, "text": tile.text} for tile in row] for row in scene.tiles
        ],
        "areas": scene.areas,
        "url": game.url(one.level),
    }
    if one.proof is not None:
        record |= {"par": one.proof.par, "proven": one.proof.proven, "actions": one.proof.actions}
    return record
