"""Batches of items of about equal length, objectives that compute their losses, and word counts."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Protocol, runtime_checkable

import numpy as np
import torch
from numpy.typing import NDArray

from privtool.core.errors import option
from privtool.core.options import LM_BATCH_TOKENS, BySize

MIN_FILL = 0.96  # the least fraction of a batch that is not padding


def batch_tokens_for(total: int, processes: int = 1, size: BySize = LM_BATCH_TOKENS) -> int:
    """Return the tokens per batch and process for a text of `total` tokens.

    Small texts get small batches: ten epochs of a hundred thousand words in the largest ones are
    two hundred steps, after which a new model knows no more than how frequent words are.
    """
    return min(size.most, max(size.fewest, total // (size.count * processes)))


def epochs_for(total: int, step_tokens: int, size: BySize) -> int:
    """Return the epochs for a text of `total` tokens, of which a step takes `step_tokens`.

    As many as result in `size.count` steps, between the fewest and the most.
    """
    return min(size.most, max(size.fewest, math.ceil(size.count * step_tokens / max(1, total))))


def batches_by_length(
    sizes: NDArray[np.int64], max_tokens: int, seed: int, min_fill: float = MIN_FILL
) -> tuple[list[NDArray[np.int64]], float]:
    """Make batches of at most `max_tokens`, padding included; a longer item gets its own.

    Return the numbers of the items of each batch, and the fraction of padding in all batches. Items
    of equal length are shuffled, so that a batch does not hold neighbors.
    """
    shuffled = np.random.default_rng(seed).permutation(len(sizes))
    order = shuffled[np.argsort(sizes[shuffled], kind="stable")]
    starts = batch_starts(sizes[order].tolist(), max_tokens, min_fill)
    batches = [order[a:b] for a, b in pairwise(starts)]
    padded = sum(len(batch) * int(sizes[batch].max()) for batch in batches)
    return batches, 1 - int(sizes.sum()) / max(padded, 1)


def batch_starts(sizes: Sequence[int], max_tokens: int, min_fill: float = MIN_FILL) -> list[int]:
    """Return where batches start, and the end of the last, for sizes in ascending order.

    A batch ends when it is full, or when the next item would leave less than a fraction
    `min_fill` of it that is not padding.
    """
    starts = [0]
    total = 0
    for index, size in enumerate(sizes):
        count = index - starts[-1] + 1
        padded = size * count
        if count > 1 and (padded > max_tokens or total + size < min_fill * padded):
            starts.append(index)
            total = 0
        total += size
    return [*starts, len(sizes)] if sizes else [0]


Batch = dict[str, torch.Tensor]
IGNORED = -100  # a label that has no loss


def targets_of(batch: Batch) -> torch.Tensor:
    """Return the numbers of the `labels` of a batch that have a loss, of all rows in order.

    A batch of training has them as `targets`: on a GPU they would have to be waited for.
    """
    if "targets" in batch:
        return batch["targets"]
    return (batch["labels"] != IGNORED).flatten().nonzero().squeeze(1)


class Objective(Protocol):
    """The losses of a model in training and validation."""

    def loss(self, model: Any, batch: Batch) -> torch.Tensor:
        """Return the sum of the losses of a batch's targets: the `labels` not `IGNORED`."""

    def validation_loss(self, model: Any) -> float | None:
        """Return the loss that selects the best checkpoint; None without a validation set."""


@runtime_checkable
class ReportsMetrics(Protocol):
    """An objective that measures more than a loss on the validation set."""

    def metrics(self) -> dict[str, float]:
        """Return what the last validation measured besides its loss, by name."""


class Batches(Protocol):
    """The batches of an epoch."""

    def __len__(self) -> int: ...

    def __getitem__(self, index: int, /) -> Mapping[str, Any]:
        """Return a batch, with `labels`."""


@runtime_checkable
class OnlineBatches(Protocol):
    """Batches that depend on the steps before them. Every checkpoint holds their state."""

    def before_step(self, step: int, model: Any, optimizer: Any) -> None:
        """Prepare the batches of a step; `step` counts the steps before it."""

    def state(self, step: int) -> dict[str, Any]:
        """Return what `restore` needs after `step` steps, in JSON types; all processes call it."""

    def restore(self, state: dict[str, Any]) -> None:
        """Continue from what `state` returned."""


def unigram_losses(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the negative natural log-probability of each token, from its count in a text.

    The probabilities are smoothed by Witten and Bell: tokens that the text lacks share as much as
    it has kinds of tokens.
    """
    kinds, total = np.count_nonzero(counts), max(1.0, counts.sum())
    losses: NDArray[np.float64] = -np.log((counts + kinds / len(counts)) / (total + kinds))
    return losses


def warn_no_better(warn: Callable[[str], None], sets: Sequence[str], was_best: bool) -> None:
    """Warn of the sets on which a model is no better than word counts, if there are any.

    `was_best` is true for a model that was best on the validation set before training ended.
    """
    if not sets:
        return
    poor = f"on {', '.join(sets)} the model is no better than word counts"
    if was_best:
        warn(f"{poor}, and it stopped improving: it needs more training text")
    else:
        warn(
            f"{poor}: train longer, with more {option('epochs')} or fewer {option('batch_tokens')}"
        )
