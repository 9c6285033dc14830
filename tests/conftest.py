"""What several test files share: the public boards that lie beside the repository."""

from __future__ import annotations

from pathlib import Path

import pytest

SHARED_DATA = Path(__file__).parents[2] / "shared" / "data"


@pytest.fixture
def shared_data() -> Path:
    """The folder of public levels; a test that needs one is skipped where it is absent."""
    if not SHARED_DATA.is_dir():
        pytest.skip(f"no public levels at {SHARED_DATA}")
    return SHARED_DATA
