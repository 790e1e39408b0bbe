"""Workers that are processes of this machine."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial
from multiprocessing.connection import wait

from privtool.core.processes import WorkerProcess, process_context, signals_blocked
from privtool.shards.crew import Failure, MakeWork, Work

_Process = WorkerProcess[int, Failure | None]


class LocalEngine:
    """Starts processes that call `make` once each; see `crew.Engine`."""

    def __init__(self, make: MakeWork, workers: int, gpus_per_worker: float) -> None:
        self._make, self._workers, self._gpus = make, workers, gpus_per_worker

    def start(self, number: int) -> _Process:
        make = partial(_on_gpus, self._make, _visible(number, self._gpus))
        context = process_context()
        with signals_blocked(context):  # else they would end a starting process with a traceback
            return WorkerProcess(context, make, self._workers)

    def wait(self, workers: Sequence[_Process]) -> Sequence[_Process]:
        """Return the processes whose pipe can be read."""
        ready = set(wait([worker.answers for worker in workers]))
        return [worker for worker in workers if worker.answers in ready]


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
