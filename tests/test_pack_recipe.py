"""Pack configs: what they may say, and the curve they describe."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from packing import CONFIG, PACK, write_configs

from kamigen.config import LevelConfig, ParConfig, load_config, shipped_config, shipped_configs
from kamigen.errors import ConfigError
from kamigen.game import find_game, game_names
from kamigen.pipeline.packs.manifest import Manifest
from kamigen.pipeline.packs.recipe import PackConfig, Recipe, Stage, load_recipe

PACKS = shipped_configs() / "packs"
SCHEMAS = {"schema.json": PackConfig, "manifest-schema.json": Manifest}
REFRESH = """python -c "
import json
from kamigen.pipeline.packs.manifest import Manifest
from kamigen.pipeline.packs.recipe import PackConfig
for name, model in {'schema': PackConfig, 'manifest-schema': Manifest}.items():
    with open(f'configs/packs/{name}.json', 'w') as file:
        file.write(json.dumps(model.model_json_schema(), indent=2) + chr(10))
" """


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_schema_files_are_current(name: str) -> None:
    expected = json.dumps(SCHEMAS[name].model_json_schema(), indent=2) + "\n"
    assert (PACKS / name).read_text() == expected, f"refresh it:\n{REFRESH}"


def keys(schema: object) -> list[dict[str, object]]:
    models = [schema, *schema.get("$defs", {}).values()]
    return [key for model in models for key in model.get("properties", {}).values()]


@pytest.mark.parametrize("model", SCHEMAS.values())
def test_every_key_is_explained(model: type[PackConfig]) -> None:
    described = keys(model.model_json_schema())
    assert len(described) > 10
    assert all(key.get("description") for key in described)


@pytest.mark.parametrize("path", sorted(PACKS.glob("*.yaml")), ids=lambda path: path.stem)
def test_the_shipped_configs_make_thirty_levels_that_rise(path: Path) -> None:
    recipe = load_recipe(path)
    assert recipe.config.name == path.stem
    assert recipe.levels == 30
    assert path.read_text().startswith("# yaml-language-server: $schema=schema.json\n")
    pars = [s.config.par for s in recipe.stages if isinstance(s.config, ParConfig)]
    assert pars == sorted(pars)
    scores = [bound for stage in recipe.stages for bound in stage.config.score]
    assert scores == sorted(scores)


def test_a_stage_takes_its_config_with_changes(tmp_path: Path) -> None:
    recipe = load_recipe(write_configs(tmp_path))
    assert [stage.config.par for stage in recipe.stages] == [(2, 3), (3, 4)]
    assert recipe.stages[1].config.rows == (3, 4)
    kami = find_game("kami")
    shipped = PACK.replace("config: tiny-level.yaml, levels: 7", "difficulty: 2, levels: 7")
    recipe = load_recipe(write_configs(tmp_path, shipped))
    assert recipe.stages[0].config == load_config(kami, shipped_config(kami, 2))


REFUSED = {
    "no stages": (PACK[: PACK.index("stages:")], ":2:1: stages: this key is missing"),
    "empty stages": (
        PACK[: PACK.index("stages:")] + "stages: []\n",
        ":7:9: stages: fewer than 1 values",
    ),
    "unknown key": (PACK + "colour: red\n", ":10:1: colour: there is no such key"),
    "number for a title": (
        PACK.replace("A tiny pack", "5"),
        ":3:8: title: 5 is not a text",
    ),
    "stage names twice": (
        PACK.replace("second", "first"),
        ":8:3: stages: two stages have the same name",
    ),
    "too many levels": (
        PACK.replace("levels: 7", "levels: 9998"),
        ":8:3: stages: more than 10000 levels; make several packs",
    ),
    "no levels": (PACK.replace("levels: 7", "levels: 0"), ":8:64: stages.0.levels: 0 is below 1"),
    "unknown game": (
        PACK.replace("first, game: kami", "first, game: chess"),
        ":8:25: stages.0.game: there is no game 'chess'; the games are: " + ", ".join(game_names()),
    ),
    "no such difficulty": (
        PACK.replace("config: tiny-level.yaml, levels: 7", "difficulty: 9, levels: 7"),
        ":8:43: stages.0.difficulty: kami has no config for difficulty 9",
    ),
    "two sources": (
        PACK.replace("levels: 7", "levels: 7, difficulty: 1"),
        ":8:25: stages.0.game: a stage has either a difficulty or a config",
    ),
    "no source": (
        PACK.replace("config: tiny-level.yaml, levels: 7", "levels: 7"),
        ":8:25: stages.0.game: a stage has either a difficulty or a config",
    ),
    "unknown key in changes": (
        PACK.replace("{par: [3, 4]}", "{pars: [3, 4]}"),
        ":9:78: pars: there is no such key",
    ),
    "impossible change": (
        PACK.replace("{par: [3, 4]}", "{colours: [9, 9], par: [3, 4]}"),
        ":9:87: colours: 9 colours take at least 8 actions, more than the greatest par 4",
    ),
}


@pytest.mark.parametrize(("text", "sentence"), REFUSED.values(), ids=REFUSED)
def test_what_is_wrong_is_told_in_one_sentence(text: str, sentence: str, tmp_path: Path) -> None:
    path = write_configs(tmp_path, text)
    with pytest.raises(ConfigError) as caught:
        load_recipe(path)
    assert str(caught.value) == f"{path}{sentence}"


def test_a_config_that_is_not_there_is_named(tmp_path: Path) -> None:
    path = write_configs(tmp_path, PACK.replace("tiny-level", "gone"))
    with pytest.raises(ConfigError, match=r"gone\.yaml: cannot be read: No such file"):
        load_recipe(path)


def recipe_of(stages: list[tuple[int, tuple[int, int]]]) -> Recipe:
    made = tuple(
        Stage(f"stage-{number}", "kami", levels, ParConfig(difficulty=1, par=par))
        for number, (levels, par) in enumerate(stages)
    )
    config = PackConfig.model_validate(yaml.safe_load(PACK))
    return Recipe(config, made)


@given(
    stages=st.lists(
        st.tuples(
            st.integers(1, 40),
            st.tuples(st.integers(0, 9), st.integers(0, 6)).map(lambda p: (p[0], p[0] + p[1])),
        ),
        min_size=1,
        max_size=4,
    )
)
@settings(max_examples=100, deadline=None)
def test_levels_are_spread_evenly_over_the_pars(stages: list[tuple[int, tuple[int, int]]]) -> None:
    slots = list(recipe_of(stages).slots())
    assert [slot.number for slot in slots] == list(range(sum(levels for levels, _ in stages)))
    for place, (levels, (least, most)) in enumerate(stages):
        configs = [slot.configs for slot in slots if slot.stage == place]
        assert len(configs) == levels
        pars = [preferred[0].par for preferred in configs]
        assert pars == sorted(pars)
        if levels >= most - least + 1:
            assert all(first == last for first, last in pars)
            counts = Counter(pars)
            assert {first for first, _ in counts} == set(range(least, most + 1))
            assert max(counts.values()) - min(counts.values()) <= 1
        else:
            # Each level has some of the values to itself, and about as many as the others.
            values = [par for first, last in pars for par in range(first, last + 1)]
            assert values == list(range(least, most + 1))
            sizes = [last - first for first, last in pars]
            assert max(sizes) - min(sizes) <= 1


def test_pars_that_the_config_rules_out_get_no_slot(tmp_path: Path) -> None:
    """Three colours take two actions at least, and six regions five at most."""
    few = CONFIG.replace("par: [2, 3]", "par: [1, 9]\nregions: [3, 6]")
    recipe = load_recipe(write_configs(tmp_path, config=few))
    wanted = [slot.configs[0].par for slot in recipe.slots() if slot.stage == 0]
    assert wanted == [(2, 2), (2, 2), (3, 3), (4, 4), (4, 4), (5, 5), (5, 5)]


def test_a_game_without_pars_has_plain_slots() -> None:
    config = LevelConfig(difficulty=1)
    pack = PackConfig.model_validate(yaml.safe_load(PACK))
    slots = list(Recipe(pack, (Stage("only", "kami", 3, config),)).slots())
    assert [slot.configs for slot in slots] == [(config,)] * 3


def test_a_game_without_pars_is_spread_over_its_scores() -> None:
    config = LevelConfig(difficulty=1, score=(1.0, 2.0))
    pack = PackConfig.model_validate(yaml.safe_load(PACK))
    slots = list(Recipe(pack, (Stage("only", "kami", 3, config),)).slots())
    assert [slot.configs[0].score for slot in slots] == [(1, 1.333), (1.333, 1.667), (1.667, 2)]
    assert all(slot.configs[1:] == (config,) for slot in slots)


def test_the_digest_names_all_that_the_levels_depend_on(tmp_path: Path) -> None:
    digests = {
        load_recipe(write_configs(tmp_path, pack, config)).digest()
        for pack, config in [
            (PACK, CONFIG),
            (PACK.replace("seed: 7", "seed: 8"), CONFIG),
            (PACK.replace("levels: 7", "levels: 8"), CONFIG),
            (PACK + "confirm_nodes: 5\n", CONFIG),
            (PACK, CONFIG + "slack: 1\n"),
        ]
    }
    assert len(digests) == 5
    assert load_recipe(write_configs(tmp_path, "# another comment\n" + PACK)).digest() in digests
