"""Training of a language model on several corpora: mix, train, evaluate and save."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch

from privtool.core.device import rank
from privtool.core.errors import named_write_errors
from privtool.models.lm.dataset import Corpus
from privtool.models.lm.loss import context_length
from privtool.models.lm.tokenizers import Specials
from privtool.models.lm.trainer import LmRun, NextToken, finish
from privtool.models.mixture.methods import (
    AdaptiveWeights,
    MixtureSettings,
    first_weights,
    method_options,
)
from privtool.models.mixture.sampler import DrawnRecords, MixtureSampler, Weights
from privtool.models.mixture.weighting import ADAPTIVE, TargetText
from privtool.models.training.batches import IGNORED, Batch, OnlineBatches, batch_tokens_for
from privtool.models.training.process_group import gathered
from privtool.models.training.run import train
from privtool.models.training.settings import check_average

CURVE = "curve.jsonl"
_OF_BATCHES = ("loss", "targets", "records", "tokens")


class MixtureHistory:
    """Logs events, and sums them up in a line at the end of every interval of steps.

    `epoch` is the number of steps in an epoch. The first process writes all lines to `file`.
    """

    def __init__(self, names: Sequence[str], epoch: int, file: Path) -> None:
        self._names, self._epoch, self._file = names, epoch, file
        self.lines: list[dict[str, Any]] = []
        self._start(0)

    def _start(self, step: int) -> None:
        zeros = [0] * len(self._names)
        self.sums: dict[str, Any] = {  # of the interval, in JSON types, for checkpoints
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
        self.sums["weights"] = weights.tolist()
        self.sums["extra"] += steps
        self.sums["extra_seconds"] += seconds

    def log_batch(self, drawn: DrawnRecords, targets: int) -> None:
        """Log a training batch with `targets` labels that count in the loss."""
        sums, count = self.sums, len(self._names)
        records = np.bincount(drawn.corpora, minlength=count)
        tokens = np.bincount(drawn.corpora, drawn.lengths, count).astype(np.int64)
        sums["records"] = (records + sums["records"]).tolist()
        sums["tokens"] = (tokens + sums["tokens"]).tolist()
        sums["targets"] += targets

    def close(self, step: int) -> None:
        """Write a line for the steps since the last one, if there are any."""
        if step > self.sums["from"]:
            # What all processes logged of their batches is added up.
            logged = gathered({name: self.sums[name] for name in _OF_BATCHES})
            for name in _OF_BATCHES:
                self.sums[name] = np.sum([each[name] for each in logged], axis=0).tolist()
            self.lines.append(
                {
                    "epoch": round(step / self._epoch, 4),
                    "step": step,
                    "weights": self._by_name("weights"),
                    "train_loss": self.sums["loss"] / max(1, self.sums["targets"]),
                    "valid_loss": self.sums["valid"],
                    "records": self._by_name("records"),
                    "tokens": self._by_name("tokens"),
                    "extra_iterations": self.sums["extra"],
                    "extra_seconds": round(self.sums["extra_seconds"], 3),
                    "seconds": round(self._elapsed(), 3),
                }
            )
            if rank() == 0:
                with named_write_errors(self._file):
                    self._file.write_text(self.text(), encoding="utf-8")
        self._start(step)

    def text(self) -> str:
        """Return all lines as JSON."""
        return "".join(json.dumps(line) + "\n" for line in self.lines)

    def _by_name(self, column: str) -> dict[str, Any]:
        return dict(zip(self._names, self.sums[column], strict=True))

    def _elapsed(self) -> float:
        return float(self.sums["seconds"] + time.perf_counter() - self._since)

    def state(self) -> dict[str, Any]:
        """Return the whole state in JSON types."""
        return {**self.sums, "seconds": self._elapsed(), "lines": self.lines}

    def restore(self, state: dict[str, Any]) -> None:
        self.sums = dict(state)
        self.lines = self.sums.pop("lines")
        self._since = time.perf_counter()


@dataclass(eq=False)
class MixtureBatches(OnlineBatches):
    """The batches of a run: an epoch has `epoch_steps` steps of `per_step` batches.

    `step` counts the steps that were made. With a `weight_step` the weights are updated every
    `every` steps, otherwise they are fixed.
    """

    sampler: MixtureSampler
    weights: Weights
    weight_step: AdaptiveWeights | None
    history: MixtureHistory
    epoch_steps: int
    every: int
    per_step: int
    step: int = 0

    def __len__(self) -> int:
        return self.epoch_steps * self.per_step

    def __getitem__(self, number: int) -> Batch:
        """Return a batch that depends only on the seed, its position and the weights."""
        drawn = self.sampler.draw(self.weights, "training", self.step // self.epoch_steps, number)
        batch = self.sampler.batch(drawn)
        self.history.log_batch(drawn, int((batch["labels"] != IGNORED).sum()))
        return batch

    def before_step(self, step: int, model: Any, optimizer: Any) -> None:
        """Update the weights at the start of an interval."""
        self.step = step
        if step % self.every:
            return
        steps, seconds = 0, 0.0
        if self.weight_step is not None:
            self.weights, steps, seconds = self.weight_step(step, model, optimizer)
        self.history.log_weights(self.weights, steps, seconds)

    def state(self, step: int) -> dict[str, Any]:
        """Return the weights, and the history with the line of the interval that ends here."""
        self.history.close(step)
        return {"weights": self.weights.tolist(), "curve": self.history.state()}

    def restore(self, state: dict[str, Any]) -> None:
        self.weights = self.weights * 0 + state["weights"]
        self.history.restore(state["curve"])


class MixtureObjective(NextToken):
    """Next-token prediction that logs its losses in the history."""

    def __init__(self, valid: Corpus | None, specials: Specials, history: MixtureHistory) -> None:
        super().__init__(valid, specials)
        self._history = history

    def loss(self, model: Any, batch: Batch) -> torch.Tensor:
        total = super().loss(model, batch)
        self._history.sums["loss"] += total.item()
        return total

    def validation_loss(self, model: Any) -> float | None:
        self._history.sums["valid"] = loss = super().validation_loss(model)
        return loss


def train_mixture(run: LmRun, mixing: MixtureSettings) -> dict[str, Any]:
    """Train, evaluate and save; return the run card, which is also saved with the model.

    The history is saved with it, and is in the run folder until then. Of the processes of
    `torchrun` only the first evaluates, saves and returns a card.
    """
    run_dir, model, tokens, texts, settings, card, _ = run
    specials = tokens.specials
    names, corpora = list(texts.train), list(texts.train.values())
    per_epoch = mixing.epoch_tokens or sum(corpus.targets for corpus in corpora)
    per_batch = mixing.batch_tokens or batch_tokens_for(per_epoch, run_dir.processes())
    per_step = settings.batches_per_step
    epoch = math.ceil(per_epoch / (per_batch * per_step))
    check_average(settings, epoch * per_step)
    without = tokens.markers if mixing.ignore_markers else ()
    size = math.ceil(per_epoch / (epoch * per_step))
    sampler = MixtureSampler(corpora, specials, context_length(model), size, settings.seed, without)
    every = min(settings.eval_every or epoch, epoch * settings.epochs)
    method = method_options(mixing, every, len(names), settings.learning_rate)
    taken = {"batch_tokens": per_batch, "epoch_tokens": per_epoch}
    card = {**card, "options": {**card["options"], **taken, **method}}
    given = None if mixing.weights is None else mixing.weights.tolist()
    same = {name: card[name] for name in ("options", "init")}
    run_dir.open({**same, "tokens": tokens.digest, "weights": given, **texts.digests()})
    weights = first_weights(texts, tokens, mixing, method)
    history = MixtureHistory(names, epoch, run_dir.path / CURVE)
    weight_step = None
    if mixing.method == ADAPTIVE and texts.valid is not None:
        target = TargetText(texts.valid, specials, method["unit"])
        steps, rate = method["finetune_steps"], method["finetune_rate"]
        weight_step = AdaptiveWeights(names, sampler, target, settings, steps, rate)
    batches = MixtureBatches(sampler, weights, weight_step, history, epoch, every, per_step)
    objective = MixtureObjective(texts.valid, specials, history)
    outcome = train(settings, model, batches, objective, run_dir.path)
    extra = sum(line["extra_iterations"] for line in history.lines)
    entries = {
        "corpora": [
            {"corpus": name, **corpus.counts(specials.unknown, tokens.markers)}
            for name, corpus in texts.train.items()
        ],
        "extra_iterations": extra,
        "extra_share": extra / max(1, outcome.steps),
        "weights": history.lines[-1]["weights"],
    }
    files = {CURVE: history.text()}
    return finish(run._replace(card=card), without, outcome, entries, files)
