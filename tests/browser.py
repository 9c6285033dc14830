"""A real browser for the tests of the page: how it is started, and somebody who sits at it.

Without Chromium the tests that need it are skipped by name.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
DRIVER = shutil.which("chromedriver")
needs_chromium = pytest.mark.skipif(
    CHROMIUM is None or DRIVER is None, reason="needs Chromium and chromedriver"
)

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
)


class Player:
    """Somebody at the page: taps, types, looks."""

    def __init__(self, driver: webdriver.Chrome, file: Path, ids: Mapping[str, str]) -> None:
        self.driver = driver
        self.address = file.as_uri()
        self.ids = ids

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
        self.driver.get(self.address + (f"#{self.ids.get(level, level)}" if level else ""))
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
            "return localStorage.getItem(arguments[0])", f"kamigen/1/level/{self.ids[level]}"
        )
        return json.loads(text) if text else {}  # type: ignore[arg-type,no-any-return]

    def ask(self) -> str:
        """Ask for a hint and wait for what is said."""
        self.press("h")
        self.until(lambda: re.match("Hint|Proven|I could not", self.text("message")))
        return self.text("message")

    def complaints(self) -> list[str]:
        return [entry["message"] for entry in self.driver.get_log("browser")]


def start(profile: Path) -> webdriver.Chrome:
    """Start a browser that keeps what it keeps in a folder of its own."""
    options = webdriver.ChromeOptions()
    options.binary_location = str(CHROMIUM)
    for flag in [*FLAGS, f"--user-data-dir={profile}"]:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(options=options, service=Service(str(DRIVER)))


def player_of(driver: object, file: Path, text: str, ids: Mapping[str, str] = {}) -> Player:
    """Sit somebody down at a page; `ids` are the levels' names in it."""
    file.write_text(text, encoding="utf-8")
    return Player(driver, file, ids)  # type: ignore[arg-type]
