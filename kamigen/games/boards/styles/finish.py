"""What is done to a drawing before it is a board: specks merged, missing colours restored.

Both work on a region and its images at once, so a symmetric drawing stays so.
"""

from __future__ import annotations

from collections import Counter

from kamigen.games.boards.styles.fields import ROUND
from kamigen.games.boards.styles.sheet import Sheet
from kamigen.grid import FRAME, Cell, Grid, neighbours, regions
from kamigen.rng import Rng


def merge_specks(board: Grid, sheet: Sheet, least_region: int) -> None:
    """Merge regions of fewer than `least_region` cells into a neighbour, in place.

    A speck takes the colour it has the longest border with. Small ones go
    first, since what they join may be large enough then; every merge leaves
    fewer regions, so this ends.
    """
    merged = True
    while merged:
        merged = False
        specks = [region for region in regions(board) if len(region) < least_region]
        for first, *_ in sorted(specks, key=len):
            speck = _region_below(board, first, least_region)
            border = Counter(
                int(board[neighbour]) for cell in speck for neighbour in neighbours(cell)
            )
            border[FRAME] = border[int(board[first])] = 0
            colour, length = max(border.items(), key=lambda item: (item[1], -item[0]))
            if length:
                sheet.lay(board, speck, colour)
                merged = True


def restore_colours(board: Grid, sheet: Sheet, colours: int, rng: Rng) -> None:
    """Give each colour that the drawing left out to a region and its images, in place.

    The drawing must have no other colours, and the sheet at least as many free cells.
    A region may change its colour while others of its colour remain. If none
    may, the largest is split, which can leave parts that are specks.
    """
    missing = set(range(1, colours + 1)).difference(board.flat)
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
    for region in regions(board):
        part = sorted({min(sheet.images(cell)) for cell in region})
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


def _region_below(board: Grid, start: Cell, size: int) -> list[Cell]:
    """Return the region that holds `start`, or nothing if it has `size` cells or more."""
    region = [start]
    for cell in region:
        for neighbour in neighbours(cell):
            if board[neighbour] == board[start] and neighbour not in region:
                region.append(neighbour)
                if len(region) == size:
                    return []
    return region
