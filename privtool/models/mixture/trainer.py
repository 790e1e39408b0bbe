"""Training of a language model on several corpora: mix, train, evaluate and save."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import torch

from privtool.core.distributed import rank
from privtool.models.lm.checkpoint import LmTokens
from privtool.models.lm.dataset import Corpus
from privtool.models.lm.perplexity import context_length
from privtool.models.lm.tokenizers import Specials
from privtool.models.lm.trainer import LmTexts, NextToken, finish
from privtool.models.mixture.copies import AdaptiveWeights
from privtool.models.mixture.history import MixtureHistory
from privtool.models.mixture.methods import (
    MixtureSettings,
    first_weights,
    interval_steps,
    method_options,
    new_weight_step,
)
from privtool.models.mixture.sampler import MixtureSampler, Weights
from privtool.models.training.batching import batch_tokens_for
from privtool.models.training.objectives import IGNORED, Batch, OnlineBatches
from privtool.models.training.process_group import leave_process_group
from privtool.models.training.run import train
from privtool.models.training.run_dir import RunDir
from privtool.models.training.settings import TrainSettings, check_average


class MixtureBatches(OnlineBatches):
    """The batches of a run: an epoch has `epoch` steps of `per_step` batches.

    With a `weight_step` the weights are updated every `every` steps, otherwise they are fixed.
    """

    def __init__(
        self,
        sampler: MixtureSampler,
        weights: Weights,
        weight_step: AdaptiveWeights | None,
        history: MixtureHistory,
        epoch: int,
        every: int,
        per_step: int,
    ) -> None:
        self._sampler, self._weights, self._weight_step = sampler, weights, weight_step
        self._history, self._epoch, self._every = history, epoch, every
        self._per_step, self._step = per_step, 0

    def __len__(self) -> int:
        return self._epoch * self._per_step

    def __getitem__(self, number: int) -> Batch:
        """Return a batch that depends only on the seed, its position and the weights."""
        drawn = self._sampler.draw(self._weights, "training", self._step // self._epoch, number)
        batch = self._sampler.batch(drawn)
        self._history.log_batch(drawn, int((batch["labels"] != IGNORED).sum()))
        return batch

    def before_checkpoint(self, step: int) -> None:
        """Close the line of the finished interval, so that the checkpoint includes it."""
        self._history.close(step)

    def before_step(self, step: int, model: Any, optimizer: Any) -> None:
        """Update the weights at the start of an interval."""
        self._step = step
        if step % self._every:
            return
        if self._weight_step is None:
            self._history.log_weights(self._weights)
            return
        update = self._weight_step(step, model, optimizer)
        self._weights = update.weights
        self._history.log_weights(*update)

    def state(self) -> dict[str, Any]:
        """Return the weights and the history so far."""
        return {"weights": self._weights.tolist(), "curve": self._history.state()}

    def restore(self, state: dict[str, Any]) -> None:
        self._weights = self._weights * 0 + state["weights"]
        self._history.restore(state["curve"])


class MixtureObjective(NextToken):
    """Next-token prediction that logs its losses in the history."""

    def __init__(self, valid: Corpus | None, specials: Specials, history: MixtureHistory) -> None:
        super().__init__(valid, specials)
        self._history = history

    def loss(self, model: Any, batch: Batch) -> torch.Tensor:
        """Return the sum over all targets."""
        total = super().loss(model, batch)
        self._history.log_loss(total)
        return total

    def validation_loss(self, model: Any) -> float | None:
        """Return the mean loss per token of the validation set."""
        loss = super().validation_loss(model)
        if loss is not None:
            self._history.log_evaluation(loss)
        return loss


CURVE = "curve.jsonl"


def train_mixture(
    run_dir: RunDir,
    model: Any,
    tokens: LmTokens,
    texts: LmTexts,
    settings: TrainSettings,
    mixing: MixtureSettings,
    card: Mapping[str, Any],
    warn: Callable[[str], None],
) -> dict[str, Any]:
    """Train, evaluate and save; return the run card, which is also saved with the model.

    The history is saved with it, and is in the run folder until then. Of the processes of
    `torchrun` only the first evaluates, saves and returns a card.
    """
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
    every = interval_steps(epoch, settings)
    method = method_options(mixing, epoch, len(names), settings)
    taken = {"batch_tokens": per_batch, "epoch_tokens": per_epoch}
    card = {**card, "options": {**card["options"], **taken, **method}}
    run = {
        **{name: card[name] for name in ("options", "init")},
        "tokens": tokens.digest,
        "weights": None if mixing.weights is None else mixing.weights.tolist(),
        **texts.digests(),
    }
    run_dir.open(run)
    weights = first_weights(texts, tokens, mixing, method)
    history = MixtureHistory(names, epoch, run_dir.path / CURVE)
    weight_step = new_weight_step(names, sampler, texts, specials, method, settings)
    batches = MixtureBatches(sampler, weights, weight_step, history, epoch, every, per_step)
    objective = MixtureObjective(texts.valid, specials, history)
    outcome = train(settings, model, batches, objective, run_dir.path)
    leave_process_group()
    if rank() > 0:
        return {}
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
    return finish(run_dir, model, tokens, texts, without, outcome, card, entries, warn, files)
