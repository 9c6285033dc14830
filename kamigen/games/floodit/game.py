"""Flood-It behind the Game interface: each answer is given by a module of its own."""

from __future__ import annotations

from kamigen.budget import Budget
from kamigen.errors import LevelError
from kamigen.game import Difficulty, Mosaic, ParGame, Play, Scene
from kamigen.games.floodit import cpsat, generator, grader, identity
from kamigen.games.floodit import level as text
from kamigen.games.floodit.config import FlooditConfig
from kamigen.games.floodit.level import FlooditLevel
from kamigen.games.floodit.play import PHRASES, FlooditPlay, scene
from kamigen.games.floodit.pond import Pond
from kamigen.games.floodit.solver import solve
from kamigen.level import Claim, Finding, Grade, Proof
from kamigen.rng import Rng


class Floodit(ParGame[FlooditLevel, FlooditConfig]):
    """Flood the board from its top-left cell."""

    name = "floodit"
    title = "Flood-It"
    version = 2
    difficulties = tuple(player.difficulty for player in grader.PLAYERS)
    phrases = PHRASES
    page_scripts = ("../boards/page/boards.js", "page/search.js", "page/floodit.js")

    @property
    def config_model(self) -> type[FlooditConfig]:
        """The keys of Flood-It's configs."""
        return FlooditConfig

    def parse(self, text_: str) -> FlooditLevel:
        """Read a header, short or long, and its matrix."""
        return text.parse(text_)

    def format(self, level: FlooditLevel) -> str:
        """Write a header and its matrix."""
        return text.format_level(level)

    def check(self, level: FlooditLevel) -> list[Finding]:
        """Find what the parser would refuse if this level were read from a file."""
        try:
            text.parse(text.format_level(level))
        except LevelError as error:
            return [error.finding]
        return []

    def solve(self, level: FlooditLevel, budget: Budget) -> Proof:
        """Prove the par by the exact search; bound it on boards too large for that."""
        pond = Pond(level.cells)
        proof = solve(pond, budget)
        actions = tuple(str(pond.palette[play]) for play in proof.plays)
        return Proof("search", proof.lower, proof.upper, actions, proof.states, proof.seconds)

    def cross_check(self, level: FlooditLevel, proof: Proof, budget: Budget) -> Proof:
        """Ask CP-SAT for a sequence of par actions, and for one fewer."""
        return cpsat.confirm(level, proof.lower, budget)

    def propose(self, config: FlooditConfig, rng: Rng) -> FlooditLevel:
        """Draw a board in one of the config's styles."""
        return generator.propose(config, rng)

    def difficulty(self, level: FlooditLevel, proof: Proof) -> Difficulty:
        """Let the simulated players play, the weakest first."""
        return grader.difficulty(level, proof)

    def grade(self, level: FlooditLevel, proof: Proof) -> Grade:
        """Measure what makes the level hard."""
        return grader.grade(level, proof)

    def fingerprint(self, level: FlooditLevel) -> str:
        """Name the coloured region graph and its start, whatever its shapes and colours are."""
        return identity.fingerprint(level)

    def start(self, level: FlooditLevel) -> Play:
        """Start playing."""
        return FlooditPlay(level)

    def scene(self, level: FlooditLevel) -> Scene:
        """The board, the flood marked, and its header in words."""
        limit = "no limit" if level.limit is None else f"limit {level.limit}"
        return scene(level.cells, level.colours, limit)

    def mosaic(self, level: FlooditLevel) -> Mosaic:
        """The cells and the palette."""
        return Mosaic(level.cells, level.colours)

    def from_mosaic(self, mosaic: Mosaic, claim: Claim) -> FlooditLevel:
        """Return the level if the parser would accept it."""
        level = FlooditLevel(claim, mosaic.cells, mosaic.colours)
        for finding in self.check(level):
            # Line and column are those of a text that nobody has seen.
            raise LevelError(Finding(finding.code, finding.message))
        return level
