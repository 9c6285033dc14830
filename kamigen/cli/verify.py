"""`kamigen verify`: are the claims of level files true?"""

from __future__ import annotations

import json
from collections import Counter

import typer

from kamigen.budget import Budget
from kamigen.cli.batch import each, processes
from kamigen.cli.exits import Exit, leave
from kamigen.cli.options import (
    DEFAULT_GAME,
    DEFAULT_SECONDS,
    CrossCheck,
    CrossCheckSeconds,
    GameName,
    Jobs,
    Json,
    Nodes,
    Paths,
    Quiet,
    Seconds,
)
from kamigen.cli.words import counted, facts_in_words, par_in_words
from kamigen.level import Status
from kamigen.pipeline import confirm
from kamigen.pipeline.confirm import Confirmation, Policy
from kamigen.pipeline.files import UNREADABLE, find_levels
from kamigen.pipeline.verify import Inspection, Verdict
from kamigen.pipeline.verify import verify as verify_file


def verify(
    paths: Paths,
    game: GameName = DEFAULT_GAME,
    cross_check: CrossCheck = Policy.AUTO,
    cross_check_seconds: CrossCheckSeconds = confirm.DEFAULT_SECONDS,
    seconds: Seconds = DEFAULT_SECONDS,
    nodes: Nodes = None,
    jobs: Jobs = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Check what level files claim.

    Each par is proven, and a second solver that shares no code confirms it.
    A level is proven (limit = par), loose (limit above par: it can be won, with
    actions to spare), impossible, malformed or undecided.

    Exit codes: 1 some level is impossible or malformed; 2 a file cannot be
    read; 3 some level is undecided; 4 the solvers disagree.
    """
    files = find_levels(paths)
    budget = Budget(nodes, seconds)
    work = [Inspection(game, file, budget, cross_check, cross_check_seconds) for file in files]
    verdicts = []
    for verdict in each("verifying", verify_file, work, processes(jobs, files), quiet=quiet):
        verdicts.append(verdict)
        typer.echo(json.dumps(_record(verdict)) if as_json else _line(verdict))
    typer.echo(_summary(verdicts), err=as_json)
    leave(_code(verdict, cross_check) for verdict in verdicts)


def _code(verdict: Verdict, cross_check: Policy) -> Exit:
    if verdict.confirmation is Confirmation.DISAGREES:
        return Exit.DISAGREE
    match verdict.status:
        case Status.MALFORMED:
            unreadable = verdict.findings[0].code == UNREADABLE
            return Exit.UNUSABLE if unreadable else Exit.FAILED
        case Status.IMPOSSIBLE | Status.AMBIGUOUS:
            return Exit.FAILED
        case Status.UNDECIDED:
            return Exit.UNDECIDED
    return Exit.UNDECIDED if cross_check.refuses(verdict.confirmation) else Exit.GOOD


def _line(verdict: Verdict) -> str:
    if verdict.proof is None:
        return f"{verdict.status:<10} {verdict.complaint}"
    if verdict.limit is not None:
        facts = [par_in_words(verdict.proof), f"limit {verdict.limit}"]
    else:
        facts = facts_in_words(verdict.proof)
    if verdict.confirmation is not Confirmation.NOT_ASKED:
        facts.append(f"cross-check: {verdict.confirmation}")
    return f"{verdict.status:<10} {verdict.file}: {', '.join(facts)}"


def _summary(verdicts: list[Verdict]) -> str:
    statuses = Counter(verdict.status for verdict in verdicts)
    parts = [f"{statuses[status]} {status}" for status in Status if statuses[status]]
    summary = f"{counted(len(verdicts), 'level')}: {', '.join(parts)}"
    said = Counter(verdict.confirmation for verdict in verdicts)
    asked = [f"{said[word]} {word}" for word in Confirmation if said[word]]
    return f"{summary}; cross-check: {', '.join(asked)}"


def _record(verdict: Verdict) -> dict[str, object]:
    return {
        "file": verdict.file,
        "game": verdict.game,
        "status": verdict.status,
        "findings": [
            {
                "code": finding.code,
                "message": finding.message,
                "line": finding.line,
                "column": finding.column,
            }
            for finding in verdict.findings
        ],
        "limit": verdict.limit,
        "par": verdict.proof.par if verdict.proof else None,
        "lower": verdict.proof.lower if verdict.proof else None,
        "upper": verdict.proof.upper if verdict.proof else None,
        "cross_check": verdict.confirmation,
        "facts": dict(verdict.proof.facts) if verdict.proof else {},
    }
