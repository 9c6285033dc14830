"""`kamigen import`: levels from other programs' files, and from pictures."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kamigen.budget import Budget
from kamigen.cli.exits import Exit, leave
from kamigen.cli.options import (
    DEFAULT_GAME,
    DEFAULT_SECONDS,
    CrossCheck,
    CrossCheckSeconds,
    GameName,
    Json,
    Nodes,
    Quiet,
    Seconds,
)
from kamigen.cli.reading import what_is_known
from kamigen.cli.watch import Watch
from kamigen.cli.words import confirmation_in_words
from kamigen.errors import KamigenError, LevelError
from kamigen.game import AnyGame, find_game
from kamigen.level import Claim, Level
from kamigen.pipeline import confirm
from kamigen.pipeline.confirm import Confirmation, Policy
from kamigen.pipeline.files import (
    MOST_BYTES,
    STDIN,
    SUFFIX,
    as_text,
    name_of,
    read_bytes,
    write_new,
)

if TYPE_CHECKING:
    from kamigen.pipeline.importing import Imported
    from kamigen.views.exports.entry import Entry

_PICTURE = "Pictures only: "
_MOST_ROWS = 1_000
_MOST_COLOURS = 64


def import_(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="A picture, a .json of kamigen, a map of Tiled, or - for the standard input.",
        ),
    ],
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="PATH",
            help="A .txt file, a folder, or - for the standard output.",
            show_default="levels/GAME",
        ),
    ] = None,
    rows: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=_MOST_ROWS,
            metavar="N",
            help=_PICTURE + "rows of the board.",
            show_default="by the shape",
        ),
    ] = None,
    cols: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=_MOST_ROWS,
            metavar="N",
            help=_PICTURE + "columns of the board.",
            show_default="by the shape, 16 on the longer side",
        ),
    ] = None,
    colours: Annotated[
        int | None,
        typer.Option(
            min=2,
            max=_MOST_COLOURS,
            metavar="N",
            help=_PICTURE + "how many colours at most.",
            show_default="4",
        ),
    ] = None,
    least_region: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help=_PICTURE + "regions of fewer cells are merged into a neighbour.",
            show_default="2",
        ),
    ] = None,
    prove: Annotated[
        bool,
        typer.Option("--prove", help="Prove a new header, even if the file has one."),
    ] = False,
    slack: Annotated[
        int, typer.Option(min=0, max=1_000, metavar="N", help="Actions above the par.")
    ] = 0,
    force: Annotated[
        bool, typer.Option("--force", help="Overwrite files that have another content.")
    ] = False,
    game: GameName = DEFAULT_GAME,
    cross_check: CrossCheck = Policy.AUTO,
    cross_check_seconds: CrossCheckSeconds = confirm.DEFAULT_SECONDS,
    seconds: Seconds = DEFAULT_SECONDS,
    nodes: Nodes = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Make levels of other programs' files, or of a picture.

    A file with a header keeps it as it is; `kamigen verify` tells whether it
    is true. A picture, a map without a header, or any file with --prove gets a
    new one: the limit is the proven par plus the slack, the difficulty is
    measured. If the par is not proven within the budget nothing is written,
    and the exit code is 3: take fewer rows or colours, merge larger specks, or
    give it more time. Exit code 4: the solvers disagree, nothing is written.
    """
    if output == STDIN and as_json:
        raise KamigenError("-o - and --json both write to the standard output; give one")
    chosen = find_game(game)
    entries = _entries(file, chosen, (rows, cols, colours, least_region))
    places = _places(chosen, entries, output)
    codes = []
    for entry, place in zip(entries, places, strict=True):
        imported: Imported | None = None
        if prove or entry.difficulty is None:
            with Watch("proving the par", 1, quiet=quiet) as watch:
                watch.note(entry.name)
                imported = _proven(
                    chosen, entry, Budget(nodes, seconds), slack, cross_check, cross_check_seconds
                )
            code = _code(imported, cross_check)
            if code is not Exit.GOOD:
                typer.echo(
                    f"kamigen: {entry.name}: not written: {_why(chosen, imported)}", err=True
                )
                codes.append(code)
                continue
            level = imported.level
        else:
            level = chosen.from_mosaic(entry.mosaic, Claim(entry.difficulty, entry.limit))
        text = chosen.format(level)
        if place == STDIN:
            typer.echo(text, nl=False)
        else:
            write_new(Path(place), text, overwrite=force)
        if as_json:
            typer.echo(json.dumps(_record(place, level, imported)))
        elif not quiet:
            _print(chosen, place, level, imported)
    leave(codes)


def _entries(file: str, game: AnyGame, of_pictures: Sequence[int | None]) -> list[Entry]:
    """Read the file; an error names it."""
    from kamigen.pipeline.picture import MOST_BYTES as MOST_OF_A_PICTURE

    raw = read_bytes(file, MOST_OF_A_PICTURE)
    try:
        # JSON begins with a brace, and no picture does.
        if raw.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"{", b"["):
            return _from_json(raw, file, game, of_pictures)
        return [_from_picture(raw, file, game, of_pictures)]
    except LevelError:
        raise
    except KamigenError as error:
        raise KamigenError(f"{file}: {error}") from error


def _from_picture(raw: bytes, file: str, game: AnyGame, of_pictures: Sequence[int | None]) -> Entry:
    from kamigen.pipeline.picture import Reading, read_picture
    from kamigen.views.exports.entry import Entry

    rows, cols, colours, least_region = of_pictures
    reading = Reading(rows, cols, colours or 4, least_region or 2)
    return Entry(name_of(file), game.name, read_picture(raw, reading))


def _from_json(
    raw: bytes, file: str, game: AnyGame, of_pictures: Sequence[int | None]
) -> list[Entry]:
    from kamigen.views.exports.reading import read_levels

    if any(value is not None for value in of_pictures):
        raise KamigenError("rows, columns and colours are chosen for pictures only")
    if len(raw) > MOST_BYTES:
        raise KamigenError(f"larger than {MOST_BYTES} bytes, which no level is")
    entries = read_levels(as_text(raw, file), name_of(file), game.name)
    for entry in entries:
        if entry.game != game.name:
            raise KamigenError(f"this is a level of {entry.game}; give --game {entry.game}")
    return entries


def _places(game: AnyGame, entries: Sequence[Entry], output: str | None) -> list[str]:
    output = output or str(Path("levels", game.name))
    if output == STDIN or output.endswith(SUFFIX):
        if len(entries) > 1:
            raise KamigenError(f"{output}: not a place for {len(entries)} levels; name a folder")
        return [output]
    names = [_file_name(entry.name) for entry in entries]
    if len(set(names)) < len(names):
        names = [f"{number:03}-{name}" for number, name in enumerate(names, start=1)]
    return [str(Path(output, f"{name}{SUFFIX}")) for name in names]


def _file_name(name: str) -> str:
    """A name from inside a file must not lead out of the folder, nor be hidden in it."""
    return re.sub(r"[^\w.-]+", "-", name).strip(".-")[:100] or "level"


def _proven(
    game: AnyGame,
    entry: Entry,
    budget: Budget,
    slack: int,
    cross_check: Policy,
    cross_check_seconds: float,
) -> Imported:
    from kamigen.pipeline.importing import prove

    try:
        return prove(game, entry.mosaic, budget, slack, cross_check, cross_check_seconds)
    except KamigenError as error:
        raise KamigenError(f"{entry.name}: {error}") from error


def _code(imported: Imported, cross_check: Policy) -> Exit:
    if imported.confirmation is Confirmation.DISAGREES:
        return Exit.DISAGREE
    if not imported.proof.proven or cross_check.refuses(imported.confirmation):
        return Exit.UNDECIDED
    return Exit.GOOD


def _why(game: AnyGame, imported: Imported) -> str:
    if imported.proof.proven:
        return confirmation_in_words(imported.confirmation)
    return what_is_known(game, imported.proof)


def _print(game: AnyGame, place: str, level: Level, imported: Imported | None) -> None:
    from kamigen.views.terminal import draw, open_console

    out = sys.stderr if place == STDIN else sys.stdout
    console = open_console(out)
    scene = game.scene(level)
    draw(scene, console)
    typer.echo(f"difficulty {level.difficulty}, {scene.caption}", file=out)
    if imported is None:
        typer.echo("the header is as it was; kamigen verify checks it", file=out)
    else:
        said = confirmation_in_words(imported.confirmation)
        typer.echo(f"{what_is_known(game, imported.proof)}, {said}", file=out)
    if place != STDIN:
        typer.echo(f"written to {place}", file=out)


def _record(place: str, level: Level, imported: Imported | None) -> dict[str, object]:
    record: dict[str, object] = {
        "file": place,
        "game": level.game,
        "difficulty": level.difficulty,
        "limit": level.limit,
        "proven": imported is not None,
    }
    if imported is not None:
        record |= {
            "par": imported.proof.par,
            "actions": imported.proof.actions,
            "solver": imported.proof.solver,
            "states": imported.proof.states,
            "seconds": round(imported.proof.seconds, 6),
            "cross_check": imported.confirmation,
        }
    return record
