"""The errors kamigen raises on purpose; whatever else escapes is a bug.

Each carries one readable sentence, and the exit code with which the command
line ends when nobody handles it.
"""

from __future__ import annotations

from typing import ClassVar

from kamigen.level import Finding


class KamigenError(Exception):
    """Something the caller can put right, told in one sentence."""

    exit_code: ClassVar[int] = 2


class LevelError(KamigenError):
    """A level that cannot be read; `finding` says what is wrong and where."""

    def __init__(self, finding: Finding, source: str | None = None) -> None:
        self.finding = finding
        self.source = source
        super().__init__(finding.located(source))


class ConfigError(KamigenError):
    """A config that does not describe any level."""


class GenerationError(KamigenError):
    """The capped search for a fitting candidate came to its end."""

    exit_code: ClassVar[int] = 1


class EngineError(KamigenError):
    """The engine could not do its work; what was finished before is not affected."""


class SolversDisagree(KamigenError):
    """Two solvers came to different pars: a bug of ours, which must not stay unheard."""

    exit_code: ClassVar[int] = 4


class IllegalMove(KamigenError):
    """A move the rules refuse.

    `phrase` names an entry of the game's phrase table, so that the terminal
    game can say it in the player's language; `values` fill its blanks.
    """

    def __init__(self, phrase: str, **values: object) -> None:
        self.phrase = phrase
        self.values = values
        super().__init__(f"{phrase}: {values}")
