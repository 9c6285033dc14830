"""The exact search: the least number of plays, with both halves of its proof.

What is searched are the free plays of the closure game, whose rules and proofs
stand in `pond`. `_Decision` answers "do k free plays suffice?" layer by layer:
all closed floods after 1, 2, … free plays, equal ones merged. A flood is kept
only if the bound lets it through, and only colours that are awake are played.

**The bound: blind layers with an exact tail.** A flood with r free plays left
can win only if, for each j ≤ r, the flood after r − j blind layers can win with
j plays: whatever r − j real plays make of it lies within those layers, and more
flood is never worse. For j = 0 this is the plain bound. For j up to `_TAIL` the
question is answered exactly, by trying the colours. Little of the board is left
by then, and many floods come to the same one, so the answers are remembered.

**Sleeping colours.** Let T be a closed flood, p₁ … pₙ free plays from it, and c a
colour such that all regions of colour c exposed after them were exposed in T
already: c is *stale* since T. Then

    T·p₁…pₙ·c  ⊆  T·c·p₁…pₙ        (a dot is a play, followed by closing).

For the right side is closed, holds T·p₁…pₙ because playing is monotone, and
holds those regions of c, which T·c has taken; the left side is the closure of
just these two. Call c *asleep* after p₁ … pₙ if it is stale since before some pᵢ
with c < pᵢ. A sleeping colour need not be played: of all winning rows of free
plays of the least length, consider the first in the order of words. If it
played a c that sleeps because of pᵢ, then with c moved to just before pᵢ it
would win as well, by the inclusion above, and would come earlier in that order.

Merging does no harm to this. Where equal floods meet, a colour stays asleep only
if it is so on every way that leads there. Then along the row considered the
sets of sleeping colours are never larger than the row itself makes them, so each
of its floods is met, is let through by the bound, and plays the row's next colour.

`kamigen.native` holds a twin of this search and of the beam, which explores in
the same order and counts the same nodes.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field

from kamigen.budget import Budget, BudgetSpent, Meter
from kamigen.games.floodit.beam import beam_plays
from kamigen.games.floodit.pond import Pond, greedy_plays, is_won_by, least_plays, spelled

# How many of the last plays the bound answers exactly. On 19×19 boards of 6
# colours each step up to 3 halves the floods met or better; a fourth costs more
# than it saves.
_TAIL = 3

# Nothing larger is decided in a person's time; only the beam works on it.
MOST_REGIONS = 640

# The beam's first and last width. On a board to be decided a wider beam pays only
# in proportion to the refutation it may spare, so it takes about one node for
# every two that the refutations before it took.
_FIRST_WIDTH = 32
_WIDEST = 4_096
_BEAM_SHARE = 2

# Kept floods may take about this much memory before the search gives up.
_MOST_BYTES = 3 << 28
_BYTES_PER_FLOOD = 300


@dataclass(frozen=True, slots=True)
class PondProof:
    """What is known of a pond's par; `plays` are places in its palette."""

    lower: int
    plays: tuple[int, ...]
    states: int
    seconds: float = field(default=0.0, compare=False)

    @property
    def upper(self) -> int:
        """How many plays are known to win."""
        return len(self.plays)

    @property
    def proven(self) -> bool:
        """Whether both halves of the proof are there."""
        return self.lower == self.upper


def solve(pond: Pond, budget: Budget, *, most: int | None = None) -> PondProof:
    """Find the par of a pond.

    With `most`, only the question "is par ≤ most?" is answered: the search ends
    as soon as it has that many plays or fewer, or has refuted them.
    """
    meter = budget.start()
    known = _Known(pond, most)
    with suppress(BudgetSpent):
        _close_in(known, meter)
    return checked(pond, PondProof(known.lower, tuple(known.plays), meter.nodes, meter.seconds))


def checked(pond: Pond, proof: PondProof) -> PondProof:
    """Return the proof if its plays win when they are replayed."""
    if not is_won_by(pond, proof.plays):
        raise AssertionError(f"the search returned {proof}, which does not flood the board")
    return proof


class _Known:
    """What the search has shown so far; it stays when the budget ends."""

    def __init__(self, pond: Pond, most: int | None) -> None:
        self.pond = pond
        self.lower = least_plays(pond)
        self.plays = greedy_plays(pond)
        self._most = most
        self._last_plays = pond.last_plays

    @property
    def settled(self) -> bool:
        """Whether the bounds have met, or the question asked is answered."""
        if self.lower >= len(self.plays):
            return True
        most = self._most
        return most is not None and (self.lower > most or len(self.plays) <= most)

    @property
    def free_below(self) -> int:
        """One free play fewer than are known to win."""
        return len(self.plays) - 1 - self._last_plays

    @property
    def free_asked(self) -> int:
        """The number of free plays that is to be decided next."""
        return (self.lower if self._most is None else self._most) - self._last_plays

    def found(self, free_plays: list[int]) -> None:
        """Take note of free plays that win."""
        self.plays = spelled(self.pond, free_plays)

    def refuted(self, free_plays: int) -> None:
        """Take note that so many free plays do not win."""
        self.lower = free_plays + 1 + self._last_plays


def _close_in(known: _Known, meter: Meter) -> None:
    """Bring the bounds together: beams from above, refutations from below."""
    large = known.pond.size > MOST_REGIONS
    width, last_width, deciding = _FIRST_WIDTH, 0, 0
    while not known.settled:
        if width >= 2 * last_width:
            better = beam_plays(known.pond, width, known.free_below, meter)
            if better is not None:
                known.found(better)
            last_width = width
        if large:
            if width >= _WIDEST:
                return
            width *= 2
        elif not known.settled:
            before = meter.nodes
            _decide(known, meter)
            deciding += meter.nodes - before
            fair = deciding // (_BEAM_SHARE * (known.free_below + 1))
            width = min(max(fair, width), _WIDEST)


def _decide(known: _Known, meter: Meter) -> None:
    """Raise the lower bound by a refutation, or find the plays that were asked for."""
    free = known.free_asked
    plays = _Decision(known.pond, free, meter).run()
    if plays is None:
        known.refuted(free)
    else:
        known.found(plays)


@dataclass(slots=True)
class _Kept:
    """A flood of a layer: its sleeping colours, and how it was first met."""

    flood: int
    asleep: int
    before: _Kept | None
    last: int


@dataclass(frozen=True, slots=True)
class _Child:
    """What playing a colour leads to; `taken` is what it adds before closing."""

    taken: int
    flood: int
    reach: int


class _Decision:
    """Decides whether k free plays suffice."""

    def __init__(self, pond: Pond, k: int, meter: Meter) -> None:
        self._pond = pond
        self._k = k
        self._meter = meter
        self._finishes: dict[tuple[int, int], bool] = {}
        self._kept = 0

    def run(self) -> list[int] | None:
        """Return free plays that win, or None: then k do not suffice."""
        flood, _ = self._pond.start()
        layer = [_Kept(flood, 0, None, -1)]
        for left in range(self._k - 1, -1, -1):
            following: dict[int, _Kept] = {}
            for kept in layer:
                win = self._expand(kept, left, following)
                if win is not None:
                    return win
            layer = list(following.values())
        return None

    def _expand(self, kept: _Kept, left: int, following: dict[int, _Kept]) -> list[int] | None:
        """Play all colours that are awake; return the plays if one of them wins."""
        pond = self._pond
        children = self._children(kept.flood, pond.grown(kept.flood, kept.flood))
        for colour, child in children.items():
            if child.flood == pond.everything:
                return [*_history(kept), colour]
        if left == 0:
            return None
        for colour, child in children.items():
            if kept.asleep >> colour & 1:
                continue
            asleep = self._asleep(kept.asleep, children, colour)
            same = following.get(child.flood)
            if same is not None:
                same.asleep &= asleep
                continue
            self._meter.tick()
            if self._allows(child.flood, child.reach, left):
                following[child.flood] = _Kept(child.flood, asleep, kept, colour)
                self._charge()
        return None

    def _children(self, flood: int, reach: int) -> dict[int, _Child]:
        """What each colour that is exposed leads to."""
        pond = self._pond
        children = {}
        for colour, members in enumerate(pond.classes):
            taken = members & reach & ~flood
            if taken:
                closed = pond.close(flood | taken, pond.grown(reach, taken))
                children[colour] = _Child(taken, *closed)
        return children

    def _asleep(self, before: int, children: dict[int, _Child], played: int) -> int:
        """The colours that sleep after a play: stale, and asleep before or lower than it."""
        child = children[played]
        exposed = child.reach & ~child.flood
        asleep = 0
        for colour, other in children.items():
            if colour < played or before >> colour & 1:
                shown = exposed & self._pond.classes[colour]
                if shown and not shown & ~other.taken:
                    asleep |= 1 << colour
        return asleep

    def _allows(self, flood: int, reach: int, left: int) -> bool:
        """Whether the bound lets a flood through that has so many free plays left, at least 1."""
        tail = []
        while flood != self._pond.everything:
            if left == 0:
                return False
            if left <= _TAIL:
                tail.append((flood, reach, left))
            flood, reach = self._pond.blind_layer(flood, reach)
            left -= 1
        # The shortest tail costs least, and refutes most.
        return all(self._can_finish(*question) for question in reversed(tail))

    def _can_finish(self, flood: int, reach: int, plays: int) -> bool:
        """Whether so many free plays win from a closed flood."""
        if plays == 0:
            return False
        answer = self._finishes.get((flood, plays))
        if answer is None:
            children = self._children(flood, reach).values()
            answer = any(child.flood == self._pond.everything for child in children) or any(
                self._can_finish(child.flood, child.reach, plays - 1) for child in children
            )
            self._finishes[flood, plays] = answer
        return answer

    def _charge(self) -> None:
        self._kept += 1
        if self._kept * _BYTES_PER_FLOOD > _MOST_BYTES:
            raise BudgetSpent


def _history(kept: _Kept) -> list[int]:
    plays = []
    while kept.before is not None:
        plays.append(kept.last)
        kept = kept.before
    return plays[::-1]
