"""Gemas on the page: played in a real browser, and by the same rules as everywhere.

The page has the rules a third time, in JavaScript; hundreds of random games are
played through in the page and compared, swap by swap, with the Python engine.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from test_gallery import (
    DESKTOP,
    PHONE,
    Player,
    driver,
    needs_chromium,
    player_of,
    serious_findings,
    wishing,
)

from kamigen.budget import Budget
from kamigen.errors import IllegalMove
from kamigen.game import Outcome, find_game
from kamigen.games.gemas.generator import draw_board
from kamigen.games.gemas.level import GREATEST_SEED, MOST_TARGET, GemasLevel
from kamigen.games.gemas.play import GemasPlay, spelled_swap
from kamigen.games.gemas.refill import mix
from kamigen.level import Claim
from kamigen.rng import Rng
from kamigen.views.gallery import Exhibit, digest, page

__all__ = ["driver"]  # a fixture

GEMAS = find_game("gemas")

LEVELS = {
    # A1 B1 leaves a dead board; A3 B3 and then D1 D2 reach the target.
    "small": "1 3 4 3 4 4 4196017257\nC B A D\nB B D A\nB A C C\n",
    "medium": "2 5 44 6 6 5 1480400290\nD B B A C A\nB C A D A A\nB E C A E C\n"
    "E C D E E C\nB C B E A E\nB B C D D A\n",
    "wide": "1 4 19 5 7 5 412525858\nA C E B E B A\nE C D E D A C\nD A C E B D E\n"
    "D A D C E C A\nA E C E A E E\n",
}


def exhibit(name: str) -> Exhibit:
    level = GEMAS.parse(LEVELS[name])
    proof = GEMAS.solve(level, Budget())
    assert proof.par is not None and proof.par <= level.limit, (name, proof.par)
    return Exhibit(name, level, proof.par, proof.actions)


EXHIBITS = {name: exhibit(name) for name in LEVELS}
IDS = {name: digest(GEMAS, shown.level) for name, shown in EXHIBITS.items()}


@pytest.fixture
def player(driver: object, tmp_path: Path) -> object:
    text = page(GEMAS, list(EXHIBITS.values()), title="Gems", hint_seconds=5)
    player = player_of(driver, tmp_path / "page.html", text)
    player.complaints()
    yield player
    player.forget()
    assert player.complaints() == []


def swap(player: Player, move: str) -> None:
    for cell in move.split():
        player.cell(cell).click()  # type: ignore[attr-defined]


def letters(player: Player) -> tuple[str, ...]:
    """The board as its labels tell it."""
    rows = player.script(
        """return [...document.querySelectorAll('#grid [role="row"]')].map((row) =>
          [...row.children].map((cell) => cell.getAttribute('aria-label').slice(-1)).join(''))"""
    )
    return tuple(rows)  # type: ignore[arg-type]


def cells_of(play: GemasPlay) -> tuple[str, ...]:
    return tuple("".join(tile.text for tile in row) for row in play.scene().tiles)


# --- a player -----------------------------------------------------------------------------


@needs_chromium
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_play_to_the_win_by_clicks(player: Player, size: tuple[int, int]) -> None:
    shown = EXHIBITS["medium"]
    play = GemasPlay(shown.level)  # type: ignore[arg-type]
    player.open(IDS["medium"], size)
    assert player.text("left") == "5" and player.text("left-unit") == "swaps left"
    for move in shown.actions:
        assert player.outcome == "playing" and letters(player) == cells_of(play)
        assert player.text("standing") == f"{play.gems} of 44 gems · score {play.score}"
        swap(player, " ".join(reversed(move.split())))  # any order of the two will do
        play.move(move)
    assert player.outcome == "won" and letters(player) == cells_of(play)
    assert player.text("ending-text").startswith("3 swaps: that is par")
    assert player.script("return document.documentElement.scrollWidth <= window.innerWidth")
    assert not player.sees("palette")


@needs_chromium
def test_play_to_the_win_by_keyboard(player: Player) -> None:
    player.open(IDS["wide"])
    for move in EXHIBITS["wide"].actions:
        for cell in move.split():
            player.walk_to(cell)
            player.press(" ")
    assert player.outcome == "won"
    assert player.driver.switch_to.active_element.get_attribute("id") == "ending-title"


@needs_chromium
def test_refused_swaps_say_why_and_cost_nothing(player: Player) -> None:
    player.open(IDS["small"])
    swap(player, "A1 C1")
    assert player.text("message") == "A1 and C1 are not side by side. No swap was spent."
    swap(player, "C1 B1")  # C1 was still picked: the first click lets go of it
    player.cell("C1").click()  # type: ignore[attr-defined]
    assert player.text("message") == "Swapping B1 and C1 makes no chain. No swap was spent."
    assert player.text("left") == "3" and player.outcome == "playing"


@needs_chromium
def test_the_game_is_over_where_no_swap_is_valid(player: Player) -> None:
    player.open(IDS["small"])
    swap(player, "A1 B1")
    assert player.outcome == "stuck" and player.text("left") == "2"
    assert player.text("ending-title") == "Game over: no swap makes a chain"
    player.click("ending-undo")
    assert player.outcome == "playing" and player.text("left") == "3"


@needs_chromium
def test_a_hint_costs_a_gem_of_the_score_and_never_the_win(player: Player) -> None:
    player.open(IDS["small"])
    assert player.ask() == "Hint: Swap A3 and B3. It keeps the win within reach."
    assert player.text("standing") == "0 of 4 gems · score -1" and player.text("left") == "3"
    assert player.text("apply") == "Swap them"
    player.click("apply")
    assert player.text("standing") == "3 of 4 gems · score 2"
    player.press("u")  # what a hint cost stays paid
    assert player.text("standing") == "0 of 4 gems · score -1"
    player.ask()
    player.click("apply")
    player.open(IDS["small"])  # and is kept with the moves
    assert player.text("standing") == "3 of 4 gems · score 1"
    player.ask()
    player.click("apply")
    assert player.outcome == "won" and player.text("standing") == "9 of 4 gems · score 6"
    player.open(IDS["small"])  # a new game owes nothing for the last one
    assert player.text("standing") == "0 of 4 gems · score 0"
    player.ask()
    player.click("apply")
    player.click("restart")
    assert player.text("standing") == "0 of 4 gems · score 0"


@needs_chromium
def test_what_cannot_be_won_any_more_is_told_and_costs_nothing(player: Player) -> None:
    shown = EXHIBITS["medium"]
    play = GemasPlay(shown.level)  # type: ignore[arg-type]
    lose(play, random.Random(4))
    player.open(IDS["medium"])
    for move in play.moves:
        swap(player, move)
    assert player.ask().startswith("Proven: the swaps left cannot reach the target")
    assert player.text("standing") == f"{play.gems} of 44 gems · score {play.gems}"


def lose(play: GemasPlay, rng: random.Random) -> None:
    """Play at random until a hint proves that nothing wins any more."""
    while not play.moves or play.hint(Budget()).move is not None:
        if play.outcome is Outcome.PLAYING:
            play.move(rng.choice(valid_moves(play)))
        if play.outcome is not Outcome.PLAYING:
            while play.undo():
                pass


@needs_chromium
def test_a_cascade_is_shown_stage_by_stage_and_ends_with_the_board(player: Player) -> None:
    player.open(IDS["medium"])
    stages = player.script(
        """const game = kamigen.game('gemas'), level = game.parse(arguments[0]);
        const before = game.start(level), move = arguments[1];
        const stages = game.stages(level, before, move);
        const after = game.tiles(level, game.move(level, before, move));
        const text = (tiles) => tiles.map((tile) => tile.text || ' ').join('');
        return [...stages.map(({ tiles }) => text(tiles)), text(after)];""",
        LEVELS["medium"],
        EXHIBITS["medium"].actions[0],
    )
    assert len(stages) > 6 and stages[-1] == stages[-2]  # type: ignore[arg-type,index]
    assert [" " in stage for stage in stages[:5]] == [False, True, False, True, False]  # type: ignore[index]
    # Seen by a player, it comes to an end and shows nothing else then.
    shot = "return document.getElementById('canvas').toDataURL()"
    with wishing(player, **{"reduced-motion": "no-preference"}):
        swap(player, EXHIBITS["medium"].actions[0])
        moving = player.script(shot)
        player.driver.set_script_timeout(20)
        player.driver.execute_async_script("setTimeout(arguments[arguments.length - 1], 6000)")
        settled = player.script(shot)
    assert settled != moving
    player.open(IDS["medium"])  # picked cells are not outlined anew
    assert player.script(shot) == settled


@needs_chromium
def test_in_portuguese(player: Player) -> None:
    player.open(IDS["small"])
    player.click("language")
    assert player.text("left-unit") == "trocas restantes"
    assert player.text("standing") == "0 de 4 gemas · 0 pontos"
    player.click("hint")
    assert player.text("message").startswith("Dica: Troque A3 e B3.")
    assert player.text("apply") == "Trocar"


@needs_chromium
def test_every_phrase_is_there_in_both_languages(player: Player) -> None:
    player.open()
    incomplete = player.script(
        """const blanks = (text) => String(text.match(/\\{\\w+\\}/g)?.sort());
        return Object.entries(kamigen.game('gemas').phrases)
          .filter(([, { en, pt }]) => !en || !pt || blanks(en) !== blanks(pt))
          .map(([name]) => name)"""
    )
    assert incomplete == []


@needs_chromium
@pytest.mark.slow
def test_axe_finds_nothing_serious(player: Player) -> None:
    pytest.importorskip("axe_core_python")
    player.open(IDS["small"], PHONE)
    assert serious_findings(player) == []
    player.ask()
    assert serious_findings(player) == []
    player.click("dismiss")
    swap(player, "A1 B1")
    assert serious_findings(player) == []


# --- the same rules -----------------------------------------------------------------------


@needs_chromium
def test_the_refill_is_the_same_bit_for_bit(player: Player) -> None:
    player.open()
    rng = random.Random(1)
    asked = [(0, 0), (GREATEST_SEED, MOST_TARGET + 100)]
    asked += [(rng.randint(0, GREATEST_SEED), rng.randint(0, 10_000)) for _ in range(500)]
    found = player.script(
        "return arguments[0].map(([s, n]) => String(kamigen.gemasRules.mix(s, n)))", asked
    )
    assert found == [str(mix(seed, number)) for seed, number in asked]


def random_level(rng: random.Random) -> GemasLevel:
    """Draw a board of any size and number of colours; every tenth has two, and settles long."""
    rows, cols, seed = rng.randint(3, 10), rng.randint(3, 10), rng.randint(0, GREATEST_SEED)
    if rng.random() < 0.1:
        cells = tuple("".join("AB"[(r + c) % 2] for c in range(cols)) for r in range(rows))
        return GemasLevel(Claim(1, 3), rng.choice((30, 300, MOST_TARGET)), cells, 2, seed)
    colours = rng.choice((3, 4, 5, 6, 7, 26))
    cells = draw_board(rows, cols, colours, Rng("page", seed))
    target = rng.choice((9, 25, 60, MOST_TARGET))
    return GemasLevel(Claim(1, rng.randint(1, 12)), target, cells, colours, seed)


def valid_moves(play: GemasPlay) -> list[str]:
    planes = play._level.planes
    board = planes.pack(cells_of(play))
    return sorted(spelled_swap(planes, swap) for swap in planes.swaps(board))


NAMES = {
    Outcome.PLAYING: "playing",
    Outcome.WON: "won",
    Outcome.OUT_OF_ACTIONS: "out-of-actions",
    Outcome.STUCK: "stuck",
}


def random_game(rng: random.Random) -> dict[str, object]:
    """Play at random by the Python engine, and note every position and some refusals."""
    level = random_level(rng)
    play = GemasPlay(level)
    steps = []
    while True:
        over = play.outcome is not Outcome.PLAYING
        valid = valid_moves(play)
        step = {
            "cells": "".join(cells_of(play)),
            "gems": play.gems,
            "left": play.actions_left,
            "outcome": NAMES[play.outcome],
            "valid": valid if play.gems < level.target else None,
            "refused": [],
            "move": None if over else rng.choice(valid),
        }
        for _ in range(3):
            picks = [f"{rng.choice('ABCDEFGHIJ'[: level.cols])}{rng.randint(1, level.rows)}"]
            picks.append(f"{rng.choice('ABCDEFGHIJ'[: level.cols])}{rng.randint(1, level.rows)}")
            try:
                play.move(" ".join(picks))
                play.undo()
            except IllegalMove as refusal:
                step["refused"].append([" ".join(picks), refusal.phrase])  # type: ignore[union-attr]
        steps.append(step)
        if over:
            return {"text": GEMAS.format(level), "steps": steps}
        play.move(str(step["move"]))


@needs_chromium
def test_hundreds_of_random_games_go_as_in_python(player: Player) -> None:
    player.open()
    rng = random.Random(7)
    games = [random_game(rng) for _ in range(400)]
    outcomes = {game["steps"][-1]["outcome"] for game in games}  # type: ignore[index]
    assert outcomes == {"won", "out-of-actions", "stuck"}
    assert sum(len(game["steps"]) for game in games) > 1500  # type: ignore[arg-type]
    player.driver.set_script_timeout(120)
    wrong = player.script(
        """const game = kamigen.game('gemas');
        const plain = (cells) => Array.from(cells, (gem) => String.fromCharCode(65 + gem)).join('');
        return arguments[0].flatMap(({ text, steps }) => {
          const level = game.parse(text);
          let state = game.start(level);
          for (const [number, step] of steps.entries()) {
            const swaps = kamigen.gemasRules.swaps(level, state.cells);
            const valid = swaps.map((swap) => game.spell(level, swap)).sort();
            const refusal = (move) => {
              try { game.move(level, state, move); } catch (error) { return error.phrase; }
              return null;
            };
            const same =
              plain(state.cells) === step.cells && state.gems === step.gems &&
              game.actionsLeft(level, state) === step.left &&
              game.outcome(level, state) === step.outcome &&
              (step.valid === null || String(valid) === String(step.valid)) &&
              step.refused.every(([move, phrase]) => refusal(move) === phrase);
            if (!same) return [{ text, number, step }];
            if (step.move !== null) state = game.move(level, state, step.move);
          }
          return [];
        });""",
        games,
    )
    assert wrong == []


def questions(count: int) -> list[dict[str, object]]:
    """Small levels at their par and one below it."""
    rng = random.Random(count)
    asked: list[dict[str, object]] = []
    while len(asked) < count:
        seed = rng.randint(0, GREATEST_SEED)
        cells = draw_board(rng.randint(3, 5), rng.randint(3, 6), 4, Rng("asked", seed))
        level = GemasLevel(Claim(1, 1), rng.randint(4, 20), cells, 4, seed)
        proof = GEMAS.solve(level, Budget(nodes=20_000))
        if proof.closed:
            asked.append({"text": GEMAS.format(level.claiming(1, 9)), "wins": False})
        elif proof.par is not None:
            for limit in (proof.par, proof.par - 1):
                if limit > 0:
                    text = GEMAS.format(level.claiming(1, limit))
                    asked.append({"text": text, "wins": limit == proof.par})
    return asked


@needs_chromium
def test_the_search_in_the_page_agrees_with_the_solver(player: Player) -> None:
    player.open()
    asked = questions(300)
    assert 100 < sum(bool(question["wins"]) for question in asked) < 280
    player.driver.set_script_timeout(120)
    wrong = player.script(
        """const game = kamigen.game('gemas');
        return arguments[0].filter(({ text, wins }) => {
          const level = game.parse(text);
          if (game.outcome(level, game.start(level)) !== 'playing') return wins;
          const steps = game.hint(level, game.start(level), 60000);
          let step = steps.next();
          while (!step.done) step = steps.next();
          const { line, proven } = step.value;
          if (!proven || (line !== null) !== wins) return true;
          if (line === null) return false;
          return game.outcome(level, kamigen.replay(game, level, line)) !== 'won';
        })""",
        asked,
    )
    assert wrong == []


@needs_chromium
def test_a_hint_ends_in_time_even_where_a_swap_goes_on_for_long(player: Player) -> None:
    player.open()
    checker = tuple("".join("AB"[(r + c) % 2] for c in range(10)) for r in range(10))
    rich = GemasLevel(Claim(1, 1_000), MOST_TARGET, checker, 2, 3)
    cells = draw_board(10, 10, 26, Rng("sparse", 4))
    sparse = GemasLevel(Claim(1, 1_000_000), MOST_TARGET, cells, 26, 4)
    tight = GemasLevel(Claim(1, 9), 95, draw_board(10, 10, 7, Rng("tight")), 7, 4)
    for level in (rich, sparse, tight):
        spent = player.script(
            """const game = kamigen.game('gemas'), level = game.parse(arguments[0]);
            const began = performance.now(), steps = game.hint(level, game.start(level), 300);
            let longest = 0, last = began, step = steps.next();
            for (; !step.done; step = steps.next()) {
              longest = Math.max(longest, performance.now() - last);
              last = performance.now();
            }
            return [performance.now() - began, longest];""",
            GEMAS.format(level),
        )
        assert spent[0] < 3000, (level, spent)  # type: ignore[index]  # 0.3 s on an idle machine
