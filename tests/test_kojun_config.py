"""Kojun's configs and the boards proposed from them."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml
from kojun_boards import KOJUN

from kamigen.budget import Budget
from kamigen.config import load_config, shipped_config, shipped_configs
from kamigen.errors import ConfigError, GenerationError
from kamigen.games.kojun.config import SYMMETRIES, KojunConfig, Symmetry
from kamigen.games.kojun.generator import propose
from kamigen.games.kojun.grader import PLAYERS
from kamigen.games.kojun.ladder import climb
from kamigen.games.kojun.layout import draw_regions
from kamigen.games.kojun.level import KojunLevel
from kamigen.games.kojun.search import decide
from kamigen.level import Claim
from kamigen.pipeline.generate import Made, Order, make
from kamigen.rng import Rng

SCHEMA = shipped_configs() / "kojun" / "schema.json"
REFRESH = (
    'python -c "import json; from kamigen.games.kojun.config import KojunConfig as K; '
    'print(json.dumps(K.model_json_schema(), indent=2))" > configs/kojun/schema.json'
)


def shipped(difficulty: int) -> KojunConfig:
    config = load_config(KOJUN, shipped_config(KOJUN, difficulty))
    assert isinstance(config, KojunConfig)
    return config


def small(**keys: Any) -> KojunConfig:
    """Return a config for small non-square boards, some of its keys replaced."""
    values: dict[str, Any] = {"difficulty": 2, "rows": (4, 5), "cols": (6, 7)}
    return KojunConfig(**(values | keys))


@pytest.mark.parametrize("difficulty", [1, 2, 3])
def test_shipped_configs_explain_every_key(difficulty: int) -> None:
    config = shipped(difficulty)
    assert config.difficulty == config.wanted_grade == difficulty
    lines = shipped_config(KOJUN, difficulty).read_text().splitlines()
    assert lines[0] == "# yaml-language-server: $schema=schema.json"
    comments = "\n".join(line.partition("#")[2] for line in lines)
    keys = {line.partition(":")[0] for line in lines if line[:1].isalpha()}
    for key in KojunConfig.model_fields:
        assert key in keys or f"`{key}`" in comments, f"{key} is not explained"
    for before, line in pairwise(lines):
        # `cols` stands under the comment that explains the size of the board.
        assert not line[:1].isalpha() or before[:1] == "#" or line.startswith("cols:"), line


def test_the_schema_file_is_current() -> None:
    expected = json.dumps(KojunConfig.model_json_schema(), indent=2) + "\n"
    assert SCHEMA.read_text() == expected, f"schema.json is old; refresh it: {REFRESH}"


def test_every_key_has_a_description() -> None:
    for name, key in KojunConfig.model_json_schema()["properties"].items():
        assert key.get("description", "").endswith("."), name


def test_the_shipped_files_agree_with_the_editor_schema() -> None:
    offered = json.loads(SCHEMA.read_text())["properties"]
    for difficulty in (1, 2, 3):
        data = yaml.safe_load(shipped_config(KOJUN, difficulty).read_text())
        assert set(data) <= set(offered)
        assert set(data["symmetries"]) <= set(SYMMETRIES)


BOARD = "difficulty: 1\nrows: [5, 6]\ncols: [7, 9]\n"

REFUSED = {
    "no rows": ("difficulty: 1\ncols: [7, 9]\n", "1:1: rows: this key is missing"),
    "too many rows": (
        "difficulty: 1\nrows: [5, 200]\ncols: [7, 9]\n",
        "2:11: rows.1: 200 is above 100",
    ),
    "too many cells": (
        "difficulty: 1\nrows: [5, 60]\ncols: [7, 50]\n",
        "2:7: rows: 60×50 cells are more than 2500",
    ),
    "unknown key": (BOARD + "par: [3, 4]\n", "4:1: par: there is no such key"),
    "no sizes": (BOARD + "region_sizes: []\n", "4:15: region_sizes: fewer than 1 values"),
    "sizes all 0": (
        BOARD + "region_sizes: [0, 0]\n",
        "4:15: region_sizes: every size has 0, so that there are no regions",
    ),
    "a size in words": (
        BOARD + "region_sizes: [1, two]\n",
        "4:19: region_sizes.1: 'two' is not a whole number",
    ),
    "too large a size": (
        "difficulty: 1\nrows: [1, 6]\ncols: [3, 9]\nregion_sizes: [0, 0, 0, 1]\n",
        "4:15: region_sizes: no region of 4 or more cells fits on 1×3 cells",
    ),
    "share above all": (BOARD + "least_givens: 101\n", "4:15: least_givens: 101 is above 100"),
    "unknown symmetry": (
        BOARD + "symmetries: {mirror: 1}\n",
        "4:14: symmetries.mirror: 'mirror' is none of 'none', 'left-right', 'top-bottom', "
        "'half-turn' or 'quarter-turn'",
    ),
    "quarter-turn without squares": (
        BOARD + "symmetries: {none: 1, quarter-turn: 1}\n",
        "4:13: symmetries: quarter-turn needs square boards, and no board is as wide as high",
    ),
}


@pytest.mark.parametrize(("content", "sentence"), REFUSED.values(), ids=REFUSED)
def test_impossible_configs_are_refused_with_key_and_place(
    content: str, sentence: str, tmp_path: Path
) -> None:
    path = tmp_path / "kojun.yaml"
    path.write_text(content)
    with pytest.raises(ConfigError) as caught:
        load_config(KOJUN, path)
    assert str(caught.value) == f"{path}:{sentence}"


def givens_of(level: KojunLevel) -> set[tuple[int, int]]:
    return {(r, c) for r, row in enumerate(level.givens) for c, value in enumerate(row) if value}


@pytest.mark.parametrize("difficulty", [1, 2, 3])
def test_proposals_keep_to_the_config(difficulty: int) -> None:
    config = shipped(difficulty)
    boards = set()
    for seed in range(20):
        level = propose(config, Rng(seed))
        assert level == propose(config, Rng(seed))
        assert level.claim == Claim(difficulty, None)
        assert config.rows[0] <= level.rows <= config.rows[1]
        assert config.cols[0] <= level.cols <= config.cols[1]
        assert max(map(len, level.board.members)) <= len(config.region_sizes)
        assert len(givens_of(level)) >= config.least_givens * level.rows * level.cols / 100
        assert KOJUN.check(level) == []
        assert len(decide(level.board, level.values, Budget()).solutions) == 1
        boards.add(level.givens)
    assert len(boards) == 20


@pytest.mark.parametrize("difficulty", [1, 2])
def test_a_proposal_is_never_harder_than_wanted_and_seldom_easier(difficulty: int) -> None:
    config = small(difficulty=difficulty, rows=(7, 7), cols=(8, 8))
    player = PLAYERS[difficulty - 1]
    grades: Counter[int] = Counter()
    for seed in range(40):
        level = propose(config, Rng(seed))
        assert player.techniques is not None
        assert climb(level.board, level.values, player.techniques).solved
        grades[KOJUN.difficulty(level, KOJUN.solve(level, Budget())).number] += 1
    assert max(grades) == difficulty
    assert grades[difficulty] >= 20


def test_no_given_is_superfluous_without_a_least_share() -> None:
    config = small(difficulty=3)
    for seed in range(15):
        level = propose(config, Rng(seed))
        for row, col in givens_of(level):
            values = list(level.values)
            values[row * level.cols + col] = 0
            assert len(decide(level.board, values, Budget()).solutions) == 2


TURNED = {
    "left-right": lambda r, c, rows, cols: (r, cols - 1 - c),
    "top-bottom": lambda r, c, rows, cols: (rows - 1 - r, c),
    "half-turn": lambda r, c, rows, cols: (rows - 1 - r, cols - 1 - c),
    "quarter-turn": lambda r, c, rows, cols: (c, rows - 1 - r),
}


@pytest.mark.parametrize("symmetry", TURNED)
def test_givens_have_the_symmetry(symmetry: Symmetry) -> None:
    config = small(rows=(5, 6), cols=(6, 7), symmetries={symmetry: 1})
    for seed in range(10):
        level = propose(config, Rng(seed))
        givens = givens_of(level)
        turned = {TURNED[symmetry](r, c, level.rows, level.cols) for r, c in givens}
        assert turned == givens
        assert symmetry != "quarter-turn" or level.rows == level.cols == 6


def test_the_order_of_the_keys_does_not_matter() -> None:
    one = small(symmetries={"none": 2, "half-turn": 1, "left-right": 3})
    other = small(symmetries={"left-right": 3, "half-turn": 1, "none": 2})
    assert one.digest() == other.digest()
    assert all(propose(one, Rng(seed)) == propose(other, Rng(seed)) for seed in range(8))


def test_regions_tile_the_board_in_the_wanted_sizes() -> None:
    sizes: Counter[int] = Counter()
    for seed in range(60):
        layout = draw_regions(9, 11, [0, 1, 0, 3, 3], Rng(seed))
        if layout is not None:
            sizes += Counter(Counter(layout).values())
    assert set(sizes) <= {2, 4, 5}
    assert sizes[4] > sizes[2]
    assert sizes[5] > 0


def test_a_config_that_cannot_be_drawn_ends_in_an_error() -> None:
    # Regions of 4 cells do not tile 3×3 cells.
    with pytest.raises(GenerationError, match="none of 200 layouts could be filled"):
        propose(small(rows=(3, 3), cols=(3, 3), region_sizes=(0, 0, 0, 1)), Rng(0))


@pytest.mark.parametrize("difficulty", [1, 2, 3])
def test_made_levels_are_solvable_at_their_difficulty_and_not_below(difficulty: int) -> None:
    config = shipped(difficulty)
    for seed in range(3):
        made = make(Order("kojun", config, seed, 0))
        assert isinstance(made, Made)
        level = made.level
        assert isinstance(level, KojunLevel)
        solved = [
            player.difficulty.number
            for player in PLAYERS
            if player.techniques is None
            or climb(level.board, level.values, player.techniques).solved
        ]
        assert min(solved) == difficulty
        assert made.text == make(Order("kojun", config, seed, 0)).text


def test_a_seed_gives_the_same_bytes_on_every_machine() -> None:
    made = make(Order("kojun", shipped(1), 1, 0))
    assert isinstance(made, Made)
    assert made.text == PINNED


PINNED = """\
1 7 6
0 2 0 0 0 0
0 5 1 0 0 0
0 0 4 0 0 0
0 2 0 3 2 0
3 0 0 0 3 4
0 0 0 0 0 0
0 0 1 3 2 0
a a b b c d
a e b f c d
e e f f c g
e e f h g g
i i h h j j
i k l j j j
i l l l l m
"""
