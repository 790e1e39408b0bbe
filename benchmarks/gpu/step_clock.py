"""The time of training steps, without what comes before the first ones and after the last one."""

from __future__ import annotations

import time

import torch

from benchmarks.gpu.clock import synchronize
from privtool.models.training.checkpoints import RunState
from privtool.models.training.loop import Monitor


class StepClock(Monitor):
    """Measures the steps after the first few, which warm up, up to the last of a run.

    Loading batches counts, writing checkpoints does not: the last step ends before one is written.
    """

    def __init__(self, device: torch.device, warmup: int) -> None:
        """`warmup` is the number of steps that do not count, at least one."""
        self._device, self._warmup = device, warmup
        self._started = self._ended = 0.0
        self.steps, self.seconds, self.waiting = 0, 0.0, 0.0

    def step_begins(self, state: RunState) -> None:
        """Count the time since the step before as waiting for a batch."""
        if state.step >= self._warmup:
            self.waiting += time.perf_counter() - self._ended

    def step_ended(self, state: RunState) -> None:
        """Start after the last step of the warm-up, stop after the last one of all."""
        if state.step in (self._warmup, state.steps):
            synchronize(self._device)
        self._ended = time.perf_counter()
        if state.step == self._warmup:
            self._started = self._ended
        elif state.step == state.steps:
            self.seconds = self._ended - self._started
            self.steps = state.step - self._warmup
