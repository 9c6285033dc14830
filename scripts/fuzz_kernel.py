"""Fuzz the native kernel through its binding, built with AddressSanitizer and UBSan.

    pip install nanobind
    python scripts/fuzz_kernel.py [--seconds 60] [--seed 0]

Builds the kernel in a folder of its own and hands its two entries, KAMI's and
Flood-It's, random graphs, sound ones and broken ones, with random options.
Broken input must be refused with a ValueError or TypeError; sound input must be
answered with bounds that make sense and with actions that solve it. Whatever
else happens is a finding.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from importlib import import_module
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

from kamigen.games.floodit.pond import Pond, greedy_plays, is_won_by, least_plays, spelled
from kamigen.games.floodit.search import MOST_REGIONS
from kamigen.games.kami.graph import RegionGraph
from kamigen.games.kami.search import is_solved_by

SOURCE = Path(__file__).parents[1] / "kamigen" / "native"


def build(folder: Path) -> None:
    """Build the kernel with sanitizers."""
    import nanobind

    options = [
        f"-Dnanobind_DIR={nanobind.cmake_dir()}",
        f"-DPython_EXECUTABLE={sys.executable}",
        "-DKAMIGEN_SANITIZE=ON",
    ]
    subprocess.run(["cmake", "-S", str(SOURCE), "-B", str(folder), *options], check=True)
    subprocess.run(["cmake", "--build", str(folder), "-j2"], check=True)


def rerun_sanitized(folder: Path, seconds: float, seed: int) -> int:
    """Fuzz in a process that has the sanitizer loaded first."""
    # The sanitizer looks up at its start what throws C++ exceptions, so that
    # library must be there by then.
    libraries = [
        subprocess.run(
            ["g++", f"-print-file-name={name}"], capture_output=True, text=True, check=True
        ).stdout.strip()
        for name in ("libasan.so", "libstdc++.so")
    ]
    environment = os.environ | {
        "LD_PRELOAD": " ".join(libraries),
        # The interpreter itself keeps memory until the end.
        "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=0",
        "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1",
    }
    command = [sys.executable, __file__, "--inside", str(folder)]
    command += ["--seconds", str(seconds), "--seed", str(seed)]
    return subprocess.run(command, env=environment, check=False).returncode


class Question:
    """What one entry of the kernel is asked: a graph and options."""

    def __init__(self, colours: list[int], near: list[list[int]], options: dict[str, Any]) -> None:
        self.colours = colours
        self.near = near
        self.options = options

    def break_up(self, rng: Random) -> None:
        """Spoil it in one or more places; it may stay sound by chance."""
        strange = [-1, 0, len(self.colours), 2**31 - 1, -(2**31), 2**40, 10**30]
        stranger = [*strange, float("nan"), float("inf"), -float("inf"), -1e300, None, "x"]
        for _ in range(rng.randint(1, 3)):
            match rng.randrange(6):
                case 0 if self.colours:
                    self.colours[rng.randrange(len(self.colours))] = rng.choice(strange)
                case 1 if self.near:
                    rng.choice(self.near).append(rng.choice(strange))
                case 2:
                    self.near.pop() if self.near and rng.random() < 0.5 else self.near.append([0])
                case 3:
                    drop = self.colours and rng.random() < 0.2
                    self.colours.pop() if drop else self.colours.append(1)
                case 4:
                    self.options[rng.choice(list(self.options))] = rng.choice(stranger)
                case 5:
                    row = rng.choice(self.near or [[]])
                    if row:
                        row.pop(rng.randrange(len(row)))
        # A question that is odd but sound must still come to an end.
        nodes = self.options["nodes"]
        self.options["nodes"] = min(nodes, 3_000) if isinstance(nodes, int) else 100


def random_budget(rng: Random) -> dict[str, Any]:
    """The options that both entries have."""
    return {
        "most": rng.choice([None, None, rng.randint(-2, 20)]),
        "nodes": rng.choice([0, 10, 300, 3_000]),
        "seconds": rng.choice([None, 5.0, 0.0, -1.0, float("inf")]),
        "most_bytes": rng.choice([0, 1 << 14, 1 << 18, 1 << 30, 1 << 30]),
    }


def random_graph_question(rng: Random) -> Question:
    """A random graph with neighbours of different colours, for KAMI's search."""
    size = rng.choice([2, 3, rng.randint(2, 30), rng.randint(2, 70), rng.randint(60, 400)])
    edges = {(rng.randrange(vertex), vertex) for vertex in range(1, size)}
    density = rng.choice([0, 1 / size, 0.1, 0.5])
    edges |= {(a, b) for b in range(size) for a in range(b) if rng.random() < density}
    near: list[list[int]] = [[] for _ in range(size)]
    for a, b in edges:
        near[a].append(b)
        near[b].append(a)
    colours = [0] * size
    spread = rng.choice([0, 0, 0, 3, size])
    for vertex in range(size):
        taken = {colours[other] for other in near[vertex]}
        free = [c for c in range(1, len(taken) + 3 + spread) if c not in taken]
        colours[vertex] = rng.choice(free[: 3 + spread])
    options = {
        "palette": max(1, max(colours) + rng.choice([0, 0, 0, 1, -1, -3])),
        "lower": 0,
        "upper": size,
        "first_width": rng.choice([1, 5, 40]),
        "last_width": rng.choice([40, 4_096]),
        "jobs": rng.choice([1, 1, 2, 3]),
        **random_budget(rng),
    }
    if rng.random() < 0.2:
        options |= {"final": rng.randint(1, max(colours) + 2), "most": rng.randint(0, size)}
    return Question(colours, near, options)


def ask_kami(kernel: ModuleType, rng: Random, *, spoil: bool) -> None:
    """Ask KAMI's search, and check what it answers to a sound question."""
    question = random_graph_question(rng)
    colours, near, options = question.colours, question.near, question.options
    if spoil:
        question.break_up(rng)
        kernel.solve(colours, near, **options)
        return
    lower, upper, actions, *_ = kernel.solve(colours, near, **options)
    graph = RegionGraph(
        {vertex: set(row) for vertex, row in enumerate(near)}, dict(enumerate(colours))
    )
    if (
        not 0 <= lower <= upper <= len(colours)
        or (actions is not None and len(actions) != upper)
        or (actions is not None and not is_solved_by(graph, actions, options["palette"]))
        or (actions and actions[-1][1] != options.get("final", actions[-1][1]))
    ):
        raise AssertionError((colours, near, options, lower, upper, actions))


def random_pond(rng: Random) -> Pond:
    """A random board of Flood-It: small, middling, or too large to be decided."""
    rows, cols = rng.choice([(1, rng.randint(1, 9)), (3, 4), (9, 8), (14, 15), (22, 20), (31, 40)])
    colours = rng.choice([1, 2, 4, 6, 20, 40, 64])
    return Pond([[rng.randint(1, colours) for _ in range(cols)] for _ in range(rows)])


def ask_floodit(kernel: ModuleType, rng: Random, *, spoil: bool) -> None:
    """Ask Flood-It's search, and check what it answers to a sound question."""
    pond = random_pond(rng)
    lower, upper = least_plays(pond), len(greedy_plays(pond))
    options = {
        "palette": len(pond.palette),
        "lower": rng.choice([lower, pond.last_plays]),
        "upper": upper,
        "last_plays": pond.last_plays,
        "far_weight": rng.choice([1, 4, 1_000]),
    }
    question = Question(pond.colours, pond.touching, options | random_budget(rng))
    if pond.size > MOST_REGIONS:
        question.options["nodes"] = min(question.options["nodes"], 100)
    if spoil:
        question.break_up(rng)
        kernel.solve_flood(question.colours, question.near, **question.options)
        return
    proven, free_plays, *_ = kernel.solve_flood(question.colours, question.near, **question.options)
    plays = None if free_plays is None else spelled(pond, free_plays)
    if not 0 <= proven <= upper or (
        plays is not None and not (proven <= len(plays) < upper and is_won_by(pond, plays))
    ):
        raise AssertionError((pond.colours, pond.touching, question.options, proven, free_plays))


def fuzz(folder: Path, seconds: float, seed: int) -> None:
    """Ask until the time is over."""
    sys.path.insert(0, str(folder))
    kernel = import_module("_kernel")
    rng = Random(seed)
    end = time.monotonic() + seconds
    for ask in (ask_kami, ask_floodit):
        half = (time.monotonic() + end) / 2 if ask is ask_kami else end
        sound = refused = survived = 0
        while time.monotonic() < half:
            spoil = rng.random() < 0.4
            try:
                ask(kernel, rng, spoil=spoil)
            except (ValueError, TypeError):
                if not spoil:
                    raise
                refused += 1
            else:
                survived += spoil
                sound += not spoil
        print(
            f"{ask.__name__}: {sound} sound questions answered, "
            f"{refused} broken ones refused, {survived} harmless",
            flush=True,
        )


def main() -> int:
    """Build and fuzz; the exit code is 0 if nothing was found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--inside", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.inside is not None:
        fuzz(arguments.inside, arguments.seconds, arguments.seed)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        build(Path(folder))
        return rerun_sanitized(Path(folder), arguments.seconds, arguments.seed)


if __name__ == "__main__":
    sys.exit(main())
