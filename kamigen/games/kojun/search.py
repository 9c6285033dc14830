"""The fast solver: does a board have no solution, exactly one, or several?

Propagation on candidate masks, then backtracking on the cell with the fewest
candidates. What propagation takes away, no solution has:

- *alone*: a cell with one candidate has it, so its peers have not;
- *order*: of two cells of a region one above the other, the upper exceeds the
  lower's smallest candidate, the lower falls short of the upper's greatest;
- *only place*: a region of n cells holds each of 1, …, n, so a value that only
  one cell can have is there, and one that no cell can have is a dead end.

Backtracking tries every candidate of a cell, so that an exhausted search is a
proof. It keeps its own stack: boards may be deeper than Python's recursion.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kamigen.budget import Budget, BudgetSpent, Meter
from kamigen.games.kojun.board import Board, bits_of
from kamigen.rng import Rng


@dataclass(frozen=True, slots=True)
class Answer:
    """Up to two solutions; `complete` if there are no others than these, or two are enough."""

    solutions: tuple[tuple[int, ...], ...]
    complete: bool
    nodes: int
    seconds: float


def decide(board: Board, values: Sequence[int], budget: Budget) -> Answer:
    """Find no solution, the only one, or two of several."""
    meter = budget.start()
    found: list[tuple[int, ...]] = []
    complete = True
    try:
        for solution in solutions(board, values, meter):
            found.append(solution)
            if len(found) == 2:
                break
    except BudgetSpent:
        complete = False
    return Answer(tuple(found), complete, meter.nodes, meter.seconds)


def solutions(
    board: Board, values: Sequence[int], meter: Meter, rng: Rng | None = None
) -> Iterator[tuple[int, ...]]:
    """Yield all solutions; in a random order if there is a source of randomness."""
    masks = candidates(board, values)
    # Not the givens alone: where the order leaves a cell no choice it is decided as well.
    decided = [cell for cell, mask in enumerate(masks) if not mask & (mask - 1)]
    meter.tick()
    if not propagate(board, masks, decided, set(range(len(board.members)))):
        return
    # What is still to be tried: a cell, a candidate, and the masks it is a candidate in.
    untried: list[tuple[list[int], int, int]] = []
    while True:
        cell = _fewest(masks)
        if cell is None:
            yield tuple(mask.bit_length() for mask in masks)
        else:
            choices = bits_of(masks[cell])
            if rng is not None:
                rng.shuffle(choices)
            untried += [(masks, cell, choice) for choice in choices]
        while untried:
            former, cell, choice = untried.pop()
            meter.tick()
            masks = former.copy()
            masks[cell] = choice
            if propagate(board, masks, [cell], set()):
                break
        else:
            return


def candidates(board: Board, values: Sequence[int]) -> list[int]:
    """The values each cell can have by itself: its own if it has one."""
    return [
        1 << (value - 1) if value else start
        for value, start in zip(values, board.start, strict=True)
    ]


def propagate(board: Board, masks: list[int], changed: list[int], dirty: set[int]) -> bool:
    """Take away what the rules above exclude; False at a dead end.

    `changed` are the cells whose masks are news to the others, `dirty` the regions
    to be searched for only places besides those of changed cells. Both are used up.
    """
    peers, above, below = board.peers, board.above, board.below
    region_of, members = board.region_of, board.members
    while True:
        while changed:
            cell = changed.pop()
            mask = masks[cell]
            dirty.add(region_of[cell])
            if not mask & (mask - 1):
                for other in peers[cell]:
                    rest = masks[other]
                    if rest & mask:
                        rest ^= mask
                        if not rest:
                            return False
                        masks[other] = rest
                        changed.append(other)
            other = above[cell]
            if other >= 0:
                rest = masks[other]
                kept = rest & -((mask & -mask) << 1)
                if kept != rest:
                    if not kept:
                        return False
                    masks[other] = kept
                    changed.append(other)
            other = below[cell]
            if other >= 0:
                rest = masks[other]
                kept = rest & ((1 << (mask.bit_length() - 1)) - 1)
                if kept != rest:
                    if not kept:
                        return False
                    masks[other] = kept
                    changed.append(other)
        if not dirty:
            return True
        region = dirty.pop()
        once = twice = 0
        for cell in members[region]:
            mask = masks[cell]
            twice |= once & mask
            once |= mask
        if once != (1 << len(members[region])) - 1:
            return False
        only = once & ~twice
        if only:
            for cell in members[region]:
                mask = masks[cell]
                hit = mask & only
                if hit and hit != mask:
                    if hit & (hit - 1):
                        return False  # two values, one place
                    masks[cell] = hit
                    changed.append(cell)


def _fewest(masks: list[int]) -> int | None:
    """The undecided cell with the fewest candidates; None if all are decided."""
    fewest, chosen = 1_000_000, None
    for cell, mask in enumerate(masks):
        if mask & (mask - 1):
            count = mask.bit_count()
            if count < fewest:
                if count == 2:
                    return cell
                fewest, chosen = count, cell
    return chosen
