"""Progress of a pack: a bar a stage for people, a line now and then for logs."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Self

from kamigen.cli.words import reasons, span_in_words

if TYPE_CHECKING:
    from types import TracebackType

    from rich.progress import Progress, TaskID

    from kamigen.pipeline.packs.produce import Standing

_SECONDS_PER_LINE = 10.0


class StageWatch:
    """Shows how far each stage is, the rate, the rejects and the time left."""

    def __init__(self, stages: Mapping[str, int], *, quiet: bool) -> None:
        self._stages = stages
        self._quiet = quiet
        self._bar: Progress | None = None
        self._rows: dict[str, TaskID] = {}
        self._last_line = time.monotonic()

    def __enter__(self) -> Self:
        if not self._quiet and sys.stderr.isatty():
            self._bar = _bars()
            width = max(map(len, self._stages))
            for stage, levels in self._stages.items():
                self._rows[stage] = self._bar.add_task(stage.ljust(width), total=levels, note="")
            self._rows[""] = self._bar.add_task("all", total=sum(self._stages.values()), note="")
            self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def show(self, standing: Standing) -> None:
        """Show a new standing."""
        if self._bar is not None:
            for stage in self._stages:
                self._bar.update(self._rows[stage], completed=standing.done[stage])
            done = sum(standing.done.values())
            self._bar.update(self._rows[""], completed=done, note=_pace(standing))
            return
        now = time.monotonic()
        if not self._quiet and now - self._last_line >= _SECONDS_PER_LINE:
            self._last_line = now
            print(f"kamigen: {_line(standing)}", file=sys.stderr)


def _line(standing: Standing) -> str:
    done, total = sum(standing.done.values()), sum(standing.stages.values())
    stages = ", ".join(
        f"{stage} {standing.done[stage]} of {levels}" for stage, levels in standing.stages.items()
    )
    return f"{done} of {total} levels ({stages}); {_pace(standing)}"


def _pace(standing: Standing) -> str:
    """Rate, time left and rejects, as far as they are known."""
    words = []
    left = sum(standing.stages.values()) - sum(standing.done.values())
    if standing.made and standing.seconds:
        rate = standing.made / standing.seconds
        words.append(f"{rate:.3g} a second, {span_in_words(left / rate)} left")
    if standing.rejected:
        words.append(reasons(standing.rejected))
    return "; ".join(words)


def _bars() -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[note]}", markup=False),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
