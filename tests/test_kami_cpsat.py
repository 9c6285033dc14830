"""The CP-SAT model against plain breadth-first search, and its independence of the search."""

from __future__ import annotations

import ast
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from oracle import Board, board_par, boards, graph_of, named_moves, patches, random_board, wins

from kamigen.budget import Budget
from kamigen.game import find_game
from kamigen.games.kami import cpsat
from kamigen.games.kami.level import KamiLevel, parse
from kamigen.level import Claim, Proof

UNLIMITED = Budget()
SOURCE = Path(cpsat.__file__)


def level_of(board: Board) -> KamiLevel:
    return KamiLevel(Claim(1, 0), board.cells, board.palette)


def witnessed(board: Board, proof: Proof) -> Proof:
    """Replay on the cells whatever upper bound a proof claims."""
    if proof.upper is None:
        assert not proof.actions
    else:
        assert len(proof.actions) == proof.upper
        assert wins(board, named_moves(proof.actions)), (board, proof)
    return proof


def solve(board: Board, budget: Budget = UNLIMITED) -> Proof:
    return witnessed(board, cpsat.solve(level_of(board), budget))


def confirm(board: Board, par: int, budget: Budget = UNLIMITED) -> Proof:
    return witnessed(board, cpsat.confirm(level_of(board), par, budget))


class TestAgainstBreadthFirstSearch:
    @pytest.mark.parametrize("seed", range(6))
    def test_small_boards(self, seed: int):
        rng = Random(1000 + seed)
        for _ in range(30):
            board = random_board(rng, most_regions=7)
            proof = solve(board)
            truth = board_par(board)
            assert (proof.lower, proof.upper, proof.par) == (truth, truth, truth), board

    @pytest.mark.parametrize("seed", range(3))
    def test_boards_of_foreign_colours(self, seed: int):
        rng = Random(2000 + seed)
        for _ in range(25):
            board = random_board(rng, most_regions=7)._replace(palette=rng.randint(1, 2))
            assert solve(board).par == board_par(board), board

    @pytest.mark.slow
    @pytest.mark.parametrize("seed", range(6))
    def test_more_boards(self, seed: int):
        rng = Random(3000 + seed)
        for _ in range(120):
            board = random_board(rng, most_regions=8)
            assert solve(board).par == board_par(board), board

    @settings(max_examples=40, deadline=None)
    @given(boards(most_cells=8))
    def test_any_board(self, board: Board):
        if graph_of(board.cells).size <= 7:
            assert solve(board).par == board_par(board)

    def test_known_traps(self):
        assert solve(Board(((1, 2, 3, 2, 1, 3, 4, 3, 1),), 4)).par == 4
        assert solve(Board(((3,) * 7, (1, 2, 1, 2, 1, 2, 1)), 3)).par == 2
        assert solve(Board(((1, 2, 1, 2, 1, 2, 1),), 2)).par == 3

    @pytest.mark.parametrize(("number", "minimal"), list(enumerate((2, 3, 2, 3, 6))))
    def test_the_assignments_boards(self, number: int, minimal: int, shared_data: Path):
        file = shared_data / "kami" / f"tab0{number}.txt"
        if not file.exists():
            pytest.skip(f"no public level at {file}")
        level = parse(file.read_text())
        assert confirm(Board(level.cells, level.colours), minimal).par == minimal

    @pytest.mark.parametrize("seed", range(3))
    def test_it_confirms_the_search_on_boards_of_game_size(self, seed: int):
        board = Board(patches(seed, 10, 16, 4, 30), 4)
        found = find_game("kami").solve(level_of(board), UNLIMITED)
        assert found.par is not None
        proof = confirm(board, found.par)
        assert proof.par == found.par


class TestConfirm:
    @pytest.mark.parametrize("seed", range(3))
    def test_a_right_claim_is_confirmed_and_a_wrong_one_refuted(self, seed: int):
        rng = Random(4000 + seed)
        for _ in range(15):
            board = random_board(rng, most_regions=7)
            truth = board_par(board)
            right = confirm(board, truth)
            assert (right.lower, right.upper) == (truth, truth), board
            too_high = confirm(board, truth + 1)
            assert too_high.upper is not None, board
            assert too_high.lower <= truth <= too_high.upper < truth + 1, board
            if truth:
                too_low = confirm(board, truth - 1)
                assert too_low.lower > truth - 1, board
                assert too_low.lower <= truth, board

    def test_claims_far_off(self):
        board = Board(((1, 2, 3, 2, 1, 3, 4, 3, 1),), 4)  # par 4
        assert confirm(board, 0).lower > 0
        assert confirm(board, -1).lower > -1
        far_above = confirm(board, 1000)
        assert far_above.upper is not None
        assert far_above.upper <= 9  # every region by itself
        assert far_above.lower <= 4

    def test_a_board_of_one_colour(self):
        for palette in (1, 5):
            board = Board(((3, 3), (3, 3), (3, 3)), palette)
            for proof in (
                solve(board),
                confirm(board, 0),
                solve(board, Budget(nodes=0, seconds=0)),
            ):
                assert (proof.lower, proof.upper, proof.actions) == (0, 0, ())
            assert confirm(board, 1).upper == 0


class TestBudget:
    @pytest.mark.parametrize(
        "budget",
        [
            Budget(nodes=0),
            Budget(nodes=1),
            Budget(nodes=7),
            Budget(seconds=0),
            Budget(seconds=0.002),
            Budget(nodes=0, seconds=0),
        ],
        ids=repr,
    )
    def test_bounds_hold_however_small_it_is(self, budget: Budget):
        rng = Random(17)
        for _ in range(20):
            board = random_board(rng, most_regions=7)
            truth = board_par(board)
            for proof in (solve(board, budget), confirm(board, truth, budget)):
                assert proof.lower <= truth, board
                assert proof.upper is None or truth <= proof.upper, board

    def test_without_time_all_that_is_known_is_one_action_a_colour(self):
        board = Board(patches(0, 10, 16, 5, 50), 5)
        for proof in (solve(board, Budget(seconds=0)), confirm(board, 7, Budget(seconds=0))):
            assert (proof.lower, proof.upper, proof.par) == (4, None, None)

    def test_without_conflicts_there_is_no_par(self):
        """What follows without a single conflict may be used, but it does not go far."""
        board = Board(patches(0, 10, 16, 5, 50), 5)
        for proof in (solve(board, Budget(nodes=0)), confirm(board, 7, Budget(nodes=0))):
            assert proof.lower >= 4
            assert (proof.upper, proof.par) == (None, None)

    def test_seconds_are_kept(self):
        rng = Random(1)
        cells = tuple(tuple(rng.randint(1, 6) for _ in range(16)) for _ in range(10))
        started = time.perf_counter()
        proof = confirm(Board(cells, 6), 14, Budget(seconds=1.5))
        assert time.perf_counter() - started < 10
        assert not proof.proven

    def test_a_board_beyond_the_model_gets_no_answer(self):
        cells = tuple(tuple(1 + (row + column) % 2 for column in range(40)) for row in range(30))
        proof = confirm(Board(cells, 2), 35)
        assert (proof.lower, proof.upper) == (1, None)

    def test_the_same_question_has_the_same_answer(self):
        board = Board(patches(1, 10, 16, 4, 30), 4)
        assert solve(board) == solve(board)


class TestReplay:
    def test_moves_that_do_not_win_are_not_claimed(self, monkeypatch):
        board = Board(((1, 2, 3),), 3)
        monkeypatch.setattr(cpsat._StackFlood, "_moves", lambda *_: (((1, 1), 2),))
        with pytest.warns(RuntimeWarning, match="do not win"):
            proof = solve(board)
        assert (proof.upper, proof.par, proof.actions) == (None, None, ())

    @pytest.mark.parametrize(
        ("moves", "won"),
        [
            ([((1, 2), 1), ((1, 3), 1)], True),
            ([((1, 1), 2), ((1, 2), 3)], True),
            ([((1, 1), 2)], False),
            ([((1, 1), 1), ((1, 2), 1), ((1, 3), 1)], False),  # the first changes nothing
            ([((1, 2), 1), ((1, 3), 1), ((1, 3), 2)], False),  # goes on after the win
            ([((1, 1), 4), ((1, 2), 4), ((1, 3), 4)], False),  # 4 is outside the palette
        ],
    )
    def test_its_own_replay_agrees_with_the_rules(self, moves, won: bool):
        board = Board(((1, 2, 3),), 3)
        level = KamiLevel(Claim(1, 0), board.cells, board.palette)
        assert cpsat._wins(level, cpsat._touching_cells(level), moves) is won
        assert wins(board, moves) is won


class TestIndependence:
    def test_it_imports_nothing_of_the_search(self):
        imported = set()
        for node in ast.walk(ast.parse(SOURCE.read_text())):
            if isinstance(node, ast.Import):
                imported |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0
                imported |= {f"{node.module}.{alias.name}" for alias in node.names}
        assert {name for name in imported if name.startswith("kamigen")} == {
            "kamigen.budget.Budget",
            "kamigen.budget.BudgetSpent",
            "kamigen.budget.Meter",
            "kamigen.cpsat.Enquiry",
            "kamigen.cpsat.Question",
            "kamigen.games.kami.graphlevel.GraphLevel",
            "kamigen.games.kami.level.KamiLevel",
            "kamigen.level.Proof",
        }

    def test_it_runs_without_the_search_being_loaded(self):
        code = (
            "import sys\n"
            "from kamigen.budget import Budget\n"
            "from kamigen.games.kami import cpsat\n"
            "from kamigen.games.kami.level import KamiLevel\n"
            "from kamigen.level import Claim\n"
            "level = KamiLevel(Claim(1, 0), ((1, 2, 1, 3),), 3)\n"
            "print(cpsat.solve(level, Budget()).par)\n"
            "searches = ('search', 'bounds', 'solver', 'parts', 'rules')\n"
            "print([name for name in searches if f'kamigen.games.kami.{name}' in sys.modules])\n"
        )
        run = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
        )
        assert run.stdout.splitlines() == ["2", "[]"]


INTERRUPTED = """
import random
import kamigen.cpsat
from kamigen.budget import Budget
from kamigen.games.kami import cpsat
from kamigen.games.kami.level import KamiLevel
from kamigen.level import Claim

rng = random.Random(1)
cells = tuple(tuple(rng.randint(1, 6) for _ in range(16)) for _ in range(10))
run = kamigen.cpsat.run

def announced(*arguments):
    print("solving", flush=True)
    return run(*arguments)

kamigen.cpsat.run = announced
try:
    cpsat.confirm(KamiLevel(Claim(1, 0), cells, 6), 14, Budget())
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a signal cannot be sent to one process")
@pytest.mark.parametrize("patience", [0.0, 1.0])
def test_ctrl_c_ends_a_long_solve_promptly(patience: float):
    with subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED], stdout=subprocess.PIPE, text=True
    ) as run:
        try:
            assert run.stdout is not None
            assert run.stdout.readline() == "solving\n"
            time.sleep(patience)
            assert run.poll() is None, "the board is too easy for this test"
            sent = time.perf_counter()
            run.send_signal(signal.SIGINT)
            output, _ = run.communicate(timeout=30)
        finally:
            run.kill()
    assert output == "interrupted\n"
    assert time.perf_counter() - sent < 10
