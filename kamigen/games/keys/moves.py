"""Moves such as `d 3`: how they are spelled, read, and taken step by step."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from kamigen.errors import IllegalMove
from kamigen.games.keys.ground import Ground

# In the order of Ground.steps. The first spelling is the one that is written;
# the others are understood, in English and in Portuguese.
_DIRECTIONS: Mapping[str, tuple[str, ...]] = {
    "w": ("w", "up", "u", "cima", "c"),
    "a": ("a", "left", "l", "esquerda", "e"),
    "s": ("s", "down", "baixo", "b"),
    "d": ("d", "right", "r", "direita"),
}
_SPELLINGS = {word: letter for letter, words in _DIRECTIONS.items() for word in words}
_MOVE = re.compile(r"([a-z]+)\s*([0-9]{1,6})?")


def step_of(ground: Ground, letter: str) -> int:
    """Return how far a step in a direction leads on the flat map."""
    return dict(zip(_DIRECTIONS, ground.steps, strict=True))[letter]


def read_move(text: str) -> tuple[str, int]:
    """Return direction and number of steps of a move, or raise IllegalMove."""
    match = _MOVE.fullmatch(text.strip().lower())
    letter = _SPELLINGS.get(match[1]) if match else None
    steps = int(match[2]) if match and match[2] else 1
    if letter is None or steps < 1:
        raise IllegalMove("not-a-move")
    return letter, steps


def spelled(ground: Ground, start: int, places: Sequence[int]) -> tuple[str, ...]:
    """Write a walk as moves, each as long as the walk stays straight."""
    letters = dict(zip(ground.steps, _DIRECTIONS, strict=True))
    runs: list[tuple[str, int]] = []
    for place in places:
        letter = letters[place - start]
        if runs and runs[-1][0] == letter:
            runs[-1] = letter, runs[-1][1] + 1
        else:
            runs.append((letter, 1))
        start = place
    return tuple(f"{letter} {steps}" for letter, steps in runs)


def unrolled(ground: Ground, start: int, moves: Sequence[str]) -> Iterator[int]:
    """Yield the places that moves lead over, whatever is there."""
    for letter, steps in map(read_move, moves):
        for _ in range(steps):
            start += step_of(ground, letter)
            yield start
