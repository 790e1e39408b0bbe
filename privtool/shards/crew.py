"""Giving shards to workers, wherever they are, and replacing those that die.

Says which shards to try next, and which have failed for good.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Generic, NamedTuple, Protocol, TypeVar

from privtool.core.errors import (
    DataError,
    ExitStatus,
    PrivtoolError,
    UnavailableError,
    UsageError,
    option,
)
from privtool.core.processes import WorkerDied


class Failure(NamedTuple):
    """Why a shard failed: an exit status and a message, which never quotes a record."""

    status: int
    reason: str


def failure_of(error: Exception) -> Failure:
    """Return an error as a failure. Of an unforeseen one only the type may be known."""
    if isinstance(error, PrivtoolError):
        return Failure(error.status, error.message)
    return Failure(ExitStatus.FAILED, f"internal error ({type(error).__name__})")


def error_of(failure: Failure) -> PrivtoolError:
    """Return a failure as the error that it was, for one that ends all work."""
    kinds = (UsageError, DataError, UnavailableError)
    kind = next((kind for kind in kinds if kind.status == failure.status), PrivtoolError)
    return kind(failure.reason)


class Attempts:
    """Shards that wait for a worker; each is tried again up to `retries` times.

    Bad data is bad data each time, so it is not tried again.
    """

    def __init__(self, shards: Iterable[int], retries: int) -> None:
        self._waiting, self._retries = deque(shards), retries
        self._tried: Counter[int] = Counter()
        self.failures: dict[int, Failure] = {}

    def next(self) -> int | None:
        """Return the shard to try next, None if none waits."""
        if not self._waiting:
            return None
        shard = self._waiting.popleft()
        self._tried[shard] += 1
        return shard

    def end(self, shard: int, failure: Failure | None) -> bool:
        """Note how an attempt ended; return whether the shard needs no other one."""
        if failure is None:
            return True
        if failure.status == ExitStatus.BAD_DATA or self._tried[shard] > self._retries:
            self.failures[shard] = failure
            return True
        self._waiting.append(shard)  # after the others: what is wrong may have passed by then
        return False

    @property
    def waiting(self) -> int:
        """How many shards wait for a worker."""
        return len(self._waiting)

    def tried(self, shard: int) -> int:
        return self._tried[shard]


Work = Callable[[int], Failure | None]
"""Works on the shard of a number; returns why it failed, if it did."""
MakeWork = Callable[[], Work]
Ended = Callable[[int], object]
"""Called with each shard that needs no other attempt."""

_MOST_DEAD_STARTS = 3
_DIED = Failure(ExitStatus.FAILED, "the worker process died (out of memory?)")


class Worker(Protocol):
    """A worker, which answers once when it can work, and then for each shard."""

    def ask(self, item: int) -> None:
        """Give it a shard. Raise `WorkerDied` for a dead one."""

    def answer(self) -> Failure | None:
        """Return an answer. Raise `WorkerDied`, and the error of a worker that cannot start."""

    def end(self) -> None:
        """End it, dead or alive."""


W = TypeVar("W", bound=Worker)


class Engine(Protocol[W]):
    """Starts workers and waits for them."""

    def start(self, number: int) -> W:
        """Start the worker of a number, without waiting for it."""
        ...

    def wait(self, workers: Sequence[W]) -> Sequence[W]:
        """Return workers that have answered or died, once there is one."""
        ...


class Crew(Generic[W]):
    """The workers by number, and the shard that each works on; None while it starts."""

    def __init__(self, engine: Engine[W], size: int) -> None:
        self._engine, self._size = engine, size
        self._idle: dict[int, W] = {}
        self._busy: dict[int, tuple[W, int | None]] = {}
        self._dead_starts = 0  # in a row

    def work(self, attempts: Attempts, ended: Ended) -> None:
        """Work on all shards.

        Raise the errors of workers that cannot start, and `PrivtoolError` if they keep dying
        before they are ready.
        """
        try:
            while self._hand_out(attempts):
                for number, worker, tried in self._ready():
                    failure = self._answer(number, worker, tried)
                    if tried is not None and attempts.end(tried, failure):
                        ended(tried)
        finally:
            for worker in [*self._idle.values(), *(worker for worker, _ in self._busy.values())]:
                worker.end()

    def _hand_out(self, attempts: Attempts) -> bool:
        """Give shards to idle workers, start others; return whether there is work left."""
        for number in range(self._size):
            if number in self._idle:
                if (shard := attempts.next()) is not None:
                    self._ask(number, self._idle.pop(number), shard)
            elif number not in self._busy and attempts.waiting > self._starting + len(self._idle):
                self._busy[number] = self._engine.start(number), None
        return attempts.waiting > 0 or self._starting < len(self._busy)

    @property
    def _starting(self) -> int:
        return sum(shard is None for _, shard in self._busy.values())

    def _ask(self, number: int, worker: W, shard: int) -> None:
        with suppress(WorkerDied):  # then the answer says so
            worker.ask(shard)
        self._busy[number] = worker, shard

    def _ready(self) -> list[tuple[int, W, int | None]]:
        """Wait, and take the workers that have answered or died out of the busy ones."""
        ready = self._engine.wait([worker for worker, _ in self._busy.values()])
        found = [(n, *pair) for n, pair in self._busy.items() if pair[0] in ready]
        for number, _, _ in found:
            del self._busy[number]
        return found

    def _answer(self, number: int, worker: W, shard: int | None) -> Failure | None:
        """Take an answer: the worker is idle then. A dead one is forgotten."""
        try:
            failure = worker.answer()
        except WorkerDied:
            worker.end()
            self._dead_starts += shard is None
            if self._dead_starts > _MOST_DEAD_STARTS:
                raise PrivtoolError(
                    "worker processes die during start-up (out of memory?); try fewer "
                    f"{option('workers')}"
                ) from None
            return _DIED
        self._dead_starts = 0
        self._idle[number] = worker
        return failure
