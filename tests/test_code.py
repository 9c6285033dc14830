"""The code itself: types check strictly, and the linter and formatter have nothing to say."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize(
    "tool", ["ruff check .", "ruff format --check .", "mypy"], ids=["lint", "format", "types"]
)
def test_clean(tool):
    result = subprocess.run(
        [sys.executable, "-m", *tool.split()], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stdout + result.stderr


def test_the_top_level_is_tidy():
    tracked = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if tracked.returncode != 0:
        pytest.skip("not a git checkout")
    visible = {name.split("/")[0] for name in tracked.stdout.splitlines() if name[0] != "."}
    assert visible <= {
        *("kamigen", "levels", "configs", "tests", "scripts"),
        *("pyproject.toml", "README.md", "LICENSE"),
    }
