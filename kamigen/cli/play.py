"""`kamigen play`: a level in the terminal."""

from __future__ import annotations

import json
import os
import sys
from functools import partial
from typing import Annotated

import typer

from kamigen.budget import Budget
from kamigen.cli.options import GameOrPacks
from kamigen.cli.reading import chosen_game
from kamigen.errors import KamigenError
from kamigen.game import Language, Outcome

# Apart from the codes of other commands: a lost game is not a failed level.
_EXIT_CODES = {
    Outcome.WON: 0,
    Outcome.OUT_OF_ACTIONS: 10,
    Outcome.STUCK: 11,
    Outcome.PLAYING: 12,
}


def play(
    path: Annotated[str, typer.Argument(metavar="LEVEL", help="A level file.")],
    game: GameOrPacks = None,
    lang: Annotated[
        Language | None, typer.Option(help="The language.", show_default="that of the locale")
    ] = None,
    hint_seconds: Annotated[
        float, typer.Option(min=0, metavar="S", help="Time a hint may take.")
    ] = 20.0,
    as_json: Annotated[
        bool,
        typer.Option("--json", help="Print the result as a JSON object; the game is on stderr."),
    ] = False,
) -> None:
    """Play a level in the terminal.

    Type moves such as F4 2, or hint, undo, help, quit; or, in Portuguese,
    dica, desfazer, ajuda, sair.
    Exit codes: 0 won; 10 out of actions; 11 a hint proved that no solution
    remains; 12 left before the end.
    """
    from kamigen.pipeline.files import STDIN, read_level
    from kamigen.play import Session, language_from_locale, read_line
    from kamigen.views.terminal import open_console

    if path == STDIN:
        raise KamigenError("play reads moves from the standard input, so the level must be a file")
    chosen = chosen_game(game, [path])
    level = read_level(chosen, path)
    out = sys.stderr if as_json else None
    session = Session(
        chosen,
        level,
        lang=lang or language_from_locale(os.environ),
        console=open_console(out),
        budget=Budget(seconds=hint_seconds),
    )
    outcome = session.run(partial(read_line, out=out))
    if as_json:
        record = {
            "file": path,
            "game": chosen.name,
            "outcome": outcome.name.lower().replace("_", " "),
            "result": outcome.value,
            "moves": session.moves,
        }
        typer.echo(json.dumps(record))
    raise typer.Exit(_EXIT_CODES[outcome])
