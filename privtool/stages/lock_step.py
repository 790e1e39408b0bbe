"""Working on the slots of many texts at once, one slot of each at every step.

A text that is done makes room for another.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol, TypeVar

from privtool.interfaces.filling import Draft


class Batching(Protocol):
    """What a model says of drafts that can share a batch: see `Filler`."""

    def draft(self, segments: Sequence[str]) -> Any: ...

    def batch_key(self, draft: Any) -> int: ...

    def batch_size(self, key: int) -> int: ...


class SlotJob(Protocol):
    """A text that is worked on until all its slots are done."""

    draft: Draft | None

    @property
    def segments(self) -> Sequence[str]: ...

    @property
    def done(self) -> bool: ...


_J = TypeVar("_J", bound=SlotJob)


def in_lock_step(jobs: Iterable[_J], model: Batching, step: Callable[[Sequence[_J]], None]) -> None:
    """Call `step`, which handles the next slot of each of some jobs, until all jobs are done.

    Jobs are handled together whose drafts can share a batch of the model.
    """
    queues: dict[int, deque[_J]] = {}
    for job in jobs:
        job.draft = draft = model.draft(job.segments)
        queues.setdefault(model.batch_key(draft), deque()).append(job)
    for key in sorted(queues):
        queue = queues[key]
        active: list[_J] = []
        size = model.batch_size(key)
        while queue or active:
            while queue and len(active) < size:
                active.append(queue.popleft())
            step(active)
            active = [job for job in active if not job.done]
