"""Exit codes, and which of several wins."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum

import typer


class Exit(IntEnum):
    """How a command ended."""

    GOOD = 0
    FAILED = 1
    UNUSABLE = 2
    UNDECIDED = 3
    DISAGREE = 4


# The gravest first: a bug of ours, then a bad level, then what could not be read or told.
_GRAVEST = (Exit.DISAGREE, Exit.FAILED, Exit.UNUSABLE, Exit.UNDECIDED)


def leave(codes: Iterable[Exit]) -> None:
    """End the command with the gravest of the codes."""
    met = set(codes)
    raise typer.Exit(next((code for code in _GRAVEST if code in met), Exit.GOOD))
