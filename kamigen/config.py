"""Difficulty configs: YAML files checked against a game's model.

This module reads the file, finds line and column of whatever is wrong in it,
and holds the keys that all games share. A game adds its own keys by
subclassing `LevelConfig`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, NoReturn, TypeVar

import yaml
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from kamigen.errors import ConfigError
from kamigen.game import AnyGame

# No difficulty config needs more; larger files are refused unread.
_MOST_BYTES = 64 * 1024

# What a message repeats of a file is cut off here.
_LONGEST_WORD = 40


class Model(BaseModel):
    """A part of a config: unknown keys are errors, values never change."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


M = TypeVar("M", bound=BaseModel)


class Impossible(ValueError):
    """Values that are well formed but together describe no level.

    A model validator raises it; `key` is where the reader should look.
    """

    def __init__(self, key: str, message: str) -> None:
        self.key = key
        self.message = message
        super().__init__(f"{key}: {message}")


N = TypeVar("N", bound=float)


def _ordered(bounds: tuple[N, N]) -> tuple[N, N]:
    if bounds[0] > bounds[1]:
        raise ValueError(f"the least value {bounds[0]} is above the greatest value {bounds[1]}")
    return bounds


# YAML has lists, not tuples; only the tuple is lenient, the numbers in it stay strict.
RangeOf = Annotated[tuple[N, N], Field(strict=False), AfterValidator(_ordered)]
"""A least and a greatest value of some kind of number, both included."""

Range = RangeOf[int]
"""A least and a greatest whole number, both included."""


class Effort(Model):
    """What a search may spend, in nodes: the clock must not decide what is kept."""

    solve_nodes: int = Field(
        default=20_000,
        ge=1,
        le=1_000_000_000,
        description="Nodes of the exact search for one candidate's par.",
    )
    attempts: int = Field(
        default=400,
        ge=1,
        le=100_000,
        description="Candidates tried for one level before giving up.",
    )


class LevelConfig(Model):
    """The keys that every game's config has."""

    difficulty: int = Field(ge=1, le=3, description="The difficulty written into the header.")
    grade: int | None = Field(
        default=None,
        ge=1,
        le=3,
        description="The measured difficulty a level must have; the header's when left out.",
    )
    score: RangeOf[Annotated[float, Field(allow_inf_nan=False)]] | None = Field(
        default=None,
        description="Least and greatest score of a level that is kept; any when left out.",
    )
    effort: Effort = Field(default=Effort(), description="When the search for a level gives up.")

    @property
    def wanted_grade(self) -> int:
        """The measured difficulty that a level must have to be kept."""
        return self.difficulty if self.grade is None else self.grade

    def digest(self) -> str:
        """A short name of the config's content, whatever its file is called."""
        content = json.dumps(self.model_dump(mode="json"), sort_keys=True)
        return hashlib.sha256(content.encode()).hexdigest()[:16]


class ParConfig(LevelConfig):
    """The keys of a game that counts actions."""

    par: RangeOf[Annotated[int, Field(ge=0, le=1_000_000)]] = Field(
        description="Least and greatest proven par of a level that is kept."
    )
    slack: int = Field(
        default=0, ge=0, le=99, description="Actions the limit allows beyond the par."
    )


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
    model: type[LevelConfig] = game.config_model
    return read_yaml(path).checked(model)


@dataclass(frozen=True, slots=True)
class Yaml:
    """What a YAML file says, as plain values, and the nodes that know where it is said."""

    path: Path
    data: dict[str, Any]
    node: yaml.Node | None

    def checked(self, model: type[M], data: Mapping[str, Any] | None = None) -> M:
        """Return the model of the values (or of others, put together from them), or refuse."""
        try:
            return model.model_validate(self.data if data is None else dict(data))
        except ValidationError as error:
            raise ConfigError(f"{self.path}{_explained(error, self.node)}") from error

    def part(self, *steps: str | int) -> Yaml:
        """Return the mapping that the steps lead to."""
        data: Any = self.data
        for step in steps:
            data = data[step]
        return Yaml(self.path, data, _node_at(self.node, steps, at_key=False))

    def refuse(self, steps: Sequence[str | int], sentence: str) -> NoReturn:
        """Raise the error that something is wrong there."""
        node = _node_at(self.node, steps, at_key=False)
        key = ".".join(map(str, steps))
        raise ConfigError(
            f"{self.path}{_place(node.start_mark if node else None)}: {key}: {sentence}"
        )


def read_yaml(path: Path) -> Yaml:
    """Read a file that is a mapping in YAML; a ConfigError names file, line and column."""
    try:
        with path.open("rb") as file:
            raw = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from error
    if len(raw) > _MOST_BYTES:
        raise ConfigError(f"{path}: larger than {_MOST_BYTES} bytes, which no config needs")
    try:
        node = yaml.compose(raw, Loader=_Loader)
        data = {} if node is None else _plain(node)
    except RecursionError as error:
        raise ConfigError(f"{path}: nested deeper than any config") from error
    except _Misplaced as error:
        raise ConfigError(f"{path}{_place(error.mark)}: {error}") from error
    except yaml.MarkedYAMLError as error:
        raise ConfigError(
            f"{path}{_place(error.problem_mark)}: not YAML: {error.problem}"
        ) from error
    # An escape or a version number out of range makes the scanner raise a plain ValueError.
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        raise ConfigError(f"{path}: not YAML text: {str(error).splitlines()[0]}") from error
    if not isinstance(data, dict):
        raise ConfigError(f"{path}: a config is a mapping of keys to values")
    return Yaml(path, data, node)


class _Misplaced(Exception):
    def __init__(self, message: str, mark: yaml.Mark | None) -> None:
        self.mark = mark
        super().__init__(message)


class _Loader(yaml.SafeLoader):
    """Composes YAML without aliases, by which a small file could grow without end."""

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            alias = self.peek_event()  # type: ignore[no-untyped-call]
            raise _Misplaced("configs have no aliases", alias.start_mark)
        node = super().compose_node(parent, index)
        # The escape \ud800 is half a character, with which no file could be written.
        if isinstance(node, yaml.ScalarNode) and any("\ud800" <= c <= "\udfff" for c in node.value):
            raise _Misplaced(f"{_shortened(node.value)!a} is not text", node.start_mark)
        return node


_SCALARS = {f"tag:yaml.org,2002:{name}" for name in ("null", "bool", "int", "float", "str")}


def _plain(node: yaml.Node) -> Any:
    """Turn YAML nodes into plain values; a key that stands twice is refused, not lost."""
    if isinstance(node, yaml.MappingNode):
        result: dict[str, Any] = {}
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                raise _Misplaced("a key must be a single word", key.start_mark)
            if key.value in result:
                raise _Misplaced(
                    f"the key {_word(key.value)} stands here a second time", key.start_mark
                )
            result[key.value] = _plain(value)
        return result
    if isinstance(node, yaml.SequenceNode):
        return [_plain(item) for item in node.value]
    try:
        if node.tag in _SCALARS:
            return yaml.SafeLoader("").construct_object(node)
    except (yaml.YAMLError, ArithmeticError, LookupError, ValueError):
        pass  # a tag such as !!int or !!bool before a text that it does not fit
    raise _Misplaced(f"{_value(node)} is not a plain value", node.start_mark)


def _explained(error: ValidationError, root: yaml.Node | None) -> str:
    """Return `:line:column: key: sentence` for the first thing that the model found wrong."""
    first = error.errors(include_url=False)[0]
    steps = [step for step in first["loc"] if step != "[key]"]
    context = first.get("ctx", {})
    cause = context.get("error")
    if isinstance(cause, Impossible):
        steps.append(cause.key)
    # An unknown name is wrong itself; otherwise it is the value behind the name.
    at_key = first["type"] == "extra_forbidden" or "[key]" in first["loc"]
    node = _node_at(root, steps, at_key)
    match first["type"]:
        case "extra_forbidden":
            sentence = "there is no such key"
        case "missing":
            sentence = f"this {'value' if isinstance(steps[-1], int) else 'key'} is missing"
        case "int_type":
            sentence = f"{_value(node)} is not a whole number"
        case "float_type" | "finite_number":
            sentence = f"{_value(node)} is not a number"
        case "string_type":
            sentence = f"{_value(node)} is not a text"
        case "tuple_type":
            sentence = f"{_value(node)} is not a list"
        case "dict_type" | "mapping_type" | "model_type":
            sentence = f"{_value(node)} is not a mapping"
        case "literal_error":
            sentence = f"{_value(node)} is none of {context['expected']}"
        case "too_long":
            sentence = f"more than {context['max_length']} values"
        case "too_short":
            sentence = f"fewer than {context['min_length']} values"
        case "greater_than_equal":
            sentence = f"{_value(node)} is below {context['ge']}"
        case "less_than_equal":
            sentence = f"{_value(node)} is above {context['le']}"
        case _:
            sentence = (
                cause.message if isinstance(cause, Impossible) else str(cause or first["msg"])
            )
    key = ".".join(_word(str(step)) for step in steps)
    place = _place(node.start_mark if node else None)
    return f"{place}: {key}: {sentence}" if key else f"{place}: {sentence}"


def _node_at(root: yaml.Node | None, steps: Sequence[str | int], at_key: bool) -> yaml.Node | None:
    """Return the node that the steps lead to, or the last one on the way that is there."""
    node = root
    for number, step in enumerate(steps, start=1):
        inner: yaml.Node | None = None
        if isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                if key.value == step:
                    inner = key if at_key and number == len(steps) else value
        elif isinstance(node, yaml.SequenceNode) and isinstance(step, int):
            inner = node.value[step] if step < len(node.value) else None
        if inner is None:
            break
        node = inner
    return node


def _place(mark: yaml.Mark | None) -> str:
    return f":{mark.line + 1}:{mark.column + 1}" if mark else ""


def _value(node: yaml.Node | None) -> str:
    """Name a value as it stands in the file."""
    if not isinstance(node, yaml.ScalarNode):
        return "a mapping" if isinstance(node, yaml.MappingNode) else "a list"
    if not node.value:
        return "an empty value"
    return repr(_shortened(node.value)) if node.tag.endswith(":str") else _word(node.value)


def _word(text: str) -> str:
    """Return a text such that it stays a word of a sentence, whatever is in it."""
    short = _shortened(text)
    return short if short.isprintable() and short else ascii(short)


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST_WORD else text[:_LONGEST_WORD] + "…"
