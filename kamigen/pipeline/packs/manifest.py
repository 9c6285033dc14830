"""The manifest of a pack: what `pack.json` says, how it is written and read.

It holds the text of every level, so that a game can load a pack from this one
file, and all that is claimed about it, so that the claims can be checked. No
time of day and no duration is in it: the same recipe gives the same bytes.

A manifest may come from anyone. It is read with a limit, names only files that
lie beside it, and whatever is wrong is one finding with its place.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, NoReturn

from pydantic import AfterValidator, Field, ValidationError

from kamigen.config import Model
from kamigen.errors import LevelError
from kamigen.level import Finding
from kamigen.pipeline.files import SUFFIX

MANIFEST = "pack.json"
FORMAT: Literal["kamigen-pack"] = "kamigen-pack"
VERSION: Literal[1] = 1

# Some 6 kB a level for the largest packs, several times what they need.
MOST_BYTES = 64 * 1024 * 1024

_FILE = re.compile(rf"[0-9A-Za-z][0-9A-Za-z_-]{{0,99}}{re.escape(SUFFIX)}")


class _UnsafeName(ValueError):
    """A name that could lead out of the pack's folder."""


def _beside_the_manifest(name: str) -> str:
    if not _FILE.fullmatch(name):
        raise _UnsafeName(f"{name[:60]!a} is not the plain name of a level file")
    return name


_Count = Annotated[int, Field(ge=0)]
_Number = Annotated[float, Field(allow_inf_nan=False)]
_Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class Record(Model):
    """What was found out about a level when it was made."""

    game: str = Field(description="The game.")
    game_version: int = Field(ge=1, description="The version of its generator.")
    config: str = Field(description="The digest of the config; see `configs`.")
    seed: _Count = Field(description="The root seed.")
    index: _Count = Field(description="The index of the level under that seed.")
    attempt: _Count = Field(description="Which candidate of that index was kept, from 0.")
    difficulty: int = Field(ge=1, le=3, description="The difficulty in the level's header.")
    limit: _Count | None = Field(description="The actions allowed; null if they are not counted.")
    par: _Count = Field(description="The proven minimal number of actions.")
    actions: list[str] = Field(description="A sequence that wins at the cost of par actions.")
    solver: str = Field(description="The solver that proved the par.")
    states: _Count = Field(description="The states it visited.")
    confirmed_by: str | None = Field(
        description="The second solver, if it came to the same par within its nodes."
    )
    grade: int = Field(ge=1, le=3, description="The difficulty as measured by players.")
    player: str = Field(description="The weakest player who wins.")
    score: _Number = Field(description="How hard it is, continuously: the sum of the parts.")
    parts: dict[str, _Number] = Field(description="The parts of the score.")
    figures: dict[str, int | _Number] = Field(description="The measurements behind the parts.")
    rejected: dict[str, _Count] = Field(description="Candidates rejected before, by reason.")
    text: str = Field(description="The level file, word for word.")


class Entry(Record):
    """A level of a pack."""

    file: Annotated[str, AfterValidator(_beside_the_manifest)] = Field(
        description="The level's file, beside the manifest."
    )
    sha256: _Digest = Field(description="The SHA-256 of the file, and of the text.")
    stage: str = Field(description="The stage it belongs to.")


class Header(Model):
    """What a manifest says of the pack as a whole."""

    format: Literal["kamigen-pack"] = Field(description="What kind of file this is.")
    version: Literal[1] = Field(description="The version of this format.")
    name: str = Field(description="The pack's short name.")
    title: str = Field(description="What players see.")
    author: str = Field(description="Who answers for the pack.")
    licence: str = Field(description="How the levels may be used.")
    kamigen: str = Field(description="The version of kamigen that made the pack.")
    seed: _Count = Field(description="The root seed of all levels.")
    recipe: _Digest = Field(description="The digest of all that the pack was made from.")
    avoided: _Digest | None = Field(
        description="The digest of the other packs' levels that this pack does not repeat."
    )
    stages: list[str] = Field(description="The stages, in the order of play.")
    configs: dict[str, dict[str, Any]] = Field(description="The configs by their digests.")


class Manifest(Header):
    """A whole manifest."""

    levels: list[Entry] = Field(description="The levels, in the order of play.")


def digest(text: str) -> str:
    """Return the SHA-256 of a text as it is written to a file."""
    return hashlib.sha256(text.encode()).hexdigest()


def written(header: Header, entries: Iterable[Entry]) -> Iterator[str]:
    """Yield a manifest in parts: a line a level, so that packs can be compared line by line."""
    lines = [
        f"  {json.dumps(name)}: {_json(value)},\n" for name, value in header.model_dump().items()
    ]
    yield "{\n" + "".join(lines) + '  "levels": ['
    for number, entry in enumerate(entries):
        yield (",\n    " if number else "\n    ") + _json(_named_first(entry))
    yield "\n  ]\n}\n"


def read_manifest(path: Path) -> Manifest:
    """Read a manifest, or raise LevelError with what is wrong and where."""
    data = _read_json(path)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        _refuse(path, "manifest-malformed", f"not a manifest: format is not {FORMAT}")
    if data.get("version") != VERSION:
        _refuse(path, "manifest-version", f"this kamigen reads version {VERSION} of the format")
    try:
        return Manifest.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        cause = first.get("ctx", {}).get("error")
        key = ascii(".".join(map(str, first["loc"]))[:80])[1:-1]
        code = "file-unsafe" if isinstance(cause, _UnsafeName) else "manifest-malformed"
        raise _refusal(path, code, f"{key}: {cause or first['msg']}") from error


def _read_json(path: Path) -> Any:
    try:
        # A pipe or a device in place of the file could keep us for ever.
        if not path.is_file():
            _refuse(path, "manifest-unreadable", "there is no such file")
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise _refusal(path, "manifest-unreadable", f"cannot be read: {error.strerror}") from error
    if len(raw) > MOST_BYTES:
        _refuse(path, "manifest-too-large", f"larger than {MOST_BYTES} bytes")
    try:
        data = json.loads(raw, object_pairs_hook=_each_key_once, parse_constant=_no_number)
        # The escape \\ud800 is half a character: no file has such a name or content.
        json.dumps(data, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise LevelError(
            Finding("manifest-not-json", f"not JSON: {error.msg}", error.lineno, error.colno),
            str(path),
        ) from error
    except UnicodeError as error:
        raise _refusal(path, "manifest-not-json", "not text in UTF-8") from error
    except RecursionError as error:
        raise _refusal(path, "manifest-not-json", "nested deeper than any manifest") from error
    # A number of thousands of digits, and what the hooks below refuse.
    except ValueError as error:
        raise _refusal(path, "manifest-not-json", f"not JSON: {error}") from error
    return data


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the key {twice[:40]!a} stands twice in one object")
    return result


def _no_number(word: str) -> float:
    raise ValueError(f"{word} is not a number")


def _named_first(entry: Entry) -> dict[str, Any]:
    """The entry with its file in front, where a reader looks for it."""
    return entry.model_dump(include={"file", "sha256", "stage"}) | entry.model_dump()


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _refusal(path: Path, code: str, message: str) -> LevelError:
    return LevelError(Finding(code, message), str(path))


def _refuse(path: Path, code: str, message: str) -> NoReturn:
    raise _refusal(path, code, message)
