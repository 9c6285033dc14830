"""Reading levels back from the formats of other programs: told apart by what is in them."""

from __future__ import annotations

import json
from collections.abc import Mapping

from pydantic import ValidationError

from kamigen.errors import KamigenError
from kamigen.views.exports import plain, tiled
from kamigen.views.exports.entry import Entry


def read_levels(text: str, name: str, game: str) -> list[Entry]:
    """Return the levels of a JSON file, ours or Tiled's, or raise an error of one sentence.

    `name` and `game` are taken where the file says neither.
    """
    document = _document(text)
    try:
        if plain.is_plain(document):
            return plain.read_plain(document)
        if tiled.is_tiled(document):
            return [tiled.read_tiled(document, name, game)]
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise KamigenError(f"{where}: {first['msg'][:1].lower()}{first['msg'][1:]}") from error
    raise KamigenError("this JSON is neither a level of kamigen nor a map of Tiled")


def _document(text: str) -> Mapping[str, object]:
    try:
        document = json.loads(text.removeprefix("\ufeff"))
    except json.JSONDecodeError as error:
        raise KamigenError(
            f"not JSON: {error.msg.lower()} at line {error.lineno}, column {error.colno}"
        ) from error
    except (RecursionError, ValueError) as error:
        # Nested thousands of times, or a number of thousands of digits: nobody means that.
        raise KamigenError(
            "this JSON is too deep, or has too large a number, to be read"
        ) from error
    if not isinstance(document, dict):
        raise KamigenError("this JSON is not an object, as a level or a map is")
    return document
