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
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from privtool.core.errors import PrivtoolError, option, reason_of
from privtool.core.reading import Block

if TYPE_CHECKING:
    from multiprocessing.context import ForkContext, SpawnContext

    Context = ForkContext | SpawnContext

_BLOCKS_FOR_EACH = 2  # one to work on and one that waits, so that no process does
_PIPE_BYTES = 1 << 20
_WITH_THREADS = {"numpy", "torch"}

Result = TypeVar("Result")
Make = Callable[[], Callable[[Block], Result]]


def map_in_processes(
    make: Make[Result], blocks: Iterable[Block], jobs: int
) -> Generator[Result, None, None]:
    """What `parallel.map_blocks` says, in other processes."""
    context = _context()
    with _interruption_held(context):  # else it would end the workers, loudly, as they start
        workers = _started(context, make, jobs)
    free: SimpleQueue[_Worker[Result] | None] = SimpleQueue()
    asked: SimpleQueue[_Worker[Result] | BaseException | None] = SimpleQueue()

    def feed() -> None:
        # A thread of its own, so that results come out while the next lines are awaited.
        try:
            for block in blocks:
                if (worker := free.get()) is None:
                    return
                worker.ask(block)
                asked.put(worker)
            asked.put(None)
        except BaseException as error:
            asked.put(error)

    try:
        for worker in workers:
            worker.answer()  # that it is ready
        for worker in workers * _BLOCKS_FOR_EACH:
            free.put(worker)
        threading.Thread(target=feed, daemon=True).start()
        while (item := asked.get()) is not None:
            if isinstance(item, BaseException):
                raise item
            answer = item.answer()
            free.put(item)
            yield answer
    finally:
        free.put(None)
        for worker in workers:
            worker.end()


class _Worker(Generic[Result]):
    """A process and the lines to it, which no other process shares: if it dies, they end.

    It answers blocks in the order in which it was asked.
    """

    def __init__(self, context: Context, make: Make[Result], jobs: int) -> None:
        blocks, self._blocks = _enlarge_pipe(context.Pipe(duplex=False))
        self._answers, answers = _enlarge_pipe(context.Pipe(duplex=False))
        for ours in (self._blocks, self._answers):  # in this worker and those after it
            register_after_fork(ours, Connection.close)
        threads = max(1, (os.cpu_count() or 1) // jobs)
        self._process = context.Process(
            target=_serve, args=(make, threads, blocks, answers), daemon=True
        )
        self._process.start()
        blocks.close()
        answers.close()

    def ask(self, block: Block) -> None:
        """Give it a block to work on. Raises `PrivtoolError` if it is dead."""
        try:
            # Not `send`: when it fails, Python 3.13 complains of a buffer that it leaves behind.
            self._blocks.send_bytes(pickle.dumps(block))
        except OSError:
            raise _died() from None

    def answer(self) -> Result:
        """What it makes of the oldest block without an answer.

        Raises what its function raised, and `PrivtoolError` if it is dead.
        """
        try:
            answer = self._answers.recv()
        except (EOFError, OSError):
            raise _died() from None
        if isinstance(answer, BaseException):
            raise answer
        return answer  # type: ignore[no-any-return]

    def end(self) -> None:
        """End the process at once."""
        self._process.kill()
        self._process.join()


def _started(context: Context, make: Make[Result], jobs: int) -> list[_Worker[Result]]:
    """So many workers. Raises `PrivtoolError`, with none left, where the system does not do it."""
    workers: list[_Worker[Result]] = []
    try:
        for _ in range(jobs):
            workers.append(_Worker(context, make, jobs))
    except OSError as error:
        for worker in workers:
            worker.end()
        raise PrivtoolError(
            f"{jobs} processes cannot be started ({reason_of(error)}); try fewer {option('jobs')}"
        ) from None
    return workers


def _enlarge_pipe(ends: tuple[Connection, Connection]) -> tuple[Connection, Connection]:
    """A pipe that takes whole blocks where the system allows it: no side waits to write."""
    with suppress(AttributeError, OSError):
        fcntl.fcntl(ends[0].fileno(), fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
    return ends


def _context() -> Context:
    """Starts a process as a copy of this one where that is safe, as it takes no time.

    A copy has none of the threads of the original, whatever locks they hold, and libraries that
    compute in threads have settled how many.
    """
    alone = threading.active_count() == 1 and _WITH_THREADS.isdisjoint(sys.modules)
    if sys.platform == "linux" and alone:
        return multiprocessing.get_context("fork")
    return multiprocessing.get_context("spawn")


def _died() -> PrivtoolError:
    return PrivtoolError(f"a worker process died (out of memory?); try fewer {option('jobs')}")


@contextmanager
def _interruption_held(context: Context) -> Iterator[None]:
    """Keep what ends a process waiting, also in the processes that are started meanwhile."""
    if context.get_start_method() == "spawn":  # a copy of this process needs no tracker
        from multiprocessing import resource_tracker

        resource_tracker.ensure_running()  # else a worker starts it, and it lets Ctrl-C go
    ending = {signal.SIGHUP, signal.SIGINT, signal.SIGTERM}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ending)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(make: Make[Any], threads: int, blocks: Connection, answers: Connection) -> None:
    """Answer that all is ready, then each block, until the line ends."""
    for number in (signal.SIGHUP, signal.SIGINT):  # the parent tells of it
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # and takes away unfinished files
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGHUP, signal.SIGTERM})
    os.environ["OMP_NUM_THREADS"] = str(threads)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        function = make()
        answers.send(None)
        while True:
            answers.send(_answer(function, blocks.recv()))
    except (EOFError, BrokenPipeError):
        return
    except Exception as error:
        answers.send(_picklable_error(error))


def _answer(function: Callable[[Block], Any], block: Block) -> Any:
    try:
        return function(block)
    except Exception as error:
        return _picklable_error(error)


def _picklable_error(error: Exception) -> Exception:
    """The error, or one that tells its kind where it cannot be sent itself."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(type(error).__name__)
    return error


def _end_with_parent() -> None:
    """End this process as soon as the one that started it is gone, whatever it is at."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
    os._exit(1)
