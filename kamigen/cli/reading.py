"""Levels for the commands that draw or convert them: read, and solved if that is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import typer

from kamigen.budget import Budget
from kamigen.cli.batch import each
from kamigen.cli.exits import Exit
from kamigen.cli.options import DEFAULT_GAME
from kamigen.cli.words import proof_in_words
from kamigen.errors import KamigenError, LevelError
from kamigen.game import AnyGame, find_game
from kamigen.level import Level, Proof
from kamigen.pipeline.confirm import Policy
from kamigen.pipeline.files import read_level


@dataclass(frozen=True, slots=True)
class Read:
    """A level that could be read, and its proof if one was asked for."""

    file: str
    level: Level
    proof: Proof | None


def chosen_game(name: str | None, files: Sequence[str]) -> AnyGame:
    """Return the game that was asked for, else that of the packs which list the files."""
    if name is not None:
        return find_game(name)
    from kamigen.pipeline.stored import games_of

    games = {game or DEFAULT_GAME for game in games_of(files)}
    if len(games) > 1:
        raise KamigenError(f"levels of several games ({', '.join(sorted(games))}): give --game")
    return find_game(games.pop() if games else DEFAULT_GAME)


def readable(
    game: AnyGame,
    files: Sequence[str],
    budget: Budget | None,
    jobs: int,
    codes: list[Exit],
    *,
    quiet: bool,
) -> Iterator[Read]:
    """Yield the levels that can be read, solved if there is a budget.

    What is wrong with the others is told, and put among the exit codes; so is
    a par that was not proven.
    """
    if budget is None:
        for file in files:
            try:
                yield Read(file, read_level(game, file), None)
            except LevelError as error:
                typer.echo(f"kamigen: {error}", err=True)
                codes.append(Exit.UNUSABLE)
        return
    from kamigen.pipeline.verify import Inspection, verify

    work = [Inspection(game.name, file, budget, Policy.NEVER) for file in files]
    for result in each("solving", verify, work, jobs, quiet=quiet):
        if result.level is None or result.proof is None:
            typer.echo(f"kamigen: {result.complaint}", err=True)
            codes.append(Exit.UNUSABLE)
            continue
        if not result.proof.decided:
            typer.echo(f"kamigen: {result.file}: {what_is_known(game, result.proof)}", err=True)
            codes.append(Exit.UNDECIDED)
        yield Read(result.file, result.level, result.proof)


def what_is_known(game: AnyGame, proof: Proof) -> str:
    """Say what is known of a par, how, and if not even a long solution is."""
    known = f"{game.answer(proof)}, {proof_in_words(proof)}"
    unsolved = proof.upper is None and not proof.decided
    return f"{known}; no solution is known yet" if unsolved else known
