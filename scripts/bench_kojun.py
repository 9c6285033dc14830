"""How fast Kojun is solved and made: our solver beside CP-SAT, and the generator.

    python scripts/bench_kojun.py [puzzles.jsonl]

All times are of the processor, in milliseconds, the best of several runs of one
process, so that the ratio means something on a machine that does other things
too. The puzzles are those of ../shared/data/kojun unless a file is named.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

from kamigen.budget import Budget
from kamigen.config import load_config, shipped_config
from kamigen.game import find_game
from kamigen.games.kojun import cpsat
from kamigen.games.kojun.config import KojunConfig
from kamigen.games.kojun.generator import propose
from kamigen.games.kojun.level import KojunLevel
from kamigen.games.kojun.search import decide
from kamigen.level import UNSTATED, Claim
from kamigen.pipeline.generate import Made, Order, make
from kamigen.rng import Rng

PUZZLES = Path(__file__).parents[2] / "shared" / "data" / "kojun" / "kojun_40.jsonl"
RUNS = 5
LEVELS = 30


def best(function: Callable[[], object], runs: int = RUNS) -> float:
    """The least time of several runs, in milliseconds."""
    times = []
    for _ in range(runs):
        started = time.process_time()
        function()
        times.append((time.process_time() - started) * 1000)
    return min(times)


def summary(name: str, times: list[float]) -> None:
    """Print median, mean and worst."""
    middle, mean, worst = statistics.median(times), statistics.mean(times), max(times)
    print(f"{name:<28}{middle:>10.2f}{mean:>10.2f}{worst:>10.2f}")


def solvers(path: Path) -> None:
    """One line a puzzle, then the summary."""
    game = find_game("kojun")
    print(
        f"{'puzzle':<18}{'size':>7}{'nodes':>7}{'decide':>9}{'proof':>9}{'cp-sat':>9}{'ratio':>8}"
    )
    ours: list[float] = []
    proofs: list[float] = []
    theirs: list[float] = []
    for line in path.read_text().splitlines():
        puzzle = json.loads(line)
        regions = tuple(tuple(map(str, row)) for row in puzzle["regions"])
        level = KojunLevel(Claim(UNSTATED, None), tuple(map(tuple, puzzle["givens"])), regions)
        board, values = level.board, level.values
        proof = game.solve(level, Budget())
        cpsat.confirm(level, proof, Budget())  # imports the solver, so that no run pays for it
        ours.append(best(lambda: decide(board, values, Budget())))  # noqa: B023 - run at once
        proofs.append(best(lambda: game.solve(level, Budget())))  # noqa: B023
        theirs.append(best(lambda: cpsat.confirm(level, proof, Budget()), 3))  # noqa: B023
        size = f"{level.rows}×{level.cols}"
        print(
            f"{puzzle['id']:<18}{size:>7}{proof.states:>7}{ours[-1]:>9.2f}{proofs[-1]:>9.2f}"
            f"{theirs[-1]:>9.2f}{theirs[-1] / ours[-1]:>8.0f}"
        )
    print(f"\n{'':<28}{'median':>10}{'mean':>10}{'worst':>10}")
    summary("decide", ours)
    summary("decide and order the moves", proofs)
    summary("CP-SAT, model and two asks", theirs)
    summary("ratio CP-SAT / decide", [b / a for a, b in zip(ours, theirs, strict=True)])


def generators() -> None:
    """Candidates of growing size, and whole levels as the shipped configs make them."""
    game = find_game("kojun")
    print(f"\n{'':<28}{'median':>10}{'mean':>10}{'worst':>10}")
    for side in (6, 10, 14, 17):
        config = KojunConfig(difficulty=3, rows=(side, side), cols=(side, side))
        times = [
            best(lambda: propose(config, Rng(side, seed)), 1)  # noqa: B023 - run at once
            for seed in range(LEVELS)
        ]
        summary(f"minimal unique {side}×{side}", times)
    for difficulty in (1, 2, 3):
        settings = load_config(game, shipped_config(game, difficulty))
        times, tried = [], 0
        for seed in range(LEVELS):
            started = time.process_time()
            made = make(Order("kojun", settings, seed, 0))
            times.append((time.process_time() - started) * 1000)
            tried += made.provenance.attempt + 1 if isinstance(made, Made) else 0
        summary(f"level of difficulty {difficulty}", times)
        print(f"    {tried / LEVELS:.1f} candidates a level")


def main() -> None:
    """Measure everything."""
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else PUZZLES
    if path.exists():
        solvers(path)
    else:
        print(f"{path}: absent, so only the generator is measured")
    generators()


if __name__ == "__main__":
    main()
