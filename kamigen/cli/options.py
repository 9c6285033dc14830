"""The options that several commands share, so that each is spelled and explained once."""

from __future__ import annotations

import math
from typing import Annotated

import typer

from kamigen.pipeline.confirm import Policy


def _time(seconds: float) -> float:
    if math.isnan(seconds):
        raise typer.BadParameter("expected a number of seconds; inf is without limit.")
    return seconds


GameName = Annotated[
    str, typer.Option("--game", metavar="NAME", help="The game; `kamigen games` lists them.")
]
GameOrPacks = Annotated[
    str | None,
    typer.Option(
        "--game",
        metavar="NAME",
        help="The game; `kamigen games` lists them.",
        show_default="the pack's, or kami",
    ),
]
Paths = Annotated[
    list[str],
    typer.Argument(
        metavar="PATH", help="Level files, folders of them, or - for the standard input."
    ),
]
Json = Annotated[
    bool, typer.Option("--json", help="Print one JSON object a line, one line a level.")
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")]
Jobs = Annotated[
    int | None,
    typer.Option(min=1, metavar="N", help="Processes to use.", show_default="one a core"),
]
Seconds = Annotated[
    float,
    typer.Option(
        min=0, metavar="S", callback=_time, help="Time the search may take for a level, or inf."
    ),
]
Nodes = Annotated[
    int | None,
    typer.Option(
        min=0,
        metavar="N",
        help="Nodes the search may visit for a level.",
        show_default="no limit",
    ),
]
CrossCheck = Annotated[
    Policy,
    typer.Option(
        help="Ask the second solver: auto accepts that it may not finish in time, "
        "always takes that for undecided."
    ),
]
CrossCheckSeconds = Annotated[
    float,
    typer.Option(
        min=0, metavar="S", callback=_time, help="Time the second solver may take for a level."
    ),
]

DEFAULT_GAME = "kami"

# A person waits that long for a level; what is not decided by then is told with its bounds.
DEFAULT_SECONDS = 60.0
