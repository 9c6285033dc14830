"""Flood-It in figures: proven averages, the root bound's gap, and large boards.

    python scripts/bench_floodit.py                 all tables, some ten minutes
    python scripts/bench_floodit.py --boards 10     fewer boards a row

Boards are uniformly random and follow from the seed. Times are CPU time of this
process, which uses one core. The plain A* beside the search takes the distance
of the farthest region for its bound and merges equal floods; the ratio is that
of the times on the same boards, and of the states expanded.
"""

from __future__ import annotations

import argparse
import heapq
import resource
import time
from random import Random

from kamigen import native
from kamigen.budget import Budget
from kamigen.games.floodit.pond import Pond, greedy_plays, least_plays
from kamigen.games.floodit.solver import solve

# What a beam of width 100 that minimises plain sums of distances was measured to
# need by others: colours, actions, seconds.
_REFERENCE = ((4, 75, 0.8), (8, 150, 1.8), (12, 198, 3.0), (20, 273, 4.8))


def random_pond(seed: int, side: int, colours: int) -> Pond:
    """Draw a board, every cell by itself."""
    rng = Random(f"{seed} {side} {colours}")
    return Pond([[rng.randint(1, colours) for _ in range(side)] for _ in range(side)])


def plain_a_star(pond: Pond) -> tuple[int, int]:
    """Return the par and the states expanded, by the textbook method."""

    def eccentricity(flood: int) -> int:
        steps = 0
        while flood != pond.everything:
            flood = pond.grown(flood, flood)
            steps += 1
        return steps

    queue = [(eccentricity(1), 0, 1)]
    best = {1: 0}
    expanded = 0
    while True:
        _, minus_plays, flood = heapq.heappop(queue)
        if flood == pond.everything:
            return -minus_plays, expanded
        if best[flood] < -minus_plays:
            continue
        expanded += 1
        reach = pond.grown(flood, flood)
        for members in pond.classes:
            taken = members & reach & ~flood
            child, plays = flood | taken, 1 - minus_plays
            if taken and plays < best.get(child, plays + 1):
                best[child] = plays
                heapq.heappush(queue, (plays + eccentricity(child), -plays, child))


def exact_row(side: int, colours: int, boards: int, seconds: float | None) -> None:
    """Print the averages over boards to be proven."""
    times, pars, gaps, states, open_ = [], [], [], [], 0
    for seed in range(boards):
        pond = random_pond(seed, side, colours)
        started = time.process_time()
        proof = solve(pond, Budget(seconds=seconds))
        times.append(time.process_time() - started)
        states.append(proof.states)
        pars.append(proof.upper)
        gaps.append(proof.upper - least_plays(pond))
        open_ += not proof.proven
    # The peak of the whole process so far; the sets grow, so it is this one's.
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"| {side}×{side}, {colours} colours | {boards} | {boards - open_} "
        f"| {sum(pars) / boards:.2f} | {sum(times) / boards * 1000:,.1f} ms "
        f"| {max(times) * 1000:,.0f} ms | {sum(states) / boards:,.0f} "
        f"| {sum(gaps) / boards:.2f} | {peak:.0f} MiB |",
        flush=True,
    )


def ratio_row(side: int, colours: int, boards: int) -> None:
    """Print how much longer the plain A* takes."""
    own, plain, own_states, plain_states = 0.0, 0.0, 0, 0
    for seed in range(boards):
        pond = random_pond(seed, side, colours)
        started = time.process_time()
        proof = solve(pond, Budget())
        own += time.process_time() - started
        own_states += proof.states
        started = time.process_time()
        par, expanded = plain_a_star(pond)
        plain += time.process_time() - started
        plain_states += expanded
        if par != proof.lower:
            raise AssertionError(f"board {seed}: A* says {par}, the search {proof}")
    print(
        f"| {side}×{side}, {colours} colours | {plain_states / max(own_states, 1):,.0f} "
        f"| {plain / own:,.0f} |",
        flush=True,
    )


def large_row(colours: int, boards: int, actions: int, seconds: float) -> None:
    """Print what the beam reaches on large boards in the reference's time.

    Beside it stands what the same beam reaches, in the same time on the same boards,
    if it minimises plain sums of distances, as the reference does.
    """
    proofs = [
        solve(random_pond(seed, 100, colours), Budget(seconds=seconds)) for seed in range(boards)
    ]
    plain = [plain_beam(random_pond(seed, 100, colours), seconds) for seed in range(boards)]
    uppers = [proof.upper for proof in proofs]
    fewer = sum(upper < other for upper, other in zip(uppers, plain, strict=True))
    more = sum(upper > other for upper, other in zip(uppers, plain, strict=True))
    print(
        f"| 100×100, {colours} colours | {boards} | {sum(uppers) / boards:.1f} "
        f"| {sum(plain) / boards:.1f} | {fewer}, {more} "
        f"| {sum(proof.lower for proof in proofs) / boards:.1f} | {seconds:g} s | {actions} |",
        flush=True,
    )


def plain_beam(pond: Pond, seconds: float) -> int:
    """Return how many actions the beam needs if all steps count alike."""
    kernel = native.load()
    if kernel is None:
        raise SystemExit("the large boards are for the native kernel, which is not installed")
    greedy = len(greedy_plays(pond))
    _, plays, *_ = kernel.solve_flood(
        pond.colours,
        pond.touching,
        palette=len(pond.palette),
        lower=least_plays(pond),
        upper=greedy,
        last_plays=pond.last_plays,
        most=None,
        nodes=None,
        seconds=seconds,
        most_bytes=1 << 30,
        far_weight=1,
    )
    return greedy if plays is None else len(plays) + pond.last_plays


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--boards", type=int, default=100, help="boards a row, at most")
    boards = parser.parse_args().boards
    print(
        "| boards | number | proven | mean par | mean time | worst | states | root gap | memory |"
    )
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    exact_row(14, 6, boards, None)
    exact_row(19, 6, boards, None)
    exact_row(24, 6, min(boards, 10), 60.0)
    print("\n| boards | plain A* : search, states | time |")
    print("| --- | --- | --- |")
    ratio_row(8, 6, min(boards, 10))
    ratio_row(9, 6, min(boards, 5))
    print("\n| boards | number | actions | plain sums | fewer, more | lower | time | reference |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for colours, actions, seconds in _REFERENCE:
        large_row(colours, min(boards, 10), actions, seconds)


if __name__ == "__main__":
    main()
