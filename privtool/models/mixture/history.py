"""The history of a training on several corpora: one line per epoch."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch

from privtool.models.mixture.sampler import DrawnRecords, Weights

HistoryLine = dict[str, Any]


class MixtureHistory:
    """Logs events, and sums them up in a line at the end of every interval of steps.

    `epoch` is the number of steps in an epoch; `write` gets each new line.
    """

    def __init__(
        self, names: Sequence[str], epoch: int, write: Callable[[HistoryLine], None]
    ) -> None:
        self._names, self._epoch, self._write = names, epoch, write
        self.lines: list[HistoryLine] = []
        self._start(0)

    def _start(self, step: int) -> None:
        self._first_step = step
        self._loss = 0.0
        self._targets = 0
        self._records = np.zeros(len(self._names), np.int64)
        self._tokens = np.zeros(len(self._names), np.int64)
        self._weights: list[float] = []
        self._extra, self._extra_seconds, self._seconds = 0, 0.0, 0.0
        self._valid: float | None = None
        self._since = time.perf_counter()

    def log_weights(self, weights: Weights, steps: int = 0, seconds: float = 0.0) -> None:
        """Log new weights, and the extra steps and seconds that it took to estimate them."""
        self._weights = weights.tolist()
        self._extra += steps
        self._extra_seconds += seconds

    def log_batch(self, drawn: DrawnRecords, targets: int) -> None:
        """Log a training batch with `targets` labels that count in the loss."""
        self._records += np.bincount(drawn.corpora, minlength=len(self._names))
        lengths = np.bincount(drawn.corpora, drawn.lengths, len(self._names))
        self._tokens += lengths.astype(np.int64)
        self._targets += targets

    def log_loss(self, loss: torch.Tensor) -> None:
        """Log the summed loss of a batch."""
        self._loss += loss.item()

    def log_evaluation(self, valid: float) -> None:
        """Log the mean validation loss per token at the end of the interval."""
        self._valid = valid

    def close(self, step: int) -> None:
        """Write a line for the steps since the last one, if there are any."""
        if step > self._first_step:
            self.lines.append(self._line(step))
            self._write(self.lines[-1])
        self._start(step)

    def _line(self, step: int) -> HistoryLine:
        by_name = [self._weights, self._records.tolist(), self._tokens.tolist()]
        weights, records, tokens = (
            dict(zip(self._names, values, strict=True)) for values in by_name
        )
        return {
            "epoch": round(step / self._epoch, 4),
            "step": step,
            "weights": weights,
            "train_loss": self._loss / max(1, self._targets),
            "valid_loss": self._valid,
            "records": records,
            "tokens": tokens,
            "extra_iterations": self._extra,
            "extra_seconds": round(self._extra_seconds, 3),
            "seconds": round(self._elapsed(), 3),
        }

    def _elapsed(self) -> float:
        return self._seconds + time.perf_counter() - self._since

    def state(self) -> dict[str, Any]:
        """Return the whole state in JSON types."""
        return {
            "lines": self.lines,
            "from": self._first_step,
            "loss": self._loss,
            "targets": self._targets,
            "records": self._records.tolist(),
            "tokens": self._tokens.tolist(),
            "weights": self._weights,
            "extra": self._extra,
            "extra_seconds": self._extra_seconds,
            "seconds": self._elapsed(),
            "valid": self._valid,
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Restore what `state` returned."""
        self._start(state["from"])
        self.lines = state["lines"]
        self._loss, self._targets = state["loss"], state["targets"]
        self._records = np.array(state["records"], np.int64)
        self._tokens = np.array(state["tokens"], np.int64)
        self._weights, self._valid = state["weights"], state["valid"]
        self._extra, self._extra_seconds = state["extra"], state["extra_seconds"]
        self._seconds = state["seconds"]
