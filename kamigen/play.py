"""The terminal game: any level of any game, played line by line.

What is read and where it is written are arguments, so that a test, a pipe and
a person play by the same code. It knows no game: moves are passed on as they
were typed, and what a game has to say comes from the game's own phrases.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, TextIO

from rich.text import Text

from kamigen.budget import Budget
from kamigen.errors import IllegalMove
from kamigen.game import Outcome
from kamigen.views.terminal import draw, legend, open_console

if TYPE_CHECKING:
    from rich.console import Console

    from kamigen.game import AnyGame, Language, Play, Reason
    from kamigen.level import Level

PHRASES: Mapping[str, Mapping[Language, str]] = {
    "difficulty": {"en": "Difficulty: {name}", "pt": "Grau de dificuldade: {name}"},
    "easy": {"en": "easy", "pt": "fácil"},
    "medium": {"en": "medium", "pt": "médio"},
    "hard": {"en": "hard", "pt": "difícil"},
    "limit": {"en": "Actions: at most {limit}", "pt": "Ações: no máximo {limit}"},
    "colours": {"en": "Colours: ", "pt": "Cores disponíveis: "},
    "commands": {
        "en": "Besides a move you can type hint, undo, help or quit.",
        "pt": "Além de uma jogada, você pode digitar dica, desfazer, ajuda ou sair.",
    },
    "help": {
        "en": "hint: a move that keeps the win within reach is made for you and costs an action.\n"
        "undo: takes the last move back, with its action.\n"
        "help: shows this text.\n"
        "quit: leaves the game.",
        "pt": "dica: faz por você uma jogada que mantém a vitória ao alcance e gasta uma ação.\n"
        "desfazer: desfaz a última jogada e devolve a ação.\n"
        "ajuda: mostra este texto.\n"
        "sair: abandona o jogo.",
    },
    "help-uncounted": {
        "en": "hint: a move that leads to the solution is made for you, and why is told.\n"
        "undo: takes the last move back.\n"
        "help: shows this text.\n"
        "quit: leaves the game.",
        "pt": "dica: faz por você uma jogada que leva à solução e explica por quê.\n"
        "desfazer: desfaz a última jogada.\n"
        "ajuda: mostra este texto.\n"
        "sair: abandona o jogo.",
    },
    "help-told": {
        "en": "hint: tells of a move that keeps the win within reach; it is yours to make.\n"
        "undo: takes the last move back, with its action.\n"
        "help: shows this text.\n"
        "quit: leaves the game.",
        "pt": "dica: aponta uma jogada que mantém a vitória ao alcance; fazê-la é com você.\n"
        "desfazer: desfaz a última jogada e devolve a ação.\n"
        "ajuda: mostra este texto.\n"
        "sair: abandona o jogo.",
    },
    "prompt": {
        "en": "Actions left: {left}. Your move: ",
        "pt": "Ações restantes: {left}. Sua jogada: ",
    },
    "prompt-uncounted": {"en": "Your move: ", "pt": "Sua jogada: "},
    "undone": {
        "en": "Took back {move}. The action is yours again.",
        "pt": "A jogada {move} foi desfeita. A ação é sua de novo.",
    },
    "undone-uncounted": {"en": "Took back {move}.", "pt": "A jogada {move} foi desfeita."},
    "nothing-to-undo": {
        "en": "There is no move to take back.",
        "pt": "Ainda não há jogada para desfazer.",
    },
    "hint-unknown": {
        "en": "I searched and could not tell in time whether the level can still be solved. "
        "No action was spent.",
        "pt": "Procurei, mas o tempo acabou antes de eu saber se ainda há solução. "
        "Nenhuma ação foi gasta.",
    },
    "hint-unknown-uncounted": {
        "en": "I searched and could not tell in time whether the level can still be solved.",
        "pt": "Procurei, mas o tempo acabou antes de eu saber se ainda há solução.",
    },
    "stuck": {
        "en": "No move can win any more: from here the level cannot be solved. Better luck next"
        " time!",
        "pt": "Não há mais ações válidas: daqui não se chega à solução. Na próxima você consegue!",
    },
    "won": {
        "en": "Well done! You solved it with {used} of {limit} actions.",
        "pt": "Parabéns! Você resolveu com {used} de {limit} ações.",
    },
    "won-uncounted": {"en": "Well done! You solved it.", "pt": "Parabéns! Você resolveu."},
    "out-of-actions": {
        "en": "No actions are left, and the level is not solved. Better luck next time!",
        "pt": "Acabaram as ações e o tabuleiro não foi resolvido. Na próxima você consegue!",
    },
    "quit": {"en": "Goodbye!", "pt": "Até a próxima!"},
}

# Both languages are always understood: players mix them, and so do class notes.
_COMMANDS: Mapping[str, str] = {
    "hint": "hint",
    "dica": "hint",
    "undo": "undo",
    "desfazer": "undo",
    "help": "help",
    "ajuda": "help",
    "quit": "quit",
    "sair": "quit",
}

_ENDINGS: Mapping[Outcome, str] = {
    Outcome.WON: "won",
    Outcome.OUT_OF_ACTIONS: "out-of-actions",
    Outcome.STUCK: "stuck",
    Outcome.PLAYING: "quit",
}

HINT_SECONDS = 20.0
"""How long a player waits for a hint before an honest "I do not know" is better."""

_PATIENCE = Budget(seconds=HINT_SECONDS)


def language_from_locale(environ: Mapping[str, str]) -> Language:
    """Return the language of the messages that a POSIX environment asks for."""
    wanted = next(
        (environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(name)), ""
    )
    return "pt" if wanted.lower().startswith("pt") else "en"


def read_line(prompt: str, out: TextIO | None = None) -> str:
    """Read a line as `input` does; echo it where no terminal has done so.

    The prompt goes to `out`, or to the standard output.
    """
    if out is not None:
        print(prompt, end="", file=out, flush=True)
    try:
        line = input(prompt) if out is None else input()
    except EOFError:
        print(file=out)
        raise
    if not sys.stdin.isatty():
        print(line, file=out)
    return line


def play(
    game: AnyGame,
    level: Level,
    *,
    lang: Language = "en",
    read: Callable[[str], str] = read_line,
    console: Console | None = None,
    budget: Budget = _PATIENCE,
) -> Outcome:
    """Play a level to its end and return how it ended.

    `read` gets the prompt and returns a line, or raises EOFError at the end of
    the input. A player who quits, in words or by ending the input, leaves the
    game undecided: Outcome.PLAYING. `budget` is what a hint may spend.
    """
    return Session(game, level, lang=lang, console=console, budget=budget).run(read)


class Session:
    """One level on one console: shows, understands commands, says what happened."""

    def __init__(
        self,
        game: AnyGame,
        level: Level,
        *,
        lang: Language = "en",
        console: Console | None = None,
        budget: Budget = _PATIENCE,
    ) -> None:
        self._game = game
        self._level = level
        self._lang = lang
        self._console = console or open_console()
        self._budget = budget
        self._play: Play = game.start(level)
        self._phrases = {**PHRASES, **game.phrases}

    @property
    def moves(self) -> Sequence[str]:
        """The moves made so far."""
        return self._play.moves

    def run(self, read: Callable[[str], str]) -> Outcome:
        """Play until the game is over, the player quits, or a hint shows that all is lost."""
        outcome = self._run(read)
        limit, left = self._level.limit, self._play.actions_left
        # A move may cost several actions, or none.
        used = len(self.moves) if limit is None or left is None else limit - left
        self.say(_ENDINGS[outcome], used=used, limit=limit)
        return outcome

    def _run(self, read: Callable[[str], str]) -> Outcome:
        self._show_facts()
        if self._play.outcome is Outcome.PLAYING:
            self._console.print()
            self.say("rules")
            self.say("commands")
        self._show_board()
        while (outcome := self._play.outcome) is Outcome.PLAYING:
            try:
                line = read(self._phrase("prompt", left=self._play.actions_left)).strip()
            except EOFError:
                return Outcome.PLAYING
            match _COMMANDS.get(line.lower(), "move"):
                case "quit":
                    return Outcome.PLAYING
                case "help":
                    self._help()
                case "undo":
                    self._undo()
                case "hint":
                    if self._hint_says_stuck():
                        return Outcome.STUCK
                case _ if line:
                    self._move(line)
        return outcome

    def say(self, phrase: str, *words: str, **values: object) -> None:
        """Write a phrase in the player's language."""
        self._console.print(self._phrase(phrase, *words, **values), soft_wrap=True)

    def _phrase(self, phrase: str, *words: str, **values: object) -> str:
        """Where actions are not counted, what is said must not speak of them."""
        uncounted = f"{phrase}-uncounted"
        if self._level.limit is None and uncounted in self._phrases:
            phrase = uncounted
        return self._phrases[phrase][self._lang].format(*words, **values)

    def _tell(self, reason: Reason) -> None:
        self._console.print(reason.told(self._game.phrases, self._lang), soft_wrap=True)

    def _show_facts(self) -> None:
        self._console.print(self._game.title)
        number = self._level.difficulty
        name = next((row.name for row in self._game.difficulties if row.number == number), None)
        if name is not None:
            self.say("difficulty", name=self._phrase(name) if name in self._phrases else name)
        if self._level.limit is not None:
            self.say("limit", limit=self._level.limit)
        palette = self._play.scene().palette
        if palette:
            colours = legend(palette, self._console)
            self._console.print(Text(self._phrase("colours")) + colours, soft_wrap=True)

    def _help(self) -> None:
        self._console.print()
        self.say("rules")
        self._console.print()
        self.say("help" if self._play.hints_are_made else "help-told")
        self._console.print()

    def _show_board(self) -> None:
        self._console.print()
        draw(self._play.scene(), self._console)
        self._show_standing()
        self._console.print()
        for remark in self._play.remarks:
            self._tell(remark)

    def _show_standing(self) -> None:
        if "standing" in self._phrases:
            self.say("standing", **self._play.standing)

    def _move(self, line: str) -> None:
        try:
            self._play.move(line)
        except IllegalMove as refusal:
            self.say(refusal.phrase, **refusal.values)
        else:
            self._show_board()

    def _undo(self) -> None:
        last = self._play.moves[-1:]
        if self._play.undo():
            self.say("undone", move=last[0])
            self._show_board()
        else:
            self.say("nothing-to-undo")

    def _hint_says_stuck(self) -> bool:
        """Make or tell the move that the hint proposes; True if it is proven that none wins."""
        hint = self._play.hint(self._budget)
        if hint.move is None:
            if not hint.proven:
                self.say("hint-unknown")
            return hint.proven
        if self._play.hints_are_made:
            self._play.move(hint.move)
        if hint.reason is None:
            self.say("hinted", *hint.move.split())
        else:
            self._tell(hint.reason)
        if self._play.hints_are_made:
            self._show_board()
        else:
            self._show_standing()
        return False
