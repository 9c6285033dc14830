"""When two levels are the same puzzle.

What can be played on a board depends on its region graph alone: which regions
touch, which share a colour, and which colours can be painted with. So two
boards are the same puzzle if their region graphs are isomorphic up to a
renaming of colours. Turning a board over, or drawing its regions in other
shapes, changes nothing of this.

To cover the renaming, every colour becomes a vertex of its own kind, joined to
its regions: an isomorphism may then exchange whole colours. BLISS, by igraph,
computes the canonical labelling of that graph; it is exact, not a heuristic:
two graphs have the same canonical form if and only if they are isomorphic. The
fingerprint is the SHA-256 of that form, only to be short. BLISS promises the
same labelling within one version, so fingerprints are not for keeping.
"""

from __future__ import annotations

import hashlib

from kamigen.games.kami.level import KamiLevel

_REGION, _PAINTABLE, _UNPAINTABLE = range(3)


def fingerprint(level: KamiLevel) -> str:
    """Return a name that levels share exactly if they are the same puzzle."""
    return hashlib.sha256(canonical_form(level).encode()).hexdigest()


def canonical_form(level: KamiLevel) -> str:
    """Write the graph of regions and colours down in the one canonical way."""
    import igraph

    graph = level.graph
    colours = sorted(set(graph.colours.values()))
    number = {vertex: place for place, vertex in enumerate(graph.adjacency)}
    colour_number = {colour: len(number) + place for place, colour in enumerate(colours)}
    edges = [
        (number[vertex], number[other])
        for vertex, touching in graph.adjacency.items()
        for other in touching
        if number[vertex] < number[other]
    ]
    edges += [(number[vertex], colour_number[colour]) for vertex, colour in graph.colours.items()]
    kinds = [_REGION] * len(number)
    kinds += [_PAINTABLE if colour <= level.colours else _UNPAINTABLE for colour in colours]
    drawn = igraph.Graph(len(kinds), edges, vertex_attrs={"kind": kinds})
    # Which way round a permutation is written differs between versions of igraph;
    # only igraph itself always reads it as it was meant.
    labelled = drawn.permute_vertices(drawn.canonical_permutation(color=kinds))
    links = sorted((min(edge), max(edge)) for edge in labelled.get_edgelist())
    # A colour that is only in the palette serves no one, unless there are regions
    # that nobody can match: then it is one more to meet in.
    spare = _UNPAINTABLE in kinds and level.colours > kinds.count(_PAINTABLE)
    return f"{labelled.vs['kind']} {links} {spare}"
