"""Perplexity of a text: how many words a language model hesitates between, on average."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from privtool.core.errors import UnavailableError
from privtool.models.lm.dataset import LONGEST, Batches, Corpus
from privtool.models.lm.loss import row_losses
from privtool.models.lm.presets import hidden_states
from privtool.models.runtime.weights import evaluating
from privtool.models.training.objectives import IGNORED

_CELLS = 8192


class Perplexity(NamedTuple):
    """Sums over a text: negative log-probabilities (natural) of all tokens and of unknown ones.

    `tokens` and `words` leave the ends of sentences out, which are `sentences` more.
    """

    loss: float
    unknown_loss: float
    tokens: int
    unknown: int
    words: int
    sentences: int

    @property
    def mean(self) -> float:
        """The loss of a token, ends of sentences counted."""
        return self.loss / max(1, self.tokens + self.sentences)

    def shown(self) -> dict[str, Any]:
        """What is reported: per word, the end of sentence counted as one, unknown words as `<unk>`.

        `perplexity_known` leaves out unknown words, which a model over pieces has none of: there it
        is None. `perplexity_token` is per token.
        """
        known = self.tokens + self.sentences - self.unknown if self.tokens == self.words else 0
        return {
            "perplexity": _exp(self.loss, self.words + self.sentences),
            "perplexity_known": _exp(self.loss - self.unknown_loss, known),
            "perplexity_token": _exp(self.loss, self.tokens + self.sentences),
            "unknown_rate": self.unknown / max(1, self.tokens),
            "records": self.sentences,
            "words": self.words,
            "tokens": self.tokens,
        }


def context_length(model: Any) -> int:
    """The most tokens that a model sees at a time."""
    return int(getattr(model.config, "n_positions", 0) or LONGEST)


def target_losses(model: Any, corpus: Corpus, end: int, padding: int) -> NDArray[np.float64]:
    """The negative log-probability (natural) of every target of a text: tokens and ends, in turn.

    A sentence that is too long for the model is seen in pieces that overlap by half. Raises
    `UnavailableError` when the model's scores are no numbers.
    """
    room = context_length(model)
    batches = Batches(corpus, end, padding, room, _CELLS, overlap=room // 2)
    found = np.zeros(len(corpus.ids) + corpus.sentences)
    with evaluating(model):
        for number in range(len(batches)):
            batch = {name: tensor.to(model.device) for name, tensor in batches[number].items()}
            kept = batch["labels"] != IGNORED
            hidden = hidden_states(model, batch["input_ids"])[kept]
            losses = row_losses(hidden, model.lm_head.weight, batch["labels"][kept])
            found[batches.places(number)] = losses.cpu().double().numpy()
    if not np.isfinite(found).all():
        raise UnavailableError("the model's scores are no numbers: its weights are bad")
    return found


def perplexity(model: Any, corpus: Corpus, end: int, padding: int, unknown: int) -> Perplexity:
    """The sums for a text; `end`, `padding` and `unknown` are ids. Raises as `target_losses`."""
    losses = target_losses(model, corpus, end, padding)
    are_unknown = np.flatnonzero(corpus.ids == unknown)
    sentence = np.searchsorted(corpus.bounds, are_unknown, side="right") - 1
    unknown_loss = float(losses[are_unknown + sentence].sum())  # an end follows each sentence
    return Perplexity(
        float(losses.sum()), unknown_loss, len(corpus.ids), len(are_unknown), corpus.words,
        corpus.sentences,
    )  # fmt: skip


def record_sums(values: NDArray[np.float64], corpus: Corpus) -> NDArray[np.float64]:
    """The sum for each sentence of what belongs to its targets: its tokens and its end."""
    starts = np.asarray(corpus.bounds[:-1]) + np.arange(corpus.sentences)
    sums: NDArray[np.float64] = np.add.reduceat(values, starts) if len(starts) else np.zeros(0)
    return sums


def _exp(loss: float, count: int) -> float | None:
    """The perplexity of a mean loss; none of nothing, or when it is too large for a number."""
    try:
        return math.exp(loss / count) if count else None
    except OverflowError:
        return None
