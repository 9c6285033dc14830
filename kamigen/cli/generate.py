"""`kamigen generate`: new levels, proven, graded and written to files."""

from __future__ import annotations

import json
import secrets
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from kamigen.cli.batch import each
from kamigen.cli.exits import Exit, leave
from kamigen.cli.options import (
    DEFAULT_GAME,
    CrossCheck,
    CrossCheckSeconds,
    GameName,
    Jobs,
    Json,
    Quiet,
)
from kamigen.cli.watch import Watch
from kamigen.cli.words import (
    confirmation_in_words,
    counted,
    proof_in_words,
    reasons,
)
from kamigen.errors import KamigenError
from kamigen.game import AnyGame, find_game
from kamigen.pipeline import confirm
from kamigen.pipeline.confirm import Confirmation, Policy
from kamigen.pipeline.engines import default_jobs
from kamigen.pipeline.files import STDIN, SUFFIX, write_new

if TYPE_CHECKING:
    from kamigen.level import Provenance
    from kamigen.pipeline.generate import Made, Order, Unmade

# Without --seed every run makes another level; a short seed is easy to pass on.
_FRESH_SEEDS = 1_000_000
_MOST_LEVELS = 100_000

_REFUSALS = {Confirmation.DISAGREES: Exit.DISAGREE, Confirmation.NOT_IN_TIME: Exit.UNDECIDED}


def generate(
    difficulty: Annotated[
        int | None, typer.Option("--difficulty", "-d", metavar="N", help="1, 2 or 3.")
    ] = None,
    config: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A config, instead of the one for a difficulty."),
    ] = None,
    game: GameName = DEFAULT_GAME,
    seed: Annotated[
        int | None,
        typer.Option(min=0, metavar="N", help="The root seed.", show_default="a fresh one"),
    ] = None,
    count: Annotated[
        int, typer.Option("--count", "-n", min=1, max=_MOST_LEVELS, help="How many levels.")
    ] = 1,
    first: Annotated[
        int, typer.Option(min=0, metavar="N", help="The index of the first level.")
    ] = 0,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="PATH",
            help="A folder; for one level also a .txt file, or - for the standard output.",
            show_default="levels/GAME",
        ),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Overwrite files that have another content.")
    ] = False,
    cross_check: CrossCheck = Policy.AUTO,
    cross_check_seconds: CrossCheckSeconds = confirm.DEFAULT_SECONDS,
    jobs: Jobs = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Make levels, proven and graded.

    A level is kept if what is proven of it and its measured difficulty fit the
    config. The same config, seed and index give the same level, on any machine and
    with any number of processes.

    Exit codes: 1 no fitting board was found for a level, and why is told; 3 a
    level was not confirmed in time (with --cross-check always); 4 the solvers
    disagree about a level. A level that is not sure is not written.
    """
    from kamigen.config import load_config
    from kamigen.pipeline.generate import Order, Unmade

    chosen = find_game(game)
    recipe = _recipe(chosen, difficulty, config)
    settings = load_config(chosen, recipe)
    if seed is None:
        seed = secrets.randbelow(_FRESH_SEEDS)
    if output is None:
        output = str(Path("levels", game))
    one_place = output == STDIN or output.endswith(SUFFIX)
    if one_place and count > 1:
        raise KamigenError(f"{output}: not a place for {count} levels; name a folder")
    if output == STDIN and as_json:
        raise KamigenError("-o - and --json both write to the standard output; give one")
    orders = [
        Order(game, settings, seed, index, cross_check, cross_check_seconds)
        for index in range(first, first + count)
    ]
    codes = []
    for made in _made(orders, jobs or default_jobs(), quiet=quiet):
        if isinstance(made, Unmade):
            typer.echo(f"kamigen: {_which(made.order)}: {made.reason}", err=True)
            codes.append(Exit.FAILED)
            continue
        if cross_check.refuses(made.confirmation):
            said = confirmation_in_words(made.confirmation)
            typer.echo(f"kamigen: {_which(made.provenance)}: not written: {said}", err=True)
            codes.append(_REFUSALS[made.confirmation])
            continue
        if output == STDIN:
            typer.echo(made.text, nl=False)
            _print(chosen, "standard output", made, with_board=True, out=sys.stderr)
            continue
        name = f"{recipe.stem}-seed{seed}-{made.provenance.index:03}{SUFFIX}"
        file = Path(output) if one_place else Path(output, name)
        write_new(file, made.text, overwrite=force)
        if as_json:
            typer.echo(json.dumps(_record(file, made)))
        else:
            _print(chosen, str(file), made, with_board=count == 1, out=sys.stdout)
    leave(codes)


def _recipe(game: AnyGame, difficulty: int | None, config: Path | None) -> Path:
    """Return the config that the options ask for."""
    from kamigen.config import shipped_config

    if config is not None and difficulty is None:
        return config
    if difficulty is not None and config is None:
        return shipped_config(game, difficulty)
    raise KamigenError("say which levels to make, either by --difficulty or by --config")


def _made(orders: Sequence[Order], jobs: int, *, quiet: bool) -> Iterator[Made | Unmade]:
    """Make the levels; a single one is made here, where its attempts can be watched."""
    from kamigen.pipeline.generate import make

    if len(orders) > 1:
        yield from each("making levels", make, orders, jobs, quiet=quiet)
        return
    with Watch("looking for a level", 1, quiet=quiet) as watch:

        def tell(attempt: int, rejected: Counter[str]) -> None:
            watch.note(f"candidate {attempt + 1}" + (f", {reasons(rejected)}" if rejected else ""))

        made = make(orders[0], tell)
    yield made


def _which(level: Order | Provenance) -> str:
    return f"level {level.index} of seed {level.seed}"


def _print(game: AnyGame, place: str, made: Made, *, with_board: bool, out: TextIO) -> None:
    from kamigen.views.terminal import draw, open_console

    level, grade = made.level, made.grade
    if not with_board:
        limit = "" if level.limit is None else f", limit {level.limit}"
        answer = f"{game.answer(made.proof)}{limit}"
        facts = f"{answer}, difficulty {grade.difficulty}, score {grade.score:g}"
        typer.echo(f"{place}: {facts}, cross-check: {made.confirmation}", file=out)
        return
    console = open_console(out)
    scene = game.scene(level)
    draw(scene, console)
    proof = f"{proof_in_words(made.proof)}, {confirmation_in_words(made.confirmation)}"
    typer.echo(scene.caption, file=out)
    typer.echo(f"{game.answer(made.proof)}: {proof}", file=out)
    player = f"won by a player who {grade.player}"
    typer.echo(f"difficulty {grade.difficulty}: {player}; score {grade.score:g}", file=out)
    tried = counted(made.provenance.attempt + 1, "candidate")
    typer.echo(f"seed {made.provenance.seed}, index {made.provenance.index}, {tried}", file=out)
    if made.rejected:
        typer.echo(reasons(made.rejected), file=out)
    typer.echo(f"written to {place}", file=out)


def _record(file: Path, made: Made) -> dict[str, object]:
    return {
        "file": str(file),
        "game": made.provenance.game,
        "version": made.provenance.version,
        "config": made.provenance.config,
        "difficulty": made.level.difficulty,
        "seed": made.provenance.seed,
        "index": made.provenance.index,
        "attempt": made.provenance.attempt,
        "par": made.proof.par,
        "limit": made.level.limit,
        "actions": made.proof.actions,
        "grade": made.grade.difficulty,
        "score": made.grade.score,
        "figures": dict(made.grade.figures),
        "solver": made.proof.solver,
        "states": made.proof.states,
        "cross_check": made.confirmation,
        "rejected": made.rejected,
        "seconds": round(made.seconds, 6),
    }
