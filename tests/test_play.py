"""KAMI played move by move, and whole games in the terminal compared with their transcripts."""

from __future__ import annotations

import ast
import io
import string
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from itertools import product
from pathlib import Path
from textwrap import dedent
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kamigen.budget import Budget
from kamigen.errors import IllegalMove
from kamigen.game import Hint, Outcome, Play, Scene, Tile, find_game, game_names
from kamigen.games.boards.rules import is_monochrome, paint
from kamigen.games.kami import play as kami_play
from kamigen.games.kami.graph import region_graph
from kamigen.games.kami.level import KamiLevel, parse
from kamigen.games.kami.play import KamiPlay
from kamigen.games.kami.search import GraphProof
from kamigen.grid import cell_name, framed, inner_cells
from kamigen.level import Claim
from kamigen.play import PHRASES, language_from_locale, play, read_line
from kamigen.views.terminal import open_console

UNLIMITED = Budget()

# Three regions on two rows of three; each touches the other two. Par 2.
SMALL = "1 2 2 3 3\n1 1 2\n3 2 2\n"

# Too many regions to see at once whether twelve actions are enough.
LARGE = "3 12 9 16 5\n" + "".join(
    " ".join(str((row * row + 2 * column) % 7 % 5 + 1) for column in range(16)) + "\n"
    for row in range(9)
)


def board_of(game: KamiPlay) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(tile.colour for tile in row) for row in game.scene().tiles)


def shortest(cells: Sequence[Sequence[int]], palette: int) -> int:
    """The par by breadth-first search over whole boards: every cell, every colour."""
    frontier, seen, actions = {tuple(map(tuple, cells))}, set(), 0
    while not any(is_monochrome(framed(board)) for board in frontier):
        seen |= frontier
        following = set()
        for board in frontier:
            cells_and_colours = product(
                range(1, len(cells) + 1), range(1, len(cells[0]) + 1), range(1, palette + 1)
            )
            for row, column, colour in cells_and_colours:
                grid = framed(board)
                paint(grid, (row, column), colour)
                following.add(inner_cells(grid))
        frontier, actions = following - seen, actions + 1
    return actions


@st.composite
def small_levels(draw) -> KamiLevel:
    """Boards of at most six cells; some of their colours may lie outside the palette."""
    rows, cols = draw(st.sampled_from([(1, 1), (1, 4), (2, 3), (3, 2), (5, 1), (2, 1)]))
    row = st.tuples(*[st.integers(1, 4)] * cols)
    cells = draw(st.tuples(*[row] * rows))
    return KamiLevel(Claim(1, draw(st.integers(0, 4))), cells, draw(st.integers(1, 4)))


class TestMoves:
    def test_a_move_paints_the_whole_region(self):
        game = KamiPlay(parse(SMALL))
        game.move("C2 3")
        assert board_of(game) == ((1, 1, 3), (3, 3, 3))
        assert game.actions_left == 1

    @pytest.mark.parametrize("text", ["B2 1", "b2 1", "  b2   1 ", "B2\t1", "b02 01"])
    def test_spelling_is_forgiving_and_kept_in_one_way(self, text):
        game = KamiPlay(parse(SMALL))
        game.move(text)
        assert game.moves == ("B2 1",)

    @pytest.mark.parametrize(
        ("text", "phrase", "values"),
        [
            ("", "not-a-move", {}),
            ("B2", "not-a-move", {}),
            ("B2 1 1", "not-a-move", {}),
            ("2B 1", "not-a-move", {}),
            ("B2 x", "not-a-move", {}),
            ("B2 ²", "not-a-move", {}),
            ("B2 " + "9" * 5000, "not-a-move", {}),
            ("Á1 1", "not-a-move", {}),
            ("D1 1", "no-such-cell", {"cell": "D1", "first": "A1", "last": "C2"}),
            ("a3 1", "no-such-cell", {"cell": "A3", "first": "A1", "last": "C2"}),
            ("A0 1", "no-such-cell", {"cell": "A0", "first": "A1", "last": "C2"}),
            ("ZZZZ999999 1", "no-such-cell", {"cell": "ZZZZ999999", "first": "A1", "last": "C2"}),
            ("A1 4", "no-such-colour", {"colour": 4, "colours": 3}),
            ("A1 0", "no-such-colour", {"colour": 0, "colours": 3}),
            ("A1 -1", "no-such-colour", {"colour": -1, "colours": 3}),
            ("A1 1", "same-colour", {"cell": "A1", "colour": 1}),
        ],
    )
    def test_a_refused_move_says_why_and_changes_nothing(self, text, phrase, values):
        game = KamiPlay(parse(SMALL))
        before = game.scene()
        with pytest.raises(IllegalMove) as refusal:
            game.move(text)
        assert (refusal.value.phrase, refusal.value.values) == (phrase, values)
        assert (game.scene(), game.moves, game.actions_left) == (before, (), 2)

    def test_a_colour_of_the_board_outside_the_palette_cannot_be_painted(self):
        game = KamiPlay(parse("1 1 1 3 2\n1 3 1\n"))
        with pytest.raises(IllegalMove) as refusal:
            game.move("A1 3")
        assert refusal.value.phrase == "no-such-colour"

    @pytest.mark.parametrize("moves", [["A1 3", "A2 2"], ["A1 3", "A1 1"]])
    def test_nothing_moves_when_the_game_is_over(self, moves):
        game = KamiPlay(parse(SMALL))
        for move in moves:
            game.move(move)
        for attempt in (lambda: game.move("A1 1"), lambda: game.hint(Budget())):
            with pytest.raises(IllegalMove) as refusal:
                attempt()
            assert refusal.value.phrase == "game-over"

    @settings(deadline=None)
    @given(small_levels(), st.lists(st.tuples(st.integers(1, 5), st.integers(1, 4)), max_size=4))
    def test_undo_takes_every_move_back(self, level, attempts):
        game = KamiPlay(level)
        states = [(board_of(game), game.actions_left, game.moves, game.outcome)]
        for place, colour in attempts:
            cell = (place % level.rows + 1, place % level.cols + 1)
            try:
                game.move(f"{cell_name(cell)} {colour}")
            except IllegalMove:
                continue
            states.append((board_of(game), game.actions_left, game.moves, game.outcome))
        while len(states) > 1:
            assert (board_of(game), game.actions_left, game.moves, game.outcome) == states.pop()
            assert game.undo()
        assert (board_of(game), game.actions_left, game.moves, game.outcome) == states.pop()
        assert not game.undo()


class TestOutcome:
    def test_a_win_with_the_last_action_is_a_win(self):
        game = KamiPlay(parse(SMALL))
        game.move("A1 3")
        assert game.outcome is Outcome.PLAYING
        game.move("A1 2")
        assert (game.outcome, game.actions_left) == (Outcome.WON, 0)

    def test_out_of_actions(self):
        game = KamiPlay(parse(SMALL))
        game.move("A1 3")
        game.move("A1 1")
        assert game.outcome is Outcome.OUT_OF_ACTIONS

    @pytest.mark.parametrize("limit", [0, 3])
    def test_a_board_of_one_colour_is_won_at_the_start(self, limit):
        assert KamiPlay(parse(f"1 {limit} 1 2 1\n9 9\n")).outcome is Outcome.WON

    def test_no_actions_at_all(self):
        assert KamiPlay(parse("1 0 1 2 2\n1 2\n")).outcome is Outcome.OUT_OF_ACTIONS


class TestHint:
    @settings(max_examples=60, deadline=None)
    @given(small_levels())
    def test_following_hints_wins_exactly_if_the_limit_allows(self, level):
        game = KamiPlay(level)
        par = shortest(level.cells, level.colours)
        while game.outcome is Outcome.PLAYING:
            hint = game.hint(Budget())
            assert hint.proven
            assert (hint.move is None) is (par > level.limit)
            if hint.move is None:
                return
            game.move(hint.move)
        assert (game.outcome is Outcome.WON) is (par <= level.limit)

    @settings(max_examples=40, deadline=None)
    @given(small_levels(), st.integers(1, 4), st.integers(0, 5))
    def test_a_hint_after_any_move_is_as_good(self, level, colour, place):
        game = KamiPlay(level)
        try:
            game.move(f"{cell_name((place % level.rows + 1, place % level.cols + 1))} {colour}")
        except IllegalMove:
            return
        if game.outcome is Outcome.PLAYING:
            par = shortest(board_of(game), level.colours)
            assert (game.hint(Budget()).move is None) is (par > game.actions_left)

    def test_unknown_is_not_the_same_as_impossible(self, monkeypatch):
        monkeypatch.setattr(kami_play, "solve", lambda *_, **__: GraphProof(2, 9, ((0, 1),) * 9, 0))
        assert KamiPlay(parse(SMALL)).hint(Budget()) == Hint(None, proven=False)
        monkeypatch.setattr(kami_play, "solve", lambda *_, **__: GraphProof(3, 9, ((0, 1),) * 9, 0))
        assert KamiPlay(parse(SMALL)).hint(Budget()) == Hint(None, proven=True)

    def test_a_spent_budget_is_told(self):
        assert KamiPlay(parse(LARGE)).hint(Budget(nodes=1)) == Hint(None, proven=False)

    def test_a_winning_plan_is_kept_while_it_is_followed(self, monkeypatch):
        searched = []
        solve = kami_play.solve

        def counted(*arguments, **options):
            searched.append(arguments)
            return solve(*arguments, **options)

        monkeypatch.setattr(kami_play, "solve", counted)
        game = KamiPlay(parse("2 4 1 7 4\n1 2 3 4 3 2 1\n"))
        while game.outcome is Outcome.PLAYING:
            game.move(game.hint(Budget()).move)
        assert (game.outcome, len(searched)) == (Outcome.WON, 1)

    def test_undo_keeps_the_plan_and_a_detour_drops_it(self, monkeypatch):
        game = KamiPlay(parse("2 4 1 7 4\n1 2 3 4 3 2 1\n"))
        first = game.hint(Budget()).move
        game.move(first)
        second = game.hint(Budget()).move
        game.undo()
        monkeypatch.setattr(kami_play, "solve", lambda *_, **__: GraphProof(1, 9, ((0, 1),) * 9, 0))
        assert game.hint(Budget()).move == first
        game.move(first)
        assert game.hint(Budget()).move == second
        game.undo()
        game.move("A1 4")
        assert game.hint(Budget()) == Hint(None, proven=False)

    def test_a_mistake_taken_back_is_not_hinted_at(self):
        game = KamiPlay(parse("2 2 1 5 3\n1 2 3 2 1\n"))
        game.move("A1 3")
        game.undo()
        while game.outcome is Outcome.PLAYING:
            game.move(game.hint(Budget()).move)
        assert game.outcome is Outcome.WON

    def test_the_search_is_asked_about_the_board_as_it_is(self, monkeypatch):
        asked = []

        def solve(graph, palette, budget, *, most):
            asked.append((graph, palette, budget, most))
            return GraphProof(9, 9, (), 0)

        monkeypatch.setattr(kami_play, "solve", solve)
        game = KamiPlay(parse(SMALL))
        game.move("A1 3")
        game.hint(Budget(nodes=7))
        expected = region_graph(framed(((3, 3, 2), (3, 2, 2))))
        assert asked == [(expected, 3, Budget(nodes=7), 1)]


def test_the_scene_has_the_palette_and_a_caption():
    game = KamiPlay(parse(SMALL))
    game.move("A1 3")
    assert game.scene().palette == (1, 2, 3)
    assert game.scene().caption == "2×3, colours 1 to 3, 1 of 2 actions left"


def transcript(level: str, *lines: str, lang="en", budget=UNLIMITED) -> tuple[str, Outcome]:
    """Play in plain text; the typed lines appear as an echoing terminal shows them."""
    out = io.StringIO()
    typed = iter(lines)

    def read(prompt: str) -> str:
        line = next(typed, None)
        out.write(prompt + (line or "") + "\n")
        if line is None:
            raise EOFError
        return line

    game = find_game("kami")
    console = open_console(out, colour=False)
    outcome = play(game, game.parse(level), lang=lang, read=read, console=console, budget=budget)
    assert next(typed, None) is None, "the game ended before all lines were read"
    return out.getvalue(), outcome


ENGLISH_START = """\
KAMI
Difficulty: easy
Actions: at most 2
Colours: 1 2 3

Paint regions until the whole board has one colour.
A move is a cell and a colour: F4 2 paints the region of cell F4 with colour 2.
Besides a move you can type hint, undo, help or quit.

   A B C
1  1 1 2
2  3 2 2

"""

PORTUGUESE_START = """\
KAMI
Grau de dificuldade: fácil
Ações: no máximo 2
Cores disponíveis: 1 2 3

Pinte as regiões até que o tabuleiro inteiro fique de uma só cor.
Uma jogada é uma célula e uma cor: F4 2 pinta a região da célula F4 com a cor 2.
Além de uma jogada, você pode digitar dica, desfazer, ajuda ou sair.

   A B C
1  1 1 2
2  3 2 2

"""


def transcript_after(start: str, level: str, *lines: str, **options) -> tuple[str, Outcome]:
    text, outcome = transcript(level, *lines, **options)
    assert text.startswith(start)
    return text.removeprefix(start), outcome


class TestTranscripts:
    def test_won_in_english(self):
        text, outcome = transcript(SMALL, "a1 3", "A1 2")
        assert outcome is Outcome.WON
        assert text == ENGLISH_START + dedent("""\
            Actions left: 2. Your move: a1 3

               A B C
            1  3 3 2
            2  3 2 2

            Actions left: 1. Your move: A1 2

               A B C
            1  2 2 2
            2  2 2 2

            Well done! You solved it with 2 of 2 actions.
            """)

    def test_won_by_hints_in_portuguese(self):
        text, outcome = transcript(SMALL, "dica", "DICA", lang="pt")
        assert outcome is Outcome.WON
        # The three regions touch one another, so any region in any neighbour's colour is a
        # good start; the hint's choice is to paint 2 over with 1, and then 3 is left.
        assert text == PORTUGUESE_START + dedent("""\
            Ações restantes: 2. Sua jogada: dica
            Dica: a região de C1 foi pintada com a cor 1.

               A B C
            1  1 1 1
            2  3 1 1

            Ações restantes: 1. Sua jogada: DICA
            Dica: a região de A2 foi pintada com a cor 1.

               A B C
            1  1 1 1
            2  1 1 1

            Parabéns! Você resolveu com 2 de 2 ações.
            """)

    def test_lost_in_english(self):
        text, outcome = transcript(SMALL, "A1 3", "A1 1")
        assert outcome is Outcome.OUT_OF_ACTIONS
        assert text == ENGLISH_START + dedent("""\
            Actions left: 2. Your move: A1 3

               A B C
            1  3 3 2
            2  3 2 2

            Actions left: 1. Your move: A1 1

               A B C
            1  1 1 2
            2  1 2 2

            No actions are left, and the level is not solved. Better luck next time!
            """)

    def test_stuck_by_a_hint_in_portuguese(self):
        # Painting C1 and then its region would win. After A1 3 there still are three
        # colours, and one action removes one colour at most.
        text, outcome = transcript("2 2 1 5 3\n1 2 3 2 1\n", "A1 3", "dica", lang="pt")
        assert outcome is Outcome.STUCK
        assert text == dedent("""\
            KAMI
            Grau de dificuldade: médio
            Ações: no máximo 2
            Cores disponíveis: 1 2 3

            Pinte as regiões até que o tabuleiro inteiro fique de uma só cor.
            Uma jogada é uma célula e uma cor: F4 2 pinta a região da célula F4 com a cor 2.
            Além de uma jogada, você pode digitar dica, desfazer, ajuda ou sair.

               A B C D E
            1  1 2 3 2 1

            Ações restantes: 2. Sua jogada: A1 3

               A B C D E
            1  3 2 3 2 1

            Ações restantes: 1. Sua jogada: dica
            Não há mais ações válidas: daqui não se chega à solução. Na próxima você consegue!
            """)

    def test_illegal_moves_cost_nothing(self):
        text, outcome = transcript_after(
            ENGLISH_START, SMALL, "D1 1", "A1 9", "A1 1", "go", "A1 {0}", "", "quit"
        )
        assert outcome is Outcome.PLAYING
        assert text == dedent("""\
            Actions left: 2. Your move: D1 1
            There is no cell D1: the board goes from A1 to C2.
            Actions left: 2. Your move: A1 9
            There is no colour 9: choose one from 1 to 3.
            Actions left: 2. Your move: A1 1
            The region of A1 has colour 1 already. No action was spent.
            Actions left: 2. Your move: go
            That is not a move. Type a cell and a colour, such as F4 2.
            Actions left: 2. Your move: A1 {0}
            That is not a move. Type a cell and a colour, such as F4 2.
            Actions left: 2. Your move:\x20
            Actions left: 2. Your move: quit
            Goodbye!
            """)

    def test_illegal_moves_in_portuguese(self):
        text, _ = transcript_after(
            PORTUGUESE_START, SMALL, "D1 1", "A1 9", "A1 1", "oi", "sair", lang="pt"
        )
        assert text == dedent("""\
            Ações restantes: 2. Sua jogada: D1 1
            A célula D1 não existe: o tabuleiro vai de A1 até C2.
            Ações restantes: 2. Sua jogada: A1 9
            A cor 9 não está disponível: escolha uma de 1 a 3.
            Ações restantes: 2. Sua jogada: A1 1
            A região de A1 já tem a cor 1. Nenhuma ação foi gasta.
            Ações restantes: 2. Sua jogada: oi
            Não entendi essa jogada. Digite uma célula e uma cor, por exemplo F4 2.
            Ações restantes: 2. Sua jogada: sair
            Até a próxima!
            """)

    def test_undo_gives_the_action_back(self):
        text, outcome = transcript_after(ENGLISH_START, SMALL, "undo", "a1 3", "undo")
        assert outcome is Outcome.PLAYING
        assert text == dedent("""\
            Actions left: 2. Your move: undo
            There is no move to take back.
            Actions left: 2. Your move: a1 3

               A B C
            1  3 3 2
            2  3 2 2

            Actions left: 1. Your move: undo
            Took back A1 3. The action is yours again.

               A B C
            1  1 1 2
            2  3 2 2

            Actions left: 2. Your move:\x20
            Goodbye!
            """)

    def test_help(self):
        text, _ = transcript_after(ENGLISH_START, SMALL, "help")
        assert text == dedent("""\
            Actions left: 2. Your move: help

            Paint regions until the whole board has one colour.
            A move is a cell and a colour: F4 2 paints the region of cell F4 with colour 2.

            hint: a move that keeps the win within reach is made for you and costs an action.
            undo: takes the last move back, with its action.
            help: shows this text.
            quit: leaves the game.

            Actions left: 2. Your move:\x20
            Goodbye!
            """)

    def test_a_hint_that_does_not_know_spends_nothing(self):
        text, outcome = transcript(LARGE, "hint", "quit", budget=Budget(nodes=1))
        assert outcome is Outcome.PLAYING
        assert text.endswith(
            "\nActions left: 12. Your move: hint\n"
            "I searched and could not tell in time whether the level can still be solved. "
            "No action was spent.\n"
            "Actions left: 12. Your move: quit\nGoodbye!\n"
        )

    def test_no_actions_from_the_start(self):
        assert transcript("3 0 1 2 2\n1 2\n") == (
            "KAMI\nDifficulty: hard\nActions: at most 0\nColours: 1 2\n\n   A B\n1  1 2\n\n"
            "No actions are left, and the level is not solved. Better luck next time!\n",
            Outcome.OUT_OF_ACTIONS,
        )

    def test_solved_from_the_start(self):
        assert transcript("1 0 2 1 1\n9\n9\n", lang="pt") == (
            "KAMI\nGrau de dificuldade: fácil\nAções: no máximo 0\nCores disponíveis: 1\n\n"
            "   A\n1  9\n2  9\n\nParabéns! Você resolveu com 0 de 0 ações.\n",
            Outcome.WON,
        )

    @pytest.mark.parametrize("lang", ["en", "pt"])
    @pytest.mark.parametrize("lines", [(), ("A1 3",), ("quit",), ("A1 3", "sair")])
    def test_whoever_leaves_has_neither_won_nor_lost(self, lines, lang):
        text, outcome = transcript(SMALL, *lines, lang=lang)
        assert outcome is Outcome.PLAYING
        assert text.endswith({"en": "\nGoodbye!\n", "pt": "\nAté a próxima!\n"}[lang])


WORDS = {"hint": "dica", "undo": "desfazer", "help": "ajuda", "quit": "sair"}


class TestLanguages:
    @pytest.mark.parametrize(
        ("environ", "language"),
        [
            ({}, "en"),
            ({"LANG": "pt_BR.UTF-8"}, "pt"),
            ({"LANG": "pt"}, "pt"),
            ({"LANG": "PT_pt@euro"}, "pt"),
            ({"LANG": "en_GB.UTF-8"}, "en"),
            ({"LANG": "C.UTF-8"}, "en"),
            ({"LANG": "de_DE.UTF-8"}, "en"),
            ({"LANG": "en_US", "LC_MESSAGES": "pt_BR"}, "pt"),
            ({"LANG": "pt_BR", "LC_MESSAGES": "en_US"}, "en"),
            ({"LANG": "pt_BR", "LC_MESSAGES": "pt_BR", "LC_ALL": "C"}, "en"),
            ({"LANG": "en_US", "LC_MESSAGES": "en_US", "LC_ALL": "pt_PT"}, "pt"),
            ({"LANG": "pt_BR", "LC_MESSAGES": "", "LC_ALL": ""}, "pt"),
            ({"LC_NUMERIC": "pt_BR"}, "en"),
        ],
    )
    def test_the_locale_chooses(self, environ, language):
        assert language_from_locale(environ) == language

    @pytest.mark.parametrize("lang", ["en", "pt"])
    @pytest.mark.parametrize(("english", "portuguese"), WORDS.items())
    def test_the_words_of_both_languages_are_understood(self, english, portuguese, lang):
        for first in (english, f"  {english.upper()} "):
            one, outcome = transcript(SMALL, "A1 3", first, lang=lang)
            other, same = transcript(SMALL, "A1 3", portuguese, lang=lang)
            typed = ": " + first + "\n"
            assert typed in one
            assert one.replace(typed, f": {portuguese}\n") == other
            assert outcome is same

    @pytest.mark.parametrize(("lang", "words"), [("en", WORDS.keys()), ("pt", WORDS.values())])
    def test_the_help_explains_every_word(self, lang, words):
        explained = [line.split(":")[0] for line in PHRASES["help"][lang].splitlines()]
        assert sorted(explained) == sorted(words)
        assert all(word in PHRASES["commands"][lang] for word in words)

    @pytest.mark.parametrize(
        "phrases",
        [PHRASES, *(find_game(name).phrases for name in game_names())],
        ids=["terminal game", *game_names()],
    )
    def test_every_phrase_exists_in_both_with_the_same_blanks(self, phrases):
        for name, spoken in phrases.items():
            assert set(spoken) == {"en", "pt"}, name
            blanks = {
                lang: sorted(blank for _, blank, _, _ in string.Formatter().parse(text) if blank)
                for lang, text in spoken.items()
            }
            assert blanks["en"] == blanks["pt"], name
            assert spoken["en"].count("\n") == spoken["pt"].count("\n"), name

    @pytest.mark.parametrize("name", game_names())
    def test_a_game_has_a_phrase_for_each_of_its_refusals(self, name):
        phrases = find_game(name).phrases
        assert {"rules", "hinted"} <= set(phrases)
        # A game may name its actions otherwise, as steps; what else the session says is its own.
        renamed = {"limit", "prompt", "undone", "won", "out-of-actions", "help-uncounted"}
        assert set(phrases) & set(PHRASES) <= renamed
        module = sys.modules[type(find_game(name)).__module__]
        refusals = set()
        for source in Path(module.__file__).parent.glob("*.py"):
            for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "IllegalMove":
                    name = node.args[0]
                    either = [name.body, name.orelse] if isinstance(name, ast.IfExp) else [name]
                    refusals |= {text.value for text in either if isinstance(text, ast.Constant)}
        assert refusals
        assert refusals <= set(phrases)

    @pytest.mark.parametrize("name", game_names())
    def test_a_difficulty_has_its_name_in_both(self, name):
        assert {row.name for row in find_game(name).difficulties} <= set(PHRASES)


class Keyboard(io.StringIO):
    """A standard input that says it is a terminal, or that it is none."""

    def __init__(self, text: str, *, terminal: bool) -> None:
        super().__init__(text)
        self._terminal = terminal

    def isatty(self) -> bool:
        return self._terminal


class TestReadLine:
    def test_a_pipe_is_echoed(self, monkeypatch, capsys):
        monkeypatch.setattr(sys, "stdin", Keyboard("A1 3\nB2 1\n", terminal=False))
        assert read_line("Move: ") == "A1 3"
        assert read_line("Move: ") == "B2 1"
        assert capsys.readouterr() == ("Move: A1 3\nMove: B2 1\n", "")

    def test_a_terminal_has_done_so_already(self, monkeypatch, capsys):
        monkeypatch.setattr(sys, "stdin", Keyboard("A1 3\n", terminal=True))
        assert read_line("Move: ") == "A1 3"
        assert capsys.readouterr() == ("Move: ", "")

    @pytest.mark.parametrize("terminal", [True, False])
    def test_the_end_of_the_input_ends_the_line(self, monkeypatch, capsys, terminal):
        monkeypatch.setattr(sys, "stdin", Keyboard("", terminal=terminal))
        with pytest.raises(EOFError):
            read_line("Move: ")
        assert capsys.readouterr() == ("Move: \n", "")

    def test_a_last_line_without_its_end(self, monkeypatch):
        monkeypatch.setattr(sys, "stdin", Keyboard("A1 3", terminal=False))
        assert read_line("") == "A1 3"

    @pytest.mark.parametrize(("typed", "shown"), [("A1 3\n", "Move: A1 3\n"), ("", "Move: \n")])
    def test_prompt_and_echo_may_go_elsewhere(self, monkeypatch, capsys, typed, shown):
        monkeypatch.setattr(sys, "stdin", Keyboard(typed, terminal=False))
        out = io.StringIO()
        with nullcontext() if typed else pytest.raises(EOFError):
            read_line("Move: ", out)
        assert out.getvalue() == shown
        assert capsys.readouterr() == ("", "")

    def test_it_is_what_a_game_reads_by(self, monkeypatch, capsys):
        monkeypatch.setattr(sys, "stdin", Keyboard("a1 3\nA1 2\n", terminal=False))
        game = find_game("kami")
        assert play(game, game.parse(SMALL), console=open_console(colour=False)) is Outcome.WON
        expected, _ = transcript(SMALL, "a1 3", "A1 2")
        assert capsys.readouterr().out == expected


class Nim(Play):
    """A game that no one has heard of: take one or two of seven until none is left."""

    moves = ()

    @property
    def actions_left(self) -> int:
        return 9 - len(self.moves)

    @property
    def rest(self) -> int:
        return 7 - sum(map(int, self.moves))

    @property
    def outcome(self) -> Outcome:
        return Outcome.PLAYING if self.rest else Outcome.WON

    def move(self, text: str) -> None:
        if text not in ("1", "2") or int(text) > self.rest:
            raise IllegalMove("too-many", rest=self.rest)
        self.moves = (*self.moves, text)

    def undo(self) -> bool:
        raise NotImplementedError

    def hint(self, budget: Budget) -> Hint:
        return Hint("2" if self.rest > 1 else "1", proven=True)

    def scene(self) -> Scene:
        return Scene((tuple(Tile(0, "o") for _ in range(self.rest)) or (Tile(0, "-"),),), "")


def test_a_game_it_has_never_heard_of():
    """No palette, a difficulty without a translation, phrases of its own."""
    nim = SimpleNamespace(
        title="Nim",
        difficulties=(SimpleNamespace(number=2, name="fiendish"),),
        phrases={
            "rules": {"en": "Take one or two."},
            "too-many": {"en": "There are only {rest} [left]."},
            "hinted": {"en": "Took {0}."},
        },
        start=lambda _: Nim(),
    )
    out = io.StringIO()
    typed = iter(["3", "2", "2", "hint", "1"])
    outcome = play(
        nim,
        SimpleNamespace(difficulty=2, limit=9),
        read=lambda _: next(typed),
        console=open_console(out, colour=False),
    )
    assert outcome is Outcome.WON
    lines = out.getvalue().splitlines()
    assert lines[:6] == [
        "Nim",
        "Difficulty: fiendish",
        "Actions: at most 9",
        "",
        "Take one or two.",
        "Besides a move you can type hint, undo, help or quit.",
    ]
    assert "There are only 7 [left]." in lines
    assert "Took 2." in lines
    assert [line for line in lines if line.startswith("1 ")] == [
        "1  o o o o o o o",
        "1  o o o o o",
        "1  o o o",
        "1  o",
        "1  -",
    ]
    assert lines[-1] == "Well done! You solved it with 4 of 9 actions."


def test_actions_that_are_not_counted_are_not_spoken_of():
    class Endless(Nim):
        actions_left = None

    nim = SimpleNamespace(
        title="Nim",
        difficulties=(),
        phrases={"rules": {"en": "Take one or two."}},
        start=lambda _: Endless(),
    )
    prompts = []
    typed = iter(["2", "2", "2", "1"])

    def read(prompt: str) -> str:
        prompts.append(prompt)
        return next(typed)

    out = io.StringIO()
    level = SimpleNamespace(difficulty=1, limit=None)
    assert play(nim, level, read=read, console=open_console(out, colour=False)) is Outcome.WON
    assert len(prompts) == 4
    assert "None" not in out.getvalue() + "".join(prompts)
