"""Styles that look grown: noise on an uneven lattice, and the blobs it melts into."""

from __future__ import annotations

from kamigen.games.boards.styles.sheet import Sheet
from kamigen.grid import FRAME, Cell, Grid
from kamigen.rng import Rng


def noise(sheet: Sheet, colours: int, grain: int, rng: Rng) -> Grid:
    """Patches of an uneven lattice, about `grain` cells wide, in random colours."""
    row_patch = _lattice(sheet.rows, grain, rng)
    column_patch = _lattice(sheet.cols, grain, rng)
    patches = [
        [rng.between(1, colours) for _ in range(column_patch[-1] + 1)]
        for _ in range(row_patch[-1] + 1)
    ]
    return sheet.painted(lambda cell: patches[row_patch[cell[0] - 1]][column_patch[cell[1] - 1]])


def blobs(sheet: Sheet, colours: int, grain: int, rng: Rng) -> Grid:
    """Noise in which cells take over the prevailing colour around them."""
    # Folded before it is smoothed: the blobs then flow over the lines of symmetry.
    grid = sheet.folded(noise(sheet, colours, grain, rng))
    # One round rounds the corners off; a second erases thin necks, and with them
    # half of the regions: hardly a board of 160 cells would keep 20.
    return _smoothed(sheet, grid)


def _lattice(length: int, grain: int, rng: Rng) -> list[int]:
    """Return the number of the lattice strip that each place along a side belongs to."""
    strips: list[int] = []
    while len(strips) < length:
        width = grain + rng.between(-1, 1) if grain > 1 else 1
        strips += [strips[-1] + 1 if strips else 0] * width
    return strips[:length]


def _smoothed(sheet: Sheet, grid: Grid) -> Grid:
    cells: list[int] = grid.ravel().tolist()
    width = sheet.cols + 2

    def prevailing(cell: Cell) -> int:
        place = cell[0] * width + cell[1]
        around = [
            *cells[place - width - 1 : place - width + 2],
            *cells[place - 1 : place + 2],
            *cells[place + width - 1 : place + width + 2],
        ]
        own = cells[place]
        if around.count(own) > len(around) // 2:
            return own
        # Decided by the counts alone, not by where the colours lie: so a cell
        # and its images, which see the same counts, go on looking the same.
        count, leader = max((around.count(colour), colour) for colour in {*around} - {FRAME})
        return leader if count > around.count(own) else own

    return sheet.painted(prevailing)
