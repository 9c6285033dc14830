"""When two puzzles on coloured regions are the same, whatever their shapes and colours are.

A game says which regions touch, which share a colour, and what kind each region
and each colour is, where the rules tell some from others. Two such graphs are the
same puzzle if they are isomorphic up to a renaming of colours, kinds kept.
Turning a board over, or drawing its regions in other shapes, changes nothing of
this.

To cover the renaming, every colour becomes a vertex of its own, joined to its
regions: an isomorphism may then exchange whole colours. BLISS, by igraph,
computes the canonical labelling of that graph; it is exact, not a heuristic:
two graphs have the same canonical form if and only if they are isomorphic. The
fingerprint is the SHA-256 of that form, only to be short. BLISS promises the
same labelling within one version, so fingerprints are not for keeping.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping


def canonical_form(
    touching: Mapping[int, Collection[int]],
    colours: Mapping[int, int],
    region_kinds: Mapping[int, str],
    colour_kinds: Mapping[int, str],
) -> str:
    """Write the graph of regions and colours down in the one canonical way.

    Regions without an entry in `colours` have a colour that does not matter.
    The names of the kinds of regions and of colours must differ.
    """
    import igraph

    number = {region: place for place, region in enumerate(touching)}
    colour_number = {colour: len(number) + place for place, colour in enumerate(colour_kinds)}
    edges = [
        (number[region], number[other])
        for region, others in touching.items()
        for other in others
        if number[region] < number[other]
    ]
    edges += [(number[region], colour_number[colour]) for region, colour in colours.items()]
    names = [region_kinds[region] for region in touching] + list(colour_kinds.values())
    order = sorted(set(names))
    kinds = [order.index(name) for name in names]
    drawn = igraph.Graph(len(kinds), edges, vertex_attrs={"kind": names})
    # Which way round a permutation is written differs between versions of igraph;
    # only igraph itself always reads it as it was meant.
    labelled = drawn.permute_vertices(drawn.canonical_permutation(color=kinds))
    links = sorted((min(edge), max(edge)) for edge in labelled.get_edgelist())
    return f"{labelled.vs['kind']} {links}"


def fingerprint_of(form: str) -> str:
    """Return a short name for a canonical form."""
    return hashlib.sha256(form.encode()).hexdigest()
