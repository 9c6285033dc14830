"""The functions that the assignment on the lost kingdom's keys names, for Keys maps.

    from kamigen.ep import chaves
    chaves.mapaDoJogo = open("caso05.txt").read().splitlines()
    for jogador, (x, y) in sorted(chaves.encontraJogadores(chaves.mapaDoJogo).items()):
        print(jogador, chaves.inundacao(x, y, ".", set(), {}))

As in the text, x is the row and y the column, both from 0, and the map is a
variable of the program. Unlike the text's, this flood needs no recursion.
`python -m kamigen.ep.chaves caso05.txt` prints what each player can visit.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from kamigen.games.keys.explore import explore
from kamigen.games.keys.ground import FIRST_DOOR, FIRST_KEY, Ground, letter_set, letters_of
from kamigen.games.keys.level import FREE, KeysLevel, parse
from kamigen.games.keys.walks import keys_among, may_enter, reach
from kamigen.level import UNSTATED, Claim

mapaDoJogo: Sequence[str] = ()  # noqa: N816 - the text's own name
"""The lines of the map on which `inundacao` goes; a program sets it."""


def encontraJogadores(lista: Sequence[str]) -> dict[int, tuple[int, int]]:  # noqa: N802
    """Return where each player starts: row and column, both from 0."""
    level = KeysLevel(Claim(UNSTATED, None), tuple(lista))
    return {player: (row - 1, column - 1) for player, (row, column) in level.players.items()}


def inundacao(
    x: int,
    y: int,
    posLivre: str,  # noqa: N803
    chavesDasPortas: set[str],  # noqa: N803
    portas: dict[str, list[tuple[int, int]]],
) -> int:
    """Return how many cells can be visited from row x and column y of the map.

    Keys that are found join `chavesDasPortas`, and doors that stay shut join `portas`.
    """
    lines = tuple(line.replace(posLivre, FREE) for line in mapaDoJogo)
    ground = Ground(KeysLevel(Claim(UNSTATED, None), lines))
    start = ground.place((x + 1, y + 1))
    held = letter_set(map(ord, chavesDasPortas))
    if not may_enter(ground.cells[start], held):
        return 0
    while (held | keys_among(ground, places := reach(ground, start, held))) != held:
        held |= keys_among(ground, places)
    chavesDasPortas.update(letters_of(held))
    for door in sorted({place + step for place in places for step in ground.steps}):
        byte = ground.cells[door]
        if FIRST_DOOR <= byte < FIRST_KEY and not may_enter(byte, held):
            row, column = ground.cell(door)
            portas.setdefault(chr(byte), []).append((row - 1, column - 1))
    return len(places)


def main(arquivos: Sequence[str]) -> None:
    """Print for each map how many cells every player can visit."""
    for arquivo in arquivos:
        for jogador, achado in explore(parse(Path(arquivo).read_text())).items():
            print(f"Jogador {jogador}: pode visitar {achado.cells} casas")


if __name__ == "__main__":
    main(sys.argv[1:])
