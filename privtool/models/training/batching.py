"""Batches of items of about equal length, so that there is little padding."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from privtool.core.defaults import LM_BATCH_TOKENS, BySize

MIN_FILL = 0.96  # the least fraction of a batch that is not padding


class LengthBatches(NamedTuple):
    """The numbers of the items of each batch, and the fraction of padding in all batches."""

    batches: list[NDArray[np.int64]]
    padding_share: float


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
) -> LengthBatches:
    """Make batches of at most `max_tokens`, padding included; a longer item gets its own.

    Items of equal length are shuffled, so that a batch does not hold neighbors.
    """
    shuffled = np.random.default_rng(seed).permutation(len(sizes))
    order = shuffled[np.argsort(sizes[shuffled], kind="stable")]
    starts = batch_starts(sizes[order].tolist(), max_tokens, min_fill)
    batches = [order[a:b] for a, b in pairwise(starts)]
    padded = sum(len(batch) * int(sizes[batch].max()) for batch in batches)
    return LengthBatches(batches, 1 - int(sizes.sum()) / max(padded, 1))


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
