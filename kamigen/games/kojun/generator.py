"""Candidates: random regions, a random filling, and as few givens as the wanted player needs.

Givens are taken away one after another, in a random order, as long as the player
of the wanted difficulty still solves the board (for the player who tries
everything: as long as there is one solution). So a candidate is never too hard,
and seldom too easy. All searches are counted in nodes.
"""

from __future__ import annotations

from itertools import islice

from kamigen.budget import Budget, BudgetSpent
from kamigen.errors import GenerationError
from kamigen.games.kojun.board import Board, make_board
from kamigen.games.kojun.config import KojunConfig, Symmetry
from kamigen.games.kojun.grader import PLAYERS
from kamigen.games.kojun.ladder import climb
from kamigen.games.kojun.layout import draw_regions
from kamigen.games.kojun.level import KojunLevel
from kamigen.games.kojun.puzzlink import region_names
from kamigen.games.kojun.search import decide, solutions
from kamigen.level import Claim
from kamigen.rng import Rng

# Most layouts can be filled, and most fillings are found without any dead end;
# a layout that takes longer than this is hardly worth it.
_LAYOUTS = 200
_FILLING = Budget(nodes=2_000)

# A board whose givens just suffice takes a few nodes; one that takes this many
# is not decided, and the given stays.
_DECIDING = Budget(nodes=2_000)


def propose(config: KojunConfig, rng: Rng) -> KojunLevel:
    """Return a level of the wanted difficulty, or an easier one.

    Raise GenerationError if no layout of the config can be filled.
    """
    for _ in range(_LAYOUTS):
        symmetry = rng.weighted(config.symmetries)
        if symmetry == "quarter-turn":
            rows = cols = rng.between(*config.sides)
        else:
            rows, cols = rng.between(*config.rows), rng.between(*config.cols)
        layout = draw_regions(rows, cols, config.region_sizes, rng)
        if layout is None:
            continue
        regions = _named(layout, cols)
        board = make_board(regions)
        solution = _filling(board, rng)
        if solution is None:
            continue
        values = _carved(board, solution, symmetry, config, rng)
        return KojunLevel(Claim(config.difficulty, None), board.rows_of(values), regions)
    raise GenerationError(
        f"none of {_LAYOUTS} layouts could be filled; change region_sizes, rows or cols"
    )


def _named(layout: list[int], cols: int) -> tuple[tuple[str, ...], ...]:
    """Name the regions a, b, … in the order in which a reader meets them."""
    order = list(dict.fromkeys(layout))
    names = dict(zip(order, islice(region_names(), len(order)), strict=True))
    words = [names[region] for region in layout]
    return tuple(tuple(words[start : start + cols]) for start in range(0, len(words), cols))


def _filling(board: Board, rng: Rng) -> tuple[int, ...] | None:
    blank = [0] * (board.rows * board.cols)
    try:
        return next(solutions(board, blank, _FILLING.start(), rng), None)
    except BudgetSpent:
        return None


def _carved(
    board: Board, solution: tuple[int, ...], symmetry: Symmetry, config: KojunConfig, rng: Rng
) -> list[int]:
    """Take givens away while the board stays solvable for the wanted player."""
    techniques = PLAYERS[config.wanted_grade - 1].techniques

    def solvable(values: list[int]) -> bool:
        if techniques is not None:
            return climb(board, values, techniques).solved
        answer = decide(board, values, _DECIDING)
        return answer.complete and len(answer.solutions) == 1

    values = list(solution)
    least = config.least_givens * len(values) / 100
    orbits = _orbits(board.rows, board.cols, symmetry)
    rng.shuffle(orbits)
    for orbit in orbits:
        if len(values) - values.count(0) - len(orbit) < least:
            continue
        for cell in orbit:
            values[cell] = 0
        if not solvable(values):
            for cell in orbit:
                values[cell] = solution[cell]
    return values


def _orbits(rows: int, cols: int, symmetry: Symmetry) -> list[list[int]]:
    """The sets of cells that a symmetry carries into one another."""
    seen: set[int] = set()
    orbits = []
    for start in range(rows * cols):
        orbit = []
        cell = start
        while cell not in seen:
            seen.add(cell)
            orbit.append(cell)
            row, col = divmod(cell, cols)
            match symmetry:
                case "left-right":
                    col = cols - 1 - col
                case "top-bottom":
                    row = rows - 1 - row
                case "half-turn":
                    row, col = rows - 1 - row, cols - 1 - col
                case "quarter-turn":
                    row, col = col, rows - 1 - row
            cell = row * cols + col
        if orbit:
            orbits.append(orbit)
    return orbits
