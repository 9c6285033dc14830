"""Level files: found, read with a limit, written whole or not at all."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from kamigen.errors import KamigenError, LevelError
from kamigen.game import AnyGame
from kamigen.level import Finding, Level

STDIN = "-"
SUFFIX = ".txt"
UNREADABLE = "unreadable"

# The largest level that any game allows takes far less.
_MOST_BYTES = 8 * 1024 * 1024


def find_levels(paths: Iterable[str]) -> list[str]:
    """Return the level files that the paths name: folders are walked, files taken as they are.

    Hidden files and folders are passed over. `-` is the standard input.
    """
    found: list[str] = []
    for path in map(Path, paths):
        if str(path) == STDIN:
            found.append(STDIN)
        elif path.is_dir():
            found += map(str, files_in(path, f"*{SUFFIX}"))
        elif path.exists():
            found.append(str(path))
        else:
            raise KamigenError(f"{path}: there is no such file or folder")
    if not found:
        raise KamigenError(f"{', '.join(map(str, paths))}: no level files ({SUFFIX}) in there")
    return list(dict.fromkeys(found))


def files_in(folder: Path, pattern: str) -> list[Path]:
    """Return the files of that kind in a folder and all folders inside, but for hidden ones."""
    inside = sorted(folder.rglob(pattern))
    return [file for file in inside if not _is_hidden(file.relative_to(folder))]


def read_level(game: AnyGame, path: str) -> Level:
    """Read a level file; a LevelError names the file, and line and column where it can."""
    try:
        level: Level = game.parse(read_text(path))
    except LevelError as error:
        raise LevelError(error.finding, path) from error
    return level


def read_text(path: str) -> str:
    """Read a text file, or raise LevelError if it is unreadable, too large or not text."""
    try:
        if path == STDIN:
            raw = sys.stdin.buffer.read(_MOST_BYTES + 1)
        else:
            with Path(path).open("rb") as file:
                raw = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise LevelError(Finding(UNREADABLE, f"cannot be read: {error.strerror}"), path) from error
    if len(raw) > _MOST_BYTES:
        raise LevelError(
            Finding("file-too-large", f"larger than {_MOST_BYTES} bytes, which no level is"), path
        )
    try:
        text = raw.decode("utf-8")
        position = raw.find(b"\0")
    except UnicodeDecodeError as error:
        text, position = "", error.start
    if position >= 0:
        line = raw.count(b"\n", 0, position) + 1
        column = position - raw.rfind(b"\n", 0, position)
        raise LevelError(
            Finding("binary", "a level is plain text, and this byte is not", line, column), path
        )
    return text


def write_new(path: Path, text: str, *, overwrite: bool = False) -> None:
    """Write a file; one that is there with another content is refused, unless to be overwritten."""
    if not overwrite and path.exists():
        if path.is_file() and path.read_bytes() == text.encode():
            return
        raise KamigenError(f"{path}: there already, with another content; --force overwrites it")
    write_whole(path, text)


def write_whole(path: Path, text: str | Iterable[str], scratch: Path | None = None) -> None:
    """Write a file under a temporary name and rename it, so that no one sees half of it.

    Whoever kills this process may leave the temporary file behind; it is in
    the folder `scratch`, or beside the file.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(
            prefix=".", suffix=".part", dir=path.parent if scratch is None else scratch
        )
        try:
            with open(handle, "w", encoding="utf-8", newline="\n") as file:  # noqa: PTH123
                file.writelines([text] if isinstance(text, str) else text)
                file.flush()
                os.fsync(file.fileno())
            # mkstemp makes private files; a level is as readable as any other new file.
            umask = os.umask(0)
            os.umask(umask)
            Path(temporary).chmod(0o666 & ~umask)
            Path(temporary).replace(path)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise KamigenError(f"{path}: cannot be written: {error.strerror}") from error


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)
