"""Where work is done: here, or in several processes. The results are the same.

An engine applies a function to items and yields the results in the order of
the items. Functions and items are sent to other processes, so both are plain
top-level names and values.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


def default_jobs() -> int:
    """Return how many processes this machine has cores for."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run(function: Callable[[Item], Result], items: Sequence[Item], jobs: int) -> Iterator[Result]:
    """Yield function(item) for every item, in order, on up to `jobs` processes."""
    jobs = min(jobs, len(items))
    if jobs <= 1:
        yield from map(function, items)
        return
    executor = ProcessPoolExecutor(
        # A fresh interpreter a worker, on every platform: nothing leaks in by fork.
        jobs,
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_end_quietly_on_interrupt,
    )
    try:
        # Not `executor.map`: interrupted, it cancels what waits, and the executor's own
        # thread then trips over the cancelled futures with a traceback.
        waiting = deque(executor.submit(function, item) for item in items)
        while waiting:
            yield waiting.popleft().result()
    except BaseException:
        # Ctrl-C, or a caller who wants no more: nobody waits for unfinished levels.
        for worker in multiprocessing.active_children():
            worker.terminate()
        raise
    finally:
        executor.shutdown()


def _end_quietly_on_interrupt() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
