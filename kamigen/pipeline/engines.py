"""Where work is done: here, in several processes, or on a cluster. The results are the same.

An engine applies a function to items and yields each result, with the number
of its item, as soon as it is there. Functions and items are sent to other
processes, so both are plain top-level names and values. A worker that is lost
costs only the item at hand, which another one takes up.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from multiprocessing.connection import wait as wait_for_end
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from kamigen.errors import EngineError

if TYPE_CHECKING:
    from distributed import Client

Item = TypeVar("Item")
Result = TypeVar("Result")

# Items that wait in the pool for each worker: none is idle, and little is held in memory.
_QUEUED_PER_WORKER = 2

# Losing workers so often in a row, without one result between, is no accident.
_MOST_LOSSES = 3

_SECONDS_TO_CONNECT = 10


class Engine(Protocol):
    """Does work somewhere."""

    def each_finished(
        self, function: Callable[[Item], Result], items: Sequence[Item]
    ) -> Generator[tuple[int, Result]]:
        """Yield (i, function(items[i])) for every item, in the order in which they finish."""


class Local:
    """Up to `jobs` processes of this machine; this process itself, if one is enough."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs

    def each_finished(
        self, function: Callable[[Item], Result], items: Sequence[Item]
    ) -> Generator[tuple[int, Result]]:
        """Yield numbered results as they finish; start new workers for those that are lost."""
        jobs = min(self._jobs, len(items))
        if jobs <= 1:
            yield from enumerate(map(function, items))
            return
        unfinished = dict(enumerate(items))
        losses = 0
        while unfinished:
            try:
                with closing(_pooled(function, unfinished, jobs)) as results:
                    for number, result in results:
                        del unfinished[number]
                        losses = 0
                        yield number, result
            except BrokenProcessPool as error:
                losses += 1
                if losses == _MOST_LOSSES:
                    raise EngineError(
                        f"{losses} times in a row a worker process was killed or crashed; "
                        "perhaps there is too little memory for so many --jobs"
                    ) from error


class Dask:
    """The workers of a Dask cluster, by the address of its scheduler."""

    def __init__(self, scheduler: str) -> None:
        self._scheduler = scheduler

    def each_finished(
        self, function: Callable[[Item], Result], items: Sequence[Item]
    ) -> Generator[tuple[int, Result]]:
        """Yield numbered results as they finish; the scheduler gives lost items to others."""
        with self._connected() as client:
            from distributed import KilledWorker, as_completed

            numbers = {}
            waiting: Any = as_completed(loop=client.loop)
            for number, item in enumerate(items):
                # Pure functions of equal items would be done once and answered once.
                future = client.submit(function, item, pure=False, priority=-number)
                numbers[future.key] = number
                waiting.add(future)
                del future  # the cluster holds a result as long as a name for it is left
            for future in waiting:
                try:
                    result = future.result()
                except (KilledWorker, CancelledError, OSError) as error:
                    raise EngineError(
                        f"{self._scheduler}: the cluster lost a level: {error}"
                    ) from error
                number = numbers.pop(future.key)
                future.release()
                yield number, result

    def _connected(self) -> Client:
        try:
            from distributed import Client
        except ImportError as error:
            raise EngineError(
                "a Dask cluster needs the extra packages of kamigen[cluster]"
            ) from error
        try:
            return Client(self._scheduler, timeout=_SECONDS_TO_CONNECT, set_as_default=False)
        # What is no address at all is a ValueError, an unknown protocol too.
        except (OSError, ValueError) as error:
            raise EngineError(f"{self._scheduler}: no Dask scheduler answers there") from error


def default_jobs() -> int:
    """Return how many processes this machine has cores for."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run(function: Callable[[Item], Result], items: Sequence[Item], jobs: int) -> Iterator[Result]:
    """Yield function(item) for every item, in order, on up to `jobs` processes."""
    early: dict[int, Result] = {}
    following = 0
    with closing(Local(jobs).each_finished(function, items)) as results:
        for number, result in results:
            early[number] = result
            while following in early:
                yield early.pop(following)
                following += 1


class _Workers(SpawnContext):
    """Starts fresh interpreters, so that nothing leaks in by fork, and remembers them."""

    def __init__(self) -> None:
        super().__init__()
        self._started: list[SpawnProcess] = []

    def Process(self, *arguments: Any, **options: Any) -> SpawnProcess:  # type: ignore[override]  # noqa: N802
        process = SpawnProcess(*arguments, **options)
        self._started.append(process)
        return process

    def end(self) -> None:
        for process in self._started:
            if process.pid is not None:
                process.terminate()


def _pooled(
    function: Callable[[Item], Result], items: Mapping[int, Item], jobs: int
) -> Generator[tuple[int, Result]]:
    """Yield numbered results from one pool; a lost worker breaks it."""
    workers = _Workers()
    executor = ProcessPoolExecutor(jobs, mp_context=workers, initializer=_become_a_worker)
    numbers = iter(list(items))
    running: dict[Future[Result], int] = {}

    def submit() -> None:
        number = next(numbers, None)
        if number is not None:
            running[executor.submit(function, items[number])] = number

    try:
        for _ in range(jobs * _QUEUED_PER_WORKER):
            submit()
        while running:
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                number = running.pop(future)
                result = future.result()
                submit()
                yield number, result
        executor.shutdown()
    except BaseException:
        # Ctrl-C, a lost worker, or a caller who wants no more: nobody waits for unfinished
        # items. Without its workers the pool gives them up by itself; were they cancelled
        # first, its thread would stumble over them.
        workers.end()
        executor.shutdown()
        raise


def _become_a_worker() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    threading.Thread(target=_end_with_the_parent, daemon=True).start()


def _end_with_the_parent() -> None:
    """End this process when its parent is gone; kill -9 gives the parent no time to do it."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait_for_end([parent.sentinel])
        os._exit(1)
