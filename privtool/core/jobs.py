"""Applying a function to a stream of blocks in order, in this process or in several.

The same function handles a block wherever it runs, so the output does not depend on `jobs`, and
only a few blocks are in memory at a time.
"""

from __future__ import annotations

import functools
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.connection import Connection
from queue import Queue
from threading import Event, Thread
from typing import Any, TypeVar

from privtool.core.errors import PrivtoolError
from privtool.core.lines import Block

Result = TypeVar("Result")
Make = Callable[[], Callable[[Block], Result]]

_function: Callable[[], Any]  # gives a worker process its block function, made once


def map_blocks(
    make: Make[Result], blocks: Iterable[Block], jobs: int
) -> Generator[Result, None, None]:
    """Apply the function that `make` builds to every block, in order, in `jobs` processes.

    `make` is called once in every process, and must be picklable when `jobs` is over 1. Raises
    what `make`, the function and `blocks` raise, and `PrivtoolError` when a worker process is
    killed. Closing the generator ends the processes at once, as does the end of this process.
    """
    if jobs == 1:
        yield from map(make(), blocks)
        return
    context = multiprocessing.get_context("spawn")
    threads = max(1, (os.cpu_count() or 1) // jobs)
    lifeline, held = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(jobs, context, _start_worker, (make, threads, lifeline))
    waiting: Queue[Future[Result] | BaseException | None] = Queue(maxsize=2 * jobs)
    stop = Event()

    def feed() -> None:
        # A thread of its own, so that results come out while the next lines are awaited.
        try:
            for block in blocks:
                if stop.is_set():
                    return
                waiting.put(pool.submit(_work, block))
            waiting.put(None)
        except BaseException as error:
            waiting.put(error)

    try:
        with _interruption_held():  # else it would end the workers, loudly, as they start
            starts = [pool.submit(_prepare) for _ in range(jobs)]
        for start in starts:
            start.result()
        Thread(target=feed, daemon=True).start()
        while (item := waiting.get()) is not None:
            if isinstance(item, BaseException):
                raise item
            yield item.result()
        pool.shutdown()
    except BrokenProcessPool:
        raise PrivtoolError("a worker process died (out of memory?); try fewer --jobs") from None
    finally:
        stop.set()
        held.close()
        _let_go(pool)
        while not waiting.empty():  # lets a feeder that waits for room see the stop
            waiting.get_nowait()
        pool.shutdown(cancel_futures=True)
        lifeline.close()


def _let_go(pool: ProcessPoolExecutor) -> None:
    """Let the pool see that its workers, who are told to end, are gone.

    It holds both ends of the pipes to and from them, and would wait forever for the rest of a
    result that was cut short or, before Python 3.11.5, for the rest of a block to be taken.
    """
    given: Any = getattr(pool, "_call_queue", None)
    results: Any = getattr(pool, "_result_queue", None)
    if results is not None:
        results._writer.close()
    if given is not None and sys.version_info < (3, 11, 5):
        given._reader.close()


@contextmanager
def _interruption_held() -> Iterator[None]:
    """Keep Ctrl-C waiting, also for good in the processes that are started meanwhile."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start_worker(make: Make[Any], threads: int, lifeline: Connection) -> None:
    global _function
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent tells of an interruption
    os.environ["OMP_NUM_THREADS"] = str(threads)
    _function = functools.cache(make)
    Thread(target=_end_with, args=(lifeline,), daemon=True).start()


def _end_with(lifeline: Connection) -> None:
    """End this process as soon as the parent closes its end of the line, be it by its death."""
    lifeline.poll(None)
    os._exit(1)


def _prepare() -> None:
    _function()


def _work(block: Block) -> Any:
    return _function()(block)
