"""Workers that are actors of a Ray cluster.

Nothing passes through Ray but the path of the run's folder, numbers of shards and reasons for
failures. Records, keys and options stay in files, so that neither Ray's object store nor its logs
and dashboard can hold them. Actors never raise: Ray logs the message of an error.
"""

from __future__ import annotations

import logging
import os
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from privtool.core.errors import UnavailableError
from privtool.core.processes import WorkerDied
from privtool.shards.crew import Failure, MakeWork, Work, error_of, failure_of

_ADDRESS, _TOKEN, _ALONE = "RAY_ADDRESS", "RAY_AUTH_TOKEN", "local"
# Ray reads these settings as it is imported. With a list of our shards it would wait for a quarter
# of a second when it disconnects.
_SETTINGS = {"RAY_task_events_report_interval_ms": "0"}
# Without them it reports usage over the network, and lets anyone in who reaches its ports.
_SETTINGS_ALONE = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_AUTH_MODE": "token"}


class ShardActor:
    """An actor that calls `make` once, then works on shards."""

    def __init__(self, make: MakeWork) -> None:
        self._work: Work | None = None
        self._failure: Failure | None = None
        try:
            self._work = make()
        except Exception as error:
            self._failure = failure_of(error)

    def ready(self) -> Failure | None:
        """Return why it cannot work, if it cannot."""
        return self._failure

    def work(self, shard: int) -> Failure | None:
        """Work on a shard; return why it failed, if it did."""
        return self._failure if self._work is None else self._work(shard)


class _Actor:
    """A worker that is an actor; `awaited` is the reference to its next answer."""

    def __init__(self, ray: Any, handle: Any) -> None:
        self._ray, self._handle, self._started = ray, handle, False
        self.awaited = handle.ready.remote()

    def ask(self, item: int) -> None:
        self.awaited = self._handle.work.remote(item)

    def answer(self) -> Failure | None:
        """Receive an answer. Raise `PrivtoolError` for an actor that cannot work."""
        try:
            failure: Failure | None = self._ray.get(self.awaited)
        except self._ray.exceptions.RayError:
            raise WorkerDied from None
        if failure is not None and not self._started:
            raise error_of(failure)
        self._started = True
        return failure

    def end(self) -> None:
        self._ray.kill(self._handle)


class RayEngine:
    """Starts actors; see `crew.Engine`."""

    def __init__(self, make: MakeWork, gpus_per_worker: float) -> None:
        import ray

        self._ray, self._make = ray, make
        self._actors = ray.remote(
            num_cpus=1, num_gpus=gpus_per_worker, max_restarts=0, max_task_retries=0
        )(ShardActor)

    def start(self, number: int) -> _Actor:  # noqa: ARG002
        """Start an actor on any node."""
        return _Actor(self._ray, self._actors.remote(self._make))

    def wait(self, workers: Sequence[_Actor]) -> Sequence[_Actor]:
        """Return the actors that have answered or died."""
        ready, _ = self._ray.wait([worker.awaited for worker in workers])
        return [worker for worker in workers if worker.awaited in ready]


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
