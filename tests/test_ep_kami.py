"""The assignment's own functions, held to the letter of its text and of its examples."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.text import Text

from kamigen.ep import kami as ep
from kamigen.ep.kami import (
    busca,
    carrega_tabuleiro,
    dica,
    exibe_tabuleiro,
    exibe_tabuleiro_sem_cores,
    gera_grafo,
    main,
    pinta,
    pinta_vertice,
    verifica_fim,
)
from kamigen.errors import LevelError

DATA = Path(__file__).parents[2] / "shared" / "data" / "kami"

TAB01 = """\
1 3 5 5 3
1 1 1 2 2
1 1 2 2 2
3 3 1 1 1
3 3 1 1 1
1 1 3 3 3
"""

# As printed in the text.
L = {0: {4, 10}, 4: {0, 14}, 20: {24, 10}, 24: {20, 14}, 10: {0, 20, 14}, 14: {4, 24, 10}}
C = {0: 1, 4: 2, 20: 1, 24: 3, 10: 3, 14: 1}
LP = {4: {24, 10}, 20: {24, 10}, 24: {20, 4}, 10: {20, 4}}
CP = {4: 1, 20: 1, 24: 3, 10: 3}

Tabuleiro = list[list[int]]


def tab01() -> Tabuleiro:
    return [
        [0, 0, 0, 0, 0, 0, 0],
        [0, 1, 1, 1, 2, 2, 0],
        [0, 1, 1, 2, 2, 2, 0],
        [0, 3, 3, 1, 1, 1, 0],
        [0, 3, 3, 1, 1, 1, 0],
        [0, 1, 1, 3, 3, 3, 0],
        [0, 0, 0, 0, 0, 0, 0],
    ]


def moldura(cells: Tabuleiro) -> Tabuleiro:
    blank = [0] * (len(cells[0]) + 2)
    return [blank, *([0, *row, 0] for row in cells), list(blank)]


def painted(cells: tuple[tuple[int, ...], ...], row: int, column: int, colour: int):
    """The cells after painting, by a plain stack."""
    board = [list(line) for line in cells]
    former, stack = board[row][column], [(row, column)]
    while stack and former != colour:
        y, x = stack.pop()
        if 0 <= y < len(board) and 0 <= x < len(board[0]) and board[y][x] == former:
            board[y][x] = colour
            stack += [(y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)]
    return tuple(map(tuple, board))


def par(cells: Tabuleiro) -> int:
    """The fewest actions by breadth-first search, painting with the colours of the board."""
    frontier, seen, actions = {tuple(map(tuple, cells))}, set(), 0
    while not any(len({colour for row in board for colour in row}) == 1 for board in frontier):
        seen |= frontier
        frontier = {
            painted(board, row, column, colour)
            for board in frontier
            for row in range(len(board))
            for column in range(len(board[0]))
            for colour in {value for line in board for value in line}
        } - seen
        actions += 1
    return actions


@st.composite
def tabuleiros(draw) -> Tabuleiro:
    """Framed boards of at most six cells; their colours need not follow one another."""
    rows, cols = draw(st.sampled_from([(1, 1), (1, 5), (2, 3), (3, 2), (4, 1)]))
    colour = st.sampled_from([1, 2, 5, 9])
    row = st.lists(colour, min_size=cols, max_size=cols)
    return moldura(draw(st.lists(row, min_size=rows, max_size=rows)))


def inner(tabuleiro: Tabuleiro) -> Tabuleiro:
    return [row[1:-1] for row in tabuleiro[1:-1]]


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch):
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "COLORTERM", "COLUMNS", "TERM"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def tab01_file(tmp_path) -> Path:
    path = tmp_path / "tab01.txt"
    path.write_text(TAB01)
    return path


class TestCarregaTabuleiro:
    def test_the_worked_example(self, tab01_file):
        answer = carrega_tabuleiro(str(tab01_file))
        assert answer == (1, 3, 3, tab01())
        assert type(answer) is tuple
        tabuleiro = answer[3]
        assert type(tabuleiro) is list
        assert {type(row) for row in tabuleiro} == {list}
        assert {type(value) for row in tabuleiro for value in row} == {int}

    def test_a_name_is_looked_up_in_the_working_folder(self, tab01_file, monkeypatch):
        monkeypatch.chdir(tab01_file.parent)
        assert carrega_tabuleiro("tab01.txt")[3] == tab01()

    def test_rows_are_not_columns(self, tmp_path):
        path = tmp_path / "tab.txt"
        path.write_bytes(b"\xef\xbb\xbf2 4 2 3 7\r\n1 2 3\r\n4 5 6\r\n")
        assert carrega_tabuleiro(str(path)) == (2, 4, 7, moldura([[1, 2, 3], [4, 5, 6]]))

    def test_a_file_that_is_not_there(self, tmp_path):
        with pytest.raises(FileNotFoundError):
            carrega_tabuleiro(str(tmp_path / "tab99.txt"))

    def test_a_file_that_holds_no_level(self, tmp_path):
        path = tmp_path / "tab.txt"
        path.write_text("1 3 1 2 3\n1 0\n")
        with pytest.raises(LevelError) as refusal:
            carrega_tabuleiro(str(path))
        assert refusal.value.finding.code == "cell-not-positive"
        assert str(refusal.value).startswith(f"{path}:2:3: ")

    def test_a_file_that_is_no_text(self, tmp_path):
        path = tmp_path / "tab.txt"
        path.write_bytes(b"1 3 1 2 3\n\xff\n")
        with pytest.raises(LevelError):
            carrega_tabuleiro(str(path))


class TestPinta:
    def test_the_green_region_from_e1(self):
        tabuleiro = tab01()
        rows = [id(row) for row in tabuleiro]
        assert pinta(tabuleiro, 1, 5, 3) is None
        expected = tab01()
        expected[1][4] = expected[1][5] = 3
        expected[2][3] = expected[2][4] = expected[2][5] = 3
        assert tabuleiro == expected
        assert [id(row) for row in tabuleiro] == rows
        assert {type(value) for row in tabuleiro for value in row} == {int}

    def test_nothing_happens_where_the_colour_is_already(self):
        tabuleiro = tab01()
        pinta(tabuleiro, 1, 5, 2)
        assert tabuleiro == tab01()

    @settings(deadline=None)
    @given(tabuleiros(), st.integers(1, 9), st.data())
    def test_as_a_stack_does(self, tabuleiro, cor, data):
        lin = data.draw(st.integers(1, len(tabuleiro) - 2))
        col = data.draw(st.integers(1, len(tabuleiro[0]) - 2))
        cells = tuple(map(tuple, inner(tabuleiro)))
        expected = [list(row) for row in painted(cells, lin - 1, col - 1, cor)]
        pinta(tabuleiro, lin, col, cor)
        assert tabuleiro == moldura(expected)


class TestVerificaFim:
    def test_true_only_for_one_colour(self):
        assert verifica_fim(tab01()) is False
        assert verifica_fim(moldura([[2, 2, 2], [2, 2, 2]])) is True
        assert verifica_fim(moldura([[2, 2, 2], [2, 2, 1]])) is False
        assert verifica_fim(moldura([[7]])) is True


class TestGrafo:
    def test_gera_grafo_as_printed(self):
        adjacency, colours = gera_grafo(tab01())
        assert (adjacency, colours) == (L, C)
        # The text prints the vertices in this order, in both dictionaries.
        assert list(adjacency) == list(colours) == [0, 4, 20, 24, 10, 14]
        assert {type(around) for around in adjacency.values()} == {set}

    def test_pinta_vertice_as_printed(self):
        adjacency, colours = gera_grafo(tab01())
        after, after_colours = pinta_vertice(adjacency, colours, 4, 1)
        assert (after, after_colours) == (LP, CP)
        assert list(after) == list(after_colours) == [4, 20, 24, 10]
        assert (adjacency, colours) == (L, C)

    @pytest.mark.parametrize("cor", [1, 2, 3, 9])
    def test_new_dictionaries_share_nothing_with_the_old_ones(self, cor):
        adjacency, colours = gera_grafo(tab01())
        after, after_colours = pinta_vertice(adjacency, colours, 4, cor)
        for around in after.values():
            around.clear()
        after_colours.clear()
        assert (adjacency, colours) == (L, C)

    def test_a_graph_of_any_vertices(self):
        """The figure of section 6.2: a star around vertex 1."""
        star = {0: {1}, 1: {0, 2, 3}, 2: {1}, 3: {1}}
        assert pinta_vertice(star, {0: 1, 1: 2, 2: 1, 3: 4}, 1, 1) == (
            {1: {3}, 3: {1}},
            {1: 1, 3: 4},
        )


class TestBusca:
    def test_less_than_no_actions_is_failure(self):
        assert busca({0: set()}, {0: 5}, -1) == (-1, -1)
        assert busca({0: {1}, 1: {0}}, {0: 1, 1: 2}, -1) == (-1, -1)

    def test_one_vertex_is_success(self):
        assert busca({7: set()}, {7: 3}, 0) == (7, 3)
        assert busca({7: set()}, {7: 3}, 4) == (7, 3)

    def test_no_actions_and_more_than_one_vertex_is_failure(self):
        assert busca({0: {1}, 1: {0}}, {0: 1, 1: 2}, 0) == (-1, -1)

    def test_without_actions_nothing_is_painted(self, monkeypatch):
        def paints(*_):
            raise AssertionError("painted with no action left")

        monkeypatch.setattr(ep, "pinta_vertice", paints)
        assert busca(L, C, 0) == (-1, -1)

    def test_two_vertices_take_one_action(self):
        assert busca({0: {1}, 1: {0}}, {0: 1, 1: 2}, 1) in ((0, 2), (1, 1))

    def test_the_worked_example_takes_three(self):
        assert busca(L, C, 2) == (-1, -1)
        vertex, colour = busca(L, C, 3)
        after = pinta_vertice(L, C, vertex, colour)
        assert busca(*after, 1) == (-1, -1)
        assert busca(*after, 2) != (-1, -1)

    @settings(max_examples=60, deadline=None)
    @given(tabuleiros(), st.integers(-1, 4))
    def test_an_action_exactly_if_the_actions_suffice(self, tabuleiro, acoes):
        adjacency, colours = gera_grafo(tabuleiro)
        answer = busca(adjacency, colours, acoes)
        assert (answer == (-1, -1)) is (par(inner(tabuleiro)) > acoes)
        if answer != (-1, -1) and len(adjacency) > 1:
            vertex, colour = answer
            assert colour in colours.values()
            width = len(tabuleiro[0]) - 2
            pinta(tabuleiro, vertex // width + 1, vertex % width + 1, colour)
            assert par(inner(tabuleiro)) <= acoes - 1


def play_hints(tabuleiro: Tabuleiro, acoes: int) -> int:
    """Follow `dica` to the end; return the actions it took."""
    used = 0
    while not verifica_fim(tabuleiro):
        assert used < acoes
        lin, col, cor = dica(tabuleiro, acoes - used)
        assert 1 <= lin <= len(tabuleiro) - 2
        assert 1 <= col <= len(tabuleiro[0]) - 2
        assert tabuleiro[lin][col] != cor
        pinta(tabuleiro, lin, col, cor)
        used += 1
    return used


class TestDica:
    def test_failure_is_three_noughts(self):
        assert dica(tab01(), 2) == (0, 0, 0)
        assert dica(tab01(), 0) == (0, 0, 0)
        assert dica(tab01(), -1) == (0, 0, 0)

    def test_success_is_row_column_colour(self):
        tabuleiro = tab01()
        answer = dica(tabuleiro, 3)
        assert tabuleiro == tab01()
        assert type(answer) is tuple
        assert [type(value) for value in answer] == [int, int, int]
        lin, col, cor = answer
        pinta(tabuleiro, lin, col, cor)
        assert par(inner(tabuleiro)) == 2

    def test_a_board_of_one_colour(self):
        lin, col, cor = dica(moldura([[4, 4, 4], [4, 4, 4]]), 2)
        assert cor == 4
        assert 1 <= lin <= 2
        assert 1 <= col <= 3

    @pytest.mark.parametrize("acoes", [3, 4, 5, 50, 1000])
    def test_repeated_it_solves_the_worked_example(self, acoes):
        assert play_hints(tab01(), acoes) <= acoes

    @settings(max_examples=40, deadline=None)
    @given(tabuleiros(), st.integers(0, 2))
    def test_repeated_it_always_solves(self, tabuleiro, slack):
        fewest = par(inner(tabuleiro))
        if fewest:
            assert dica([list(row) for row in tabuleiro], fewest - 1) == (0, 0, 0)
        assert fewest <= play_hints(tabuleiro, fewest + slack) <= fewest + slack

    @pytest.mark.parametrize("most_calls", [1, 10**9], ids=["exact search", "plain search"])
    @settings(max_examples=40, deadline=None)
    @given(tabuleiro=tabuleiros())
    def test_both_searches_behind_it_know_the_par(self, most_calls, tabuleiro):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(ep, "_MOST_CALLS", most_calls)
            fewest = par(inner(tabuleiro))
            if fewest:
                assert dica(tabuleiro, fewest - 1) == (0, 0, 0)
                lin, col, cor = dica(tabuleiro, fewest)
                pinta(tabuleiro, lin, col, cor)
                assert par(inner(tabuleiro)) == fewest - 1

    @pytest.mark.parametrize(
        ("name", "fewest"),
        [("tab00", 2), ("tab01", 3), ("tab02", 2), ("tab03", 3), ("tab04", 6)],
    )
    def test_the_boards_of_the_assignment(self, name, fewest):
        path = DATA / f"{name}.txt"
        if not path.exists():
            pytest.skip(f"{path} is not here")
        _, acoes, cores, tabuleiro = carrega_tabuleiro(str(path))
        assert acoes == fewest
        assert {colour for row in inner(tabuleiro) for colour in row} == set(range(1, cores + 1))
        assert dica(tabuleiro, acoes - 1) == (0, 0, 0)
        assert play_hints(tabuleiro, acoes) == acoes


SEM_CORES = """\
   A B C D E
1  1 1 1 2 2
2  1 1 2 2 2
3  3 3 1 1 1
4  3 3 1 1 1
5  1 1 3 3 3
"""


class TestExibeTabuleiro:
    def test_without_colours(self, capsys):
        assert exibe_tabuleiro_sem_cores(tab01()) is None
        assert capsys.readouterr().out == SEM_CORES

    def test_in_colours(self, capsys):
        assert exibe_tabuleiro(tab01()) is None
        out = capsys.readouterr().out
        lines = [Text.from_ansi(line).plain for line in out.splitlines()]
        assert lines[0].split() == list("ABCDE")
        shown = [[int(n) for n in re.findall(r"\d+", line)] for line in lines[1:]]
        assert shown == [[n, *row] for n, row in enumerate(inner(tab01()), start=1)]
        fills = re.findall(r"\x1b\[([0-9]+;[0-9;]+)m[^\d\x1b]*(\d)", out)
        assert len(fills) == 25
        assert len(set(fills)) == len({fill for fill, _ in fills}) == 3

    def test_no_color_is_honoured(self, capsys, monkeypatch):
        monkeypatch.setenv("NO_COLOR", "1")
        exibe_tabuleiro(tab01())
        assert capsys.readouterr().out == SEM_CORES

    def test_burning_cells_are_shown_as_the_frontier(self, capsys):
        tabuleiro = tab01()
        tabuleiro[1][4] = tabuleiro[2][5] = -1
        exibe_tabuleiro_sem_cores(tabuleiro)
        lines = capsys.readouterr().out.splitlines()
        assert lines[1:3] == ["1  1 1 1 F 2", "2  1 1 2 2 F"]
        exibe_tabuleiro(tabuleiro)
        out = capsys.readouterr().out
        assert out.count("F") == 2
        assert len(re.findall(r"\x1b\[[0-9;]+;[0-9;]+m", out)) == 23

    def test_the_board_is_left_as_it_was(self):
        tabuleiro = tab01()
        exibe_tabuleiro(tabuleiro)
        exibe_tabuleiro_sem_cores(tabuleiro)
        assert tabuleiro == tab01()


@pytest.fixture
def typed(monkeypatch, tab01_file) -> Iterator:
    """Play `main` with these lines typed into a pipe, in the folder of tab01.txt."""
    monkeypatch.chdir(tab01_file.parent)

    def run(*lines: str) -> int:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        result = main()
        assert sys.stdin.read() == "", "the game ended before all lines were read"
        return result

    return run


class TestMain:
    @pytest.mark.parametrize(
        "moves",
        [["E1 1", "A5 3", "A3 1"], ["E1 1", "E1 3", "A1 1"], ["dica", "dica", "dica"]],
        ids=["the text's solution", "the text's other solution", "hints"],
    )
    def test_won(self, typed, moves):
        assert typed("tab01.txt", *moves) == 1

    def test_out_of_actions(self, typed):
        assert typed("tab01.txt", "A1 2", "A1 1", "A1 2") == 0

    def test_a_hint_finds_no_action(self, typed, capsys):
        assert typed("tab01.txt", "A1 2", "dica") == -1
        assert "Não há mais ações válidas" in capsys.readouterr().out

    def test_what_is_shown_and_in_which_order(self, typed, capsys):
        typed("tab01.txt", "E1 1", "A5 3", "A3 1")
        out = capsys.readouterr().out
        wanted = [
            "Nome do arquivo: tab01.txt",
            "dificuldade: fácil",
            "no máximo 3",
            "Cores disponíveis: 1 2 3",
            SEM_CORES,
            "E1 1\n",
            "1  1 1 1 1 1\n2  1 1 1 1 1\n3  3 3 1 1 1\n4  3 3 1 1 1\n5  1 1 3 3 3\n",
            "A5 3\n",
            "1  1 1 1 1 1\n2  1 1 1 1 1\n3  3 3 1 1 1\n4  3 3 1 1 1\n5  3 3 3 3 3\n",
            "A3 1\n",
            "1  1 1 1 1 1\n2  1 1 1 1 1\n3  1 1 1 1 1\n4  1 1 1 1 1\n5  1 1 1 1 1\n",
            "Parabéns",
        ]
        place = 0
        for part in wanted:
            assert part in out[place:], part
            place = out.index(part, place) + len(part)

    def test_an_illegal_move_costs_nothing(self, typed):
        assert typed("tab01.txt", "F1 1", "A1 4", "A1 1", "olá", "E1 1", "A5 3", "A3 1") == 1

    def test_a_wrong_name_can_be_typed_again(self, typed, capsys, tab01_file):
        (tab01_file.parent / "ruim.txt").write_text("1 3 1 2 3\n1 x\n")
        (tab01_file.parent / "foto.txt").write_bytes(b"\x89PNG\xff")
        names = ["tab99.txt", "", "ruim.txt", "foto.txt", "a\0b", "x" * 400, ".", "tab01.txt"]
        assert typed(*names, "dica", "dica", "dica") == 1
        out = capsys.readouterr().out
        assert "Não consegui abrir o arquivo 'tab99.txt'" in out
        assert "'ruim.txt' não contém um tabuleiro válido (veja a linha 2, coluna 3)" in out
        assert "'foto.txt' não contém um tabuleiro válido (veja a linha 1, coluna 1)" in out

    @pytest.mark.parametrize("lines", [[], ["tab01.txt"], ["tab01.txt", "A1 2"]])
    def test_the_end_of_the_input_is_not_a_win(self, typed, lines):
        assert typed(*lines) == 0

    def test_whoever_quits_has_not_won(self, typed):
        assert typed("tab01.txt", "sair") == 0

    def test_a_board_solved_from_the_start(self, typed, tab01_file):
        (tab01_file.parent / "pronto.txt").write_text("1 0 1 2 3\n2 2\n")
        assert typed("pronto.txt") == 1

    def test_no_actions_from_the_start(self, typed, tab01_file):
        (tab01_file.parent / "nada.txt").write_text("1 0 1 2 3\n1 2\n")
        assert typed("nada.txt") == 0


STUDENT = """\
from kamigen.ep.kami import exibe_tabuleiro


def carrega_tabuleiro(nome):
    with open(nome) as arquivo:
        dificuldade, acoes, m, n, cores = map(int, arquivo.readline().split())
        matriz = [[0] * (n + 2)]
        for _ in range(m):
            matriz.append([0] + [int(x) for x in arquivo.readline().split()] + [0])
        matriz.append([0] * (n + 2))
    return dificuldade, acoes, cores, matriz


def pinta(tabuleiro, lin, col, cor):
    antiga = tabuleiro[lin][col]
    if antiga == cor:
        return
    tabuleiro[lin][col] = -1
    exibe_tabuleiro(tabuleiro)
    fronteira = [(lin, col)]
    while fronteira:
        y, x = fronteira.pop()
        tabuleiro[y][x] = cor
        for v, u in ((y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)):
            if tabuleiro[v][u] == antiga:
                tabuleiro[v][u] = -1
                fronteira.append((v, u))


def main():
    dificuldade, acoes, cores, tabuleiro = carrega_tabuleiro(input("Digite o nome do arquivo: "))
    while acoes > 0:
        exibe_tabuleiro(tabuleiro)
        celula, cor = input("Jogada: ").split()
        pinta(tabuleiro, int(celula[1:]), ord(celula[0]) - ord("A") + 1, int(cor))
        acoes -= 1
    exibe_tabuleiro(tabuleiro)
    return len({cor for linha in tabuleiro for cor in linha}) == 2


if __name__ == "__main__":
    print("resolvido:", main())
"""


def run_python(folder: Path, *arguments: str, typed: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        input=typed,
        env=dict(os.environ) | {"PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )


class TestOtherPrograms:
    def test_a_students_program_needs_nothing_but_the_import(self, tab01_file):
        (tab01_file.parent / "ep.py").write_text(STUDENT, encoding="utf-8")
        ran = run_python(tab01_file.parent, "ep.py", typed="tab01.txt\nE1 1\nA5 3\nA3 1\n")
        assert (ran.stderr, ran.returncode) == ("", 0)
        assert ran.stdout.endswith("resolvido: True\n")
        # Four times the board and three times the first burning cell, in colour into a pipe.
        lines = [Text.from_ansi(line).plain for line in ran.stdout.splitlines()]
        assert len([line for line in lines if line.split()[-5:] == list("ABCDE")]) == 7
        assert sum(line.count("F") for line in lines) == 3
        assert "\x1b[" in ran.stdout

    def test_a_program_can_take_the_result_of_main(self, tab01_file):
        code = "from kamigen.ep.kami import main; print('resultado', main())"
        for moves, result in (
            ("dica\ndica\ndica\n", 1),
            ("A1 2\ndica\n", -1),
            ("A1 2\nA1 1\nA1 2\n", 0),
        ):
            ran = run_python(tab01_file.parent, "-c", code, typed="tab01.txt\n" + moves)
            assert (ran.stderr, ran.returncode) == ("", 0)
            assert ran.stdout.endswith(f"resultado {result}\n")

    def test_the_module_is_a_program(self, tab01_file):
        ran = run_python(
            tab01_file.parent, "-m", "kamigen.ep.kami", typed="tab01.txt\nE1 1\nA5 3\nA3 1\n"
        )
        assert (ran.stderr, ran.returncode) == ("", 0)
        assert "Parabéns! Você resolveu com 3 de 3 ações." in ran.stdout
