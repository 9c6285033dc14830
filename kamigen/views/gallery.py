"""The playable page: levels as one self-contained HTML file.

The parts lie beside this file in `page/` and, for what belongs to a game, in the
game's own folder; here they are put into one text. There is no build step, and
the page loads nothing: its security policy forbids the network and every script
but the ones whose digests it names. Titles, file names and levels are data,
escaped so that none of them can end the element it stands in.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files

from kamigen import __version__
from kamigen.errors import KamigenError
from kamigen.game import AnyGame
from kamigen.level import Level
from kamigen.views.palette import swatch

HINT_SECONDS = 10.0
"""How long the page searches for a hint. Longer than that nobody watches a page think."""

# In the order in which they need each other. The engine runs in the page and in
# the worker that searches for hints; it is games.js, the game's own, hints.js.
_PAGE = ("words.js", "store.js", "board.js", "page.js")

_BLANK = re.compile(r"\{\{(\w+)\}\}")


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A level in the gallery. It has a par, with the actions to show for it, only if proven."""

    name: str
    level: Level
    par: int | None = None
    actions: tuple[str, ...] = ()


def page(
    game: AnyGame,
    exhibits: Sequence[Exhibit],
    *,
    title: str,
    author: str = "",
    licence: str = "",
    hint_seconds: float = HINT_SECONDS,
) -> str:
    """Return the page on which these levels can be played."""
    if not game.page_scripts:
        raise KamigenError(f"{game.title} cannot be played in a page yet")
    own = (_asset_of(game, name) for name in game.page_scripts)
    engine = "\n".join((_asset("games.js"), *own, _asset("hints.js")))
    shell = "\n".join(map(_asset, _PAGE))
    style = _asset("page.css")
    data = {
        "title": title,
        "author": author,
        "licence": licence,
        "game": game.name,
        "hintSeconds": hint_seconds,
        "phrases": game.phrases,
        "difficulties": [{"number": row.number, "name": row.name} for row in game.difficulties],
        "swatches": _swatches(game, exhibits),
        "levels": _entries(game, exhibits),
    }
    return _filled(
        _asset("page.html"),
        {
            "policy": _policy([engine, shell], style),
            "generator": f"kamigen {__version__}",
            "title": html.escape(title),
            "style": style,
            "data": as_script_data(data),
            "engine": engine,
            "page": shell,
        },
    )


def digest(game: AnyGame, level: Level) -> str:
    """Return what a level is known by in the browser: the same level has the same, anywhere."""
    text = f"{game.name}\n{game.format(level)}"
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def as_script_data(data: object) -> str:
    """Return JSON that may stand inside a script element.

    No `<` is left in it, so nothing can close the element or open a comment;
    `ensure_ascii` takes care of line separators.
    """
    return json.dumps(data, ensure_ascii=True, separators=(",", ":")).replace("<", "\\u003c")


def _entries(game: AnyGame, exhibits: Sequence[Exhibit]) -> list[dict[str, object]]:
    entries: dict[str, dict[str, object]] = {}
    for exhibit in exhibits:
        identity = digest(game, exhibit.level)
        # A level that is there twice is one level: the browser could not tell them apart.
        entries.setdefault(
            identity,
            {
                "id": identity,
                "name": exhibit.name,
                "text": game.format(exhibit.level),
                "difficulty": exhibit.level.difficulty,
                "limit": exhibit.level.limit,
                "par": exhibit.par,
                "actions": exhibit.actions,
            },
        )
    return list(entries.values())


def _swatches(game: AnyGame, exhibits: Sequence[Exhibit]) -> list[dict[str, str]]:
    most = 0
    for exhibit in exhibits:
        scene = game.scene(exhibit.level)
        shown = (tile.colour for row in scene.tiles for tile in row)
        most = max(most, *scene.palette, *shown)
    looks = (swatch(colour) for colour in range(1, most + 1))
    return [{"fill": look.fill, "ink": look.ink, "glyph": look.glyph} for look in looks]


def _policy(scripts: Sequence[str], style: str) -> str:
    """Return a content security policy: these scripts, this style, and nothing from anywhere.

    Workers come from the page's own text, as blobs.
    """
    allowed = " ".join(map(_source_digest, scripts))
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src {allowed}",
            f"style-src {_source_digest(style)}",
            "worker-src blob:",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )


def _source_digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _filled(template: str, values: dict[str, str]) -> str:
    # One pass, so that nothing that is filled in is taken for a blank itself.
    return _BLANK.sub(lambda blank: values[blank[1]], template)


def _asset(name: str) -> str:
    return (files("kamigen.views") / "page" / name).read_text(encoding="utf-8")


def _asset_of(game: AnyGame, name: str) -> str:
    package = type(game).__module__.rpartition(".")[0]
    return files(package).joinpath(*name.split("/")).read_text(encoding="utf-8")
