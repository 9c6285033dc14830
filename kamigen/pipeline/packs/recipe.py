"""Pack configs, and the curve of a pack.

A pack is a row of stages; a stage is a number of levels of one game config.
The levels of a stage are spread evenly over the par values of that config:
each has a slot that wants one par, or one of a few neighbouring values where
there are more values than levels, and a slot's candidates are made from the
config narrowed to that. In games without a par they are spread in the same way
over the config's range of scores, if it has one. In the finished pack the levels
of a stage stand in the order of their score.

When none of the attempts that the config allows meets what a slot wants, it
takes any level that the config allows: a stage with one gap in its curve is
better than no stage.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import Field, ValidationError, model_validator

from kamigen import __version__
from kamigen.config import (
    Impossible,
    LevelConfig,
    Model,
    ParConfig,
    Yaml,
    read_yaml,
    shipped_config,
)
from kamigen.errors import ConfigError, KamigenError
from kamigen.game import find_game

# A manifest is read as a whole; this many levels keep it well below its own limit.
MOST_LEVELS = 10_000

_Text = Annotated[str, Field(min_length=1, max_length=200)]
_Name = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,63}$")]


class StageConfig(Model):
    """A row of levels made from one config."""

    name: _Name = Field(description="What the stage is called: small letters, digits, hyphens.")
    game: str = Field(description="The game; `kamigen games` lists them.")
    difficulty: int | None = Field(
        default=None, description="Take the config that comes with kamigen for this difficulty."
    )
    config: str | None = Field(
        default=None, description="Take this config; its path is relative to the pack config."
    )
    changes: Mapping[str, Any] = Field(
        default={}, description="Keys of that config which have another value in this stage."
    )
    levels: int = Field(ge=1, le=MOST_LEVELS, description="How many levels.")

    @model_validator(mode="after")
    def _one_source(self) -> Self:
        if (self.difficulty is None) == (self.config is None):
            raise Impossible("game", "a stage has either a difficulty or a config")
        return self


class PackConfig(Model):
    """The keys of a pack config."""

    name: _Name = Field(description="A short name: small letters, digits, hyphens.")
    title: _Text = Field(description="What players see.")
    author: _Text = Field(description="Who answers for the pack.")
    licence: _Text = Field(description="How the levels may be used; best an SPDX identifier.")
    seed: int = Field(ge=0, le=2**63 - 1, description="The root seed of all levels.")
    confirm_nodes: int = Field(
        default=20_000,
        ge=0,
        le=1_000_000_000,
        description="What the second solver may spend on a level, in its own nodes; 0: not asked.",
    )
    stages: Annotated[tuple[StageConfig, ...], Field(strict=False)] = Field(
        min_length=1, max_length=1_000, description="The stages, in the order of play."
    )

    @model_validator(mode="after")
    def _possible(self) -> Self:
        names = [stage.name for stage in self.stages]
        if len(set(names)) < len(names):
            raise Impossible("stages", "two stages have the same name")
        if sum(stage.levels for stage in self.stages) > MOST_LEVELS:
            raise Impossible("stages", f"more than {MOST_LEVELS} levels; make several packs")
        return self


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage with its config in hand."""

    name: str
    game: str
    levels: int
    config: LevelConfig


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for one level: which configs may fill it, the preferred one first."""

    number: int
    stage: int
    configs: tuple[LevelConfig, ...]


@dataclass(frozen=True, slots=True)
class Recipe:
    """All that a pack depends on, but for what it must avoid."""

    config: PackConfig
    stages: tuple[Stage, ...]

    @property
    def levels(self) -> int:
        """How many levels the pack is to hold."""
        return sum(stage.levels for stage in self.stages)

    def digest(self) -> str:
        """Name the content: config, games and kamigen itself, each in its version."""
        content = {
            "kamigen": __version__,
            "pack": self.config.model_dump(mode="json", exclude={"stages"}),
            "stages": [
                {
                    "name": stage.name,
                    "game": stage.game,
                    "version": find_game(stage.game).version,
                    "levels": stage.levels,
                    "config": stage.config.model_dump(mode="json"),
                }
                for stage in self.stages
            ],
        }
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()

    def slots(self) -> Iterator[Slot]:
        """Yield the places for levels, stage by stage, the lowest par first."""
        number = 0
        for place, stage in enumerate(self.stages):
            for configs in _spread(stage):
                yield Slot(number, place, configs)
                number += 1


def load_recipe(path: Path) -> Recipe:
    """Read a pack config and the configs it names; a ConfigError says what is wrong where."""
    source = read_yaml(path)
    config = source.checked(PackConfig)
    stages = []
    for place, stage in enumerate(config.stages):
        settings = _stage_config(source, place, stage)
        stages.append(Stage(stage.name, stage.game, stage.levels, settings))
    return Recipe(config, tuple(stages))


def _stage_config(source: Yaml, place: int, stage: StageConfig) -> LevelConfig:
    """Return the config that a stage names, with the changes it makes."""
    try:
        game = find_game(stage.game)
    except KamigenError as error:
        source.refuse(("stages", place, "game"), str(error))
    if stage.config is not None:
        base = read_yaml(source.path.parent / stage.config)
    else:
        try:
            base = read_yaml(shipped_config(game, stage.difficulty or 0))
        except ConfigError as error:
            source.refuse(("stages", place, "difficulty"), str(error))
    model: type[LevelConfig] = game.config_model
    if not stage.changes:
        return base.checked(model)
    return source.part("stages", place, "changes").checked(model, base.data | dict(stage.changes))


def _spread(stage: Stage) -> Iterator[tuple[LevelConfig, ...]]:
    """Yield for each level the stage's config narrowed to its place, then as it is."""
    config = stage.config
    if isinstance(config, ParConfig):
        places = _par_places(config, stage.levels)
    else:
        places = _score_places(config, stage.levels)
    for preferred in places:
        yield (config,) if preferred in (None, config) else (preferred, config)


def _par_places(config: ParConfig, levels: int) -> Iterator[LevelConfig | None]:
    """Yield for each level the config with the par, or the few pars, that it is to have."""
    least, most = config.par
    # What a config makes impossible (too few actions for its colours, say) is at an end.
    while least < most and _narrowed(config, par=(least, least)) is None:
        least += 1
    while least < most and _narrowed(config, par=(most, most)) is None:
        most -= 1

    # Levels of the same pars share one config: each of them takes kilobytes.
    @cache
    def of_pars(first: int, last: int) -> LevelConfig | None:
        return _narrowed(config, par=(first, last))

    values = most - least + 1
    for within in range(levels):
        if values <= levels:
            # Each value stands for an equal part of the levels, as far as numbers allow.
            first = last = least + (2 * within + 1) * values // (2 * levels)
        else:
            first = least + within * values // levels
            last = least + (within + 1) * values // levels - 1
        yield of_pars(first, last)


def _score_places(config: LevelConfig, levels: int) -> Iterator[LevelConfig | None]:
    """Yield for each level the config with its part of the scores; None where any will do."""
    for within in range(levels):
        if config.score is None:
            yield None
        else:
            least, most = config.score
            edges = (least + (most - least) * place / levels for place in (within, within + 1))
            yield _narrowed(config, score=tuple(round(edge, 3) for edge in edges))


def _narrowed(config: LevelConfig, **changes: object) -> LevelConfig | None:
    """Return the config with narrower ranges, or None if it describes no level."""
    try:
        return type(config).model_validate(config.model_dump() | changes)
    except ValidationError:
        return None
