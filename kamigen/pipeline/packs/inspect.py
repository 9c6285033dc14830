"""Checking packs: the manifest against the files, and every claim in it.

Nothing in a manifest is believed. Digests show whether the files are those it
speaks of, replaying shows that its sequences win, and unless only a quick look
is wanted each par is proven and each grade measured anew.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from kamigen.budget import Budget
from kamigen.errors import KamigenError, LevelError
from kamigen.game import AnyGame, find_game, game_names, replays
from kamigen.level import Finding, Level, Status
from kamigen.pipeline.confirm import DEFAULT_SECONDS, Policy
from kamigen.pipeline.files import SUFFIX, files_in, find_levels, read_level
from kamigen.pipeline.packs.manifest import MANIFEST, Entry, Manifest, digest, read_manifest
from kamigen.pipeline.verify import Inspection, Verdict, verify

_MOST_LEVEL_BYTES = 8 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Promised:
    """A level file of a pack, what its manifest says of it, and what may be spent on it."""

    file: str
    entry: Entry
    budget: Budget
    cross_check: Policy = Policy.AUTO
    cross_check_seconds: float = DEFAULT_SECONDS
    quick: bool = False


def find_packs(paths: Iterable[str]) -> tuple[list[Path], list[str]]:
    """Return the manifests that the paths name, and the level files that are in no pack."""
    packs: list[Path] = []
    loose: list[str] = []
    for name in paths:
        path = Path(name)
        if path.name == MANIFEST:
            packs.append(path)
            continue
        inside = files_in(path, MANIFEST) if path.is_dir() else []
        folders = {pack.parent for pack in inside}
        packs += inside
        if inside:
            files = files_in(path, f"*{SUFFIX}")
            loose += [str(file) for file in files if file.parent not in folders]
        else:
            loose += find_levels([name])
    return list(dict.fromkeys(packs)), list(dict.fromkeys(loose))


def check_pack(path: Path, *, quick: bool) -> tuple[Verdict, list[Entry]]:
    """Check a manifest against its folder; return also the levels whose files are there."""
    try:
        manifest = read_manifest(path)
    except LevelError as error:
        return Verdict(str(path), "", Status.BROKEN, (error.finding,), is_pack=True), []
    findings = [*check_files(path.parent, manifest), *_check_order(manifest)]
    if not quick:
        findings += _check_repeats(manifest)
    present = [
        entry
        for entry in manifest.levels
        if entry.game in game_names() and (path.parent / entry.file).is_file()
    ]
    games = ", ".join(sorted({entry.game for entry in manifest.levels}))
    status = Status.BROKEN if findings else Status.INTACT
    return Verdict(str(path), games, status, tuple(findings), is_pack=True), present


def check_files(folder: Path, manifest: Manifest) -> Iterator[Finding]:
    """Find what is missing, extra, changed or renumbered."""
    names: set[str] = set()
    owner = {entry.sha256: entry.file for entry in manifest.levels}
    extra = {
        file.name: _digest_of(file)
        for file in map(Path, level_files(folder))
        if file.name not in {entry.file for entry in manifest.levels}
    }
    for number, entry in enumerate(manifest.levels, start=1):
        name = entry.file
        if name in names:
            yield Finding("level-listed-twice", f"{name} is listed twice")
        names.add(name)
        if name.removesuffix(SUFFIX).lstrip("0") != str(number):
            yield Finding("level-renumbered", f"level {number} is called {name}")
        if digest(entry.text) != entry.sha256:
            yield Finding("text-changed", f"{name}: its text in the manifest has another digest")
        if not (folder / name).is_file():
            moved = next((other for other, found in extra.items() if found == entry.sha256), None)
            if moved is None:
                yield Finding("level-missing", f"{name} is not there")
            else:
                del extra[moved]
                yield Finding("level-renumbered", f"{name} is now called {moved}")
            continue
        found = _digest_of(folder / name)
        if found == entry.sha256:
            continue
        if found in owner:
            yield Finding("level-renumbered", f"{name} holds the level {owner[found]}")
        else:
            yield _changed(name)
    for name in sorted(extra):
        yield Finding("level-extra", f"{name} is not in the manifest")


def inspect_level(promised: Promised) -> Verdict:
    """Check all that a manifest says of one level, which must be of a game we know."""
    entry = promised.entry
    game = find_game(entry.game)
    if not promised.quick:
        verdict = verify(
            Inspection(
                game.name,
                promised.file,
                promised.budget,
                promised.cross_check,
                promised.cross_check_seconds,
                graded=True,
            )
        )
    else:
        try:
            level = read_level(game, promised.file)
            verdict = Verdict(promised.file, game.name, Status.INTACT, (), level)
        except LevelError as error:
            verdict = Verdict(promised.file, game.name, Status.MALFORMED, (error.finding,))
    if verdict.level is None:
        return verdict
    broken = (*_check_claims(game, verdict.level, entry), *_check_measures(verdict, entry))
    if _digest_of(Path(promised.file)) != entry.sha256:
        broken = (_changed(entry.file), *broken)
    if not broken:
        return verdict
    return replace(verdict, status=Status.BROKEN, findings=broken)


def level_files(folder: Path) -> list[str]:
    """Return the level files that lie in a folder itself."""
    files = sorted(folder.glob(f"*{SUFFIX}")) if folder.is_dir() else []
    return [str(file) for file in files if not file.name.startswith(".")]


def _check_order(manifest: Manifest) -> Iterator[Finding]:
    """Stages come in their order, and inside a stage the score never falls."""
    place = {stage: number for number, stage in enumerate(manifest.stages)}
    before = (-1, 0.0)
    for entry in manifest.levels:
        if entry.stage not in place:
            yield Finding("stage-unknown", f"{entry.file}: there is no stage {entry.stage[:60]!a}")
            continue
        if entry.config not in manifest.configs:
            yield Finding("config-unknown", f"{entry.file}: its config is not in the manifest")
        if entry.game not in game_names():
            yield Finding("game-unknown", f"{entry.file}: there is no game {entry.game[:60]!a}")
        here = place[entry.stage], entry.score
        if here < before:
            yield Finding("order-broken", f"{entry.file} stands behind a harder level of its stage")
        before = here


def _check_repeats(manifest: Manifest) -> Iterator[Finding]:
    """No two levels are the same puzzle."""
    first: dict[tuple[str, str], str] = {}
    for entry in manifest.levels:
        if entry.game not in game_names():
            continue
        game = find_game(entry.game)
        try:
            fingerprint = game.fingerprint(game.parse(entry.text))
        except LevelError as error:
            yield Finding("text-malformed", f"{entry.file}: its text in the manifest: {error}")
            continue
        other = first.setdefault((entry.game, fingerprint), entry.file)
        if other != entry.file:
            yield Finding("level-repeated", f"{entry.file} is the same puzzle as {other}")


def _check_claims(game: AnyGame, level: Level, entry: Entry) -> Iterator[Finding]:
    """What takes no solving: the header, and the sequence played on the board."""
    header = (level.difficulty, level.limit)
    if header != (entry.difficulty, entry.limit):
        yield Finding(
            "header-differs",
            f"the manifest says difficulty {entry.difficulty} and limit {entry.limit}, "
            f"the file {header[0]} and {header[1]}",
        )
    if not _wins(game, level, entry):
        yield Finding("actions-fail", f"the manifest's actions do not win in {entry.par} actions")


def _wins(game: AnyGame, level: Level, entry: Entry) -> bool:
    try:
        return replays(game, level, entry.actions, entry.par)
    except KamigenError:
        return False  # an illegal move, or no move at all


def _check_measures(verdict: Verdict, entry: Entry) -> Iterator[Finding]:
    """What was proven and measured anew."""
    proof = verdict.proof
    if proof is not None and not (
        proof.lower <= entry.par and (proof.upper is None or entry.par <= proof.upper)
    ):
        known = f"is {proof.par}" if proof.proven else f"is at least {proof.lower}"
        yield Finding("par-differs", f"the manifest says par {entry.par}, and it {known}")
    grade = verdict.grade
    if grade is None:
        return
    measured = (grade.difficulty, grade.player, grade.score, dict(grade.parts), dict(grade.figures))
    if measured != (entry.grade, entry.player, entry.score, entry.parts, entry.figures):
        yield Finding(
            "grade-differs",
            f"the manifest says grade {entry.grade} and score {entry.score:g}; measured are "
            f"{grade.difficulty} and {grade.score:g}, or other figures behind them",
        )


def _changed(name: str) -> Finding:
    return Finding("level-changed", f"{name} is not the file that the manifest describes")


def _digest_of(file: Path) -> str:
    """Return the SHA-256 of a file; of one too large or unreadable, something that is none."""
    try:
        if not file.is_file() or file.stat().st_size > _MOST_LEVEL_BYTES:
            return ""
        return hashlib.sha256(file.read_bytes()).hexdigest()
    except OSError:
        return ""
