"""Flood-It on the page, in a real browser: its rules and its search against the Python ones."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from floodit_oracle import par, random_cells, small_boards
from test_gallery import DESKTOP, PHONE, Player, driver, needs_chromium, player_of

from kamigen.budget import Budget
from kamigen.errors import IllegalMove
from kamigen.game import find_game
from kamigen.games.floodit.level import UNCLAIMED, FlooditLevel
from kamigen.level import Claim
from kamigen.views.gallery import Exhibit, digest, page

__all__ = ["driver"]  # a fixture

FLOODIT = find_game("floodit")

# The seed's board at its par and without a limit, a wide one, one with an action to spare.
SEED_ROWS = "1 2 2 1\n3 1 2 1\n2 1 1 1\n1 1 1 1\n"
LEVELS = {
    "seed": "2 3 4 4 3\n" + SEED_ROWS,
    "bare": "4 4 3\n" + SEED_ROWS,
    "wide": "1 7 2 8 4\n1 2 3 2 1 3 4 3\n1 1 3 4 2 3 4 1\n",
    "loose": "1 5 2 4 3\n1 2 3 1\n2 2 3 3\n",
}


def exhibit(name: str, text: str) -> Exhibit:
    level = FLOODIT.parse(text)
    proof = FLOODIT.solve(level, Budget())
    assert proof.par is not None
    assert level.limit is None or proof.par <= level.limit, (name, proof.par)
    return Exhibit(name, level, proof.par, proof.actions)


EXHIBITS = [exhibit(name, text) for name, text in LEVELS.items()]
IDS = {shown.name: digest(FLOODIT, shown.level) for shown in EXHIBITS}
ACTIONS = {shown.name: shown.actions for shown in EXHIBITS}


@pytest.fixture
def player(driver: object, tmp_path: Path) -> Iterator[Player]:
    shown = page(FLOODIT, EXHIBITS, title="Four floods")
    player = player_of(driver, tmp_path / "page.html", shown)
    player.complaints()
    yield player
    player.forget()
    assert player.complaints() == []


def colours(player: Player) -> list[int]:
    """What the board shows, cell by cell, from what is said of the cells."""
    labels = player.script(
        "return [...document.querySelectorAll('[role=gridcell]')].map(c => c.ariaLabel)"
    )
    return [int(label.split(", ")[1].split()[-1]) for label in labels]  # type: ignore[attr-defined]


@needs_chromium
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_play_to_the_win_by_the_palette(player: Player, size: tuple[int, int]) -> None:
    player.open(size=size)
    player.click(f"card-{IDS['seed']}")
    for place, action in enumerate(ACTIONS["seed"]):
        assert player.outcome == "playing"
        assert player.text("left") == str(3 - place)
        player.choice(action).click()  # type: ignore[attr-defined]
    assert player.outcome == "won"
    assert "that is par" in player.text("ending-text")
    assert len(set(colours(player))) == 1
    player.click("back")
    player.until(lambda: player.sees("gallery"))
    assert "1 of 4 solved" in player.text("summary")
    assert player.script("return document.documentElement.scrollWidth <= window.innerWidth")


@needs_chromium
def test_a_tapped_cell_gives_its_colour(player: Player) -> None:
    player.open(IDS["seed"], PHONE)
    player.cell("A2").click()  # type: ignore[attr-defined]
    assert player.text("left") == "2"
    assert "Flood painted with yellow 3" in player.text("message")
    assert colours(player)[:5] == [3, 2, 2, 1, 3]
    player.cell("A1").click()  # type: ignore[attr-defined]
    assert "has that colour already" in player.text("message")
    assert player.text("left") == "2"
    player.press("1")
    assert player.text("left") == "1"
    player.press("u")
    player.press("u")
    assert player.text("left") == "3" and colours(player)[0] == 1


@needs_chromium
def test_hints_win(player: Player) -> None:
    for name in LEVELS:
        player.open(IDS[name])
        if name == "wide":  # leave the stored solution, so that the page must search
            player.press("3" if ACTIONS[name][0] != "3" else "2")
        while player.outcome == "playing":
            said = player.ask()
            if said.startswith("Proven"):
                assert name == "wide"
                break
            assert said.startswith("Hint: Paint the flood with ")
            player.press("a")
        else:
            assert player.outcome == "won"
        player.forget()


@needs_chromium
def test_a_hint_sees_that_all_is_lost(player: Player) -> None:
    player.open(IDS["seed"])
    player.press("2")  # what the seed's greedy solver plays
    assert player.ask().startswith("Proven: from here no solution")
    player.click("language")
    assert "Pinte a inundação" not in player.text("message")
    player.press("u")
    player.press("h")
    player.until(lambda: player.text("message").startswith("Dica: Pinte a inundação com "))


@needs_chromium
def test_a_board_without_a_limit_goes_on_until_it_is_flooded(player: Player) -> None:
    player.open(IDS["bare"])
    assert not player.sees("count")
    for key in "232":
        player.press(key)
    assert player.outcome == "playing"
    assert player.ask().startswith("Hint: Paint the flood with ")
    while player.outcome == "playing":
        player.press("h")
        player.until(lambda: player.sees("proposal"))
        player.press("a")
    assert player.outcome == "won"
    assert "Par is 3" in player.text("ending-text")


@needs_chromium
def test_watch_the_solution(player: Player) -> None:
    player.open(IDS["seed"])
    player.press("s")
    for number in (1, 2, 3):
        player.click("step-on")
        assert player.text("message").startswith(f"Step {number} of 3: Flood painted with")
    assert len(set(colours(player))) == 1


@needs_chromium
def test_every_phrase_is_there_in_both_languages(player: Player) -> None:
    player.open()
    incomplete = player.script(
        """const blanks = (text) => String(text.match(/\\{\\w+\\}/g)?.sort());
        return Object.entries(kamigen.game('floodit').phrases)
          .filter(([, { en, pt }]) => !en || !pt || blanks(en) !== blanks(pt))
          .map(([name]) => name)"""
    )
    assert incomplete == []


def games(count: int) -> Iterator[dict[str, object]]:
    """Random moves, sensible or not, on small boards, and what the Python rules make of them."""
    rng = random.Random(count)
    for cells in small_boards(count):
        limit = rng.choice((None, rng.randint(1, 6)))
        claim = UNCLAIMED if limit is None else Claim(1, limit)
        level = FlooditLevel(claim, cells, 6)
        play = FLOODIT.start(level)
        steps = []
        for _ in range(6):
            text = rng.choice(("1", "2", "3", "4", "5", " 6 ", "7", "0", "x", "A1 2", ""))
            refusal = None
            try:
                play.move(text)
            except IllegalMove as error:
                refusal = error.phrase
            shown = [tile.colour for row in play.scene().tiles for tile in row]
            steps.append([text, refusal, shown, play.outcome.name.lower().replace("_", "-")])
        yield {"text": FLOODIT.format(level), "steps": steps}


@needs_chromium
def test_the_rules_are_the_python_ones(player: Player) -> None:
    player.open()
    wrong = player.script(
        """const game = kamigen.game('floodit');
        return arguments[0].filter(({ text, steps }) => {
          const level = game.parse(text);
          let state = game.start(level);
          return steps.some(([move, refusal, shown, outcome]) => {
            let refused = null;
            try {
              state = game.move(level, state, move);
            } catch (error) {
              refused = error.phrase;
            }
            const tiles = game.tiles(level, state).map(({ colour }) => colour);
            return refused !== refusal || String(tiles) !== String(shown)
              || game.outcome(level, state) !== outcome;
          });
        })""",
        list(games(300)),
    )
    assert wrong == []


def questions(count: int) -> list[dict[str, object]]:
    """Boards at their par, one below it and without a limit."""
    asked: list[dict[str, object]] = []
    for cells in small_boards(count):
        best = par(cells)
        for limit in (best, best - 1, None):
            if limit is None or limit > 0:
                claim = UNCLAIMED if limit is None else Claim(1, limit)
                text = FLOODIT.format(FlooditLevel(claim, cells, 6))
                asked.append({"text": text, "par": best, "limit": limit})
    for seed in range(count // 20):
        cells = random_cells(seed, 6, 7, 5)
        best = FLOODIT.solve(FlooditLevel(UNCLAIMED, cells, 5), Budget()).lower
        for limit in (best, best - 1):
            text = FLOODIT.format(FlooditLevel(Claim(1, limit), cells, 5))
            asked.append({"text": text, "par": best, "limit": limit})
    return asked


@needs_chromium
@pytest.mark.slow
def test_the_search_in_the_page_agrees_with_breadth_first_search(player: Player) -> None:
    player.open()
    asked = questions(1_200)
    assert len(asked) > 3_000
    wrong = player.script(
        """const game = kamigen.game('floodit');
        return arguments[0].filter(({ text, par, limit }) => {
          const level = game.parse(text);
          if (game.outcome(level, game.start(level)) !== 'playing') return par !== 0;
          const steps = game.hint(level, game.start(level), 60000);
          let step = steps.next();
          while (!step.done) step = steps.next();
          const { line, proven } = step.value;
          if (!proven || (line === null) !== (limit !== null && limit < par)) return true;
          if (line === null) return false;
          if (limit === null && line.length !== par) return true;
          return game.outcome(level, kamigen.replay(game, level, line)) !== 'won';
        })""",
        asked,
    )
    assert wrong == []


@needs_chromium
@pytest.mark.slow
def test_boards_as_large_as_the_hardest_are_decided_in_time(player: Player) -> None:
    player.open()
    boards = [random_cells(seed, 13, 14, 6) for seed in range(3)]
    for cells in boards:
        best = FLOODIT.solve(FlooditLevel(UNCLAIMED, cells, 6), Budget()).par
        assert best is not None
        for limit in (best, best - 1):
            text = FLOODIT.format(FlooditLevel(Claim(3, limit), cells, 6))
            answer = player.script(
                """const game = kamigen.game('floodit');
                const level = game.parse(arguments[0]);
                const steps = game.hint(level, game.start(level), 10000);
                let step = steps.next();
                while (!step.done) step = steps.next();
                return step.value""",
                text,
            )
            assert answer["proven"]  # type: ignore[index,call-overload]
            assert (answer["line"] is not None) == (limit == best)  # type: ignore[index,call-overload]
