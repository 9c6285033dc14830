"""Levels with what is stored beside them: a pack's manifest spares solving them again.

A folder with a `pack.json` lists its levels in their order, each with its par and
a sequence of actions. The sequence is replayed before anyone relies on it; that
the par is minimal is the pack's own claim, which `kamigen verify` proves anew.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from kamigen.budget import Budget
from kamigen.errors import IllegalMove, KamigenError, LevelError
from kamigen.game import AnyGame, find_game, game_names, replays
from kamigen.level import Finding, Level, Proof, Status
from kamigen.pipeline.confirm import Policy
from kamigen.pipeline.files import files_in, find_levels, read_level
from kamigen.pipeline.packs.manifest import MANIFEST, read_manifest
from kamigen.pipeline.verify import Inspection, Verdict, verify


@dataclass(frozen=True, slots=True)
class StoredLevel:
    """A level file, and what its pack says of it; `par` is None where it says nothing."""

    file: str
    text: str | None = None
    par: int | None = None
    actions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Collection:
    """Levels from files and packs, in order; the words are a pack's, if there is just one."""

    levels: tuple[StoredLevel, ...]
    title: str = ""
    author: str = ""
    licence: str = ""
    game: str | None = None


@dataclass(frozen=True, slots=True)
class Look:
    """A level to be looked into, and what may be spent on it if nothing is stored."""

    game: str
    stored: StoredLevel
    budget: Budget


def collect(paths: Iterable[str]) -> Collection:
    """Return the levels that the paths name: of packs in their order, of other folders by name."""
    paths = list(paths)
    levels: list[StoredLevel] = []
    packs: list[Collection] = []
    for path in paths:
        inside = [_pack(file) for file in _manifests(Path(path))]
        packs += inside
        listed = [level for pack in inside for level in pack.levels]
        known = {Path(level.file).resolve() for level in listed}
        if not inside or not (Path(path) / MANIFEST).exists():
            levels += [
                StoredLevel(file)
                for file in find_levels([path])
                if Path(file).resolve() not in known
            ]
        levels += listed
    if not levels:
        raise KamigenError(f"{', '.join(paths)}: no levels in there")
    unique = tuple({level.file: level for level in levels}.values())
    games = {pack.game for pack in packs if pack.game}
    if len(games) > 1:
        raise KamigenError(f"packs of several games ({', '.join(sorted(games))}) need several runs")
    game = games.pop() if games else None
    if len(packs) != 1:
        return Collection(unique, game=game)
    return Collection(unique, packs[0].title, packs[0].author, packs[0].licence, game)


def _pack(path: Path) -> Collection:
    """Return what the manifest of a pack lists."""
    manifest = read_manifest(path)
    games = {entry.game for entry in manifest.levels}
    if len(games) > 1:
        raise KamigenError(f"{path}: a page plays one game, not {', '.join(sorted(games))}")
    levels = tuple(
        StoredLevel(str(path.parent / entry.file), entry.text, entry.par, tuple(entry.actions))
        for entry in manifest.levels
    )
    title = manifest.title or manifest.name
    return Collection(levels, title, manifest.author, manifest.licence, next(iter(games), None))


def games_of(files: Iterable[str]) -> set[str | None]:
    """Return the games that packs say the level files beside them are of, None for no game."""
    named: dict[Path, set[str]] = {}
    for file in map(Path, files):
        named.setdefault(file.parent / MANIFEST, set()).add(file.name)
    games: set[str | None] = set()
    for path, names in named.items():
        try:
            listed = {entry.file: entry.game for entry in read_manifest(path).levels}
        except LevelError:
            listed = {}  # what is wrong with a pack is not said of its levels
        games |= {listed.get(name) for name in names}
    known = game_names()
    return {game if game in known else None for game in games}


def look(wanted: Look) -> Verdict:
    """Read a level and judge its claim, by what is stored if it holds, else by solving."""
    stored = wanted.stored
    if stored.par is None:
        return verify(Inspection(wanted.game, stored.file, wanted.budget, Policy.NEVER))
    game = find_game(wanted.game)
    try:
        level = read_level(game, stored.file)
        _compare(game, stored, level)
    except LevelError as error:
        return Verdict(stored.file, game.name, Status.MALFORMED, (error.finding,))
    proof = Proof("pack", stored.par, stored.par, stored.actions)
    status, findings = game.judge(level, proof)
    return Verdict(stored.file, game.name, status, findings, level, proof)


def _compare(game: AnyGame, stored: StoredLevel, level: Level) -> None:
    if stored.text is not None and game.parse(stored.text) != level:
        raise LevelError(Finding("pack-differs", f"not the level that {MANIFEST} lists"))
    try:
        solved = replays(game, level, stored.actions, stored.par)
    except IllegalMove:
        solved = False
    if not solved:
        message = f"the solution in {MANIFEST} does not solve it in {stored.par} actions"
        raise LevelError(Finding("pack-solution", message))


def _manifests(path: Path) -> list[Path]:
    if not path.is_dir():
        return []
    if (path / MANIFEST).exists():
        return [path / MANIFEST]
    return files_in(path, MANIFEST)
