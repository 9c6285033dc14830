"""Verifying packs: each thing that can be wrong has a name, and hostile manifests a sentence."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from packing import PACK, promised_bytes, run, write_configs

import kamigen
from kamigen.budget import Budget
from kamigen.cli.stages import StageWatch
from kamigen.errors import IllegalMove, LevelError
from kamigen.game import find_game, game_names
from kamigen.level import Status
from kamigen.pipeline.confirm import Policy
from kamigen.pipeline.engines import Local
from kamigen.pipeline.packs import manifest as manifests
from kamigen.pipeline.packs.inspect import Promised, check_pack, find_packs, inspect_level
from kamigen.pipeline.packs.manifest import digest, read_manifest
from kamigen.pipeline.packs.produce import Standing, produce
from kamigen.pipeline.packs.recipe import load_recipe
from kamigen.views.chart import Point, pack_page

KAMI = find_game("kami")

Data = dict[str, Any]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made")
    small = PACK.replace("levels: 7", "levels: 3").replace("levels: 5", "levels: 3")
    produce(load_recipe(write_configs(folder, small)), folder / "pack", Local(1))
    return folder / "pack"


@pytest.fixture
def pack(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "pack"))


def codes(folder: Path, *, quick: bool = False) -> list[str]:
    """The findings about the pack and then about its levels, in the order they are made."""
    verdict, entries = check_pack(folder / "pack.json", quick=quick)
    found = [finding.code for finding in verdict.findings]
    assert verdict.status == (Status.BROKEN if found else Status.INTACT)
    for entry in entries:
        promised = Promised(str(folder / entry.file), entry, Budget(), Policy.NEVER, quick=quick)
        result = inspect_level(promised)
        if result.status is Status.BROKEN:
            found += [finding.code for finding in result.findings]
        else:
            assert result.status is (Status.INTACT if quick else Status.PROVEN)
    return found


def edited(folder: Path, edit: Callable[[Data], None]) -> None:
    path = folder / "pack.json"
    data = json.loads(path.read_text())
    edit(data)
    path.write_text(json.dumps(data))


def test_a_pack_as_made_is_in_order(pack: Path) -> None:
    assert codes(pack) == []
    assert codes(pack, quick=True) == []


@pytest.mark.parametrize("game", game_names())
def test_a_tampered_par_is_seen_without_solving_in_every_game(game: str, tmp_path: Path) -> None:
    """Whether actions are counted or not, and whatever one of them costs."""
    (tmp_path / "one.yaml").write_text(
        "{name: one, title: One, author: A, licence: CC0-1.0, seed: 5,\n"
        f" stages: [{{name: only, game: {game}, difficulty: 1, levels: 1}}]}}\n"
    )
    folder = tmp_path / "pack"
    produce(load_recipe(tmp_path / "one.yaml"), folder, Local(1))
    assert codes(folder, quick=True) == []
    honest = (folder / "pack.json").read_text()
    entry = json.loads(honest)["levels"][0]
    for par, actions in (
        (0, []),
        (entry["par"], []),
        (entry["par"] - 1, entry["actions"]),
        (entry["par"] + 1, entry["actions"]),
        (entry["par"] - 1, entry["actions"][:-1]),
    ):
        (folder / "pack.json").write_text(honest)
        edited(folder, lambda data, to=(par, actions): data["levels"][0].update(claim(*to)))
        assert codes(folder, quick=True) == ["actions-fail"], (par, actions)


def claim(par: int, actions: list[str]) -> Data:
    return {"par": par, "actions": actions}


def swap_files(folder: Path) -> None:
    one, two = folder / "001.txt", folder / "002.txt"
    first = one.read_bytes()
    one.write_bytes(two.read_bytes())
    two.write_bytes(first)


FILES = {
    "missing": (lambda folder: (folder / "002.txt").unlink(), ["level-missing"]),
    "extra": (lambda folder: (folder / "007.txt").write_text("1\n"), ["level-extra"]),
    "changed": (
        lambda folder: (folder / "002.txt").write_text((folder / "002.txt").read_text() + "\n"),
        ["level-changed", "level-changed"],
    ),
    "renamed": (
        lambda folder: (folder / "002.txt").rename(folder / "009.txt"),
        ["level-renumbered"],
    ),
    "folder in its place": (
        lambda folder: ((folder / "002.txt").unlink(), (folder / "002.txt").mkdir()),
        ["level-missing"],
    ),
    "pipe in its place": (
        lambda folder: ((folder / "002.txt").unlink(), os.mkfifo(folder / "002.txt")),
        ["level-missing"],
    ),
}


@pytest.mark.parametrize(("tamper", "expected"), FILES.values(), ids=FILES)
def test_files_are_compared_with_the_manifest(
    tamper: Callable[[Path], object], expected: list[str], pack: Path
) -> None:
    tamper(pack)
    assert codes(pack, quick=True) == expected


def test_exchanged_files_are_renumbered(pack: Path) -> None:
    swap_files(pack)
    found = codes(pack, quick=True)
    assert found[:2] == ["level-renumbered", "level-renumbered"]
    assert found.count("level-changed") == 2


def test_hidden_and_other_files_do_not_matter(pack: Path) -> None:
    (pack / ".hidden.txt").write_text("x")
    (pack / "notes.md").write_text("x")
    assert codes(pack, quick=True) == []


def exchange(data: Data) -> None:
    levels = data["levels"]
    levels[0], levels[2] = levels[2], levels[0]


def drop(data: Data) -> None:
    del data["levels"][0]


def repeat(data: Data) -> None:
    """The second level becomes a recoloured and reflected first one."""
    level = KAMI.parse(data["levels"][0]["text"])
    cells = tuple(tuple(c % 3 + 1 for c in reversed(row)) for row in level.cells)
    text = KAMI.format(type(level)(level.claim, cells, level.colours))
    data["levels"][1] |= {"text": text, "sha256": digest(text)}


def level(**keys: Any) -> Callable[[Data], None]:
    def edit(data: Data) -> None:
        data["levels"][0] |= keys

    return edit


def other_actions(data: Data) -> None:
    data["levels"][0]["actions"][0] = "A1 99"


def longer_actions(data: Data) -> None:
    """A detour that wins in one action more, with a par to match."""
    entry = data["levels"][0]
    first = entry["actions"][0].split()
    board = KAMI.start(KAMI.parse(entry["text"]).claiming(1, 9))
    for colour in ("1", "2", "3"):
        try:
            board.move(f"{first[0]} {colour}")
        except IllegalMove:
            continue
        if colour != first[1]:
            entry["actions"] = [f"{first[0]} {colour}", *entry["actions"]]
            entry["par"] += 1
            return
        board.undo()


QUICK = {
    "listed twice": (lambda data: data["levels"].append(data["levels"][0]), "level-listed-twice"),
    "dropped": (drop, "level-renumbered"),
    "another text": (level(text="1 1 1 1 1\n1\n"), "text-changed"),
    "another order": (exchange, "order-broken"),
    "unknown stage": (level(stage="third"), "stage-unknown"),
    "unknown config": (level(config="0" * 16), "config-unknown"),
    "unknown game": (level(game="chess"), "game-unknown"),
    "another limit": (level(limit=9), "header-differs"),
    "another difficulty": (level(difficulty=3), "header-differs"),
    "illegal action": (other_actions, "actions-fail"),
    "no actions": (level(actions=[]), "actions-fail"),
    "lower par": (level(par=1), "actions-fail"),
}

FULL = {
    "higher par": (longer_actions, "par-differs"),
    "another score": (level(score=0.5), "grade-differs"),
    "another grade": (level(grade=3), "grade-differs"),
    "other figures": (level(figures={"regions": 1}), "grade-differs"),
    "other parts": (level(parts={}), "grade-differs"),
    "another player": (level(player="is lucky"), "grade-differs"),
    "repeated": (repeat, "level-repeated"),
    "text that is no level": (level(text="1 x"), "text-malformed"),
}


@pytest.mark.parametrize(("edit", "code"), QUICK.values(), ids=QUICK)
def test_claims_that_need_no_solving(edit: Callable[[Data], None], code: str, pack: Path) -> None:
    edited(pack, edit)
    assert code in codes(pack, quick=True)


@pytest.mark.parametrize(("edit", "code"), FULL.values(), ids=FULL)
def test_claims_that_are_proven_anew(edit: Callable[[Data], None], code: str, pack: Path) -> None:
    edited(pack, edit)
    assert code not in codes(pack, quick=True)
    assert code in codes(pack)


def text_of(pack: Path) -> str:
    return (pack / "pack.json").read_text()


HOSTILE: dict[str, tuple[Callable[[str], str | bytes], str, str]] = {
    "empty": (lambda _: "", "manifest-not-json", ":1:1: not JSON: Expecting value"),
    "half": (
        lambda text: text[:12],
        "manifest-not-json",
        ":2:11: not JSON: Expecting ':' delimiter",
    ),
    "binary": (lambda _: b"\xff\xfe\x00\xd8\x00", "manifest-not-json", ": not text in UTF-8"),
    "a list": (
        lambda _: "[]",
        "manifest-malformed",
        ": not a manifest: format is not kamigen-pack",
    ),
    "another format": (
        lambda _: '{"format": "zip"}',
        "manifest-malformed",
        ": not a manifest: format is not kamigen-pack",
    ),
    "a later version": (
        lambda text: text.replace('"version": 1', '"version": 2'),
        "manifest-version",
        ": this kamigen reads version 1 of the format",
    ),
    "unknown key": (
        lambda text: text.replace('"title"', '"titel"'),
        "manifest-malformed",
        ": title: Field required",
    ),
    "key twice": (
        lambda text: text.replace('"title": ', '"name": "x", "title": '),
        "manifest-not-json",
        ": not JSON: the key 'name' stands twice in one object",
    ),
    "no number": (
        lambda text: text.replace('"seed": 7', '"seed": NaN', 1),
        "manifest-not-json",
        ": not JSON: NaN is not a number",
    ),
    "half a character": (
        lambda text: text.replace("A tiny pack", "\\ud800"),
        "manifest-not-json",
        ": not text in UTF-8",
    ),
    "too deep": (
        lambda _: "[" * 100_000,
        "manifest-not-json",
        ": nested deeper than any manifest",
    ),
    "path upwards": (
        lambda text: text.replace('"file": "001.txt"', '"file": "../../etc/passwd.txt"'),
        "file-unsafe",
        ": levels.0.file: '../../etc/passwd.txt' is not the plain name of a level file",
    ),
    "path from the root": (
        lambda text: text.replace('"file": "001.txt"', '"file": "/etc/passwd"'),
        "file-unsafe",
        ": levels.0.file: '/etc/passwd' is not the plain name of a level file",
    ),
    "hidden file": (
        lambda text: text.replace('"file": "001.txt"', '"file": ".txt"'),
        "file-unsafe",
        ": levels.0.file: '.txt' is not the plain name of a level file",
    ),
    "word for a par": (
        lambda text: re.sub(r'"par": (\d+), "act', r'"par": "\1", "act', text, count=1),
        "manifest-malformed",
        ": levels.0.par: Input should be a valid integer",
    ),
}


@pytest.mark.parametrize(("edit", "code", "sentence"), HOSTILE.values(), ids=HOSTILE)
def test_hostile_manifests_get_one_sentence(
    edit: Callable[[str], str | bytes], code: str, sentence: str, pack: Path
) -> None:
    path = pack / "pack.json"
    content = edit(text_of(pack))
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(LevelError) as caught:
        read_manifest(path)
    assert str(caught.value) == f"{path}{sentence}"
    assert caught.value.finding.code == code
    verdict, entries = check_pack(path, quick=True)
    assert (verdict.status, entries) == (Status.BROKEN, [])


def test_a_number_of_many_digits_is_refused(pack: Path) -> None:
    path = pack / "pack.json"
    path.write_text(text_of(pack).replace('"seed": 7', '"seed": ' + "7" * 9_000))
    with pytest.raises(LevelError) as caught:
        read_manifest(path)
    assert len(str(caught.value).splitlines()) == 1


def test_a_manifest_has_a_greatest_size(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(manifests, "MOST_BYTES", len(text_of(pack).encode()) - 1)
    with pytest.raises(LevelError) as caught:
        read_manifest(pack / "pack.json")
    assert caught.value.finding.code == "manifest-too-large"


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo, lambda _: None])
def test_what_is_no_file_is_not_waited_for(make: Callable[[Path], object], tmp_path: Path) -> None:
    make(tmp_path / "pack.json")
    with pytest.raises(LevelError) as caught:
        read_manifest(tmp_path / "pack.json")
    assert caught.value.finding.code == "manifest-unreadable"


def test_packs_and_loose_levels_are_told_apart(pack: Path, tmp_path: Path) -> None:
    (tmp_path / "loose.txt").write_text("1 2 1 3 3\n1 2 3\n")
    inside = str(pack / "001.txt")
    assert find_packs([str(tmp_path)]) == ([pack / "pack.json"], [str(tmp_path / "loose.txt")])
    assert find_packs([str(pack), str(pack / "pack.json")]) == ([pack / "pack.json"], [])
    assert find_packs([inside]) == ([], [inside])


def records(stdout: str) -> list[Data]:
    return [json.loads(line) for line in stdout.splitlines()]


@pytest.mark.slow
def test_the_command_line_on_packs(pack: Path, tmp_path: Path) -> None:
    done = run("verify", tmp_path, "--json")
    assert done.returncode == 0, done.stderr
    first, *levels = records(done.stdout)
    assert (first["file"], first["status"]) == (str(pack / "pack.json"), "intact")
    assert {(each["status"], each["cross_check"]) for each in levels} == {("proven", "agrees")}
    assert done.stderr == "1 pack: 1 intact; 6 levels: 6 proven; cross-check: 6 agrees\n"
    (tmp_path / "loose.txt").write_text("1 2 1 3 3\n1 2 3\n")
    (pack / "004.txt").unlink()
    done = run("verify", tmp_path, "--quick")
    assert done.returncode == 1
    assert done.stdout.splitlines()[0] == f"broken     {pack / 'pack.json'}: 004.txt is not there"
    assert done.stdout.splitlines()[-1].startswith("1 pack: 1 broken; 6 levels: ")
    (pack / "pack.json").write_text("{")
    done = run("verify", pack)
    assert done.returncode == 1
    assert "pack.json:1:2: not JSON: Expecting property name" in done.stdout


@pytest.mark.slow
def test_the_command_line_makes_a_pack(made: Path, tmp_path: Path) -> None:
    config = made.parent / "tiny.yaml"
    done = run("pack", config, "-o", tmp_path / "pack", "--json", "--jobs", "2")
    assert done.returncode == 0, done.stderr
    assert [each["file"] for each in records(done.stdout)] == [
        str(tmp_path / "pack" / f"{n:03}.txt") for n in range(1, 7)
    ]
    assert "6 levels proven, 6 confirmed by the second solver" in done.stderr
    assert "chart in" in done.stderr
    files = promised_bytes(tmp_path / "pack")
    chart = files.pop("pack.html").decode()
    assert files == promised_bytes(made)
    assert chart.count("<circle") == 6
    done = run("pack", config, "-o", tmp_path / "pack")
    assert done.stdout.splitlines()[-1] == f"{tmp_path / 'pack'}: was complete already"
    for options, sentence in {
        ("--engine", "dask"): "--engine dask needs the --scheduler of a cluster",
        ("--scheduler", "tcp://x"): "--scheduler is for --engine dask",
    }.items():
        done = run("pack", config, "-o", tmp_path / "other", *options)
        assert (done.returncode, done.stderr) == (2, f"kamigen: {sentence}\n")


def test_a_line_of_progress(capsys: pytest.CaptureFixture[str], monkeypatch: Any) -> None:
    monkeypatch.setattr("kamigen.cli.stages._SECONDS_PER_LINE", 0.0)
    standing = Standing({"first": 7, "second": 5})
    standing.done.update({"first": 4})
    standing.rejected.update({"par too low": 9, "repeat": 1})
    standing.made, standing.seconds = 4, 2.0
    with StageWatch(standing.stages, quiet=False) as watch:
        watch.show(standing)
    assert capsys.readouterr().err == (
        "kamigen: 4 of 12 levels (first 4 of 7, second 0 of 5); 2 a second, 0:04 left; "
        "rejected: 9 par too low, 1 repeat\n"
    )
    with StageWatch(standing.stages, quiet=True) as watch:
        watch.show(standing)
    assert capsys.readouterr().err == ""


def test_bars_and_pace_both_fit_a_narrow_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    for name, value in {"COLUMNS": "60", "TERM": "xterm", "FORCE_COLOR": "1"}.items():
        monkeypatch.setenv(name, value)
    standing = Standing({"first": 7, "second": 5})
    standing.done.update({"first": 4})
    standing.rejected.update({"par too low": 90, "too hard": 40, "score out of range": 30})
    standing.made, standing.seconds = 4, 2.0
    with StageWatch(standing.stages, quiet=False) as watch:
        watch.show(standing)
    drawn = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", capsys.readouterr().err)
    bar = "[━╸╺]+"
    assert re.search(
        rf"first +{bar} 4/7 .*\r?\n *second +{bar} 0/5 .*\r?\n *all +{bar} +4/12 ", drawn
    )
    assert "rejected: 90 par too low, 40 too hard, 30 score out of range" in " ".join(drawn.split())


def test_the_chart_shows_every_level_and_nothing_from_elsewhere() -> None:
    points = [Point(f"{n:03}.txt", "a<b" if n < 3 else "c", n, n * 1.5) for n in range(1, 6)]
    page = pack_page("A & B", "by <me>", points)
    assert page.count("<circle") == 5
    assert page.count(": par ") == 5
    assert "A &amp; B" in page
    assert "by &lt;me&gt;" in page
    assert "a&lt;b" in page
    assert "<me>" not in page
    assert "src=" not in page
    assert "href=" not in page
    assert pack_page("A & B", "by <me>", points) == page
    assert "<svg" in pack_page("none", "", [])


def test_the_manifest_alone_is_enough_to_load_a_pack(made: Path) -> None:
    manifest = kamigen.load_pack(made / "pack.json")
    assert manifest == kamigen.load_pack(made) == read_manifest(made / "pack.json")
    for entry in manifest.levels:
        assert KAMI.parse(entry.text).limit == entry.limit
