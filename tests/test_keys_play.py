"""Keys walked in the terminal and from the command line, as people meet it."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from keys_maps import CHAIN, SHARED, hall

from kamigen.budget import Budget
from kamigen.ep import chaves
from kamigen.errors import IllegalMove
from kamigen.game import Outcome, find_game
from kamigen.games.keys.level import parse
from kamigen.games.keys.play import WINDOW_COLUMNS, WINDOW_ROWS
from kamigen.play import play
from kamigen.views.terminal import draw, open_console

KEYS = find_game("keys")
GOLDEN = Path(__file__).parent / "golden"

# A game with everything in it: rock, a locked door, nonsense, undo, help, hints, the goal.
LINES = {
    "en": [
        "a 3",
        "up",
        "a 9",
        "east",
        "left 2",
        "w 2",
        "undo",
        "help",
        "hint",
        "hint",
        "hint",
        "s 3",
    ],
    "pt": [
        "a 3",
        "cima",
        "a 9",
        "leste",
        "e 2",
        "w 2",
        "desfazer",
        "ajuda",
        "dica",
        "dica",
        "dica",
        "s3",
    ],
}
WAY_HOME = ["a 2", "w", "l 2", "d 2", "s", "d 2", "w 3", "a 9"]


def started(text: str = CHAIN):
    return KEYS.start(parse(text))


def refusal(game, text):
    with pytest.raises(IllegalMove) as caught:
        game.move(text)
    return caught.value.phrase


def transcript(lang, lines):
    """Play with given lines, and return all that was on the screen."""
    out = io.StringIO()
    waiting = iter(lines)

    def read(prompt):
        out.write(prompt)
        line = next(waiting, None)
        if line is None:
            raise EOFError
        out.write(line + "\n")
        return line

    console = open_console(out, colour=False)
    outcome = play(KEYS, parse(CHAIN), lang=lang, read=read, console=console)
    return outcome, out.getvalue()


@pytest.mark.parametrize("lang", ["en", "pt"])
def test_golden_transcript(lang, monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    outcome, said = transcript(lang, [*LINES[lang], *WAY_HOME])
    assert outcome is Outcome.WON
    assert said == (GOLDEN / f"keys-{lang}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "spelled"),
    [
        (("w", "W", "up", "UP 1", "u", "cima", "c1", " w  1 "), "w 1"),
        (("a", "left", "l", "esquerda", "e 1"), "a 1"),
        (("s", "down", "baixo", "b"), "s 1"),
    ],
)
def test_moves_are_spelled_in_one_way(words, spelled):
    for word in words:
        game = started()
        game.move(word)
        assert game.moves == (spelled,)
        assert game.actions_left == 26


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        *((text, "not-a-move") for text in ("", "x", "w 0", "w -1", "3", "w w", "w 1 2", "A1 A1")),
        ("d", "rock"),
        ("a 3", "locked"),
        ("w 9", "rock"),
    ],
)
def test_refused_moves(text, phrase):
    game = started()
    assert refusal(game, text) == phrase
    assert game.moves == ()


def test_keys_open_doors_on_the_way():
    game = started("@ goal 1:G1\n1.aAb.B\n")
    game.move("d 9")
    assert game.outcome is Outcome.WON
    assert game.moves == ("d 6",)
    assert refusal(game, "a") == "game-over"
    with pytest.raises(IllegalMove):
        game.hint(Budget())


def test_steps_are_counted_and_end():
    game = started("@ limit 3 goal 1:F1\n1.....\n")
    assert refusal(game, "d 4") == "too-far"
    hint = game.hint(Budget())
    assert hint.move is None
    assert hint.proven
    game.move("d 3")
    assert game.outcome is Outcome.OUT_OF_ACTIONS
    assert game.undo()
    assert game.actions_left == 3


def test_hints_lead_to_the_goal_in_par():
    game = started()
    while game.outcome is Outcome.PLAYING:
        game.move(game.hint(Budget()).move)
    assert game.outcome is Outcome.WON
    assert game.actions_left == 0


def test_a_hint_without_budget_is_honest():
    # The nearest key leads astray, so only the search knows a tour within the limit.
    game = started("@ limit 17 goal 1:M1\na....1..b.AB.\n")
    hint = game.hint(Budget(nodes=1))
    assert hint.move is None
    assert not hint.proven
    assert game.hint(Budget()).move == "a 5"


def test_a_map_without_goal_is_explored():
    game = started("#1.#\n.a.A\n####\n")
    assert game.actions_left is None
    while game.outcome is Outcome.PLAYING:
        game.move(game.hint(Budget()).move)
    assert game.outcome is Outcome.WON
    said = {remark.phrase: remark.values for remark in game.remarks}
    assert said["explored"] == {"seen": 6, "cells": 6}
    assert said["keys"] == {"keys": "a"}


def test_large_maps_are_seen_through_a_window():
    level = hall(101, 0)
    game = KEYS.start(level)
    whole = KEYS.scene(level).tiles
    for move in ("w 20", "a 99", "s 3", "d 7"):
        window = game.scene()
        assert (len(window.tiles), len(window.tiles[0])) == (WINDOW_ROWS, WINDOW_COLUMNS)
        assert any(tile.text == "1" for row in window.tiles for tile in row)
        top, left = window.origin
        assert window.tiles[0][0] == whole[top - 1][left - 1]
        try:
            game.move(move)
        except IllegalMove as refused:
            steps = refused.values["steps"]
            if steps:
                game.move(f"{move[0]} {steps}")
    out = io.StringIO()
    draw(window, open_console(out, colour=False))
    assert out.getvalue().splitlines()[2].startswith(f"{top} ")


def test_colours_tell_keys_doors_and_players_apart():
    game = started("@ goal 1:E1\n1aA#.2b\n")
    before = game.scene().tiles[0]
    assert [tile.text for tile in before] == list("1aA#*2b")
    assert len({tile.colour for tile in before[:5]}) == 5
    game.move("d")
    after = game.scene().tiles[0]
    assert [tile.text for tile in after] == list(".1A#*2b")
    assert after[2].colour != before[2].colour


def test_a_compact_map_is_drawn_without_gaps():
    out = io.StringIO()
    draw(KEYS.scene(hall(45, 0)), open_console(out, colour=False), compact=True)
    lines = out.getvalue().splitlines()
    assert lines[2] == " 1 " + "#" * 45
    assert len(lines) == 47


# The command line.


def run(*arguments, folder, stdin=""):
    return subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=folder,
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize("difficulty", ["1", "2", "3"])
def test_generate_and_verify(difficulty, tmp_path):
    made = run(
        *("kamigen", "generate", "--game", "keys", "--difficulty", difficulty),
        *("--seed", "7", "-o", "made", "--json", "--cross-check", "always"),
        folder=tmp_path,
    )
    assert made.returncode == 0, made.stderr
    record = json.loads(made.stdout)
    assert record["grade"] == int(difficulty)
    assert record["limit"] == record["par"]
    verified = run("kamigen", "verify", "--game", "keys", "--json", "made", folder=tmp_path)
    assert verified.returncode == 0, verified.stderr
    record = json.loads(verified.stdout)
    assert (record["status"], record["cross_check"]) == ("proven", "agrees")


def test_solve_prints_cells_and_notes(tmp_path):
    (tmp_path / "map.txt").write_text("#1.A\n.#b#\n2aAB\n")
    result = run("kamigen", "solve", "--game", "keys", "--notes", "map.txt", folder=tmp_path)
    assert result.returncode == 0, result.stderr
    first, *rest = result.stdout.splitlines()
    said = "map.txt: player 1 reaches 3 cells, player 2 reaches 9 cells, proven by frontier search"
    assert first.startswith(said)
    assert [line.strip() for line in rest] == [
        "player 1 finds key b",
        "player 2 finds keys a, then b",
        "player 1 never opens door A (D1 and 1 more): key a (B3) is behind door A",
        "player 1 never opens door B (D3): key b is held, but the door is behind door A",
    ]


def test_solve_for_another_goal(tmp_path):
    (tmp_path / "map.txt").write_text(CHAIN)

    def solve(*more):
        return run(
            "kamigen", "solve", "--game", "keys", "--json", "map.txt", *more, folder=tmp_path
        )

    record = json.loads(solve("--goal", "2:B4").stdout)
    assert (record["par"], record["proven"]) == (15, True)
    assert record["facts"]["cells"] == {"1": 2, "2": 29}
    assert record["actions"][0] == "w 1"
    assert solve("--goal", "1:B4").returncode == 1
    refused = solve("--goal", "1:A1")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == "kamigen: this is no goal: A1 is rock\n"


def test_wrong_claims_fail(tmp_path):
    (tmp_path / "map.txt").write_text(CHAIN.replace("2:29", "2:28"))
    result = run("kamigen", "verify", "--game", "keys", "map.txt", folder=tmp_path)
    assert result.returncode == 1
    assert result.stdout.startswith("impossible map.txt")


def test_play_and_show(tmp_path):
    (tmp_path / "map.txt").write_text("1.a\n")
    arguments = ("kamigen", "play", "--game", "keys", "--lang", "en", "map.txt")
    played = run(*arguments, folder=tmp_path, stdin="right 2\n")
    assert played.returncode == 0, played.stderr
    assert "You found key a." in played.stdout
    assert played.stdout.endswith("Well done! You solved it.\n")
    shown = run("kamigen", "show", "--game", "keys", "map.txt", folder=tmp_path)
    assert shown.stdout.splitlines()[0] == "map.txt: 1×3, players 1"


def test_a_bare_map_has_cells_and_no_par(tmp_path):
    (tmp_path / "map.txt").write_text("1.a\n")
    verified = run("kamigen", "verify", "--game", "keys", "map.txt", folder=tmp_path)
    assert verified.returncode == 0, verified.stderr
    first = verified.stdout.splitlines()[0]
    assert first == "proven     map.txt: player 1 reaches 3 cells, cross-check: agrees"
    solved = run("kamigen", "solve", "--game", "keys", "--json", "map.txt", folder=tmp_path)
    assert solved.returncode == 0, solved.stderr
    record = json.loads(solved.stdout)
    assert (record["par"], record["proven"], record["closed"]) == (None, False, True)
    graded = run("kamigen", "grade", "--game", "keys", "map.txt", folder=tmp_path)
    assert graded.returncode == 1
    assert graded.stderr == "kamigen: map.txt: without a par there is no difficulty\n"


def test_a_pack(tmp_path):
    (tmp_path / "pack.yaml").write_text(
        "{name: tiny, title: Tiny, author: A, licence: CC0-1.0, seed: 3,\n"
        " stages: [{name: one, game: keys, difficulty: 1, levels: 2}]}\n"
    )
    made = run("kamigen", "pack", "pack.yaml", "-o", "tiny", folder=tmp_path)
    assert made.returncode == 0, made.stderr
    for more in ((), ("--quick",)):
        verified = run("kamigen", "verify", *more, "tiny", folder=tmp_path)
        assert verified.returncode == 0, verified.stdout
    # A move is several steps: whoever changes the par is found out without any solving.
    manifest = tmp_path / "tiny" / "pack.json"
    par = json.loads(manifest.read_text())["levels"][0]["par"]
    for wrong in (par - 1, par + 1):
        text = manifest.read_text()
        manifest.write_text(text.replace(f'"par": {par},', f'"par": {wrong},', 1))
        verified = run("kamigen", "verify", "--quick", "tiny", folder=tmp_path)
        manifest.write_text(text)
        assert verified.returncode == 1
        assert f"do not win in {wrong} actions" in verified.stdout


# The assignment's own names.


def test_the_assignments_functions():
    lines = "#1.A\n.#b#\n2aAB".splitlines()
    assert chaves.encontraJogadores(lines) == {1: (0, 1), 2: (2, 0)}
    chaves.mapaDoJogo = lines
    held: set[str] = set()
    doors: dict[str, list[tuple[int, int]]] = {}
    assert chaves.inundacao(0, 1, ".", held, doors) == 3
    assert held == {"b"}
    assert doors == {"A": [(0, 3), (2, 2)]}
    assert chaves.inundacao(2, 0, ".", set(), {}) == 9
    assert chaves.inundacao(0, 0, ".", set(), {}) == 0


@pytest.mark.skipif(not SHARED.is_dir(), reason="the maps in ../shared/data/keys are not there")
def test_the_assignments_program_prints_its_answer(tmp_path):
    result = run("kamigen.ep.chaves", str(SHARED / "a" / "caso04.txt"), folder=tmp_path)
    assert result.stdout.splitlines() == [
        "Jogador 1: pode visitar 96 casas",
        "Jogador 2: pode visitar 541 casas",
        "Jogador 3: pode visitar 72 casas",
    ]
