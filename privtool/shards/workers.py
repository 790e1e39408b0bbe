"""Giving shards to workers: processes of this machine, or actors of a Ray cluster.

Says which shards to try next, and which have failed for good; workers that die are replaced.

Nothing passes through Ray but the path of the run's folder, numbers of shards and reasons for
failures. Records, keys and options stay in files, so that neither Ray's object store nor its logs
and dashboard can hold them. Actors never raise: Ray logs the message of an error.
"""

from __future__ import annotations

import logging
import os
import secrets
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing.connection import wait
from typing import Any, NamedTuple, TypeAlias

from privtool.core.errors import (
    DataError,
    ExitStatus,
    PrivtoolError,
    UnavailableError,
    UsageError,
    option,
    reason_of,
)
from privtool.core.processes import WorkerDied, WorkerProcess, process_context, signals_blocked


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
    """Shards `waiting` for a worker, and how often each was `tried`: up to `retries` times again.

    Bad data is bad data each time, so it is not tried again.
    """

    def __init__(self, shards: Iterable[int], retries: int) -> None:
        self.waiting, self._retries = deque(shards), retries
        self.tried: Counter[int] = Counter()
        self.failures: dict[int, Failure] = {}

    def next(self) -> int | None:
        """Return the shard to try next, None if none waits."""
        if not self.waiting:
            return None
        shard = self.waiting.popleft()
        self.tried[shard] += 1
        return shard

    def end(self, shard: int, failure: Failure | None) -> bool:
        """Note how an attempt ended; return whether the shard needs no other one."""
        if failure is None:
            return True
        if failure.status == ExitStatus.BAD_DATA or self.tried[shard] > self._retries:
            self.failures[shard] = failure
            return True
        self.waiting.append(shard)  # after the others: what is wrong may have passed by then
        return False


Work = Callable[[int], Failure | None]
"""Works on the shard of a number; returns why it failed, if it did."""
MakeWork = Callable[[], Work]
Ended = Callable[[int], object]
"""Called with each shard that needs no other attempt."""

_MOST_DEAD_STARTS = 3
_DIED = Failure(ExitStatus.FAILED, "the worker process died (out of memory?)")

Worker: TypeAlias = "WorkerProcess[int, Failure | None] | _Actor"
"""It answers once when it can work, and then for each shard that it is asked for.

`answer` raises `WorkerDied` for a dead one, and the error of one that cannot start.
"""


class Crew:
    """The workers by number, and the shard that each works on; None while it starts."""

    def __init__(self, engine: LocalEngine | RayEngine, size: int) -> None:
        self._engine, self._size = engine, size
        self._idle: dict[int, Worker] = {}
        self._busy: dict[int, tuple[Worker, int | None]] = {}
        self._dead_starts = 0  # in a row

    def work(self, attempts: Attempts, ended: Ended) -> None:
        """Work on all shards.

        Raise the errors of workers that cannot start, and `PrivtoolError` if they keep dying
        before they are ready.
        """
        try:
            while self._hand_out(attempts):
                ready = self._engine.wait([worker for worker, _ in self._busy.values()])
                answered = [number for number, (worker, _) in self._busy.items() if worker in ready]
                for number in answered:
                    worker, tried = self._busy.pop(number)
                    failure = self._answer(number, worker, tried)
                    if tried is not None and attempts.end(tried, failure):
                        ended(tried)
        finally:
            for worker in [*self._idle.values(), *(worker for worker, _ in self._busy.values())]:
                worker.end()

    def _hand_out(self, attempts: Attempts) -> bool:
        """Give shards to idle workers, start others; return whether there is work left."""
        for number in range(self._size):
            waiting = len(attempts.waiting)
            if number in self._idle:
                if (shard := attempts.next()) is not None:
                    worker = self._idle.pop(number)
                    with suppress(WorkerDied):  # then the answer says so
                        worker.ask(shard)
                    self._busy[number] = worker, shard
            elif number not in self._busy and waiting > self._starting + len(self._idle):
                self._busy[number] = self._engine.start(number), None
        return bool(attempts.waiting) or self._starting < len(self._busy)

    @property
    def _starting(self) -> int:
        return sum(shard is None for _, shard in self._busy.values())

    def _answer(self, number: int, worker: Worker, shard: int | None) -> Failure | None:
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


class LocalEngine:
    """Starts processes that call `make` once each, and waits for them."""

    def __init__(self, make: MakeWork, workers: int, gpus_per_worker: float) -> None:
        self._make, self._workers, self._gpus = make, workers, gpus_per_worker

    def start(self, number: int) -> Worker:
        """Start the worker of a number, without waiting for it."""
        make = partial(_with_gpus, self._make, number, self._gpus)
        context = process_context()
        with signals_blocked(context):  # else they would end a starting process with a traceback
            try:
                return WorkerProcess(context, make, self._workers)
            except OSError as error:
                raise PrivtoolError(
                    f"{self._workers} processes cannot be started ({reason_of(error)}); try fewer "
                    f"{option('workers')}"
                ) from None

    def wait(self, workers: Sequence[Worker]) -> Sequence[Worker]:
        """Return workers that have answered or died, once there is one."""
        ready = set(wait([worker.answers for worker in workers]))
        return [worker for worker in workers if worker.answers in ready]


def _with_gpus(make: MakeWork, number: int, gpus_per_worker: float) -> Work:
    """Do as `make` in a worker that sees its own GPUs alone; all if none are counted."""
    if gpus_per_worker:
        first = int(number * gpus_per_worker)
        visible = range(first, first + max(1, int(gpus_per_worker)))
        os.environ["CUDA_VISIBLE_DEVICES"] = ",".join(map(str, visible))
    return make()


_ADDRESS, _TOKEN, _ALONE = "RAY_ADDRESS", "RAY_AUTH_TOKEN", "local"
# Ray reads these settings as it is imported. With a list of our shards it would wait for a quarter
# of a second when it disconnects.
_SETTINGS = {"RAY_task_events_report_interval_ms": "0"}
# Without them it reports usage over the network, and lets anyone in who reaches its ports.
_SETTINGS_ALONE = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_AUTH_MODE": "token"}


class ShardActor:
    """An actor that calls `make` once, then works on shards."""

    def __init__(self, make: MakeWork) -> None:
        self._make = make

    def ready(self) -> Failure | None:
        """Get ready to work; return why that failed, if it did."""
        try:
            self._work = self._make()
        except Exception as error:
            return failure_of(error)
        return None

    def work(self, shard: int) -> Failure | None:
        """Work on a shard; return why it failed, if it did."""
        return self._work(shard)


class _Actor:
    """A worker that is an actor; `answers` is the reference to its next answer."""

    def __init__(self, ray: Any, handle: Any) -> None:
        self._ray, self._handle, self._started = ray, handle, False
        self.answers = handle.ready.remote()

    def ask(self, item: int) -> None:
        self.answers = self._handle.work.remote(item)

    def answer(self) -> Failure | None:
        """Receive an answer. Raise `PrivtoolError` for an actor that cannot work."""
        try:
            failure: Failure | None = self._ray.get(self.answers)
        except self._ray.exceptions.RayError:
            raise WorkerDied from None
        if failure is not None and not self._started:
            raise error_of(failure)
        self._started = True
        return failure

    def end(self) -> None:
        self._ray.kill(self._handle)


class RayEngine:
    """Does the same with actors on any node."""

    def __init__(self, make: MakeWork, gpus_per_worker: float) -> None:
        import ray

        self._ray, self._make = ray, make
        self._actors = ray.remote(
            num_cpus=1, num_gpus=gpus_per_worker, max_restarts=0, max_task_retries=0
        )(ShardActor)

    def start(self, number: int) -> Worker:  # noqa: ARG002
        return _Actor(self._ray, self._actors.remote(self._make))

    def wait(self, workers: Sequence[Worker]) -> Sequence[Worker]:
        ready, _ = self._ray.wait([worker.answers for worker in workers])
        return [worker for worker in workers if worker.answers in ready]


@contextmanager
def ray_cluster() -> Iterator[int]:
    """Connect to the cluster that RAY_ADDRESS names, else start one on this machine.

    Yield the number of its CPUs. Raise `UnavailableError` without Ray or the cluster.
    """
    address, settings, alone = os.environ.get(_ADDRESS, _ALONE), _SETTINGS, dict[str, Any]()
    if address == _ALONE:
        alone = {"include_dashboard": False}
        settings = _SETTINGS | _SETTINGS_ALONE
        os.environ.setdefault(_TOKEN, secrets.token_hex(32))  # else a file that others can read
    for name, value in settings.items():
        os.environ.setdefault(name, value)
    try:
        import ray
    except ImportError:
        raise UnavailableError("ray is not installed: pip install 'privtool[ray]'") from None
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR, **alone)
    except Exception as error:
        raise UnavailableError(
            f"the Ray cluster cannot be reached ({type(error).__name__})"
        ) from None
    try:
        yield int(ray.cluster_resources().get("CPU", 1))
    finally:
        ray.shutdown()
