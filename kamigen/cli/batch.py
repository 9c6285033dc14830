"""Work over many levels: in parallel, in order, with progress while it goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from kamigen.cli.watch import Watch
from kamigen.pipeline.engines import default_jobs, run
from kamigen.pipeline.files import STDIN

Item = TypeVar("Item")
Result = TypeVar("Result")


def each(
    what: str,
    function: Callable[[Item], Result],
    items: Sequence[Item],
    jobs: int,
    *,
    quiet: bool,
) -> Iterator[Result]:
    """Yield function(item) for every item, in order; what is printed meanwhile finds room."""
    with Watch(what, len(items), quiet=quiet) as watch:
        for result in run(function, items, jobs):
            with watch.aside():
                yield result
            watch.step()


def processes(jobs: int | None, files: Sequence[str]) -> int:
    """Return how many processes to use; only this one can read the standard input."""
    return 1 if STDIN in files else jobs or default_jobs()
