"""What is done to a drawing before it is a board: specks merged, missing colours restored.

Both work on a region and its images at once, so a symmetric drawing stays so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from kamigen.games.boards.styles.fields import ROUND
from kamigen.games.boards.styles.sheet import Sheet
from kamigen.grid import FRAME, Cell, Grid, flat_regions, regions
from kamigen.rng import Rng


def merge_specks(board: Grid, sheet: Sheet, least_region: int) -> None:
    """Merge regions of fewer than `least_region` cells into a neighbour, in place.

    A speck takes the colour it has the longest border with. Small ones go
    first, since what they join may be large enough then; every merge leaves
    fewer regions, so this ends.
    """
    if least_region <= 1:
        return
    # On a flat list, where single cells are read much faster than in an array.
    cells, width, images = board.ravel().tolist(), board.shape[1], sheet.image_places()
    merged = True
    while merged:
        merged = False
        found = flat_regions(cells, width, _sparse(cells, width, least_region - 2))
        specks = [region for region in found if len(region) < least_region]
        for first, *_ in sorted(specks, key=len):
            speck = _region_below(cells, width, first, least_region)
            border: dict[int, int] = {}
            for place in speck:
                for beside in (place - width, place + width, place - 1, place + 1):
                    colour = cells[beside]
                    border[colour] = border.get(colour, 0) + 1
            border[FRAME] = border[cells[first]] = 0
            colour, length = max(border.items(), key=lambda item: (item[1], -item[0]))
            if length:
                for place in speck:
                    for image in images[place]:
                        cells[image] = colour
                merged = True
    board[...] = np.array(cells, dtype=np.int16).reshape(board.shape)


def restore_colours(board: Grid, sheet: Sheet, colours: int, rng: Rng) -> None:
    """Give each colour that the drawing left out to a region and its images, in place.

    The drawing must have no other colours, and the sheet at least as many free cells.
    A region may change its colour while others of its colour remain. If none
    may, the largest is split, which can leave parts that are specks.
    """
    missing = set(range(1, colours + 1)).difference(board.ravel().tolist())
    if not missing:
        return
    parts = _parts(board, sheet)
    sharing = Counter(int(board[part[0]]) for part in parts)
    for colour in sorted(missing):
        spare = [part for part in parts if sharing[int(board[part[0]])] > 1]
        if spare:
            part = rng.choice(spare)
            sharing[int(board[part[0]])] -= 1
        else:
            part = _split_off(parts, sheet, rng)
        sharing[colour] = 1
        sheet.lay(board, part, colour)


def _parts(board: Grid, sheet: Sheet) -> list[list[Cell]]:
    """Return of each region the pattern cells; regions that are images of each other share one."""
    parts: dict[Cell, list[Cell]] = {}
    firsts = sheet.firsts()
    for region in regions(board):
        part = sorted({firsts[cell] for cell in region})
        parts[part[0]] = part
    return list(parts.values())


def _split_off(parts: list[list[Cell]], sheet: Sheet, rng: Rng) -> list[Cell]:
    """Take the inner half out of the largest part and return it as a part of its own."""
    largest = max(parts, key=len)
    if len(largest) == 1:
        raise ValueError("there are more colours than cells that can be chosen freely")
    outline = rng.choice(ROUND)
    largest.sort(key=lambda cell: outline(*sheet.centred(cell)))
    inner = largest[: len(largest) // 2]
    del largest[: len(inner)]
    parts.append(inner)
    return inner


def _sparse(cells: Sequence[int], width: int, most: int) -> list[int]:
    """Return the cells with at most so many neighbours of their colour.

    A region of n cells has no others for n − 1: so all cells of a speck are among them.
    """
    return [
        place
        for place, colour in enumerate(cells)
        if colour != FRAME
        and (colour == cells[place - width])
        + (colour == cells[place + width])
        + (colour == cells[place - 1])
        + (colour == cells[place + 1])
        <= most
    ]


def _region_below(cells: Sequence[int], width: int, start: int, size: int) -> list[int]:
    """Return the region that holds `start`, or nothing if it has `size` cells or more."""
    region = [start]
    for place in region:
        for beside in (place - width, place + width, place - 1, place + 1):
            if cells[beside] == cells[start] and beside not in region:
                region.append(beside)
                if len(region) == size:
                    return []
    return region
