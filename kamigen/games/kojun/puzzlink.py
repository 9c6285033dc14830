"""Kojun as puzz.link addresses, where the game is called cojun.

`https://puzz.link/p?cojun/COLS/ROWS/BODY`. The body is one word of small
letters and digits:

- the lines between left and right neighbours, row by row: 1 where the region
  changes, five a character, the first being the highest bit, in base 32
  (0–9, a–v); the last character is filled up with 0;
- the lines between upper and lower neighbours in the same way;
- the cells, row by row: a given up to 15 is a hexadecimal digit, one up to 255
  a minus and two digits; runs of blanks are letters, g for one to z for twenty.
  Blanks at the end may be left out.

Other sites write the same behind another host, which is why it is ignored. A
line with the same region on both sides means nothing and is dropped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, product
from string import ascii_lowercase, digits

_ADDRESS = re.compile(r"\S+\?(?:cojun|kojun)/")
_SIZE = re.compile(r"([0-9]{1,9})/([0-9]{1,9})/")
_DIGITS = digits + ascii_lowercase
_HEXADECIMAL = _DIGITS[:16]
_BASE_32 = _DIGITS[:32]
_GAPS = _DIGITS[15:]  # a gap's length is its place: g is 1, z is 20
_LONGEST_GAP = len(_GAPS) - 1
_GREATEST = 255
_BITS = 5


class BadAddress(ValueError):
    """What is wrong with an address: a finding's code, a sentence, and at which character."""

    def __init__(self, code: str, message: str, column: int) -> None:
        self.code = code
        self.column = column
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Linked:
    """What an address describes, and at which character of it each cell stands."""

    givens: tuple[tuple[int, ...], ...]
    regions: tuple[tuple[str, ...], ...]
    columns: tuple[int, ...]


def is_address(word: str) -> bool:
    """Whether a word is meant to be such an address."""
    return _ADDRESS.match(word) is not None


def encode(givens: Sequence[Sequence[int]], regions: Sequence[Sequence[object]]) -> str:
    """Return the address of a board."""
    rows, cols = len(givens), len(givens[0])
    beside = [line[col] != line[col + 1] for line in regions for col in range(cols - 1)]
    beneath = [
        regions[row][col] != regions[row + 1][col] for row in range(rows - 1) for col in range(cols)
    ]
    values = [value for line in givens for value in line]
    body = _written_lines(beside) + _written_lines(beneath) + _written_cells(values)
    return f"https://puzz.link/p?cojun/{cols}/{rows}/{body}"


def decode(address: str, size_fits: Callable[[int, int, int], None]) -> Linked:
    """Read an address, or raise BadAddress.

    `size_fits` is told rows, columns and where they stand before anything of that
    size is made; it raises an error of its own if the board is too large.
    """
    opening = _ADDRESS.match(address)
    size = _SIZE.match(address, opening.end() if opening else 0)
    if opening is None or size is None:
        message = "expected cojun/, columns/, rows/ and the board in the address"
        raise BadAddress("address-size", message, opening.end() if opening else 0)
    cols, rows = int(size[1]), int(size[2])
    size_fits(rows, cols, size.start())
    place = size.end()
    beside, place = _read_lines(address, place, (cols - 1) * rows)
    beneath, place = _read_lines(address, place, cols * (rows - 1))
    values, columns = _read_cells(address, place, rows * cols)
    regions = _regions(rows, cols, beside, beneath)
    return Linked(
        tuple(tuple(values[start : start + cols]) for start in range(0, rows * cols, cols)),
        tuple(tuple(regions[start : start + cols]) for start in range(0, rows * cols, cols)),
        tuple(columns),
    )


def region_names() -> Iterator[str]:
    """Yield a, b, …, z, aa, ab, … without end."""
    for length in count(1):
        for letters in product(ascii_lowercase, repeat=length):
            yield "".join(letters)


def _written_lines(lines: Sequence[bool]) -> str:
    written = ""
    for start in range(0, len(lines), _BITS):
        bits = "".join("01"[line] for line in lines[start : start + _BITS])
        written += _BASE_32[int(bits.ljust(_BITS, "0"), 2)]
    return written


def _written_cells(values: Sequence[int]) -> str:
    written, gap = "", 0
    for value in [*values, None]:
        if gap and (value != 0 or gap == _LONGEST_GAP):
            written += _GAPS[gap]
            gap = 0
        if value == 0:
            gap += 1
        elif value is not None:
            written += f"{value:x}" if value < len(_HEXADECIMAL) else f"-{value:02x}"
    return written


def _read_lines(address: str, place: int, wanted: int) -> tuple[list[bool], int]:
    end = place + -(-wanted // _BITS)
    lines: list[bool] = []
    for column in range(place, end):
        if column >= len(address):
            raise BadAddress("address-short", "the address ends inside the regions", len(address))
        number = _BASE_32.find(address[column])
        if number < 0:
            message = f"{address[column]!a} is no digit of base 32; expected lines of regions"
            raise BadAddress("address-character", message, column)
        lines += [bool(number >> bit & 1) for bit in reversed(range(_BITS))]
    return lines[:wanted], end


def _read_cells(address: str, place: int, wanted: int) -> tuple[list[int], list[int]]:
    """The values of the cells, and the character where each stands."""
    values: list[int] = []
    columns: list[int] = []
    while place < len(address):
        character = address[place]
        length = 1
        if character in _GAPS[1:]:
            read = [0] * _GAPS.index(character)
        elif character in _HEXADECIMAL:
            read = [int(character, 16)]
        elif character == "-" and re.match("[0-9a-f]{2}", address[place + 1 : place + 3]):
            read, length = [int(address[place + 1 : place + 3], 16)], 3
        else:
            message = f"{character!a} is neither a given from 1 to {_GREATEST} nor a gap"
            raise BadAddress("address-character", message, place)
        if len(values) + len(read) > wanted:
            raise BadAddress("address-long", f"the board has only {wanted} cells", place)
        values += read
        columns += [place] * len(read)
        place += length
    missing = wanted - len(values)
    return values + [0] * missing, columns + [len(address)] * missing


def _regions(rows: int, cols: int, beside: Sequence[bool], beneath: Sequence[bool]) -> list[str]:
    """Name the regions that the lines enclose, in the order in which a reader meets them."""
    names: list[str] = [""] * (rows * cols)
    fresh = region_names()
    for start in range(rows * cols):
        if names[start]:
            continue
        names[start] = name = next(fresh)
        for cell in (queue := [start]):  # grows while it is walked
            row, col = divmod(cell, cols)
            open_to = [
                (row > 0 and not beneath[cell - cols], cell - cols),
                (row < rows - 1 and not beneath[cell], cell + cols),
                (col > 0 and not beside[row * (cols - 1) + col - 1], cell - 1),
                (col < cols - 1 and not beside[row * (cols - 1) + col], cell + 1),
            ]
            for is_open, other in open_to:
                if is_open and not names[other]:
                    names[other] = name
                    queue.append(other)
    return names
