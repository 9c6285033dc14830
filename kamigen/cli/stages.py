"""Progress of a pack: a bar a stage for people, a line now and then for logs."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Self

from kamigen.cli.words import reasons, span_in_words

if TYPE_CHECKING:
    from types import TracebackType

    from rich.live import Live
    from rich.progress import Progress, TaskID
    from rich.text import Text

    from kamigen.pipeline.packs.produce import Standing

_SECONDS_PER_LINE = 10.0


class StageWatch:
    """Shows how far each stage is, the rate, the rejects and the time left."""

    def __init__(self, stages: Mapping[str, int], *, quiet: bool) -> None:
        self._stages = stages
        self._quiet = quiet
        self._bars: _Bars | None = None
        self._last_line = time.monotonic()

    def __enter__(self) -> Self:
        if not self._quiet and sys.stderr.isatty():
            self._bars = _Bars(self._stages)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bars is not None:
            self._bars.stop()

    def show(self, standing: Standing) -> None:
        """Show a new standing."""
        if self._bars is not None:
            self._bars.show(standing)
            return
        now = time.monotonic()
        if not self._quiet and now - self._last_line >= _SECONDS_PER_LINE:
            self._last_line = now
            print(f"kamigen: {_line(standing)}", file=sys.stderr)


class _Bars:
    """A bar for every stage and one for all; the pace has the lines below to itself."""

    def __init__(self, stages: Mapping[str, int]) -> None:
        from rich.console import Console, Group
        from rich.live import Live
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeElapsedColumn,
        )
        from rich.text import Text

        self._progress: Progress = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
        )
        self._rows: dict[str, TaskID] = {
            stage: self._progress.add_task(stage, total=levels) for stage, levels in stages.items()
        }
        self._all: TaskID = self._progress.add_task("all", total=sum(stages.values()))
        self._note: Text = Text()
        self._live: Live = Live(
            Group(self._progress, self._note),
            console=Console(stderr=True),
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._live.start()

    def show(self, standing: Standing) -> None:
        for stage, row in self._rows.items():
            self._progress.update(row, completed=standing.done[stage])
        self._progress.update(self._all, completed=sum(standing.done.values()))
        self._note.plain = _pace(standing)

    def stop(self) -> None:
        self._live.stop()


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
