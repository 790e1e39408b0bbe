"""Applying a function to a stream of blocks in order in several processes."""

from __future__ import annotations

import fcntl
import multiprocessing
import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.util import register_after_fork
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from privtool.core.errors import PrivtoolError, option, reason_of
from privtool.core.reading import Block
from privtool.core.resources import share_cpus

if TYPE_CHECKING:
    from multiprocessing.context import ForkContext, SpawnContext

    Context = ForkContext | SpawnContext

_BLOCKS_FOR_EACH = 2  # one to work on and one that waits, so that no process does
_PIPE_BYTES = 1 << 20
_WITH_THREADS = {"numpy", "onnxruntime", "torch"}

Item = TypeVar("Item")
Result = TypeVar("Result")
_Queued = TypeVar("_Queued")
Make = Callable[[], Callable[[Item], Result]]


class WorkerDied(PrivtoolError):  # noqa: N818
    """A process that does the work of this one has ended before its work was done."""

    def __init__(self) -> None:
        super().__init__(f"a worker process died (out of memory?); try fewer {option('jobs')}")


def map_in_processes(
    make: Make[Block, Result], blocks: Iterable[Block], jobs: int
) -> Generator[Result, None, None]:
    """Apply a function to blocks in other processes, see `pipeline.map_blocks`."""
    context = process_context()
    with signals_blocked(context):  # else they would end starting workers with a traceback
        workers = _start_workers(context, make, jobs)
    free: SimpleQueue[WorkerProcess[Block, Result] | None] = SimpleQueue()
    pending: SimpleQueue[WorkerProcess[Block, Result] | BaseException | None] = SimpleQueue()

    def feed() -> None:
        # In a thread, so that results are yielded while the next lines are awaited.
        try:
            for block in blocks:
                if (worker := free.get()) is None:
                    return
                worker.ask(block)
                pending.put(worker)
            pending.put(None)
        except BaseException as error:
            pending.put(error)

    try:
        for worker in workers:
            worker.answer()  # that it is ready
        for worker in workers * _BLOCKS_FOR_EACH:
            free.put(worker)
        threading.Thread(target=feed, daemon=True).start()
        while (item := _next_of(pending)) is not None:
            if isinstance(item, BaseException):
                raise item
            answer = item.answer()
            free.put(item)
            yield answer
    finally:
        free.put(None)
        for worker in workers:
            worker.end()


def _next_of(queue: SimpleQueue[_Queued]) -> _Queued:
    """Wait for the next item; a signal that came just before a wait is handled after a second."""
    while True:
        with suppress(Empty):
            return queue.get(timeout=1)


class WorkerProcess(Generic[Item, Result]):
    """A process and its pipes, which no other process shares, so that they close if it dies.

    It answers items, such as blocks, in order. `answers` becomes readable with an answer, or when
    the process dies.
    """

    def __init__(self, context: Context, make: Make[Item, Result], jobs: int) -> None:
        blocks, self._blocks = _enlarge_pipe(context.Pipe(duplex=False))
        self.answers, answers = _enlarge_pipe(context.Pipe(duplex=False))
        for end in (self._blocks, self.answers):  # in this worker and later ones
            register_after_fork(end, Connection.close)
        self._process = context.Process(
            target=_serve, args=(make, jobs, blocks, answers), daemon=True
        )
        self._process.start()
        blocks.close()
        answers.close()

    def ask(self, item: Item) -> None:
        """Send an item. Raise `WorkerDied` if the process is dead."""
        try:
            # Not `send`: if it fails, Python 3.13 reports a buffer that it has left open.
            self._blocks.send_bytes(pickle.dumps(item))
        except OSError:
            raise WorkerDied from None

    def answer(self) -> Result:
        """Return the result of the oldest item without an answer; the first says that it is ready.

        Raise the error of its function, and `WorkerDied` if the process is dead.
        """
        try:
            answer = self.answers.recv()
        except (EOFError, OSError):
            raise WorkerDied from None
        if isinstance(answer, BaseException):
            raise answer
        return answer  # type: ignore[no-any-return]

    def end(self) -> None:
        """End the process at once."""
        self._process.kill()
        self._process.join()


def _start_workers(
    context: Context, make: Make[Block, Result], jobs: int
) -> list[WorkerProcess[Block, Result]]:
    """Start the workers. Raise `PrivtoolError`, with none left, if the system refuses."""
    workers: list[WorkerProcess[Block, Result]] = []
    try:
        for _ in range(jobs):
            workers.append(WorkerProcess(context, make, jobs))
    except OSError as error:
        for worker in workers:
            worker.end()
        raise PrivtoolError(
            f"{jobs} processes cannot be started ({reason_of(error)}); try fewer {option('jobs')}"
        ) from None
    return workers


def _enlarge_pipe(ends: tuple[Connection, Connection]) -> tuple[Connection, Connection]:
    """Return the pipe, enlarged to hold whole blocks if the system allows it."""
    with suppress(AttributeError, OSError):
        fcntl.fcntl(ends[0].fileno(), fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
    return ends


def process_context() -> Context:
    """Return a context that forks if that is safe, as it is faster than spawning.

    A fork lacks the threads of the original, which may hold locks, and cannot change the number of
    threads of a loaded library.
    """
    if sys.platform == "linux" and has_no_threads():
        return multiprocessing.get_context("fork")
    return multiprocessing.get_context("spawn")


def has_no_threads() -> bool:
    """Return whether this process has one thread, and no library that may start others."""
    return threading.active_count() == 1 and _WITH_THREADS.isdisjoint(sys.modules)


@contextmanager
def signals_blocked(context: Context) -> Iterator[None]:
    """Block the signals that end a process, also in the processes started meanwhile."""
    if context.get_start_method() == "spawn":  # a fork needs no tracker
        from multiprocessing import resource_tracker

        resource_tracker.ensure_running()  # else a worker starts it, and it unblocks Ctrl-C
    ending = {signal.SIGHUP, signal.SIGINT, signal.SIGTERM}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ending)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(make: Make[Any, Any], jobs: int, blocks: Connection, answers: Connection) -> None:
    """Report that the function is ready, then answer blocks until the pipe closes."""
    for number in (signal.SIGHUP, signal.SIGINT):  # the parent reports it
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # and removes unfinished files
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGHUP, signal.SIGTERM})
    share_cpus(jobs)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        function = make()
        answers.send(None)
        while True:
            item = blocks.recv()
            try:
                answer = function(item)
            except Exception as error:
                answer = _picklable_error(error)
            answers.send(answer)
    except (EOFError, BrokenPipeError):
        return
    except Exception as error:
        answers.send(_picklable_error(error))


def _picklable_error(error: Exception) -> Exception:
    """Return the error, or one with its type if it cannot be pickled."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(type(error).__name__)
    return error


def _end_with_parent() -> None:
    """End this process as soon as its parent has ended."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
    os._exit(1)
