"""Progress on the standard error: a bar for people, a line now and then for logs.

The standard output belongs to the data. When both are the same terminal the
bar steps aside while a line of data is printed.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from types import TracebackType

    from rich.progress import Progress

_SECONDS_PER_LINE = 10.0


class Watch:
    """Counts levels done of a total and shows it, unless it shall be quiet."""

    def __init__(self, what: str, total: int, *, quiet: bool) -> None:
        self._what = what
        self._total = total
        self._done = 0
        self._quiet = quiet
        self._bar: Progress | None = None
        self._last_line = time.monotonic()

    def __enter__(self) -> Self:
        if not self._quiet and sys.stderr.isatty():
            self._bar = _bar(self._what, self._total)
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

    def step(self) -> None:
        """Count one more level as done."""
        self._done += 1
        if self._bar is not None:
            self._bar.update(self._bar.task_ids[0], completed=self._done)
        else:
            self._line(f"{self._what}: {self._done} of {self._total}")

    def note(self, text: str) -> None:
        """Tell what is going on inside the level at hand."""
        if self._bar is not None:
            self._bar.update(self._bar.task_ids[0], description=f"{self._what}: {text}")
        else:
            self._line(f"{self._what}: {text}")

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Make room for a line of data on the terminal."""
        if self._bar is None:
            yield
            return
        self._bar.stop()
        try:
            yield
        finally:
            self._bar.start()

    def _line(self, text: str) -> None:
        now = time.monotonic()
        if not self._quiet and now - self._last_line >= _SECONDS_PER_LINE:
            self._last_line = now
            print(f"kamigen: {text}", file=sys.stderr)


def _bar(what: str, total: int) -> Progress:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        SpinnerColumn,
        TextColumn,
        TimeElapsedColumn,
    )

    bar = Progress(
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
        # Rich would send the data to the standard error, where the bar is.
        redirect_stdout=False,
        redirect_stderr=False,
    )
    bar.add_task(what, total=total)
    return bar
