"""Difficulty configs: YAML files checked against a game's model.

This module reads the file, finds line and column of whatever is wrong in it,
and holds the keys that all games share. A game adds its own keys by
subclassing `LevelConfig`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Self

import yaml
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

from kamigen.errors import ConfigError
from kamigen.game import AnyGame

# No difficulty config needs more; larger files are refused unread.
_MOST_BYTES = 64 * 1024


class Model(BaseModel):
    """A part of a config: unknown keys are errors, values never change."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


def _ordered(bounds: tuple[int, int]) -> tuple[int, int]:
    if bounds[0] > bounds[1]:
        raise ValueError(f"the least value {bounds[0]} is above the greatest value {bounds[1]}")
    return bounds


Range = Annotated[tuple[int, int], Field(strict=False), AfterValidator(_ordered)]
"""A least and a greatest value, both included."""


class Effort(Model):
    """What a search may spend, in nodes: the clock must not decide what is kept."""

    solve_nodes: int = Field(
        20_000, ge=1, description="Nodes of the exact search for one candidate's par."
    )
    attempts: int = Field(
        400, ge=1, le=100_000, description="Candidates tried for one level before giving up."
    )


class LevelConfig(Model):
    """The keys that every game's config has."""

    difficulty: int = Field(ge=1, le=3, description="The difficulty written into the header.")
    par: Range = Field(description="Least and greatest proven par of a level that is kept.")
    slack: int = Field(0, ge=0, le=99, description="Actions the limit allows beyond the par.")
    grade: int | None = Field(
        None,
        ge=1,
        le=3,
        description="The measured difficulty a level must have; the header's when left out.",
    )
    score: tuple[float, float] | None = Field(
        None, strict=False, description="Least and greatest score of a level that is kept."
    )
    effort: Effort = Field(
        default_factory=Effort, description="When the search for a level gives up."
    )

    @model_validator(mode="after")
    def _possible(self) -> Self:
        if self.par[0] < 0:
            raise ValueError(f"par: the least par {self.par[0]} is negative")
        if self.score is not None and self.score[0] > self.score[1]:
            raise ValueError(
                f"score: the least score {self.score[0]} is above the greatest {self.score[1]}"
            )
        return self

    @property
    def wanted_grade(self) -> int:
        """The measured difficulty that a level must have to be kept."""
        return self.difficulty if self.grade is None else self.grade

    def digest(self) -> str:
        """A short name of the config's content, whatever its file is called."""
        content = json.dumps(self.model_dump(mode="json"), sort_keys=True)
        return hashlib.sha256(content.encode()).hexdigest()[:16]


def shipped_configs() -> Path:
    """Return the folder of the configs that come with kamigen."""
    package = Path(__file__).parent
    installed = package / "configs"
    return installed if installed.is_dir() else package.parent / "configs"


def shipped_config(game: AnyGame, difficulty: int) -> Path:
    """Return the config that comes with kamigen for a game and a difficulty."""
    path = shipped_configs() / game.name / f"{difficulty}.yaml"
    if not path.is_file():
        raise ConfigError(f"{game.name} has no config for difficulty {difficulty}")
    return path


def load_config(game: AnyGame, path: Path) -> LevelConfig:
    """Read a config; a ConfigError names file, line, column and key."""
    try:
        with path.open("rb") as file:
            raw = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from error
    if len(raw) > _MOST_BYTES:
        raise ConfigError(f"{path}: larger than {_MOST_BYTES} bytes, which no config needs")
    try:
        node = yaml.compose(raw, Loader=_Loader)
    except RecursionError as error:
        raise ConfigError(f"{path}: nested deeper than any config") from error
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        place = f":{mark.line + 1}:{mark.column + 1}" if mark else ""
        raise ConfigError(f"{path}{place}: not YAML: {error.problem}") from error
    except yaml.YAMLError as error:
        raise ConfigError(f"{path}: not YAML text: {error}".splitlines()[0]) from error
    try:
        data = _plain(node) if node is not None else {}
    except _Misplaced as error:
        raise ConfigError(f"{path}{_place(error.node)}: {error}") from error
    model: type[LevelConfig] = game.config_model
    try:
        return model.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = _node_at(node, first["loc"])
        raise ConfigError(f"{path}{_place(where)}: {_sentence(first)}") from error


class _Loader(yaml.SafeLoader):
    """Composes YAML without aliases, by which a small file could grow without end."""

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            event = self.peek_event()
            raise yaml.MarkedYAMLError(
                problem="configs have no aliases", problem_mark=event.start_mark
            )
        return super().compose_node(parent, index)


class _Misplaced(Exception):  # noqa: N818 - caught a few lines above, never seen outside
    def __init__(self, message: str, node: yaml.Node) -> None:
        self.node = node
        super().__init__(message)


def _plain(node: yaml.Node) -> Any:
    """Turn YAML nodes into plain values; a key that stands twice is refused, not lost."""
    if isinstance(node, yaml.MappingNode):
        result: dict[str, Any] = {}
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                raise _Misplaced("a key must be a single word", key)
            if key.value in result:
                raise _Misplaced(f"the key {key.value!r} stands here a second time", key)
            result[key.value] = _plain(value)
        return result
    if isinstance(node, yaml.SequenceNode):
        return [_plain(item) for item in node.value]
    try:
        return yaml.SafeLoader("").construct_object(node)
    except (yaml.YAMLError, ValueError) as error:
        raise _Misplaced(f"{node.value!r} is not a plain value", node) from error


def _node_at(node: yaml.Node | None, location: Sequence[str | int]) -> yaml.Node | None:
    for step in location:
        inner: yaml.Node | None = None
        if isinstance(node, yaml.MappingNode):
            inner = next((v for k, v in node.value if k.value == step), None)
        elif isinstance(node, yaml.SequenceNode) and isinstance(step, int):
            inner = node.value[step] if step < len(node.value) else None
        if inner is None:
            break
        node = inner
    return node


def _place(node: yaml.Node | None) -> str:
    if node is None or node.start_mark is None:
        return ""
    return f":{node.start_mark.line + 1}:{node.start_mark.column + 1}"


def _sentence(error: Any) -> str:
    key = ".".join(str(step) for step in error["loc"])
    message = str(error["msg"]).removeprefix("Value error, ")
    match error["type"]:
        case "extra_forbidden":
            return f"{key}: there is no such key"
        case "missing":
            return f"{key}: this key is missing"
        case _:
            return f"{key}: {message[0].lower()}{message[1:]}" if key else message
