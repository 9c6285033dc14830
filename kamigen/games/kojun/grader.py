"""How hard a level is, measured by the techniques that it takes.

A level's difficulty is that of the weakest player in `PLAYERS` whose techniques
fill the board. The score orders levels inside a difficulty; it is a sum of
parts, each with a plain meaning:

- `blanks`: more cells to fill are more work;
- `choice`: how open the board is at the start: the values that a blank cell can
  still have, in bits, on average;
- `deductions`: every step beyond seeing a forced number, weighed by how hard its
  technique is to see.

Where the model is likely to be wrong: people look at one corner of the board and
miss an easy step in another, which the players never do; people find numbers
from large regions sooner than from small ones; and a forced number that hides
behind four exclusions is harder to see than one behind two. The weights are set
by hand, not fitted to observed play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import log2

from kamigen.errors import KamigenError
from kamigen.game import Difficulty
from kamigen.games.kojun.ladder import ORDERED, SINGLES, TECHNIQUES, Marks, Technique, climb
from kamigen.games.kojun.level import KojunLevel
from kamigen.level import Grade, Proof

_BLANK_WEIGHT = 0.05
_CHOICE_WEIGHT = 1.0
_TECHNIQUE_WEIGHTS = {
    "only-value": 0.0,
    "only-place": 0.05,
    "order": 0.3,
    "touching": 0.5,
    "naked-pair": 0.8,
    "hidden-pair": 1.0,
    "naked-triple": 1.2,
    "hidden-triple": 1.5,
    "trial": 2.0,
    "search": 4.0,
}


@dataclass(frozen=True, slots=True)
class Player:
    """A row of the table: a difficulty, and the techniques that define it.

    `techniques` is None for the player who tries everything, as a solver does.
    """

    difficulty: Difficulty
    techniques: Sequence[Technique] | None


PLAYERS = (
    Player(Difficulty(1, "easy", "sees forced numbers"), SINGLES),
    Player(Difficulty(2, "medium", "follows the order through whole columns"), ORDERED),
    Player(Difficulty(3, "hard", "compares regions, and supposes numbers when stuck"), None),
)


def difficulty(level: KojunLevel, proof: Proof) -> Difficulty:
    """Return the row of the weakest player who fills the board."""
    _solution(proof)
    return next(
        player.difficulty
        for player in PLAYERS
        if player.techniques is None or climb(level.board, level.values, player.techniques).solved
    )


def grade(level: KojunLevel, proof: Proof) -> Grade:
    """Grade a level that has exactly one solution."""
    row = difficulty(level, proof)
    climbed = climb(level.board, level.values, TECHNIQUES, _solution(proof))
    used = Counter(step.technique for step in climbed.steps)
    marks = Marks(level.board, level.values)
    bits = sum(log2(marks.masks[cell].bit_count()) for cell in marks.blank)
    figures: dict[str, int | float] = {
        "blanks": level.blanks,
        "givens": level.rows * level.cols - level.blanks,
        "regions": len(level.board.members),
        "steps": len(climbed.steps),
        "bits": round(bits, 3),
        **{technique.name.replace("-", "_"): used[technique.name] for technique in TECHNIQUES},
    }
    measures = {
        "blanks": _BLANK_WEIGHT * level.blanks,
        "choice": _CHOICE_WEIGHT * bits / max(level.blanks, 1),
        "deductions": sum(_TECHNIQUE_WEIGHTS[name] * count for name, count in used.items()),
    }
    parts = {name: round(value, 3) for name, value in measures.items()}
    return Grade(row.number, row.player, round(sum(parts.values()), 3), parts, figures)


def _solution(proof: Proof) -> list[int]:
    """The only solution, in one row."""
    rows = proof.facts.get("solution")
    if not proof.proven or not isinstance(rows, list):
        raise KamigenError("only a level that is proven to have one solution has a difficulty")
    return [value for row in rows for value in row]
