"""Keys' configs, the dungeons proposed from them, and how levels are graded."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from keys_maps import CHAIN

from kamigen.budget import Budget
from kamigen.config import load_config, shipped_config, shipped_configs
from kamigen.errors import ConfigError, GenerationError, KamigenError
from kamigen.game import find_game
from kamigen.games.keys.config import KeysConfig
from kamigen.games.keys.dungeon import dig
from kamigen.games.keys.explore import explore
from kamigen.games.keys.generator import propose
from kamigen.games.keys.grader import EXPLORERS, needed_letters, steps_taken
from kamigen.games.keys.ground import Ground, letters_of
from kamigen.games.keys.level import parse
from kamigen.games.keys.walks import depth
from kamigen.pipeline.generate import Made, Order, make
from kamigen.rng import Rng

KEYS = find_game("keys")
SCHEMA = shipped_configs() / "keys" / "schema.json"
REFRESH = (
    'python -c "import json; from kamigen.games.keys.config import KeysConfig as K; '
    'print(json.dumps(K.model_json_schema(), indent=2))" > configs/keys/schema.json'
)


def shipped(difficulty: int) -> KeysConfig:
    config = load_config(KEYS, shipped_config(KEYS, difficulty))
    assert isinstance(config, KeysConfig)
    return config


def small(**keys: Any) -> KeysConfig:
    values: dict[str, Any] = {
        "difficulty": 1,
        "par": (1, 200),
        "rows": (9, 11),
        "cols": (15, 19),
        "locks": (2, 3),
        "depth": (1, 2),
    }
    return KeysConfig(**(values | keys))


@pytest.mark.parametrize("difficulty", [1, 2, 3])
def test_shipped_configs_explain_every_key(difficulty):
    config = shipped(difficulty)
    assert config.difficulty == config.wanted_grade == difficulty
    lines = shipped_config(KEYS, difficulty).read_text().splitlines()
    assert lines[0] == "# yaml-language-server: $schema=schema.json"
    comments = "\n".join(line.partition("#")[2] for line in lines)
    keys = {line.partition(":")[0] for line in lines if line[:1].isalpha()}
    for key in KeysConfig.model_fields:
        assert key in keys or f"`{key}`" in comments, f"{key} is not explained"
    for before, line in pairwise(lines):
        assert not line[:1].isalpha() or before[:1] == "#" or line.startswith("cols:"), line


def test_the_schema_file_is_current_and_every_key_described():
    schema = KeysConfig.model_json_schema()
    expected = json.dumps(schema, indent=2) + "\n"
    assert SCHEMA.read_text() == expected, f"configs/keys/schema.json is old; refresh it: {REFRESH}"
    for name, key in schema["properties"].items():
        assert key.get("description", "").endswith("."), name


START = "difficulty: 1\npar: [2, 90]\nrows: [9, 11]\ncols: [15, 19]\n"
REFUSED = {
    "no locks": (START + "depth: [1, 2]\n", "1:1: locks: this key is missing"),
    "a small map": (
        "difficulty: 1\npar: [2, 90]\nrows: [4, 11]\ncols: [15, 19]\nlocks: [1, 1]\n"
        "depth: [1, 1]\n",
        "3:8: rows.0: 4 is below 5",
    ),
    "large rooms": (
        START + "locks: [1, 1]\ndepth: [1, 1]\nroom_sides: [9, 9]\n",
        "7:13: room_sides: a room of side 9 does not fit between walls that are 7 apart",
    ),
    "deeper than locks": (
        START + "locks: [1, 2]\ndepth: [3, 4]\n",
        "6:8: depth: 2 locks make no chain of 3 keys",
    ),
    "too many letters": (
        START + "locks: [1, 20]\ndepth: [1, 1]\ndecoys: [0, 7]\n",
        "7:9: decoys: 20 locks and 7 decoys are more than 26 letters",
    ),
    "too many players": (
        START + "locks: [1, 2]\ndepth: [1, 1]\nplayers: [1, 5]\nstranded: [0, 5]\n",
        "8:11: stranded: 5 players and 5 stranded ones are more than 9",
    ),
    "nobody to strand": (
        START + "locks: [0, 0]\ndepth: [0, 0]\nstranded: [1, 1]\n",
        "7:11: stranded: without locks nobody is stranded",
    ),
}


@pytest.mark.parametrize(("content", "sentence"), REFUSED.values(), ids=REFUSED)
def test_impossible_configs_are_refused_with_key_and_place(content, sentence, tmp_path: Path):
    path = tmp_path / "keys.yaml"
    path.write_text(content)
    with pytest.raises(ConfigError) as caught:
        load_config(KEYS, path)
    assert str(caught.value) == f"{path}:{sentence}"


@pytest.mark.parametrize("difficulty", [1, 2, 3])
def test_proposals_keep_to_the_config(difficulty):
    config = shipped(difficulty)
    for seed in range(40):
        level = propose(config, Rng(seed))
        assert config.rows[0] - 1 <= level.rows <= config.rows[1]
        assert config.cols[0] - 1 <= level.cols <= config.cols[1]
        assert KEYS.check(level) == []
        marks = "".join(level.drawing)
        doors = {mark for mark in marks if mark.isupper()}
        keys = {mark for mark in marks if mark.islower()}
        assert config.locks[0] <= len(doors) <= config.locks[1]
        assert {door.lower() for door in doors} <= keys
        assert config.decoys[0] <= len(keys) - len(doors) <= config.decoys[1]

        ground = Ground(level)
        goal = ground.place(level.goal.cell)
        waves = {
            player: depth(ground, ground.place(cell), goal)
            for player, cell in level.players.items()
        }
        assert level.goal.player == 1
        assert config.depth[0] <= waves[1] <= config.depth[1]
        able = [player for player, reached in waves.items() if reached is not None]
        assert config.players[0] <= len(able) <= config.players[1]
        assert config.stranded[0] <= len(waves) - len(able) <= config.stranded[1]
        # The first player reaches every open cell: nothing is there in vain.
        assert explore(level)[1].cells == len(marks) - marks.count("#")


def test_a_proposal_depends_on_nothing_but_config_and_seed():
    config = shipped(2)
    levels = [propose(config, Rng(seed)) for seed in range(10)]
    assert levels == [propose(config, Rng(seed)) for seed in range(10)]
    assert len({level.drawing for level in levels}) == 10


def test_a_proposal_that_cannot_be_drawn_ends_in_an_error():
    with pytest.raises(GenerationError, match="none of 300 dungeons"):
        propose(small(rows=(5, 5), cols=(5, 5), locks=(3, 3)), Rng(0))


def test_no_locks_and_the_smallest_map_are_possible():
    level = propose(small(rows=(5, 5), cols=(5, 7), locks=(0, 0), depth=(0, 0)), Rng(0))
    assert len(level.drawing) == 5
    assert not any(mark.isalpha() for row in level.drawing for mark in row)


@pytest.mark.parametrize("wanted", [1, 2, 3, 4])
def test_the_depth_is_as_asked(wanted):
    config = small(rows=(15, 17), cols=(21, 25), locks=(4, 6), depth=(wanted, wanted))
    for seed in range(15):
        level = propose(config, Rng("depth", seed))
        ground = Ground(level)
        found = depth(ground, ground.place(level.players[1]), ground.place(level.goal.cell))
        assert found == wanted


@pytest.mark.parametrize("seed", range(20))
def test_a_dungeon_is_a_tree_of_areas(seed):
    dungeon = dig(15, 25, (3, 5), 20, Rng(seed))
    assert len(dungeon.openings) == len(dungeon.areas) - 1
    cells = {cell for area in dungeon.areas.values() for cell in area}
    assert all(0 < row < 14 and 0 < column < 24 for row, column in cells)
    assert not cells & {opening.cell for opening in dungeon.openings}


@pytest.mark.parametrize("difficulty", [1, 2, 3])
def test_levels_keep_what_their_header_claims(difficulty):
    for index in range(4):
        made = make(Order("keys", shipped(difficulty), 3, index))
        assert isinstance(made, Made)
        level = made.level
        assert level.limit == made.proof.par
        found = explore(level)
        assert level.cells == tuple((player, one.cells) for player, one in found.items())
        assert made.grade.difficulty == difficulty
        assert made.grade.figures["depth"] >= 1


def test_levels_do_not_depend_on_who_makes_them():
    orders = [Order("keys", shipped(1), 11, index) for index in range(3)]
    assert [make(order).text for order in orders] == [make(order).text for order in orders[:]]


def test_explorers_differ_in_foresight():
    level = parse("@ goal 1:J1\nb.1...aA..\nB#########\n")
    ground = Ground(level)
    start, goal = ground.place((1, 3)), ground.place((1, 10))
    assert letters_of(needed_letters(ground, start, goal)) == "a"
    assert steps_taken(ground, start, goal, 0) == 2 + 9
    assert steps_taken(ground, start, goal, needed_letters(ground, start, goal)) == 7
    proof = KEYS.solve(level, Budget())
    assert proof.par == 7
    assert KEYS.grade(level.claiming(1, 11), proof).difficulty == 1
    assert KEYS.grade(level.claiming(1, 10), proof).difficulty == 2


def test_only_a_plan_finds_the_best_order():
    # b is nearer, but then a has to be fetched from the far end and carried back.
    level = parse("@ goal 1:M1\na....1..b.AB.\n")
    proof = KEYS.solve(level, Budget())
    assert proof.par == 5 + 12
    assert KEYS.grade(level.claiming(1, proof.par), proof).difficulty == 3


def test_the_grade_explains_itself():
    level = parse(CHAIN)
    grade = KEYS.grade(level, KEYS.solve(level, Budget()))
    assert grade.figures["par"] == 27
    assert grade.figures["depth"] == 2
    assert grade.figures["needed"] == 2
    assert grade.figures["decoys"] == 1
    assert set(grade.parts) <= set(grade.figures) | {"detour"}
    assert sum(grade.parts.values()) == pytest.approx(grade.score)
    assert [explorer.difficulty.number for explorer in EXPLORERS] == [1, 2, 3]


def test_what_cannot_be_won_has_no_grade():
    bare = parse("1.\n")
    with pytest.raises(KamigenError):
        KEYS.grade(bare, KEYS.solve(bare, Budget()))
