"""Gemas by the assignment's own names: Portuguese functions on a matrix of letters.

A board is a list of rows, each a list of strings of one letter; a blank is " ".
The assignment says which of its functions must use which, so they are written
out here, plain and small: they are the definition that the engine is tested
against. What the text leaves open is decided thus:

- Blanks are no gems: three of them are no chain, and none can be swapped.
- A swap is valid if a chain goes through one of the two gems afterwards. Chains
  elsewhere, which a board in play never has, do not make it valid.
- Rows and columns outside the board are not adjacent to anything.
"""

from __future__ import annotations

import random

from kamigen.play import read_line

Tabuleiro = list[list[str]]
Cadeia = list[int]

VAZIO = " "
ALFABETO = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

AJUDA = """\
perm: permuta duas gemas vizinhas
dica: mostra uma gema que faz parte de uma permutação válida (custa 1 ponto)
sair: termina o jogo
ajuda: mostra este texto"""


def criar(num_linhas: int, num_colunas: int) -> Tabuleiro:
    """Return a board of blanks."""
    return [[VAZIO] * num_colunas for _ in range(num_linhas)]


def completar(tabuleiro: Tabuleiro, num_cores: int) -> None:
    """Fill the blanks, row by row, with random gems of so many colours."""
    for linha in tabuleiro:
        for coluna, gema in enumerate(linha):
            if gema == VAZIO:
                linha[coluna] = ALFABETO[random.randrange(num_cores)]  # noqa: S311 - a game


def exibir(tabuleiro: Tabuleiro) -> None:
    """Print the board with the numbers of its rows and columns."""
    borda = "  +" + "-" * (2 * len(tabuleiro[0]) + 1) + "+"
    print("    " + " ".join(str(coluna) for coluna in range(len(tabuleiro[0]))))
    print(borda)
    for numero, linha in enumerate(tabuleiro):
        print(f"{numero} | {' '.join(linha)} |")
    print(borda)


def trocar(linha1: int, coluna1: int, linha2: int, coluna2: int, tabuleiro: Tabuleiro) -> bool:
    """Swap two gems and return True, or leave them and return False if that is not valid."""
    lugares = (linha1, coluna1), (linha2, coluna2)
    for linha, coluna in lugares:
        if not (0 <= linha < len(tabuleiro) and 0 <= coluna < len(tabuleiro[0])):
            return False
        if tabuleiro[linha][coluna] == VAZIO:
            return False
    if abs(linha1 - linha2) + abs(coluna1 - coluna2) != 1:
        return False
    _permutar(tabuleiro, *lugares)
    if any(_em_cadeia(tabuleiro, linha, coluna) for linha, coluna in lugares):
        return True
    _permutar(tabuleiro, *lugares)
    return False


def eliminar(tabuleiro: Tabuleiro) -> int:
    """Destroy the gems of all chains; return how many they were."""
    # All chains are found before the first is destroyed, for they may cross.
    cadeias = identificar_cadeias_horizontais(tabuleiro) + identificar_cadeias_verticais(tabuleiro)
    return sum(eliminar_cadeia(tabuleiro, cadeia) for cadeia in cadeias)


def identificar_cadeias_horizontais(tabuleiro: Tabuleiro) -> list[Cadeia]:
    """Return the chains in rows, as [linha, coluna_i, linha, coluna_f], from the top."""
    return [
        [numero, inicio, numero, fim]
        for numero, linha in enumerate(tabuleiro)
        for inicio, fim in _sequencias(linha)
    ]


def identificar_cadeias_verticais(tabuleiro: Tabuleiro) -> list[Cadeia]:
    """Return the chains in columns, as [linha_i, coluna, linha_f, coluna], from the left."""
    return [
        [inicio, numero, fim, numero]
        for numero, coluna in enumerate(zip(*tabuleiro, strict=True))
        for inicio, fim in _sequencias(list(coluna))
    ]


def eliminar_cadeia(tabuleiro: Tabuleiro, cadeia: Cadeia) -> int:
    """Destroy the gems between two places, chain or not; return how many there were."""
    linha_i, coluna_i, linha_f, coluna_f = cadeia
    eliminadas = 0
    for linha in range(linha_i, linha_f + 1):
        for coluna in range(coluna_i, coluna_f + 1):
            if tabuleiro[linha][coluna] != VAZIO:
                tabuleiro[linha][coluna] = VAZIO
                eliminadas += 1
    return eliminadas


def deslocar(tabuleiro: Tabuleiro) -> None:
    """Let all gems fall until no blank is below a gem."""
    for coluna in range(len(tabuleiro[0])):
        deslocar_coluna(tabuleiro, coluna)


def deslocar_coluna(tabuleiro: Tabuleiro, i: int) -> None:
    """Let the gems of column `i` fall."""
    gemas = [linha[i] for linha in tabuleiro if linha[i] != VAZIO]
    vazios = [VAZIO] * (len(tabuleiro) - len(gemas))
    for linha, gema in zip(tabuleiro, vazios + gemas, strict=True):
        linha[i] = gema


def existem_movimentos_validos(tabuleiro: Tabuleiro) -> bool:
    """Whether there is a valid swap."""
    return obter_dica(tabuleiro) != (-1, -1)


def obter_dica(tabuleiro: Tabuleiro) -> tuple[int, int]:
    """Return row and column of a gem that has a valid swap; -1, -1 if none has."""
    for linha in range(len(tabuleiro)):
        for coluna in range(len(tabuleiro[0])):
            for outra in ((linha, coluna + 1), (linha + 1, coluna)):
                if trocar(linha, coluna, *outra, tabuleiro):
                    _permutar(tabuleiro, (linha, coluna), outra)
                    return linha, coluna
    return -1, -1


def main() -> None:
    """Ask for a size and play until no swap is valid, in the assignment's commands.

    The random gems start from the same seed as in the assignment's program, so
    that whoever types the same gets the same game. The end of the input quits.
    """
    random.seed(0)
    print("Bem-vindo ao Gemas!")
    try:
        linhas = _ler_inteiro("Número de linhas [3-10]: ", 3, 10)
        colunas = _ler_inteiro("Número de colunas [3-10]: ", 3, 10)
        cores = _ler_inteiro("Número de cores [3-26]: ", 3, 26)
        _jogar(linhas, colunas, cores)
    except EOFError:
        print("Até a próxima!")


def _jogar(linhas: int, colunas: int, cores: int) -> None:
    tabuleiro = criar(linhas, colunas)
    completar(tabuleiro, cores)
    _assentar(tabuleiro, cores)
    pontos = 0
    while existem_movimentos_validos(tabuleiro):
        print()
        exibir(tabuleiro)
        match read_line("Digite um comando (perm, dica, sair ou ajuda): ").strip().lower():
            case "perm":
                lugar1 = _ler_lugar("primeira", linhas, colunas)
                lugar2 = _ler_lugar("segunda", linhas, colunas)
                if trocar(*lugar1, *lugar2, tabuleiro):
                    gemas = _assentar(tabuleiro, cores)
                    pontos += gemas
                    print(f"Você destruiu {gemas} gemas! Pontos: {pontos}")
                else:
                    print("Movimento inválido: as gemas não são vizinhas ou não formam cadeia.")
            case "dica":
                pontos -= 1
                linha, coluna = obter_dica(tabuleiro)
                print(f"Dica: tente permutar a gema da linha {linha} e coluna {coluna}.")
                print(f"Pontos: {pontos}")
            case "ajuda":
                print(AJUDA)
            case "sair":
                print(f"Fim de jogo! Pontos: {pontos}")
                return
            case _:
                print("Não conheço esse comando; digite ajuda para ver os que existem.")
    print()
    exibir(tabuleiro)
    print(f"Fim de jogo: não existem mais movimentos válidos. Pontos: {pontos}")


def _assentar(tabuleiro: Tabuleiro, num_cores: int) -> int:
    """Destroy, let fall and fill until no chain is left; return the gems destroyed.

    It ends: with three colours, the fewest there are, a swap on ten by ten cells
    destroys 69 gems on average. With two it would hardly ever.
    """
    total = 0
    while gemas := eliminar(tabuleiro):
        total += gemas
        deslocar(tabuleiro)
        completar(tabuleiro, num_cores)
    return total


def _ler_inteiro(pergunta: str, menor: int, maior: int) -> int:
    while True:
        resposta = read_line(pergunta).strip()
        if len(resposta) < 4 and resposta.isdecimal() and menor <= int(resposta) <= maior:
            return int(resposta)
        print(f"Digite um número inteiro de {menor} a {maior}.")


def _ler_lugar(qual: str, linhas: int, colunas: int) -> tuple[int, int]:
    linha = _ler_inteiro(f"Linha da {qual} gema: ", 0, linhas - 1)
    return linha, _ler_inteiro(f"Coluna da {qual} gema: ", 0, colunas - 1)


def _permutar(tabuleiro: Tabuleiro, um: tuple[int, int], outro: tuple[int, int]) -> None:
    (y, x), (v, u) = um, outro
    tabuleiro[y][x], tabuleiro[v][u] = tabuleiro[v][u], tabuleiro[y][x]


def _em_cadeia(tabuleiro: Tabuleiro, linha: int, coluna: int) -> bool:
    """Whether a chain goes through this place."""
    fila = _sequencias(tabuleiro[linha])
    pilha = _sequencias([outra[coluna] for outra in tabuleiro])
    return any(inicio <= coluna <= fim for inicio, fim in fila) or any(
        inicio <= linha <= fim for inicio, fim in pilha
    )


def _sequencias(gemas: list[str]) -> list[tuple[int, int]]:
    """First and last place of all runs of three or more gems alike."""
    achadas = []
    inicio = 0
    for lugar in range(1, len(gemas) + 1):
        if lugar == len(gemas) or gemas[lugar] != gemas[inicio]:
            if lugar - inicio >= 3 and gemas[inicio] != VAZIO:
                achadas.append((inicio, lugar - 1))
            inicio = lugar
    return achadas


if __name__ == "__main__":
    main()
