"""Signals of membership inference: a higher one means that a model saw the text in training.

All of them read the losses of the tokens of a text: negative natural log-probabilities, by the
audited model and by reference models that did not see it. Mean losses make texts of different
lengths comparable.
"""

from __future__ import annotations

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
