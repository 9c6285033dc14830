"""KAMI by the assignment's own names: Portuguese functions on lists and dicts.

Only `busca` is more than a skin. It is the assignment's plain backtracking, as
small as it can be, for it is the definition that faster searches are tested
against.
"""

# The assignment calls its dictionaries L and C, and its readers look for these names.
# ruff: noqa: N803, N806

from __future__ import annotations

import math
from pathlib import Path

import numpy as np

from kamigen.budget import Budget
from kamigen.errors import KamigenError, LevelError
from kamigen.game import Outcome, Scene, Tile, find_game
from kamigen.games.boards.rules import is_monochrome, paint
from kamigen.games.kami.graph import RegionGraph, paint_vertex, region_graph, vertex_cell
from kamigen.games.kami.level import KamiLevel, parse
from kamigen.games.kami.solver import solve
from kamigen.grid import Grid
from kamigen.pipeline.files import text_of
from kamigen.play import play, read_line
from kamigen.views.terminal import draw, open_console

Tabuleiro = list[list[int]]
Adjacencia = dict[int, set[int]]
Cores = dict[int, int]

FALHA = (-1, -1)
"""What `busca` returns when no action leads to a win."""

QUEIMANDO = -1
"""The value of a burning cell while the fire of `pinta` spreads."""

# `dica` leaves larger trees to the exact search. The assignment advises against
# more than 10 vertices, but with 5 colours 8 vertices can already take minutes;
# 20,000 calls of `busca` take about a fifth of a second.
_MOST_CALLS = 20_000


def carrega_tabuleiro(nome: str) -> tuple[int, int, int, Tabuleiro]:
    """Read a level file; return difficulty, limit, number of colours and framed matrix.

    A file that cannot be opened raises OSError, as `open` does; one that holds
    no level raises LevelError.
    """
    level = _le(nome)
    return level.difficulty, level.limit, level.colours, level.board.tolist()


def pinta(tabuleiro: Tabuleiro, lin: int, col: int, cor: int) -> None:
    """Paint the region of a cell in place; nothing happens if it has that colour."""
    for y, x in paint(_grid(tabuleiro), (lin, col), cor):
        tabuleiro[y][x] = cor


def verifica_fim(tabuleiro: Tabuleiro) -> bool:
    """Whether the board has a single colour."""
    return is_monochrome(_grid(tabuleiro))


def gera_grafo(tabuleiro: Tabuleiro) -> tuple[Adjacencia, Cores]:
    """Return the region graph: the neighbours and the colour of every vertex."""
    graph = region_graph(_grid(tabuleiro))
    return graph.adjacency, graph.colours


def pinta_vertice(L: Adjacencia, C: Cores, n: int, c: int) -> tuple[Adjacencia, Cores]:
    """Return the graph after painting vertex `n`, in new dictionaries and sets."""
    graph = paint_vertex(RegionGraph(L, C), n, c)
    return {vertex: set(around) for vertex, around in graph.adjacency.items()}, dict(graph.colours)


def busca(L: Adjacencia, C: Cores, acoes: int) -> tuple[int, int]:
    """Return a vertex and a colour that lead to a win within `acoes` actions, or FALHA.

    A graph of one vertex is won: the answer is that vertex and its colour.
    """
    if acoes < 0:
        return FALHA
    if len(L) == 1:
        (n,) = L
        return n, C[n]
    if acoes == 0:
        return FALHA
    for n in L:
        for c in sorted(set(C.values())):
            # Painting a vertex with its own colour changes nothing, so a shortest
            # win does not contain it; and where any win is within reach, so is
            # that one, which the loop finds without it.
            if c != C[n] and busca(*pinta_vertice(L, C, n, c), acoes - 1) != FALHA:
                return n, c
    return FALHA


def dica(tabuleiro: Tabuleiro, acoes: int) -> tuple[int, int, int]:
    """Return row, column and colour of an action that leads to a win; 0, 0, 0 if none does.

    Colours are those on the board, as in `busca`: the palette is not known here.
    A board of one colour gets the answer of `busca`: a cell and that colour. There
    is no answer for "unknown": the search goes on until it knows, and raises
    KamigenError on a board beyond its memory.
    """
    L, C = gera_grafo(tabuleiro)
    branches = len(L) * (len(set(C.values())) - 1)
    plain = acoes * math.log(max(branches, 1)) <= math.log(_MOST_CALLS)
    n, c = busca(L, C, acoes) if plain else _busca_exata(L, C, acoes)
    if (n, c) == FALHA:
        return 0, 0, 0
    lin, col = vertex_cell(n, len(tabuleiro[0]) - 2)
    return lin, col, c


def exibe_tabuleiro(tabuleiro: Tabuleiro) -> None:
    """Print the board in colours, also into a pipe, unless NO_COLOR is set."""
    draw(_scene(tabuleiro), open_console(colour=True))


def exibe_tabuleiro_sem_cores(tabuleiro: Tabuleiro) -> None:
    """Print the board as numbers."""
    draw(_scene(tabuleiro), open_console(colour=False))


def main() -> int:
    """Ask for a file and play it: 1 won, -1 a hint found no way to win, 0 out of actions.

    The assignment knows no quitting. Whoever quits, or ends the input, has not
    solved the board and gets 0.
    """
    level = None
    while level is None:
        try:
            nome = read_line("Nome do arquivo: ").strip()
        except EOFError:
            return 0
        try:
            level = _le(nome)
        except LevelError as error:
            place = f"linha {error.finding.line}, coluna {error.finding.column}"
            print(f"O arquivo {nome!r} não contém um tabuleiro válido (veja a {place}).")
        except (OSError, ValueError):  # ValueError: a name that no file can have
            print(f"Não consegui abrir o arquivo {nome!r}. Confira o nome e tente de novo.")
    print()
    outcome = play(find_game("kami"), level, lang="pt")
    return 0 if outcome is Outcome.PLAYING else int(outcome.value)


def _le(nome: str) -> KamiLevel:
    raw = Path(nome).read_bytes()
    try:
        return parse(text_of(raw))
    except LevelError as error:
        raise LevelError(error.finding, nome) from error


def _grid(tabuleiro: Tabuleiro) -> Grid:
    return np.array(tabuleiro, dtype=np.int16)


def _busca_exata(L: Adjacencia, C: Cores, acoes: int) -> tuple[int, int]:
    """Answer as `busca` does, by the exact search."""
    # The search paints with 1..k, and `busca` with the colours on the board.
    colours = sorted(set(C.values()))
    renumbered = {n: colours.index(c) + 1 for n, c in C.items()}
    proof = solve(RegionGraph(L, renumbered), len(colours), Budget(), most=acoes)
    if proof.lower > acoes:
        return FALHA
    if proof.upper > acoes:
        raise KamigenError(f"a board of {len(L)} regions is more than the search can decide")
    n, c = proof.actions[0]
    return n, colours[c - 1]


def _scene(tabuleiro: Tabuleiro) -> Scene:
    return Scene(tuple(tuple(map(_tile, row[1:-1])) for row in tabuleiro[1:-1]), caption="")


def _tile(value: int) -> Tile:
    # The assignment's figures show the burning cells, its frontier, as an F.
    return Tile(0, "F") if value == QUEIMANDO else Tile(value, "")


if __name__ == "__main__":
    main()
