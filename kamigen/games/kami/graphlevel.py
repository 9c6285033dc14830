"""KAMI levels that are graphs, as JSON: triangular and hexagonal boards, maps, anything.

    {"colours": [1, 2, 1, 3], "edges": [[0, 1], [1, 2], [1, 3]], "limit": 2}

`colours` gives vertex 0, 1, 2, … its colour; `edges` says which vertices touch.
Two keys may be added: `palette`, the number of colours one may paint with (the
greatest on the board where it is left out), and `difficulty`, 1 to 3 (1 where
it is left out). Touching vertices of one colour are one region from the start,
named by its lowest vertex.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NoReturn

from kamigen.errors import LevelError
from kamigen.games.boards.text import MOST_ACTIONS, MOST_CELLS, MOST_COLOURS
from kamigen.games.kami.graph import RegionGraph
from kamigen.games.kami.level import KamiLevel
from kamigen.grid import Cell
from kamigen.level import Claim, Finding

MOST_EDGES = 200_000

_KEYS = ("colours", "edges", "limit", "palette", "difficulty")


@dataclass(frozen=True)
class GraphLevel(KamiLevel):
    """A level whose regions touch as its edges say; its one row of cells are the vertices."""

    edges: tuple[tuple[int, int], ...]

    @property
    def vertices(self) -> tuple[int, ...]:
        """The colour of every vertex."""
        return self.cells[0]

    @property
    def graph(self) -> RegionGraph:
        """The region graph: touching vertices of one colour drawn together."""
        region: dict[int, int] = {}
        for start in range(len(self.vertices)):
            if start not in region:
                region.update(dict.fromkeys(self.region_of(start), start))
        adjacency: dict[int, set[int]] = {name: set() for name in sorted(set(region.values()))}
        for first, second in self.edges:
            if region[first] != region[second]:
                adjacency[region[first]].add(region[second])
                adjacency[region[second]].add(region[first])
        return RegionGraph(adjacency, {name: self.vertices[name] for name in adjacency})

    def region_of(self, start: int) -> list[int]:
        """Return the vertices that hang together with this one in its colour, nearest first."""
        region = [start]
        seen = {start}
        for vertex in region:  # grows while it is walked
            for other in self.touching[vertex]:
                if other not in seen and self.vertices[other] == self.vertices[start]:
                    seen.add(other)
                    region.append(other)
        return region

    @cached_property
    def touching(self) -> tuple[tuple[int, ...], ...]:
        """The neighbours of every vertex."""
        touching: list[list[int]] = [[] for _ in self.vertices]
        for first, second in self.edges:
            touching[first].append(second)
            touching[second].append(first)
        return tuple(map(tuple, touching))

    def name_of(self, cell: Cell) -> str:
        """Return the number of a vertex."""
        return str(cell[1] - 1)


def looks_like_a_graph(text: str) -> bool:
    """Whether a text can only be meant as JSON; no header of a board begins so."""
    return text.removeprefix("\ufeff").lstrip()[:1] in ("{", "[")


def parse(text: str) -> GraphLevel:
    """Read a graph level, or raise LevelError with the first thing that is wrong."""
    data = _json(text.removeprefix("\ufeff"))
    if not isinstance(data, dict):
        _refuse("not-an-object", 'a graph level is an object: {"colours": …, "edges": …, …}')
    for key in data:
        if key not in _KEYS:
            shown = json.dumps(key[:20], ensure_ascii=False)
            _refuse("unknown-key", f"there is no key {shown}; the keys are {', '.join(_KEYS)}")
    for key in _KEYS[:3]:
        if key not in data:
            _refuse("key-missing", f"the key {key} is missing")
    vertices = tuple(_vertices(data["colours"]))
    edges = tuple(_edges(data["edges"], len(vertices)))
    limit = _within("limit", data["limit"], 0, MOST_ACTIONS)
    palette = _within("palette", data.get("palette", max(vertices)), 1, MOST_COLOURS)
    difficulty = _within("difficulty", data.get("difficulty", 1), 1, 3)
    return GraphLevel(Claim(difficulty, limit), (vertices,), palette, edges)


def format_level(level: GraphLevel) -> str:
    """Write a graph level in the one canonical way: a line a key."""
    values = {
        "colours": level.vertices,
        "edges": level.edges,
        "limit": level.limit,
        "palette": level.colours,
        "difficulty": level.difficulty,
    }
    lines = (f'  "{key}": {json.dumps(value)}' for key, value in values.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _json(text: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        _refuse("not-json", f"not JSON: {error.msg.lower()}", error.lineno, error.colno)
    except RecursionError:
        _refuse("not-json", "nested deeper than any level")
    except ValueError:
        _refuse("not-json", "a number of more digits than any level has")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse a key that stands twice, of which JSON would silently keep the last."""
    result: dict[str, Any] = {}
    for key, value in pairs:
        if key in result:
            shown = json.dumps(key[:20], ensure_ascii=False)
            _refuse("key-twice", f"the key {shown} stands there twice")
        result[key] = value
    return result


def _no_number(word: str) -> NoReturn:
    _refuse("not-json", f"not JSON: {word} is not a number")


def _vertices(value: Any) -> Iterator[int]:
    if not isinstance(value, list) or not value:
        _refuse("no-vertices", "colours is a list of one number a vertex, at least one")
    if len(value) > MOST_CELLS:
        _refuse("too-large", f"{len(value)} vertices are more than {MOST_CELLS}")
    for place, colour in enumerate(value):
        yield _within(f"colours[{place}]", colour, 1, MOST_COLOURS)


def _edges(value: Any, vertices: int) -> Iterator[tuple[int, int]]:
    if not isinstance(value, list):
        _refuse("not-edges", "edges is a list of pairs of vertices, such as [0, 1]")
    if len(value) > MOST_EDGES:
        _refuse("too-large", f"{len(value)} edges are more than {MOST_EDGES}")
    for place, edge in enumerate(value):
        where = f"edges[{place}]"
        if not isinstance(edge, list) or len(edge) != 2:
            _refuse("not-edges", f"{where} is not a pair of vertices, such as [0, 1]")
        first, second = (_within(where, end, 0, vertices - 1) for end in edge)
        if first == second:
            _refuse("loop", f"{where} joins vertex {first} to itself")
        yield first, second


def _within(where: str, value: Any, least: int, most: int) -> int:
    # In Python, True is an integer; in a level it is not.
    if type(value) is not int:
        _refuse("not-an-integer", f"{where} is not a whole number")
    if not least <= value <= most:
        shown = value if abs(value) < 10**20 else "beyond all bounds"
        _refuse("out-of-range", f"{where} is {shown}, not between {least} and {most}")
    return value


def _refuse(
    code: str, message: str, line: int | None = None, column: int | None = None
) -> NoReturn:
    raise LevelError(Finding(code, message, line, column))
