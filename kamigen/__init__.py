"""kamigen: proof-carrying levels for grid puzzle games.

    >>> import kamigen
    >>> level = kamigen.parse("1 2 1 3 3\\n1 2 3\\n")
    >>> proof = kamigen.solve(level)
    >>> proof.par, proof.proven
    (2, True)

What follows is the whole public interface; everything else may change. Heavy
parts are imported when they are first used.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kamigen.budget import Budget
from kamigen.errors import KamigenError, LevelError
from kamigen.game import find_game, game_names
from kamigen.level import Claim, Finding, Grade, Level, Proof

if TYPE_CHECKING:
    from kamigen.pipeline.generate import Made
    from kamigen.pipeline.packs.manifest import Manifest
    from kamigen.pipeline.verify import Verdict

__version__ = "0.1.0"

__all__ = [
    "Budget",
    "Claim",
    "Finding",
    "Grade",
    "KamigenError",
    "Level",
    "LevelError",
    "Proof",
    "confirm",
    "find_game",
    "format",
    "game_names",
    "generate",
    "grade",
    "load",
    "load_pack",
    "parse",
    "solve",
    "verify",
]


def load(path: str | Path, game: str = "kami") -> Level:
    """Read a level file."""
    from kamigen.pipeline.files import read_level

    return read_level(find_game(game), str(path))


def load_pack(path: str | Path) -> Manifest:
    """Read the manifest of a pack: its levels with their texts, and all that is known of them.

    `path` is the folder of the pack or the manifest itself.
    """
    from kamigen.pipeline.packs.manifest import MANIFEST, read_manifest

    path = Path(path)
    return read_manifest(path / MANIFEST if path.is_dir() else path)


def parse(text: str, game: str = "kami") -> Level:
    """Read a level from its text."""
    level: Level = find_game(game).parse(text)
    return level


def format(level: Level) -> str:  # noqa: A001 - the public word for it, as in Game.format
    """Write a level as text; `parse(format(level)) == level`."""
    return find_game(level.game).format(level)


def solve(level: Level, budget: Budget | None = None) -> Proof:
    """Prove a level's par, or bound it when the budget ends first."""
    return find_game(level.game).solve(level, budget or Budget())


def confirm(level: Level, proof: Proof, budget: Budget | None = None) -> Proof:
    """Test a proof by the second solver, which shares no search code with the first."""
    return find_game(level.game).cross_check(level, proof, budget or Budget())


def grade(level: Level, proof: Proof | None = None) -> Grade:
    """Measure how hard a level is to play; its par is proven first if no proof is given."""
    return find_game(level.game).grade(level, proof or solve(level))


def verify(path: str | Path, game: str = "kami", budget: Budget | None = None) -> Verdict:
    """Verify a level file: is its claim true, and do both solvers say so?"""
    from kamigen.pipeline.verify import Inspection
    from kamigen.pipeline.verify import verify as verify_file

    return verify_file(Inspection(game, str(path), budget or Budget()))


def generate(
    difficulty: int,
    *,
    game: str = "kami",
    seed: int = 0,
    index: int = 0,
    config: str | Path | None = None,
) -> Made:
    """Make level `index` of a root seed, proven and graded.

    The config is the shipped one for the difficulty, or the given file.
    """
    from kamigen.config import load_config, shipped_config
    from kamigen.errors import GenerationError
    from kamigen.pipeline.generate import Made, Order, make

    chosen = find_game(game)
    path = Path(config) if config is not None else shipped_config(chosen, difficulty)
    made = make(Order(game, load_config(chosen, path), seed, index))
    if not isinstance(made, Made):
        raise GenerationError(made.reason)
    return made
