"""Measure KAMI's solvers on sets of boards that are drawn from seeds.

    python scripts/bench_solver.py [--sets random-10x16-6 …] [--boards 20]
                                   [--seconds 60] [--compare 5] [--jobs 1]
                                   [--plot growth.png]

Every board is solved in a process of its own, so that its peak memory is its
own; times are CPU seconds of one thread (with --jobs, seconds on the clock).
Prints a table of the native kernel, a line as soon as its set is done (and to
the standard error one for every board), then native, Python and plain
backtracking on the same boards as ratios, and draws how time grows with regions
and colours.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import platform
import re
import resource
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from random import Random

from kamigen import native
from kamigen.budget import Budget, BudgetSpent, Meter
from kamigen.games.boards.styles import STYLES, SYMMETRIES, Sheet, Symmetry, draw_board
from kamigen.games.kami import search, solver
from kamigen.games.kami.grader import merging_actions
from kamigen.games.kami.graph import RegionGraph, paint_vertex, region_graph
from kamigen.grid import framed
from kamigen.rng import Rng

Case = tuple[RegionGraph, int]  # a graph and its palette
Solve = Callable[[RegionGraph, int, Budget], search.GraphProof]

# Where others work on the same machine a process gets only a part of a core: the
# limit of CPU seconds is kept by allowing this many times as much on the clock,
# and by not counting what took longer.
PATIENCE = 3


@dataclass(frozen=True, slots=True)
class Run:
    """One solver on one board."""

    regions: int
    colours: int
    lower: int
    upper: int
    states: int
    seconds: float
    peak_bytes: int
    proven: bool  # within the limit


def random_boards(rows: int, cols: int, colours: int) -> Iterator[Case]:
    """Yield boards whose every cell is drawn alone."""
    rng = Random(f"{rows}x{cols} {colours}")
    while True:
        cells = [[rng.randint(1, colours) for _ in range(cols)] for _ in range(rows)]
        yield region_graph(framed(cells)), colours


def structured_boards() -> Iterator[Case]:
    """Yield 10×16 boards in all styles, symmetries and numbers of colours.

    Their regions are 15 to 23 in number, then 24 to 32, and so on up to 59, in turns.
    """
    number = 0
    # Those that only a square has are left out.
    symmetries = [symmetry for symmetry in SYMMETRIES if _fits(symmetry)]
    for least in cycle(range(15, 60, 9)):
        regions = 0
        while not least <= regions < least + 9:
            rng = Rng("bench", number)
            style, symmetry = list(STYLES)[number % len(STYLES)], rng.choice(symmetries)
            colours, grain, least_region = rng.between(3, 6), rng.between(1, 4), rng.between(1, 2)
            number += 1
            cells = draw_board(
                style,
                Sheet(10, 16, symmetry),
                colours=colours,
                grain=grain,
                least_region=least_region,
                rng=rng,
            )
            graph = region_graph(framed(cells))
            regions = len(graph)
        yield graph, colours


def _fits(symmetry: Symmetry) -> bool:
    try:
        Sheet(10, 16, symmetry)
    except ValueError:
        return False
    return True


def periodic_boards() -> Iterator[Case]:
    """Yield the worst cases known: periodic 10×16 boards, and halves without a common colour."""
    rows, cols = range(10), range(16)
    for k in (3, 4, 5, 6):
        for formula in (lambda i, j: i + j, lambda i, j: i + 2 * j, lambda i, j: i * j):
            yield region_graph(framed([[formula(i, j) % k + 1 for j in cols] for i in rows])), k
    for k in (2, 3):
        rng = Random(f"halves {k}")
        shift = [k if j >= 8 else 0 for j in cols]
        regular = [[(i + j) % k + 1 + shift[j] for j in cols] for i in rows]
        wild = [[rng.randint(1, k) + shift[j] for j in cols] for i in rows]
        yield region_graph(framed(regular)), 2 * k
        yield region_graph(framed(wild)), 2 * k


SETS: dict[str, Callable[[], Iterator[Case]]] = {
    "structured-10x16": structured_boards,
    "random-8x8-4": lambda: random_boards(8, 8, 4),
    "random-10x10-6": lambda: random_boards(10, 10, 6),
    "random-10x16-4": lambda: random_boards(10, 16, 4),
    "random-10x16-5": lambda: random_boards(10, 16, 5),
    "random-10x16-6": lambda: random_boards(10, 16, 6),
    "random-14x14-6": lambda: random_boards(14, 14, 6),
    "random-16x16-6": lambda: random_boards(16, 16, 6),
    "random-20x20-5": lambda: random_boards(20, 20, 5),
    "periodic-10x16": periodic_boards,
}


# Beyond these the Python search proves little in a minute, and backtracking nothing.
COMPARED = ("structured-10x16", "random-8x8-4", "random-10x10-6", "random-10x16-5")


def processor() -> str:
    """Name the machine's processor."""
    information = Path("/proc/cpuinfo")
    if information.exists():
        named = re.search(r"^model name\s*: (.*)$", information.read_text(), re.MULTILINE)
        if named:
            return f"{named[1]}, {os.cpu_count()} cores"
    return platform.processor() or platform.machine()


def backtracking(graph: RegionGraph, palette: int, budget: Budget) -> search.GraphProof:
    """Solve as the assignment does: all merging actions, one depth after the other."""
    meter = budget.start()
    depth = search.plain_lower(graph, palette)
    try:
        while (actions := _backtrack(graph, palette, depth, meter)) is None:
            depth += 1
    except BudgetSpent:
        return search.GraphProof(depth, len(graph), (), meter.nodes)
    return search.GraphProof(depth, depth, tuple(actions), meter.nodes)


def _backtrack(
    graph: RegionGraph, palette: int, depth: int, meter: Meter
) -> list[tuple[int, int]] | None:
    meter.tick()
    if len(graph) == 1:
        return []
    if search.plain_lower(graph, palette) > depth:
        return None
    for action, _ in merging_actions(graph, palette):
        rest = _backtrack(paint_vertex(graph, *action), palette, depth - 1, meter)
        if rest is not None:
            return [action, *rest]
    return None


def measured(solve: Solve, case: Case, limit: float, jobs: int = 1) -> Run:
    """Run a solver in a process of its own."""
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    graph, palette = case

    def work() -> None:
        clock = time.process_time if jobs == 1 else time.perf_counter
        patience = PATIENCE if jobs == 1 else 1
        started = clock()
        proof = solve(graph, palette, Budget(seconds=patience * limit, threads=jobs))
        seconds = clock() - started
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        sender.send((proof.lower, proof.upper, proof.states, seconds, peak))

    process = context.Process(target=work)
    process.start()
    lower, upper, states, seconds, peak = receiver.recv()
    process.join()
    colours = len(set(graph.colours.values()))
    in_time = lower == upper and seconds <= limit
    return Run(len(graph), colours, lower, upper, states, seconds, peak, in_time)


def percentile(values: list[float], share: float) -> float:
    """The value that a share of all does not exceed."""
    return sorted(values)[max(0, -(-len(values) * round(100 * share) // 100) - 1)]


def print_header() -> None:
    """Print the head of the table."""
    header = ("set", "regions", "par", "proven", "median", "p95", "worst", "states", "gap", "peak")
    print("| " + " | ".join(header) + " |\n|" + " --- |" * len(header), flush=True)


def print_line(name: str, runs: list[Run]) -> None:
    """Print the line of one set."""
    seconds = [run.seconds for run in runs]
    pars = [run.lower for run in runs if run.proven]
    cells = (
        name,
        f"{min(run.regions for run in runs)}–{max(run.regions for run in runs)}",
        f"{min(pars)}–{max(pars)}" if pars else "",
        f"{len(pars)}/{len(runs)}",
        *(f"{percentile(seconds, share):.4f}" for share in (0.5, 0.95, 1)),
        f"{statistics.median(run.states for run in runs):,.0f}",
        f"{max(run.upper - run.lower for run in runs)}",
        f"{max(run.peak_bytes for run in runs) >> 20} MiB",
    )
    print("| " + " | ".join(cells) + " |", flush=True)


def print_ratios(cases: dict[str, list[Case]], limit: float) -> None:
    """Compare the three solvers on the same boards, one after the other.

    A board that a solver does not prove in time counts as the limit, so the ratio is
    at least what is printed.
    """
    print("\n| set | native s | Python / native | backtracking / native |\n" + "| --- " * 4 + "|")
    for name, boards in cases.items():
        base = statistics.median(measured(solver.solve, case, limit).seconds for case in boards)
        texts = []
        for solve in (search.solve, backtracking):
            runs = [measured(solve, case, limit) for case in boards]
            unproven = sum(not run.proven for run in runs)
            middle = statistics.median(run.seconds if run.proven else limit for run in runs)
            texts.append(
                f"≥ {middle / base:,.0f} ({unproven} of {len(runs)} not proven)"
                if unproven
                else f"{middle / base:,.0f}"
            )
        print(f"| {name} | {base:.4f} | " + " | ".join(texts) + " |", flush=True)


def draw_plot(path: str, seconds: float) -> None:
    """Draw the time of random boards over their regions, a colour of line for each palette."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(8, 5), layout="constrained")
    for colours in (3, 4, 5, 6):
        runs = [
            measured(solver.solve, case, seconds)
            for rows, cols in ((5, 6), (7, 8), (8, 10), (10, 12), (10, 16), (14, 14))
            for case in islice(random_boards(rows, cols, colours), 5)
        ]
        for proven, marker in ((True, "o"), (False, "x")):
            some = [run for run in runs if run.proven is proven]
            axes.scatter(
                [run.regions for run in some],
                [run.seconds for run in some],
                marker=marker,
                color=f"C{colours}",
                label=f"{colours} colours" if proven else None,
            )
    axes.set(xlabel="regions", ylabel="CPU seconds", yscale="log", title="Proof of par, native")
    axes.grid(visible=True, alpha=0.3)
    axes.legend()
    figure.savefig(path, dpi=120)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sets", nargs="+", choices=SETS, default=list(SETS))
    parser.add_argument("--boards", type=int, default=20, help="boards a set")
    parser.add_argument("--seconds", type=float, default=60.0, help="CPU seconds a board")
    parser.add_argument("--compare", type=int, default=5, help="boards a set for the ratios")
    parser.add_argument("--compare-seconds", type=float, default=20.0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--plot", help="where to write the picture of the growth")
    parser.add_argument("--plot-seconds", type=float, default=20.0)
    arguments = parser.parse_args()
    os.environ[native.CHOICE] = "native"
    print(f"{processor()}, Python {platform.python_version()}")
    # Loaded once and for all boards: each is solved in a copy of this process.
    print(f"solver: {native.active()}\n")
    print_header()
    for name in arguments.sets:
        runs = []
        for case in islice(SETS[name](), arguments.boards):
            runs.append(measured(solver.solve, case, arguments.seconds, arguments.jobs))
            print(f"{name} {len(runs)}: {runs[-1]}", file=sys.stderr, flush=True)
        print_line(name, runs)
    if arguments.compare:
        compared = [name for name in arguments.sets if name in COMPARED]
        few = {name: list(islice(SETS[name](), arguments.compare)) for name in compared}
        print_ratios(few, arguments.compare_seconds)
    if arguments.plot:
        draw_plot(arguments.plot, arguments.plot_seconds)


if __name__ == "__main__":
    main()
