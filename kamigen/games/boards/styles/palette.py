"""Which colours meet: the sequences and maps by which styles hand out colour numbers."""

from __future__ import annotations

from kamigen.grid import Cell, Grid, neighbours
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
    touching: dict[int, set[int]] = {int(label): set() for label in labels[1:-1, 1:-1].flat}
    rows, columns = labels.shape
    for row in range(1, rows - 1):
        for column in range(1, columns - 1):
            _note_contacts(labels, (row, column), touching)
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


def _note_contacts(labels: Grid, cell: Cell, touching: dict[int, set[int]]) -> None:
    label = int(labels[cell])
    for neighbour in neighbours(cell):
        other = int(labels[neighbour])
        if other in touching and other != label:
            touching[label].add(other)
