"""Signals of membership inference: a higher one means that a model saw the text in training.

All of them read the losses of the tokens of a text: negative natural log-probabilities, by the
audited model and by reference models that did not see it. Mean losses make texts of different
lengths comparable.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
WINDOWS = (2, 3, 4, 6, 8, 11, 16, 21, 29, 40)  # tokens: ten sizes in geometric progression


def loss_signal(losses: Floats) -> float:
    """Return the mean log-probability of a token (the loss attack of Yeom et al. 2018)."""
    return -float(losses.mean()) if len(losses) else 0.0


def ratio_signal(losses: Floats, reference: Floats) -> float:
    """Return how much likelier a token is by the model than by a reference, in nats."""
    return loss_signal(losses) - loss_signal(reference)


def window_signal(losses: Floats, reference: Floats) -> float:
    """Return the share of windows in which the model has a lower loss than the reference.

    Windows of several sizes slide over the tokens, which must be those of both models. Shares are
    averaged over the sizes that fit; a text shorter than all of them is one window. A tie is half
    a vote. Source: WBC (arXiv:2601.02751).
    """
    if not len(losses):
        return 0.5
    gains = np.concatenate(([0.0], np.cumsum(reference - losses)))
    sizes = [size for size in WINDOWS if size < len(gains)] or [len(losses)]
    shares = []
    for size in sizes:
        of_windows = gains[size:] - gains[:-size]
        shares.append(float((of_windows > 0).mean() + (of_windows == 0).mean() / 2))
    return sum(shares) / len(shares)


def rmia_ratio(losses: Floats, references: Sequence[Floats], offline: float = 1.0) -> float:
    """Return RMIA's ratio of a text: its probability by the model to that without membership.

    A probability is exp(mean token log-probability). As no reference saw the text, the mean of
    models with and without it is approximated as (1 + a) / 2 * p + (1 - a) / 2, where p is the mean
    of the references and a is `offline`. The paper tunes a for classifiers. The probability of a
    word is so small that the constant would outweigh p, and leave the plain loss attack: a is 1.

    RMIA compares ratios with those of a population. With its factor gamma = 1 that is the rank of
    the ratio, which leaves the ROC as it is. Source: Zarifzadeh et al. 2024.
    """
    without = float(np.mean([np.exp(loss_signal(each)) for each in references]))
    both = (1 + offline) / 2 * without + (1 - offline) / 2
    return float(np.exp(loss_signal(losses))) / both
