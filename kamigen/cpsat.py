"""CP-SAT as a second witness: run so that Ctrl-C is heard, and asked for a par step by step.

A game that counts actions brings a model of the question "do k actions
suffice?" and its own way to replay moves; `Enquiry` asks until the par is
confirmed, refuted or found, or the budget ends.
"""

from __future__ import annotations

import warnings
from abc import ABC, abstractmethod
from concurrent.futures import Future
from concurrent.futures import wait as wait_for
from dataclasses import dataclass
from threading import Thread
from types import FunctionType
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from kamigen.budget import Budget, BudgetSpent, Meter
from kamigen.level import Proof

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, CpSolver, CpSolverStatus

SOLVER = "cp-sat"

Move = TypeVar("Move")

# How often a waiting thread looks up: Windows shows it a Ctrl-C only then.
_SECONDS_PER_LOOK = 0.1


def new_model() -> CpModel:
    """Return an empty model whose memory is given back as soon as nobody holds it.

    CP-SAT stores the old names of a model's methods in the model, as functions that
    hold the model. Only a full garbage collection frees such a ring. Python runs one
    every few hundred levels, for it counts objects, not the megabytes of clauses
    behind one: until then dozens of models pile up. Nobody here needs the old names.
    """
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    names = [name for name, held in vars(model).items() if isinstance(held, FunctionType)]
    for name in names:
        delattr(model, name)
    return model


def run(solver: CpSolver, model: CpModel) -> CpSolverStatus:
    """Solve; let a Ctrl-C through, and stop the solver for it.

    CP-SAT's own handler would take the signal, answer "unknown" and tell nobody;
    without it Python could not act upon the signal before the solver returns.
    So the solver works in a thread of its own while this one stays free to listen.
    """
    solver.parameters.catch_sigint_signal = False
    answer: Future[CpSolverStatus] = Future()

    def work() -> None:
        # Cancelled: the signal came before this thread was under way.
        if answer.set_running_or_notify_cancel():
            try:
                answer.set_result(solver.solve(model))
            except BaseException as error:
                answer.set_exception(error)

    # A daemon, since the signal may come at any moment: whatever is left of the
    # thread then, the program can end.
    thread = Thread(target=work, name="cp-sat", daemon=True)
    try:
        thread.start()
        while not answer.done():
            wait_for([answer], _SECONDS_PER_LOOK)
    finally:
        # Asked before its search has begun, the solver does not hear; so ask again.
        while not (answer.done() or answer.cancel()):
            solver.stop_search()
            wait_for([answer], _SECONDS_PER_LOOK)
    return answer.result()


@dataclass(frozen=True, slots=True)
class Answer(Generic[Move]):
    """Moves that the model holds to win, or a refutation, or neither in time."""

    moves: tuple[Move, ...] | None
    refuted: bool
    conflicts: int


class Question(ABC, Generic[Move]):
    """The question "do so many actions suffice?" as clauses. The game writes them."""

    presolved: ClassVar[bool] = True
    """Whether the solver may rewrite the clauses before it begins."""

    def __init__(self) -> None:
        self._model = new_model()

    def put(self, conflicts: int | None, seconds: float | None) -> Answer[Move]:
        """Put the question to the solver."""
        from ortools.sat.python import cp_model

        solver = cp_model.CpSolver()
        # One worker and a fixed seed make the answer a function of the question. It is
        # nothing but clauses, to which a linear relaxation adds only its own time.
        solver.parameters.num_workers = 1
        solver.parameters.random_seed = 0
        solver.parameters.linearization_level = 0
        solver.parameters.cp_model_presolve = self.presolved
        if conflicts is not None:
            solver.parameters.max_number_of_conflicts = conflicts
        if seconds is not None:
            solver.parameters.max_time_in_seconds = seconds
        status = run(solver, self._model)
        if status == cp_model.MODEL_INVALID:
            raise AssertionError(f"CP-SAT refuses the model: {self._model.validate()}")
        return Answer(
            moves=self._moves(solver) if status in (cp_model.OPTIMAL, cp_model.FEASIBLE) else None,
            refuted=status == cp_model.INFEASIBLE,
            conflicts=solver.num_conflicts,
        )

    @abstractmethod
    def _moves(self, solver: CpSolver) -> tuple[Move, ...]:
        """Read the moves of a solution."""


class Enquiry(ABC, Generic[Move]):
    """What is known of one level's par while questions are being asked.

    `lower` is a bound that the game argues beforehand; at 0 the level is won.
    One node of the budget is one conflict of the solver.
    """

    def __init__(self, budget: Budget, lower: int) -> None:
        self._conflicts_allowed = budget.nodes
        self._conflicts = 0
        self._meter = budget.start()
        self._witness: tuple[Move, ...] = ()
        self.lower = lower
        self.upper = None if lower else 0

    def confirm(self, par: int) -> Proof:
        """Test the claim that `par` is the minimal number of actions.

        The claim is right if both bounds of the proof equal `par`, and wrong if
        `upper` is less or `lower` is more. Otherwise the budget ended first.
        """
        # The refutation first: a sequence is easily had elsewhere, a second proof is not.
        if self._ask(par - 1):
            self._ask(par)
        return self._proof()

    def find(self) -> Proof:
        """Find the par: allow one action more until they suffice or the budget ends."""
        while self.upper is None and self._ask(self.lower):
            pass
        return self._proof()

    @abstractmethod
    def _question(self, actions: int, meter: Meter) -> Question[Move] | None:
        """The model for so many actions; None where it is beyond all use."""

    @abstractmethod
    def _replayed(self, moves: tuple[Move, ...]) -> tuple[Move, ...] | None:
        """The moves that count, if they win on the cells; else None."""

    @abstractmethod
    def _spelled(self, move: Move) -> str:
        """The move as a player types it."""

    def _ask(self, actions: int) -> bool:
        """Find out whether so many actions suffice; False if there is no answer."""
        if actions < self.lower or (self.upper is not None and actions >= self.upper):
            return True
        try:
            question = self._question(actions, self._meter)
            if question is None:
                return False
            answer = question.put(self._conflicts_left, self._meter.seconds_left)
        except BudgetSpent:
            return False
        self._conflicts += answer.conflicts
        if answer.moves is not None:
            return self._witnessed(answer.moves)
        if answer.refuted:
            self.lower = actions + 1
        return answer.refuted

    def _witnessed(self, moves: tuple[Move, ...]) -> bool:
        """Claim the moves as an upper bound, but only if they win on the cells."""
        counting = self._replayed(moves)
        if counting is None:
            warnings.warn(
                f"the CP-SAT model's moves do not win on the board: {moves} by {self}; "
                "they are not claimed, but this is a bug in the model",
                RuntimeWarning,
                stacklevel=2,
            )
            return False
        self._witness = counting
        self.upper = len(counting)
        return True

    @property
    def _conflicts_left(self) -> int | None:
        if self._conflicts_allowed is None:
            return None
        return max(0, self._conflicts_allowed - self._conflicts)

    def _proof(self) -> Proof:
        return Proof(
            solver=SOLVER,
            lower=self.lower,
            upper=self.upper,
            actions=tuple(map(self._spelled, self._witness)),
            states=self._conflicts,
            seconds=self._meter.seconds,
        )
