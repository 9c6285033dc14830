"""The journal of a pack in the making: what is finished stays finished.

A hidden folder inside the pack's own holds one whole file for each candidate
that was made. A file is written under a temporary name, brought to the disk
and renamed: whatever happens, and however often, what is under a final name is
whole. When the pack is complete the folder is removed. A run locks its journal,
so that no second one takes the first one's away; the lock ends with its process.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from pydantic import Field, ValidationError

from kamigen.config import Model
from kamigen.errors import KamigenError
from kamigen.pipeline.files import write_whole
from kamigen.pipeline.packs.manifest import Record

if sys.platform != "win32":
    import fcntl

FOLDER = ".kamigen-pack"
_LOCK = "lock"
_RUN = "run.json"
_NAME = re.compile(r"(\d+)-(\d+)\.json")

Key = tuple[int, int]
"""A slot, and how many of its candidates were replaced before this one."""


class Candidate(Model):
    """What became of one candidate: a level, or the reason why there is none."""

    kamigen: str = Field(description="The version of kamigen, on the machine where it was made.")
    level: Record | None
    reason: str
    rejected: dict[str, int]
    seconds: float


class Journal:
    """The finished candidates of one recipe, kept in a folder."""

    def __init__(self, pack: Path, recipe: str) -> None:
        self.folder = pack / FOLDER
        self._recipe = recipe
        self._lock: TextIO | None = None

    def exists(self) -> bool:
        """Whether an earlier run has left a journal here."""
        return self.folder.is_dir()

    def is_ours(self) -> bool:
        """Whether the journal is of the same recipe; a journal without a name is empty."""
        run = self.folder / _RUN
        try:
            return not run.exists() or json.loads(run.read_text()) == {"recipe": self._recipe}
        except (OSError, ValueError):
            return False

    def open(self) -> None:
        """Begin a journal, or go on with it."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._lock = (self.folder / _LOCK).open("w")
            if sys.platform != "win32":
                fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            for part in self.folder.glob(".*.part"):
                part.unlink()
        except BlockingIOError as error:
            raise KamigenError(f"{self.folder}: another run is at work there") from error
        except OSError as error:
            raise KamigenError(f"{self.folder}: cannot be written: {error.strerror}") from error
        if not (self.folder / _RUN).exists():
            self._write(_RUN, json.dumps({"recipe": self._recipe}))

    def keep(self, key: Key, candidate: Candidate) -> None:
        """Write a candidate to the disk."""
        self._write(_name(key), candidate.model_dump_json())

    def kept(self) -> Iterator[tuple[Key, Candidate]]:
        """Yield what earlier runs have finished; what cannot be read counts as unfinished."""
        for path in sorted(self.folder.iterdir()):
            match = _NAME.fullmatch(path.name)
            if match is None:
                continue
            key = int(match[1]), int(match[2])
            try:
                yield key, self.read(key)
            except (OSError, ValidationError):
                continue

    def read(self, key: Key) -> Candidate:
        """Return a candidate that was kept."""
        return Candidate.model_validate_json((self.folder / _name(key)).read_bytes())

    def remove(self) -> None:
        """Remove the journal; its name goes last, so that half of it is still ours."""
        if self._lock is not None:
            self._lock.close()
        try:
            for path in self.folder.iterdir():
                if path.name != _RUN:
                    path.unlink()
            shutil.rmtree(self.folder)
        except OSError as error:
            raise KamigenError(f"{self.folder}: cannot be removed: {error.strerror}") from error

    def _write(self, name: str, text: str) -> None:
        write_whole(self.folder / name, text)


def _name(key: Key) -> str:
    return f"{key[0]:05}-{key[1]}.json"
