"""`kamigen verify`: are the claims of level files true?"""

from __future__ import annotations

import json
from collections import Counter
from typing import Annotated

import typer

from kamigen.budget import Budget
from kamigen.cli.batch import each, processes
from kamigen.cli.exits import Exit, leave
from kamigen.cli.options import (
    DEFAULT_SECONDS,
    CrossCheck,
    CrossCheckSeconds,
    GameOrPacks,
    Jobs,
    Json,
    Nodes,
    Paths,
    Quiet,
    Seconds,
)
from kamigen.cli.reading import chosen_game
from kamigen.cli.words import counted
from kamigen.game import find_game
from kamigen.level import Status
from kamigen.pipeline import confirm
from kamigen.pipeline.confirm import Confirmation, Policy
from kamigen.pipeline.files import UNREADABLE
from kamigen.pipeline.verify import Inspection, Verdict
from kamigen.pipeline.verify import verify as verify_file


def verify(
    paths: Paths,
    game: GameOrPacks = None,
    cross_check: CrossCheck = Policy.AUTO,
    cross_check_seconds: CrossCheckSeconds = confirm.DEFAULT_SECONDS,
    seconds: Seconds = DEFAULT_SECONDS,
    nodes: Nodes = None,
    quick: Annotated[
        bool,
        typer.Option("--quick", help="Only check digests and replay stored actions of packs."),
    ] = False,
    jobs: Jobs = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Check what level files claim.

    Each par or solution is proven, and a second solver that shares no code
    confirms it. A level is proven (limit = par, or one solution), loose (limit
    above par: it can be won, with actions to spare), impossible, ambiguous (more
    solutions than one), malformed or undecided.

    A folder with a pack.json is a pack: its files are compared with that
    manifest, and all that it says of a level is replayed, proven and measured
    anew. What is not so is broken. With --quick nothing is proven: a pack is
    intact or broken, and a level that is in no pack stays undecided.

    Exit codes: 1 some level is impossible, ambiguous, malformed or broken; 2 a
    file cannot be read; 3 some level is undecided; 4 the solvers disagree.
    """
    from kamigen.pipeline.packs.inspect import Promised, check_pack, find_packs, inspect_level

    packs, files = find_packs(paths)
    chosen = chosen_game(game, files)
    budget = Budget(nodes, seconds)
    asked = Policy.NEVER if quick else cross_check
    verdicts: list[Verdict] = []

    def tell(verdict: Verdict) -> None:
        verdicts.append(verdict)
        typer.echo(json.dumps(_record(verdict)) if as_json else _line(verdict))

    for path in packs:
        verdict, entries = check_pack(path, quick=quick)
        tell(verdict)
        promised = [
            Promised(
                str(path.parent / entry.file), entry, budget, asked, cross_check_seconds, quick
            )
            for entry in entries
        ]
        for verdict in each(
            f"verifying {path.parent.name}",
            inspect_level,
            promised,
            processes(jobs, []),
            quiet=quiet,
        ):
            tell(verdict)
    if quick:
        # A lone level stores neither digest nor actions: there is nothing to look at quickly.
        budget = Budget(nodes=0)
    work = [Inspection(chosen.name, file, budget, asked, cross_check_seconds) for file in files]
    for verdict in each("verifying", verify_file, work, processes(jobs, files), quiet=quiet):
        tell(verdict)
    typer.echo(_summary(verdicts), err=as_json)
    leave(_code(verdict, asked) for verdict in verdicts)


def _code(verdict: Verdict, cross_check: Policy) -> Exit:
    if verdict.confirmation is Confirmation.DISAGREES:
        return Exit.DISAGREE
    match verdict.status:
        case Status.MALFORMED:
            unreadable = verdict.findings[0].code == UNREADABLE
            return Exit.UNUSABLE if unreadable else Exit.FAILED
        case Status.IMPOSSIBLE | Status.AMBIGUOUS | Status.BROKEN:
            return Exit.FAILED
        case Status.UNDECIDED:
            return Exit.UNDECIDED
    return Exit.UNDECIDED if cross_check.refuses(verdict.confirmation) else Exit.GOOD


def _line(verdict: Verdict) -> str:
    if verdict.status is Status.BROKEN:
        lines = [finding.located(verdict.file) for finding in verdict.findings]
        return "\n".join(f"{verdict.status:<10} {line}" for line in lines)
    if verdict.status is Status.INTACT:
        return f"{verdict.status:<10} {verdict.file}"
    if verdict.proof is None:
        return f"{verdict.status:<10} {verdict.complaint}"
    facts = [find_game(verdict.game).answer(verdict.proof)]
    if verdict.limit is not None:
        facts.append(f"limit {verdict.limit}")
    if verdict.confirmation is not Confirmation.NOT_ASKED:
        facts.append(f"cross-check: {verdict.confirmation}")
    return f"{verdict.status:<10} {verdict.file}: {', '.join(facts)}"


def _summary(verdicts: list[Verdict]) -> str:
    packs = [verdict for verdict in verdicts if verdict.is_pack]
    levels = [verdict for verdict in verdicts if not verdict.is_pack]
    summary = _statuses(levels, "level")
    if packs:
        summary = f"{_statuses(packs, 'pack')}; {summary}"
    said = Counter(verdict.confirmation for verdict in levels)
    asked = [f"{said[word]} {word}" for word in Confirmation if said[word]]
    return f"{summary}; cross-check: {', '.join(asked)}" if asked else summary


def _statuses(verdicts: list[Verdict], what: str) -> str:
    statuses = Counter(verdict.status for verdict in verdicts)
    parts = [f"{statuses[status]} {status}" for status in Status if statuses[status]]
    return f"{counted(len(verdicts), what)}: {', '.join(parts)}" if parts else f"no {what}s"


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
