"""The history of a training on several corpora: one line per epoch."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

from privtool.core.distributed import rank
from privtool.core.errors import named_write_errors
from privtool.models.mixture.sampler import DrawnRecords, Weights
from privtool.models.training.process_group import gathered

HistoryLine = dict[str, Any]
_OF_BATCHES = ("loss", "targets", "records", "tokens")


class MixtureHistory:
    """Logs events, and sums them up in a line at the end of every interval of steps.

    `epoch` is the number of steps in an epoch. The first process writes all lines to `file`.
    """

    def __init__(self, names: Sequence[str], epoch: int, file: Path) -> None:
        self._names, self._epoch, self._file = names, epoch, file
        self.lines: list[HistoryLine] = []
        self._start(0)

    def _start(self, step: int) -> None:
        zeros = [0] * len(self._names)
        self._sums: dict[str, Any] = {  # in JSON types, for checkpoints
            "from": step,
            "loss": 0.0,
            "targets": 0,
            "records": zeros,
            "tokens": zeros,
            "weights": [],
            "extra": 0,
            "extra_seconds": 0.0,
            "seconds": 0.0,
            "valid": None,
        }
        self._since = time.perf_counter()

    def log_weights(self, weights: Weights, steps: int = 0, seconds: float = 0.0) -> None:
        """Log new weights, and the extra steps and seconds that it took to estimate them."""
        self._sums["weights"] = weights.tolist()
        self._sums["extra"] += steps
        self._sums["extra_seconds"] += seconds

    def log_batch(self, drawn: DrawnRecords, targets: int) -> None:
        """Log a training batch with `targets` labels that count in the loss."""
        sums, count = self._sums, len(self._names)
        records = np.bincount(drawn.corpora, minlength=count)
        tokens = np.bincount(drawn.corpora, drawn.lengths, count).astype(np.int64)
        sums["records"] = (records + sums["records"]).tolist()
        sums["tokens"] = (tokens + sums["tokens"]).tolist()
        sums["targets"] += targets

    def log_loss(self, loss: torch.Tensor) -> None:
        """Log the summed loss of a batch."""
        self._sums["loss"] += loss.item()

    def log_evaluation(self, valid: float) -> None:
        """Log the mean validation loss per token at the end of the interval."""
        self._sums["valid"] = valid

    def close(self, step: int) -> None:
        """Write a line for the steps since the last one, if there are any."""
        if step > self._sums["from"]:
            self._add_up()
            self.lines.append(self._line(step))
            if rank() == 0:
                with named_write_errors(self._file):
                    self._file.write_text(self.text(), encoding="utf-8")
        self._start(step)

    def text(self) -> str:
        """Return all lines as JSON."""
        return "".join(json.dumps(line) + "\n" for line in self.lines)

    def _add_up(self) -> None:
        """Add up what all processes logged of their batches."""
        logged = gathered({name: self._sums[name] for name in _OF_BATCHES})
        for name in _OF_BATCHES:
            self._sums[name] = np.sum([each[name] for each in logged], axis=0).tolist()

    def _line(self, step: int) -> HistoryLine:
        sums = self._sums
        weights, records, tokens = (
            dict(zip(self._names, sums[name], strict=True))
            for name in ("weights", "records", "tokens")
        )
        return {
            "epoch": round(step / self._epoch, 4),
            "step": step,
            "weights": weights,
            "train_loss": sums["loss"] / max(1, sums["targets"]),
            "valid_loss": sums["valid"],
            "records": records,
            "tokens": tokens,
            "extra_iterations": sums["extra"],
            "extra_seconds": round(sums["extra_seconds"], 3),
            "seconds": round(self._elapsed(), 3),
        }

    def _elapsed(self) -> float:
        return float(self._sums["seconds"] + time.perf_counter() - self._since)

    def state(self) -> dict[str, Any]:
        """Return the whole state in JSON types."""
        return {**self._sums, "seconds": self._elapsed(), "lines": self.lines}

    def restore(self, state: dict[str, Any]) -> None:
        """Restore what `state` returned."""
        self._sums = dict(state)
        self.lines = self._sums.pop("lines")
        self._since = time.perf_counter()
