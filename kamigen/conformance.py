"""What every game must do, as checks that a game's author runs.

    >>> from kamigen.conformance import conform
    >>> conform(game, config)

makes a level as the pipeline does and looks at it from all sides: its text,
its two proofs, its grade, its play and its scenes. The first promise that is
not kept raises Nonconforming with a sentence. Every registered game is held to
this by kamigen's own tests, and so is the template for new ones.
"""

from __future__ import annotations

import json
import string
from typing import TYPE_CHECKING, get_args

from kamigen.budget import Budget
from kamigen.errors import IllegalMove, KamigenError, LevelError
from kamigen.game import AnyGame, Language, Outcome, Scene, replays
from kamigen.level import Finding, Grade, Level, Proof, Status
from kamigen.pipeline.confirm import Confirmation, Policy, confirm
from kamigen.pipeline.generate import Made, Order, make
from kamigen.rng import Rng

if TYPE_CHECKING:
    from kamigen.config import LevelConfig

_NODES = 20_000
_SECONDS = 60.0


class Nonconforming(KamigenError):
    """A promise of the Game interface that a game does not keep."""


def conform(game: AnyGame, config: LevelConfig, seed: int = 0) -> Level:
    """Check all promises on one level made from the config; return the level."""
    _check_tables(game)
    _check_refusals(game)
    level, proof, grade = _check_making(game, config, seed)
    _check_text(game, level)
    _check_proofs(game, level, proof)
    _check_grade(game, grade)
    _check_play(game, level, proof)
    return level


def _require(kept: object, promise: str) -> None:
    if not kept:
        raise Nonconforming(promise)


def _check_tables(game: AnyGame) -> None:
    """Names, versions, difficulties and phrases."""
    _require(game.name.isidentifier() and game.name.islower(), "a name is one small word")
    _require(game.version >= 1, "versions count from 1")
    numbers = [row.number for row in game.difficulties]
    _require(numbers == sorted(set(numbers)) and numbers, "difficulties rise, none stands twice")
    _require({"rules", "hinted"} <= set(game.phrases), "there are phrases `rules` and `hinted`")
    for name, phrase in game.phrases.items():
        _require(set(phrase) == set(get_args(Language)), f"{name} is said in every language")
        blanks = [
            sorted(field for _, field, _, _ in string.Formatter().parse(text) if field is not None)
            for text in phrase.values()
        ]
        _require(all(found == blanks[0] for found in blanks), f"{name} has the same blanks in all")
    _require(game.config_model.model_json_schema(), "configs have a JSON Schema")


def _check_refusals(game: AnyGame) -> None:
    """Whatever the text, the answer is a level or a finding with a place."""
    for text in ("", "\n", "\0", "\ufeff", "1", "x y z\n", "-1 " * 9, "9" * 99 + "\n", "1 1\n" * 9):
        try:
            game.parse(text)
        except LevelError as error:
            finding: Finding = error.finding
            _require(finding.code and finding.message, f"{text!r} is refused with code and message")
            _require(finding.line, f"the finding {finding.code} says in which line")


def _check_making(game: AnyGame, config: LevelConfig, seed: int) -> tuple[Level, Proof, Grade]:
    """Candidates and levels are functions of the seed, and fit the config."""
    first, second = (game.propose(config, Rng("conformance", seed)) for _ in range(2))
    _require(first == second, "the same random stream proposes the same board")
    made = make(Order(game.name, config, seed, 0))
    if not isinstance(made, Made):
        raise Nonconforming(f"no level can be made from the config: {made.reason}")
    _require(made.grade.difficulty == config.wanted_grade, "a level has the wanted grade")
    _require(made.level.difficulty == config.difficulty, "a level has the config's difficulty")
    return made.level, made.proof, made.grade


def _check_text(game: AnyGame, level: Level) -> None:
    text = game.format(level)
    _require(game.parse(text) == level, "parse(format(level)) is the level")
    _require(game.format(game.parse(text)) == text, "format(parse(text)) is the text")
    _require(text.endswith("\n") and "\r" not in text, "a text ends its lines with \\n")
    tolerated = "\ufeff" + text.replace("\n", "  \r\n")
    _require(game.parse(tolerated) == level, "Windows line ends, BOM and blanks are tolerated")
    _require(game.check(level) == [], "a level that was made has no findings")
    _require(
        game.fingerprint(game.parse(tolerated)) == game.fingerprint(level),
        "the same board has the same fingerprint",
    )


def _check_proofs(game: AnyGame, level: Level, proof: Proof) -> None:
    _require(proof.proven and proof.par is not None, "a level that was made is proven")
    _require(
        replays(game, level, proof.actions, proof.par), "the proof's actions win on the real board"
    )
    json.dumps(dict(proof.facts))
    status, findings = game.judge(level, proof)
    _require(status in (Status.PROVEN, Status.LOOSE), "a level that was made keeps its claim")
    _require((status is Status.PROVEN) == (not findings), "what is not simply proven is explained")
    said = confirm(game, level, proof, Policy.ALWAYS, _SECONDS)
    _require(said is not Confirmation.DISAGREES, "the second solver does not disagree")
    hurried = game.solve(level, Budget(nodes=0))
    _require(hurried.lower <= proof.lower, "a budget that ends early claims no more")
    if hurried.upper is not None:
        _require(
            replays(game, level, hurried.actions, hurried.upper),
            "an upper bound comes with its actions",
        )


def _check_grade(game: AnyGame, grade: Grade) -> None:
    numbers = {row.number: row.player for row in game.difficulties}
    _require(grade.difficulty in numbers, "a grade is a row of the difficulty table")
    _require(numbers[grade.difficulty] == grade.player, "a grade names that row's player")
    _require(abs(sum(grade.parts.values()) - grade.score) < 0.01, "the parts sum up to the score")


def _check_play(game: AnyGame, level: Level, proof: Proof) -> None:
    play = game.start(level)
    _check_scene(play.scene())
    _require(
        _is_window(play.scene(), game.scene(level)), "play starts with the level's scene, or a part"
    )
    for remark in play.remarks:
        for lang in get_args(Language):
            _require(remark.told(game.phrases, lang), "remarks are said")
    _require(not play.undo(), "there is nothing to undo at the start")
    for text in ("", "?", "\ufeff", "A1 A1 A1 A1", "9" * 99):
        before = play.scene(), tuple(play.moves), play.actions_left
        try:
            play.move(text)
        except IllegalMove as refusal:
            phrase = game.phrases[refusal.phrase]["en"]
            phrase.format(**refusal.values)
        else:
            raise Nonconforming(f"{text!r} is not a move")
        after = play.scene(), tuple(play.moves), play.actions_left
        _require(before == after, "a refused move changes nothing")
    seen = []
    for action in proof.actions:
        _require(play.outcome is Outcome.PLAYING, "the game goes on until the last action")
        seen.append(play.scene())
        play.move(action)
        _check_scene(play.scene())
    _require(play.outcome is Outcome.WON, "the proof's actions win")
    _require(tuple(play.moves) == proof.actions, "moves are spelled as in the proof")
    for scene in reversed(seen):
        _require(play.undo() and play.scene() == scene, "undo restores the scene before")
    hint = play.hint(Budget(nodes=_NODES))
    if hint.move is not None:
        play.move(hint.move)
        for lang in get_args(Language):
            game.phrases["hinted"][lang].format(*hint.move.split())
            _require(
                hint.reason is None or hint.reason.told(game.phrases, lang), "reasons are said"
            )


def _is_window(part: Scene, whole: Scene) -> bool:
    """Whether a scene shows the tiles that another one has at the same place."""
    top, left = part.origin[0] - 1, part.origin[1] - 1
    rows = whole.tiles[top : top + len(part.tiles)]
    return part.tiles == tuple(row[left : left + len(part.tiles[0])] for row in rows)


def _check_scene(scene: Scene) -> None:
    widths = {len(row) for row in scene.tiles}
    _require(len(widths) == 1 and min(widths) > 0, "a scene is a rectangle of tiles")
    _require(all(t.colour >= 0 for row in scene.tiles for t in row), "colours are 0 or more")
    if scene.areas:
        shape, areas = ([len(row) for row in rows] for rows in (scene.tiles, scene.areas))
        _require(areas == shape, "every tile has an area, or none has")
