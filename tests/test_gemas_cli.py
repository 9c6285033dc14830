"""Gemas on the command line: levels made, verified, solved, graded, shown and played."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import kamigen

SMALL = "1 2 4 3 4 4 4196017257\nC B A D\nB B D A\nB A C C\n"
DEAD = "1 3 4 3 3 7 5\nA B C\nD E F\nG A B\n"


def run(*arguments: str, folder: Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
    plain = {name: value for name, value in os.environ.items() if name != "FORCE_COLOR"}
    command, *rest = arguments
    return subprocess.run(
        [sys.executable, "-m", "kamigen", command, "--game", "gemas", *rest],
        cwd=folder,
        input=stdin,
        env={**plain, "LANG": "C.UTF-8"},
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize(
    "difficulty",
    [1, pytest.param(2, marks=pytest.mark.slow), pytest.param(3, marks=pytest.mark.slow)],
)
def test_a_level_is_made_confirmed_and_verified(difficulty, tmp_path):
    options = ("--difficulty", str(difficulty), "--seed", "3", "--cross-check-seconds", "60")
    made = run("generate", *options, "--json", "-o", ".", folder=tmp_path)
    assert made.returncode == 0, made.stderr
    record = json.loads(made.stdout)
    assert (record["game"], record["difficulty"], record["grade"]) == (
        *("gemas", difficulty, difficulty),
    )
    assert record["cross_check"] == "agrees"
    verified = run("verify", "--json", "--cross-check-seconds", "60", ".", folder=tmp_path)
    assert verified.returncode == 0, verified.stderr
    verdict = json.loads(verified.stdout)
    assert verdict["status"] == "loose"
    assert (verdict["par"], verdict["limit"]) == (record["par"], record["limit"])
    assert verdict["cross_check"] == "agrees"
    again = run("generate", *options, "--cross-check", "never", "-o", "-", folder=tmp_path)
    assert again.stdout == (tmp_path / record["file"]).read_text()


@pytest.mark.slow
def test_the_number_of_workers_changes_nothing(tmp_path):
    texts = []
    for jobs in ("1", "2"):
        folder = tmp_path / jobs
        folder.mkdir()
        options = ("-d", "1", "--seed", "5", "-n", "3", "--jobs", jobs, "-o", ".")
        assert run("generate", *options, folder=folder).returncode == 0
        texts.append([path.read_text() for path in sorted(folder.glob("*.txt"))])
    assert texts[0] == texts[1]
    assert len(texts[0]) == 3


def test_solve_grade_and_show(tmp_path):
    (tmp_path / "small.txt").write_text(SMALL)
    solved = json.loads(run("solve", "--json", "small.txt", folder=tmp_path).stdout)
    assert (solved["par"], solved["actions"]) == (2, ["A3 B3", "D1 D2"])
    graded = json.loads(run("grade", "--json", "small.txt", folder=tmp_path).stdout)
    assert graded["figures"]["first_swaps_good"] == 1
    shown = run("show", "--no-colour", "small.txt", folder=tmp_path).stdout
    assert shown == (
        "small.txt: difficulty 1, 3×4, 4 colours, target 4 gems, limit 2 swaps\n"
        "   A B C D\n1  C B A D\n2  B B D A\n3  B A C C\n"
    )


@pytest.mark.parametrize(
    ("text", "code", "status", "finding"),
    [
        (SMALL, 0, "proven", None),
        (SMALL.replace("1 2 4", "1 1 4", 1), 1, "impossible", "limit-below-par"),
        (DEAD, 1, "impossible", "no-valid-swap"),
        (SMALL.replace("B A C C", "B C C C"), 1, "malformed", "chain-at-start"),
    ],
)
def test_claims_are_checked(text, code, status, finding, tmp_path):
    (tmp_path / "level.txt").write_text(text)
    result = run("verify", "--json", "level.txt", folder=tmp_path)
    verdict = json.loads(result.stdout)
    assert (result.returncode, verdict["status"]) == (code, status)
    assert [found["code"] for found in verdict["findings"]] == ([finding] if finding else [])


@pytest.mark.parametrize(
    ("typed", "code"), [("A3 B3\nD1 D2\n", 0), ("A1 B1\n", 11), ("hint\nquit\n", 12)]
)
def test_play(typed, code, tmp_path):
    (tmp_path / "small.txt").write_text(SMALL)
    result = run("play", "small.txt", folder=tmp_path, stdin=typed)
    assert result.returncode == code
    assert "Gems: 0 of 4. Score: 0." in result.stdout


def test_the_library(tmp_path):
    level = kamigen.parse(SMALL, game="gemas")
    proof = kamigen.solve(level)
    assert (proof.par, kamigen.confirm(level, proof).par) == (2, 2)
    assert kamigen.format(level) == SMALL
    assert kamigen.grade(level).difficulty in (1, 2, 3)
