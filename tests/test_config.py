"""Configs: whatever is in the file, the answer is a config or one sentence with its place."""

from __future__ import annotations

import types
from pathlib import Path
from typing import Self, cast

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pydantic import Field, model_validator

from kamigen.config import (
    Effort,
    Impossible,
    ParConfig,
    RangeOf,
    load_config,
    shipped_config,
    shipped_configs,
)
from kamigen.errors import ConfigError
from kamigen.game import AnyGame


class TileConfig(ParConfig):
    """A config such as a game would add, with one of each kind of key."""

    tiles: RangeOf[int] = Field(default=(1, 9))
    weights: dict[str, int] = Field(default={"a": 1}, min_length=1)

    @model_validator(mode="after")
    def _possible(self) -> Self:
        if self.tiles[1] < self.par[0]:
            raise Impossible("tiles", f"{self.tiles[1]} tiles are too few")
        return self


def stand_in(model: type[ParConfig], name: str = "stand-in") -> AnyGame:
    """Return what `load_config` needs of a game."""
    return cast(AnyGame, types.SimpleNamespace(name=name, config_model=model))


GAME = stand_in(TileConfig)


def load(content: str | bytes, folder: Path) -> ParConfig:
    path = folder / "c.yaml"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return load_config(GAME, path)


def refusal(content: str | bytes, folder: Path) -> str:
    """Return the message without the path, which differs from run to run."""
    with pytest.raises(ConfigError) as caught:
        load(content, folder)
    message = str(caught.value)
    assert len(message.splitlines()) == 1
    assert message.startswith(f"{folder / 'c.yaml'}:")
    return message.removeprefix(f"{folder / 'c.yaml'}:")


def test_a_config_is_read(tmp_path: Path) -> None:
    config = load(
        "difficulty: 2\npar: [3, 5]\nscore: [1, 2.5]\neffort: {attempts: 7}\ntiles: [4, 4]\n",
        tmp_path,
    )
    assert config == TileConfig(
        difficulty=2, par=(3, 5), score=(1.0, 2.5), effort=Effort(attempts=7), tiles=(4, 4)
    )
    assert config.slack == 0
    assert config.effort.solve_nodes == 20_000
    assert config.wanted_grade == 2


def test_the_wanted_grade_can_differ_from_the_header() -> None:
    assert ParConfig(difficulty=2, par=(3, 5), grade=3).wanted_grade == 3


def test_the_digest_tells_the_content_not_the_spelling(tmp_path: Path) -> None:
    first = load("difficulty: 2\npar: [3, 5]\n", tmp_path).digest()
    assert (
        load("# a comment\npar:\n- 3\n- 5\nslack: 0\ndifficulty: 2\n", tmp_path).digest() == first
    )
    assert load("difficulty: 2\npar: [3, 6]\n", tmp_path).digest() != first


START = "difficulty: 1\npar: [2, 3]\n"

REFUSED: dict[str, tuple[str, str]] = {
    "missing key": ("par: [2, 3]\n", "1:1: difficulty: this key is missing"),
    "empty file": ("", " difficulty: this key is missing"),
    "only comments": ("# nothing\n", " difficulty: this key is missing"),
    "unknown key": (START + "slak: 1\n", "3:1: slak: there is no such key"),
    "unknown inner key": (
        START + "effort:\n  tries: 3\n",
        "4:3: effort.tries: there is no such key",
    ),
    "key twice": (START + "par: [4, 5]\n", "3:1: the key par stands here a second time"),
    "inner key twice": (
        START + "effort: {attempts: 1, attempts: 2}\n",
        "3:23: the key attempts stands here a second time",
    ),
    "key that is no word": (START + "? [a, b]\n: 1\n", "3:3: a key must be a single word"),
    "merge key": (START + "<<: {slack: 1}\n", "3:1: <<: there is no such key"),
    "unprintable key": (START + '"a\\nb": 1\n', "3:1: 'a\\nb': there is no such key"),
    "half a character": (START + 'slack: "\\ud800"\n', "3:8: '\\ud800' is not text"),
    "empty key": (START + '"": 1\n', "3:1: '': there is no such key"),
    "endless key": (START + "a" * 99 + ": 1\n", f"3:1: {'a' * 40}…: there is no such key"),
    "list for a config": ("- 1\n- 2\n", " a config is a mapping of keys to values"),
    "word for a config": ("hello\n", " a config is a mapping of keys to values"),
    "word for a number": (START + "slack: wide\n", "3:8: slack: 'wide' is not a whole number"),
    "quoted number": (START + "slack: '5'\n", "3:8: slack: '5' is not a whole number"),
    "fraction for a number": (START + "slack: 1.0\n", "3:8: slack: 1.0 is not a whole number"),
    "truth for a number": (START + "slack: yes\n", "3:8: slack: yes is not a whole number"),
    "nothing for a number": (
        START + "slack:\n",
        "3:7: slack: an empty value is not a whole number",
    ),
    "list for a number": (START + "slack: [1]\n", "3:8: slack: a list is not a whole number"),
    "number too small": (START + "slack: -1\n", "3:8: slack: -1 is below 0"),
    "number too large": (START + "slack: 100\n", "3:8: slack: 100 is above 99"),
    "number of many digits": (
        START + "slack: 0x" + "f" * 9_000 + "\n",
        f"3:8: slack: 0x{'f' * 38}… is above 99",
    ),
    "number of too many digits": (
        START + "slack: " + "9" * 9_000 + "\n",
        f"3:8: {'9' * 40}… is not a plain value",
    ),
    "number for a range": (START + "tiles: 5\n", "3:8: tiles: 5 is not a list"),
    "mapping for a range": (START + "tiles: {a: 5}\n", "3:8: tiles: a mapping is not a list"),
    "word in a range": (START + "tiles: [1, b]\n", "3:12: tiles.1: 'b' is not a whole number"),
    "range of one": (START + "tiles: [1]\n", "3:8: tiles.1: this value is missing"),
    "range of three": (START + "tiles: [1, 2, 3]\n", "3:8: tiles: more than 2 values"),
    "range out of order": (
        START + "tiles: [5, 4]\n",
        "3:8: tiles: the least value 5 is above the greatest value 4",
    ),
    "negative par": ("difficulty: 1\npar: [-1, 3]\n", "2:7: par.0: -1 is below 0"),
    "score out of order": (
        START + "score: [2, 1.5]\n",
        "3:8: score: the least value 2.0 is above the greatest value 1.5",
    ),
    "score that is no number": (START + "score: [.nan, 1]\n", "3:9: score.0: .nan is not a number"),
    "score in words": (START + "score: [low, 1]\n", "3:9: score.0: 'low' is not a number"),
    "number for a mapping": (START + "effort: 5\n", "3:9: effort: 5 is not a mapping"),
    "list for a mapping": (START + "weights: [a]\n", "3:10: weights: a list is not a mapping"),
    "empty mapping": (START + "weights: {}\n", "3:10: weights: fewer than 1 values"),
    "values that do not go together": (
        "difficulty: 1\ntiles: [1, 4]\npar: [5, 6]\n",
        "2:8: tiles: 4 tiles are too few",
    ),
    "date": (START + "slack: 2024-01-31\n", "3:8: 2024-01-31 is not a plain value"),
    "tag that does not fit": (
        START + "slack: !!int ''\n",
        "3:8: an empty value is not a plain value",
    ),
    "truth that is none": (START + "slack: !!bool no?\n", "3:8: no? is not a plain value"),
    "python object": (
        START + "slack: !!python/name:os.system ''\n",
        "3:8: an empty value is not a plain value",
    ),
    "alias": (START + "tiles: &t [1, 2]\nweights: *t\n", "4:10: configs have no aliases"),
    "open bracket": (
        START + "tiles: [1, 2\n",
        "4:1: not YAML: expected ',' or ']', but got '<stream end>'",
    ),
    "tab": (
        START + "\tslack: 1\n",
        "3:1: not YAML: found character '\\t' that cannot start any token",
    ),
    "two documents": (START + "---\na: 1\n", "3:1: not YAML: but found another document"),
    "escape out of range": (
        START + 'slack: "\\UFFFFFFFF"\n',
        " not YAML text: Python int too large to convert to C int",
    ),
}


@pytest.mark.parametrize(("content", "sentence"), REFUSED.values(), ids=REFUSED)
def test_what_is_wrong_is_told_in_one_sentence(content: str, sentence: str, tmp_path: Path) -> None:
    assert refusal(content, tmp_path) == sentence


@pytest.mark.parametrize("opening", ["[", "{a: ", "- ", "? "])
def test_deep_nesting_is_refused(opening: str, tmp_path: Path) -> None:
    content = "slack: " * (opening in "[{a: ") + opening * 8_000
    assert refusal(content, tmp_path) == " nested deeper than any config"


@pytest.mark.parametrize(
    "content", [b"\x00\x01\x02", b"\x89PNG\r\n\x1a\n", b"\xff\xfe\x00\xd8", b"a: \xff\n"]
)
def test_binary_is_refused(content: bytes, tmp_path: Path) -> None:
    assert refusal(content, tmp_path).startswith(" not YAML text: ")


def test_a_large_file_is_refused(tmp_path: Path) -> None:
    content = START.ljust(64 * 1024)
    assert load(content, tmp_path).par == (2, 3)
    sentence = " larger than 65536 bytes, which no config needs"
    assert refusal(content + " ", tmp_path) == sentence


def test_a_file_that_cannot_be_opened_is_refused(tmp_path: Path) -> None:
    for path, reason in (
        (tmp_path / "none.yaml", "No such file or directory"),
        (tmp_path, "Is a directory"),
    ):
        with pytest.raises(ConfigError) as caught:
            load_config(GAME, path)
        assert str(caught.value) == f"{path}: cannot be read: {reason}"


def _yaml_like() -> st.SearchStrategy[bytes]:
    """Texts that come near enough to YAML to get deep into the reader."""
    words = "difficulty par slack score effort attempts tiles weights ~ yes 2024-01-31 é 😀"
    numbers = "0 1 2 -1 1.5 .inf 1:30 1e9"
    tags = "!!int !!bool !!float !!binary !!set !a &a *a <<"
    signs = ': - ? , # | > [ ] { } % @ = --- ... " \' \\ "\\ud800"'
    spoken = [*words.split(), *numbers.split(), *tags.split(), *signs.split()]
    blanks = [" ", "\n", "\n  ", "\t", ": ", "\x85", "\u2028", "\ufeff"]
    bits = st.sampled_from(spoken + blanks)
    return st.lists(bits, max_size=30).map(lambda parts: "".join(parts).encode())


@given(
    content=st.one_of(st.binary(max_size=200), st.text(max_size=80).map(str.encode), _yaml_like())
)
@example(content=b"a: 1" + b":00" * 400 + b".0")
@example(content=b"%YAML 1." + b"1" * 5_000)
@settings(max_examples=400, deadline=None)
def test_no_content_raises_anything_but_a_config_error(
    content: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.getbasetemp()
    try:
        config = load(content, folder)
    except ConfigError as error:
        assert len(str(error).splitlines()) == 1
        str(error).encode()
    else:
        assert config.digest()


def test_shipped_configs_are_found_by_game_and_difficulty() -> None:
    game = stand_in(ParConfig, "kami")
    assert shipped_config(game, 2) == shipped_configs() / "kami" / "2.yaml"
    with pytest.raises(ConfigError, match=r"^kami has no config for difficulty 4$"):
        shipped_config(game, 4)
