"""The ladder of techniques: how a person solves a board, from the plainest rung up.

A person keeps *marks*: for every blank cell the values it can still have. What a
placed number excludes is struck out at once: the number itself from its region
and its neighbours, and from the cells above and below it in its region what
would not leave room for a strict fall. Everything beyond that is a technique of
the table `TECHNIQUES`, which finds one step at a time. After a step one begins
again on the lowest rung, so a technique is used only where all plainer ones are
at their end.

Every technique is sound: it strikes out only what no solution that agrees with
the marks has. So if the ladder fills the board, the solution is the only one.
The arguments stand with the techniques.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from kamigen.games.kojun.board import NONE, Board, bits_of, greater, smaller
from kamigen.games.kojun.search import propagate


@dataclass(frozen=True, slots=True)
class Step:
    """What a technique has found: a cell's value, or values to strike out.

    `cells` and `values` are where to look and what for; their meaning is the
    technique's. `placed` is a cell and its value; `struck` are cells, each with
    the mask of the values that go.
    """

    technique: str
    cells: tuple[int, ...]
    values: int
    placed: tuple[int, int] | None = None
    struck: tuple[tuple[int, int], ...] = ()


class Marks:
    """A board being solved: its values so far, and what each cell can still be.

    The last rung of the ladder needs to be told the `solution`; without it there
    is no such rung. `trials` is how many values may still be supposed.
    """

    __slots__ = ("blank", "board", "masks", "solution", "trials", "values")

    def __init__(
        self,
        board: Board,
        values: Sequence[int],
        solution: Sequence[int] | None = None,
        trials: int = sys.maxsize,
    ) -> None:
        self.board = board
        self.solution = solution
        self.trials = trials
        self.values = [0] * len(values)
        self.masks = list(board.start)
        # A dict is a set that keeps the order of reading.
        self.blank = dict.fromkeys(range(len(values)))
        for cell, value in enumerate(values):
            if value:
                self.place(cell, value)

    def copy(self) -> Marks:
        """The same marks on another sheet, to suppose something."""
        other = Marks(self.board, self.values, self.solution, self.trials)
        other.masks = self.masks.copy()
        return other

    def place(self, cell: int, value: int) -> None:
        """Write a value into a cell and strike out what it excludes."""
        board, masks = self.board, self.masks
        bit = 1 << (value - 1)
        masks[cell] = bit
        self.values[cell] = value
        del self.blank[cell]
        for other in board.peers[cell]:
            masks[other] &= ~bit
        up, distance = board.above[cell], 1
        while up != NONE:
            masks[up] &= -(bit << distance)
            up, distance = board.above[up], distance + 1
        down, distance = board.below[cell], 0
        while down != NONE:
            masks[down] &= (bit >> distance) - 1 if bit >> distance else 0
            down, distance = board.below[down], distance + 1

    def take(self, step: Step) -> None:
        """Do what a step says."""
        if step.placed is not None:
            self.place(*step.placed)
        for cell, mask in step.struck:
            self.masks[cell] &= ~mask

    def next_step(self, techniques: Sequence[Technique]) -> Step | None:
        """Find a step by the first of the techniques that has one."""
        for technique in techniques:
            step = technique.find(self)
            if step is not None:
                return step
        return None


@dataclass(frozen=True, slots=True)
class Technique:
    """A rung of the ladder."""

    name: str
    find: Callable[[Marks], Step | None]


@dataclass(frozen=True, slots=True)
class Climb:
    """The steps that techniques allowed, and whether they filled the board."""

    steps: tuple[Step, ...]
    solved: bool

    @property
    def placed(self) -> Iterator[tuple[int, int]]:
        """The cells in the order in which they were filled, each with its value."""
        return (step.placed for step in self.steps if step.placed is not None)


def climb(
    board: Board,
    values: Sequence[int],
    techniques: Sequence[Technique],
    solution: Sequence[int] | None = None,
) -> Climb:
    """Solve as far as the techniques go. The board must have a solution."""
    marks = Marks(board, values, solution)
    steps: list[Step] = []
    while marks.blank and (step := marks.next_step(techniques)):
        marks.take(step)
        steps.append(step)
    return Climb(tuple(steps), not marks.blank)


def _only_value(marks: Marks) -> Step | None:
    """A cell has one value left: it has some value, so it has this one."""
    masks = marks.masks
    for cell in marks.blank:
        mask = masks[cell]
        if not mask & (mask - 1) and mask:
            return Step("only-value", (cell,), mask, (cell, mask.bit_length()))
    return None


def _only_place(marks: Marks) -> Step | None:
    """A value has one cell left in a region: a region holds every value, so it is there."""
    masks = marks.masks
    for members in marks.board.members:
        once = twice = 0
        for cell in members:
            mask = masks[cell]
            twice |= once & mask
            once |= mask
        only = once & ~twice
        if only:
            for cell in members:
                hit = masks[cell] & only
                if hit and cell in marks.blank:
                    bit = hit & -hit
                    return Step("only-place", (cell,), bit, (cell, bit.bit_length()))
    return None


def _order(marks: Marks) -> Step | None:
    """Of two cells one above the other the upper exceeds the least that the lower can be.

    And the lower falls short of the greatest that the upper can be.
    """
    masks, above = marks.masks, marks.board.above
    for cell in marks.blank:
        up = above[cell]
        if up == NONE or up not in marks.blank:
            continue
        struck = masks[up] & ~greater(masks[cell])
        if struck:
            return Step("order", (cell,), masks[cell] & -masks[cell], struck=((up, struck),))
        struck = masks[cell] & ~smaller(masks[up])
        if struck:
            most = 1 << (masks[up].bit_length() - 1)
            return Step("order", (up,), most, struck=((cell, struck),))
    return None


def _touching(marks: Marks) -> Step | None:
    """All places left for a region's value touch a cell: one of them has it, so not the cell."""
    board, masks = marks.board, marks.masks
    for members in board.members:
        for bit in bits_of((1 << len(members)) - 1):
            places = [cell for cell in members if masks[cell] & bit]
            # A cell touches four others; with one place the value is about to be placed.
            if not 2 <= len(places) <= 4:
                continue
            for cell in board.touching[places[0]]:
                if (
                    masks[cell] & bit
                    and cell not in places
                    and all(cell in board.touching[place] for place in places[1:])
                ):
                    return Step("touching", tuple(places), bit, struck=((cell, bit),))
    return None


def _naked_pair(marks: Marks) -> Step | None:
    """Two cells that must differ can only be the same two values.

    Between them they use both up, so no cell that must differ from both has either.
    """
    board, masks = marks.board, marks.masks
    for first in marks.blank:
        mask = masks[first]
        if mask.bit_count() != 2:
            continue
        for second in board.peers[first]:
            if second <= first or masks[second] != mask:
                continue
            struck = tuple(
                (cell, masks[cell] & mask)
                for cell in board.peers[first]
                if cell != second and masks[cell] & mask and cell in board.peers[second]
            )
            if struck:
                return Step("naked-pair", (first, second), mask, struck=struck)
    return None


def _hidden(size: int, name: str) -> Callable[[Marks], Step | None]:
    """So many values of a region have only as many cells left: nothing else fits in these."""

    def find(marks: Marks) -> Step | None:
        masks = marks.masks
        for members in marks.board.members:
            blank = [cell for cell in members if cell in marks.blank]
            if len(blank) <= size:
                continue
            # A value with more places than that is in no such group.
            missing = [
                bit
                for bit in bits_of((1 << len(members)) - 1)
                if 0 < sum(masks[cell] & bit != 0 for cell in blank) <= size
            ]
            for chosen in combinations(missing, size):
                values = sum(chosen)
                places = tuple(cell for cell in blank if masks[cell] & values)
                if len(places) != size:
                    continue
                struck = tuple(
                    (cell, masks[cell] & ~values) for cell in places if masks[cell] & ~values
                )
                if struck:
                    return Step(name, places, values, struck=struck)
        return None

    return find


def _naked_triple(marks: Marks) -> Step | None:
    """Three cells of a region have three values between them: no other cell there has one."""
    masks = marks.masks
    for members in marks.board.members:
        blank = [cell for cell in members if cell in marks.blank]
        if len(blank) <= 3:
            continue
        for chosen in combinations([c for c in blank if masks[c].bit_count() <= 3], 3):
            values = masks[chosen[0]] | masks[chosen[1]] | masks[chosen[2]]
            if values.bit_count() != 3:
                continue
            struck = tuple(
                (cell, masks[cell] & values)
                for cell in blank
                if cell not in chosen and masks[cell] & values
            )
            if struck:
                return Step("naked-triple", chosen, values, struck=struck)
    return None


def _trial(marks: Marks) -> Step | None:
    """A value that leads to a dead end by plain reasoning is not the cell's value.

    Plain reasoning is `propagate`: the techniques up to `order`. Cells with few
    values are tried first, as a person would.
    """
    board, masks = marks.board, marks.masks
    for cell in sorted(marks.blank, key=lambda cell: masks[cell].bit_count()):
        for bit in bits_of(masks[cell]):
            if not marks.trials:
                return None
            marks.trials -= 1
            supposed = masks.copy()
            supposed[cell] = bit
            if not propagate(board, supposed, [cell], set()):
                return Step("trial", (cell,), bit, struck=((cell, bit),))
    return None


def _search(marks: Marks) -> Step | None:
    """The last resort: all other values of a cell are refuted by exhausting them.

    That is how the only solution became known; there is no shorter reason to give.
    """
    if marks.solution is None:
        return None
    masks = marks.masks
    cell = min(marks.blank, key=lambda cell: masks[cell].bit_count())
    return Step("search", (cell,), masks[cell], (cell, marks.solution[cell]))


SINGLES = (Technique("only-value", _only_value), Technique("only-place", _only_place))
ORDERED = (*SINGLES, Technique("order", _order))
MARKED = (
    *ORDERED,
    Technique("touching", _touching),
    Technique("naked-pair", _naked_pair),
    Technique("hidden-pair", _hidden(2, "hidden-pair")),
    Technique("naked-triple", _naked_triple),
    Technique("hidden-triple", _hidden(3, "hidden-triple")),
)
TECHNIQUES = (*MARKED, Technique("trial", _trial), Technique("search", _search))
"""All rungs, the lowest first. The last leaves no board with one solution unsolved."""
