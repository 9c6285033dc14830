"""How results are put into words: one place, so that all commands say them alike."""

from __future__ import annotations

from collections.abc import Mapping

from kamigen.level import Proof
from kamigen.pipeline.confirm import Confirmation

_CONFIRMATIONS = {
    Confirmation.AGREES: "confirmed by the second solver",
    Confirmation.DISAGREES: "the second solver DISAGREES: please report this level as a bug",
    Confirmation.NOT_IN_TIME: "not confirmed in time by the second solver",
    Confirmation.NOT_ASKED: "the second solver was not asked",
}


def par_in_words(proof: Proof) -> str:
    """Say what is known of the par, and no more."""
    if proof.unsolvable:
        return "no solution"
    if proof.par is not None:
        return f"par {proof.par}"
    return f"{proof.lower} ≤ par" + ("" if proof.upper is None else f" ≤ {proof.upper}")


def proof_in_words(proof: Proof) -> str:
    """Say how the par is known, or that the budget ended."""
    how = "proven" if proof.decided else "not proven within the budget"
    return f"{how} by {proof.solver} ({proof.states:,} states, {time_in_words(proof.seconds)})"


def facts_in_words(proof: Proof) -> list[str]:
    """Give each fact a line: its name, and the plain data behind it."""
    return [f"{name}: {_plain(value)}" for name, value in proof.facts.items()]


def _plain(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {_plain(inner)}" for key, inner in value.items())
    if isinstance(value, list | tuple):
        return " ".join(map(_plain, value)) or "none"
    return str(value) or "none"


def confirmation_in_words(confirmation: Confirmation) -> str:
    """Say what the second solver said."""
    return _CONFIRMATIONS[confirmation]


def time_in_words(seconds: float) -> str:
    """Give a time to three figures or so."""
    if seconds < 1:
        return f"{seconds * 1000:.3g} ms"
    return f"{seconds:.1f} s"


def counted(number: int, what: str) -> str:
    """Give a number with its noun: 1 action, 2 actions."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
