"""Gemas's own functions, held to the letter of the assignment and of its examples."""

from __future__ import annotations

import copy
import io
import json
import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kamigen.ep import gemas as ep
from kamigen.ep.gemas import (
    completar,
    criar,
    deslocar,
    deslocar_coluna,
    eliminar,
    eliminar_cadeia,
    exibir,
    existem_movimentos_validos,
    identificar_cadeias_horizontais,
    identificar_cadeias_verticais,
    main,
    obter_dica,
    trocar,
)

DATA = Path(__file__).parents[2] / "shared" / "data" / "gemas"

Tabuleiro = list[list[str]]


def published(name: str) -> object:
    """The content of one of the shared data files, if they are there."""
    path = DATA / name
    if not path.is_file():
        pytest.skip(f"the shared data file gemas/{name} is not there")
    return json.loads(path.read_text(encoding="utf-8"))


def rows(*lines: str) -> Tabuleiro:
    return [list(line) for line in lines]


def all_valid_swaps(board: Tabuleiro) -> list[list[int]]:
    """By the definition: exchange two neighbours, look for a chain through one of them."""
    found = []
    for y in range(len(board)):
        for x in range(len(board[0])):
            for v, u in ((y, x + 1), (y + 1, x)):
                if v < len(board) and u < len(board[0]) and makes_chain(board, (y, x), (v, u)):
                    found.append([y, x, v, u])
    return found


def makes_chain(board: Tabuleiro, first: tuple[int, int], second: tuple[int, int]) -> bool:
    letters = {(y, x): letter for y, row in enumerate(board) for x, letter in enumerate(row)}
    letters[first], letters[second] = letters[second], letters[first]
    if " " in (letters[first], letters[second]):
        return False
    for y, x in (first, second):
        for dy, dx in ((0, 1), (1, 0)):
            for start in (-2, -1, 0):
                line = [letters.get((y + k * dy, x + k * dx)) for k in range(start, start + 3)]
                if len(set(line)) == 1:
                    return True
    return False


@st.composite
def tabuleiros(draw, letters="ABC ") -> Tabuleiro:
    height, width = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    row = st.text(letters, min_size=width, max_size=width)
    return rows(*draw(st.tuples(*[row] * height)))


class TestPublishedCases:
    def test_the_twenty_function_cases(self):
        for case in published("student_tests_20.json"):
            board = copy.deepcopy(case["board"])
            arguments = [board if word == "$board" else word for word in case["args"]]
            answer = getattr(ep, case["function"])(*arguments)
            if "returns" in case:
                expected = case["returns"]
                assert answer == (tuple(expected) if type(answer) is tuple else expected), case
            if "accepts" in case:
                assert list(answer) in case["accepts"], case
            assert board == case.get("board_after", case["board"]), case["id"]
            if "all_valid_swaps" in case:
                assert all_valid_swaps(case["board"]) == case["all_valid_swaps"]

    def test_swaps_of_the_assignment_page(self):
        example = published("spec_examples.json")["trocar"]
        board = copy.deepcopy(example["board"])
        for *places, valid in example["calls"]:
            before = copy.deepcopy(board)
            assert trocar(*places, board) is valid
            assert valid or board == before
        assert board == example["after"]

    @pytest.mark.parametrize("name", ["eliminar_1", "eliminar_2"])
    def test_destroying_on_the_assignment_page(self, name):
        example = published("spec_examples.json")[name]
        board = copy.deepcopy(example["board"])
        assert eliminar(board) == example["returns"]
        assert board == example["after"]

    def test_falling_on_the_assignment_page(self):
        example = published("spec_examples.json")["deslocar"]
        board = copy.deepcopy(example["board"])
        assert deslocar(board) is None
        assert board == example["after"]

    def test_hints_on_the_assignment_page(self):
        for example in published("spec_examples.json")["obter_dica"]:
            cells = {
                tuple(swap[at : at + 2])
                for swap in all_valid_swaps(example["board"])
                for at in (0, 2)
            }
            expected = tuple(example["example"])
            answer = obter_dica(example["board"])
            if expected == (-1, -1):
                assert not cells
                assert answer == (-1, -1)
            else:
                assert {answer, expected} <= cells

    def test_the_animation_of_the_assignment_page(self):
        start, swapped, destroyed, fallen, filled = published("spec_examples.json")["anim_3x3"]
        board = copy.deepcopy(start)
        assert trocar(1, 2, 2, 2, board)
        assert board == swapped
        assert eliminar(board) == 3
        assert board == destroyed
        deslocar(board)
        assert board == fallen
        completar(board, 3)
        assert board[1:] == filled[1:]

    @pytest.mark.parametrize("name", ["8x8x7", "3x3x3", "5x5x5", "10x10x7"])
    def test_the_first_boards_of_the_assignments_program(self, name, monkeypatch, capsys):
        example = published("skeleton_seed0_start_boards.json")[name]
        monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(name.split("x")) + "\nsair\n"))
        main()
        shown = capsys.readouterr().out
        exibir(example["board"])
        assert capsys.readouterr().out in shown
        assert all_valid_swaps(example["board"]) == sorted(example["valid_swaps"])


class TestOfTheText:
    def test_criar(self):
        board = criar(2, 3)
        assert board == [[" ", " ", " "], [" ", " ", " "]]
        board[0][0] = "A"
        assert board[1][0] == " "

    def test_completar_fills_only_blanks(self):
        random.seed(3)
        board = rows("A B", "   ")
        assert completar(board, 4) is None
        assert (board[0][0], board[0][2]) == ("A", "B")
        assert set("".join(map("".join, board))) <= set("ABCD")

    def test_completar_draws_row_by_row(self):
        random.seed(0)
        board = criar(3, 4)
        completar(board, 7)
        random.seed(0)
        assert board == [["ABCDEFG"[random.randrange(7)] for _ in range(4)] for _ in range(3)]

    def test_exibir(self, capsys):
        exibir(rows("BBD", "A C"))
        assert capsys.readouterr().out == (
            "    0 1 2\n  +-------+\n0 | B B D |\n1 | A   C |\n  +-------+\n"
        )

    def test_two_by_three_without_a_swap(self):
        board = rows("AB", "CD", "BA")
        assert obter_dica(board) == (-1, -1)
        assert existem_movimentos_validos(board) is False
        assert board == rows("AB", "CD", "BA")

    def test_horizontal_chains_of_the_example(self):
        board = rows(
            *("BBBFGDBC", "ADCFAAEC", "GFGDGAGA", "CCGC*BAA"),
            *("BDADFDAA", "GDECDBGG", "ECBADGAE", "ACAEEFFF"),
        )
        before = copy.deepcopy(board)
        assert identificar_cadeias_horizontais(board) == [[0, 0, 0, 2], [7, 5, 7, 7]]
        assert board == before

    def test_any_stretch_can_be_destroyed(self):
        board = rows("BBBF", "ADCF", "GFGD")
        assert eliminar_cadeia(board, [0, 0, 0, 2]) == 3
        assert eliminar_cadeia(board, [0, 0, 0, 3]) == 1
        assert eliminar_cadeia(board, [0, 1, 2, 1]) == 2
        assert board == rows("    ", "A CF", "G GD")

    def test_columns_fall_one_by_one(self):
        board = rows("AB", " C", "D ", "  ")
        deslocar_coluna(board, 0)
        assert board == rows(" B", " C", "A ", "D ")
        deslocar_coluna(board, 1)
        assert board == rows("  ", "  ", "AB", "DC")
        deslocar_coluna(board, 1)
        assert board == rows("  ", "  ", "AB", "DC")


class TestWhatTheTextLeavesOpen:
    def test_three_blanks_are_no_chain(self):
        board = rows("   ", " A ", " B ")
        assert identificar_cadeias_horizontais(board) == []
        assert identificar_cadeias_verticais(board) == []
        assert eliminar(board) == 0
        assert obter_dica(rows("  A", "  A", "A  ")) == (-1, -1)

    def test_blanks_are_not_swapped(self):
        board = rows("AA ", "  A")
        assert trocar(0, 2, 1, 2, board) is False
        assert board == rows("AA ", "  A")

    def test_a_chain_elsewhere_does_not_make_a_swap_valid(self):
        board = rows("AAAC", "BCDB")
        assert trocar(0, 3, 1, 3, board) is False
        assert board == rows("AAAC", "BCDB")

    @pytest.mark.parametrize(
        "places",
        [(0, 0, 0, 0), (0, 0, 1, 1), (0, 0, 0, 2), (0, -1, 0, 0), (1, 0, 2, 0), (9, 9, 9, 8)],
    )
    def test_what_is_not_adjacent_is_not_swapped(self, places):
        board = rows("ABAA", "CACC")
        assert trocar(*places, board) is False
        assert board == rows("ABAA", "CACC")

    @settings(max_examples=200, deadline=None)
    @given(tabuleiros())
    def test_a_hint_is_a_cell_of_a_valid_swap(self, board):
        before = copy.deepcopy(board)
        swaps = all_valid_swaps(board)
        cells = {tuple(swap[at : at + 2]) for swap in swaps for at in (0, 2)}
        assert obter_dica(board) in (cells or {(-1, -1)})
        assert existem_movimentos_validos(board) is bool(swaps)
        assert board == before

    @settings(max_examples=200, deadline=None)
    @given(tabuleiros("AB "))
    def test_destroying_and_falling(self, board):
        gems = sum(letter != " " for row in board for letter in row)
        destroyed = eliminar(board)
        assert sum(letter != " " for row in board for letter in row) == gems - destroyed
        columns = ["".join(column).replace(" ", "") for column in zip(*board, strict=True)]
        deslocar(board)
        for column, letters in zip(zip(*board, strict=True), columns, strict=True):
            assert "".join(column) == letters.rjust(len(board))


def played(monkeypatch, capsys, *typed: str) -> str:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(line + "\n" for line in typed)))
    assert main() is None
    return capsys.readouterr().out


class TestMain:
    def test_a_game(self, monkeypatch, capsys):
        text = played(
            *(monkeypatch, capsys, "3", "3", "3"),
            *("dica", "perm", "1", "0", "1", "1", "sair"),
        )
        assert (
            text
            == """\
Bem-vindo ao Gemas!
Número de linhas [3-10]: 3
Número de colunas [3-10]: 3
Número de cores [3-26]: 3

    0 1 2
  +-------+
0 | B C A |
1 | C B A |
2 | A C B |
  +-------+
Digite um comando (perm, dica, sair ou ajuda): dica
Dica: tente permutar a gema da linha 1 e coluna 0.
Pontos: -1

    0 1 2
  +-------+
0 | B C A |
1 | C B A |
2 | A C B |
  +-------+
Digite um comando (perm, dica, sair ou ajuda): perm
Linha da primeira gema: 1
Coluna da primeira gema: 0
Linha da segunda gema: 1
Coluna da segunda gema: 1
Você destruiu 3 gemas! Pontos: 2

    0 1 2
  +-------+
0 | B B A |
1 | B A A |
2 | A A B |
  +-------+
Digite um comando (perm, dica, sair ou ajuda): sair
Fim de jogo! Pontos: 2
"""
        )

    def test_what_is_not_understood_is_asked_again(self, monkeypatch, capsys):
        text = played(
            *(monkeypatch, capsys, "2", "x", "", "3", "11", "4", "27", "9" * 5000, "4"),
            *("help", "AJUDA", "perm", "0", "7", "0", "0", "0", "sair"),
        )
        assert text.count("Digite um número inteiro de 3 a 10.") == 4
        assert text.count("Digite um número inteiro de 3 a 26.") == 2
        assert "Digite um número inteiro de 0 a 3." in text
        assert "Não conheço esse comando" in text
        assert "permuta duas gemas vizinhas" in text
        assert "Movimento inválido" in text

    @pytest.mark.parametrize("typed", [(), ("3",), ("3", "3", "3"), ("3", "3", "3", "perm", "1")])
    def test_the_end_of_the_input_ends_the_game(self, monkeypatch, capsys, typed):
        assert played(monkeypatch, capsys, *typed).endswith("\nAté a próxima!\n")

    def test_the_game_is_over_when_no_swap_is_valid(self, monkeypatch, capsys):
        # Of three by three cells with 26 colours the first is already without a swap.
        text = played(monkeypatch, capsys, "3", "3", "26")
        assert text.endswith("Fim de jogo: não existem mais movimentos válidos. Pontos: 0\n")
        assert "comando" not in text

    @pytest.mark.parametrize("size", [(10, 10, 3), (3, 10, 3), (10, 3, 3)])
    def test_three_colours_do_not_cascade_for_ever(self, size):
        random.seed(1)
        board = criar(*size[:2])
        for _ in range(3):
            completar(board, size[2])
            ep._assentar(board, size[2])
            assert eliminar(board) == 0
            board = criar(*size[:2])

    def test_it_runs_as_a_program(self):
        result = subprocess.run(
            [sys.executable, "-m", "kamigen.ep.gemas"],
            input="3\n3\n3\nsair\n",
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert (result.returncode, result.stderr) == (0, "")
        assert result.stdout.endswith("Fim de jogo! Pontos: 0\n")
