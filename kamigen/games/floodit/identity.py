"""When two Flood-It levels are the same puzzle.

What a play adds depends on which regions touch, which share a colour, and where
the flood starts. The start's own colour does not matter: it is flooded, and its
colour is never exposed (see `pond`). A transposed board has the same graph and
the same corner; any other turn or reflection starts elsewhere, and is another
puzzle unless the graphs happen to be isomorphic. `games.boards.identity` decides
that.
"""

from __future__ import annotations

from kamigen.games.boards import identity
from kamigen.games.floodit.level import FlooditLevel
from kamigen.games.floodit.pond import Pond

_START, _REGION, _COLOUR = "start", "region", "colour"


def fingerprint(level: FlooditLevel) -> str:
    """Return a name that levels share exactly if they are the same puzzle."""
    return identity.fingerprint_of(canonical_form(level))


def canonical_form(level: FlooditLevel) -> str:
    """Write the graph of regions and colours, its start marked, down in the one canonical way."""
    pond = Pond(level.cells)
    colours = {region: pond.colours[region] for region in range(1, pond.size)}
    return identity.canonical_form(
        dict(enumerate(pond.touching)),
        colours,
        {region: _REGION if region else _START for region in range(pond.size)},
        dict.fromkeys(sorted(set(colours.values())), _COLOUR),
    )
