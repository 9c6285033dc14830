"""Keys behind the Game interface: each answer is given by a module of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from kamigen.budget import Budget
from kamigen.errors import KamigenError, LevelError
from kamigen.game import Difficulty, Game, Play, Scene, claim_limit, judge_limit
from kamigen.games.keys import explore, fixpoint, generator, grader
from kamigen.games.keys import level as text
from kamigen.games.keys.config import KeysConfig
from kamigen.games.keys.level import KeysLevel
from kamigen.games.keys.moves import spelled
from kamigen.games.keys.play import PHRASES, KeysPlay, scene
from kamigen.games.keys.tour import shortest_tour
from kamigen.games.keys.why import shut_doors
from kamigen.level import UNSTATED, Finding, Grade, Proof, Status
from kamigen.rng import Rng


class Keys(Game[KeysLevel, KeysConfig]):
    """Walk to the goal; keys open the doors of their letter.

    The actions counted are steps: the par is the length of a shortest tour. A
    bare map, which has no goal, has no par and is proven by its facts alone.
    """

    name = "keys"
    title = "Keys"
    version = 1
    difficulties = tuple(explorer.difficulty for explorer in grader.EXPLORERS)
    phrases = PHRASES
    page_scripts = ("page/keys.js",)

    @property
    def config_model(self) -> type[KeysConfig]:
        """The keys of Keys' configs."""
        return KeysConfig

    def parse(self, text_: str) -> KeysLevel:
        """Read a map, with or without a header."""
        return text.parse(text_)

    def format(self, level: KeysLevel) -> str:
        """Write a map, under its header if it claims anything."""
        return text.format_level(level)

    def check(self, level: KeysLevel) -> list[Finding]:
        """Find what the parser would refuse if this level were read from a file."""
        try:
            text.parse(text.format_level(level))
        except LevelError as error:
            return [error.finding]
        return []

    def solve(self, level: KeysLevel, budget: Budget) -> Proof:
        """Explore the map for all players, and search a shortest tour to the goal."""
        meter = budget.start()
        atlas = explore.Atlas(level)
        facts = explore.facts({player: atlas.explore(player) for player in level.players})
        states = atlas.flooded + atlas.visited
        if level.goal is None:
            return Proof("frontier search", 0, None, (), states, meter.seconds, facts, closed=True)
        start = atlas.ground.place(level.players[level.goal.player])
        goal = atlas.ground.place(level.goal.cell)
        tour = shortest_tour(atlas.ground, start, 0, goal, budget)
        if tour.places is None:
            facts = {**facts, "goal_reached": False}
        actions = spelled(atlas.ground, start, tour.places or ())
        return Proof(
            "tour search",
            tour.lower,
            tour.upper,
            actions,
            states + tour.states,
            meter.seconds,
            facts,
            closed=tour.places is None,
        )

    def cross_check(self, level: KeysLevel, proof: Proof, budget: Budget) -> Proof:  # noqa: ARG002
        """Come to facts and par as fixed points of operations on the whole map."""
        return fixpoint.confirm(level, budget)

    def judge(self, level: KeysLevel, proof: Proof) -> tuple[Status, tuple[Finding, ...]]:
        """Compare the claimed cells with the facts, then the limit with the par."""
        # A proof that was kept without its facts is not worth less: they are found at once.
        wrong = _wrong_counts(level, proof.facts or explore.facts(explore.explore(level)))
        if proof.closed and level.goal is not None:
            message = f"player {level.goal.player} never reaches the goal"
            wrong.append(Finding("goal-unreachable", message, 1))
        if wrong:
            return Status.IMPOSSIBLE, tuple(wrong)
        if level.limit is not None:
            return judge_limit(level.limit, proof)
        return Status.PROVEN, ()

    def answer(self, proof: Proof) -> str:
        """Say how many cells each player reaches, behind the par if there is a goal."""
        said = [
            f"player {player} reaches {count} {'cell' if count == 1 else 'cells'}"
            for player, count in _counts(proof.facts)
        ]
        if not proof.closed:
            said.insert(0, super().answer(proof))
        elif "goal_reached" in proof.facts:
            said.insert(0, "the goal is never reached")
        return ", ".join(said)

    def propose(self, config: KeysConfig, rng: Rng) -> KeysLevel:
        """Dig a dungeon, and lock it."""
        return generator.propose(config, rng)

    def claim(self, config: KeysConfig, candidate: KeysLevel, proof: Proof) -> KeysLevel | str:
        """Claim limit and cells, if the par is in the config's range."""
        level = claim_limit(config, candidate, proof)
        if isinstance(level, str):
            return level
        return replace(level, cells=_counts(proof.facts))

    def difficulty(self, level: KeysLevel, proof: Proof) -> Difficulty:
        """Let the simulated explorers walk, the weakest first."""
        return grader.difficulty(level, proof)

    def grade(self, level: KeysLevel, proof: Proof) -> Grade:
        """Measure what makes the level hard."""
        return grader.grade(level, proof)

    def fingerprint(self, level: KeysLevel) -> str:
        """The map and its goal, whatever else the header claims."""
        return self.format(replace(level.claiming(UNSTATED, None), cells=()))

    def start(self, level: KeysLevel) -> Play:
        """Start walking."""
        return KeysPlay(level)

    def scene(self, level: KeysLevel) -> Scene:
        """The whole map, and its header in words."""
        return scene(level)

    def notes(self, level: KeysLevel) -> Sequence[str]:
        """Tell who finds which keys, and which doors are never opened by whom, and why."""
        found = [
            f"player {player} finds {_in_waves(one.waves)}"
            for player, one in explore.explore(level).items()
        ]
        return [*found, *map(str, shut_doors(level))]

    def aimed(self, level: KeysLevel, goal: str) -> KeysLevel:
        """Aim at another cell, as in `H5`, or for a certain player, as in `2:H5`."""
        try:
            aimed = replace(level, goal=text.read_goal(level, goal))
        except LevelError as error:
            raise KamigenError(f"this is no goal: {error.finding.message}") from error
        # The header's limit was for the header's goal.
        return aimed.claiming(level.difficulty, None)


def _counts(facts: Mapping[str, object]) -> tuple[tuple[int, int], ...]:
    """Return each player's number of cells, from the plain data of a proof; none if it has none."""
    cells = facts.get("cells", {})
    if not isinstance(cells, dict):
        raise TypeError("the fact `cells` maps players to numbers")
    return tuple((int(player), count) for player, count in cells.items())


def _in_waves(waves: Sequence[str]) -> str:
    """Put the keys that are found into words: `key b`, or `keys a c, then b`."""
    plural = "s" if len("".join(waves)) > 1 else ""
    return f"key{plural} {', then '.join(map(' '.join, waves))}" if waves else "no key"


def _wrong_counts(level: KeysLevel, facts: Mapping[str, object]) -> list[Finding]:
    true = dict(_counts(facts))
    return [
        Finding("cells-wrong", f"player {player} reaches {true[player]} cells, not {count}", 1)
        for player, count in level.cells
        if true[player] != count
    ]
