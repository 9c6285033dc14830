"""Every game keeps the promises of the interface; so does the template for new ones."""

from __future__ import annotations

import pytest
from template_game import Countdown, CountdownConfig

from kamigen import game as registry
from kamigen.config import load_config, shipped_config
from kamigen.conformance import Nonconforming, conform
from kamigen.game import Outcome, Scene, find_game, game_names


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("difficulty", [1, 2, 3])
def test_registered_games_conform(name, difficulty):
    game = find_game(name)
    conform(game, load_config(game, shipped_config(game, difficulty)))


@pytest.fixture
def countdown(monkeypatch):
    """The template, registered by one line as a new game would be."""
    games = {**registry._GAMES, "countdown": "template_game:Countdown"}
    monkeypatch.setattr(registry, "_GAMES", games)
    return find_game("countdown")


CONFIG = CountdownConfig(difficulty=1, par=(1, 5), length=5)


def test_the_template_conforms(countdown):
    level = conform(countdown, CONFIG)
    assert len(level.counters) == 5


def broken(**answers):
    return type("Broken", (Countdown,), answers)()


BREACHES = {
    "a name is one small word": {"name": "Count Down"},
    "there are phrases": {"phrases": {}},
    "is said in every language": {"phrases": {**Countdown.phrases, "rules": {"en": "Empty."}}},
    "same blanks": {"phrases": {**Countdown.phrases, "empty": {"en": "{counter}", "pt": "?"}}},
    "difficulties rise": {"difficulties": ()},
    "parse(format(level)) is the level": {"parse": lambda self, text: None},
    "play starts with the level's scene": {"scene": lambda self, level: Scene(((),), "")},
}


@pytest.mark.parametrize(("promise", "answers"), BREACHES.items())
def test_a_broken_promise_is_named(countdown, promise, answers):
    with pytest.raises(Nonconforming, match=promise.replace("(", r"\(").replace(")", r"\)")):
        conform(broken(**answers), CONFIG)


def test_a_wrong_second_solver_is_noticed(countdown):
    def lazy(self, level, proof, budget):
        return type(proof)("lazy", proof.lower + 1, None)

    with pytest.raises(Nonconforming, match="does not disagree"):
        conform(broken(cross_check=lazy), CONFIG)


def test_an_undo_that_forgets_is_noticed(countdown):
    def start(self, level):
        play = Countdown.start(self, level)
        play.undo = lambda: bool(play.moves)
        return play

    with pytest.raises(Nonconforming, match="undo restores"):
        conform(broken(start=start), CONFIG)


def test_the_template_is_played(countdown):
    play = countdown.start(countdown.parse("1 2 3 0 4\n"))
    play.move("A1 all")
    play.move("C1 all")
    assert play.outcome is Outcome.WON
