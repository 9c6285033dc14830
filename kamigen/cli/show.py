"""`kamigen show`: what level files look like."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from kamigen.cli.exits import Exit, leave
from kamigen.cli.options import DEFAULT_GAME, GameName, Json, Paths
from kamigen.errors import LevelError
from kamigen.game import Scene, find_game
from kamigen.level import Level


def show(
    paths: Paths,
    game: GameName = DEFAULT_GAME,
    colour: Annotated[
        bool | None,
        typer.Option(
            "--colour/--no-colour",
            help="Draw in colours, or in numbers only.",
            show_default="colours on a terminal, unless NO_COLOR is set",
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Draw levels in the terminal."""
    from kamigen.pipeline.files import find_levels, read_level
    from kamigen.views.terminal import draw, open_console

    chosen = find_game(game)
    console = open_console(colour=colour)
    codes = []
    for file in find_levels(paths):
        try:
            level = read_level(chosen, file)
        except LevelError as error:
            typer.echo(f"kamigen: {error}", err=True)
            codes.append(Exit.UNUSABLE)
            continue
        scene = chosen.scene(level)
        if as_json:
            typer.echo(json.dumps(_record(file, level, scene)))
        else:
            stated = f"difficulty {level.difficulty}, " if level.difficulty is not None else ""
            console.print(f"{file}: {stated}{scene.caption}")
            draw(scene, console)
    leave(codes)


def _record(file: str, level: Level, scene: Scene) -> dict[str, object]:
    return {
        "file": file,
        "game": level.game,
        "difficulty": level.difficulty,
        "limit": level.limit,
        "palette": scene.palette,
        "tiles": [
            [{"colour": tile.colour, "text": tile.text} for tile in row] for row in scene.tiles
        ],
    }
