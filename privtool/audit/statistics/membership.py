"""Signals of membership inference: a higher one means that a model saw the text in training.

All of them read the losses of the tokens of a text: negative natural log-probabilities, by the
audited model and by reference models that did not see it. Mean losses make texts of different
lengths comparable.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def loss_signal(losses: Floats) -> float:
    """Return the mean log-probability of a token (the loss attack of Yeom et al. 2018)."""
    return -float(losses.mean()) if len(losses) else 0.0


def ratio_signal(losses: Floats, reference: Floats) -> float:
    """Return how much likelier a token is by the model than by a reference, in nats."""
    return loss_signal(losses) - loss_signal(reference)
