"""KAMI behind the Game interface: each answer is given by a module of its own."""

from __future__ import annotations

from kamigen.budget import Budget
from kamigen.errors import KamigenError, LevelError
from kamigen.game import Difficulty, Mosaic, ParGame, Play, Scene
from kamigen.games.kami import cpsat, generator, grader, graphlevel, identity
from kamigen.games.kami import level as text
from kamigen.games.kami.config import KamiConfig
from kamigen.games.kami.graphlevel import GraphLevel
from kamigen.games.kami.graphplay import GraphPlay, graph_scene
from kamigen.games.kami.level import KamiLevel
from kamigen.games.kami.parts import solve
from kamigen.games.kami.play import PHRASES, KamiPlay, scene
from kamigen.level import Claim, Finding, Grade, Proof
from kamigen.rng import Rng


class Kami(ParGame[KamiLevel, KamiConfig]):
    """Paint regions until the board has one colour."""

    name = "kami"
    title = "KAMI"
    version = 3
    difficulties = tuple(player.difficulty for player in grader.PLAYERS)
    phrases = PHRASES
    page_scripts = ("../boards/page/boards.js", "page/search.js", "page/kami.js")

    @property
    def config_model(self) -> type[KamiConfig]:
        """The keys of KAMI's configs."""
        return KamiConfig

    def parse(self, text_: str) -> KamiLevel:
        """Read a header and its matrix, or a graph as JSON."""
        if graphlevel.looks_like_a_graph(text_):
            return graphlevel.parse(text_)
        return text.parse(text_)

    def format(self, level: KamiLevel) -> str:
        """Write a header and its matrix, or a graph as JSON."""
        if isinstance(level, GraphLevel):
            return graphlevel.format_level(level)
        return text.format_level(level)

    def check(self, level: KamiLevel) -> list[Finding]:
        """Find what the parser would refuse if this level were read from a file."""
        try:
            self.parse(self.format(level))
        except LevelError as error:
            return [error.finding]
        return []

    def solve(self, level: KamiLevel, budget: Budget) -> Proof:
        """Prove the par by the exact search over blobs."""
        proof = solve(level.graph, level.colours, budget)
        actions = tuple(level.spelled(*action) for action in proof.actions)
        return Proof("search", proof.lower, proof.upper, actions, proof.states, proof.seconds)

    def cross_check(self, level: KamiLevel, proof: Proof, budget: Budget) -> Proof:
        """Ask CP-SAT for a sequence of par actions, and for one fewer."""
        return cpsat.confirm(level, proof.lower, budget)

    def propose(self, config: KamiConfig, rng: Rng) -> KamiLevel:
        """Draw a board in one of the config's styles."""
        return generator.propose(config, rng)

    def difficulty(self, level: KamiLevel, proof: Proof) -> Difficulty:
        """Let the simulated players play, the weakest first."""
        return grader.difficulty(level, proof)

    def grade(self, level: KamiLevel, proof: Proof) -> Grade:
        """Measure what makes the level hard."""
        return grader.grade(level, proof)

    def fingerprint(self, level: KamiLevel) -> str:
        """Name the coloured region graph, whatever its shapes and colours are."""
        return identity.fingerprint(level)

    def start(self, level: KamiLevel) -> Play:
        """Start playing."""
        return GraphPlay(level) if isinstance(level, GraphLevel) else KamiPlay(level)

    def scene(self, level: KamiLevel) -> Scene:
        """The board, and its header in words."""
        if isinstance(level, GraphLevel):
            return graph_scene(level, f"limit {level.limit}")
        return scene(level.cells, level.colours, f"limit {level.limit}")

    def mosaic(self, level: KamiLevel) -> Mosaic:
        """The cells and the palette."""
        if isinstance(level, GraphLevel):
            raise KamigenError("a graph has no board of cells, so it is not exported")
        return Mosaic(level.cells, level.colours)

    def from_mosaic(self, mosaic: Mosaic, claim: Claim) -> KamiLevel:
        """Return the level if the parser would accept it."""
        level = KamiLevel(claim, mosaic.cells, mosaic.colours)
        for finding in self.check(level):
            # Line and column are those of a text that nobody has seen.
            raise LevelError(Finding(finding.code, finding.message))
        return level
