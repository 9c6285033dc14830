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


def proof_in_words(proof: Proof) -> str:
    """Say how the answer is known, or that the budget ended."""
    how = "proven" if proof.decided else "not proven within the budget"
    return f"{how} by {proof.solver} ({proof.states:,} states, {time_in_words(proof.seconds)})"


def confirmation_in_words(confirmation: Confirmation) -> str:
    """Say what the second solver said."""
    return _CONFIRMATIONS[confirmation]


def time_in_words(seconds: float) -> str:
    """Give a time to three figures or so."""
    if seconds < 1:
        return f"{seconds * 1000:.3g} ms"
    return f"{seconds:.1f} s"


def span_in_words(seconds: float) -> str:
    """Give a longer time as hours, minutes and seconds."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def reasons(rejected: Mapping[str, int]) -> str:
    """Say how many candidates were rejected and why, the commonest reason first."""
    ranked = sorted(rejected.items(), key=lambda item: -item[1])
    return "rejected: " + ", ".join(f"{count} {reason}" for reason, count in ranked)


def counted(number: int, what: str) -> str:
    """Give a number with its noun: 1 action, 2 actions."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
