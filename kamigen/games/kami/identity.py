"""When two KAMI levels are the same puzzle.

What can be played on a board depends on its region graph alone: which regions
touch, which share a colour, and which colours can be painted with. So two
boards are the same puzzle if their region graphs are isomorphic up to a
renaming of colours; `games.boards.identity` decides that.
"""

from __future__ import annotations

from kamigen.games.boards import identity
from kamigen.games.kami.level import KamiLevel

_REGION, _PAINTABLE, _UNPAINTABLE = "region", "paintable", "unpaintable"


def fingerprint(level: KamiLevel) -> str:
    """Return a name that levels share exactly if they are the same puzzle."""
    return identity.fingerprint_of(canonical_form(level))


def canonical_form(level: KamiLevel) -> str:
    """Write the graph of regions and colours down in the one canonical way."""
    graph = level.graph
    colour_kinds = {
        colour: _PAINTABLE if colour <= level.colours else _UNPAINTABLE
        for colour in sorted(set(graph.colours.values()))
    }
    form = identity.canonical_form(
        graph.adjacency, graph.colours, dict.fromkeys(graph.adjacency, _REGION), colour_kinds
    )
    # A colour that is only in the palette serves no one, unless there are regions
    # that nobody can match: then it is one more to meet in.
    kinds = list(colour_kinds.values())
    spare = _UNPAINTABLE in kinds and level.colours > kinds.count(_PAINTABLE)
    return f"{form} {spare}"
