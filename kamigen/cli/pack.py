"""`kamigen pack`: whole packs of graded levels, on all cores or on a cluster."""

from __future__ import annotations

import json
from collections import Counter
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kamigen.cli.options import Jobs, Json, Quiet
from kamigen.cli.stages import StageWatch
from kamigen.cli.words import counted, reasons, span_in_words
from kamigen.errors import KamigenError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kamigen.pipeline.engines import Engine
    from kamigen.pipeline.packs.manifest import Entry, Manifest
    from kamigen.pipeline.packs.produce import Standing

_CHART = "pack.html"


class EngineName(StrEnum):
    """Where the work is done."""

    LOCAL = "local"
    DASK = "dask"


def pack(
    config: Annotated[Path, typer.Argument(metavar="CONFIG", help="A pack config.")],
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="DIR", help="The folder of the pack.")
    ],
    engine: Annotated[
        EngineName, typer.Option(help="Processes of this machine, or a Dask cluster.")
    ] = EngineName.LOCAL,
    scheduler: Annotated[
        str | None,
        typer.Option(metavar="URL", help="The Dask scheduler, such as tcp://10.0.0.5:8786."),
    ] = None,
    avoid: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PATH", help="Repeat no level of this pack or folder; may be given again."
        ),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Replace another pack, or make the same one anew.")
    ] = False,
    jobs: Jobs = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Make a pack of graded levels.

    The same pack config gives the same bytes with any number of processes, on
    any engine, and however often the run was interrupted: run the command
    again to go on.

    Exit codes: 1 the config has too few levels of a kind, and which is told; 2
    a file cannot be read or written; 4 the solvers disagree about a level.
    """
    from kamigen.pipeline.packs.produce import produce
    from kamigen.pipeline.packs.recipe import load_recipe

    recipe = load_recipe(config)
    last: list[Standing] = []
    stages = {stage.name: stage.levels for stage in recipe.stages}
    with StageWatch(stages, quiet=quiet) as watch:

        def tell(standing: Standing) -> None:
            last[:] = [standing]
            watch.show(standing)

        manifest = produce(
            recipe,
            output,
            _engine(engine, scheduler, jobs),
            avoid=avoid or (),
            force=force,
            watcher=tell,
            companions=_chart,
        )
    if as_json:
        for entry in manifest.levels:
            typer.echo(json.dumps(entry.model_dump() | {"file": str(output / entry.file)}))
    for line in _summary(output, manifest, last[-1] if last else None):
        typer.echo(line, err=as_json)


def _engine(name: EngineName, scheduler: str | None, jobs: int | None) -> Engine:
    from kamigen.pipeline.engines import Dask, Local, default_jobs

    if name is EngineName.LOCAL:
        if scheduler is not None:
            raise KamigenError("--scheduler is for --engine dask")
        return Local(jobs or default_jobs())
    if scheduler is None:
        raise KamigenError("--engine dask needs the --scheduler of a cluster")
    if jobs is not None:
        raise KamigenError("--jobs is for --engine local; a cluster has the workers it has")
    return Dask(scheduler)


def _chart(manifest: Manifest) -> Mapping[str, str]:
    from kamigen.views.chart import Point, pack_page

    points = [Point(each.file, each.stage, each.par, each.score) for each in manifest.levels]
    subtitle = f"{counted(len(points), 'level')} by {manifest.author}, {manifest.licence}"
    return {_CHART: pack_page(manifest.title, subtitle, points)}


def _summary(folder: Path, manifest: Manifest, standing: Standing | None) -> Iterable[str]:
    levels = Counter(entry.stage for entry in manifest.levels)
    for stage in manifest.stages:
        yield f"{stage}: {_stage([entry for entry in manifest.levels if entry.stage == stage])}"
    confirmed = sum(entry.confirmed_by is not None for entry in manifest.levels)
    yield f"{counted(levels.total(), 'level')} proven, {confirmed} confirmed by the second solver"
    if standing is None:
        yield f"{folder}: was complete already"
        return
    if standing.rejected:
        yield reasons(standing.rejected)
    made = f"{counted(standing.made, 'level')} made in {span_in_words(standing.seconds)}"
    yield f"{folder}: complete; this run: {made}; chart in {folder / _CHART}"


def _stage(entries: list[Entry]) -> str:
    pars = [entry.par for entry in entries]
    scores = [entry.score for entry in entries]
    spread = f"par {min(pars)} to {max(pars)}, score {min(scores):g} to {max(scores):g}"
    return f"{counted(len(entries), 'level')}, {spread}"
