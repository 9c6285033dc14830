"""Gemas behind the Game interface: each answer is given by a module of its own."""

from __future__ import annotations

from kamigen.budget import Budget
from kamigen.errors import LevelError
from kamigen.game import Difficulty, ParGame, Play, Scene
from kamigen.games.gemas import generator, grader, witness
from kamigen.games.gemas import level as text
from kamigen.games.gemas.config import GemasConfig
from kamigen.games.gemas.level import GemasLevel
from kamigen.games.gemas.play import PHRASES, GemasPlay, scene, spelled_swap
from kamigen.games.gemas.search import Rules, State, search
from kamigen.level import Finding, Grade, Proof, Status
from kamigen.rng import Rng


class Gemas(ParGame[GemasLevel, GemasConfig]):
    """Collect gems by swapping neighbours into chains."""

    name = "gemas"
    title = "Gemas"
    version = 1
    difficulties = tuple(player.difficulty for player in grader.PLAYERS)
    phrases = PHRASES
    page_scripts = ("page/rules.js", "page/search.js", "page/gemas.js")

    @property
    def config_model(self) -> type[GemasConfig]:
        """The keys of Gemas's configs."""
        return GemasConfig

    def parse(self, text_: str) -> GemasLevel:
        """Read a header and its letters."""
        return text.parse(text_)

    def format(self, level: GemasLevel) -> str:
        """Write a header and its letters."""
        return text.format_level(level)

    def check(self, level: GemasLevel) -> list[Finding]:
        """Find what the parser would refuse, and whether there is no valid swap."""
        try:
            text.parse(text.format_level(level))
        except LevelError as error:
            return [error.finding]
        return [_DEAD] if level.planes.is_dead(level.board) else []

    def solve(self, level: GemasLevel, budget: Budget) -> Proof:
        """Prove the par by the exact search over swaps."""
        rules = Rules.of(level)
        reach = search(rules, State(level.board, 0), budget)
        actions = tuple(spelled_swap(rules.planes, swap) for swap in reach.swaps or ())
        facts = {
            "chains_at_start": rules.planes.chains(level.board).bit_count(),
            "valid_swaps": len(rules.planes.swaps(level.board)),
            "most_gems": list(reach.most_gems),
        }
        return Proof(
            *("search", reach.lower, reach.upper, actions, reach.states, reach.seconds),
            facts,
            closed=reach.out_of_reach,
        )

    def answer(self, proof: Proof) -> str:
        """Say the par, or that there is none."""
        return "no number of swaps is enough" if proof.closed else super().answer(proof)

    def judge(self, level: GemasLevel, proof: Proof) -> tuple[Status, tuple[Finding, ...]]:
        """Compare the limit with the par, and say so where no number of swaps is enough."""
        if not proof.closed:
            return super().judge(level, proof)
        if proof.facts["valid_swaps"] == 0:
            return Status.IMPOSSIBLE, (_DEAD,)
        message = (
            f"the target {level.target} is out of reach: whatever is swapped, "
            "the board is without a valid swap before"
        )
        return Status.IMPOSSIBLE, (Finding("target-out-of-reach", message, 1),)

    def cross_check(self, level: GemasLevel, proof: Proof, budget: Budget) -> Proof:
        """Try all shorter sequences, and replay the proof's, by rules written a second time."""
        return witness.confirm(level, proof, budget)

    def propose(self, config: GemasConfig, rng: Rng) -> GemasLevel:
        """Draw a board, and choose the target for it."""
        return generator.propose(config, rng)

    def difficulty(self, level: GemasLevel, proof: Proof) -> Difficulty:
        """Let the simulated players play, the weakest first."""
        return grader.difficulty(level, proof)

    def grade(self, level: GemasLevel, proof: Proof) -> Grade:
        """Measure what makes the level hard."""
        return grader.grade(level, proof)

    def start(self, level: GemasLevel) -> Play:
        """Start playing."""
        return GemasPlay(level)

    def scene(self, level: GemasLevel) -> Scene:
        """The board, and its header in words."""
        facts = f"{level.colours} colours, target {level.target} gems, limit {level.limit} swaps"
        return scene(level.cells, facts)


_DEAD = Finding("no-valid-swap", "no swap of two neighbours makes a chain: the game is over", 2)
