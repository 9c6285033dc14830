"""KAMI's configs: the shipped ones, what is refused, and the boards proposed from them."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from kamigen.config import load_config, shipped_config, shipped_configs
from kamigen.errors import ConfigError, GenerationError
from kamigen.game import find_game
from kamigen.games.boards.styles import STYLES, SYMMETRIES, Style
from kamigen.games.kami.config import KamiConfig
from kamigen.games.kami.generator import propose
from kamigen.grid import framed, regions
from kamigen.level import Claim
from kamigen.rng import Rng

KAMI = find_game("kami")
SCHEMA = shipped_configs() / "kami" / "schema.json"
REFRESH = (
    'python -c "import json; from kamigen.games.kami.config import KamiConfig as K; '
    'print(json.dumps(K.model_json_schema(), indent=2))" > configs/kami/schema.json'
)


def shipped(difficulty: int) -> KamiConfig:
    config = load_config(KAMI, shipped_config(KAMI, difficulty))
    assert isinstance(config, KamiConfig)
    return config


def small(**keys: Any) -> KamiConfig:
    """Return a config for small non-square boards, some of its keys replaced."""
    values: dict[str, Any] = {
        "difficulty": 1,
        "par": (1, 5),
        "rows": (3, 5),
        "cols": (6, 9),
        "colours": (2, 3),
    }
    return KamiConfig(**(values | keys))


@pytest.mark.parametrize("difficulty", [1, 2, 3])
def test_shipped_configs_say_what_they_promise(difficulty: int) -> None:
    config = shipped(difficulty)
    assert config.difficulty == config.wanted_grade == difficulty
    assert config.slack == 0
    assert config.grade is None
    assert set(config.styles) == set(STYLES)


@pytest.mark.parametrize("difficulty", [1, 2, 3])
def test_shipped_configs_explain_every_key(difficulty: int) -> None:
    lines = shipped_config(KAMI, difficulty).read_text().splitlines()
    assert lines[0] == "# yaml-language-server: $schema=schema.json"
    comments = "\n".join(line.partition("#")[2] for line in lines)
    keys = {line.partition(":")[0] for line in lines if line[:1].isalpha()}
    for key in KamiConfig.model_fields:
        assert key in keys or f"`{key}`" in comments, f"{key} is not explained"
    for before, line in pairwise(lines):
        # `cols` stands under the comment that explains the size of the board.
        assert not line[:1].isalpha() or before[:1] == "#" or line.startswith("cols:"), line


def test_the_schema_file_is_current() -> None:
    expected = json.dumps(KamiConfig.model_json_schema(), indent=2) + "\n"
    assert SCHEMA.read_text() == expected, f"configs/kami/schema.json is old; refresh it: {REFRESH}"


def test_every_key_has_a_description() -> None:
    schema = KamiConfig.model_json_schema()
    effort = schema["$defs"]["Effort"]
    for name, key in (schema["properties"] | effort["properties"]).items():
        assert key.get("description", "").endswith("."), name


START = "difficulty: 1\npar: [2, 4]\n"
BOARD = START + "rows: [5, 6]\ncols: [7, 9]\ncolours: [3, 4]\n"

REFUSED = {
    "no rows": (START + "cols: [7, 9]\ncolours: [3, 4]\n", "1:1: rows: this key is missing"),
    "too many rows": (
        START + "rows: [5, 2000]\ncols: [7, 9]\ncolours: [3, 4]\n",
        "3:11: rows.1: 2000 is above 1000",
    ),
    "rows out of order": (
        START + "rows: [6, 5]\ncols: [7, 9]\ncolours: [3, 4]\n",
        "3:7: rows: the least value 6 is above the greatest value 5",
    ),
    "no cells": (
        START + "rows: [5, 6]\ncols: [0, 9]\ncolours: [3, 4]\n",
        "4:8: cols.0: 0 is below 1",
    ),
    "too many cells": (
        START + "colours: [3, 4]\nrows: [5, 200]\ncols: [7, 201]\n",
        "4:7: rows: 200×201 cells are more than 40000",
    ),
    "too many colours": (
        START + "rows: [5, 6]\ncols: [7, 9]\ncolours: [3, 256]\n",
        "5:14: colours.1: 256 is above 255",
    ),
    "more colours than cells": (
        "difficulty: 1\npar: [2, 4]\nrows: [2, 6]\ncols: [3, 9]\ncolours: [3, 7]\n",
        "5:10: colours: 7 colours are more than the 6 cells that can be chosen freely "
        "on 2×3 cells with the symmetry none",
    ),
    "more colours than a symmetry leaves": (
        START + "rows: [2, 6]\ncols: [3, 9]\ncolours: [3, 3]\nsymmetries: {none: 1, both: 1}\n",
        "5:10: colours: 3 colours are more than the 2 cells that can be chosen freely "
        "on 2×3 cells with the symmetry both",
    ),
    "more colours than a square leaves": (
        START + "rows: [2, 6]\ncols: [3, 9]\ncolours: [4, 4]\nsymmetries: {quarter-turn: 1}\n",
        "5:10: colours: 4 colours are more than the 3 cells that can be chosen freely "
        "on 3×3 cells with the symmetry quarter-turn",
    ),
    "more colours than par allows": (
        START + "rows: [5, 6]\ncols: [7, 9]\ncolours: [6, 6]\n",
        "5:10: colours: 6 colours take at least 5 actions, more than the greatest par 4",
    ),
    "fewer regions than par needs": (
        "difficulty: 1\npar: [8, 9]\nrows: [5, 6]\ncols: [7, 9]\ncolours: [3, 3]\n"
        "regions: [3, 8]\n",
        "6:10: regions: 8 regions take at most 7 actions, fewer than the least par 8",
    ),
    "fewer regions than colours": (
        "difficulty: 1\npar: [0, 9]\nrows: [5, 6]\ncols: [7, 9]\ncolours: [3, 3]\n"
        "regions: [1, 2]\n",
        "6:10: regions: 2 regions cannot show 3 colours",
    ),
    "more regions than cells": (
        BOARD + "least_region: 2\nregions: [28, 40]\n",
        "7:10: regions: 28 regions of 2 or more cells do not fit on 6×9 cells",
    ),
    "no regions": (BOARD + "regions: [0, 5]\n", "6:11: regions.0: 0 is below 1"),
    "no least region": (BOARD + "least_region: 0\n", "6:15: least_region: 0 is below 1"),
    "no grain": (BOARD + "grain: [0, 1]\n", "6:9: grain.0: 0 is below 1"),
    "unknown key": (BOARD + "colors: [3, 4]\n", "6:1: colors: there is no such key"),
    "unknown style": (
        BOARD + "styles:\n  rings: 1\n  wavy: 2\n",
        "8:3: styles.wavy: 'wavy' is none of 'noise', 'blobs', 'islands', 'collage', 'shards', "
        "'patchwork', 'stripes', 'waves', 'rings', 'checker' or 'tiles'",
    ),
    "no styles": (BOARD + "styles: {}\n", "6:9: styles: fewer than 1 values"),
    "styles in a list": (BOARD + "styles: [rings]\n", "6:9: styles: a list is not a mapping"),
    "style without weight": (
        BOARD + "styles: {rings: 0}\n",
        "6:17: styles.rings: 0 is below 1",
    ),
    "unknown symmetry": (
        BOARD + "symmetries: {none: 1, mirror: 1}\n",
        "6:23: symmetries.mirror: 'mirror' is none of 'none', 'left-right', 'top-bottom', "
        "'both', 'half-turn' or 'quarter-turn'",
    ),
    "quarter-turn without squares": (
        BOARD + "symmetries: {none: 1, quarter-turn: 1}\n",
        "6:13: symmetries: quarter-turn needs square boards, and no board is as wide as high",
    ),
    "difficulty out of range": (
        "difficulty: 4\npar: [2, 4]\nrows: [5, 6]\ncols: [7, 9]\ncolours: [3, 4]\n",
        "1:13: difficulty: 4 is above 3",
    ),
}


@pytest.mark.parametrize(("content", "sentence"), REFUSED.values(), ids=REFUSED)
def test_impossible_configs_are_refused_with_key_and_place(
    content: str, sentence: str, tmp_path: Path
) -> None:
    path = tmp_path / "kami.yaml"
    path.write_text(content)
    with pytest.raises(ConfigError) as caught:
        load_config(KAMI, path)
    assert str(caught.value) == f"{path}:{sentence}"


def test_a_short_config_is_enough(tmp_path: Path) -> None:
    path = tmp_path / "kami.yaml"
    path.write_text(BOARD)
    config = load_config(KAMI, path)
    assert isinstance(config, KamiConfig)
    assert config.styles == dict.fromkeys(STYLES, 1)
    assert config.symmetries == {"none": 1}
    assert propose(config, Rng(0)).colours in (3, 4)


@pytest.mark.parametrize("difficulty", [1, 2, 3])
def test_proposals_keep_to_the_config(difficulty: int) -> None:
    config = shipped(difficulty)
    for seed in range(25):
        level = propose(config, Rng(seed))
        assert level.claim == Claim(difficulty, 0)
        assert config.rows[0] <= level.rows <= config.rows[1]
        assert config.cols[0] <= level.cols <= config.cols[1]
        assert config.colours[0] <= level.colours <= config.colours[1]
        assert {colour for row in level.cells for colour in row} == set(range(1, level.colours + 1))
        sizes = [len(region) for region in regions(level.board)]
        assert config.regions[0] <= len(sizes) <= config.regions[1]
        assert min(sizes) >= config.least_region
        assert KAMI.parse(KAMI.format(level)) == level


def test_a_proposal_depends_on_nothing_but_config_and_seed() -> None:
    config = shipped(2)
    levels = [propose(config, Rng(seed)) for seed in range(10)]
    assert levels == [propose(config, Rng(seed)) for seed in range(10)]
    assert len({level.cells for level in levels}) == 10


def test_the_order_of_weights_changes_neither_digest_nor_boards() -> None:
    weights: dict[str, Any] = {
        "styles": dict.fromkeys(("rings", "noise", "tiles"), 2) | {"waves": 1},
        "symmetries": {"both": 1, "none": 2, "left-right": 3},
    }
    turned = {key: dict(reversed(value.items())) for key, value in weights.items()}
    one, other = small(**weights), small(**turned)
    assert one.digest() == other.digest()
    for seed in range(10):
        assert propose(one, Rng(seed)) == propose(other, Rng(seed))


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("difficulty", [1, 2, 3])
def test_every_style_has_its_share_of_the_shipped_configs(difficulty: int, style: Style) -> None:
    config = shipped(difficulty).model_copy(update={"styles": {style: 1}})
    assert len({propose(config, Rng(style, seed)).cells for seed in range(3)}) == 3


def test_weights_set_how_often_a_symmetry_is_taken() -> None:
    config = small(symmetries={"left-right": 9, "top-bottom": 1}, styles={"shards": 1})
    found: Counter[str] = Counter()
    for seed in range(60):
        board = np.array(propose(config, Rng(seed)).cells)
        found["left-right"] += np.array_equal(board, np.fliplr(board))
        found["top-bottom"] += np.array_equal(board, np.flipud(board))
    assert found["left-right"] > 45
    assert 1 <= found["top-bottom"] < 25


def test_a_quarter_turn_board_is_square() -> None:
    config = small(rows=(4, 7), cols=(5, 9), symmetries={"quarter-turn": 1})
    sides = {(level.rows, level.cols) for level in (propose(config, Rng(s)) for s in range(30))}
    assert sides == {(5, 5), (6, 6), (7, 7)}


def test_a_proposal_that_cannot_be_drawn_ends_in_an_error() -> None:
    config = small(regions=(20, 45), least_region=1, grain=(9, 9), styles={"blobs": 1})
    with pytest.raises(GenerationError) as caught:
        propose(config, Rng(0))
    assert str(caught.value) == (
        "none of 600 boards had 20 to 45 regions of 1 or more cells; "
        "change regions, least_region, grain or styles"
    )


def test_one_colour_makes_a_board_of_one_region() -> None:
    level = propose(small(par=(0, 0), colours=(1, 1)), Rng(0))
    assert len(list(regions(framed(level.cells)))) == 1


def test_the_shipped_files_agree_with_the_editor_schema() -> None:
    """Each key a file uses is one that an editor with the schema would offer."""
    offered = json.loads(SCHEMA.read_text())["properties"]
    for difficulty in (1, 2, 3):
        data = yaml.safe_load(shipped_config(KAMI, difficulty).read_text())
        assert set(data) <= set(offered)
        assert set(data["styles"]) <= set(offered["styles"]["propertyNames"]["enum"])
        assert set(data["symmetries"]) <= set(SYMMETRIES)
