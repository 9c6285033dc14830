"""The command line: parses arguments and prints results; it decides nothing.

Data goes to the standard output, messages and progress to the standard error.
Exit codes: 0 all good; 1 a level failed; 2 usage or unreadable input; 3
undecided within the budget; 4 the two solvers disagree; 130 interrupted.
`play` has codes of its own, see there.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import wraps

import typer

from kamigen import __version__
from kamigen.cli.exits import Exit
from kamigen.cli.export import export
from kamigen.cli.gallery import gallery
from kamigen.cli.games import games
from kamigen.cli.generate import generate
from kamigen.cli.grade import grade
from kamigen.cli.import_ import import_
from kamigen.cli.pack import pack
from kamigen.cli.play import play
from kamigen.cli.sheet import sheet
from kamigen.cli.show import show
from kamigen.cli.solve import solve
from kamigen.cli.verify import verify
from kamigen.errors import KamigenError

_INTERRUPTED = 130

app = typer.Typer(
    help="Proof-carrying levels for grid puzzle games: generate, prove, confirm, grade, play.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    # Plain help starts faster, and an error stays one sentence that a script can read.
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _guarded(command: Callable[..., None]) -> Callable[..., None]:
    """End a command properly whatever happens in it.

    Typer would swallow an interruption and a broken pipe without a word.
    """

    @wraps(command)
    def run(*arguments: object, **options: object) -> None:
        try:
            command(*arguments, **options)
            sys.stdout.flush()
        except KamigenError as error:
            print(f"kamigen: {error}", file=sys.stderr)
            sys.exit(error.exit_code)
        except BrokenPipeError:
            # Whoever read our output has enough; Python must not try to flush the rest.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(Exit.GOOD)
        except KeyboardInterrupt:
            print("kamigen: interrupted; what was finished is kept", file=sys.stderr)
            sys.exit(_INTERRUPTED)

    return run


for command in (
    *(generate, pack, verify, solve, grade, play),
    *(show, sheet, gallery, export, games),
):
    app.command()(_guarded(command))
app.command("import")(_guarded(import_))


@_guarded
def _show_version(wanted: bool) -> None:
    if wanted:
        from kamigen import native

        typer.echo(f"kamigen {__version__} ({native.active()} search)")
        raise typer.Exit


@app.callback()
def _root(
    _version: bool = typer.Option(
        False, "--version", callback=_show_version, is_eager=True, help="Show the version."
    ),
) -> None:
    pass


def main() -> None:
    """Run the command line."""
    app()
