"""Batches of items of about equal length, so that little of them is padding."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

MOSTLY_TEXT = 0.96  # the least share of a batch that is no padding


class LengthBatches(NamedTuple):
    """The numbers of the items of each batch, and which share of all batches is padding."""

    batches: list[NDArray[np.int64]]
    padding_share: float


def batches_by_length(
    sizes: NDArray[np.int64], cells: int, seed: int, least: float = MOSTLY_TEXT
) -> LengthBatches:
    """Batches of at most `cells`, padding included; an item that is longer makes up its own.

    Items of equal length are in an order that the seed draws, so that a batch does not hold what
    was side by side.
    """
    shuffled = np.random.default_rng(seed).permutation(len(sizes))
    order = shuffled[np.argsort(sizes[shuffled], kind="stable")]
    starts = batch_starts(sizes[order].tolist(), cells, least)
    batches = [order[a:b] for a, b in pairwise(starts)]
    full = sum(len(batch) * int(sizes[batch].max()) for batch in batches)
    return LengthBatches(batches, 1 - int(sizes.sum()) / max(full, 1))


def batch_starts(sizes: Sequence[int], cells: int, least: float = MOSTLY_TEXT) -> list[int]:
    """Where batches begin, and the end of all, for sizes in rising order.

    A batch ends when it is full, or when with a longer piece less than a share of `least` of it
    would be text, and the rest padding.
    """
    starts = [0]
    used = 0
    for place, size in enumerate(sizes):
        count = place - starts[-1] + 1
        if count > 1 and (size * count > cells or used + size < least * size * count):
            starts.append(place)
            used = 0
        used += size
    return [*starts, len(sizes)] if sizes else [0]
