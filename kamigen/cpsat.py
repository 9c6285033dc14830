"""CP-SAT, run so that Ctrl-C is heard: what every game's second witness needs of it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import wait as wait_for
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, CpSolver, CpSolverStatus

# How often a waiting thread looks up: Windows shows it a Ctrl-C only then.
_SECONDS_PER_LOOK = 0.1


def run(solver: CpSolver, model: CpModel) -> CpSolverStatus:
    """Solve; let a Ctrl-C through, and stop the solver for it.

    CP-SAT's own handler would take the signal, answer "unknown" and tell nobody;
    without it Python could not act upon the signal before the solver returns.
    So the solver works in a thread of its own while this one stays free to listen.
    """
    solver.parameters.catch_sigint_signal = False
    with ThreadPoolExecutor(max_workers=1) as executor:
        solving = executor.submit(solver.solve, model)
        try:
            while not solving.done():
                wait_for([solving], _SECONDS_PER_LOOK)
        finally:
            # Asked before its search has begun, the solver does not hear; so ask again.
            while not solving.done():
                solver.stop_search()
                wait_for([solving], _SECONDS_PER_LOOK)
        return solving.result()
