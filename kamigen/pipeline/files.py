"""Level files: found, read with a limit, written whole or not at all."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from kamigen.errors import KamigenError, LevelError
from kamigen.game import AnyGame
from kamigen.level import Finding, Level

STDIN = "-"
SUFFIX = ".txt"
UNREADABLE = "unreadable"

# The largest level that any game allows takes far less.
MOST_BYTES = 8 * 1024 * 1024


def find_levels(paths: Iterable[str]) -> list[str]:
    """Return the level files that the paths name: folders are walked, files taken as they are.

    Hidden files and folders are passed over. `-` is the standard input.
    """
    named = list(paths)
    found: list[str] = []
    for name in named:
        try:
            found += [STDIN] if name == STDIN else _levels_at(Path(name))
        except OSError as error:
            raise KamigenError(f"{name}: cannot be read: {error.strerror}") from error
    if not found:
        raise KamigenError(f"{', '.join(named)}: no level files ({SUFFIX}) in there")
    return list(dict.fromkeys(found))


def _levels_at(path: Path) -> list[str]:
    if path.is_dir():
        return list(map(str, files_in(path, f"*{SUFFIX}")))
    if not path.exists():
        raise KamigenError(f"{path}: there is no such file or folder")
    # A file called `-` must stay apart from the standard input.
    return [f"./{path}" if str(path) == STDIN else str(path)]


def files_in(folder: Path, pattern: str) -> list[Path]:
    """Return the files of that kind in a folder and all folders inside, but for hidden ones."""
    inside = sorted(file for file in folder.rglob(pattern) if file.is_file())
    return [file for file in inside if not _is_hidden(file.relative_to(folder))]


def read_level(game: AnyGame, path: str) -> Level:
    """Read a level file; a LevelError names the file, and line and column where it can."""
    try:
        level: Level = game.parse(read_text(path))
    except LevelError as error:
        raise LevelError(error.finding, path) from error
    return level


def places_in(folder: Path, files: Sequence[str], suffix: str) -> list[Path]:
    """Return where in `folder` to write what is made of each file: by its name alone.

    If two files have the same name, all are laid out as the files are.
    """
    names = [name_of(file) for file in files]
    if len(set(names)) == len(names):
        return [folder / f"{name}{suffix}" for name in names]
    paths = [Path(file).resolve() for file in files]
    common = os.path.commonpath([path.parent for path in paths])
    return [folder / path.relative_to(common).with_suffix(suffix) for path in paths]


def name_of(file: str) -> str:
    """Return what to call the level of a file."""
    return "standard-input" if file == STDIN else Path(file).stem


def read_bytes(path: str, most: int) -> bytes:
    """Read a file, or raise LevelError if it cannot be read or is larger than that."""
    try:
        if path == STDIN:
            raw = sys.stdin.buffer.read(most + 1)
        else:
            with Path(path).open("rb") as file:
                raw = file.read(most + 1)
    except (OSError, ValueError) as error:
        # ValueError: a name that no file can have.
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise LevelError(Finding(UNREADABLE, f"cannot be read: {reason}"), path) from error
    if len(raw) > most:
        raise LevelError(
            Finding("file-too-large", f"larger than {most} bytes, which no level is"), path
        )
    return raw


def read_text(path: str) -> str:
    """Read a text file, or raise LevelError if it is unreadable, too large or not text."""
    return as_text(read_bytes(path, MOST_BYTES), path)


def as_text(raw: bytes, path: str) -> str:
    """Return the text that a file holds, or raise LevelError if it is not text."""
    try:
        return text_of(raw)
    except LevelError as error:
        raise LevelError(error.finding, path) from error


def text_of(raw: bytes) -> str:
    """Return the text that the bytes are, or raise LevelError at the first that is none."""
    null = raw.find(b"\0")
    try:
        text = raw.decode("utf-8")
        position = null
    except UnicodeDecodeError as error:
        position = error.start if null < 0 else min(null, error.start)
    if position < 0:
        return text
    # Lines and columns as an editor counts them.
    before = raw[:position].decode("utf-8").removeprefix("\ufeff")
    before = before.replace("\r\n", "\n").replace("\r", "\n")
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    raise LevelError(Finding("binary", "a level is plain text, and this byte is not", line, column))


def write_new(path: Path, text: str, *, overwrite: bool = False) -> None:
    """Write a file; one that is there with another content is refused, unless to be overwritten."""
    if not overwrite and path.exists():
        if path.is_file() and path.read_bytes() == text.encode():
            return
        raise KamigenError(f"{path}: there already, with another content; --force overwrites it")
    write_whole(path, text)


def write_whole(
    path: Path, content: str | bytes | Iterable[str], scratch: Path | None = None
) -> None:
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
            with open(handle, "wb") as file:  # noqa: PTH123 - a descriptor, not a path
                file.writelines(_as_bytes(content))
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


def _as_bytes(content: str | bytes | Iterable[str]) -> Iterable[bytes]:
    if isinstance(content, bytes):
        return [content]
    return (part.encode() for part in ([content] if isinstance(content, str) else content))


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)
