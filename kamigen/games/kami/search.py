"""The exact search: the least number of actions, with both halves of its proof.

Sequences of actions are not searched; **blobs** are. A blob (X, p) is a set of
regions made monochromatic in colour p, and its cost is the number of actions
spent inside it. A region as it stands is a blob of cost 0. Every other blob is
a *node*: some blobs of other colours, its *children*, are painted p, one action
each, and all regions of original colour p that touch them come along, its
*leaves*:

    cost(node) = Σ over its children (cost(child) + 1)

**Every sequence is a tree of blobs** (so the search misses nothing). When an
action paints a component p and swallows others of colour p, make one node of
it: what was painted is a child, what was swallowed is a leaf or brings in its
own children and leaves. The cost at the end is at most the number of actions.

**Normal form.** Among all trees of least cost for the whole board there is one
where (1) every node takes all leaves it can, (2) no two children of a node
touch or overlap, (3) every child touches a leaf of the node's colour p (foreign
pairs, see below, apart), and
(4) no child is a proper subset of another blob that costs no more.

  (1) Growing a set never breaks a tree: whatever touched it touches it still.
  (2) Let children (Y, q) and (Z, r) of a node touch or overlap. If q = r they
      join as they are, which saves an action. Otherwise paint Y with r, let it
      join Z, and paint the union p: two actions, as before, and one child
      fewer. This paints with r, so r (or, the roles exchanged, q) must be in
      the palette: the exchange fails only where Y and Z are single regions of
      *foreign* colours, which are on the board but not in the palette. Such a
      pair may stay.
  (3) By (2) the children of a node hang together only through its leaves (or
      as foreign pairs). An only child without a leaf is painted in vain: its
      parent paints it anew, or has its colour already and takes it as it is.
  (4) Put the larger blob in its place. If it has the node's own colour p it
      need not be painted: its children become the node's, which saves an action.

**Of blobs that one contains another it is enough to keep the largest**, and of
equal sets any one, whatever their colours. Claim: for every tree T that is part
of a tree for the whole board of cost ≤ k, the search keeps a blob that holds at
least T's vertices and costs no more. By induction on T's cost, then on its
root's number of children: put in place of every child the blob that is kept for
it, as in (4); that is a tree of no higher cost. If it is cheaper, or if two
children now touch and (2) leaves one child fewer, the claim holds by induction.
Otherwise the search makes this very node, adding sides in an order in which they
hang together, and keeps it, or met it before at no higher cost, or keeps a blob
that contains it. The bound lets it and its unfinished forms through: with the
vertices drawn together to one region, what is left of the larger tree is a tree
for the board that remains, and its cost is what the bound allows.

**A tree with (1) and (2) can be played as it is**: build the children one
after the other, then paint each with p. What is waiting never touches what is
being built, since both lie inside non-touching siblings, so nothing merges
that the tree does not merge. Hence par = the least cost of a blob that holds
the whole board; nothing here rests on the tree being realised otherwise. The
actions are replayed on the region graph all the same before they are returned.

It is also sound to apply a bound to a blob *while its node is unfinished*, with
some siblings still to come: the node's first children may be painted p before
the next sibling Z is built. A blob U inside Z could only meet them if it were p
and touched one of their leaves; then that leaf would be in U by (1), and Z
would touch a sibling. So from the blob the rest of the tree can be played on
the real board, which is what the bound speaks about.

`decide(k)` builds all blobs of cost ≤ k that the bound lets through, layer by
layer, each node from its costliest child, the *main* one, to which the other
children, the *sides*, are added one by one. If no blob holds the whole board,
par > k.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from kamigen.budget import Budget, BudgetSpent, Meter
from kamigen.games.kami.bounds import Bound, Contraction, Terrain, vertices_of
from kamigen.games.kami.graph import RegionGraph

# Blobs that the first beam keeps from one layer to the next. Deciding an optimum that
# the beams have missed costs far more than a wide beam, but most boards need none, so
# a beam of twice the width follows only as long as the last took no more nodes than all
# decisions so far. On 20 random 10×16 boards with 6 colours this takes 2.0 s where one
# beam of 120, whatever the board, takes 4.3 s; first widths of 30 and 60 are alike.
# A beam's node takes some ten times the memory of a decision's, so there is a last
# width: on 160 regions it takes 200 to 300 MB.
FIRST_WIDTH = 30
LAST_WIDTH = 4_096

# Beyond this many regions no ball tables are built and only plain bounds are
# given: nothing of that size is decided in a person's time.
MOST_REGIONS = 1_500

# Stored blobs may take about this much memory before the search gives up.
_MOST_BYTES = 1 << 30
_BYTES_PER_BLOB = 600


@dataclass(frozen=True, slots=True)
class GraphProof:
    """What is known of a region graph's par; `actions` are (vertex, colour) pairs.

    `stopped` says what ran out, if the search had to end early: nodes, seconds
    or bytes.
    """

    lower: int
    upper: int
    actions: tuple[tuple[int, int], ...]
    states: int
    seconds: float = field(default=0.0, compare=False)
    stopped: str = ""
    solver: str = field(default="python", compare=False)

    @property
    def proven(self) -> bool:
        """Whether both halves of the proof are there."""
        return self.lower == self.upper


def solve(
    graph: RegionGraph, palette: int, budget: Budget, *, most: int | None = None
) -> GraphProof:
    """Find the par of a connected region graph painted with the colours 1..palette.

    With `most`, only the question "is par ≤ most?" is answered: the search ends
    as soon as it has that many actions or fewer, or has refuted them.
    """
    meter = budget.start()
    known = Known(plain_lower(graph, palette), repaint_all(graph, palette), most)
    stopped = ""
    try:
        if 1 < len(graph) <= MOST_REGIONS:
            _close_in(known, graph, palette, meter)
    except BudgetSpent as spent:
        stopped = str(spent)
    check_replay(graph, known.actions, palette)
    return GraphProof(
        known.lower,
        len(known.actions),
        tuple(known.actions),
        meter.nodes,
        meter.seconds,
        stopped,
    )


def check_replay(graph: RegionGraph, actions: Sequence[tuple[int, int]], palette: int) -> None:
    """Refuse to claim a sequence that does not solve the graph."""
    if not is_solved_by(graph, actions, palette):
        raise AssertionError(f"the search returned {actions}, which does not solve {graph}")


def is_solved_by(graph: RegionGraph, actions: Sequence[tuple[int, int]], palette: int) -> bool:
    """Replay: whether the actions are legal, change something, and leave one region.

    A vertex that was swallowed stands for the region that swallowed it. Regions
    are merged into the one with the most neighbours and renamed only when they
    are looked up, so that even a long replay on a large board takes near-linear
    time.
    """
    holder: dict[int, int] = {}
    around = {vertex: set(others) for vertex, others in graph.adjacency.items()}
    colours = dict(graph.colours)

    def region(code: int) -> int:
        while code in holder:
            code = holder[code]
        return code

    for code, colour in actions:
        painted = region(code)
        if not 1 <= colour <= palette or colours[painted] == colour:
            return False
        touching = {region(other) for other in around[painted]} - {painted}
        merged = [painted] + [other for other in touching if colours[other] == colour]
        around[painted] = touching
        keeper = max(merged, key=lambda vertex: len(around[vertex]))
        for vertex in merged:
            if vertex != keeper:
                around[keeper] |= around.pop(vertex)
                holder[vertex] = keeper
        colours[keeper] = colour
    return len(around) == 1


Actions = list[tuple[int, int]]


@dataclass(slots=True)
class Known:
    """What the search has shown so far; it stays when the budget ends."""

    lower: int
    actions: Actions
    most: int | None

    @property
    def settled(self) -> bool:
        """Whether the bounds have met, or the question asked is answered."""
        if self.lower >= len(self.actions):
            return True
        return self.most is not None and (self.lower > self.most or len(self.actions) <= self.most)


def plain_lower(graph: RegionGraph, palette: int) -> int:
    """The plain lower bound, by counting.

    An action takes at most one colour from the board. And a region whose colour
    cannot be painted with merges with nothing before it is painted itself: each
    such region takes an action of its own.
    """
    if len(graph) == 1:
        return 0
    foreign = sum(colour > palette for colour in graph.colours.values())
    return max(len(set(graph.colours.values())) - 1, foreign)


def repaint_all(graph: RegionGraph, palette: int) -> Actions:
    """The plain upper bound: paint every region that is not of one chosen colour."""
    if len(graph) == 1:
        return []
    counts = dict.fromkeys(range(1, palette + 1), 0)
    for colour in graph.colours.values():
        if colour in counts:
            counts[colour] += 1
    chosen = max(counts, key=counts.__getitem__)
    return [(code, chosen) for code, colour in graph.colours.items() if colour != chosen]


def _close_in(known: Known, graph: RegionGraph, palette: int, meter: Meter) -> None:
    """Bring the bounds together: beams from above, refutations from below."""
    terrain = Terrain(graph)
    bound = Bound(terrain)
    known.lower = max(known.lower, bound.lower())
    beams = _Beams(known, terrain, palette, meter)
    beams.run(1)
    beams.run(FIRST_WIDTH)
    deciding = 0
    while not known.settled:
        before = meter.nodes
        k = known.lower if known.most is None else known.most
        found = _Decision(terrain, palette, meter, bound, k).run()
        if found is None:
            known.lower = k + 1
        else:
            known.actions = _actions(terrain, found)
        deciding += meter.nodes - before
        beams.widen(deciding)


@dataclass(frozen=True, slots=True)
class Ending:
    """Whether a graph can end in some colour: a sequence, None if there is none, or a stop."""

    actions: Actions | None
    states: int
    stopped: str = ""


def ending_in(graph: RegionGraph, palette: int, budget: Budget, colour: int, par: int) -> Ending:
    """Find a sequence of `par` actions after which a connected graph is all of this colour.

    `par` must be the graph's own: then no blob of lower cost holds the whole
    graph, so none that dominates the parts of such a sequence can hide it.
    """
    meter = budget.start()
    terrain = Terrain(graph)
    decision = _Decision(terrain, palette, meter, Bound(terrain), par, final=colour)
    try:
        found = decision.run()
    except BudgetSpent as spent:
        return Ending(None, meter.nodes, str(spent))
    return Ending(None if found is None else _actions(terrain, found), meter.nodes)


class _Blob:
    """A set of vertices made one colour; `children` are what was painted so, main first."""

    __slots__ = ("children", "colour", "cost", "reach", "vertices")

    def __init__(
        self, vertices: int, colour: int, reach: int, cost: int, children: tuple[_Blob, ...]
    ) -> None:
        self.vertices = vertices
        self.colour = colour
        self.reach = reach  # the vertices and all that touch them
        self.cost = cost
        self.children = children


def _actions(terrain: Terrain, blob: _Blob) -> Actions:
    """Play the tree: build all children of a node, then paint each."""
    # The chain of main children may be as long as the solution, so it is
    # walked; a side costs at most half of its node, so sides are shallow.
    chain = []
    while blob.children:
        chain.append(blob)
        blob = blob.children[0]
    actions: Actions = []
    for node in reversed(chain):
        for side in node.children[1:]:
            actions += _actions(terrain, side)
        for child in node.children:
            vertex = (child.vertices & -child.vertices).bit_length() - 1
            actions.append((terrain.codes[vertex], node.colour))
    return actions


class _Dock(NamedTuple):
    """Where a side joins a node: it touches a handle and holds nothing that is blocked."""

    handles: int
    blocked: int


class _Joiner:
    """Makes nodes: paints a blob, or adds one more painted side to a node."""

    def __init__(self, terrain: Terrain, palette: int, final: int | None = None) -> None:
        self.terrain = terrain
        self.foreign = 0
        for colour, members in terrain.classes.items():
            if colour > palette:
                self.foreign |= members
        self.colours = [colour for colour in terrain.classes if colour <= palette]
        # Of the colours that are not on the board one is as good as another, unless one
        # of them is to be the last; and only foreign pairs, which need no leaf, can have
        # a use for it.
        absent = [c for c in range(1, palette + 1) if c not in terrain.classes]
        if self.foreign and absent:
            self.colours.append(final if final in absent else absent[0])

    def singles(self) -> list[_Blob]:
        """The regions as they stand."""
        terrain = self.terrain
        return [
            _Blob(1 << v, terrain.colours[v], 1 << v | terrain.near[v], 0, ())
            for v in range(terrain.size)
        ]

    def is_foreign(self, blob: _Blob) -> bool:
        """Whether a blob is a single region of a colour that cannot be painted."""
        return bool(blob.vertices & self.foreign) and not blob.children

    def painted(self, main: _Blob) -> Iterator[_Blob]:
        """Yield the nodes that have `main` as their only child so far."""
        for colour in self.colours:
            if colour == main.colour:
                continue
            leaves = self.terrain.classes.get(colour, 0) & main.reach & ~main.vertices
            if leaves or self.is_foreign(main):
                reach = main.reach | self.terrain.touching(leaves)
                yield _Blob(main.vertices | leaves, colour, reach, main.cost + 1, (main,))

    def joined(self, node: _Blob, side: _Blob) -> _Blob:
        """Return the node with one more child."""
        leaves = self.terrain.classes.get(node.colour, 0) & side.reach & ~side.vertices
        return _Blob(
            node.vertices | side.vertices | leaves,
            node.colour,
            node.reach | side.reach | self.terrain.touching(leaves),
            node.cost + side.cost + 1,
            (*node.children, side),
        )

    def dock(self, node: _Blob, *, foreign: bool = False) -> _Dock:
        """Return where a side may join the node; a single foreign region has more room."""
        cores = blocked = pairs = 0
        for child in node.children:
            cores |= child.vertices
            if foreign and self.is_foreign(child):
                pairs |= child.vertices
            else:
                blocked |= child.reach
        leaves = self.terrain.classes.get(node.colour, 0) & node.vertices & ~cores
        return _Dock(leaves | pairs, blocked | pairs)

    def single_sides(self, node: _Blob) -> int:
        """The single regions that may join the node, as a mask."""
        dock = self.dock(node)
        sides = self.terrain.touching(dock.handles) & ~dock.blocked & ~self.foreign
        if self.foreign:
            dock = self.dock(node, foreign=True)
            sides |= self.terrain.touching(dock.handles) & ~dock.blocked & self.foreign
        return sides & ~node.vertices


class _Beam:
    """Finds a good sequence fast: the most promising blobs of every cost, with cheap sides.

    Its trees keep (1) and (2), so they can be played; it proves nothing below.
    """

    def __init__(self, terrain: Terrain, palette: int, meter: Meter, most: int) -> None:
        self._terrain = terrain
        self._joiner = _Joiner(terrain, palette)
        self._meter = meter
        self._most = most
        self.complete = False  # whether no layer was wider than the beam

    def run(self, width: int) -> _Blob | None:
        """Return a blob of cost ≤ `most` that holds everything, the cheapest found."""
        self.complete = True
        singles = self._joiner.singles()
        layers: list[list[_Blob]] = [[] for _ in range(self._most + 1)]
        layers[0] = singles
        cheapest: dict[int, int] = {}  # the least cost at which a set was kept
        for layer in layers:
            self.complete = self.complete and len(layer) <= width
            for blob in sorted(layer, key=self._score)[:width]:
                if blob.vertices == self._terrain.everything:
                    return blob
                for node in self._grown(blob, singles):
                    if node.cost < cheapest.get(node.vertices, self._most + 1):
                        cheapest[node.vertices] = node.cost
                        layers[node.cost].append(node)
                if len(cheapest) * _BYTES_PER_BLOB > _MOST_BYTES:
                    raise BudgetSpent("bytes")
        return None

    def _grown(self, main: _Blob, singles: list[_Blob]) -> Iterator[_Blob]:
        for node in self._joiner.painted(main):
            yield node
            if node.cost >= self._most:
                continue
            for vertex in vertices_of(self._joiner.single_sides(node)):
                yield self._joiner.joined(node, singles[vertex])

    def _score(self, blob: _Blob) -> int:
        """How far the blob is from holding everything.

        The distances of all vertices, those of every colour's farthest vertex, and
        how many actions a schedule of the colours needs if the farthest of the one
        that goes first is taken as near, of the next one action later, and so on.
        The weights matter little; on 300 random boards a beam of 60 finds 4,191
        actions in all, with far vertices, greatest distance and colours left 4,225.
        """
        self._meter.tick()
        discs = Contraction(self._terrain, blob.vertices, blob.reach).discs
        farthest = sorted(
            (
                next(radius for radius, disc in enumerate(discs) if not members & ~disc)
                for members in self._terrain.classes.values()
                if members & ~blob.vertices
            ),
            reverse=True,
        )
        needed = max((radius + later for later, radius in enumerate(farthest)), default=0)
        far = sum((self._terrain.everything & ~disc).bit_count() for disc in discs)
        return far + 5 * sum(farthest) + 20 * needed


class _Beams:
    """Runs beams of growing width, each for a sequence shorter than the best known."""

    def __init__(self, known: Known, terrain: Terrain, palette: int, meter: Meter) -> None:
        self._known = known
        self._terrain = terrain
        self._palette = palette
        self._meter = meter
        self._width = 0
        self._nodes = 0  # what the last beam took
        self._ended = False  # a wider beam could find no more, or would take too much

    def run(self, width: int) -> None:
        """Run one beam, if there is something left to find."""
        if self._known.settled or self._ended:
            return
        before = self._meter.nodes
        beam = _Beam(self._terrain, self._palette, self._meter, len(self._known.actions) - 1)
        try:
            found = beam.run(width)
        except BudgetSpent as spent:
            if str(spent) != "bytes":
                raise
            # Its memory is free again, and decisions need far less.
            self._ended = True
            return
        if found is not None:
            self._known.actions = _actions(self._terrain, found)
        self._width = width
        self._nodes = self._meter.nodes - before
        self._ended = (found is None and beam.complete) or 2 * width > LAST_WIDTH

    def widen(self, nodes: int) -> None:
        """Double the width as long as the last beam took no more than so many nodes."""
        while not (self._known.settled or self._ended) and self._nodes <= nodes:
            self.run(2 * self._width)


class _Layer:
    """The blobs of one cost. When no more can come they are sifted and sorted by neighbours."""

    def __init__(self, terrain: Terrain) -> None:
        self._terrain = terrain
        self.blobs: list[_Blob] = []
        # For every vertex, the blobs that touch it, and all their vertices together.
        self.around: list[list[_Blob]] = []
        self.hulls: list[int] = []

    def finish(self) -> None:
        """Drop the dominated blobs, the largest first; sort the rest by what they touch."""
        self.blobs = _undominated(self._terrain, self.blobs)
        self.around = [[] for _ in range(self._terrain.size)]
        self.hulls = [0] * self._terrain.size
        for blob in self.blobs:
            for vertex in vertices_of(blob.reach & ~blob.vertices):
                self.around[vertex].append(blob)
                self.hulls[vertex] |= blob.vertices


class _Decision:
    """Decides whether some blob of cost ≤ k holds the whole board, in its `final` colour if any."""

    def __init__(
        self,
        terrain: Terrain,
        palette: int,
        meter: Meter,
        bound: Bound,
        k: int,
        final: int | None = None,
    ) -> None:
        self._terrain = terrain
        self._joiner = _Joiner(terrain, palette, final)
        self._meter = meter
        self._bound = bound
        self._k = k
        self._final = final
        self._layers = [_Layer(terrain) for _ in range(k + 1)]
        # The least cost at which a blob was met, and whether the bound let it through.
        self._met: dict[tuple[int, int], tuple[int, bool]] = {}
        self._found: _Blob | None = None
        self._singles = self._joiner.singles()
        self._usable = 0  # the single regions that the bound lets through

    def run(self) -> _Blob | None:
        """Return such a blob, or None: then there is none."""
        for single in self._singles:
            if self._allows(single.vertices, single.reach, single.colour, single.cost):
                self._layers[0].blobs.append(single)
                self._usable |= single.vertices
        for cost in range(self._k):
            self._layers[cost].finish()
            for main in self._layers[cost].blobs:
                for node in self._joiner.painted(main):
                    if self._enter(node):
                        self._extend(node, self._sides(node))
                    if self._found is not None:
                        return self._found
        return None

    def _allows(self, vertices: int, reach: int, colour: int, cost: int) -> bool:
        self._meter.tick()
        contraction = Contraction(self._terrain, vertices, reach)
        return self._bound.allows(contraction, colour, self._k - cost)

    def _enter(self, node: _Blob, *, passes: bool = False) -> bool:
        """Store a node if it is new and may be finished; tell whether to add sides to it.

        The bound is not asked where it is known that the node `passes`.

        A node met before at lower cost ends the branch: the cheaper tree in its
        place makes a cheaper whole, the sides to come being added to that one
        (what then overlaps is joined by rule 2). One met at equal cost is stored already,
        but its main child allows other sides.
        """
        key = node.vertices, node.colour
        cost, allowed = self._met.get(key, (self._k + 1, True))
        if cost < node.cost or (cost == node.cost and not allowed):
            return False
        if cost > node.cost:
            allowed = passes or self._allows(node.vertices, node.reach, node.colour, node.cost)
            self._met[key] = node.cost, allowed
            if allowed:
                self._layers[node.cost].blobs.append(node)
                if node.vertices == self._terrain.everything and self._final in (None, node.colour):
                    self._found = node
                if len(self._met) * _BYTES_PER_BLOB > _MOST_BYTES:
                    raise BudgetSpent("bytes")
        return allowed and node.cost < self._k

    def _sides(self, node: _Blob, before: _Blob | None = None) -> list[_Blob]:
        """The blobs that may be joined to a node, less those that could be joined before.

        A side costs no more than the main child. Painted, it costs one more, and
        the whole must still be allowed by the bound.
        """
        singles = self._joiner.single_sides(node) & self._usable
        if before is not None:
            singles &= ~self._joiner.single_sides(before)
        sides = self._passing(node, [self._singles[v] for v in vertices_of(singles)])
        old = 0 if before is None else self._joiner.dock(before).handles
        handles = list(vertices_of(self._joiner.dock(node).handles & ~old))
        for cost in range(1, min(node.children[0].cost, self._k - node.cost - 1) + 1):
            sides += self._docking(node, cost, handles, old)
        return sides

    def _docking(self, node: _Blob, cost: int, handles: list[int], old: int) -> list[_Blob]:
        """The sides of one cost that may join the node at these handles, and at no old one.

        All of them lie in the layer's hulls of the handles. The bound is
        monotone: if all of that at once is not enough, no part of it is.
        """
        terrain, layer = self._terrain, self._layers[cost]
        blocked = self._joiner.dock(node).blocked
        near = 0
        for handle in handles:
            near |= layer.hulls[handle]
        near &= ~blocked
        if not near:
            return []
        leaves = terrain.classes.get(node.colour, 0) & terrain.touching(near)
        reach = node.reach | near | terrain.touching(near | leaves)
        hull = node.vertices | near | leaves
        if not self._allows(hull, reach, node.colour, node.cost + cost + 1):
            return []
        if len(handles) > 1:
            half = len(handles) // 2
            sides = self._docking(node, cost, handles[:half], old)
            for handle in handles[:half]:
                old |= 1 << handle
            return sides + self._docking(node, cost, handles[half:], old)
        return self._passing(
            node,
            [
                side
                for side in layer.around[handles[0]]
                if not side.vertices & blocked and not side.reach & old
            ],
        )

    def _passing(self, node: _Blob, sides: list[_Blob]) -> list[_Blob]:
        """Drop the sides with which the bound is exceeded, many at a time.

        As in `_docking`, sides that fail all together, at the cost of the cheapest,
        fail one by one.
        """
        if not sides:
            return sides
        union = node
        for side in sides:
            union = self._joiner.joined(union, side)
        cost = node.cost + min(side.cost for side in sides) + 1
        if not self._allows(union.vertices, union.reach, node.colour, cost):
            return []
        if len(sides) == 1:
            return sides
        half = len(sides) // 2
        return self._passing(node, sides[:half]) + self._passing(node, sides[half:])

    def _extend(self, node: _Blob, sides: list[_Blob]) -> None:
        """Add every set of sides once: after a side only later ones, and newly reached ones.

        Each of these sides has passed the bound with this very node. One that the
        bound has refused stays out for good: the sides of a tree can be added in any
        order in which they hang on, and every prefix must pass.
        """
        for place, side in enumerate(sides):
            joined = self._joiner.joined(node, side)
            if self._enter(joined, passes=True):
                later = [other for other in sides[place + 1 :] if self._fits(joined, other)]
                later = self._passing(joined, later)
                self._extend(joined, later + self._sides(joined, before=node))
            if self._found is not None:
                return

    def _fits(self, node: _Blob, side: _Blob) -> bool:
        """Whether a side that could join before the last one can still join after it."""
        if node.cost + side.cost >= self._k:
            return False
        dock = self._joiner.dock(node, foreign=self._joiner.is_foreign(side))
        return not side.vertices & dock.blocked


def _undominated(terrain: Terrain, layer: list[_Blob]) -> list[_Blob]:
    """Drop blobs that are part of another one of the same cost: rule (4)."""
    kept: list[_Blob] = []
    # For every vertex, which of the kept blobs hold it: bit i stands for kept[i].
    holders = [0] * terrain.size
    for blob in sorted(layer, key=lambda blob: -blob.vertices.bit_count()):
        larger = -1
        for vertex in vertices_of(blob.vertices):
            larger &= holders[vertex]
            if not larger:
                break
        if larger:
            continue
        for vertex in vertices_of(blob.vertices):
            holders[vertex] |= 1 << len(kept)
        kept.append(blob)
    return kept
