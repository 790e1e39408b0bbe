"""Applying a function to a stream of blocks in order, in this process or in several.

The same function handles a block wherever it runs, so the output does not depend on `jobs`, and
only a few blocks are in memory at a time.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from queue import Queue
from threading import Event, Thread
from typing import Any, TypeVar

from privtool.core.errors import PrivtoolError
from privtool.core.lines import Block

Result = TypeVar("Result")
Make = Callable[[], Callable[[Block], Result]]

_function: Any = None  # the block function of a worker process, made by its initialiser


def map_blocks(make: Make[Result], blocks: Iterable[Block], jobs: int) -> Iterator[Result]:
    """Apply the function that `make` builds to every block, in order, in `jobs` processes.

    `make` is called once in every process, and must be picklable when `jobs` is over 1. Raises
    what the function and `blocks` raise, and `PrivtoolError` when a worker process is killed.
    """
    if jobs == 1:
        yield from map(make(), blocks)
        return
    context = multiprocessing.get_context("spawn")
    threads = max(1, (os.cpu_count() or 1) // jobs)
    pool = ProcessPoolExecutor(jobs, context, _start_worker, (make, threads))
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

    Thread(target=feed, daemon=True).start()
    try:
        while (item := waiting.get()) is not None:
            if isinstance(item, BaseException):
                raise item
            yield item.result()
    except BrokenProcessPool:
        raise PrivtoolError("a worker process died (out of memory?); try fewer --jobs") from None
    finally:
        stop.set()
        while not waiting.empty():  # lets a feeder that waits for room see the stop
            waiting.get_nowait()
        pool.shutdown(wait=False, cancel_futures=True)


def _start_worker(make: Make[Any], threads: int) -> None:
    global _function
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent tells of an interruption
    os.environ["OMP_NUM_THREADS"] = str(threads)
    _function = make()


def _work(block: Block) -> Any:
    return _function(block)
