"""Levels with what is stored beside them: a pack's manifest spares solving them again.

A folder with a `pack.json` lists its levels in their order, each with its par and
a sequence of actions. The sequence is replayed before anyone relies on it; that
the par is minimal is the pack's own claim, which `kamigen verify` proves anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kamigen.budget import Budget
from kamigen.errors import IllegalMove, KamigenError, LevelError
from kamigen.game import AnyGame, find_game, replays
from kamigen.level import Finding, Level, Proof, Status
from kamigen.pipeline.confirm import Policy
from kamigen.pipeline.files import find_levels, read_level, read_text
from kamigen.pipeline.verify import Inspection, Verdict, verify

MANIFEST = "pack.json"
_FORMAT = "kamigen-pack"
_VERSION = 1


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
        inside = [read_pack(file.parent) for file in _manifests(Path(path))]
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


def read_pack(folder: Path) -> Collection:
    """Read the manifest of a pack, or raise an error that says what is wrong with it."""
    path = folder / MANIFEST
    try:
        manifest = json.loads(read_text(str(path)))
    except ValueError as error:
        raise KamigenError(f"{path}: not JSON: {error}") from error
    if not isinstance(manifest, dict) or manifest.get("format") != _FORMAT:
        raise KamigenError(f"{path}: not the manifest of a pack")
    if manifest.get("version") != _VERSION:
        raise KamigenError(f"{path}: version {manifest.get('version')!r} is not known here")
    entries = manifest.get("levels")
    if not isinstance(entries, list) or not entries:
        raise KamigenError(f"{path}: it lists no levels")
    levels = tuple(_stored(path, entry) for entry in entries)
    name = _word(manifest, "name")
    game = _word(manifest, "game") or None
    return Collection(
        levels,
        _word(manifest, "title") or name,
        _word(manifest, "author"),
        _word(manifest, "licence"),
        game,
    )


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
        # Where a limit counts them, the replay itself sees what the actions cost.
        counted = level.limit is not None or len(stored.actions) == stored.par
        solved = counted and replays(game, level, stored.actions, stored.par)
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
    return sorted(path.rglob(MANIFEST))


def _stored(path: Path, entry: object) -> StoredLevel:
    if not isinstance(entry, dict) or not isinstance(entry.get("file"), str):
        raise KamigenError(f"{path}: a level without a file")
    file = Path(entry["file"])
    if file.is_absolute() or ".." in file.parts:
        raise KamigenError(f"{path}: {file} is not inside the pack")
    par, actions, text = entry.get("par"), entry.get("actions"), entry.get("text")
    known = isinstance(par, int) and isinstance(actions, list)
    return StoredLevel(
        str(path.parent / file),
        text if isinstance(text, str) else None,
        par if known else None,
        tuple(map(str, actions or ())) if known else (),
    )


def _word(manifest: Mapping[str, Any], key: str) -> str:
    value = manifest.get(key, "")
    return value if isinstance(value, str) else ""
