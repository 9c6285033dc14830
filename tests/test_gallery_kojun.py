"""Kojun on the page, in a real browser: its rules, solver and reasons are the Python ones."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from kojun_boards import KOJUN, level_of, published, small_level
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
from kamigen.game import Outcome, Reason
from kamigen.games.kojun.board import bits_of, values_of
from kamigen.games.kojun.config import KojunConfig
from kamigen.games.kojun.generator import propose
from kamigen.games.kojun.ladder import TECHNIQUES, Marks
from kamigen.games.kojun.level import KojunLevel
from kamigen.games.kojun.play import KojunPlay
from kamigen.games.kojun.search import decide
from kamigen.rng import Rng
from kamigen.views.gallery import Exhibit, digest, page

__all__ = ["driver"]  # a fixture

if CHROMIUM and DRIVER:
    from selenium.webdriver.common.keys import Keys

# Its solution is 4 3 2 1 / 2 4 1 3 / 1 3 2 1.
WIDE = "1 3 4\n0 0 0 0\n2 0 0 3\n0 0 2 0\na a b c\na b b b\na d d d\n"
ANSWER = "432124131321"


def made(difficulty: int, rows: int, cols: int, seed: int) -> KojunLevel:
    config = KojunConfig(difficulty=difficulty, rows=(rows, rows), cols=(cols, cols))
    return propose(config, Rng("page", seed))


def exhibit(name: str, level: KojunLevel) -> Exhibit:
    proof = KOJUN.solve(level, Budget())
    assert proof.par is not None, name
    return Exhibit(name, level, proof.par, proof.actions)


EXHIBITS = [exhibit("wide", KOJUN.parse(WIDE)), exhibit("hard", made(3, 8, 9, 1))]
IDS = {shown.name: digest(KOJUN, shown.level) for shown in EXHIBITS}
ACTIONS = {shown.name: shown.actions for shown in EXHIBITS}
SHOWN = {shown.name: shown.level for shown in EXHIBITS}


@pytest.fixture
def player(driver: object, tmp_path: Path) -> Iterator[Player]:
    shown = page(KOJUN, EXHIBITS, title="Two boards")
    player = player_of(driver, tmp_path / "page.html", shown)
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


def said_of(player: Player, cell: str) -> str:
    return player.cell(cell).get_attribute("aria-label")  # type: ignore[attr-defined,no-any-return]


@needs_chromium
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_play_to_the_win_by_clicks(player: Player, size: tuple[int, int]) -> None:
    player.open(size=size)
    assert "9 blanks" in player.text(f"card-{IDS['wide']}")
    player.click(f"card-{IDS['wide']}")
    assert "exactly one solution, proven" in player.text("facts")
    for move in ACTIONS["wide"]:
        assert player.outcome == "playing"
        player.paint(move)
    assert player.outcome == "won" and "none had to be changed" in player.text("ending-text")
    assert kept(player, "wide")["best"] == 9 and kept(player, "wide")["alone"] is True
    assert player.script("return document.documentElement.scrollWidth <= window.innerWidth")


@needs_chromium
def test_play_to_the_win_by_keyboard(player: Player) -> None:
    player.open(IDS["wide"])
    for cell in range(12):
        name = "ABCD"[cell % 4] + str(cell // 4 + 1)
        if "given" not in said_of(player, name):
            player.walk_to(name)
            player.press(ANSWER[cell])
    assert player.outcome == "won"


@needs_chromium
def test_cells_are_told_and_cleared(player: Player) -> None:
    player.open(IDS["wide"])
    assert said_of(player, "A2") == "A2, 2, given"
    assert said_of(player, "B2") == "B2, blank, region of 4"
    assert player.text("standing") == "Blank cells: 9"
    player.paint("B2 4")
    assert said_of(player, "B2") == "B2, 4, region of 4"
    assert player.text("standing") == "Blank cells: 8"
    player.press(Keys.BACKSPACE)
    assert said_of(player, "B2") == "B2, blank, region of 4"
    player.press("0")
    assert "B2 is blank already" in player.text("message")
    player.paint("B2 1")
    player.choice("0").click()  # type: ignore[attr-defined]
    assert said_of(player, "B2") == "B2, blank, region of 4"
    player.press("u")
    assert said_of(player, "B2") == "B2, 1, region of 4"
    player.open(IDS["wide"])  # saving is replaying
    assert said_of(player, "B2") == "B2, 1, region of 4"


@needs_chromium
def test_what_breaks_a_rule_is_refused_with_its_reason(player: Player) -> None:
    player.open(IDS["wide"])
    for move, said in (
        ("A2 1", "A2 is given and stays 2."),
        ("A1 2", "A2 in the same region is 2."),
        ("A1 1", "A2 below it in its region is 2."),
        ("A3 4", "A2 above it in its region is only 2."),
        ("B2 2", "its neighbour A2 is 2."),
        ("D1 2", "The region of D1 has 1 cells: its numbers go from 1 to 1."),
    ):
        player.paint(move)
        assert said in player.text("message"), move
        assert player.text("standing") == "Blank cells: 9"
    assert player.choice("2").get_attribute("aria-disabled") == "true"  # type: ignore[attr-defined]
    player.click("language")
    player.paint("A1 2")
    assert "A2, na mesma região, é 2." in player.text("message")


@needs_chromium
@pytest.mark.parametrize("name", ["wide", "hard"])
def test_hints_are_explained_and_win(player: Player, name: str) -> None:
    player.open(IDS[name])
    play = KojunPlay(SHOWN[name])
    while player.outcome == "playing":
        hint = play.hint(Budget())
        assert hint.move is not None and hint.reason is not None
        assert player.ask() == hint.reason.told(KOJUN.phrases, "en")
        player.press("a")
        play.move(hint.move)
    assert player.outcome == "won" and kept(player, name)["alone"] is False


@needs_chromium
def test_a_hint_finds_a_mistake(player: Player) -> None:
    player.open(IDS["wide"])
    player.paint("B2 1")
    assert player.ask() == ("Hint: clear B2. With 1 there the board cannot be filled any more.")
    player.click("dismiss")
    assert said_of(player, "B2") == "B2, 1, region of 4"
    player.ask()
    player.click("apply")
    assert said_of(player, "B2") == "B2, blank, region of 4"
    assert player.ask().startswith("Hint: ")
    player.click("language")
    player.press("h")
    player.until(lambda: player.text("message").startswith("Dica: "))


@needs_chromium
def test_watch_the_solution(player: Player) -> None:
    player.open(IDS["wide"])
    player.press("s")
    for number in range(1, 10):
        player.click("step-on")
        assert player.text("message").startswith(f"Step {number} of 9: ")
    assert said_of(player, "A1") == "A1, 4, region of 4"


@needs_chromium
@pytest.mark.slow
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_axe_finds_nothing_serious(player: Player, size: tuple[int, int]) -> None:
    pytest.importorskip("axe_core_python")
    player.open(size=size)
    assert serious_findings(player) == []
    player.open(IDS["wide"], size)
    player.paint("B2 2")
    if size == PHONE:
        player.click("theme")
    player.ask()
    assert serious_findings(player) == []


@needs_chromium
def test_every_phrase_is_there_in_both_languages(player: Player) -> None:
    player.open()
    incomplete = player.script(
        """const blanks = (text) => String(text.match(/\\{\\w+\\}/g)?.sort());
        return Object.entries(kamigen.game('kojun').phrases)
          .filter(([, { en, pt }]) => !en || !pt || blanks(en) !== blanks(pt))
          .map(([name]) => name)"""
    )
    assert incomplete == []


# --- agreement with the Python rules ------------------------------------------------------

MOVES = """
  const game = kamigen.game('kojun');
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
      return [refused, state.values, game.outcome(level, state)];
    });
  });
"""


def any_move(rng: random.Random, level: KojunLevel) -> str:
    if rng.random() < 0.1:
        return rng.choice(
            ("", "A1", "1 A1", "A1 x", "A1 2 3", "AAAAA1 1", "A0 1", "A1 -0", " b1  2 ")
        )
    column, row = rng.randint(1, level.cols + 1), rng.randint(1, level.rows + 1)
    return f"{chr(ord('A') + column - 1)}{row} {rng.randint(-1, 6)}"


@needs_chromium
def test_the_rules_are_the_python_ones(player: Player) -> None:
    rng = random.Random(7)
    games, expected = [], []
    for seed in range(400):
        level = small_level(seed)
        play = KojunPlay(level)
        moves, results = [any_move(rng, level) for _ in range(25)], []
        for move in moves:
            refused = None
            try:
                play.move(move)
            except IllegalMove as error:
                refused = [error.phrase, dict(error.values)]
            shown = [tile.text for row in play.scene().tiles for tile in row]
            values = [0 if text == "." else int(text) for text in shown]
            results.append([refused, values, play.outcome.name.lower()])
        games.append({"text": KOJUN.format(level), "moves": moves})
        expected.append(results)
    player.open()
    assert player.script(MOVES, games) == expected


HINTS = """
  const game = kamigen.game('kojun');
  return arguments[0].map(({ text, moves }) => {
    const level = game.parse(text);
    const steps = game.hint(level, kamigen.replay(game, level, moves), 60000);
    let step = steps.next();
    while (!step.done) step = steps.next();
    const { line, proven, reason } = step.value;
    const wins = line !== null &&
      game.outcome(level, kamigen.replay(game, level, [...moves, ...line])) === 'won';
    return [line && line[0], proven, reason ?? null, wins];
  });
"""


def plain(value: object) -> object:
    """A reason as the page has it."""
    if isinstance(value, Reason):
        return {
            "phrase": value.phrase,
            "values": {name: plain(inner) for name, inner in value.values.items()},
        }
    return [plain(inner) for inner in value] if isinstance(value, tuple) else value


def told(reason: Reason | None) -> Iterator[Reason]:
    """A reason and those that it is made of."""
    if reason is not None:
        yield reason
        reasons = reason.values.get("reasons", ())
        yield from reasons if isinstance(reasons, tuple) else ()


def strayed() -> Iterator[tuple[KojunLevel, KojunPlay]]:
    """Boards of all kinds, some way into the game, most of them with mistakes."""
    rng = random.Random(3)
    levels = [small_level(seed) for seed in range(500, 900)]
    levels += [made(seed % 3 + 1, 5 + seed % 4, 6 + seed % 3, seed) for seed in range(60)]
    for level in levels:
        play = KojunPlay(level)
        blanks = [cell for cell, value in enumerate(level.values) if not value]
        for _ in range(rng.choice((0, 3, 10))):
            if play.outcome is not Outcome.PLAYING:
                break
            cell = rng.choice(blanks)
            try:
                play.move(f"{level.board.name(cell)} {rng.randint(1, level.board.size(cell))}")
            except IllegalMove:
                continue
        if play.outcome is Outcome.PLAYING:
            yield level, play


def on_the_way() -> Iterator[tuple[KojunLevel, KojunPlay]]:
    """Every position on the way to the solution of hard boards, and the published puzzles."""
    for puzzle in published():
        yield level_of(puzzle), KojunPlay(level_of(puzzle))
    for level in [made(3, 8, 9, seed) for seed in range(12)]:
        play = KojunPlay(level)
        while play.outcome is Outcome.PLAYING:
            yield level, play
            move = play.hint(Budget()).move
            assert move is not None
            play.move(move)


@needs_chromium
def test_hints_and_their_reasons_are_the_python_ones(player: Player) -> None:
    asked, expected = [], []
    phrases: set[str] = set()
    for level, play in chain(strayed(), on_the_way()):
        asked.append({"text": KOJUN.format(level), "moves": list(play.moves)})
        hint = play.hint(Budget())
        expected.append([hint.move, hint.proven, plain(hint.reason), hint.move is not None])
        phrases |= {reason.phrase for reason in told(hint.reason)}
    assert len(expected) > 300
    wanted = {"mistaken", "one-of-several", "trial", "order-up", "order-down", "touching"}
    assert wanted <= phrases
    player.open()
    found = player.script(HINTS, asked)
    for question, ours, theirs in zip(asked, expected, found, strict=True):  # type: ignore[call-overload]
        assert theirs == ours, question


STEPS = """
  const { Marks, TECHNIQUES } = kamigen.kojunReasoning;
  const bits = (mask) =>
    [...mask.toString(2)].reverse().flatMap((bit, at) => bit === '1' ? [at + 1] : []);
  const joined = (values) => values.reduce((all, value) => all | 1n << BigInt(value - 1), 0n);
  return arguments[0].map(({ text, values, solution, masks }) => {
    const { board } = kamigen.game('kojun').parse(text);
    return TECHNIQUES.map((find) => {
      const marks = new Marks(board, values, solution);
      marks.masks = masks.map(joined);
      const step = find(marks);
      if (step === null) return null;
      const struck = (step.struck ?? []).map(([cell, mask]) => [cell, bits(mask)]);
      return [step.technique, step.cells, bits(step.values), step.placed ?? null, struck];
    });
  });
"""


def marked(seed: int) -> Marks | None:
    """A small board with a solution and some of the marks that agree with it struck out."""
    level = small_level(seed)
    found = decide(level.board, level.values, Budget()).solutions
    rng = random.Random(seed)
    if not found or 0 not in level.values:
        return None
    marks = Marks(level.board, level.values, found[0])
    share = rng.choice((0.2, 0.5, 0.7))
    for cell in marks.blank:
        for bit in bits_of(marks.masks[cell]):
            if bit != 1 << (found[0][cell] - 1) and rng.random() < share:
                marks.masks[cell] &= ~bit
    return marks


@needs_chromium
def test_every_technique_finds_what_the_python_one_finds(player: Player) -> None:
    asked, expected = [], []
    for seed in range(3000):
        marks = marked(seed)
        if marks is None or marks.solution is None:
            continue
        text = KOJUN.format(small_level(seed))
        masks = [values_of(mask) for mask in marks.masks]
        asked.append(
            {"text": text, "values": marks.values, "solution": marks.solution, "masks": masks}
        )
        steps = [technique.find(marks.copy()) for technique in TECHNIQUES]
        expected.append(
            [
                step
                and [
                    step.technique,
                    list(step.cells),
                    values_of(step.values),
                    step.placed and list(step.placed),
                    [[cell, values_of(mask)] for cell, mask in step.struck],
                ]
                for step in steps
            ]
        )
    found = Counter(step[0] for steps in expected for step in steps if step)
    assert set(found) == {technique.name for technique in TECHNIQUES}, found
    player.open()
    for question, ours, theirs in zip(asked, expected, player.script(STEPS, asked), strict=True):  # type: ignore[call-overload]
        assert theirs == ours, question


@needs_chromium
def test_a_region_may_have_more_cells_than_a_number_has_bits(player: Player) -> None:
    # One region over the whole board: every column falls, and there are 60 values.
    rows, cols = 12, 5
    values = [rows * cols - (column * rows + row) for row in range(rows) for column in range(cols)]
    blanks = {0, 7, 31, 58}
    lines = [f"{rows} {cols}"]
    for row in range(rows):
        cells = range(row * cols, (row + 1) * cols)
        lines.append(" ".join("0" if cell in blanks else str(values[cell]) for cell in cells))
    lines += [" ".join(["a"] * cols)] * rows
    text = "\n".join(lines) + "\n"
    play = KojunPlay(KOJUN.parse(text))
    hint = play.hint(Budget())
    player.open()
    assert player.script(HINTS, [{"text": text, "moves": []}]) == [
        [hint.move, True, plain(hint.reason), True]
    ]
