"""Fuzz the native kernel through its binding, built with AddressSanitizer and UBSan.

    python scripts/fuzz_kernel.py [--seconds 60] [--seed 0]

Builds the kernel in a folder of its own and hands it random graphs, sound ones
and broken ones, with random options. Broken input must be refused with a
ValueError or TypeError; sound input must be answered with bounds that make
sense and with actions that solve it. Whatever else happens is a finding.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

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


def random_question(rng: Random) -> tuple[list[int], list[list[int]], dict[str, object]]:
    """A random graph with neighbours of different colours, and random options."""
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
    palette = max(1, max(colours) + rng.choice([0, 0, 0, 1, -1, -3]))
    options: dict[str, object] = {
        "palette": palette,
        "lower": 0,
        "upper": size,
        "beam_width": rng.choice([1, 5, 40]),
        "most": rng.choice([None, None, rng.randint(-2, 20)]),
        "nodes": rng.choice([0, 10, 300, 3_000]),
        "seconds": rng.choice([None, 5.0, 0.0, -1.0, float("inf")]),
        "most_bytes": rng.choice([0, 1 << 14, 1 << 18, 1 << 30, 1 << 30]),
        "jobs": rng.choice([1, 1, 2, 3]),
    }
    return colours, near, options


def broken(rng: Random, colours: list[int], near: list[list[int]], options: dict[str, object]):
    """Break a sound question in one or more places."""
    strange = [-1, 0, len(colours), 2**31 - 1, -(2**31), 2**40, 10**30]
    for _ in range(rng.randint(1, 3)):
        match rng.randrange(6):
            case 0:
                colours[rng.randrange(len(colours))] = rng.choice(strange)
            case 1:
                rng.choice(near).append(rng.choice(strange))
            case 2:
                near.pop() if rng.random() < 0.5 and len(near) > 1 else near.append([0])
            case 3:
                colours.append(1)
            case 4:
                options[rng.choice(list(options))] = rng.choice([*strange, float("nan"), None, "x"])
            case 5:
                row = rng.choice(near)
                if row:
                    row.pop(rng.randrange(len(row)))


def fuzz(folder: Path, seconds: float, seed: int) -> None:
    """Ask until the time is over."""
    sys.path.insert(0, str(folder))
    import _kernel

    from kamigen.games.kami.graph import RegionGraph
    from kamigen.games.kami.search import is_solved_by

    rng = Random(seed)
    end = time.monotonic() + seconds
    sound = refused = survived = 0
    while time.monotonic() < end:
        colours, near, options = random_question(rng)
        if rng.random() < 0.4:
            broken(rng, colours, near, options)
            # A question that is odd but sound must still come to an end.
            if options["nodes"] is None or isinstance(options["nodes"], float | str):
                options["nodes"] = 100
            options["nodes"] = min(options["nodes"], 3_000)  # type: ignore[type-var]
            try:
                _kernel.solve(colours, near, **options)
                survived += 1
            except (ValueError, TypeError):
                refused += 1
            continue
        lower, upper, actions, *_ = _kernel.solve(colours, near, **options)
        if not 0 <= lower <= upper <= len(colours):
            raise AssertionError((colours, near, options, lower, upper))
        graph = RegionGraph(
            {vertex: set(row) for vertex, row in enumerate(near)}, dict(enumerate(colours))
        )
        if actions is not None and not is_solved_by(graph, actions, options["palette"]):
            raise AssertionError((colours, near, options, actions))
        sound += 1
    print(f"{sound} sound questions answered, {refused} broken ones refused, {survived} harmless")


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
