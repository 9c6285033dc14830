"""Plain JSON: what Unity, Godot or a script reads in a few lines."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from kamigen.game import Mosaic
from kamigen.views.exports.entry import Entry, in_rows

VERSION = 1
LEVEL = "kamigen-level"
PACK = "kamigen-pack"


def level_json(entry: Entry) -> str:
    """Return a level as one line of JSON."""
    return json.dumps(_record(entry), ensure_ascii=False) + "\n"


def pack_json(entries: Sequence[Entry]) -> str:
    """Return many levels as one document, a level a line."""
    levels = ",\n".join(json.dumps(_record(entry), ensure_ascii=False) for entry in entries)
    return f'{{"format": "{PACK}", "version": {VERSION}, "levels": [\n{levels}\n]}}\n'


class _Level(BaseModel):
    model_config = ConfigDict(strict=True)

    format: Literal["kamigen-level"]
    version: Literal[1]
    name: str = "level"
    game: str
    rows: int
    cols: int
    colours: int
    cells: list[int]
    difficulty: int | None = None
    limit: int | None = None
    par: int | None = None
    actions: tuple[str, ...] | None = Field(default=None, strict=False)


class _Pack(BaseModel):
    model_config = ConfigDict(strict=True)

    format: Literal["kamigen-pack"]
    version: Literal[1]
    levels: Annotated[list[_Level], Field(min_length=1)]


def is_plain(document: Mapping[str, object]) -> bool:
    """Whether a JSON document says that it is one of ours."""
    return document.get("format") in (LEVEL, PACK)


def read_plain(document: Mapping[str, object]) -> list[Entry]:
    """Return the levels of a document; what is wrong with one is told by pydantic's error."""
    if document.get("format") == PACK:
        return [_entry(level) for level in _Pack.model_validate(document).levels]
    return [_entry(_Level.model_validate(document))]


def _record(entry: Entry) -> dict[str, object]:
    record: dict[str, object] = {
        "format": LEVEL,
        "version": VERSION,
        "name": entry.name,
        "game": entry.game,
        **entry.header,
        "rows": entry.rows,
        "cols": entry.cols,
        "colours": entry.mosaic.colours,
        "cells": entry.flat,
    }
    if entry.par is not None:
        record["par"] = entry.par
        record["actions"] = entry.actions
    return record


def _entry(level: _Level) -> Entry:
    cells = in_rows(level.cells, level.rows, level.cols)
    mosaic = Mosaic(cells, level.colours)
    return Entry(
        level.name, level.game, mosaic, level.difficulty, level.limit, level.par, level.actions
    )
