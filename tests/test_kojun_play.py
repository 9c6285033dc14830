"""Kojun in play: moves and refusals, explained hints, scenes, and a whole game word for word."""

from __future__ import annotations

import io
import re
import time
from itertools import pairwise
from pathlib import Path

import pytest
from kojun_boards import KOJUN

from kamigen.budget import Budget
from kamigen.errors import IllegalMove
from kamigen.game import Outcome, Reason
from kamigen.games.kojun import hints
from kamigen.games.kojun.config import KojunConfig
from kamigen.games.kojun.generator import propose
from kamigen.games.kojun.hints import PHRASES, explain
from kamigen.games.kojun.ladder import TECHNIQUES, Marks
from kamigen.games.kojun.search import decide
from kamigen.play import Session
from kamigen.rng import Rng
from kamigen.views.terminal import open_console

GOLDEN = Path(__file__).parent / "golden" / "kojun.txt"

LEVEL = "3 3 4\n5 0 0 0\n3 0 0 0\n0 0 0 0\na a b b\na a c b\na c c b\n"


def solved(level):
    (solution,) = decide(level.board, level.values, Budget()).solutions
    return solution


def start(text=LEVEL):
    return KOJUN.start(KOJUN.parse(text))


def refusal(play, move):
    with pytest.raises(IllegalMove) as caught:
        play.move(move)
    error = caught.value
    for lang in ("en", "pt"):
        assert KOJUN.phrases[error.phrase][lang].format(**error.values)
    return error.phrase


class TestMoves:
    def test_write_change_clear_and_undo(self):
        play = start()
        first = play.scene()
        play.move("c1 3")
        play.move(" C1  1 ")
        play.move("C1 0")
        assert play.moves == ("C1 3", "C1 1", "C1 0")
        assert play.scene() == first
        assert play.undo()
        assert play.scene().tiles[0][2].text == "1"
        assert play.undo()
        assert play.scene().tiles[0][2].text == "3"
        assert play.undo()
        assert not play.undo()
        assert (play.actions_left, play.outcome) == (None, Outcome.PLAYING)

    @pytest.mark.parametrize(
        ("moves", "phrase"),
        [
            (["A1 4"], "given"),
            (["A1 0"], "given"),
            (["A1 5"], "given"),
            (["E1 1"], "no-such-cell"),
            (["A4 1"], "no-such-cell"),
            (["A0 1"], "no-such-cell"),
            (["B1"], "not-a-move"),
            (["B1 x"], "not-a-move"),
            (["B1 1 1"], "not-a-move"),
            (["B1 6"], "out-of-range"),
            (["B1 -1"], "out-of-range"),
            (["C2 4"], "out-of-range"),
            (["B1 0"], "blank-already"),
            (["B1 4", "B1 4"], "same-value"),
            (["B1 5"], "clash-region"),
            (["B1 3"], "clash-region"),
            (["C1 4", "B1 4"], "clash-neighbour"),
            (["B1 2", "B2 4"], "clash-above"),
            (["B2 4", "B1 2"], "clash-below"),
            (["A3 4"], "clash-above"),
        ],
    )
    def test_refusals_change_nothing(self, moves, phrase):
        play = start()
        for move in moves[:-1]:
            play.move(move)
        before = play.scene(), play.moves
        assert refusal(play, moves[-1]) == phrase
        assert (play.scene(), play.moves) == before

    def test_every_refusal_in_the_table_is_reached(self):
        table = self.test_refusals_change_nothing.pytestmark[0].args[1]
        others = {"rules", "hinted", "game-over", *PHRASES}
        assert {phrase for _, phrase in table} == set(KOJUN.phrases) - others

    def test_won_when_full_and_no_further(self):
        level = KOJUN.parse(LEVEL)
        play = KOJUN.start(level)
        for action in KOJUN.solve(level, Budget()).actions:
            assert play.outcome is Outcome.PLAYING
            play.move(action)
        assert play.outcome is Outcome.WON
        assert refusal(play, "B1 0") == "game-over"
        with pytest.raises(IllegalMove):
            play.hint(Budget())
        assert play.undo()
        assert play.outcome is Outcome.PLAYING

    def test_a_wrong_number_never_wins(self):
        """Whatever is filled in by whoever keeps the rules but knows nothing else."""
        for seed in range(30):
            level = KOJUN.parse(LEVEL)
            play, rng, solution = KOJUN.start(level), Rng(seed), solved(level)
            for _ in range(200):
                cell = rng.below(12)
                try:
                    play.move(f"{level.board.name(cell)} {rng.between(0, 5)}")
                except IllegalMove:
                    continue
                texts = [tile.text for row in play.scene().tiles for tile in row]
                right = texts == list(map(str, solution))
                assert (play.outcome is Outcome.WON) == right
                if right:
                    break


STRIKES = {"order-up", "order-down", "touching", "trial", "trial-at-once"} | {
    f"{kind}-{size}" for kind in ("naked", "hidden") for size in ("pair", "triple")
}


def told(reason, lang="en"):
    return reason.told(KOJUN.phrases, lang)


class TestHints:
    def test_where_trials_are_used_up_the_hint_is_right_all_the_same(self, monkeypatch):
        monkeypatch.setattr(hints, "_MOST_TRIALS", 0)
        searched = 0
        for seed in range(40):
            level = propose(KojunConfig(difficulty=3, rows=(7, 7), cols=(8, 8)), Rng("few", seed))
            solution, values = solved(level), list(level.values)
            while 0 in values:
                cell, value, reason = explain(level.board, values, solution)
                assert value == solution[cell]
                values[cell] = value
                phrases = {part.phrase for part in reason.values["reasons"]}
                assert not phrases & {"trial", "trial-at-once"}
                searched += "search" in phrases
        assert searched > 0

    def test_a_hint_on_a_hard_board_of_17_by_17_comes_at_once(self):
        """Regions of up to 30 cells, and as few givens as one solution needs."""
        sizes = (0,) * 20 + (1,) * 10
        config = KojunConfig(difficulty=3, rows=(17, 17), cols=(17, 17), region_sizes=sizes)
        play = KOJUN.start(propose(config, Rng("large", 1)))
        while play.outcome is Outcome.PLAYING:
            began = time.process_time()
            play.move(play.hint(Budget()).move)
            # Some hundredths of a second at most; here with room for a busy machine.
            assert time.process_time() - began < 1

    def test_hints_lead_to_the_end_and_each_is_right(self):
        config = KojunConfig(difficulty=3, rows=(5, 7), cols=(6, 8))
        for seed in range(25):
            level = propose(config, Rng("hints", seed))
            solution, play = solved(level), KOJUN.start(level)
            while play.outcome is Outcome.PLAYING:
                hint = play.hint(Budget())
                assert hint.proven
                name, value = hint.move.split()
                play.move(hint.move)
                for lang in ("en", "pt"):
                    assert re.match(
                        rf"(Hint|Dica): {name} (is|é) {value}\. .", told(hint.reason, lang)
                    )
                assert "{" not in told(hint.reason)
            texts = [tile.text for row in play.scene().tiles for tile in row]
            assert texts == list(map(str, solution))

    @pytest.mark.parametrize(
        ("text", "sentence"),
        [
            (
                "1 3\n2 0 3\na a a\n",
                "B1 is 1. Only value: nothing else is left for it. In its region: 2, 3.",
            ),
            (
                "1 3\n0 0 1\na a b\n",
                "B1 is 2. Only value: nothing else is left for it. Next to it: 1.",
            ),
            (
                "3 1\n0\n0\n0\na\na\na\n",
                "A1 is 3. Only value: nothing else is left for it. "
                "Against the order of its column: 1, 2.",
            ),
            ("1 1\n0\na\n", "A1 is 1. Only value: its region has no other cell."),
        ],
    )
    def test_by_hand(self, text, sentence):
        assert told(start(text).hint(Budget()).reason) == f"Hint: {sentence}"

    def test_each_excluded_value_has_its_true_reason(self):
        config = KojunConfig(difficulty=1, rows=(6, 6), cols=(7, 7))
        checked = 0
        for seed in range(20):
            level = propose(config, Rng("reasons", seed))
            board, solution, values = level.board, solved(level), list(level.values)
            while 0 in values:
                cell, value, reason = explain(board, values, solution)
                assert value == solution[cell]
                parts = {part.phrase: part.values for part in reason.values["reasons"]}
                if "only-value" in parts:
                    listed = {
                        phrase: [int(word) for word in str(said["values"]).split(", ")]
                        for phrase, said in parts.items()
                        if phrase.startswith("value-")
                    }
                    excluded = sorted(number for numbers in listed.values() for number in numbers)
                    everything = range(1, board.size(cell) + 1)
                    assert excluded == [number for number in everything if number != value]
                    mates = {values[at] for at in board.members[board.region_of[cell]]}
                    near = {values[at] for at in board.touching[cell]}
                    assert set(listed.get("value-in-region", ())) <= mates
                    assert set(listed.get("value-beside", ())) <= near
                    assert "value-struck" not in listed  # an easy board needs no marks
                    checked += 1
                values[cell] = value
        assert checked > 100

    def test_only_needed_steps_are_told(self):
        config = KojunConfig(difficulty=3, rows=(7, 8), cols=(8, 9))
        taken = told_of = 0
        for seed in range(12):
            level = propose(config, Rng("needed", seed))
            board, solution, values = level.board, solved(level), list(level.values)
            while 0 in values:
                marks = Marks(board, values, solution)
                while (step := marks.next_step(TECHNIQUES)) is not None and step.placed is None:
                    taken += 1
                    marks.take(step)
                cell, value, reason = explain(board, values, solution)
                assert step is not None
                assert step.placed == (cell, value)
                said = [part.phrase for part in reason.values["reasons"]]
                told_of += sum(phrase in STRIKES for phrase in said)
                values[cell] = value
        assert 0 < told_of < taken

    def test_a_mistake_is_found_and_cleared(self):
        level = KOJUN.parse(LEVEL)
        play, solution = KOJUN.start(level), solved(level)
        right = f"C1 {solution[2]}"
        wrong = next(f"B1 {value}" for value in (4, 2, 1) if value != solution[1])
        play.move(right)
        play.move(wrong)
        hint = play.hint(Budget())
        assert hint.move == "B1 0"
        assert told(hint.reason).startswith("Hint: B1 was cleared.")
        play.move(hint.move)
        while play.outcome is Outcome.PLAYING:
            play.move(play.hint(Budget()).move)

    def test_several_solutions_can_be_played_to_the_end(self):
        play = start("1 4\n0 0 0 0\na a a b\n")
        hint = play.hint(Budget())
        assert "several solutions" in told(hint.reason)
        while play.outcome is Outcome.PLAYING:
            play.move(play.hint(Budget()).move)

    def test_no_solution_is_told(self):
        hint = start("1 3\n0 0 0\na b c\n").hint(Budget())
        assert (hint.move, hint.proven) == (None, True)

    def test_a_budget_that_ends_says_so(self):
        hint = start().hint(Budget(nodes=0))
        assert (hint.move, hint.proven) == (None, False)

    # Boards found by the generator that take the rarer techniques.
    @pytest.mark.parametrize(
        ("address", "words"),
        [
            ("8/8/bandqneb3t500pg9ovk34de0g4j1j3t3h4k4h4g5l4n3h3h3g", ["Trial: if "]),
            ("7/8/laklik9pmog3ssjr7ehgj3g5o3g42h3m2g12h4h7g4q31g", ["Pair: ", "Trial: if "]),
            ("8/8/qhebtquqmqj0l7s7c8vo1up0zzh4v1j", ["Touching: one of ", "Order: "]),
        ],
    )
    def test_rarer_techniques_speak(self, address, words):
        level = KOJUN.parse(f"https://puzz.link/p?cojun/{address}")
        play, said = KOJUN.start(level), ""
        while play.outcome is Outcome.PLAYING:
            hint = play.hint(Budget())
            said += told(hint.reason) + told(hint.reason, "pt")
            play.move(hint.move)
        for word in words:
            assert word in said

    def test_reasons_nest(self):
        phrases = {
            "outer": {"en": "{a}, because {b}", "pt": "{a}, pois {b}"},
            "inner": {"en": "of {n}", "pt": "de {n}"},
        }
        inner = Reason("inner", {"n": 1})
        reason = Reason("outer", {"a": "so", "b": (inner, inner)})
        assert reason.told(phrases, "en") == "so, because of 1 of 1"
        assert reason.told(phrases, "pt") == "so, pois de 1 de 1"


class TestScene:
    def test_neighbouring_regions_have_different_colours(self):
        config = KojunConfig(difficulty=1, rows=(6, 8), cols=(7, 11))
        for seed in range(20):
            scene = KOJUN.scene(propose(config, Rng(seed)))
            tiles = [
                [(tile.colour, area) for tile, area in zip(row, areas, strict=True)]
                for row, areas in zip(scene.tiles, scene.areas, strict=True)
            ]
            for line in [*tiles, *map(list, zip(*tiles, strict=True))]:
                for (colour, area), (other_colour, other_area) in pairwise(line):
                    assert (colour == other_colour) == (area == other_area)

    def test_blanks_and_numbers(self):
        scene = KOJUN.scene(KOJUN.parse(LEVEL))
        assert [tile.text for tile in scene.tiles[0]] == ["5", ".", ".", "."]
        assert scene.caption == "3×4, 3 regions, 10 blanks"


SCRIPT = [
    "B1 5",
    "A3 4",
    "D1 1",
    "hint",
    "ajuda",
    "dica",
    "undo",
    "desfazer",
    "C1 9",
    *["hint"] * 20,
]


def transcript(lang):
    out = io.StringIO()
    lines = iter(SCRIPT)

    def read(prompt):
        line = next(lines)
        out.write(f"{prompt}{line}\n")
        return line

    level = KOJUN.parse(LEVEL)
    session = Session(KOJUN, level, lang=lang, console=open_console(out, colour=False))
    assert session.run(read) is Outcome.WON
    return out.getvalue()


def test_a_whole_game_word_for_word():
    played = "".join(f"=== {lang}\n{transcript(lang)}" for lang in ("en", "pt"))
    assert played == GOLDEN.read_text(), f"if this is meant: write it to {GOLDEN}"
