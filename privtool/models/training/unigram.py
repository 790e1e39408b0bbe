"""Word counts as the simplest model: what a trained one must surpass."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from privtool.core.errors import option


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
