"""The second opinion on a par: a CP-SAT model, confirmed move by move on the cells.

This module shares nothing with the exact search but the level and the proof:
it labels its own regions, argues its own lower bound and replays its own
moves. `confirm` tests a claimed par, `solve` finds one from scratch. Both ask
one question, "do k actions suffice?", of the model of `_StackFlood`. What
follows shows that the model is satisfiable if and only if they do.

**Trees.** A *leaf* is one region in its original colour. An inner *node* is a
paintable colour p and one or more children, each of a colour other than p: the
children's regions and *own* regions, namely all regions of original colour p
that touch a child. The regions of a node must be connected. Each child is
painted p once, so a node costs as many actions as it has descendants.

1. *k actions that win yield a tree of cost ≤ k that holds every region.* Follow
   the actions; keep for each component a tree that holds it (or more) at the
   cost of the actions spent in it, first a leaf for each region. When a
   component with tree Z is painted p and merges with components of trees
   D₁…D_m, all of colour p, take the node of colour p whose children are Z and
   the children of all D_i. A leaf D_i touches Z, so it is an own region.

2. *Siblings need not touch or overlap.* Say siblings Z₁, Z₂ of colours r₁, r₂ do.
   If r₁ = r₂, one node with the children of both (or Z₂ alone, if Z₁ is a leaf:
   it then is a region of Z₂) saves an action. If r₂ is paintable, put Z₁ below
   Z₂ (below a new node of colour r₂, if Z₂ is a leaf): the union is painted r₂
   and then p at the same cost. Sets only grow by this, and nodes stay connected.
   Likewise if r₁ is paintable. Each exchange lowers the cost, or else keeps it
   and raises the sum of all depths, which the cost bounds: so this ends. Left
   are touching *stubborn* siblings: two leaves, both of unpaintable colours.
   Hence no region is in two places: an own region of a node that touches one
   child is not in another.

3. *Which colours to paint with.* A node whose colour no region has owns nothing.
   In a cheapest tree it does not have only one child (painting the same regions
   twice in a row is a waste), so it is held together by touching siblings: all
   its children are stubborn leaves. Giving all such nodes one and the same colour
   therefore never makes a child equal its parent. So the paintable colours on the
   board are enough, plus one spare colour if some colour on the board is
   unpaintable.

4. *Such a tree can be played.* Order the children of each node: first one of
   greatest cost, then always one that touches what the earlier ones and the own
   regions next to them have become; the node is connected, so there is one. Visit
   the tree in post-order and paint each child as it is left. When Z, child of
   a node of colour p, is painted, a region w outside it that touches it is
     - untouched: it merges if it has colour p, and is an own region of the node; or
     - in an earlier sibling: then both are stubborn leaves and w, now p, merges; or
     - an own region of the node, p already: it merges; or
     - an own region of an ancestor of colour p′, still p′ and never painted. Here
       p′ ≠ p, for a region of colour p that touches Z would be in the node.
   It is in no other place, as siblings do not touch. So each action does on
   the real board what it does in the tree, and *at every action, a region that
   was ever painted and touches the painted set is in the set*, stubborn leaves apart.

The model's variables describe such a visit and its clauses say what steps 2 to 4
say of it, which makes it satisfiable if k actions suffice; so "unsatisfiable" is
a proof of par > k. Conversely a solution's actions merge on the real board just
what they merge in the model: anything untouched, or touched and never painted
since, shows its original colour, and the clauses speak of those; anything
else is not allowed to touch. We need not trust this half: the actions of every
solution are replayed on the cells, and a sequence that fails is never claimed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kamigen.budget import Budget, BudgetSpent, Meter
from kamigen.cpsat import Enquiry, Question
from kamigen.games.kami.graphlevel import GraphLevel
from kamigen.level import Proof

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import BoolVarT, CpSolver

    from kamigen.games.kami.level import KamiLevel

Cell = tuple[int, int]
Move = tuple[Cell, int]
_Beside = Mapping[Cell, Sequence[Cell]]

# A model of n regions and k actions has some n²·diameter/4 + 3·n·k² clauses. At this
# many regions it is far beyond what the solver decides, and takes about 1 GB to write.
_MOST_REGIONS = 500


def confirm(level: KamiLevel, par: int, budget: Budget) -> Proof:
    """Test the claim that `par` is the minimal number of actions."""
    return _Enquiry(level, budget).confirm(par)


def solve(level: KamiLevel, budget: Budget) -> Proof:
    """Find the par from scratch."""
    return _Enquiry(level, budget).find()


class _Enquiry(Enquiry[Move]):
    def __init__(self, level: KamiLevel, budget: Budget) -> None:
        self._level = level
        self._beside = _touching_cells(level)
        self._regions = _label(level, self._beside)
        # The model is of one component in the end: of graphs in several parts it has no word.
        self._silent = not _is_connected(self._regions)
        # An action takes away at most one colour for good.
        super().__init__(budget, len(set(self._regions.colours)) - 1)

    def _ask(self, actions: int) -> bool:
        # To paint every region by itself, all with one colour, always suffices.
        return super()._ask(min(actions, len(self._regions.colours)))

    def _question(self, actions: int, meter: Meter) -> _StackFlood | None:
        if self._silent or len(self._regions.colours) > _MOST_REGIONS:
            return None
        return _StackFlood(self._regions, self._level.colours, actions, meter)

    def _replayed(self, moves: tuple[Move, ...]) -> tuple[Move, ...] | None:
        return moves if _wins(self._level, self._beside, moves) else None

    def _spelled(self, move: Move) -> str:
        cell, colour = move
        return f"{self._level.name_of(cell)} {colour}"

    def __str__(self) -> str:
        return str(self._level)


@dataclass(frozen=True, slots=True)
class _Regions:
    """The regions by number: original colour, touching regions, first cell."""

    colours: tuple[int, ...]
    touching: tuple[frozenset[int], ...]
    cells: tuple[Cell, ...]


def _label(level: KamiLevel, beside: _Beside) -> _Regions:
    colour_at = _by_cell(level)
    region_at: dict[Cell, int] = {}
    firsts: list[Cell] = []
    for first in colour_at:
        if first not in region_at:
            component = _component(colour_at, beside, first)
            region_at.update(dict.fromkeys(component, len(firsts)))
            firsts.append(first)
    touching: list[set[int]] = [set() for _ in firsts]
    for cell, region in region_at.items():
        touching[region] |= {region_at[other] for other in beside[cell]} - {region}
    return _Regions(
        tuple(colour_at[first] for first in firsts), tuple(map(frozenset, touching)), tuple(firsts)
    )


def _is_connected(regions: _Regions) -> bool:
    reached = {0}
    for region in (queue := [0]):  # grows while it is walked
        queue += regions.touching[region] - reached
        reached |= regions.touching[region]
    return len(reached) == len(regions.colours)


def _wins(level: KamiLevel, beside: _Beside, moves: Sequence[Move]) -> bool:
    """Whether every move is legal and changes the board, and the last one ends the game."""
    colour_at = _by_cell(level)
    for cell, colour in moves:
        if len(set(colour_at.values())) == 1 or colour_at[cell] == colour:
            return False
        if not 1 <= colour <= level.colours:
            return False
        colour_at.update(dict.fromkeys(_component(colour_at, beside, cell), colour))
    return len(set(colour_at.values())) == 1


def _by_cell(level: KamiLevel) -> dict[Cell, int]:
    return {
        (row, column): colour
        for row, line in enumerate(level.cells, start=1)
        for column, colour in enumerate(line, start=1)
    }


def _touching_cells(level: KamiLevel) -> _Beside:
    """Return for every cell those beside it, whatever their colours."""
    beside: dict[Cell, list[Cell]] = {cell: [] for cell in _by_cell(level)}
    if isinstance(level, GraphLevel):
        pairs = [((1, first + 1), (1, second + 1)) for first, second in level.edges]
    else:
        pairs = [
            (cell, other)
            for cell in beside
            for other in ((cell[0] + 1, cell[1]), (cell[0], cell[1] + 1))
            if other in beside
        ]
    for first, second in pairs:
        beside[first].append(second)
        beside[second].append(first)
    return beside


def _component(colour_at: Mapping[Cell, int], beside: _Beside, start: Cell) -> set[Cell]:
    """Return the cells connected with `start` in its colour."""
    component = {start}
    unexplored = [start]
    while unexplored:
        for other in beside[unexplored.pop()]:
            if other not in component and colour_at[other] == colour_at[start]:
                component.add(other)
                unexplored.append(other)
    return component


class _StackFlood(Question[Move]):
    """The question "do so many actions suffice?" as clauses.

    The visit of the module's docstring is a program on a stack of components.
    Action t paints its *target*: the *active* component on top of the stack, or
    (a *push*) one untouched region, above which the former top then waits. The
    target takes in what it must, and perhaps (a *pop*) the component waiting
    below it. Touched regions leave the stack never, so a component is all that
    was first touched in one interval of actions: it is told by the action after
    which the component below it was left to wait, 0 if there is none.

    Once a repaint keeps the colour, all later ones do: such idle actions are
    how the program for k actions holds those for fewer. They change nothing.

    Every list is indexed by the action first; entry 0 is the time before any.
    """

    # Measured: with it the solver takes twice the time.
    presolved = False

    def __init__(self, regions: _Regions, colours: int, actions: int, meter: Meter) -> None:
        super().__init__()
        self._regions = regions
        self._numbers = range(len(regions.colours))
        self._actions = range(1, actions + 1)
        self._meter = meter
        self._paints = _useful_colours(set(regions.colours), range(1, colours + 1))

        never = self._model.new_constant(False)
        self._colour = [
            {colour: self._model.new_bool_var("") if t else never for colour in self._paints}
            for t in range(actions + 1)
        ]
        self._push = self._timeline(never)
        self._idle = self._timeline(never)
        self._pops = self._timeline(never)
        self._start = self._timelines(never)
        self._target = self._timelines(never)
        self._painted = self._timelines(never)  # has ever been a target
        self._touched = self._timelines(never)
        self._active = self._timelines(never)  # in the top component, after the action
        self._contact = self._timelines(never)  # where a popped component touches the target
        # After which action the component below the target was left to wait; then the one
        # below the active component, which is another one after a pop; then the popped one.
        self._under_target = self._earlier(first=0)
        self._under_active = self._earlier(first=0)
        self._popped = self._earlier(first=1)

        for t in self._actions:
            self._check_time()
            self._stack(t)
            self._paint(t)
            self._flood(t)
        self._finish()
        self._lose_colours()
        self._stay_near()

    def _stack(self, t: int) -> None:
        """What waits below what."""
        clause = self._model.add_bool_or
        push, pops, popped = self._push[t], self._pops[t], self._popped[t]
        before, after = self._under_target[t], self._under_active[t]
        self._model.add_exactly_one(before.values())
        self._model.add_exactly_one(after.values())
        self._model.add_exactly_one(*popped.values(), ~pops)
        if t == 1:
            clause(push)
        clause(~push, before[t - 1])
        for j, waits in self._under_active[t - 1].items():
            clause(push, ~waits, before[j])
        for j in before:
            clause(pops, ~before[j], after[j])
        for j, pop in popped.items():
            clause(~pop, before[j])
            for i, waits in self._under_active[j].items():
                clause(~pop, ~waits, after[i])
                # The greatest child comes first, so what waits for its siblings took at
                # least as many actions as the sibling that now joins it.
                if j - i < t - j:
                    clause(~pop, ~waits)
            for colour in self._paints:
                clause(~pop, ~self._colour[j][colour], self._colour[t][colour])

    def _paint(self, t: int) -> None:
        """Which regions are painted, and with what."""
        clause = self._model.add_bool_or
        push, idle = self._push[t], self._idle[t]
        colour, colour_before = self._colour[t], self._colour[t - 1]
        self._model.add_exactly_one(colour.values())
        self._model.add_exactly_one(*self._start[t], ~push)
        clause(~idle, ~push)
        clause(~self._idle[t - 1], idle)
        for c in self._paints:
            clause(push, idle, ~colour_before[c], ~colour[c])
            clause(~idle, ~colour_before[c], colour[c])
        for v in self._numbers:
            start, target, active_before = (
                self._start[t][v],
                self._target[t][v],
                self._active[t - 1][v],
            )
            clause(~start, ~self._touched[t - 1][v])
            clause(~start, target)
            clause(~push, start, ~target)
            clause(push, ~active_before, target)
            clause(push, active_before, ~target)
            if self._regions.colours[v] in colour:
                clause(~start, ~colour[self._regions.colours[v]])
            clause(~target, self._painted[t][v])
            clause(~self._painted[t - 1][v], self._painted[t][v])
            clause(~self._painted[t][v], self._painted[t - 1][v], target)

    def _flood(self, t: int) -> None:
        """What the painted regions merge with."""
        clause = self._model.add_bool_or
        target, touched, active = self._target[t], self._touched[t], self._active[t]
        touched_before, painted_before = self._touched[t - 1], self._painted[t - 1]
        colour, contact, start = self._colour[t], self._contact[t], self._start[t]
        for v in self._numbers:
            own = colour.get(self._regions.colours[v])
            beside = self._regions.touching[v]
            clause(~target[v], active[v])
            clause(~touched_before[v], touched[v])
            # Touched for the first time: as the start of a push, or in its own colour from beside.
            new = (~touched[v], touched_before[v], start[v])
            clause(*new, *((own,) if own is not None else ()))
            clause(*new, *(target[u] for u in beside))
            for u in beside:
                if own is not None:
                    clause(~target[u], target[v], ~own, active[v])
                # A painted region beside the target is in it; two stubborn leaves, the
                # later of which joins the former at once, are the exception.
                alien = (~target[u], target[v], ~painted_before[v])
                if own is not None or self._regions.colours[u] in colour:
                    clause(*alien)
                else:
                    clause(*alien, start[u])
                    clause(*alien, active[v])
            clause(~active[v], touched[v])
            for j, waits in self._under_active[t].items():
                clause(~waits, ~self._touched[j][v], ~active[v])
                clause(~waits, self._touched[j][v], ~touched[v], active[v])
            clause(~contact[v], touched_before[v])
            clause(~contact[v], active[v])
            clause(~contact[v], ~target[v])
            clause(~contact[v], *(target[u] for u in beside))
        clause(~self._pops[t], *contact)

    def _finish(self) -> None:
        """In the end the one component holds every region."""
        for touched in self._touched[-1]:
            self._model.add_bool_or(touched)
        self._model.add_bool_or(self._under_active[-1][0])

    def _lose_colours(self) -> None:
        """Redundant: every action takes away at most one colour for good.

        So before the last i actions at most i + 1 of the colours on the board may
        still be in play. A colour out of play shows nowhere: each region that has
        it is touched, and it is painted no more. This is a pigeonhole argument,
        which clause learning cannot find by itself in reasonable time.
        """
        clause = self._model.add_bool_or
        board = sorted(set(self._regions.colours))
        lost_before = [self._model.new_constant(False) for _ in board]
        for t in self._actions:
            lost = [self._model.new_bool_var("") for _ in board]
            for c, now, before in zip(board, lost, lost_before, strict=True):
                clause(~before, now)
                if c in self._colour[t]:
                    clause(~now, ~self._colour[t][c])
                for v in self._numbers:
                    if self._regions.colours[v] == c:
                        clause(~now, self._touched[t][v])
            self._model.add(sum(lost) >= len(board) - 1 - (len(self._actions) - t))
            lost_before = lost

    def _stay_near(self) -> None:
        """Redundant: a component of n actions holds no regions further apart than 2n.

        By induction over the tree: a way through a node passes through each of its
        children once at most, over no more than 2·cost steps, and takes two steps
        for each of them to come from the last own region and go to the next.
        """
        for u in self._numbers:
            self._check_time()
            for v, distance in enumerate(_distances(self._regions, u)[:u]):
                for t in self._actions[: (distance - 1) // 2]:
                    self._model.add_bool_or(~self._active[t][u], ~self._active[t][v])

    def _moves(self, solver: CpSolver) -> tuple[Move, ...]:
        """Read the moves of a solution, without the idle ones."""
        moves = []
        for t in self._actions:
            if not solver.boolean_value(self._idle[t]):
                region = next(v for v in self._numbers if solver.boolean_value(self._target[t][v]))
                colour = next(c for c in self._paints if solver.boolean_value(self._colour[t][c]))
                moves.append((self._regions.cells[region], colour))
        return tuple(moves)

    def _timeline(self, never: BoolVarT) -> list[BoolVarT]:
        return [never, *(self._model.new_bool_var("") for _ in self._actions)]

    def _timelines(self, never: BoolVarT) -> list[list[BoolVarT]]:
        """A literal for each action and region."""
        self._check_time()
        return [
            [self._model.new_bool_var("") if t else never for _ in self._numbers]
            for t in range(len(self._actions) + 1)
        ]

    def _earlier(self, first: int) -> list[dict[int, BoolVarT]]:
        """A literal for each action and earlier one."""
        return [
            {j: self._model.new_bool_var("") for j in range(first, t)}
            for t in range(len(self._actions) + 1)
        ]

    def _check_time(self) -> None:
        if self._meter.seconds_left == 0:
            raise BudgetSpent


def _useful_colours(board: set[int], palette: range) -> list[int]:
    """Return the colours that are enough to paint with (step 3 of the proof)."""
    useful = [colour for colour in palette if colour in board]
    if not board <= set(palette):
        useful += [colour for colour in palette if colour not in board][:1]
    return useful


def _distances(regions: _Regions, start: int) -> list[int]:
    """Return how many steps each region is away from `start`."""
    distance = {start: 0}
    for region in (queue := [start]):  # grows while it is walked
        for other in regions.touching[region]:
            if other not in distance:
                distance[other] = distance[region] + 1
                queue.append(other)
    return [distance[region] for region in range(len(regions.colours))]
