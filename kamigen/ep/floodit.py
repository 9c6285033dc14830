"""Flood-It as the seed's program: a board on the standard input, the sequence on the output.

`python -m kamigen.ep.floodit < tabuleiro.txt` reads `linhas colunas cores` and
the matrix, as the seed's `./flood` does, and prints the colours to play, one
blank between two. `resolve` does the same for a matrix in a list.
"""

from __future__ import annotations

import sys

from kamigen.budget import Budget
from kamigen.errors import KamigenError
from kamigen.games.boards.text import level_text
from kamigen.games.floodit.level import parse
from kamigen.games.floodit.pond import Pond
from kamigen.games.floodit.solver import solve
from kamigen.pipeline.files import STDIN, read_text

SEGUNDOS = 60.0
"""How long a board may take; the seed was allowed two minutes."""


def resolve(
    linhas: int, colunas: int, cores: int, matriz: list[list[int]], segundos: float = SEGUNDOS
) -> list[int]:
    """Return the colours to play from the top-left cell until the board has one colour.

    The sequence is a shortest one unless the board is too large for the time.
    A matrix of another size or with other colours raises LevelError.
    """
    # What the caller says of the size is checked against the matrix by the parser.
    level = parse(level_text((linhas, colunas, cores), matriz))
    pond = Pond(level.cells)
    return [pond.palette[play] for play in solve(pond, Budget(seconds=segundos)).plays]


def main() -> int:
    """Read a board from the standard input and print its sequence."""
    try:
        level = parse(read_text(STDIN))
    except KamigenError as error:
        print(f"flood: {error}", file=sys.stderr)
        return error.exit_code
    matriz = [list(row) for row in level.cells]
    print(*resolve(level.rows, level.cols, level.colours, matriz))
    return 0


if __name__ == "__main__":
    sys.exit(main())
