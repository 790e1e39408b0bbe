"""Perplexity of a text: how many words a language model hesitates between, on average."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import torch

from privtool.core.errors import UnavailableError
from privtool.models.lm_data import LONGEST, Batches, Corpus
from privtool.models.lm_loss import IGNORED, row_losses
from privtool.models.lm_shapes import hidden_states

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

        `perplexity_known` leaves out unknown words. `perplexity_token` is per token.
        """
        known = self.tokens + self.sentences - self.unknown
        return {
            "perplexity": _exp(self.loss, self.words + self.sentences),
            "perplexity_known": _exp(self.loss - self.unknown_loss, known),
            "perplexity_token": _exp(self.loss, self.tokens + self.sentences),
            "unknown_rate": self.unknown / max(1, self.tokens),
            "records": self.sentences,
            "words": self.words,
            "tokens": self.tokens,
        }


def room_of(model: Any) -> int:
    """The most tokens that a model sees at a time."""
    return int(getattr(model.config, "n_positions", 0) or LONGEST)


@torch.no_grad()
def perplexity(model: Any, corpus: Corpus, end: int, padding: int, unknown: int) -> Perplexity:
    """The sums for a text; `end`, `padding` and `unknown` are ids.

    A sentence that is too long for the model is seen in pieces that overlap by half. Raises
    `UnavailableError` when the model's scores are no numbers.
    """
    room = room_of(model)
    batches = Batches(corpus, end, padding, room, _CELLS, overlap=room // 2)
    loss = unknown_loss = 0.0
    was_training = model.training
    model.eval()
    for number in range(len(batches)):
        batch = {name: tensor.to(model.device) for name, tensor in batches[number].items()}
        kept = batch["labels"] != IGNORED
        hidden = hidden_states(model, batch["input_ids"])[kept]
        labels = batch["labels"][kept]
        losses = row_losses(hidden, model.lm_head.weight, labels).double()
        loss += losses.sum().item()
        unknown_loss += losses[labels == unknown].sum().item()
    model.train(was_training)
    if not math.isfinite(loss):
        raise UnavailableError("the model's scores are no numbers: its weights are bad")
    unknowns = int((corpus.ids == unknown).sum())
    return Perplexity(loss, unknown_loss, len(corpus.ids), unknowns, corpus.words, corpus.sentences)


def _exp(loss: float, count: int) -> float | None:
    """The perplexity of a mean loss; none of nothing, or when it is too large for a number."""
    try:
        return math.exp(loss / count) if count else None
    except OverflowError:
        return None
