"""Which colours meet: the sequences and maps by which styles hand out colour numbers."""

from __future__ import annotations

from kamigen.grid import Grid, inner_cells
from kamigen.rng import Rng


def shuffled_palette(colours: int, rng: Rng) -> list[int]:
    """Return the colours 1, …, colours in random order."""
    palette = list(range(1, colours + 1))
    rng.shuffle(palette)
    return palette


def another(colour: int, colours: int, rng: Rng) -> int:
    """Return a colour that differs from `colour`, if there is one."""
    if colours == 1:
        return colour
    other = rng.between(1, colours - 1)
    return other + (other >= colour)


def sequence(length: int, colours: int, rng: Rng) -> list[int]:
    """Return colours for a row of bands: neighbours differ, and none is left out if all fit.

    The order goes round and round, or there and back, or wanders.
    """
    palette = shuffled_palette(colours, rng)
    manner = rng.below(3)
    if manner == 0:
        palette += palette[-2:0:-1]
    band_colours = (palette * (length // len(palette) + 1))[:length]
    if manner == 1:
        for place in range(colours, length):
            band_colours[place] = another(band_colours[place - 1], colours, rng)
    return band_colours


def map_colours(labels: Grid, colours: int, rng: Rng) -> Grid:
    """Colour a map of labelled pieces so that touching pieces differ where that is possible.

    Pieces come in random order, and each takes a colour that no neighbour has;
    colours not yet on the map go first, so that none is left out.
    """
    touching = _contacts(labels)
    order = list(touching)
    rng.shuffle(order)
    colour_of: dict[int, int] = {}
    palette = set(range(1, colours + 1))
    unused = set(palette)
    for label in order:
        free = palette - {colour_of.get(other) for other in touching[label]}
        colour_of[label] = rng.choice(sorted(free & unused or free or palette))
        unused.discard(colour_of[label])
    coloured = labels.copy()
    for label, colour in colour_of.items():
        coloured[labels == label] = colour
    return coloured


def _contacts(labels: Grid) -> dict[int, set[int]]:
    """Return the labels in reading order, each with those of the pieces that touch its own."""
    width = labels.shape[1]
    places = labels.ravel().tolist()
    touching: dict[int, set[int]] = {label: set() for row in inner_cells(labels) for label in row}
    for place in range(width + 1, len(places) - width - 1):
        label = places[place]
        for other in (places[place + 1], places[place + width]):
            if other != label and other in touching and label in touching:
                touching[label].add(other)
                touching[other].add(label)
    return touching
