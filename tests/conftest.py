"""What several test files share: the public boards beside the repository, and a browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import browser
import pytest

SHARED_DATA = Path(__file__).parents[2] / "shared" / "data"


@pytest.fixture
def shared_data() -> Path:
    """The folder of public levels; a test that needs one is skipped where it is absent."""
    if not SHARED_DATA.is_dir():
        pytest.skip(f"no public levels at {SHARED_DATA}")
    return SHARED_DATA


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[object]:
    """A browser, for the tests that are marked `browser.needs_chromium`."""
    started = browser.start(tmp_path_factory.mktemp("chromium"))
    yield started
    started.quit()
