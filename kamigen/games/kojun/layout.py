"""Random regions: compact shapes of chosen sizes that tile a board.

Regions are cut off one after another, always from the free cell with the fewest
free neighbours, so that corners are taken before they become orphans. A region
grows by cells that keep it compact and leave no cell alone; what is left over
in spite of that is joined to a neighbouring region.
"""

from __future__ import annotations

from collections.abc import Sequence

from kamigen.rng import Rng

# Of so many random cells the one that fits best is taken: more give rounder
# regions, fewer give wilder ones. Three look like the regions of printed puzzles.
_LOOKED_AT = 3


def draw_regions(rows: int, cols: int, shares: Sequence[int], rng: Rng) -> list[int] | None:
    """Return the number of every cell's region, or None if a leftover fits nowhere.

    `shares` says how often regions of 1, 2, … cells are begun; a size with 0, or
    beyond the last, is not to be found on the board.
    """
    weights = {size: share for size, share in enumerate(shares, start=1) if share}
    near = _neighbours(rows, cols)
    region_of = [-1] * (rows * cols)
    free = dict.fromkeys(range(rows * cols))
    regions: list[list[int]] = []
    while free:
        start = _loneliest(free, near, rng)
        region = [start]
        del free[start]
        size = rng.weighted(weights)
        while len(region) < size:
            around = [other for cell in region for other in near[cell] if other in free]
            if not around:
                break
            # A cell that touches the region twice is listed twice, hence taken sooner.
            looked_at = [rng.choice(around) for _ in range(_LOOKED_AT)]
            cell = min(looked_at, key=lambda cell: _freedom(cell, free, near))
            region.append(cell)
            del free[cell]
        for cell in region:
            region_of[cell] = len(regions)
        regions.append(region)
    return _joined(region_of, regions, weights, near)


def _joined(
    region_of: list[int],
    regions: list[list[int]],
    weights: dict[int, int],
    near: Sequence[Sequence[int]],
) -> list[int] | None:
    """Join regions of unwanted sizes to a neighbour, the smallest that makes a wanted size."""
    for number, region in enumerate(regions):
        if not region or len(region) in weights:
            continue
        others = {region_of[other] for cell in region for other in near[cell]} - {number}
        fitting = [
            (len(regions[other]), other)
            for other in others
            if len(regions[other]) + len(region) in weights
        ]
        if not fitting:
            return None
        _, chosen = min(fitting)
        for cell in region:
            region_of[cell] = chosen
        regions[chosen] += region
        region.clear()
    return region_of


def _loneliest(free: dict[int, None], near: Sequence[Sequence[int]], rng: Rng) -> int:
    freedom = {cell: _freedom(cell, free, near) for cell in free}
    least = min(freedom.values())
    return rng.choice([cell for cell, count in freedom.items() if count == least])


def _freedom(cell: int, free: dict[int, None], near: Sequence[Sequence[int]]) -> int:
    return sum(other in free for other in near[cell])


def _neighbours(rows: int, cols: int) -> list[list[int]]:
    return [
        [
            other_row * cols + other_col
            for other_row, other_col in (
                (row - 1, col),
                (row + 1, col),
                (row, col - 1),
                (row, col + 1),
            )
            if 0 <= other_row < rows and 0 <= other_col < cols
        ]
        for row in range(rows)
        for col in range(cols)
    ]
