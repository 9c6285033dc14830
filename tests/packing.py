"""What the tests of packs share: a pack of tiny levels that takes a second or two to make."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

CONFIG = """
difficulty: 1
par: [2, 3]
rows: [3, 4]
cols: [4, 5]
colours: [3, 3]
"""

PACK = """
name: tiny
title: A tiny pack
author: The tests
licence: CC0-1.0
seed: 7
stages:
  - {name: first, game: kami, config: tiny-level.yaml, levels: 7}
  - {name: second, game: kami, config: tiny-level.yaml, levels: 5, changes: {par: [3, 4]}}
"""


def write_configs(folder: Path, pack: str = PACK, config: str = CONFIG) -> Path:
    """Write the configs and return the path of the pack config."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "tiny-level.yaml").write_text(config)
    path = folder / "tiny.yaml"
    path.write_text(pack)
    return path


def promised_bytes(folder: Path) -> dict[str, bytes]:
    """All files of a pack but the one that holds times, which differ from run to run."""
    files = {
        str(file.relative_to(folder)): file.read_bytes()
        for file in folder.rglob("*")
        if file.is_file()
    }
    assert files.pop("timings.jsonl", b"")
    return files


def command(*arguments: str | Path) -> list[str]:
    return [sys.executable, "-m", "kamigen", *map(str, arguments)]


def run(*arguments: str | Path, timeout: float = 120) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(*arguments),
        env={**os.environ, "LANG": "C.UTF-8"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=timeout,
        check=False,
    )
