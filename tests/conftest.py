"""What several test files share: the public boards that lie beside the repository."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

# A shell that starts the tests in the background has them ignore Ctrl-C, and with them
# every process that they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

SHARED_DATA = Path(__file__).parents[2] / "shared" / "data"


@pytest.fixture
def shared_data() -> Path:
    """The folder of public levels; a test that needs one is skipped where it is absent."""
    if not SHARED_DATA.is_dir():
        pytest.skip(f"no public levels at {SHARED_DATA}")
    return SHARED_DATA
