"""How fast Gemas is simulated, proven and confirmed, in CPU time and as ratios of one run.

    python scripts/bench_gemas.py [SECONDS]

A step is what a player's move takes: make a swap, let everything fall and fill,
and list all valid swaps of the new board. The engine's is compared with the
same step by the witness's string rules and by the assignment's functions.
SECONDS is the time for each measurement, 1 if left out.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator

from kamigen.budget import Budget
from kamigen.config import load_config, shipped_config
from kamigen.ep import gemas as ep
from kamigen.game import find_game
from kamigen.games.gemas import witness
from kamigen.games.gemas.generator import draw_board
from kamigen.games.gemas.level import MOST_TARGET, GemasLevel
from kamigen.games.gemas.refill import gem
from kamigen.games.gemas.search import Rules, State
from kamigen.level import Claim
from kamigen.rng import Rng

SIZES = ((5, 6, 4), (6, 7, 5), (8, 8, 7), (10, 10, 7), (10, 10, 26))


def engine_steps(level: GemasLevel, rng: Rng) -> Iterator[None]:
    """Play random valid swaps by the engine; one step a turn."""
    rules = Rules.of(level)
    start = state = State(level.board, 0)
    rules.refill.between(0, MOST_TARGET)
    swaps = rules.planes.swaps(state.board)
    while True:
        if not swaps or state.gems > MOST_TARGET // 2:
            state, swaps = start, rules.planes.swaps(start.board)
        state = rules.after(state, rng.choice(swaps))
        swaps = rules.planes.swaps(state.board)
        yield


def witness_steps(level: GemasLevel, rng: Rng) -> Iterator[None]:
    """The same by the witness."""
    board, gems = level.cells, 0
    swaps = list(witness.valid_swaps(board))
    while True:
        if not swaps or gems > MOST_TARGET // 2:
            board, gems = level.cells, 0
            swaps = list(witness.valid_swaps(board))
        board, gems = witness.settled(level, witness.exchanged(board, *rng.choice(swaps)), gems)
        swaps = list(witness.valid_swaps(board))
        yield


def assignment_steps(level: GemasLevel, rng: Rng) -> Iterator[None]:
    """The same by the assignment's functions, with the level's refill."""
    start = [list(row) for row in level.cells]
    board, gems = [list(row) for row in start], 0
    swaps = assignment_swaps(board)
    while True:
        if not swaps or gems > MOST_TARGET // 2:
            board, gems = [list(row) for row in start], 0
            swaps = assignment_swaps(board)
        ep.trocar(*rng.choice(swaps), board)
        while ep.eliminar(board):
            ep.deslocar(board)
            for row in board:
                for place, letter in enumerate(row):
                    if letter == ep.VAZIO:
                        row[place] = ep.ALFABETO[gem(level.seed, gems, level.colours)]
                        gems += 1
        swaps = assignment_swaps(board)
        yield


def assignment_swaps(board: ep.Tabuleiro) -> list[tuple[int, int, int, int]]:
    """List the valid swaps by trying all."""
    found = []
    for y in range(len(board)):
        for x in range(len(board[0])):
            for v, u in ((y, x + 1), (y + 1, x)):
                if ep.trocar(y, x, v, u, board):
                    found.append((y, x, v, u))
                    board[y][x], board[v][u] = board[v][u], board[y][x]
    return found


def microseconds(steps: Iterator[None], seconds: float) -> float:
    """CPU time a step."""
    for _ in range(20):
        next(steps)
    done, started = 0, time.process_time()
    while time.process_time() - started < seconds:
        for _ in range(20):
            next(steps)
        done += 20
    return (time.process_time() - started) / done * 1e6


def main() -> None:
    """Measure and print."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    print("step with listing of all valid swaps, µs")
    print(f"{'board':>12} {'engine':>8} {'witness':>8} {'assignment':>10}  ratios")
    for rows, cols, colours in SIZES:
        rng = Rng("bench", rows, cols, colours)
        while True:
            cells = draw_board(rows, cols, colours, rng)
            level = GemasLevel(Claim(1, 1), MOST_TARGET, cells, colours, 1)
            if not level.planes.is_dead(level.board):
                break
        figures = [
            microseconds(steps(level, Rng("steps")), seconds)
            for steps in (engine_steps, witness_steps, assignment_steps)
        ]
        ratios = " ".join(f"{figure / figures[0]:.0f}×" for figure in figures[1:])
        name = f"{rows}×{cols}/{colours}"
        print(f"{name:>12} {figures[0]:8.1f} {figures[1]:8.1f} {figures[2]:10.1f}  {ratios}")

    game = find_game("gemas")
    print("\nexact search and witness on candidates of the shipped configs")
    for difficulty in (1, 2, 3):
        config = load_config(game, shipped_config(game, difficulty))
        budget = Budget(nodes=config.effort.solve_nodes)
        proven = dives = states = swaps = 0
        solving = confirming = 0.0
        for seed in range(8):
            level = game.propose(config, Rng("bench", difficulty, seed))
            started = time.process_time()
            proof = game.solve(level, budget)
            solving += time.process_time() - started
            states += proof.states
            if not proof.proven:
                continue
            proven += 1
            dives += game.solve(level, Budget(nodes=4_000)).upper == proof.par
            started = time.process_time()
            said = game.cross_check(level, proof, Budget(seconds=60))
            confirming += time.process_time() - started
            swaps += said.states
            assert said.par == proof.par, (level, proof, said)
            assert said.facts == proof.facts, (level, proof, said)
        print(
            f"  difficulty {difficulty}: {proven} of 8 proven, {states} swaps searched, "
            f"{states / solving:,.0f}/s; witness {swaps / confirming:,.0f}/s; "
            f"{dives} pars known after 4,000 swaps"
        )


if __name__ == "__main__":
    main()
