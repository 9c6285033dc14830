"""The exact search: the least number of plays, with both halves of its proof.

What is searched are the free plays of the closure game, whose rules and proofs
stand in `pond`. `_Decision` answers "do k free plays suffice?" layer by layer:
all closed floods after 1, 2, … free plays, equal ones merged. Of a layer only
those floods are kept that lie within no other and that the bound lets through.

**Floods within others.** If F and G are floods of one layer and F ⊆ G, then F may
be dropped: if any plays win from F, as many win from G, for more flood is never
worse. G need not be kept itself. If it was dropped for a larger one, that one holds
F as well; if the bound refused it, nothing wins from it, and so nothing from F.
Hence the larger floods come first, and each is compared with those before it
before the bound, which costs more, is asked. This includes the known rule that
plays which do not depend on each other are made in one order only: the other
order leads to the same flood or to less.

**The bound: blind layers with an exact tail.** A flood with r free plays left
can win only if, for each j ≤ r, the flood after r − j blind layers can win with
j plays: whatever r − j real plays make of it lies within those layers, and more
flood is never worse. For j = 0 this is the plain bound. For j up to `_TAIL` the
question is answered exactly, by trying the colours. Little of the board is left
by then, and many floods come to the same one, so the answers are remembered.

`kamigen.native` holds a twin of this search and of the beam, which explores in
the same order and counts the same nodes.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field

from kamigen.budget import Budget, BudgetSpent, Meter
from kamigen.games.floodit.beam import beam_plays
from kamigen.games.floodit.pond import Pond, greedy_plays, is_won_by, least_plays, spelled

# How many of the last plays the bound answers exactly. On 19×19 boards of 6
# colours each step up to 3 halves the floods met or nearly; a fourth costs more
# than it saves.
_TAIL = 3

# With how many floods of a layer the others are compared; the largest hold the most.
_MOST_RIVALS = 16_384

# Nothing larger is decided in a person's time; only the beam works on it.
MOST_REGIONS = 640

# The beam's first and last width, and the most by which it is widened at once. On a
# board to be decided a wider beam pays only in proportion to the refutation it may
# spare, so it takes about one node for every two that the refutations before it took.
_FIRST_WIDTH = 16
_WIDEST = 4_096
_WIDENING = 16
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
    if known.pond.size > MOST_REGIONS:
        _widen(known, meter)
        return
    width, last_width, deciding = _FIRST_WIDTH, 0, 0
    while not known.settled:
        if width >= 2 * last_width:
            _beam(known, width, meter)
            last_width = width
        if not known.settled:
            before = meter.nodes
            _decide(known, meter)
            deciding += meter.nodes - before
            fair = deciding // (_BEAM_SHARE * (known.free_below + 1))
            width = min(max(fair, width), _WIDEST)


def _widen(known: _Known, meter: Meter) -> None:
    """Improve the upper bound alone, by beams as wide as what is left to spend allows."""
    width = _FIRST_WIDTH
    while not known.settled:
        nodes, seconds = meter.nodes, meter.seconds
        _beam(known, width, meter)
        if width >= _WIDEST:
            return
        # What a beam takes grows with its width.
        fits = _WIDENING * width
        if meter.nodes_left is not None:
            spent = max(1, meter.nodes - nodes)
            fits = min(fits, width * meter.nodes_left * 4 // (5 * spent))
        if meter.seconds_left is not None:
            pace = width / max(1e-6, meter.seconds - seconds)
            fits = min(fits, int(0.8 * pace * meter.seconds_left))
        width = min(fits if fits > width else 2 * width, _WIDEST)


def _beam(known: _Known, width: int, meter: Meter) -> None:
    better = beam_plays(known.pond, width, known.free_below, meter)
    if better is not None:
        known.found(better)


def _decide(known: _Known, meter: Meter) -> None:
    """Raise the lower bound by a refutation, or find the plays that were asked for."""
    free = known.free_asked
    plays = _Decision(known.pond, free, meter).run()
    if plays is None:
        known.refuted(free)
    else:
        known.found(plays)


@dataclass(frozen=True, slots=True)
class _Met:
    """A flood of a layer, and how it was first met."""

    flood: int
    before: _Met | None
    last: int


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
        layer = [_Met(flood, None, -1)]
        for left in range(self._k - 1, -1, -1):
            following: dict[int, _Met] = {}
            for met in layer:
                win = self._expand(met, left, following)
                if win is not None:
                    return win
            layer = self._selected(list(following.values()), left)
        return None

    def _expand(self, met: _Met, left: int, following: dict[int, _Met]) -> list[int] | None:
        """Play all colours; return the plays if one of them wins."""
        reach = self._pond.grown(met.flood, met.flood)
        for colour, flood, _ in self._children(met.flood, reach):
            if flood == self._pond.everything:
                return [*_history(met), colour]
            if left > 0 and flood not in following:
                following[flood] = _Met(flood, met, colour)
                self._charge()
        return None

    def _selected(self, layer: list[_Met], left: int) -> list[_Met]:
        """Return the floods that lie within no other and that the bound lets through."""
        selected: list[_Met] = []
        rivals: list[int] = []
        for met in sorted(layer, key=lambda met: -met.flood.bit_count()):
            flood = met.flood
            if any(not flood & ~rival for rival in rivals):
                continue
            if len(rivals) < _MOST_RIVALS:
                rivals.append(flood)
            self._meter.tick()
            if self._allows(flood, self._pond.grown(flood, flood), left):
                selected.append(met)
        return selected

    def _children(self, flood: int, reach: int) -> Iterator[tuple[int, int, int]]:
        """Yield each colour that is exposed, and the flood and the reach it leads to."""
        pond = self._pond
        for colour, members in enumerate(pond.classes):
            taken = members & reach & ~flood
            if taken:
                yield colour, *pond.close(flood | taken, pond.grown(reach, taken))

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
            children = [shore for _, *shore in self._children(flood, reach)]
            answer = any(flood == self._pond.everything for flood, _ in children) or any(
                self._can_finish(flood, reach, plays - 1) for flood, reach in children
            )
            self._finishes[flood, plays] = answer
        return answer

    def _charge(self) -> None:
        self._kept += 1
        if self._kept * _BYTES_PER_FLOOD > _MOST_BYTES:
            raise BudgetSpent


def _history(met: _Met) -> list[int]:
    plays = []
    while met.before is not None:
        plays.append(met.last)
        met = met.before
    return plays[::-1]
