"""The native kernel against the Python search: the same bounds, actions and states.

The two are twins, so a single node counted differently is a difference. Where
the kernel was not built, the tests of it are skipped by name, and the choice of
the solver is tested all the same.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import time
from pathlib import Path
from random import Random

import pytest
from oracle import adjacency, random_graph

from kamigen import native
from kamigen.budget import Budget
from kamigen.errors import KamigenError
from kamigen.games.kami import search, solver
from kamigen.games.kami.graph import RegionGraph, region_graph
from kamigen.grid import framed

KERNEL = native.load()
needs_kernel = pytest.mark.skipif(KERNEL is None, reason="the native kernel was not built")
UNLIMITED = Budget()


def kernels():
    """Every kernel that this machine can run."""
    if KERNEL is None:
        return []
    from kamigen.native import _kernel

    return [_kernel] if KERNEL is _kernel else [_kernel, KERNEL]


def random_board_graph(rng: Random, rows: int, cols: int, colours: int) -> RegionGraph:
    return region_graph(
        framed([[rng.randint(1, colours) for _ in range(cols)] for _ in range(rows)])
    )


def merged_graph(rng: Random, size: int, colours: int, density: float) -> RegionGraph:
    """A random connected graph on which neighbours of one colour have been merged."""
    painted = [rng.randint(1, colours) for _ in range(size)]
    edges = [(rng.randrange(vertex), vertex) for vertex in range(1, size)]
    edges += [(a, b) for b in range(size) for a in range(b) if rng.random() < density]
    holder = list(range(size))

    def region(vertex: int) -> int:
        while holder[vertex] != vertex:
            vertex = holder[vertex]
        return vertex

    for a, b in edges:
        if painted[a] == painted[b]:
            holder[region(a)] = region(b)
    near: dict[int, set[int]] = {region(vertex): set() for vertex in range(size)}
    for a, b in edges:
        if region(a) != region(b):
            near[region(a)].add(region(b))
            near[region(b)].add(region(a))
    return RegionGraph(near, {vertex: painted[vertex] for vertex in near})


def random_case(rng: Random) -> RegionGraph:
    if rng.random() < 0.5:
        rows, cols = rng.choice([(3, 4), (2, 9), (5, 4), (1, 12), (6, 5), (7, 6)])
        return random_board_graph(rng, rows, cols, rng.randint(2, 6))
    return merged_graph(
        rng, rng.randint(2, 40), rng.randint(2, 7), rng.choice([0.0, 0.02, 0.1, 0.3])
    )


@pytest.fixture
def forced_native(monkeypatch):
    monkeypatch.setenv(native.CHOICE, "native")


@needs_kernel
@pytest.mark.usefixtures("forced_native")
class TestTwins:
    @pytest.mark.parametrize("seed", range(12))
    def test_random_boards_and_graphs(self, seed):
        rng = Random(f"twins {seed}")
        for _ in range(150):
            graph = random_case(rng)
            highest = max(graph.colours.values())
            palette = max(1, highest + rng.choice([0, 0, 0, 0, 1, 3, -1, -2]))
            budget = Budget(nodes=rng.choice([800, 800, 800, 2_500, rng.randint(0, 400)]))
            most = rng.choice([None, None, rng.randint(-1, 9)])
            expected = search.solve(graph, palette, budget, most=most)
            found = solver.solve(graph, palette, budget, most=most)
            assert found == expected, (graph, palette, budget, most)

    @pytest.mark.parametrize("seed", range(4))
    def test_sparse_colours_and_narrow_palettes(self, seed):
        rng = Random(f"foreign {seed}")
        for _ in range(150):
            plain = random_graph(rng, rng.randint(2, 14))
            names = rng.sample(range(1, 9), 8)
            graph = RegionGraph(
                adjacency(plain),
                {vertex: names[colour - 1] for vertex, colour in enumerate(plain.colours)},
            )
            palette = rng.randint(1, 9)
            expected = search.solve(graph, palette, Budget(nodes=800))
            assert solver.solve(graph, palette, Budget(nodes=800)) == expected

    @pytest.mark.parametrize("seed", [0, 2, 3])
    def test_beams_that_widen_between_the_decisions(self, seed, monkeypatch):
        widths = []
        run = search._Beam.run

        def noted(self: search._Beam, width: int) -> search._Blob | None:
            widths.append(width)
            return run(self, width)

        monkeypatch.setattr(search._Beam, "run", noted)
        monkeypatch.setattr(search, "FIRST_WIDTH", 1)
        monkeypatch.setattr(search, "LAST_WIDTH", 8)
        graph = random_board_graph(Random(seed), 7, 10, 6)
        budget = Budget(nodes=10_000)
        assert solver.solve(graph, 6, budget) == search.solve(graph, 6, budget)
        assert widths[:3] == [1, 1, 2]
        assert max(widths) <= 8

    @pytest.mark.parametrize("seed", range(4))
    def test_the_colour_to_end_in(self, seed):
        rng = Random(f"ending {seed}")
        for _ in range(60):
            graph = merged_graph(rng, rng.randint(2, 20), rng.randint(2, 4), 0.1)
            highest = max(graph.colours.values())
            palette = max(1, highest + rng.choice([0, 0, 2, -1, -2, -3]))
            proof = solver.solve(graph, palette, UNLIMITED)
            for colour in range(1, highest + 3):
                budget = Budget(nodes=rng.choice([2_000, 100]))
                expected = search.ending_in(graph, palette, budget, colour, proof.upper)
                found = solver.ending_in(graph, palette, budget, colour, proof.upper)
                assert found == expected, (graph, palette, colour)

    @pytest.mark.parametrize(
        ("rows", "cols", "colours"),
        [(10, 16, 3), (9, 14, 6), (12, 17, 5), (20, 21, 4), (27, 25, 5)],
    )
    def test_every_width_of_the_bitsets(self, rows, cols, colours):
        graph = random_board_graph(Random(7), rows, cols, colours)
        budget = Budget(nodes=600)
        assert solver.solve(graph, colours, budget) == search.solve(graph, colours, budget)

    def test_a_long_path(self):
        size = 400
        graph = RegionGraph(
            {v: {u for u in (v - 1, v + 1) if 0 <= u < size} for v in range(size)},
            {v: v % 3 + 1 for v in range(size)},
        )
        budget = Budget(nodes=300)
        assert solver.solve(graph, 3, budget) == search.solve(graph, 3, budget)

    def test_the_kernel_for_every_machine_and_the_fast_one_agree(self, monkeypatch):
        rng = Random(3)
        for _ in range(30):
            graph = random_board_graph(rng, 7, 8, rng.randint(3, 6))
            answers = []
            for kernel in kernels():
                monkeypatch.setattr(native, "load", lambda kernel=kernel: kernel)
                answers.append(solver.solve(graph, 6, Budget(nodes=20_000)))
            assert all(answer == answers[0] for answer in answers)


@needs_kernel
@pytest.mark.usefixtures("forced_native")
class TestSeveralJobs:
    def test_the_same_par(self):
        rng = Random(11)
        for _ in range(15):
            graph = random_board_graph(rng, 8, 9, rng.randint(4, 6))
            one = solver.solve(graph, 6, UNLIMITED)
            two = solver.solve(graph, 6, Budget(threads=2))
            assert (two.lower, two.upper) == (one.lower, one.upper)
            assert search.is_solved_by(graph, two.actions, 6)

    def test_budgets_end_all_threads(self):
        graph = random_board_graph(Random(2), 16, 16, 6)
        proof = solver.solve(graph, 6, Budget(nodes=200_000, threads=2))
        assert proof.stopped == "nodes"
        assert proof.lower < proof.upper


@needs_kernel
@pytest.mark.usefixtures("forced_native")
class TestLimits:
    graph = random_board_graph(Random(5), 20, 20, 6)

    def test_seconds_are_honoured(self):
        started = time.perf_counter()
        proof = solver.solve(self.graph, 6, Budget(seconds=0.3))
        assert time.perf_counter() - started < 3
        assert proof.stopped == "seconds"
        assert 5 <= proof.lower < proof.upper

    @pytest.mark.parametrize("seconds", [0.0, -1.0, -1e300, float("-inf")])
    def test_no_time_at_all_is_honoured_too(self, seconds):
        proof = solver.solve(self.graph, 6, Budget(seconds=seconds))
        assert (proof.stopped, proof.lower) == ("seconds", 5)

    def test_memory_is_bounded_and_said_so(self, monkeypatch):
        monkeypatch.setattr(solver, "_MOST_BYTES", 4 << 20)
        proof = solver.solve(self.graph, 6, Budget(seconds=60))
        assert proof.stopped == "bytes"
        assert proof.lower <= proof.upper

    def test_without_any_memory_the_plain_bounds_remain(self, monkeypatch):
        monkeypatch.setattr(solver, "_MOST_BYTES", 0)
        proof = solver.solve(self.graph, 6, UNLIMITED)
        assert (proof.stopped, proof.lower) == ("bytes", 5)

    @pytest.mark.parametrize("jobs", [1, 2])
    def test_ctrl_c_ends_it_promptly(self, jobs):
        program = (
            "import sys; sys.path.insert(0, 'tests')\n"
            "from random import Random\n"
            "from test_kami_native import random_board_graph\n"
            "from kamigen.games.kami.solver import solve\n"
            "from kamigen.budget import Budget\n"
            "graph = random_board_graph(Random(5), 20, 20, 6)\n"
            "print('ready', flush=True)\n"
            "try:\n"
            f"    solve(graph, 6, Budget(seconds=120, threads={jobs}))\n"
            "except KeyboardInterrupt:\n"
            "    print('interrupted')\n"
        )
        process = subprocess.Popen(
            [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, env=os.environ
        )
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(1)
        sent = time.perf_counter()
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=30)
        assert rest == "interrupted\n"
        assert time.perf_counter() - sent < 5


def ask(colours, near, **changes):
    """Call the kernel itself."""
    options = {
        "palette": 3,
        "lower": 0,
        "upper": len(colours),
        "first_width": 5,
        "last_width": 40,
        "most": None,
        "nodes": 1000,
        "seconds": None,
        "most_bytes": 1 << 20,
        "jobs": 1,
    }
    assert KERNEL is not None
    return KERNEL.solve(colours, near, **(options | changes))


@needs_kernel
def test_a_beam_out_of_memory_ends_no_search():
    graph = random_board_graph(Random(5), 8, 10, 4)
    number = {code: vertex for vertex, code in enumerate(graph.adjacency)}
    near = [[number[other] for other in row] for row in graph.adjacency.values()]
    wide = {"palette": 4, "nodes": None, "first_width": 4_096, "last_width": 4_096}

    def answer(most_bytes: int, **changes: int) -> tuple[int, int, int, str]:
        options = wide | changes | {"most_bytes": most_bytes}
        lower, upper, _, _, peak, stopped = ask(list(graph.colours.values()), near, **options)
        return lower, upper, peak, stopped

    # A beam so wide takes far more than all that a search with a narrow one needs.
    lower, upper, peak, _ = answer(1 << 30)
    _, _, enough, _ = answer(1 << 30, first_width=1, last_width=1)
    assert 2 * enough < peak
    assert answer(peak // 2)[:2] == (lower, upper) == (upper, upper)
    assert answer(peak // 2)[3] == ""


@needs_kernel
class TestMalformed:
    @pytest.mark.parametrize(
        ("colours", "near", "changes", "reason"),
        [
            ([], [], {}, "at least two regions"),
            ([1], [[]], {}, "at least two regions"),
            ([1] * 2000, [[]] * 2000, {}, "more regions than"),
            ([1, 2], [[1]], {}, "needs a colour and its neighbours"),
            ([1, 2], [[1], [2]], {}, "does not exist"),
            ([1, 2], [[1], [-1]], {}, "does not exist"),
            ([1, 2], [[1], []], {}, "both ways"),
            ([1, 1], [[1], [0]], {}, "must be merged"),
            ([1, 2], [[0, 1], [0]], {}, "must be merged"),
            ([0, 2], [[1], [0]], {}, "numbered from 1"),
            ([1, 2, 1, 2], [[1], [0], [3], [2]], {}, "not connected"),
            ([1, 2], [[1], [0]], {"palette": 0}, "at least one colour"),
            ([1, 2], [[1], [0]], {"lower": -1}, "cannot be negative"),
            ([1, 2], [[1], [0]], {"upper": 3}, "more actions than regions"),
            ([1, 2], [[1], [0]], {"first_width": 0}, "at least one blob"),
            ([1, 2], [[1], [0]], {"first_width": 41}, "no narrower"),
            ([1, 2], [[1], [0]], {"last_width": 1 << 20}, "at most"),
            ([1, 2], [[1], [0]], {"jobs": 0}, "from 1 to"),
            ([1, 2], [[1], [0]], {"final": 0, "most": 1}, "numbered from 1"),
            ([1, 2], [[1], [0]], {"final": 1}, "can need"),
            ([1, 2], [[1], [0]], {"final": 1, "most": -1}, "can need"),
            ([1, 2], [[1], [0]], {"final": 1, "most": 3}, "can need"),
            ([1, 2], [[1], [0]], {"seconds": float("nan")}, "must be a number"),
        ],
    )
    def test_is_refused_in_a_sentence(self, colours, near, changes, reason):
        with pytest.raises(ValueError, match=reason):
            ask(colours, near, **changes)

    def test_the_smallest_graph_is_solved(self):
        assert ask([1, 2], [[1], [0]], upper=2)[:3] == (1, 1, [(0, 2)])


class TestChoice:
    def test_python_can_be_forced(self, monkeypatch):
        monkeypatch.setenv(native.CHOICE, "python")
        assert native.active() == "python"
        graph = random_board_graph(Random(1), 4, 5, 3)
        assert solver.solve(graph, 3, UNLIMITED).solver == "python"

    def test_native_is_preferred_where_it_was_built(self, monkeypatch):
        monkeypatch.delenv(native.CHOICE, raising=False)
        assert native.active() == ("python" if KERNEL is None else "native")

    def test_native_forced_but_absent_is_an_error_in_a_sentence(self, monkeypatch):
        monkeypatch.setenv(native.CHOICE, "native")
        monkeypatch.setattr(native, "load", lambda: None)
        with pytest.raises(KamigenError, match="not built here"):
            native.active()

    def test_an_unknown_choice_is_an_error(self, monkeypatch):
        monkeypatch.setenv(native.CHOICE, "rust")
        with pytest.raises(KamigenError, match="only native and python"):
            native.active()

    @pytest.mark.parametrize("arguments", [["--version"], ["solve", "-"]])
    def test_the_command_line_says_so_in_one_sentence(self, arguments):
        result = subprocess.run(
            [sys.executable, "-m", "kamigen", *arguments],
            input="1 2 1 3 3\n1 2 3\n",
            env={**os.environ, native.CHOICE: "rust"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert result.returncode == 2
        assert result.stdout == ""
        assert result.stderr.count("\n") == 1
        assert "only native and python" in result.stderr

    def test_a_graph_too_large_for_tables_gets_plain_bounds(self):
        size = search.MOST_REGIONS + 1
        graph = RegionGraph(
            {v: {u for u in (v - 1, v + 1) if 0 <= u < size} for v in range(size)},
            {v: v % 2 + 1 for v in range(size)},
        )
        assert solver.solve(graph, 2, UNLIMITED).lower == 1


@pytest.fixture(scope="module")
def plain_kamigen(tmp_path_factory):
    """Runs the kamigen of an environment in which it was installed without a compiler."""
    folder = tmp_path_factory.mktemp("plain")
    tree, environment = folder / "tree", folder / "environment"
    root = Path(__file__).parents[1]
    ignored = shutil.ignore_patterns(".git", ".venv", "*cache*", "*.egg-info", "build", "*.so")
    shutil.copytree(root, tree, ignore=ignored)
    subprocess.run([sys.executable, "-m", "venv", environment], check=True)
    scripts = environment / "bin"
    # CMake looks for compilers off the path, too, unless it is told which to take.
    nowhere = {"PATH": str(scripts), "CC": "/nowhere/cc", "CXX": "/nowhere/c++"}
    subprocess.run(
        [scripts / "python", "-m", "pip", "install", "--quiet", "--no-deps", tree],
        env=os.environ | nowhere,
        check=True,
    )
    # What it depends on it finds where these tests do.
    [packages] = environment.glob("lib/python*/site-packages")
    (packages / "these.pth").write_text(sysconfig.get_path("purelib"))

    def run(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        plain = {name: value for name, value in os.environ.items() if name != native.CHOICE}
        return subprocess.run(
            [scripts / "kamigen", *arguments],
            input="1 2 1 3 3\n1 2 3\n",
            env=plain | variables,
            capture_output=True,
            text=True,
            check=False,
        )

    return run


@pytest.mark.slow
class TestWithoutACompiler:
    """Where no C++ compiler is found the install succeeds and the Python search serves."""

    def test_the_python_search_serves(self, plain_kamigen):
        assert plain_kamigen("--version").stdout.endswith("(python search)\n")
        assert plain_kamigen("solve", "-").stdout.startswith("-: par 2, proven")

    @pytest.mark.parametrize("arguments", [["--version"], ["solve", "-"]])
    def test_asking_for_the_kernel_gives_one_sentence(self, plain_kamigen, arguments):
        result = plain_kamigen(*arguments, KAMIGEN_SOLVER="native")
        assert (result.returncode, result.stdout) == (2, "")
        assert result.stderr.count("\n") == 1
        assert "not built here" in result.stderr
