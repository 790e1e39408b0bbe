"""Working on shards in processes of this machine, which are replaced when they die."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from multiprocessing.connection import wait

from privtool.core.errors import ExitStatus, PrivtoolError, option
from privtool.core.processes import WorkerDied, WorkerProcess, process_context, signals_blocked
from privtool.shards.attempts import Attempts, Failure

Work = Callable[[int], Failure | None]
"""Works on the shard of a number; returns why it failed, if it did."""
MakeWork = Callable[[], Work]
Ended = Callable[[int], None]
"""Called with each shard that needs no other attempt."""

_MOST_DEAD_STARTS = 3
_DIED = Failure(ExitStatus.FAILED, "the worker process died (out of memory?)")
_Worker = WorkerProcess[int, Failure | None]


def work_locally(
    make: MakeWork, attempts: Attempts, workers: int, gpus_per_worker: float, ended: Ended
) -> None:
    """Work on all shards in `workers` processes, each of which calls `make` once.

    Raise the errors of `make`, and `PrivtoolError` if processes keep dying before they are ready.
    """
    team = _Team(make, workers, gpus_per_worker)
    try:
        while team.work(attempts, ended):
            pass
    finally:
        team.end()


def work_here(work: Work, attempts: Attempts) -> None:
    """Work on all shards in this process."""
    while (shard := attempts.next()) is not None:
        attempts.end(shard, work(shard))


class _Team:
    """The processes by number, and the shard that each works on; None while it starts."""

    def __init__(self, make: MakeWork, workers: int, gpus_per_worker: float) -> None:
        self._make, self._workers, self._gpus = make, workers, gpus_per_worker
        self._idle: dict[int, _Worker] = {}
        self._busy: dict[int, tuple[_Worker, int | None]] = {}
        self._dead_starts = 0  # in a row

    def work(self, attempts: Attempts, ended: Ended) -> bool:
        """Give shards to all processes and wait for one of them; return false if none is left."""
        for number in range(self._workers):
            if number in self._busy:
                continue
            if number not in self._idle:
                if attempts.waiting > self._starting + len(self._idle):
                    self._busy[number] = self._started(number), None
            elif (shard := attempts.next()) is not None:
                self._ask(number, self._idle.pop(number), shard)
        if not self._busy:
            return False
        ready = set(wait([worker.answers for worker, _ in self._busy.values()]))
        for number, (worker, shard) in list(self._busy.items()):
            if worker.answers in ready:
                del self._busy[number]
                failure = self._answer(number, worker, shard)
                if shard is not None and attempts.end(shard, failure):
                    ended(shard)
        return True

    @property
    def _starting(self) -> int:
        return sum(shard is None for _, shard in self._busy.values())

    def _answer(self, number: int, worker: _Worker, shard: int | None) -> Failure | None:
        """Take the answer of a process, which is idle then; a dead one is forgotten."""
        try:
            failure = worker.answer()
        except WorkerDied:
            worker.end()
            self._dead_starts += shard is None
            if self._dead_starts > _MOST_DEAD_STARTS:
                raise PrivtoolError(
                    "worker processes die before they are ready (out of memory?); try fewer "
                    f"{option('workers')}"
                ) from None
            return _DIED
        self._dead_starts = 0
        self._idle[number] = worker
        return failure

    def _started(self, number: int) -> _Worker:
        make = partial(_on_gpus, self._make, _visible(number, self._gpus))
        context = process_context()
        with signals_blocked(context):  # else they would end a starting process with a traceback
            return WorkerProcess(context, make, self._workers)

    def _ask(self, number: int, worker: _Worker, shard: int) -> None:
        with suppress(WorkerDied):  # then the answer says so
            worker.ask(shard)
        self._busy[number] = worker, shard

    def end(self) -> None:
        """End all processes."""
        for worker in [*self._idle.values(), *(worker for worker, _ in self._busy.values())]:
            worker.end()


def _visible(number: int, gpus_per_worker: float) -> str | None:
    """Return the GPUs that a worker sees, as CUDA names them; None for all."""
    if not gpus_per_worker:
        return None
    first = int(number * gpus_per_worker)
    return ",".join(map(str, range(first, first + max(1, int(gpus_per_worker)))))


def _on_gpus(make: MakeWork, visible: str | None) -> Work:
    if visible is not None:
        os.environ["CUDA_VISIBLE_DEVICES"] = visible
    return make()
