"""Gemas played swap by swap, and whole games in the terminal compared with their transcripts."""

from __future__ import annotations

import io
import time
from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kamigen.budget import Budget
from kamigen.errors import IllegalMove
from kamigen.game import Hint, Outcome, find_game
from kamigen.games.gemas import play as gemas_play
from kamigen.games.gemas.generator import draw_board
from kamigen.games.gemas.level import MOST_TARGET, GemasLevel, parse
from kamigen.games.gemas.play import GemasPlay
from kamigen.level import Claim
from kamigen.play import play
from kamigen.rng import Rng
from kamigen.views.terminal import open_console

GEMAS = find_game("gemas")
UNLIMITED = Budget()

# Two valid swaps. A1 B1 leaves a dead board; A3 B3 and then D1 D2 reach 4 gems.
# The refill begins A D A C B A.
SMALL = "1 3 4 3 4 4 4196017257\nC B A D\nB B D A\nB A C C\n"
DEAD = "1 3 4 3 3 7 5\nA B C\nD E F\nG A B\n"


def letters_of(game: GemasPlay) -> tuple[str, ...]:
    return tuple("".join(tile.text for tile in row) for row in game.scene().tiles)


class TestMoves:
    def test_a_swap_destroys_falls_and_fills(self):
        game = GemasPlay(parse(SMALL))
        game.move("A3 B3")
        assert letters_of(game) == ("CAAD", "BDDA", "AACC")
        assert (game.gems, game.score, game.actions_left) == (3, 3, 2)

    @pytest.mark.parametrize("text", ["A3 B3", "b3 a3", "  a3   b3 ", "B3\tA03"])
    def test_spelling_is_forgiving_and_kept_in_one_way(self, text):
        game = GemasPlay(parse(SMALL))
        game.move(text)
        assert game.moves == ("A3 B3",)

    @pytest.mark.parametrize(
        ("text", "phrase", "values"),
        [
            ("", "not-a-move", {}),
            ("A3", "not-a-move", {}),
            ("A3 B3 C3", "not-a-move", {}),
            ("3A B3", "not-a-move", {}),
            ("A3 " + "9" * 5000, "not-a-move", {}),
            ("A3 E3", "no-such-cell", {"cell": "E3", "last": "D3"}),
            ("A3 A4", "no-such-cell", {"cell": "A4", "last": "D3"}),
            ("A0 A1", "no-such-cell", {"cell": "A0", "last": "D3"}),
            ("A1 A1", "not-neighbours", {"first": "A1", "second": "A1"}),
            ("B2 A1", "not-neighbours", {"first": "A1", "second": "B2"}),
            ("A1 C1", "not-neighbours", {"first": "A1", "second": "C1"}),
            ("C1 B1", "no-chain", {"first": "B1", "second": "C1"}),
            ("A2 B2", "no-chain", {"first": "A2", "second": "B2"}),
        ],
    )
    def test_a_refused_move_says_why_and_changes_nothing(self, text, phrase, values):
        game = GemasPlay(parse(SMALL))
        before = game.scene()
        with pytest.raises(IllegalMove) as refusal:
            game.move(text)
        assert (refusal.value.phrase, refusal.value.values) == (phrase, values)
        assert (game.scene(), game.moves, game.actions_left) == (before, (), 3)

    @pytest.mark.parametrize("moves", [("A1 B1",), ("A3 B3", "D1 D2")])
    def test_nothing_moves_when_the_game_is_over(self, moves):
        game = GemasPlay(parse(SMALL))
        for move in moves:
            game.move(move)
        for attempt in (lambda: game.move("A1 B1"), lambda: game.hint(UNLIMITED)):
            with pytest.raises(IllegalMove) as refusal:
                attempt()
            assert refusal.value.phrase == "game-over"

    @settings(max_examples=60, deadline=None)
    @given(st.integers(0, 999), st.lists(st.integers(0, 30), max_size=6))
    def test_undo_takes_every_swap_back(self, seed, choices):
        level = GemasLevel(Claim(1, 6), 40, draw_board(4, 5, 4, Rng(seed)), 4, seed)
        game, scenes = GemasPlay(level), []
        for choice in choices:
            swaps = level.planes.swaps(level.planes.pack(letters_of(game)))
            if game.outcome is not Outcome.PLAYING:
                break
            scenes.append(game.scene())
            game.move(gemas_play.spelled_swap(level.planes, swaps[choice % len(swaps)]))
        for scene in reversed(scenes):
            assert game.undo()
            assert game.scene() == scene
        assert not game.undo()


class TestOutcome:
    def test_won_with_the_target_even_with_the_last_swap(self):
        game = GemasPlay(parse(SMALL.replace("1 3 4", "1 2 4", 1)))
        game.move("A3 B3")
        assert game.outcome is Outcome.PLAYING
        game.move("D1 D2")
        assert (game.outcome, game.actions_left) == (Outcome.WON, 0)

    def test_out_of_swaps(self):
        game = GemasPlay(parse(SMALL.replace("1 3 4", "1 1 4", 1)))
        game.move("A3 B3")
        assert game.outcome is Outcome.OUT_OF_ACTIONS

    def test_stuck_where_no_swap_is_valid(self):
        game = GemasPlay(parse(SMALL))
        game.move("A1 B1")
        assert game.outcome is Outcome.STUCK
        assert game.undo()
        assert game.outcome is Outcome.PLAYING
        assert GemasPlay(parse(DEAD)).outcome is Outcome.STUCK


class TestHint:
    def test_it_costs_a_gem_of_the_score_and_never_the_win(self):
        game = GemasPlay(parse(SMALL))
        assert game.hint(UNLIMITED) == Hint("A3 B3", proven=True)
        assert (game.gems, game.score, game.actions_left) == (0, -1, 3)
        game.move("A3 B3")
        assert (game.gems, game.score) == (3, 2)
        game.undo()
        assert game.score == -1
        game.move("A3 B3")
        game.move(game.hint(UNLIMITED).move)
        assert game.outcome is Outcome.WON
        assert game.score == game.gems - 2

    def test_what_cannot_be_won_is_told_and_costs_nothing(self):
        game = GemasPlay(parse(SMALL.replace("1 3 4", "1 1 4", 1)))
        assert game.hint(UNLIMITED) == Hint(None, proven=True)
        assert game.score == 0

    def test_unknown_is_told_and_costs_nothing(self):
        game = GemasPlay(parse(SMALL))
        assert game.hint(Budget(nodes=0)) == Hint(None, proven=False)
        assert game.score == 0

    def test_a_plan_is_kept_while_it_is_followed(self, monkeypatch):
        game = GemasPlay(parse(SMALL))
        first = game.hint(UNLIMITED).move
        monkeypatch.setattr(gemas_play, "search", None)
        game.move(first)
        second = game.hint(UNLIMITED).move
        game.undo()
        assert game.hint(UNLIMITED).move == first
        game.move(first)
        assert game.hint(UNLIMITED).move == second

    @pytest.mark.parametrize(
        ("limit", "colours"), [(5, 3), (1_000_000, 7)], ids=["long cascades", "a far target"]
    )
    def test_it_ends_in_time_where_nothing_can_be_found(self, limit, colours):
        cells = draw_board(10, 10, colours, Rng("far", colours))
        game = GemasPlay(GemasLevel(Claim(1, limit), MOST_TARGET, cells, colours, 4))
        started = time.perf_counter()
        assert game.hint(Budget(seconds=0.2)) == Hint(None, proven=False)
        assert time.perf_counter() - started < 3  # 0.2 s on an idle machine
        assert game.score == 0

    @pytest.mark.parametrize("seed", range(8))
    def test_following_hints_wins_exactly_if_the_limit_allows(self, seed):
        rng = Rng("hints", seed)
        level = GemasLevel(Claim(1, 3), rng.between(6, 20), draw_board(4, 5, 4, rng), 4, seed)
        proof = GEMAS.solve(level, UNLIMITED)
        game = GemasPlay(level)
        while game.outcome is Outcome.PLAYING:
            hint = game.hint(UNLIMITED)
            if hint.move is None:
                assert hint.proven
                break
            game.move(hint.move)
        assert (game.outcome is Outcome.WON) is (proof.lower <= 3)


def test_scenes_have_letters_on_coloured_tiles_and_the_score_in_their_caption():
    level = parse(SMALL)
    scene = GEMAS.scene(level)
    assert [(tile.colour, tile.text) for tile in scene.tiles[0]] == [
        *((3, "C"), (2, "B"), (1, "A"), (4, "D"))
    ]
    assert scene.caption == "3×4, 4 colours, target 4 gems, limit 3 swaps"
    game = GemasPlay(level)
    game.hint(UNLIMITED)
    game.move("A3 B3")
    assert game.scene().caption == "3×4, 3 of 4 gems, score 2, 2 of 3 swaps left"


def transcript(level: str, *lines: str, lang="en") -> tuple[str, Outcome]:
    """Play in plain text; the typed lines appear as an echoing terminal shows them."""
    out = io.StringIO()
    typed = iter(lines)

    def read(prompt: str) -> str:
        line = next(typed, None)
        out.write(prompt + (line or "") + "\n")
        if line is None:
            raise EOFError
        return line

    console = open_console(out, colour=False)
    outcome = play(GEMAS, GEMAS.parse(level), lang=lang, read=read, console=console)
    assert next(typed, None) is None, "the game ended before all lines were read"
    return out.getvalue(), outcome


ENGLISH_START = """\
Gemas
Difficulty: easy
Swaps: at most 3

Destroy as many gems as the target asks for. Swap two neighbours so that three or more
gems alike stand in line: these are destroyed, those above fall, new ones follow.
A move is two cells: B3 B4 swaps their gems. A hint costs one gem of your score.
Besides a move you can type hint, undo, help or quit.

   A B C D
1  C B A D
2  B B D A
3  B A C C
Gems: 0 of 4. Score: 0.

"""

PORTUGUESE_START = """\
Gemas
Grau de dificuldade: fácil
Trocas: no máximo 3

Destrua quantas gemas o alvo pede. Troque duas vizinhas para alinhar três ou mais gemas
iguais: elas são destruídas, as de cima caem e outras vêm depois.
Uma jogada são duas células: B3 B4 troca as gemas. Cada dica custa uma gema dos pontos.
Além de uma jogada, você pode digitar dica, desfazer, ajuda ou sair.

   A B C D
1  C B A D
2  B B D A
3  B A C C
Gemas: 0 de 4. Pontos: 0.

"""


class TestTranscripts:
    def test_won_with_a_hint_in_english(self):
        text, outcome = transcript(SMALL, "hint", "A3 B3", "D2 D1")
        assert outcome is Outcome.WON
        assert text == ENGLISH_START + dedent("""\
            Swaps left: 3. Your move: hint
            Hint: the gem at A3 is part of a good swap.
            Gems: 0 of 4. Score: -1.
            Swaps left: 3. Your move: A3 B3

               A B C D
            1  C A A D
            2  B D D A
            3  A A C C
            Gems: 3 of 4. Score: 2.

            Swaps left: 2. Your move: D2 D1

               A B C D
            1  C C B A
            2  B B D D
            3  A A C C
            Gems: 9 of 4. Score: 8.

            Well done! You reached the target with 2 of 3 swaps.
            """)

    def test_stuck_on_a_dead_board_in_portuguese(self):
        text, outcome = transcript(SMALL, "a1 b1", lang="pt")
        assert outcome is Outcome.STUCK
        assert text == PORTUGUESE_START + dedent("""\
            Trocas restantes: 3. Sua jogada: a1 b1

               A B C D
            1  A C A D
            2  D B D A
            3  A A C C
            Gemas: 3 de 4. Pontos: 3.

            Não há mais ações válidas: daqui não se chega à solução. Na próxima você consegue!
            """)

    def test_dead_from_the_start(self):
        text, outcome = transcript(DEAD)
        assert outcome is Outcome.STUCK
        assert "Gems: 0 of 4. Score: 0.\n\nNo move can win any more" in text

    def test_refusals_undo_and_help_in_portuguese(self):
        text, outcome = transcript(
            SMALL, "oi", "A1 E1", "A1 C1", "B1 C1", "A3 B3", "desfazer", "ajuda", "dica", lang="pt"
        )
        assert outcome is Outcome.PLAYING
        assert text == PORTUGUESE_START + dedent("""\
            Trocas restantes: 3. Sua jogada: oi
            Não entendi essa jogada. Digite duas células, por exemplo B3 B4.
            Trocas restantes: 3. Sua jogada: A1 E1
            A célula E1 não existe: o tabuleiro vai de A1 até D3.
            Trocas restantes: 3. Sua jogada: A1 C1
            A1 e C1 não são vizinhas. Nenhuma troca foi gasta.
            Trocas restantes: 3. Sua jogada: B1 C1
            Trocar B1 e C1 não forma nenhuma cadeia. Nenhuma troca foi gasta.
            Trocas restantes: 3. Sua jogada: A3 B3

               A B C D
            1  C A A D
            2  B D D A
            3  A A C C
            Gemas: 3 de 4. Pontos: 3.

            Trocas restantes: 2. Sua jogada: desfazer
            A jogada A3 B3 foi desfeita. A troca é sua de novo.

               A B C D
            1  C B A D
            2  B B D A
            3  B A C C
            Gemas: 0 de 4. Pontos: 0.

            Trocas restantes: 3. Sua jogada: ajuda

            Destrua quantas gemas o alvo pede. Troque duas vizinhas para alinhar três ou mais gemas
            iguais: elas são destruídas, as de cima caem e outras vêm depois.
            Uma jogada são duas células: B3 B4 troca as gemas. Cada dica custa uma gema dos pontos.

            dica: aponta uma jogada que mantém a vitória ao alcance; fazê-la é com você.
            desfazer: desfaz a última jogada e devolve a ação.
            ajuda: mostra este texto.
            sair: abandona o jogo.

            Trocas restantes: 3. Sua jogada: dica
            Dica: a gema em A3 faz parte de uma boa troca.
            Gemas: 0 de 4. Pontos: -1.
            Trocas restantes: 3. Sua jogada:\x20
            Até a próxima!
            """)

    def test_a_hint_that_finds_nothing_ends_the_game(self):
        text, outcome = transcript(SMALL.replace("1 3 4", "1 1 4", 1), "hint")
        assert outcome is Outcome.STUCK
        assert text.endswith("from here the level cannot be solved. Better luck next time!\n")
