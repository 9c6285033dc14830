"""The playable page: what is written, and what a player meets in a real browser.

The browser tests load the page from disk, as a player does. They are skipped by
name where there is no Chromium. What a hint claims is compared with the Python
solver on the very position it was asked in.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import random
import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kamigen.budget import Budget
from kamigen.cli import app
from kamigen.errors import KamigenError
from kamigen.game import Outcome, find_game, game_names
from kamigen.games.kami.level import KamiLevel
from kamigen.level import Claim
from kamigen.views import palette
from kamigen.views.gallery import Exhibit, as_script_data, digest, page

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
DRIVER = shutil.which("chromedriver")
needs_chromium = pytest.mark.skipif(
    CHROMIUM is None or DRIVER is None, reason="needs Chromium and chromedriver"
)

KAMI = find_game("kami")

# The level of the assignment, a wide one, one with spare actions, one with a
# colour that cannot be painted, and one that is solved by a single action.
LEVELS = {
    "assignment": "1 3 5 5 3\n1 1 1 2 2\n1 1 2 2 2\n3 3 1 1 1\n3 3 1 1 1\n1 1 3 3 3\n",
    "wide": "2 4 2 9 4\n1 2 3 2 1 3 4 3 1\n1 1 3 2 2 3 4 4 1\n",
    "loose": "1 4 2 4 3\n1 2 3 1\n2 2 3 3\n",
    "foreign": "3 2 3 3 2\n1 1 3\n1 2 3\n1 2 2\n",
    "one": "1 1 1 3 2\n1 2 1\n",
}


def exhibit(name: str, text: str) -> Exhibit:
    level = KAMI.parse(text)
    proof = KAMI.solve(level, Budget())
    assert proof.par is not None and proof.par <= level.limit, (name, proof.par)
    return Exhibit(name, level, proof.par, proof.actions)


EXHIBITS = [exhibit(name, text) for name, text in LEVELS.items()]
IDS = {shown.name: digest(KAMI, shown.level) for shown in EXHIBITS}
ACTIONS = {shown.name: shown.actions for shown in EXHIBITS}


# --- what is written ------------------------------------------------------------------


def test_page_is_one_file_that_loads_nothing() -> None:
    text = page(KAMI, EXHIBITS, title="Five levels")
    assert not re.search(r"<(script|link|img|iframe)[^>]*\s(src|href)=[\"'](?!data:)", text)
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", text)
    assert "@import" not in text and "url(" not in text
    assert re.search(r"Content-Security-Policy\" content=\"default-src 'none'", text)
    assert "{{" not in text.split('id="data"')[0]


def test_pages_of_the_same_levels_are_the_same() -> None:
    assert page(KAMI, EXHIBITS, title="A") == page(KAMI, EXHIBITS, title="A")


def test_data_cannot_close_its_element() -> None:
    nasty = "</script><script>alert(1)</script><!-- \u2028 &"
    written = as_script_data({"title": nasty})
    assert "<" not in written and "\u2028" not in written
    assert json.loads(written) == {"title": nasty}


def test_blanks_in_a_title_are_not_filled() -> None:
    assert "<title>{{engine}}</title>" in page(KAMI, EXHIBITS, title="{{engine}}")


def test_swatches_are_those_of_the_palette() -> None:
    text = page(KAMI, EXHIBITS, title="")
    data = json.loads(re.search(r'id="data">(.*?)</script>', text)[1])  # type: ignore[index]
    assert len(data["swatches"]) == 4
    for number, written in enumerate(data["swatches"], start=1):
        look = palette.swatch(number)
        assert written == {"fill": look.fill, "ink": look.ink, "glyph": look.glyph}


def test_every_glyph_of_the_palette_has_a_shape() -> None:
    drawn = (files("kamigen.views") / "page" / "board.js").read_text(encoding="utf-8")
    for colour in range(1, 11):
        assert f'"{palette.swatch(colour).glyph}": [' in drawn


def test_a_game_without_scripts_is_refused() -> None:
    class Mute(type(KAMI)):  # type: ignore[misc]
        page_scripts = ()

    with pytest.raises(KamigenError, match="cannot be played in a page"):
        page(Mute(), EXHIBITS, title="")


def test_no_part_can_close_its_element() -> None:
    for package in ("views", "games.boards", *(f"games.{name}" for name in game_names())):
        for part in (files(f"kamigen.{package}") / "page").iterdir():
            if part.name.endswith((".js", ".css")):
                text = part.read_text(encoding="utf-8").lower()
                assert "</script" not in text and "<!--" not in text and "</style" not in text


# --- the command ------------------------------------------------------------------------


def write_levels(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in LEVELS.items():
        (folder / f"{name}.txt").write_text(text)
    return folder


def data_of(text: str) -> dict[str, object]:
    return json.loads(re.search(r'id="data">(.*?)</script>', text)[1])  # type: ignore[index,no-any-return]


def run(*words: object) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["gallery", *map(str, words), "--jobs", "1"])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.stdout, result.stderr


def test_gallery_of_a_folder(tmp_path: Path) -> None:
    folder = write_levels(tmp_path / "Paper things")
    code, _, said = run(folder, "-o", tmp_path / "page.html")
    assert code == 0 and "5 levels" in said
    data = data_of((tmp_path / "page.html").read_text())
    assert data["title"] == "Paper things"
    assert [level["name"] for level in data["levels"]] == sorted(LEVELS)  # type: ignore[attr-defined]


def test_gallery_to_the_standard_output(tmp_path: Path) -> None:
    code, out, _ = run(write_levels(tmp_path / "a"), "-o", "-", "--title", "T", "-q")
    assert code == 0 and out.startswith("<!doctype html>") and data_of(out)["title"] == "T"
    code, _, said = run(tmp_path / "a", "-o", "-", "--json")
    assert code == 2 and "give one" in said


def test_what_cannot_be_won_is_left_out(tmp_path: Path) -> None:
    folder = write_levels(tmp_path / "a")
    (folder / "impossible.txt").write_text("1 1 2 2 3\n1 2\n2 3\n")
    (folder / "malformed.txt").write_text("1 1 2\n")
    code, out, said = run(folder, "-o", tmp_path / "page.html", "--json")
    assert code == 1
    assert "impossible.txt:1: the limit 1 cannot be met" in said and "malformed.txt" in said
    assert len(data_of((tmp_path / "page.html").read_text())["levels"]) == len(LEVELS)  # type: ignore[arg-type]
    records = [json.loads(line) for line in out.splitlines()]
    assert [record["file"] for record in records if not record["shown"]] == [
        str(folder / "impossible.txt"),
        str(folder / "malformed.txt"),
    ]


def test_no_page_without_levels(tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_text("1 1 2 2 3\n1 2\n2 3\n")
    code, _, said = run(tmp_path / "bad.txt", "-o", tmp_path / "page.html")
    assert code == 1 and "no page was written" in said
    assert not (tmp_path / "page.html").exists()


def test_an_unproven_par_is_not_shown(tmp_path: Path) -> None:
    rng = random.Random(5)
    rows = "\n".join(" ".join(str(rng.randint(1, 6)) for _ in range(16)) for _ in range(10))
    (tmp_path / "hard.txt").write_text(f"3 99 10 16 6\n{rows}\n")
    code, _, said = run(tmp_path / "hard.txt", "-o", tmp_path / "page.html", "--nodes", "1")
    assert code == 3 and "shown without a par" in said
    (level,) = data_of((tmp_path / "page.html").read_text())["levels"]  # type: ignore[misc]
    assert level["par"] is None and level["actions"] == []


def write_pack(folder: Path, **changes: object) -> Path:
    write_levels(folder)
    manifest = {
        "format": "kamigen-pack",
        "version": 1,
        "name": "small",
        "title": "A small pack",
        "author": "Somebody",
        "licence": "CC0-1.0",
        "kamigen": "0",
        "seed": 0,
        "recipe": "0" * 64,
        "avoided": None,
        "stages": ["all"],
        "configs": {},
        "levels": [entry(e.name, e.par or 0, e.actions) for e in reversed(EXHIBITS)],
    }
    (folder / "pack.json").write_text(json.dumps(manifest | changes))
    return folder


def entry(name: str, par: int, actions: Sequence[str], **changes: object) -> dict[str, object]:
    """A level as a manifest lists it; what the page does not look at is made up."""
    return {
        "file": f"{name}.txt",
        "sha256": hashlib.sha256(LEVELS[name].encode()).hexdigest(),
        "text": LEVELS[name],
        "par": par,
        "actions": list(actions),
        "stage": "all",
        "game": "kami",
        "game_version": 1,
        "config": "",
        "seed": 0,
        "index": 0,
        "attempt": 0,
        "difficulty": 1,
        "limit": par,
        "solver": "search",
        "states": 0,
        "confirmed_by": None,
        "grade": 1,
        "player": "",
        "score": 0.0,
        "parts": {},
        "figures": {},
        "rejected": {},
    } | changes


def test_a_pack_gives_order_words_and_solutions(tmp_path: Path) -> None:
    code, _, _ = run(write_pack(tmp_path / "p"), "-o", tmp_path / "page.html", "--nodes", "0")
    assert code == 0
    data = data_of((tmp_path / "page.html").read_text())
    assert (data["title"], data["author"], data["licence"]) == (
        "A small pack",
        "Somebody",
        "CC0-1.0",
    )
    shown = {level["name"]: level for level in data["levels"]}  # type: ignore[attr-defined]
    assert list(shown) == list(reversed(LEVELS))
    assert tuple(shown["wide"]["actions"]) == ACTIONS["wide"]


def test_a_pack_inside_a_folder_is_found(tmp_path: Path) -> None:
    write_pack(tmp_path / "packs" / "p")
    code, _, _ = run(tmp_path / "packs", "-o", tmp_path / "page.html", "--nodes", "0")
    assert code == 0
    assert data_of((tmp_path / "page.html").read_text())["title"] == "A small pack"


def test_a_wrong_stored_solution_is_found_out(tmp_path: Path) -> None:
    wrong = entry("assignment", 3, ["A1 2", "A1 3", "A1 1"])
    right = entry("one", 1, ["B1 1"])
    folder = write_pack(tmp_path / "p", levels=[wrong, right])
    code, _, said = run(folder, "-o", tmp_path / "page.html")
    assert code == 1 and "does not solve it in 3 actions; left out" in said


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"format": "other"}, "not a manifest"),
        ({"version": 9}, "reads version 1"),
        ({"levels": []}, "no levels in there"),
        ({"levels": [entry("one", 1, ["B1 1"], file="../x.txt")]}, "not the plain name"),
        ({"levels": [entry("one", 1, ["B1 1"], game="chess")]}, "no game 'chess'"),
    ],
)
def test_a_broken_manifest_is_told(tmp_path: Path, changes: dict[str, object], said: str) -> None:
    code, _, told = run(write_pack(tmp_path / "p", **changes), "-o", tmp_path / "page.html")
    assert code == 2 and said in told


# --- in the browser ---------------------------------------------------------------------

if CHROMIUM and DRIVER:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
    from selenium.webdriver.support.ui import WebDriverWait

PHONE, DESKTOP = (360, 740), (1280, 800)
FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--lang=en-US",
    # What is looked at must not be half faded in, however slow the machine.
    "--force-prefers-reduced-motion",
)


class Player:
    """Somebody at the page: taps, types, looks."""

    def __init__(self, driver: webdriver.Chrome, file: Path) -> None:
        self.driver = driver
        self.address = file.as_uri()

    def open(self, level: str = "", size: tuple[int, int] = DESKTOP) -> None:
        width, height = size
        metrics = {
            "width": width,
            "height": height,
            "deviceScaleFactor": 1,
            "mobile": size == PHONE,
        }
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        self.driver.get("about:blank")  # or a change of the hash would not load it again
        self.driver.get(self.address + (f"#{IDS.get(level, level)}" if level else ""))
        self.until(lambda: self.script("return document.documentElement.dataset.ready") == "yes")

    def forget(self) -> None:
        self.script("localStorage.clear()")

    def script(self, text: str, *arguments: object) -> object:
        return self.driver.execute_script(text, *arguments)

    def until(self, condition: object, seconds: float = 15) -> None:
        WebDriverWait(self.driver, seconds, 0.02).until(lambda _: condition())  # type: ignore[operator]

    def find(self, name: str) -> object:
        return self.driver.find_element(By.ID, name)

    def text(self, name: str) -> str:
        return self.find(name).text  # type: ignore[attr-defined,no-any-return]

    def sees(self, name: str) -> bool:
        return self.find(name).is_displayed()  # type: ignore[attr-defined,no-any-return]

    def click(self, name: str) -> None:
        self.find(name).click()  # type: ignore[attr-defined]

    def cell(self, name: str) -> object:
        start = f'[role="gridcell"][aria-label^="{name},"]'
        return self.driver.find_element(By.CSS_SELECTOR, start)

    def choice(self, colour: str) -> object:
        return self.driver.find_element(By.CSS_SELECTOR, f'[data-choice="{colour}"]')

    def paint(self, move: str) -> None:
        cell, colour = move.split()
        self.cell(cell).click()  # type: ignore[attr-defined]
        self.choice(colour).click()  # type: ignore[attr-defined]

    def press(self, *keys: str) -> None:
        self.driver.switch_to.active_element.send_keys(*keys)

    def walk_to(self, name: str) -> None:
        here = self.driver.switch_to.active_element.get_attribute("aria-label").split(",")[0]
        columns = ord(name[0]) - ord(here[0])
        rows = int(name[1:]) - int(here[1:])
        self.press(*[Keys.ARROW_RIGHT if columns > 0 else Keys.ARROW_LEFT] * abs(columns))
        self.press(*[Keys.ARROW_DOWN if rows > 0 else Keys.ARROW_UP] * abs(rows))

    @property
    def outcome(self) -> str:
        return self.find("play").get_attribute("data-outcome")  # type: ignore[attr-defined,no-any-return]

    def kept(self, level: str) -> dict[str, object]:
        text = self.script(
            "return localStorage.getItem(arguments[0])", f"kamigen/1/level/{IDS[level]}"
        )
        return json.loads(text) if text else {}  # type: ignore[arg-type,no-any-return]

    def ask(self) -> str:
        """Ask for a hint and wait for what is said."""
        self.press("h")
        self.until(lambda: re.match("Hint|Proven|I could not", self.text("message")))
        return self.text("message")

    def complaints(self) -> list[str]:
        return [entry["message"] for entry in self.driver.get_log("browser")]


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> object:
    options = webdriver.ChromeOptions()
    options.binary_location = str(CHROMIUM)
    for flag in [*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('chromium')}"]:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(str(DRIVER)))
    yield driver
    driver.quit()


def player_of(driver: object, file: Path, text: str) -> Player:
    file.write_text(text, encoding="utf-8")
    return Player(driver, file)  # type: ignore[arg-type]


@pytest.fixture
def player(driver: object, tmp_path: Path) -> object:
    player = player_of(driver, tmp_path / "page.html", page(KAMI, EXHIBITS, title="Five levels"))
    player.complaints()
    yield player
    player.forget()
    assert player.complaints() == []


@needs_chromium
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_play_to_the_win_by_clicks(player: Player, size: tuple[int, int]) -> None:
    player.open(size=size)
    player.click(f"card-{IDS['assignment']}")
    assert player.text("left") == "3"
    for move in ACTIONS["assignment"]:
        assert player.outcome == "playing"
        player.paint(move)
    assert player.outcome == "won" and player.text("left") == "0"
    assert "that is par" in player.text("ending-text")
    assert player.kept("assignment")["best"] == 3 and player.kept("assignment")["alone"] is True
    # Nothing is wider than the window.
    assert player.script("return document.documentElement.scrollWidth <= window.innerWidth")
    player.click("ending-next")
    player.until(lambda: player.text("level-name") == "Level 2")


@needs_chromium
@pytest.mark.parametrize("name", ["assignment", "wide", "foreign"])
def test_play_to_the_win_by_keyboard(player: Player, name: str) -> None:
    player.open(name)
    for move in ACTIONS[name]:
        cell, colour = move.split()
        player.walk_to(cell)
        player.press(colour)
    assert player.outcome == "won"
    assert player.driver.switch_to.active_element.get_attribute("id") == "ending-title"
    player.press(Keys.ESCAPE)
    player.until(lambda: player.sees("gallery"))
    link = player.driver.switch_to.active_element
    assert link.get_attribute("id") == f"card-{IDS[name]}"
    assert "solved at par" in link.get_attribute("aria-label")


@needs_chromium
def test_a_colour_may_come_before_the_region(player: Player) -> None:
    player.open("one")
    player.choice("1").click()  # type: ignore[attr-defined]
    assert "Now tap a region" in player.text("message")
    player.cell("B1").click()  # type: ignore[attr-defined]
    assert player.outcome == "won"


@needs_chromium
def test_lose_then_undo_and_restart(player: Player) -> None:
    player.open("assignment", PHONE)
    for colour in ("2", "3", "2"):
        player.paint(f"A1 {colour}")
    assert player.outcome == "out-of-actions" and player.sees("ending")
    assert player.text("ending-title") == "No actions left"
    assert not player.sees("palette") and "best" not in player.kept("assignment")
    player.click("ending-undo")
    assert player.outcome == "playing" and player.text("left") == "1"
    player.press("u")
    assert player.text("left") == "2"
    player.click("restart")
    assert player.text("left") == "3" and player.kept("assignment")["moves"] == []
    assert player.cell("A1").get_attribute("aria-label") == "A1, red 1, region of 5"  # type: ignore[attr-defined]


@needs_chromium
def test_the_own_colour_is_refused_and_costs_nothing(player: Player) -> None:
    player.open("assignment")
    player.walk_to("B1")
    player.press("1")
    assert "has that colour already" in player.text("message") and player.text("left") == "3"
    player.press("9")  # not in the palette
    assert player.text("left") == "3"


@needs_chromium
def test_a_hint_is_shown_and_then_applied(player: Player) -> None:
    player.open("assignment")
    for number in range(3):
        said = player.ask()
        cell, colour = ACTIONS["assignment"][number].split()
        assert f"the region of {cell} with" in said and f" {colour}." in said
        assert player.text("left") == str(3 - number)  # looking is free
        player.click("apply")
    assert player.outcome == "won" and player.kept("assignment")["alone"] is False


def hint_position(name: str, moves: list[str]) -> object:
    play = KAMI.start(KAMI.parse(LEVELS[name]))
    for move in moves:
        play.move(move)
    return play


@needs_chromium
@pytest.mark.parametrize("name", ["assignment", "wide", "loose", "foreign"])
def test_hints_off_the_line_claim_what_the_solver_proves(player: Player, name: str) -> None:
    rng = random.Random(name)
    level = KAMI.parse(LEVELS[name])
    for _ in range(2):
        player.open(name)
        player.press("r")
        moves: list[str] = []
        while hint_position(name, moves).outcome is Outcome.PLAYING and len(moves) < 2:  # type: ignore[attr-defined]
            cell = f"{chr(ord('A') + rng.randrange(level.cols))}{1 + rng.randrange(level.rows)}"
            colour = str(rng.randint(1, level.colours))
            now = player.cell(cell).get_attribute("aria-label")  # type: ignore[attr-defined]
            if f" {colour}," in now + ",":
                continue
            player.paint(f"{cell} {colour}")
            moves.append(f"{cell} {colour}")
        play = hint_position(name, moves)
        if play.outcome is not Outcome.PLAYING:  # type: ignore[attr-defined]
            continue
        truth = play.hint(Budget())  # type: ignore[attr-defined]
        said = player.ask()
        if truth.move is None:
            assert said.startswith("Proven: from here no solution"), moves
            assert not player.sees("proposal")
            continue
        # Whatever it proposes, and goes on proposing, must win.
        assert said.startswith("Hint:"), moves
        while player.outcome == "playing":
            player.click("apply")
            if player.outcome == "playing":
                assert player.ask().startswith("Hint:")
        assert player.outcome == "won", moves


@needs_chromium
def test_a_lost_position_is_proven_lost_and_undo_helps(player: Player) -> None:
    lost = next(
        move
        for move in ("A1 2", "A1 3", "C5 1", "A5 3")
        if hint_position("assignment", [move]).hint(Budget()).move is None  # type: ignore[attr-defined]
    )
    player.open("assignment", PHONE)
    player.paint(lost)
    assert player.ask().startswith("Proven: from here no solution")
    assert player.outcome == "playing" and player.text("left") == "2"
    player.press("u")
    assert player.ask().startswith("Hint:")


@needs_chromium
def test_a_hint_that_found_nothing_in_time_says_so(driver: object, tmp_path: Path) -> None:
    # Chosen so that no quick bound or beam settles it: a dense board, one action short.
    rng = random.Random(11)
    cells = tuple(tuple(rng.randint(1, 6) for _ in range(16)) for _ in range(10))
    shown = Exhibit("dense", KamiLevel(Claim(3, 13), cells, 6))
    player = player_of(
        driver, tmp_path / "page.html", page(KAMI, [shown], title="T", hint_seconds=0.05)
    )
    player.open(digest(KAMI, shown.level))
    assert "could not find out in time" in player.ask()
    assert "par not proven" in player.text("facts")
    assert not player.find("solution").is_enabled()  # type: ignore[attr-defined]


@needs_chromium
def test_a_hint_without_a_worker_is_searched_in_slices(player: Player) -> None:
    player.open("wide")
    player.script("window.Worker = class { constructor() { throw new Error('forbidden'); } }")
    player.paint("A1 4")
    truth = hint_position("wide", ["A1 4"]).hint(Budget())  # type: ignore[attr-defined]
    assert player.ask().startswith("Hint" if truth.move else "Proven")


@needs_chromium
def test_watch_the_solution(player: Player) -> None:
    player.open("assignment")
    player.paint("A1 2")
    player.press("s")
    assert player.outcome == "watching" and player.text("step-count") == "Step 0 of 3"
    for number in (1, 2, 3):
        player.click("step-on")
        assert player.text("step-count") == f"Step {number} of 3"
        assert player.text("message").startswith(f"Step {number} of 3: ")
    labels = player.script(
        "return [...document.querySelectorAll('[role=gridcell]')].map(c => c.ariaLabel)"
    )
    assert len({label.split(", ")[1] for label in labels}) == 1  # type: ignore[union-attr, attr-defined]
    player.press(Keys.ARROW_LEFT)
    assert player.text("step-count") == "Step 2 of 3"
    player.click("step-close")
    assert player.outcome == "playing" and player.text("left") == "2"  # the own game has waited


@needs_chromium
def test_progress_is_kept_over_a_reload(player: Player) -> None:
    player.open("assignment")
    for move in ACTIONS["assignment"]:
        player.paint(move)
    player.open("wide")
    first = ACTIONS["wide"][0]
    player.paint(first)
    player.driver.refresh()
    player.until(lambda: player.text("left") == "3")
    assert "Where you left off" in player.text("message")
    player.click("back")
    player.until(lambda: player.sees("gallery"))
    marks = {
        name: player.find(f"card-{IDS[name]}").get_attribute("data-mark")  # type: ignore[attr-defined]
        for name in LEVELS
    }
    assert marks == {
        "assignment": "at-par",
        "wide": "begun",
        "loose": "new",
        "foreign": "new",
        "one": "new",
    }
    assert "1 of 5 solved" in player.text("summary")


@needs_chromium
def test_without_storage_the_page_still_plays(player: Player) -> None:
    player.open()
    forbid = """Object.defineProperty(window, 'localStorage',
        { get() { throw new DOMException('denied', 'SecurityError'); } })"""
    added = player.driver.execute_cdp_cmd(
        "Page.addScriptToEvaluateOnNewDocument", {"source": forbid}
    )
    try:
        player.driver.get("about:blank")
        player.driver.get(player.address)
        assert "does not let the page keep" in player.text("not-kept")
        player.click(f"card-{IDS['one']}")
        player.paint("B1 1")
        assert player.outcome == "won"
        player.click("back")
        assert "1 of 5 solved" in player.text("summary")
    finally:
        player.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)
        player.open()


@needs_chromium
def test_language_theme_and_symbols(player: Player) -> None:
    player.open()
    html = "return document.documentElement."
    assert player.script(html + "lang") == "en"
    player.click("language")
    assert player.script(html + "lang") == "pt-BR" and "0 de 5 resolvidos" in player.text("summary")
    theme = player.script(html + "dataset.theme")
    player.click("theme")
    assert player.script(html + "dataset.theme") == {"light": "dark", "dark": "light"}[theme]  # type: ignore[index]
    player.click("symbols")
    player.driver.refresh()
    player.until(lambda: player.script(html + "dataset.ready") == "yes")
    assert player.script(html + "lang") == "pt-BR"
    assert player.script(html + "dataset.theme") != theme
    assert player.find("symbols").get_attribute("aria-pressed") == "false"  # type: ignore[attr-defined]
    player.click(f"card-{IDS['assignment']}")
    assert player.text("left-unit") == "ações restantes"
    player.click("hint")
    assert player.text("message").startswith("Dica: Pinte a região de")


@contextmanager
def wishing(player: Player, **wishes: str) -> Iterator[None]:
    """The system asks for other things than this browser's does."""
    features = [{"name": f"prefers-{name}", "value": wish} for name, wish in wishes.items()]
    player.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    try:
        yield
    finally:
        player.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


@needs_chromium
def test_dark_where_the_system_asks_for_it(player: Player) -> None:
    with wishing(player, **{"color-scheme": "dark"}):
        player.open("assignment")
        assert player.script("return document.documentElement.dataset.theme") == "dark"


@needs_chromium
@pytest.mark.parametrize(("wish", "moves"), [("reduce", False), ("no-preference", True)])
def test_still_where_the_system_asks_for_it(player: Player, wish: str, moves: bool) -> None:
    with wishing(player, **{"reduced-motion": wish}):
        player.open("assignment")
        seconds = "return parseFloat(getComputedStyle(document.body).transitionDuration)"
        assert (player.script(seconds) > 0) is moves
        for move in ACTIONS["assignment"]:
            player.paint(move)
        player.until(lambda: player.outcome == "won" and player.sees("ending-text"))


@needs_chromium
def test_every_phrase_is_there_in_both_languages(player: Player) -> None:
    player.open()
    incomplete = player.script(
        """const tables = [kamigen.words.WORDS, kamigen.game('kami').phrases];
        const blanks = (text) => String(text.match(/\\{\\w+\\}/g)?.sort());
        return tables.flatMap(Object.entries)
          .filter(([, { en, pt }]) => !en || !pt || blanks(en) !== blanks(pt))
          .map(([name]) => name)"""
    )
    assert incomplete == []
    names = player.script("return kamigen.words.COLOURS")
    assert {len(names["en"]), len(names["pt"])} == {len(palette._FILLS)}  # type: ignore[index,call-overload]


@needs_chromium
def test_a_hostile_title_stays_text(driver: object, tmp_path: Path) -> None:
    nasty = "</script><script>window.hit=1</script><img src=x onerror=window.hit=2>"
    shown = [Exhibit(nasty, e.level, e.par, e.actions) for e in EXHIBITS]
    written = page(KAMI, shown, title=nasty, author=nasty, licence=nasty)
    player = player_of(driver, tmp_path / "page.html", written)
    player.open()
    assert player.script("return window.hit") is None
    assert player.text("title") == nasty and player.driver.title == nasty
    assert player.complaints() == []


@needs_chromium
def test_the_policy_forbids_the_network_and_other_scripts(player: Player) -> None:
    player.open()
    blocked = player.driver.execute_async_script(
        """const done = arguments[arguments.length - 1], seen = [];
        document.addEventListener('securitypolicyviolation', (e) => {
          seen.push(e.effectiveDirective);
          if (seen.length === 2) done(seen.sort());
        });
        const script = document.createElement('script');
        script.textContent = 'hit = 1';
        document.body.append(script);
        fetch('data:,x').catch(() => {});"""
    )
    assert blocked == ["connect-src", "script-src-elem"]
    assert len(player.complaints()) >= 2  # the browser's own words on it


@needs_chromium
def test_three_hundred_levels_open_at_once(driver: object, tmp_path: Path) -> None:
    rng = random.Random(3)
    shown = []
    for number in range(300):
        cells = tuple(tuple(rng.randint(1, 5) for _ in range(16)) for _ in range(10))
        shown.append(Exhibit(f"level {number}", KamiLevel(Claim(1 + number % 3, 40), cells, 5)))
    player = player_of(driver, tmp_path / "page.html", page(KAMI, shown, title="Many"))
    player.open()
    loaded = player.script("return performance.getEntriesByType('navigation')[0].duration")
    assert loaded < 5000, loaded  # type: ignore[operator]  # far under 1 s on an idle machine
    cards = "return [...document.querySelectorAll('.card canvas')]"
    assert player.script(cards + ".length") == 300
    player.until(lambda: player.script(cards + "[0].width") > 1)  # type: ignore[operator]
    # Only what can be seen is drawn.
    assert player.script(cards + ".filter(c => c.width > 1).length") < 200  # type: ignore[operator]
    player.driver.find_elements(By.CSS_SELECTOR, ".chip")[1].click()
    seen = "return [...document.querySelectorAll('#cards li')].filter(l => !l.hidden).length"
    assert player.script(seen) == 100
    assert player.complaints() == []


def serious_findings(player: Player) -> list[str]:
    axe = (files("axe_core_python") / "axe.min.js").read_text(encoding="utf-8")
    player.script(axe)
    found = player.driver.execute_async_script(
        "const done = arguments[arguments.length - 1]; axe.run().then(r => done(r.violations))"
    )
    return [
        f"{finding['id']}: {finding['nodes'][0]['html']}"
        for finding in found
        if finding["impact"] in ("serious", "critical")
    ]


@needs_chromium
@pytest.mark.slow
@pytest.mark.parametrize(
    ("theme", "size"), [("light", DESKTOP), ("dark", PHONE)], ids=["light-desktop", "dark-phone"]
)
def test_axe_finds_nothing_serious(player: Player, theme: str, size: tuple[int, int]) -> None:
    pytest.importorskip("axe_core_python")
    player.open(size=size)
    if player.script("return document.documentElement.dataset.theme") != theme:
        player.click("theme")
    assert serious_findings(player) == []
    player.click(f"card-{IDS['assignment']}")
    assert serious_findings(player) == []
    player.ask()
    assert serious_findings(player) == []
    player.press(Keys.ESCAPE)
    player.press("s")
    assert serious_findings(player) == []
    player.click("step-close")
    for move in ACTIONS["assignment"]:
        player.paint(move)
    assert player.outcome == "won"
    assert serious_findings(player) == []
    player.click("back")
    assert serious_findings(player) == []


def random_levels(count: int) -> list[dict[str, object]]:
    """Small boards at their par and one below it, some with colours outside the palette."""
    rng = random.Random(count)
    asked: list[dict[str, object]] = []
    while len(asked) < count:
        rows, cols, colours = rng.randint(1, 4), rng.randint(1, 5), rng.randint(2, 5)
        most = colours + rng.choice((0, 0, 0, 1))
        cells = tuple(tuple(rng.randint(1, most) for _ in range(cols)) for _ in range(rows))
        level = KamiLevel(Claim(1, 0), cells, colours)
        par = KAMI.solve(level, Budget()).par
        assert par is not None
        for limit in (par, par - 1):
            if limit > 0:
                text = KAMI.format(level.claiming(1, limit))
                asked.append({"text": text, "wins": limit >= par})
    return asked


@needs_chromium
@pytest.mark.slow
def test_the_search_in_the_page_agrees_with_the_solver(player: Player) -> None:
    player.open()
    asked = random_levels(1_200)
    wrong = player.script(
        """const game = kamigen.game('kami');
        return arguments[0].filter(({ text, wins }) => {
          const level = game.parse(text);
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


# Two other kinds of game, in the place of KAMI's scripts: one of colours alone,
# one of pairs of cells. The shell must play them without knowing more of them.
OTHER_GAMES = {
    "choice": """
      asks: ['choice'],
      move: (level, state, text) => ({ cells: [Number(text), ...state.cells.slice(1)] }),
      choices: () => [1, 2].map((c) => ({ value: `${c}`, colour: c, text: '', legal: true })),
      spell: (level, [choice]) => choice,
      read: (level, text) => [text],
      *hint() { return { line: ['2'], proven: true }; },""",
    "cells": """
      asks: ['cell', 'cell'],
      move(level, state, text) {
        const [a, b] = text.split('-').map(Number);
        if (Math.abs(a - b) !== 1) throw new kamigen.Refusal('apart');
        const cells = [...state.cells];
        [cells[a], cells[b]] = [cells[b], cells[a]];
        return { cells };
      },
      choices: () => [],
      spell: (level, picks) => picks.join('-'),
      read: (level, text) => text.split('-').map(Number),
      *hint() { return { line: ['0-1'], proven: true }; },""",
}
OTHER_GAME = """kamigen.register('other', {
      phrases: { apart: { en: 'Not neighbours.', pt: 'Não são vizinhas.' } },
      parse: (text) => ({ rows: 1, cols: 3, cells: text.split('\\n')[1].split(' ').map(Number) }),
      start: ({ cells }) => ({ cells }),
      outcome: (level, { cells }) => (cells[0] === 2 ? 'won' : 'playing'),
      actionsLeft: () => null,
      tiles: (level, { cells }) => cells.map((cell) => ({ colour: 0, text: String(cell) })),
      %s
    });"""


@needs_chromium
@pytest.mark.parametrize("kind", OTHER_GAMES)
def test_another_kind_of_game_plugs_in(
    driver: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    (tmp_path / "othergame").mkdir()
    (tmp_path / "othergame" / "__init__.py").touch()
    (tmp_path / "othergame" / "page.js").write_text(OTHER_GAME % OTHER_GAMES[kind])
    monkeypatch.syspath_prepend(tmp_path)
    importlib.invalidate_caches()
    sys.modules.pop("othergame", None)
    other = type(
        "Other",
        (type(KAMI),),
        {"__module__": "othergame.game", "name": "other", "page_scripts": ("page.js",)},
    )()
    shown = Exhibit("three", KAMI.parse("1 2 1 3 3\n1 2 3\n"))
    player = player_of(driver, tmp_path / "page.html", page(other, [shown], title="Other"))
    player.open(digest(other, shown.level))
    assert not player.sees("count")
    said = player.ask()
    assert said.startswith("Hint:")
    player.click("dismiss")
    if kind == "choice":
        player.press("2")
    else:
        player.cell("A1").click()  # type: ignore[attr-defined]
        player.cell("C1").click()  # type: ignore[attr-defined]
        assert player.text("message") == "Not neighbours."
        player.cell("C1").click()  # type: ignore[attr-defined]  # lets go of it
        player.cell("B1").click()  # type: ignore[attr-defined]
        player.cell("C1").click()  # type: ignore[attr-defined]
        player.press("u")
        player.cell("B1").click()  # type: ignore[attr-defined]
        player.cell("A1").click()  # type: ignore[attr-defined]
    assert player.outcome == "won"
    player.forget()
    assert player.complaints() == []
