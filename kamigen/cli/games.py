"""`kamigen games`: what can be made, proven and played."""

from __future__ import annotations

import json

import typer

from kamigen.cli.options import Json
from kamigen.game import find_game, game_names


def games(as_json: Json = False) -> None:
    """List the games.

    Each with the simulated players who define its difficulties.
    """
    for name in game_names():
        game = find_game(name)
        if as_json:
            rows = [
                {"number": row.number, "name": row.name, "player": row.player}
                for row in game.difficulties
            ]
            typer.echo(
                json.dumps(
                    {
                        "game": name,
                        "title": game.title,
                        "version": game.version,
                        "difficulties": rows,
                    }
                )
            )
            continue
        typer.echo(f"{name}: {game.title}, generator version {game.version}")
        for row in game.difficulties:
            typer.echo(f"  {row.number} {row.name}: won by a player who {row.player}")
