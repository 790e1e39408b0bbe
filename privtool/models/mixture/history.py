"""The course of a training on several corpora: one line for each epoch."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch

from privtool.models.mixture.sampler import Drawn, Weights

Line = dict[str, Any]


class Curve:
    """Takes down what happens and makes a line of it at the end of every stretch of steps.

    `epoch` is the steps of one; `log` is handed each line once.
    """

    def __init__(self, names: Sequence[str], epoch: int, log: Callable[[Line], None]) -> None:
        self._names, self._epoch, self._log = names, epoch, log
        self.lines: list[Line] = []
        self._begin(0)

    def _begin(self, step: int) -> None:
        self._from = step
        self._loss = 0.0
        self._targets = 0
        self._records = np.zeros(len(self._names), np.int64)
        self._tokens = np.zeros(len(self._names), np.int64)
        self._weights: list[float] = []
        self._extra, self._extra_seconds, self._seconds = 0, 0.0, 0.0
        self._valid: float | None = None
        self._since = time.perf_counter()

    def weighed(self, weights: Weights, steps: int = 0, seconds: float = 0.0) -> None:
        """The weights from here on; finding them took so many steps and seconds more."""
        self._weights = weights.tolist()
        self._extra += steps
        self._extra_seconds += seconds

    def drew(self, drawn: Drawn, targets: int) -> None:
        """A batch that will be learned from, with so many targets that have weight."""
        self._records += np.bincount(drawn.corpora, minlength=len(self._names))
        lengths = np.bincount(drawn.corpora, drawn.lengths, len(self._names))
        self._tokens += lengths.astype(np.int64)
        self._targets += targets

    def learned(self, loss: torch.Tensor) -> None:
        """The summed loss of a batch."""
        self._loss += loss.item()

    def checked(self, valid: float) -> None:
        """The mean loss of a token of the validation set, at the end of the stretch."""
        self._valid = valid

    def close(self, step: int) -> None:
        """Make a line of the steps since the last one, if there are any."""
        if step > self._from:
            self.lines.append(self._line(step))
            self._log(self.lines[-1])
        self._begin(step)

    def _line(self, step: int) -> Line:
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
        """All of it, in the types of JSON."""
        return {
            "lines": self.lines,
            "from": self._from,
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
        """Go on from what `state` gave."""
        self._begin(state["from"])
        self.lines = state["lines"]
        self._loss, self._targets = state["loss"], state["targets"]
        self._records = np.array(state["records"], np.int64)
        self._tokens = np.array(state["tokens"], np.int64)
        self._weights, self._valid = state["weights"], state["valid"]
        self._extra, self._extra_seconds = state["extra"], state["extra_seconds"]
        self._seconds = state["seconds"]
