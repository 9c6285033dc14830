"""Keys on the page, in a real browser: walking, and its rules and tours against the Python ones."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from keys_maps import CHAIN, labyrinth, random_map
from test_gallery import (
    CHROMIUM,
    DESKTOP,
    DRIVER,
    PHONE,
    Player,
    driver,
    needs_chromium,
    player_of,
    serious_findings,
)

from kamigen.budget import Budget
from kamigen.errors import IllegalMove
from kamigen.game import Outcome, find_game
from kamigen.games.keys.game import Keys as KeysGame
from kamigen.games.keys.level import Goal, KeysLevel
from kamigen.level import UNSTATED, Claim
from kamigen.views.gallery import Exhibit, digest, page

__all__ = ["driver"]  # a fixture

if CHROMIUM and DRIVER:
    from selenium.webdriver.common.keys import Keys

KEYS = find_game("keys")

# The chain of two keys at its par; the same with steps to spare; a map without a goal; one
# that is larger than the window.
LEVELS = {
    "chain": KEYS.parse(CHAIN),
    "loose": KEYS.parse(CHAIN.replace("limit 27", "limit 40")),
    "bare": KEYS.parse("######\n#1.aA#\n####.#\n######\n"),
    "large": labyrinth(81, 6),
}


def exhibit(name: str, level: KeysLevel) -> Exhibit:
    proof = KEYS.solve(level, Budget())
    return Exhibit(name, level, proof.par if level.goal else None, proof.actions)


EXHIBITS = [exhibit(name, level) for name, level in LEVELS.items()]
IDS = {shown.name: digest(KEYS, shown.level) for shown in EXHIBITS}
ARROWS = {"w": "ARROW_UP", "a": "ARROW_LEFT", "s": "ARROW_DOWN", "d": "ARROW_RIGHT"}


@pytest.fixture
def player(driver: object, tmp_path: Path) -> Iterator[Player]:
    player = player_of(driver, tmp_path / "page.html", page(KEYS, EXHIBITS, title="Maps"))
    player.complaints()
    yield player
    player.forget()
    assert player.complaints() == []


def kept(player: Player, name: str) -> dict[str, Any]:
    """What the browser remembers of a level."""
    key = f"kamigen/1/level/{IDS[name]}"
    found = player.script("return JSON.parse(localStorage.getItem(arguments[0]))", key)
    assert isinstance(found, dict)
    return found


def tap(player: Player, cell: str) -> str:
    player.cell(cell).click()  # type: ignore[attr-defined]
    return player.text("message")


def focused(player: Player) -> str:
    return player.driver.switch_to.active_element.get_attribute("aria-label")  # type: ignore[no-any-return]


@needs_chromium
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_walk_to_the_goal_by_taps(player: Player, size: tuple[int, int]) -> None:
    player.open(size=size)
    assert "par 27" in player.text(f"card-{IDS['chain']}")
    player.click(f"card-{IDS['chain']}")
    assert player.text("left") == "27" and player.text("standing") == "Keys held: none"
    assert "You are at G2. You found key c." in tap(player, "G2")
    assert player.text("standing") == "Keys held: c" and player.text("left") == "21"
    assert "You found key a." in tap(player, "B4")
    tap(player, "B2")
    assert player.outcome == "won" and player.text("left") == "0"
    assert "that is par" in player.text("ending-text")
    assert kept(player, "chain")["best"] == 27 and kept(player, "chain")["alone"] is True
    assert player.script("return document.documentElement.scrollWidth <= window.innerWidth")


@needs_chromium
@pytest.mark.parametrize("letters", [False, True], ids=["arrows", "wasd"])
def test_walk_to_the_goal_by_keyboard(player: Player, letters: bool) -> None:
    player.open(IDS["chain"])
    assert focused(player) == "H5, you, player 2"
    for move in EXHIBITS[0].actions:
        letter, steps = move.split()
        for _ in range(int(steps)):
            player.press(letter if letters else getattr(Keys, ARROWS[letter]))
    assert player.outcome == "won"
    player.press(Keys.ESCAPE)
    player.until(lambda: player.sees("gallery"))
    assert "solved at par" in focused(player)


@needs_chromium
def test_what_is_in_the_way_is_told(player: Player) -> None:
    player.open(IDS["chain"])
    assert "Door C is locked: find key c first." in tap(player, "E5")
    assert tap(player, "A1") == "A1 is rock."
    assert tap(player, "H5") == "You are there already."
    assert tap(player, "B4") == "With the keys you hold there is no way to B4."
    player.press(Keys.ARROW_RIGHT)
    assert "There is rock in the way after 0 steps." in player.text("message")
    assert player.text("left") == "27"
    player.click("language")
    assert tap(player, "A1") == "A1 é rochedo."
    assert "A porta C está fechada" in tap(player, "E5")


@needs_chromium
def test_the_map_is_told_and_changes(player: Player) -> None:
    player.open(IDS["chain"])
    for cell, said in (
        ("A1", "rock"),
        ("G2", "key c"),
        ("E5", "door C, locked"),
        ("J6", "player 1"),
        ("B2", "free, the goal"),
    ):
        assert player.cell(cell).get_attribute("aria-label") == f"{cell}, {said}"  # type: ignore[attr-defined]
    tap(player, "G2")
    tap(player, "F2")
    for cell, said in (("G2", "free"), ("E5", "door C, which you can open"), ("H5", "free")):
        assert player.cell(cell).get_attribute("aria-label") == f"{cell}, {said}"  # type: ignore[attr-defined]
    player.open(IDS["chain"])  # saving is replaying
    assert focused(player) == "F2, you, player 2" and player.text("standing") == "Keys held: c"
    for _ in range(5):  # move by move: up, left, up, right, and left again
        player.press("u")
    assert focused(player) == "H5, you, player 2" and player.text("standing") == "Keys held: none"


@needs_chromium
@pytest.mark.parametrize("name", ["chain", "loose"])
def test_hints_are_a_shortest_tour(player: Player, name: str) -> None:
    player.open(IDS[name])
    said = player.ask()
    assert said.startswith("Hint: walk ") and said.endswith(
        "shortest way to the goal, 27 steps in all."
    )
    player.click("dismiss")
    if name == "chain":  # a step aside is a step too many
        tap(player, "H6")
        assert player.ask().startswith("Proven: from here no way to the goal")
        player.press("u")
    else:
        tap(player, "H6")
        assert player.ask().endswith("28 steps in all.")
        player.click("dismiss")
    while player.outcome == "playing":
        assert player.ask().startswith("Hint: walk ")
        player.click("apply")
    assert player.outcome == "won"
    ending = "that is par" if name == "chain" else "29 steps. Par is 27."
    assert ending in player.text("ending-text")


@needs_chromium
def test_without_a_goal_every_cell_is_visited(player: Player) -> None:
    player.open(IDS["bare"], PHONE)
    assert not player.sees("count")
    assert player.text("standing") == "Cells visited: 1 of 5. Keys held: none"
    assert "towards the nearest cell that you have not seen" in player.ask()
    player.click("apply")
    assert player.text("standing") == "Cells visited: 2 of 5. Keys held: none"
    tap(player, "D2")
    tap(player, "E2")
    tap(player, "E3")
    assert player.outcome == "won" and "Done with 4 steps." in player.text("ending-text")


@needs_chromium
def test_a_large_map_is_seen_through_a_window(player: Player) -> None:
    player.open(IDS["large"])
    level = LEVELS["large"]
    rows = player.script(
        "return [...document.querySelectorAll('[role=row]')].map(r => r.children.length)"
    )
    assert (len(rows), set(rows)) == (35, {61})  # type: ignore[arg-type,call-overload]
    for _ in range(12):
        player.press("h")
        player.until(lambda: player.sees("proposal"))
        player.click("apply")
    play = KEYS.start(level)
    for move in kept(player, "large")["moves"]:
        play.move(move)
    at = str(play.remarks[0].values["cell"])
    assert focused(player) == f"{at}, you, player 1"
    edges = player.script(
        "return [...document.getElementById('numbers').children].map(n => +n.textContent)"
    )
    row = int(at.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    assert len(edges) == 35 and edges[0] <= row <= edges[-1]  # type: ignore[arg-type,index]


@needs_chromium
def test_watch_the_tour(player: Player) -> None:
    player.open(IDS["chain"])
    player.click("solution")  # S walks down here
    moves = len(EXHIBITS[0].actions)
    for number in range(1, moves + 1):
        player.click("step-on")
        assert player.text("message").startswith(f"Step {number} of {moves}: You walk to ")
    assert player.text("left") == "0"
    player.click("step-close")
    assert focused(player) == "H5, you, player 2"


@needs_chromium
@pytest.mark.slow
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_axe_finds_nothing_serious(player: Player, size: tuple[int, int]) -> None:
    pytest.importorskip("axe_core_python")
    player.open(size=size)
    assert serious_findings(player) == []
    player.open(IDS["chain"], size)
    tap(player, "G2")
    if size == PHONE:
        player.click("theme")
    player.ask()
    assert serious_findings(player) == []


@needs_chromium
def test_every_phrase_is_there_in_both_languages(player: Player) -> None:
    player.open()
    incomplete = player.script(
        """const blanks = (text) => String(text.match(/\\{\\w+\\}/g)?.sort());
        return Object.entries(kamigen.game('keys').phrases)
          .filter(([, { en, pt }]) => !en || !pt || blanks(en) !== blanks(pt))
          .map(([name]) => name)"""
    )
    assert incomplete == []


# --- agreement with the Python rules ------------------------------------------------------

MOVES = """
  const game = kamigen.game('keys');
  return arguments[0].map(({ text, moves }) => {
    const level = game.parse(text);
    let state = game.start(level);
    return moves.map((move) => {
      let refused = null;
      try {
        state = game.move(level, state, move);
      } catch (error) {
        refused = [error.phrase, error.values];
      }
      const tiles = game.tiles(level, state).map((tile) => tile.text);
      return [refused, tiles, game.outcome(level, state), game.actionsLeft(level, state)];
    });
  });
"""

TEXTS = ("w", "a 2", "s 3", "d", "up", "l2", "baixo 2", "direita", "w 0", "x", "", "d 3 3", "D 2")


def some_level(seed: int) -> KeysLevel:
    """A small map, with a goal and a limit or without."""
    rng = random.Random(seed)
    level = random_map(seed)
    free = [
        (row, column)
        for row, line in enumerate(level.drawing, start=1)
        for column, mark in enumerate(line, start=1)
        if mark != "#"
    ]
    if rng.random() < 0.3:
        return level
    goal = Goal(rng.choice(list(level.players)), rng.choice(free))
    limit = rng.choice((None, rng.randint(1, 15)))
    return KeysLevel(Claim(UNSTATED, limit), level.drawing, goal)


def seen(text: str) -> str:
    """What the terminal shows of a tile, as the page shows it."""
    return {"#": "", ".": "", "*": "★"}.get(text, text)


@needs_chromium
def test_the_rules_are_the_python_ones(player: Player) -> None:
    rng = random.Random(5)
    games, expected = [], []
    for seed in range(500):
        level = some_level(seed)
        play = KEYS.start(level)
        moves, results = [rng.choice(TEXTS) for _ in range(20)], []
        for move in moves:
            refused = None
            try:
                play.move(move)
            except IllegalMove as error:
                refused = [error.phrase, dict(error.values)]
            tiles = [seen(tile.text) for row in play.scene().tiles for tile in row]
            outcome = play.outcome.name.lower().replace("_", "-")
            results.append([refused, tiles, outcome, play.actions_left])
        games.append({"text": KEYS.format(level), "moves": moves})
        expected.append(results)
    player.open()
    found = player.script(MOVES, games)
    for asked, ours, theirs in zip(games, expected, found, strict=True):  # type: ignore[call-overload]
        assert theirs == ours, asked


HINTS = """
  const game = kamigen.game('keys');
  return arguments[0].map(({ text, moves }) => {
    const level = game.parse(text);
    const steps = game.hint(level, kamigen.replay(game, level, moves), 60000);
    let step = steps.next();
    while (!step.done) step = steps.next();
    const { line, proven } = step.value;
    const wins = line !== null &&
      game.outcome(level, kamigen.replay(game, level, [...moves, ...line])) === 'won';
    return [line && line[0], proven, wins];
  });
"""


@needs_chromium
def test_hints_are_the_python_ones(player: Player) -> None:
    rng = random.Random(9)
    asked, expected = [], []
    game = KeysGame()
    for seed in range(1000, 1800):
        level = some_level(seed)
        play = game.start(level)
        for _ in range(rng.randint(0, 4)):
            try:
                play.move(f"{rng.choice('wasd')} {rng.randint(1, 3)}")
            except IllegalMove:
                continue
        if play.outcome is not Outcome.PLAYING:
            continue
        hint = play.hint(Budget())
        asked.append({"text": KEYS.format(level), "moves": list(play.moves)})
        expected.append([hint.move, hint.proven, hint.move is not None])
    assert len(asked) > 300 and [None, True, False] in expected
    player.open()
    found = player.script(HINTS, asked)
    for question, ours, theirs in zip(asked, expected, found, strict=True):  # type: ignore[call-overload]
        assert theirs == ours, question
