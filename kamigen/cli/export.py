"""`kamigen export`: level files in the formats of other programs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kamigen.budget import Budget
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
from kamigen.cli.reading import Read, chosen_game, readable
from kamigen.cli.words import counted
from kamigen.errors import KamigenError
from kamigen.game import AnyGame
from kamigen.pipeline.files import STDIN, find_levels, name_of, places_in, write_whole
from kamigen.views.exports import Format

if TYPE_CHECKING:
    from kamigen.views.exports.entry import Entry

# What a folder gets from the formats that put all levels into one file.
_ALL = "levels"


def export(
    paths: Paths,
    output: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            metavar="PATH",
            help="A file of the format's ending, a folder, or - for the standard output.",
        ),
    ],
    form: Annotated[
        Format | None, typer.Option("--format", help="The format, if no file name tells.")
    ] = None,
    game: GameOrPacks = None,
    solution: Annotated[
        bool, typer.Option("--solution", help="Prove each par, and put it in with its actions.")
    ] = False,
    seconds: Seconds = DEFAULT_SECONDS,
    nodes: Nodes = None,
    jobs: Jobs = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Write levels for other programs: as plain JSON, Tiled maps, an LDtk project or CSV.

    JSON: one file a level in a folder; several levels in one file are a pack;
    on the standard output, a level a line. Tiled (.tmj): a map a level, and
    the picture of its tiles beside it. LDtk and CSV: one file for all levels.
    Files that are there already are overwritten. Exit codes: 2 some level
    cannot be read; 3, with --solution, some par was not proven within the
    budget, and is left out.
    """
    form = _format_of(output, form)
    files = find_levels(paths)
    chosen = chosen_game(game, files)
    codes: list[Exit] = []
    budget = Budget(nodes, seconds) if solution else None
    read = readable(chosen, files, budget, processes(jobs, files), codes, quiet=quiet)
    levels = list(read)
    if not levels:
        raise KamigenError("none of the levels can be read, so there is nothing to export")
    written = 0
    for place, content in _contents(chosen, levels, output, form):
        if place is None:
            typer.echo(content, nl=False)
            continue
        write_whole(place, content)
        written += 1
        if as_json:
            typer.echo(json.dumps({"file": str(place), "format": form}))
    if written and not as_json and not quiet:
        typer.echo(f"{counted(len(levels), 'level')} written to {output}", err=True)
    leave(codes)


def _format_of(output: str, asked: Format | None) -> Format:
    suffix = Path(output).suffix.lower()
    if asked is Format.TILED and suffix == Format.JSON.suffix:
        return asked
    named = next((form for form in Format if form.suffix == suffix), None)
    if asked and named and asked is not named:
        raise KamigenError(f"{output}: the name says {named}, but --format says {asked}")
    return asked or named or Format.JSON


def _contents(
    game: AnyGame, levels: Sequence[Read], output: str, form: Format
) -> Iterator[tuple[Path | None, str | bytes]]:
    """Yield what to write, and where; None is the standard output."""
    entries = [_entry(game, one) for one in levels]
    folder = Path(output)
    one_file = folder.suffix.lower() in (form.suffix, Format.JSON.suffix)
    match form:
        case Format.LDTK:
            from kamigen.views.exports.ldtk import ldtk_project

            yield _for_all(output, form, one_file=one_file), ldtk_project(entries)
        case Format.CSV:
            from kamigen.views.exports.table import table

            yield _for_all(output, form, one_file=one_file), table(entries)
        case Format.JSON:
            from kamigen.views.exports.plain import level_json, pack_json

            if one_file and len(entries) > 1:
                yield folder, pack_json(entries)
                return
            places: Sequence[Path | None] = [folder]
            if output == STDIN:
                places = [None] * len(entries)
            elif not one_file:
                places = places_in(folder, [one.file for one in levels], form.suffix)
            for place, entry in zip(places, entries, strict=True):
                yield place, level_json(entry)
        case Format.TILED:
            yield from _maps(entries, [one.file for one in levels], output, one_file=one_file)


def _maps(
    entries: Sequence[Entry], files: Sequence[str], output: str, *, one_file: bool
) -> Iterator[tuple[Path, str | bytes]]:
    from kamigen.views.exports.tiled import TILESET, tiled_map, tileset_drawing
    from kamigen.views.png import png

    if output == STDIN:
        raise KamigenError("a Tiled map has a picture beside it; name a file or a folder")
    if one_file and len(entries) > 1:
        raise KamigenError(f"{output}: not a place for {len(entries)} maps; name a folder")
    places = [Path(output)]
    if not one_file:
        places = places_in(Path(output), files, Format.TILED.suffix)
    tileset = png(tileset_drawing())
    for folder in sorted({place.parent for place in places}):
        yield folder / TILESET, tileset
    for place, entry in zip(places, entries, strict=True):
        yield place, tiled_map(entry)


def _for_all(output: str, form: Format, *, one_file: bool) -> Path | None:
    if output == STDIN:
        return None
    return Path(output) if one_file else Path(output, f"{_ALL}{form.suffix}")


def _entry(game: AnyGame, one: Read) -> Entry:
    from kamigen.views.exports.entry import Entry

    proven = one.proof is not None and one.proof.proven
    return Entry(
        name_of(one.file),
        game.name,
        game.mosaic(one.level),
        one.level.difficulty,
        one.level.limit,
        one.proof.par if one.proof is not None else None,
        one.proof.actions if one.proof is not None and proven else None,
    )
