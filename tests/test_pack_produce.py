"""Making packs: the same bytes whatever happens, no repeats, nothing overwritten unasked."""

from __future__ import annotations

import json
import os
import random
import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from packing import CONFIG, PACK, promised_bytes, write_configs

from kamigen.budget import Budget
from kamigen.errors import GenerationError, KamigenError, LevelError, SolversDisagree
from kamigen.game import find_game
from kamigen.games.kami.game import Kami
from kamigen.level import Proof
from kamigen.pipeline.engines import Local
from kamigen.pipeline.packs import produce as production
from kamigen.pipeline.packs.avoid import read_avoided
from kamigen.pipeline.packs.inspect import check_pack
from kamigen.pipeline.packs.journal import FOLDER
from kamigen.pipeline.packs.manifest import Manifest, digest, read_manifest
from kamigen.pipeline.packs.produce import Standing, decide, produce
from kamigen.pipeline.packs.recipe import load_recipe
from kamigen.rng import Rng

KAMI = find_game("kami")
HERE = Local(1)


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The config of a tiny pack, and the pack made undisturbed in one process."""
    folder = tmp_path_factory.mktemp("tiny")
    config = write_configs(folder)
    make(config, folder / "pack")
    return config, folder / "pack"


def make(config: Path, folder: Path, engine: Any = HERE, **options: Any) -> Manifest:
    return produce(load_recipe(config), folder, engine, **options)


class Shuffled:
    """An engine that finishes its items in a random order."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def each_finished(
        self, function: Callable[[Any], Any], items: Sequence[Any]
    ) -> Iterator[tuple[int, Any]]:
        numbers = list(range(len(items)))
        self._random.shuffle(numbers)
        for number in numbers:
            yield number, function(items[number])


class Interrupted(Shuffled):
    """An engine that is stopped after some items."""

    def __init__(self, seed: int, items: int) -> None:
        super().__init__(seed)
        self._left = items

    def each_finished(
        self, function: Callable[[Any], Any], items: Sequence[Any]
    ) -> Iterator[tuple[int, Any]]:
        for number, result in super().each_finished(function, items):
            if self._left == 0:
                raise KeyboardInterrupt
            self._left -= 1
            yield number, result


def test_what_a_manifest_says(tiny: tuple[Path, Path]) -> None:
    config, folder = tiny
    manifest = read_manifest(folder / "pack.json")
    assert (manifest.format, manifest.version) == ("kamigen-pack", 1)
    assert (manifest.name, manifest.title, manifest.seed) == ("tiny", "A tiny pack", 7)
    assert manifest.recipe == load_recipe(config).digest()
    assert manifest.stages == ["first", "second"]
    assert [entry.file for entry in manifest.levels] == [f"{n:03}.txt" for n in range(1, 13)]
    for entry in manifest.levels:
        text = (folder / entry.file).read_text()
        assert (entry.text, entry.sha256) == (text, digest(text))
        level = KAMI.parse(text)
        proof = KAMI.solve(level, Budget())
        grade = KAMI.grade(level, proof)
        assert (entry.par, entry.limit, entry.states) == (proof.par, level.limit, proof.states)
        assert (entry.solver, entry.confirmed_by) == ("search", "cp-sat")
        assert (entry.grade, entry.score, entry.player) == (1, grade.score, grade.player)
        assert (entry.figures, entry.parts) == (dict(grade.figures), dict(grade.parts))
        assert len(entry.actions) == entry.par
        again = manifest.configs[entry.config]
        remade = KAMI.propose(
            KAMI.config_model.model_validate(again),
            Rng("kami", entry.game_version, entry.config, entry.seed, entry.index, entry.attempt),
        )
        assert remade.cells == level.cells
    timings = [json.loads(line) for line in (folder / "timings.jsonl").read_text().splitlines()]
    assert [timing["file"] for timing in timings] == [entry.file for entry in manifest.levels]
    assert all(timing["seconds"] > 0 for timing in timings)


KEYS = (
    "file sha256 stage game game_version config seed index attempt difficulty limit par actions "
    "solver states confirmed_by grade player score parts figures rejected text"
)


def test_the_shape_of_the_file(tiny: tuple[Path, Path]) -> None:
    """What others read: the keys and their order, and a line a level."""
    text = (tiny[1] / "pack.json").read_text()
    data = json.loads(text)
    header = "format version name title author licence kamigen seed recipe avoided stages configs"
    assert list(data) == [*header.split(), "levels"]
    assert all(list(entry) == KEYS.split() for entry in data["levels"])
    assert len(text.splitlines()) == 12 + 1 + 12 + 3
    assert [line for line in text.splitlines() if line.startswith('    {"file": "007.txt"')]


def test_the_pack_follows_its_curve(tiny: tuple[Path, Path]) -> None:
    manifest = read_manifest(tiny[1] / "pack.json")
    for stage, pars in (("first", {2: 4, 3: 3}), ("second", {3: 3, 4: 2})):
        entries = [entry for entry in manifest.levels if entry.stage == stage]
        scores = [entry.score for entry in entries]
        assert scores == sorted(scores)
        counts = Counter(entry.par for entry in entries)
        assert sorted(counts) == sorted(pars)
        assert max(counts.values()) - min(counts.values()) <= 1


def test_only_the_pack_is_in_the_folder(tiny: tuple[Path, Path]) -> None:
    names = {file.name for file in tiny[1].iterdir()}
    levels = {f"{n:03}.txt" for n in range(1, 13)}
    assert names == levels | {"pack.json", "timings.jsonl"}


@pytest.mark.parametrize("engine", [Shuffled(1), Shuffled(2), Local(2)], ids=["a", "b", "two"])
def test_the_engine_changes_no_byte(engine: Any, tiny: tuple[Path, Path], tmp_path: Path) -> None:
    make(tiny[0], tmp_path / "pack", engine)
    assert promised_bytes(tmp_path / "pack") == promised_bytes(tiny[1])


def test_interruptions_change_no_byte_and_lose_nothing(
    tiny: tuple[Path, Path], tmp_path: Path
) -> None:
    folder = tmp_path / "pack"
    kept = 0
    for run, items in enumerate((0, 3, 1, 4)):
        with pytest.raises(KeyboardInterrupt):
            make(tiny[0], folder, Interrupted(run, items))
        kept += items
        assert len(list((folder / FOLDER).glob("*-*.json"))) == kept
        assert not list(folder.glob("*.txt"))
    standings: list[int] = []
    make(tiny[0], folder, watcher=lambda standing: standings.append(standing.made))
    assert promised_bytes(folder) == promised_bytes(tiny[1])
    # Only what was not finished before, and perhaps a repeat or two.
    assert 12 - kept <= standings[-1] < 12


def test_a_damaged_candidate_is_made_again(tiny: tuple[Path, Path], tmp_path: Path) -> None:
    folder = tmp_path / "pack"
    with pytest.raises(KeyboardInterrupt):
        make(tiny[0], folder, Interrupted(0, 5))
    kept = sorted((folder / FOLDER).glob("*-*.json"))
    kept[0].write_text(kept[0].read_text()[:50])
    kept[1].write_bytes(b"")
    kept[2].write_text(kept[3].read_text())  # of another slot
    (folder / FOLDER / ".rest.part").write_text("half a")
    make(tiny[0], folder)
    assert promised_bytes(folder) == promised_bytes(tiny[1])


def test_a_complete_pack_is_left_alone(tiny: tuple[Path, Path], tmp_path: Path) -> None:
    folder = tmp_path / "pack"
    shutil.copytree(tiny[1], folder)
    before = {file: file.stat().st_mtime_ns for file in folder.iterdir()}
    assert make(tiny[0], folder, engine=None) == read_manifest(folder / "pack.json")
    assert {file: file.stat().st_mtime_ns for file in folder.iterdir()} == before


def test_a_run_that_ended_before_its_last_step_is_ended(
    tiny: tuple[Path, Path], tmp_path: Path
) -> None:
    folder = tmp_path / "pack"
    with pytest.raises(KeyboardInterrupt):
        make(tiny[0], folder, Interrupted(0, 5))
    shutil.copytree(tiny[1], folder, dirs_exist_ok=True)
    make(tiny[0], folder, engine=None)
    assert promised_bytes(folder) == promised_bytes(tiny[1])


def refusal(config: Path, folder: Path, **options: Any) -> str:
    with pytest.raises(KamigenError) as caught:
        make(config, folder, engine=None, **options)
    assert len(str(caught.value).splitlines()) == 1
    return str(caught.value)


def test_nothing_is_overwritten_unasked(tiny: tuple[Path, Path], tmp_path: Path) -> None:
    other = write_configs(tmp_path / "configs", PACK.replace("seed: 7", "seed: 8"))
    folder = tmp_path / "pack"
    with pytest.raises(KeyboardInterrupt):
        make(tiny[0], folder, Interrupted(0, 2))
    message = refusal(other, folder)
    assert message.startswith(f"{folder / FOLDER}: left there by a run of another config")
    shutil.rmtree(folder)
    shutil.copytree(tiny[1], folder)
    assert (
        refusal(other, folder) == f"{folder}/pack.json: another pack is there; --force replaces it"
    )
    (folder / "004.txt").write_text("1 1 1 1 1\n1\n")
    assert refusal(tiny[0], folder).endswith(
        "004.txt is not the file that the manifest describes; --force makes the pack anew"
    )
    (folder / "pack.json").unlink()
    assert refusal(tiny[0], folder) == f"{folder}/001.txt: there already, and not of this pack"


def test_force_makes_a_pack_anew(tiny: tuple[Path, Path], tmp_path: Path) -> None:
    smaller = PACK.replace("levels: 7", "levels: 1").replace("levels: 5", "levels: 2")
    other = write_configs(tmp_path / "configs", smaller)
    folder = tmp_path / "pack"
    shutil.copytree(tiny[1], folder)
    (folder / "notes.md").write_text("mine")
    assert len(make(other, folder, force=True).levels) == 3
    names = {file.name for file in folder.iterdir()}
    assert names == {"001.txt", "002.txt", "003.txt", "pack.json", "timings.jsonl", "notes.md"}
    # Interrupted, a forced run goes on where it was.
    with pytest.raises(KeyboardInterrupt):
        make(tiny[0], folder, Interrupted(0, 4), force=True)
    made: list[int] = []
    make(tiny[0], folder, force=True, watcher=lambda standing: made.append(standing.made))
    assert max(made) < 12
    (folder / "notes.md").unlink()
    assert promised_bytes(folder) == promised_bytes(tiny[1])


@pytest.mark.skipif(os.name == "nt", reason="locks are those of Unix")
def test_two_runs_do_not_share_a_folder(tiny: tuple[Path, Path], tmp_path: Path) -> None:
    """While one run is at work a second one is refused, and does no harm."""
    folder = tmp_path / "pack"

    class Crowded(Shuffled):
        def each_finished(self, function: Any, items: Sequence[Any]) -> Iterator[tuple[int, Any]]:
            for number, result in super().each_finished(function, items):
                assert (
                    refusal(tiny[0], folder) == f"{folder / FOLDER}: another run is at work there"
                )
                yield number, result

    make(tiny[0], folder, Crowded(0))
    assert promised_bytes(folder) == promised_bytes(tiny[1])


# So few puzzles that repeats are certain.
FEW = """
difficulty: 1
par: [2, 2]
rows: [2, 2]
cols: [3, 3]
colours: [3, 3]
"""


def one_stage(levels: int, seed: int = 7) -> str:
    pack = PACK[: PACK.index("  - {name: second")]
    return pack.replace("levels: 7", f"levels: {levels}").replace("seed: 7", f"seed: {seed}")


def names_of(folder: Path) -> list[str]:
    levels = [KAMI.parse(file.read_text()) for file in sorted(folder.glob("*.txt"))]
    return [KAMI.fingerprint(level) for level in levels]


def test_no_level_is_repeated(tmp_path: Path) -> None:
    config = write_configs(tmp_path, one_stage(7), FEW)
    standings: list[Standing] = []
    manifest = make(config, tmp_path / "a", watcher=standings.append)
    assert len(set(names_of(tmp_path / "a"))) == 7
    assert standings[-1].rejected["repeat"] > 0
    assert standings[-1].done == {"first": 7}
    assert max(entry.index for entry in manifest.levels) >= 7  # a later candidate was taken
    make(config, tmp_path / "b", Shuffled(3))
    assert promised_bytes(tmp_path / "a") == promised_bytes(tmp_path / "b")


def test_the_first_slot_keeps_a_level_that_a_later_one_repeats(tmp_path: Path) -> None:
    config = write_configs(tmp_path, one_stage(7), FEW)
    manifest = make(config, tmp_path / "a")
    assert 0 in {entry.index for entry in manifest.levels}


def test_levels_of_other_packs_and_files_are_avoided(
    tiny: tuple[Path, Path], tmp_path: Path
) -> None:
    config = tiny[0]
    loose = tmp_path / "loose"
    loose.mkdir()
    for number in ("001", "002"):
        shutil.copy(tiny[1] / f"{number}.txt", loose)
    manifest = make(config, tmp_path / "pack", avoid=[str(loose)])
    avoided = set(names_of(loose))
    assert len(avoided) == 2
    assert not avoided & set(names_of(tmp_path / "pack"))
    assert manifest.avoided is not None
    both = make(config, tmp_path / "third", avoid=[str(tiny[1] / "pack.json"), str(loose)])
    assert not set(names_of(tiny[1])) & set(names_of(tmp_path / "third"))
    assert both.avoided != manifest.avoided


def test_a_pack_does_not_avoid_itself(tiny: tuple[Path, Path], tmp_path: Path) -> None:
    shutil.copytree(tiny[1], tmp_path / "pack")
    assert make(tiny[0], tmp_path / "pack", engine=None, avoid=[str(tmp_path)]).avoided is None


def test_what_is_to_be_avoided_must_be_readable(tiny: tuple[Path, Path], tmp_path: Path) -> None:
    with pytest.raises(KamigenError, match="gone: there is no such file or folder"):
        read_avoided([str(tmp_path / "gone")], ["kami"])
    (tmp_path / "bad.txt").write_text("1 2 x\n")
    with pytest.raises(LevelError, match=r"bad\.txt:1:5: 'x' is not an integer"):
        read_avoided([str(tmp_path)], ["kami"])


def test_a_config_without_enough_levels_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(production, "_MOST_REPLACEMENTS", 8)
    config = write_configs(tmp_path, one_stage(30), FEW)
    with pytest.raises(GenerationError) as caught:
        make(config, tmp_path / "pack")
    message = str(caught.value)
    assert message.startswith("stage first lacks ")
    assert message.endswith(" of 30 levels, as all its candidates are repeats")
    assert not list((tmp_path / "pack").glob("*.txt"))


def test_a_par_that_cannot_be_had_is_replaced_by_another(tmp_path: Path) -> None:
    """Par 9 is possible as far as the config can tell, but not on so few cells."""
    wide = CONFIG.replace("par: [2, 3]", "par: [2, 9]") + "effort: {attempts: 15}\n"
    manifest = make(write_configs(tmp_path, one_stage(6), wide), tmp_path / "pack")
    assert len(manifest.levels) == 6
    assert max(entry.par for entry in manifest.levels) < 9
    widened = [
        entry for entry in manifest.levels if manifest.configs[entry.config]["par"] == [2, 9]
    ]
    assert widened
    assert all(sum(entry.rejected.values()) >= 15 for entry in widened)


def test_levels_that_cannot_be_made_are_named_and_the_rest_is_kept(tmp_path: Path) -> None:
    never = PACK.replace(
        "changes: {par: [3, 4]}", "changes: {score: [900, 901], effort: {attempts: 3}}"
    )
    config = write_configs(tmp_path, never)
    for _ in range(2):
        with pytest.raises(GenerationError) as caught:
            make(config, tmp_path / "pack")
        assert str(caught.value).startswith(
            "stage second lacks 5 of 5 levels, as none of 3 candidates fits: "
        )
    assert len(list((tmp_path / "pack" / FOLDER).glob("*-0.json"))) == 12


def test_solvers_that_disagree_end_the_run(
    tiny: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = Proof("cp-sat", 99, 99)
    monkeypatch.setattr(Kami, "cross_check", lambda *_: wrong)
    with pytest.raises(SolversDisagree, match=r"level 0 of seed 7, config [0-9a-f]{16}"):
        make(tiny[0], tmp_path / "pack")
    assert SolversDisagree.exit_code == 4


def test_whether_a_level_is_confirmed_is_counted_in_nodes(tmp_path: Path) -> None:
    asked: list[Budget] = []
    real = Kami.cross_check

    def remember(game: Kami, level: Any, proof: Proof, budget: Budget) -> Proof:
        asked.append(budget)
        return real(game, level, proof, budget)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Kami, "cross_check", remember)
        make(write_configs(tmp_path, one_stage(2) + "confirm_nodes: 77\n"), tmp_path / "a")
        assert asked == [Budget(nodes=77, seconds=None)] * len(asked) != []
        asked.clear()
        never = make(write_configs(tmp_path, one_stage(2) + "confirm_nodes: 0\n"), tmp_path / "b")
    assert asked == []
    assert [entry.confirmed_by for entry in never.levels] == [None, None]


def test_a_worker_of_another_version_is_refused(tiny: tuple[Path, Path], tmp_path: Path) -> None:
    class Older(Shuffled):
        def each_finished(self, function: Any, items: Sequence[Any]) -> Iterator[tuple[int, Any]]:
            for number, result in super().each_finished(function, items):
                yield number, result.model_copy(update={"kamigen": "0.0.1"})

    with pytest.raises(KamigenError, match="another version of kamigen"):
        make(tiny[0], tmp_path / "pack", Older(0))


@given(
    table=st.lists(
        st.lists(st.sampled_from("abcdefgh"), min_size=6, max_size=6), min_size=1, max_size=8
    ),
    banned=st.sets(st.sampled_from("abcdefgh"), max_size=2),
    order=st.randoms(use_true_random=False),
)
@settings(max_examples=300, deadline=None)
def test_decisions_are_those_of_one_slot_after_another(
    table: list[list[str]], banned: set[str], order: random.Random
) -> None:
    """However candidates arrive, the decision is the one a single careful worker comes to."""
    expected: list[tuple[int, int]] = []
    taken = set(banned)
    for slot, candidates in enumerate(table):
        fresh = next((n for n, name in enumerate(candidates) if name not in taken), None)
        if fresh is None:
            return  # not enough candidates in the table to decide by
        expected.append((slot, fresh))
        taken.add(candidates[fresh])
    known: dict[tuple[int, int], str | None] = {}
    for _ in range(1_000):
        chosen, missing = decide(len(table), known, frozenset(banned))
        if not missing:
            break
        slot, replaced = order.choice(missing)
        # A guess may go beyond the table; what it finds there is nobody's.
        within = replaced < len(table[slot])
        known[slot, replaced] = table[slot][replaced] if within else f"{slot} {replaced}"
    assert chosen == expected


def test_verified_as_it_is_made(tiny: tuple[Path, Path]) -> None:
    verdict, entries = check_pack(tiny[1] / "pack.json", quick=False)
    assert (verdict.status, verdict.findings, len(entries)) == ("intact", (), 12)


def test_the_manifest_never_outgrows_what_is_read(
    tiny: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(production, "MOST_BYTES", 1_000)
    with pytest.raises(KamigenError, match="make several smaller packs"):
        make(tiny[0], tmp_path / "pack")
    assert not (tmp_path / "pack" / "pack.json").exists()
