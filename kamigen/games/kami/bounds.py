"""A lower bound on the actions still needed, by balls and a schedule of colours.

The graph lives in integer bitsets: bit v of a mask is vertex v. A state of the
search is a set X of vertices that has been made one colour p; the board that
remains is H, the graph with X drawn together to a single vertex of colour p.

The bound, in three steps:

*Radius.* A monochromatic component made with j actions lies within distance j
of some vertex. By induction: a component U (j actions, centre x) is painted and
swallows components D_i next to it (j_i actions each), all within
j + 1 + 2·j_i of x. Let D_1 be the costliest and s the sum of the other j_i. If
j_1 ≤ s, the centre x serves for j + 1 + j_1 + s, the new number of actions;
else the point j_1 − s steps from x on the way to the centre of D_1 does, or
that centre itself if the way is shorter.

*Cover.* If colour c is gone after h actions, its vertices are covered by balls
of H with Σ (radius + 1) ≤ h. Take a component W that was made with j ≥ 1
actions and is not c. Its last action painted a component U (u actions) and
swallowed touched components D_i (d_i actions), j = u + 1 + Σ d_i; untouched
ones have W's colour, not c. U lies in one ball of radius u, price u + 1; each
D_i has W's colour too and is covered for d_i by induction.

*Schedule.* An action paints one component, so it takes at most one colour from
the board for good. Of n colours present, n − 1 must go, at n − 1 different
actions. If K actions finish the board, at least n − 1 − t of the colours are
gone after K − t of them, for every t.

All three only get weaker when X grows or K does: distances shrink, classes
lose vertices, and a colour that vanishes lowers the demand of the others by at
most one. The bound is therefore monotone, and a set that fails takes all its
subsets with it. H may draw together any set of vertices for this, also one that
is not connected; for the radius it must hold all p-neighbours of X, so that no
two neighbours in H have one colour. (`Bound.allows` may let a subset of a
refused set pass where its cover search was cut short; what it refuses is
refused by the bound itself, and that is what all conclusions rest on.)
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from kamigen.games.kami.graph import RegionGraph

# The exact cover search stops here and lets the state pass, which is always
# sound. On random 10×10 boards with 6 colours 50 nodes give all but 2 % of the
# pruning that 2,000 give.
_COVER_NODES = 50


def vertices_of(mask: int) -> Iterator[int]:
    """Yield the vertices of a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Terrain:
    """A region graph as bitsets: neighbours, colour classes, balls of every radius."""

    def __init__(self, graph: RegionGraph) -> None:
        self.codes = list(graph.adjacency)
        number = {code: vertex for vertex, code in enumerate(self.codes)}
        self.size = len(self.codes)
        self.everything = (1 << self.size) - 1
        self.colours = [graph.colours[code] for code in self.codes]
        self.near = [
            sum(1 << number[other] for other in graph.adjacency[code]) for code in self.codes
        ]
        self.classes: dict[int, int] = {}
        for vertex, colour in enumerate(self.colours):
            self.classes[colour] = self.classes.get(colour, 0) | 1 << vertex
        self._balls = [[1 << vertex for vertex in range(self.size)]]

    def touching(self, mask: int) -> int:
        """Return all neighbours of a set (they may lie inside it)."""
        near = self.near
        result = 0
        while mask:
            low = mask & -mask
            result |= near[low.bit_length() - 1]
            mask ^= low
        return result

    def balls(self, radius: int) -> list[int]:
        """Return, for every vertex, the set within `radius` of it."""
        while len(self._balls) <= radius:
            last = self._balls[-1]
            self._balls.append([self._grown(ball, last, v) for v, ball in enumerate(last)])
        return self._balls[radius]

    def _grown(self, ball: int, last: list[int], vertex: int) -> int:
        # A ball of radius r + 1 is the union of the neighbours' balls of radius r.
        for other in vertices_of(self.near[vertex]):
            ball |= last[other]
        return ball


class Contraction:
    """The graph H in which the set X is one vertex; distances through X are short.

    A walk in H either avoids X or passes through it, so the ball of radius r
    around v is its ball in the whole graph together with the ball of radius
    r − d(v, X) around X.
    """

    def __init__(self, terrain: Terrain, core: int, reach: int) -> None:
        self.terrain = terrain
        self.core = core
        self.reach = reach
        self._balls: list[list[int]] = []

    @cached_property
    def discs(self) -> list[int]:
        """The sets within distance 0, 1, 2, … of X, up to the whole graph."""
        discs = [self.core]
        reach = self.reach
        while reach != discs[-1]:
            ring = reach & ~discs[-1]
            discs.append(reach)
            reach |= self.terrain.touching(ring)
        return discs

    @cached_property
    def distances(self) -> list[int]:
        """The distance of every vertex from X; −1, which adds nothing, where there is no X."""
        distances = [-1] * self.terrain.size
        inside = 0
        for distance, disc in enumerate(self.discs):
            for vertex in vertices_of(disc & ~inside):
                distances[vertex] = distance
            inside = disc
        return distances

    def disc(self, radius: int) -> int:
        """Return the set within `radius` of X."""
        discs = self.discs
        return discs[radius] if radius < len(discs) else discs[-1]

    def balls(self, radius: int) -> list[int]:
        """Return, for every vertex, the set within `radius` of it, in H."""
        while len(self._balls) <= radius:
            wanted = len(self._balls)
            through = [self.disc(wanted - distance) for distance in range(wanted + 1)]
            through += [0] * (len(self.discs) - len(through))
            self._balls.append(
                [
                    ball | through[distance]
                    for ball, distance in zip(
                        self.terrain.balls(wanted), self.distances, strict=True
                    )
                ]
            )
        return self._balls[radius]


class Bound:
    """Tells which states cannot be finished with the actions that are left."""

    def __init__(self, terrain: Terrain) -> None:
        self._terrain = terrain

    def lower(self) -> int:
        """Return the least number of actions the bound allows for the whole board."""
        board = Contraction(self._terrain, 0, 0)
        too_few, enough = -1, 1
        while not self.allows(board, None, enough):
            too_few, enough = enough, 2 * enough
        while enough - too_few > 1:
            middle = (too_few + enough) // 2
            if self.allows(board, None, middle):
                enough = middle
            else:
                too_few = middle
        return enough

    def allows(self, contraction: Contraction, colour: int | None, actions: int) -> bool:
        """Whether H may still become one colour with so many actions.

        False is a proof that it cannot; True says nothing. `colour` is that of
        the contracted set, None where there is no such set.
        """
        outside = ~contraction.core
        waiting = []
        for other, members in self._terrain.classes.items():
            if members & outside or other == colour:
                waiting.append(_ColourClass(contraction, members & outside, other == colour))
        if colour is not None and colour not in self._terrain.classes:
            waiting.append(_ColourClass(contraction, 0, True))
        # The small classes go first: they are the ones most likely gone early,
        # and each success is one demand met at every later time too.
        waiting.sort(key=lambda members: members.count)
        to_go = len(waiting) - 1
        for h in range(actions - to_go + 1, actions + 1):
            gone = next((members for members in waiting if members.gone_within(h)), None)
            if gone is None:
                return False
            waiting.remove(gone)
        return True


class _ColourClass:
    """The vertices of one colour in H, and what it takes to cover them by balls."""

    __slots__ = ("_contraction", "_holds_core", "_members", "_most", "count")

    def __init__(self, contraction: Contraction, members: int, holds_core: bool) -> None:
        self._contraction = contraction
        self._members = members
        self._holds_core = holds_core
        self.count = members.bit_count() + holds_core
        self._most = [1]  # [r]: the most members that one ball of radius r holds

    def gone_within(self, h: int) -> bool:
        """Whether balls with Σ (radius + 1) ≤ h may cover all members."""
        # Cheapest first: a ball of radius 0 each; one ball for everything; then
        # how much h can hold at all; then whether the balls exist where they
        # are needed.
        if h >= self.count:
            return True
        if h <= 0:
            return False
        if not self._members & ~self._contraction.disc(h - 1) or self._one_ball(h - 1):
            return True
        held = [0] * (h + 1)
        for price in range(1, h + 1):
            held[price] = max(
                held[price - 1 - radius] + self._most_in_ball(radius) for radius in range(price)
            )
        if held[h] < self.count:
            return False
        return _Cover(self._contraction, held).exists(self._members, self._holds_core, h)

    def _reaching(self, radius: int) -> list[int]:
        """Return, for every member, the centres whose ball of this radius holds it."""
        balls = self._contraction.balls(radius)
        reaching = [balls[vertex] for vertex in vertices_of(self._members)]
        if self._holds_core:
            reaching.append(self._contraction.disc(radius))
        return reaching

    def _one_ball(self, radius: int) -> bool:
        centres = self._contraction.terrain.everything
        for reaching in self._reaching(radius):
            centres &= reaching
            if not centres:
                return False
        return True

    def _most_in_ball(self, radius: int) -> int:
        while len(self._most) <= radius:
            self._most.append(self._count_in_balls(len(self._most)))
        return self._most[radius]

    def _count_in_balls(self, radius: int) -> int:
        # A ripple-carry adder counts for all centres at once: bit v of planes[i]
        # is bit i of the number of members within reach of v.
        planes: list[int] = []
        for carry in self._reaching(radius):
            for place, plane in enumerate(planes):
                planes[place] = plane ^ carry
                carry &= plane
                if not carry:
                    break
            if carry:
                planes.append(carry)
        most = 0
        centres = self._contraction.terrain.everything
        for place in reversed(range(len(planes))):
            if centres & planes[place]:
                centres &= planes[place]
                most |= 1 << place
        return most


class _Cover:
    """The exact search for balls that cover a class, within a node limit."""

    __slots__ = ("_contraction", "_held", "_left")

    def __init__(self, contraction: Contraction, held: list[int]) -> None:
        self._contraction = contraction
        self._held = held
        self._left = _COVER_NODES

    def exists(self, members: int, core: bool, h: int) -> bool:
        """Whether balls of total price h cover the members (and X, if `core`)."""
        count = members.bit_count() + core
        if count <= h:
            return True
        if count > self._held[h]:
            return False
        self._left -= 1
        if self._left < 0:
            return True
        contraction = self._contraction
        # Some ball must hold the member farthest from X, which few balls do.
        far = max(vertices_of(members), key=contraction.distances.__getitem__, default=None)
        for radius in range(h - 1, -1, -1):
            balls = contraction.balls(radius)
            centres = contraction.disc(radius) if far is None else balls[far]
            options: dict[tuple[int, bool], None] = {}  # a set that keeps its order
            for centre in vertices_of(centres):
                covered = balls[centre]
                holds_core = core and contraction.distances[centre] <= radius
                options[members & ~covered, core and not holds_core] = None
            for rest, core_rest in sorted(options, key=lambda o: o[0].bit_count() + o[1]):
                if self.exists(rest, core_rest, h - 1 - radius):
                    return True
        return False
