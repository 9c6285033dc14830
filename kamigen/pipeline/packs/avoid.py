"""What a pack must not repeat: the puzzles of other packs, folders and files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from kamigen.errors import KamigenError, LevelError
from kamigen.game import find_game
from kamigen.pipeline.files import SUFFIX, files_in, read_text
from kamigen.pipeline.packs.manifest import MANIFEST, digest, read_manifest


@dataclass(frozen=True, slots=True)
class Avoided:
    """Puzzles that a pack must not repeat, and a name for the texts they come from.

    Fingerprints may change with the version of a library; the name does not.
    """

    fingerprints: frozenset[str] = frozenset()
    digest: str | None = None


def read_avoided(
    paths: Iterable[str], games: Iterable[str], besides: Path | None = None
) -> Avoided:
    """Read packs, folders and files of levels; a loose file may be of any of the games.

    What lies in the folder `besides` is left out.
    """
    found: dict[str, str] = {}
    for path in map(Path, paths):
        if not path.exists():
            raise KamigenError(f"{path}: there is no such file or folder")
        packs = [path] if path.name == MANIFEST else files_in(path, MANIFEST)
        packs = [pack for pack in packs if not _is_in(pack, besides)]
        for pack in packs:
            for entry in read_manifest(pack).levels:
                source = f"{pack}: {entry.file}"
                found[digest(entry.text)] = fingerprint(entry.game, entry.text, source)
        folders = {pack.parent for pack in packs}
        loose = files_in(path, f"*{SUFFIX}") if path.is_dir() else [path] * (path not in packs)
        for file in loose:
            if file.parent not in folders and not _is_in(file, besides):
                text = read_text(str(file))
                found[digest(text)] = _loose_fingerprint(file, text, sorted(games))
    if not found:
        return Avoided()
    return Avoided(frozenset(found.values()), digest("\n".join(sorted(found))))


def _is_in(file: Path, folder: Path | None) -> bool:
    return folder is not None and file.resolve().is_relative_to(folder.resolve())


def fingerprint(game: str, text: str, source: str) -> str:
    """Name the puzzle of a level's text; `source` is where an error says it comes from."""
    chosen = find_game(game)
    try:
        return f"{game} {chosen.fingerprint(chosen.parse(text))}"
    except LevelError as error:
        raise LevelError(error.finding, source) from error


def _loose_fingerprint(file: Path, text: str, games: Sequence[str]) -> str:
    for game in games[:-1]:
        try:
            return fingerprint(game, text, str(file))
        except LevelError:
            continue
    return fingerprint(games[-1], text, str(file))
