"""Exposure of canaries: how far a model prefers a secret to others that it never saw.

A score is the negative log-probability of a secret; references are the scores of secrets drawn by
the same rule that were never trained on. A secret of E bits is found within |space| / 2^E guesses
(Carlini et al. 2019, The Secret Sharer, section 4).
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
_LEVEL = 0.95


class NullExposure(NamedTuple):
    """The exposure of a secret that the model never saw, in bits."""

    mean: float
    percentile_95: float


def ranks(scores: Floats, references: Floats) -> NDArray[np.int64]:
    """Return the rank of each score among the references; 1 is the best.

    A tie counts against privacy: the secret has the best rank of the tied ones, so that its
    exposure is never too low.
    """
    return 1 + np.searchsorted(np.sort(references), scores, side="left")


def rank_exposures(scores: Floats, references: Floats) -> Floats:
    """Return log2(number of references) - log2(rank) of each score, in bits."""
    exposures: Floats = math.log2(len(references)) - np.log2(ranks(scores, references))
    return exposures


def null_exposure(references: int) -> NullExposure:
    """Return what to expect of an unseen secret among `references` others: any rank is as likely.

    The percentile is the smallest exposure that at least 95 % of unseen secrets do not exceed.
    """
    total = references + 1
    mean_log_rank = math.lgamma(total + 1) / math.log(2) / total
    worst = math.floor(round((1 - _LEVEL) * total, 9)) + 1  # ranks from here on: 95 % or more
    bits = math.log2(references)
    return NullExposure(bits - mean_log_rank, bits - math.log2(worst))
