"""The pond: the region graph as the flood sees it, and the closure game played on it.

Region 0 holds the top-left cell. A set of regions is an integer, one bit a
region. The flood is such a set; to *play* a colour adds the regions of that
colour which touch it (they are *exposed*). It is enough to know the flood: its
own colour is never exposed, for regions of one colour do not touch.

**More flood is never worse.** If F ⊆ G, every sequence that wins from F wins
from G: by induction the flood from G always holds the one from F.

**Finish what can be finished.** Call a colour *finishable* if regions of it are
left and all of them are exposed. Let E be a set of m finishable colours and F*
the flood with all their regions. Then par(F) = m + par(F*). "≤": play them one
by one, none hinders the other. "≥": a winning sequence plays each colour of E
at least once, for there are regions of it left. Leave out all these plays and
start from F* instead: at each step this flood holds the former one, because
what the omitted plays add is in F* already. So it wins with m actions fewer.

**The closure game.** Hence a flood may be *closed* at once: finish all that can
be finished, again and again. In a sequence that closes after every play, each
colour that is on the board outside the first flood is finished exactly once,
namely by its last play. So with M such colours

    par = M + the least number of *free* plays, those that finish nothing.

M is known from the start, and only free plays have to be searched for. Closing
is monotone: if F ⊆ G, what is finishable in F is finished or finishable in G.
So "more flood is never worse" holds in the closure game as well.

**A blind layer** takes all exposed regions, whatever their colour, for one free
play, and closes. What any free play adds is exposed, so after k free plays the
flood lies within k blind layers. The number of blind layers that it takes to
flood everything is therefore a lower bound on the free plays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from kamigen.grid import framed, regions


class Pond:
    """Which regions touch, and their colours, numbered from 0 in the order of the palette."""

    def __init__(self, cells: Sequence[Sequence[int]]) -> None:
        region_at: dict[tuple[int, int], int] = {}
        numbers: list[int] = []
        self.areas: list[int] = []
        """The number of cells of each region."""
        for region in regions(framed(cells)):
            region_at.update(dict.fromkeys(region, len(numbers)))
            row, column = region[0]
            numbers.append(int(cells[row - 1][column - 1]))
            self.areas.append(len(region))
        touching: list[set[int]] = [set() for _ in numbers]
        for (row, column), one in region_at.items():
            for beside in ((row + 1, column), (row, column + 1)):
                other = region_at.get(beside, one)
                if other != one:
                    touching[one].add(other)
                    touching[other].add(one)
        self.size = len(numbers)
        self.palette = sorted(set(numbers))
        """The colour numbers on the board; a colour is its place in this list."""
        place = {number: colour for colour, number in enumerate(self.palette)}
        self.colours = [place[number] for number in numbers]
        self.touching = [sorted(others) for others in touching]

    @cached_property
    def everything(self) -> int:
        """The set of all regions."""
        return (1 << self.size) - 1

    @cached_property
    def near(self) -> list[int]:
        """For each region, the set of those that touch it."""
        return [sum(1 << other for other in others) for others in self.touching]

    @cached_property
    def classes(self) -> list[int]:
        """For each colour, the set of its regions."""
        members = [0] * len(self.palette)
        for region, colour in enumerate(self.colours):
            members[colour] |= 1 << region
        return members

    @property
    def last_plays(self) -> int:
        """How many colours are on the board besides the first flood: M above."""
        return len(set(self.colours[1:]))

    def start(self) -> tuple[int, int]:
        """Return the first flood, closed, and its reach: it and all that touches it."""
        return self.close(1, 1 | self.near[0])

    def grown(self, reach: int, added: int) -> int:
        """Return the reach after regions were added to the flood."""
        for region in members_of(added):
            reach |= self.near[region]
        return reach

    def close(self, flood: int, reach: int) -> tuple[int, int]:
        """Finish all colours that can be finished, again and again."""
        while flood != self.everything:
            hidden = self.everything & ~reach
            added = 0
            for members in self.classes:
                if not members & hidden:
                    added |= members
            added &= ~flood
            if not added:
                break
            flood, reach = flood | added, self.grown(reach, added)
        return flood, reach

    def blind_layer(self, flood: int, reach: int) -> tuple[int, int]:
        """Take all that is exposed, and close."""
        return self.close(reach, self.grown(reach, reach & ~flood))


def members_of(regions_: int) -> Iterator[int]:
    """Yield the regions of a set, lowest first."""
    while regions_:
        low = regions_ & -regions_
        yield low.bit_length() - 1
        regions_ ^= low


class Flood:
    """A flood that grows in place. All its plays together take time linear in the pond."""

    def __init__(self, pond: Pond) -> None:
        self._pond = pond
        self._met = bytearray(pond.size)  # flooded or exposed
        self._exposed: list[list[int]] = [[] for _ in pond.palette]
        self._hidden = [0] * len(pond.palette)
        for colour in pond.colours:
            self._hidden[colour] += 1
        self._left = pond.size
        self._hidden[pond.colours[0]] -= 1
        self._met[0] = 1
        self._exposed[pond.colours[0]].append(0)
        self.play(pond.colours[0])

    @property
    def is_everything(self) -> bool:
        """Whether the whole board is flooded."""
        return self._left == 0

    @property
    def exposed(self) -> list[int]:
        """The colours that can be played."""
        return [colour for colour, regions_ in enumerate(self._exposed) if regions_]

    @property
    def finishable(self) -> list[int]:
        """The colours that a single play takes from the board."""
        return [
            colour
            for colour, regions_ in enumerate(self._exposed)
            if regions_ and not self._hidden[colour]
        ]

    def exposed_regions(self, colour: int) -> int:
        """Return how many regions a play would add."""
        return len(self._exposed[colour])

    def play(self, colour: int) -> bool:
        """Play a colour; False if that adds nothing."""
        return self._take([colour])

    def take_layer(self) -> None:
        """Take all that is exposed."""
        self._take(self.exposed)

    def close(self) -> list[int]:
        """Finish all colours that can be finished; return them in the order played."""
        plays: list[int] = []
        while colours := self.finishable:
            plays += colours
            self._take(colours)
        return plays

    def _take(self, colours: Sequence[int]) -> bool:
        colour_of, touching = self._pond.colours, self._pond.touching
        met, hidden, exposed = self._met, self._hidden, self._exposed
        taken = [region for colour in colours for region in exposed[colour]]
        for colour in colours:
            exposed[colour] = []
        self._left -= len(taken)
        for region in taken:
            for other in touching[region]:
                if not met[other]:
                    met[other] = 1
                    colour = colour_of[other]
                    hidden[colour] -= 1
                    exposed[colour].append(other)
        return bool(taken)


def least_plays(pond: Pond) -> int:
    """Return the plain lower bound: the last plays and the blind layers."""
    flood = Flood(pond)
    flood.close()
    layers = 0
    while not flood.is_everything:
        flood.take_layer()
        flood.close()
        layers += 1
    return pond.last_plays + layers


def greedy_plays(pond: Pond) -> list[int]:
    """Return the plain upper bound: finish what can be finished, else take the most regions."""
    flood = Flood(pond)
    plays = flood.close()
    while not flood.is_everything:
        colour = max(flood.exposed, key=flood.exposed_regions)
        flood.play(colour)
        plays += [colour, *flood.close()]
    return plays


def spelled(pond: Pond, free_plays: Sequence[int]) -> list[int]:
    """Return the whole sequence: the free plays, and what is finished between them."""
    flood = Flood(pond)
    plays = flood.close()
    for colour in free_plays:
        flood.play(colour)
        plays += [colour, *flood.close()]
    return plays


def is_won_by(pond: Pond, plays: Sequence[int]) -> bool:
    """Replay: whether every play adds something, and the last one wins."""
    flood = Flood(pond)
    return all(flood.play(colour) for colour in plays) and flood.is_everything
