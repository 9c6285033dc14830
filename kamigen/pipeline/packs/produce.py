"""Making a pack: candidates on an engine, decisions here, everything in a journal.

A candidate is a pure function of its slot and of how many were replaced before
it. Which candidates the pack takes is decided here, in the order of the slots:
a level that an earlier slot has, or that is to be avoided, is replaced by the
next candidate of its slot. So neither the order of arrival, nor the engine, nor
any interruption can change what is decided.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from kamigen import __version__
from kamigen.budget import Budget
from kamigen.config import LevelConfig
from kamigen.errors import GenerationError, KamigenError, SolversDisagree
from kamigen.game import find_game
from kamigen.pipeline.confirm import Confirmation, hear
from kamigen.pipeline.engines import Engine
from kamigen.pipeline.files import SUFFIX, write_whole
from kamigen.pipeline.generate import Made, Order, Unmade, make
from kamigen.pipeline.packs.avoid import fingerprint, read_avoided
from kamigen.pipeline.packs.inspect import check_files, level_files
from kamigen.pipeline.packs.journal import Candidate, Journal, Key
from kamigen.pipeline.packs.manifest import (
    FORMAT,
    MANIFEST,
    MOST_BYTES,
    VERSION,
    Entry,
    Header,
    Manifest,
    Record,
    digest,
    read_manifest,
    written,
)
from kamigen.pipeline.packs.recipe import Recipe

# How long each level took. No two runs agree on that, so it is no part of the pack.
TIMINGS = "timings.jsonl"

REPEAT = "repeat"
"""Why a fitting candidate is rejected: the pack, or one to avoid, has the puzzle already."""

# So many repeats in a row show that the config has no other puzzles left.
_MOST_REPLACEMENTS = 50


@dataclass(frozen=True, slots=True)
class Piece:
    """The work of making one candidate."""

    game: str
    configs: tuple[LevelConfig, ...]
    seed: int
    index: int
    confirm_nodes: int


@dataclass(slots=True)
class Standing:
    """How far a run has come."""

    stages: Mapping[str, int]
    """The levels that each stage is to hold."""
    done: Counter[str] = field(default_factory=Counter)
    """The levels that each stage has."""
    rejected: Counter[str] = field(default_factory=Counter)
    made: int = 0
    """Candidates made in this run, not by earlier ones."""
    seconds: float = 0.0
    """The time since this run began to make candidates."""


Watcher = Callable[[Standing], None]


def make_candidate(piece: Piece) -> Candidate:
    """Make the candidate of one slot; what cannot be made with a config is tried with the next."""
    started = time.perf_counter()
    rejected: Counter[str] = Counter()
    reason = ""
    level: Record | None = None
    for config in piece.configs:
        made = make(Order(piece.game, config, piece.seed, piece.index))
        rejected.update(made.rejected)
        if isinstance(made, Unmade):
            reason = made.reason
            continue
        level, reason = _record(made, piece.confirm_nodes, rejected), ""
        break
    seconds = round(time.perf_counter() - started, 3)
    return Candidate(
        kamigen=__version__,
        level=level,
        reason=reason,
        rejected=dict(sorted(rejected.items())),
        seconds=seconds,
    )


def produce(
    recipe: Recipe,
    folder: Path,
    engine: Engine,
    *,
    avoid: Iterable[str] = (),
    force: bool = False,
    watcher: Watcher | None = None,
    companions: Callable[[Manifest], Mapping[str, str]] = lambda _: {},
) -> Manifest:
    """Make a pack in a folder, or finish it; what earlier runs have made is used.

    `avoid` names packs, folders and files of levels that must not be repeated.
    `force` makes the pack anew where another one is. `companions` gives the
    names and texts of further files to be written with the pack.
    """
    avoided = read_avoided(avoid, {stage.game for stage in recipe.stages}, besides=folder)
    header = _header(recipe, avoided.digest)
    journal = Journal(folder, recipe.digest())
    finished = _finished(folder, header, journal, force=force)
    if finished is not None:
        return finished
    journal.open()
    maker = _Maker(recipe, journal, avoided.fingerprints, watcher)
    maker.resume()
    maker.run(engine)
    return _write(folder, header, journal, maker, companions)


class _Maker:
    """Has candidates made until every slot has one that is no repeat."""

    def __init__(
        self,
        recipe: Recipe,
        journal: Journal,
        banned: frozenset[str],
        watcher: Watcher | None,
    ) -> None:
        self.recipe = recipe
        self.slots = list(recipe.slots())
        self._journal = journal
        self._banned = banned
        # Of each candidate only its fingerprint stays in memory, None if there is no level.
        self._known: dict[Key, str | None] = {}
        self._standing = Standing({stage.name: stage.levels for stage in recipe.stages})
        self._watcher = watcher

    def resume(self) -> None:
        """Take up what earlier runs have finished."""
        for key, candidate in self._journal.kept():
            if key[0] < len(self.slots) and self._fits(key, candidate):
                self._learn(key, candidate)

    def run(self, engine: Engine) -> None:
        """Have everything made that the decision needs."""
        started = time.monotonic()
        while missing := self._missing():
            self._tell()
            pieces = [self._piece(key) for key in missing]
            for number, candidate in engine.each_finished(make_candidate, pieces):
                key = missing[number]
                if not self._fits(key, candidate):
                    raise KamigenError(
                        "a worker has another version of kamigen or of the game than this machine"
                    )
                self._journal.keep(key, candidate)
                self._learn(key, candidate)
                self._standing.done[self.stage(key)] += 1
                self._standing.made += 1
                self._standing.seconds = time.monotonic() - started
                self._tell()
        self._tell()

    def chosen(self) -> list[Key]:
        """Return the candidate of every slot, or raise an error that tells which have none."""
        chosen = decide(len(self.slots), self._known, self._banned)[0]
        failed: Counter[str] = Counter()
        reasons: dict[str, str] = {}
        for key in chosen:
            if self._known[key] is None or key[1] >= _MOST_REPLACEMENTS:
                stage = self.stage(key)
                failed[stage] += 1
                candidate = self._journal.read(key)
                reasons[stage] = candidate.reason or "all its candidates are repeats"
        if failed:
            told = "; ".join(
                f"stage {stage} lacks {count} of {self._standing.stages[stage]} levels, "
                f"as {reasons[stage]}"
                for stage, count in failed.items()
            )
            raise GenerationError(told)
        return chosen

    def _missing(self) -> list[Key]:
        """Return the candidates to be made next, and count the slots that wait for none."""
        missing = decide(len(self.slots), self._known, self._banned)[1]
        waiting = Counter(map(self.stage, missing))
        for stage, levels in self._standing.stages.items():
            self._standing.done[stage] = levels - waiting[stage]
        return missing

    def stage(self, key: Key) -> str:
        """Name the stage that a candidate is for."""
        return self.recipe.stages[self.slots[key[0]].stage].name

    def _piece(self, key: Key) -> Piece:
        slot = self.slots[key[0]]
        stage = self.recipe.stages[slot.stage]
        return Piece(
            stage.game,
            slot.configs,
            self.recipe.config.seed,
            self._index(key),
            self.recipe.config.confirm_nodes,
        )

    def _index(self, key: Key) -> int:
        """No two candidates of a pack share an index, even if they share a config."""
        return key[0] + key[1] * len(self.slots)

    def _fits(self, key: Key, candidate: Candidate) -> bool:
        """Whether this is what was ordered, made by the same version."""
        if candidate.level is None:
            return candidate.kamigen == __version__
        level, slot = candidate.level, self.slots[key[0]]
        game = find_game(self.recipe.stages[slot.stage].game)
        return (
            candidate.kamigen == __version__
            and (level.game, level.game_version) == (game.name, game.version)
            and (level.seed, level.index) == (self.recipe.config.seed, self._index(key))
            and level.config in {config.digest() for config in slot.configs}
        )

    def _learn(self, key: Key, candidate: Candidate) -> None:
        level = candidate.level
        self._known[key] = None
        if level is not None:
            self._known[key] = fingerprint(level.game, level.text, "a worker's level")
        self._standing.rejected.update(candidate.rejected)
        if key[1]:
            self._standing.rejected[REPEAT] += 1

    def _tell(self) -> None:
        if self._watcher is not None:
            self._watcher(self._standing)


def decide(
    slots: int, known: Mapping[Key, str | None], banned: frozenset[str]
) -> tuple[list[Key], list[Key]]:
    """Return the candidate that each slot takes, and the candidates that are still missing.

    The first list is the decision once the second is empty. Until then slots
    behind a missing candidate are judged as if it repeated nothing, which may
    ask for a candidate too many but for none too few.
    """
    taken = set(banned)
    chosen: list[Key] = []
    missing: list[Key] = []
    for slot in range(slots):
        replaced = 0
        while (slot, replaced) in known and replaced < _MOST_REPLACEMENTS:
            fingerprint = known[slot, replaced]
            if fingerprint is None or fingerprint not in taken:
                break
            replaced += 1
        key = slot, replaced
        if key not in known:
            missing.append(key)
            continue
        chosen.append(key)
        fingerprint = known[key]
        if fingerprint is not None:
            taken.add(fingerprint)
    return chosen, missing


def _record(made: Made, confirm_nodes: int, rejected: Counter[str]) -> Record:
    """Put down all that is known of a level; ask the second witness, who counts nodes too."""
    provenance, proof, grade = made.provenance, made.proof, made.grade
    game = find_game(provenance.game)
    if proof.par is None:
        raise AssertionError("a level was kept whose par is not proven")
    confirmed_by = None
    if confirm_nodes:
        said, solver = hear(game, made.level, proof, Budget(nodes=confirm_nodes))
        if said is Confirmation.DISAGREES:
            raise SolversDisagree(
                f"the solvers disagree about level {provenance.index} of seed {provenance.seed}, "
                f"config {provenance.config}: please report this as a bug"
            )
        if said is Confirmation.AGREES:
            confirmed_by = solver
    return Record(
        game=provenance.game,
        game_version=provenance.version,
        config=provenance.config,
        seed=provenance.seed,
        index=provenance.index,
        attempt=provenance.attempt,
        difficulty=made.level.difficulty,
        limit=made.level.limit,
        par=proof.par,
        actions=list(proof.actions),
        solver=proof.solver,
        states=proof.states,
        confirmed_by=confirmed_by,
        grade=grade.difficulty,
        player=grade.player,
        score=grade.score,
        parts=dict(grade.parts),
        figures=dict(grade.figures),
        rejected=dict(sorted(rejected.items())),
        text=made.text,
    )


def _header(recipe: Recipe, avoided: str | None) -> Header:
    config = recipe.config
    configs = {each.digest(): each for slot in recipe.slots() for each in slot.configs}
    return Header(
        format=FORMAT,
        version=VERSION,
        name=config.name,
        title=config.title,
        author=config.author,
        licence=config.licence,
        kamigen=__version__,
        seed=config.seed,
        recipe=recipe.digest(),
        avoided=avoided,
        stages=[stage.name for stage in recipe.stages],
        configs={name: configs[name].model_dump(mode="json") for name in sorted(configs)},
    )


def _finished(folder: Path, header: Header, journal: Journal, *, force: bool) -> Manifest | None:
    """Return the pack if it is there already; refuse, or clear away, what is in its place."""
    path = folder / MANIFEST
    if journal.exists() and not journal.is_ours():
        if not force:
            raise KamigenError(
                f"{journal.folder}: left there by a run of another config or version; "
                "finish that run, choose another folder, or --force to begin anew"
            )
        journal.remove()
    if path.exists():
        manifest = read_manifest(path)
        same = Header(**manifest.model_dump(exclude={"levels"})) == header
        if same and not force:
            for finding in check_files(folder, manifest):
                raise KamigenError(f"{path}: {finding.message}; --force makes the pack anew")
            if journal.exists():
                journal.remove()
            return manifest
        if not force:
            raise KamigenError(f"{path}: another pack is there; --force replaces it")
        if not journal.exists():
            _clear(folder, manifest)
    elif not journal.exists() and (strangers := level_files(folder)):
        raise KamigenError(f"{strangers[0]}: there already, and not of this pack")
    return None


def _clear(folder: Path, manifest: Manifest) -> None:
    """Remove a pack's files, the manifest first: what is left is then no pack."""
    try:
        (folder / MANIFEST).unlink()
        for entry in manifest.levels:
            (folder / entry.file).unlink(missing_ok=True)
    except OSError as error:
        raise KamigenError(f"{folder}: cannot be cleared: {error.strerror}") from error


def _write(
    folder: Path,
    header: Header,
    journal: Journal,
    maker: _Maker,
    companions: Callable[[Manifest], Mapping[str, str]],
) -> Manifest:
    """Write level files, then the manifest that makes them a pack, then end the journal.

    Temporary files are in the journal's folder, and are gone when it is.
    """
    entries: list[Entry] = []
    timings: list[str] = []
    for key, name in _numbered(maker, journal):
        candidate = journal.read(key)
        if candidate.level is None:
            raise AssertionError(f"{key} was chosen and is no level")
        stage = maker.stage(key)
        text = candidate.level.text
        entry = Entry(**candidate.level.model_dump(), file=name, sha256=digest(text), stage=stage)
        write_whole(folder / name, text, journal.folder)
        entries.append(entry)
        timings.append(f'{{"file": "{name}", "seconds": {candidate.seconds}}}\n')
    write_whole(folder / TIMINGS, timings, journal.folder)
    size = sum(len(part.encode()) for part in written(header, entries))
    if size > MOST_BYTES:
        raise KamigenError(f"the manifest would take {size} bytes; make several smaller packs")
    manifest = Manifest(**header.model_dump(), levels=entries)
    for name, content in companions(manifest).items():
        write_whole(folder / name, content, journal.folder)
    write_whole(folder / MANIFEST, written(header, entries), journal.folder)
    journal.remove()
    return manifest


def _numbered(maker: _Maker, journal: Journal) -> Iterator[tuple[Key, str]]:
    """Yield the chosen candidates in the order of play, each with the name of its file."""
    chosen = maker.chosen()
    places = []
    for key in chosen:
        candidate = journal.read(key)
        score = candidate.level.score if candidate.level else 0.0
        places.append((maker.slots[key[0]].stage, score, key))
    width = max(3, len(str(len(places))))
    for number, (_, _, key) in enumerate(sorted(places), start=1):
        yield key, f"{number:0{width}}{SUFFIX}"
