"""Gemas's configs: the shipped ones, what is refused, and the boards proposed from them."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest

from kamigen.budget import Budget
from kamigen.config import load_config, shipped_config, shipped_configs
from kamigen.errors import ConfigError, GenerationError
from kamigen.game import find_game
from kamigen.games.gemas.config import GemasConfig
from kamigen.games.gemas.generator import draw_board, propose
from kamigen.games.gemas.level import first_chain
from kamigen.level import Claim
from kamigen.pipeline.generate import Made, Order, Unmade, make
from kamigen.rng import Rng

GEMAS = find_game("gemas")
SCHEMA = shipped_configs() / "gemas" / "schema.json"
REFRESH = (
    'python -c "import json; from kamigen.games.gemas.config import GemasConfig as G; '
    'print(json.dumps(G.model_json_schema(), indent=2))" > configs/gemas/schema.json'
)


def shipped(difficulty: int) -> GemasConfig:
    config = load_config(GEMAS, shipped_config(GEMAS, difficulty))
    assert isinstance(config, GemasConfig)
    return config


def small(**keys: Any) -> GemasConfig:
    values: dict[str, Any] = {
        "difficulty": 1,
        "par": (1, 3),
        "rows": (3, 5),
        "cols": (4, 6),
        "colours": (3, 5),
    }
    return GemasConfig(**(values | keys))


@pytest.mark.parametrize("difficulty", [1, 2, 3])
def test_shipped_configs_explain_every_key(difficulty):
    config = shipped(difficulty)
    assert config.difficulty == config.wanted_grade == difficulty
    lines = shipped_config(GEMAS, difficulty).read_text().splitlines()
    assert lines[0] == "# yaml-language-server: $schema=schema.json"
    comments = "\n".join(line.partition("#")[2] for line in lines)
    keys = {line.partition(":")[0] for line in lines if line[:1].isalpha()}
    for key in GemasConfig.model_fields:
        assert key in keys or f"`{key}`" in comments, f"{key} is not explained"
    for before, line in pairwise(lines):
        assert not line[:1].isalpha() or before[:1] == "#" or line.startswith("cols:"), line


def test_the_schema_file_is_current():
    expected = json.dumps(GemasConfig.model_json_schema(), indent=2) + "\n"
    assert SCHEMA.read_text() == expected, f"configs/gemas/schema.json is old; refresh: {REFRESH}"
    for name, key in GemasConfig.model_json_schema()["properties"].items():
        assert key.get("description", "").endswith("."), name


START = "difficulty: 1\npar: [2, 4]\n"
BOARD = START + "rows: [5, 6]\ncols: [5, 7]\ncolours: [4, 5]\n"

REFUSED = {
    "no rows": (START + "cols: [5, 7]\ncolours: [4, 5]\n", "1:1: rows: this key is missing"),
    "too many rows": (
        START + "rows: [5, 11]\ncols: [5, 7]\ncolours: [4, 5]\n",
        "3:11: rows.1: 11 is above 10",
    ),
    "too few colours": (
        START + "rows: [5, 6]\ncols: [5, 7]\ncolours: [2, 5]\n",
        "5:11: colours.0: 2 is below 3",
    ),
    "too many colours": (
        START + "rows: [5, 6]\ncols: [5, 7]\ncolours: [4, 27]\n",
        "5:14: colours.1: 27 is above 26",
    ),
    "no target": (BOARD + "target: [0, 9]\n", "6:10: target.0: 0 is below 1"),
    "more than all": (BOARD + "demand: [0, 101]\n", "6:13: demand.1: 101 is above 100"),
    "turned round": (
        BOARD + "demand: [60, 40]\n",
        "6:9: demand: the least value 60 is above the greatest value 40",
    ),
    "no swaps at all": (
        "difficulty: 1\npar: [0, 4]\nrows: [5, 6]\ncols: [5, 7]\ncolours: [4, 5]\n",
        "2:6: par: every level takes at least 1 swap",
    ),
    "no room for a chain": (
        START + "rows: [2, 6]\ncols: [2, 7]\ncolours: [4, 5]\n",
        "3:7: rows: no swap makes a chain on 2×2 cells",
    ),
    "no room to swap into a chain": (
        START + "rows: [1, 6]\ncols: [3, 7]\ncolours: [4, 5]\n",
        "3:7: rows: no swap makes a chain on 1×3 cells",
    ),
    "a target too low for the par": (
        "difficulty: 1\npar: [4, 5]\nrows: [5, 6]\ncols: [5, 7]\ncolours: [4, 5]\ntarget: [3, 9]\n",
        "6:9: target: a par of 4 or more takes a target of at least 10, not 9",
    ),
    "unknown key": (BOARD + "colors: [3, 4]\n", "6:1: colors: there is no such key"),
}


@pytest.mark.parametrize(("content", "sentence"), REFUSED.values(), ids=REFUSED)
def test_impossible_configs_are_refused_with_key_and_place(content, sentence, tmp_path):
    path = tmp_path / "gemas.yaml"
    path.write_text(content)
    with pytest.raises(ConfigError) as caught:
        load_config(GEMAS, path)
    assert str(caught.value) == f"{path}:{sentence}"


@pytest.mark.parametrize("colours", [3, 4, 7, 26])
def test_drawn_boards_have_no_chain(colours):
    for seed in range(60):
        rng = Rng(colours, seed)
        rows, cols = rng.between(1, 10), rng.between(1, 10)
        cells = draw_board(rows, cols, colours, rng)
        assert (len(cells), {len(row) for row in cells}) == (rows, {cols})
        assert first_chain(cells) is None
        assert set("".join(cells)) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:colours])


@pytest.mark.parametrize("difficulty", [1, 2, 3])
def test_proposals_keep_to_the_config(difficulty):
    config = shipped(difficulty)
    for seed in range(4):
        level = propose(config, Rng(seed))
        assert level.claim == Claim(difficulty, 0)
        assert config.rows[0] <= level.rows <= config.rows[1]
        assert config.cols[0] <= level.cols <= config.cols[1]
        assert config.colours[0] <= level.colours <= config.colours[1]
        assert config.target[0] <= level.target <= config.target[1]
        assert GEMAS.check(level) == []
        assert propose(config, Rng(seed)) == level


def test_the_target_is_made_for_the_par():
    for par in (1, 2, 3):
        config = small(par=(par, par))
        pars = [GEMAS.solve(propose(config, Rng(seed)), Budget()).par for seed in range(25)]
        assert pars.count(par) >= 20


def test_the_more_is_demanded_the_higher_the_target():
    modest, greedy = small(par=(2, 2), demand=(0, 0)), small(par=(2, 2), demand=(100, 100))
    for seed in range(15):
        low, high = propose(modest, Rng(seed)), propose(greedy, Rng(seed))
        assert (low.cells, low.seed) == (high.cells, high.seed)
        assert low.target <= high.target


def test_boards_that_are_always_dead_end_in_an_error():
    """On a line of four with 26 colours hardly any board has a valid swap."""
    config = small(rows=(1, 1), cols=(4, 4), colours=(26, 26))
    reasons = set()
    for seed in range(12):
        try:
            propose(config, Rng(seed))
        except GenerationError as error:
            reasons.add(str(error))
    assert reasons == {"none of 500 boards had a valid swap; change rows, cols or colours"}


def test_three_by_three_with_seven_colours_comes_to_an_end():
    config = small(par=(1, 1), rows=(3, 3), cols=(3, 3), colours=(7, 7))
    made = make(Order("gemas", config, 0, 0))
    assert isinstance(made, Made)
    assert made.proof.par == 1


def test_rejects_are_told_by_reason():
    effort = {"attempts": 6}
    config = small(par=(3, 3), rows=(3, 3), cols=(4, 4), colours=(6, 6), effort=effort, grade=3)
    made = make(Order("gemas", config, 0, 0))
    assert isinstance(made, Unmade)
    assert sum(made.rejected.values()) == 6
    assert set(made.rejected) <= {
        *("par too low", "par too high", "too easy", "too hard"),
        "par not proven within the nodes",
    }


def test_a_level_depends_on_seed_and_index_alone():
    config = shipped(1)
    first = make(Order("gemas", config, 7, 3))
    assert first.text == make(Order("gemas", config, 7, 3)).text
    assert first.text != make(Order("gemas", config, 7, 4)).text
    assert first.grade == GEMAS.grade(first.level, first.proof)
