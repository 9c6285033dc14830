"""Kojun on the command line: real processes, as in the tests of the commands themselves."""

from __future__ import annotations

import pytest
from test_cli import lines, run

import kamigen

SEVERAL = "1 4\n0 0 0 0\na a a b\n"
NONE = "1 3\n0 0 0\na b c\n"
BROKEN = "1 3\n2 0 2\na a a\n"
SOLVED = "1 4\n0 2 0 0\na a b b\n"


@pytest.fixture
def folder(tmp_path):
    for name, text in {"one": SOLVED, "several": SEVERAL, "none": NONE, "broken": BROKEN}.items():
        (tmp_path / f"{name}.txt").write_text(text)
    return tmp_path


@pytest.mark.slow
@pytest.mark.parametrize("difficulty", ["1", "2", "3"])
def test_generate_and_verify(tmp_path, difficulty):
    made = run(
        *("generate", "--game", "kojun", "--difficulty", difficulty, "--seed", "4"),
        *("--jobs", "1", "--json"),
        folder=tmp_path,
    )
    assert made.returncode == 0, made.stderr
    for record in lines(made.stdout):
        level = kamigen.load(tmp_path / record["file"], "kojun")
        assert level.difficulty == record["grade"] == int(difficulty)
        assert record["limit"] is None
        assert record["par"] == level.blanks == len(record["actions"])
        assert record["cross_check"] == "agrees"
    checked = run("verify", "levels", "--game", "kojun", "--jobs", "1", folder=tmp_path)
    assert checked.returncode == 0
    assert checked.stdout.count("exactly one solution, cross-check: agrees") == 1
    assert "par" not in checked.stdout


def test_generate_one_in_words(tmp_path):
    made = run("generate", "--game", "kojun", "-d", "1", "--cross-check", "never", folder=tmp_path)
    assert made.returncode == 0
    assert "exactly one solution: proven by search" in made.stdout
    assert "difficulty 1: won by a player who sees forced numbers" in made.stdout
    assert "│" in made.stdout


def test_verify_names_what_is_wrong(folder):
    result = run("verify", ".", "--game", "kojun", "--jobs", "1", "--json", folder=folder)
    assert result.returncode == 1
    found = {
        record["file"]: (record["status"], [f["code"] for f in record["findings"]])
        for record in lines(result.stdout)
    }
    assert found == {
        "broken.txt": ("malformed", ["given-twice"]),
        "none.txt": ("impossible", ["no-solution"]),
        "one.txt": ("proven", []),
        "several.txt": ("ambiguous", ["several-solutions"]),
    }
    said = {record["file"]: record["cross_check"] for record in lines(result.stdout)}
    assert said["none.txt"] == said["several.txt"] == said["one.txt"] == "agrees"
    unasked = ("--cross-check", "never")
    words = run("verify", "several.txt", "--game", "kojun", *unasked, folder=folder)
    assert words.returncode == 1
    assert "ambiguous  several.txt: several solutions, which differ at " in words.stdout


def test_solve(folder):
    result = run("solve", "one.txt", "--game", "kojun", folder=folder)
    assert result.returncode == 0
    assert result.stdout.startswith("one.txt: exactly one solution, proven by search")
    assert "│ 1   2 │ 1   2 │" in result.stdout
    (record,) = lines(run("solve", "one.txt", "--game", "kojun", "--json", folder=folder).stdout)
    assert record["facts"] == {"solutions": 1, "solution": [[1, 2, 1, 2]]}
    assert (record["par"], record["proven"]) == (3, True)
    for name, answer in (("none", "no solution"), ("several", "several solutions, which differ")):
        failed = run("solve", f"{name}.txt", "--game", "kojun", folder=folder)
        assert failed.returncode == 1
        assert f"{name}.txt: {answer}" in failed.stdout
        assert ", proven by search" in failed.stdout
    hurried = run("solve", "several.txt", "--game", "kojun", "--nodes", "0", folder=folder)
    assert hurried.returncode == 3


def test_grade(folder):
    result = run("grade", "one.txt", "--game", "kojun", folder=folder)
    assert result.returncode == 0
    assert "one.txt: difficulty 1, won by a player who sees forced numbers" in result.stdout
    failed = run("grade", "several.txt", "--game", "kojun", folder=folder)
    assert failed.returncode == 1
    assert "several.txt: there are several solutions" in failed.stderr


def test_addresses_go_in_and_out(folder):
    address = "https://puzz.link/p?cojun/8/8/qhebtquqmqj0l7s7c8vo1up0zzh4v1j"
    (folder / "link.txt").write_text(address + "\n")
    solved = run("solve", "link.txt", "--game", "kojun", folder=folder)
    assert solved.returncode == 0
    shown = run("show", "link.txt", "--game", "kojun", "--url", folder=folder)
    assert (shown.returncode, shown.stdout) == (0, address + "\n")
    drawn = run("show", "link.txt", "--game", "kojun", folder=folder)
    assert drawn.stdout.startswith("link.txt: 8×8, 18 regions, 62 blanks\n")
    (record,) = lines(run("show", "link.txt", "--game", "kojun", "--json", folder=folder).stdout)
    assert (record["url"], record["difficulty"]) == (address, None)
    assert len(record["areas"]) == 8


def test_a_game_without_addresses_says_so(folder):
    (folder / "kami.txt").write_text("1 2 2 3 3\n1 1 2\n3 2 2\n")
    result = run("show", "kami.txt", "--url", folder=folder)
    assert result.returncode == 2
    assert result.stderr == "kamigen: levels of kami have no address\n"


def test_play(folder):
    won = run(
        *("play", "one.txt", "--game", "kojun", "--lang", "pt"),
        folder=folder,
        stdin="B1 1\nA1 2\ndica\ndica\ndica\n",
    )
    assert won.returncode == 0
    assert "B1 já vem preenchida e continua sendo 2." in won.stdout
    assert "A1 não pode ser 2: B1, na mesma região, é 2." in won.stdout
    assert "Dica: A1 é 1. Único valor" in won.stdout
    assert "Parabéns! Você resolveu." in won.stdout
    assert "ações" not in won.stdout.lower()
    lost = run("play", "none.txt", "--game", "kojun", folder=folder, stdin="hint\n")
    assert lost.returncode == 11
