"""The time of training steps, without what comes before the first ones and after the last one."""

from __future__ import annotations

import time
from typing import Any

import torch
from transformers import TrainerCallback

from benchmarks.gpu.clock import synchronize


class StepClock(TrainerCallback):  # type: ignore[misc]
    """Measures the steps after the first few, which warm up, up to the last of a run.

    Loading batches counts, writing checkpoints does not: the last step ends before one is written.
    """

    def __init__(self, device: torch.device, warmup: int) -> None:
        """`warmup` is the number of steps that do not count, at least one."""
        self._device, self._warmup = device, warmup
        self._started = self._ended = 0.0
        self.steps, self.seconds, self.waiting = 0, 0.0, 0.0

    def on_step_begin(self, args: Any, state: Any, control: Any, **_: Any) -> None:  # noqa: ARG002
        """Count the time since the step before as waiting for a batch."""
        if state.global_step >= self._warmup:
            self.waiting += time.perf_counter() - self._ended

    def on_step_end(self, args: Any, state: Any, control: Any, **_: Any) -> None:  # noqa: ARG002
        """Start after the last step of the warm-up, stop after the last one of all."""
        if state.global_step in (self._warmup, state.max_steps):
            synchronize(self._device)
        self._ended = time.perf_counter()
        if state.global_step == self._warmup:
            self._started = self._ended
        elif state.global_step == state.max_steps:
            self.seconds = self._ended - self._started
            self.steps = state.global_step - self._warmup
