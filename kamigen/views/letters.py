"""Words for pens whose fonts have few letters: what is missing is written in another way."""

from __future__ import annotations

import unicodedata

_OTHER_WAYS = {"×": "x", "≤": "<=", "≥": ">=", "–": "-", "—": "-", "…": "...", "’": "'", "·": "-"}


def written_in(encoding: str, text: str) -> str:
    """Return the text in letters of the encoding: without accents if need be, or with a ?."""
    return "".join(_letter(letter, encoding) for letter in text if letter.isprintable())


def _letter(letter: str, encoding: str) -> str:
    for way in (letter, _OTHER_WAYS.get(letter, ""), _without_accents(letter)):
        if way and way.encode(encoding, "ignore").decode(encoding) == way:
            return way
    return "?"


def _without_accents(letter: str) -> str:
    parts = unicodedata.normalize("NFKD", letter)
    return "".join(part for part in parts if not unicodedata.combining(part))
