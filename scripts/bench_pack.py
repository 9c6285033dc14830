"""Measure the making of packs: rate, rejects, overhead, memory, and how it scales.

    python scripts/bench_pack.py [--levels 1000] [--difficulty 2] [--scaling-levels 200]

A pack is made in this process, with a clock around everything that solves,
confirms or grades: that is the work nobody can avoid. Told apart from it are the
drawing of candidates, and the rest (fingerprints, journal, checks, files). These
are CPU times, which other programs on the machine do not change; the scaling is
wall time, which they do.
"""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kamigen.config import load_config, shipped_config
from kamigen.game import find_game
from kamigen.pipeline.engines import Dask, Engine, Local
from kamigen.pipeline.packs.produce import Standing, produce
from kamigen.pipeline.packs.recipe import PackConfig, Recipe, Stage

_SOLVING = ("solve", "cross_check", "difficulty", "grade")
_DRAWING = ("propose",)


def cpu() -> float:
    """The CPU seconds of this process and of all its children that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def recipe_of(levels: int, difficulty: int) -> Recipe:
    """A pack of one stage with the shipped config."""
    game = find_game("kami")
    config = PackConfig.model_validate(
        {
            "name": "bench",
            "title": "Bench",
            "author": "bench",
            "licence": "CC0-1.0",
            "seed": 0,
            "stages": [{"name": "all", "game": "kami", "difficulty": difficulty, "levels": levels}],
        }
    )
    settings = load_config(game, shipped_config(game, difficulty))
    return Recipe(config, (Stage("all", "kami", levels, settings),))


@contextmanager
def clocked() -> Iterator[Counter[str]]:
    """Count the CPU seconds that KAMI spends on solving, grading and drawing in this process."""
    game = type(find_game("kami"))
    spent: Counter[str] = Counter()
    depth = [0]

    def around(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def run(*arguments: Any) -> Any:
            depth[0] += 1
            started = time.process_time()
            try:
                return function(*arguments)
            finally:
                depth[0] -= 1
                if depth[0] == 0:
                    spent[name] += time.process_time() - started

        return run

    originals = {name: getattr(game, name) for name in (*_SOLVING, *_DRAWING)}
    for name, function in originals.items():
        setattr(game, name, around(name, function))
    try:
        yield spent
    finally:
        for name, function in originals.items():
            setattr(game, name, function)


def resident() -> float:
    """The megabytes of memory that this process holds now."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


def make(
    recipe: Recipe, engine: Engine, watcher: Callable[[Standing], None] | None = None
) -> float:
    """Make the pack in a new folder and return the wall time."""
    started = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        produce(recipe, Path(folder, "pack"), engine, watcher=watcher)
    return time.perf_counter() - started


def one_core(levels: int, difficulty: int) -> None:
    """Rate, rejects, overhead and memory of a run in this process."""
    recipe = recipe_of(levels, difficulty)
    memory: list[tuple[int, float]] = []
    last: list[Standing] = []

    def watch(standing: Standing) -> None:
        last[:] = [standing]
        if standing.made and standing.made % max(1, levels // 10) == 0:
            memory.append((standing.made, resident()))

    # CP-SAT and igraph are imported once, before any clock runs.
    make(recipe_of(1, difficulty), Local(1))
    with clocked() as spent:
        before = time.process_time()
        make(recipe, Local(1), watch)
        used = time.process_time() - before
    pure = sum(spent[name] for name in _SOLVING)
    drawing = sum(spent[name] for name in _DRAWING)
    rest = used - pure - drawing
    print(f"{levels} levels of difficulty {difficulty}, one process")
    print(f"  {used:.1f} s CPU, {levels / used:.2f} levels a second of a core")
    print("  rejected: " + ", ".join(f"{n} {why}" for why, n in last[0].rejected.most_common()))
    shares = ", ".join(f"{name} {spent[name]:.1f}" for name in _SOLVING)
    print(f"  solving and grading: {pure:.1f} s ({shares})")
    print(f"  drawing candidates: {drawing:.1f} s, {100 * drawing / pure:.1f} % over that")
    print(f"  the pipeline itself: {rest:.1f} s, {100 * rest / pure:.1f} % over that")
    print("  memory in MB: " + ", ".join(f"{made}: {mb:.0f}" for made, mb in memory))


def scaling(levels: int, difficulty: int) -> None:
    """The same pack by one and two local workers, and by a cluster of two."""
    from distributed import LocalCluster

    recipe = recipe_of(levels, difficulty)
    print(f"{levels} levels of difficulty {difficulty}, by different engines")
    base = make(recipe, Local(1))
    print(f"  1 process: {base:.1f} s")
    before = cpu()
    wall = make(recipe, Local(2))
    print(
        f"  2 processes: {wall:.1f} s, {base / wall:.2f} times as fast, {cpu() - before:.1f} s CPU"
    )
    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as cluster:
        wall = make(recipe, Dask(cluster.scheduler_address))
        print(f"  2 Dask workers: {wall:.1f} s, {base / wall:.2f} times as fast")


def main() -> None:
    """Run both measurements."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--levels", type=int, default=1_000)
    parser.add_argument("--scaling-levels", type=int, default=200)
    parser.add_argument("--difficulty", type=int, default=2)
    options = parser.parse_args()
    one_core(options.levels, options.difficulty)
    sys.stdout.flush()
    if options.scaling_levels:
        scaling(options.scaling_levels, options.difficulty)


if __name__ == "__main__":
    main()
