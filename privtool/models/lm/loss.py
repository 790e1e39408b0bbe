"""Losses of language models: cross-entropy over large vocabularies in chunks, and perplexity.

Logits of 32,000 tokens over 85,000 words take 11 GB, and their gradients as much again. So a
batch's logits never exist at once: the rows are processed in chunks. The forward pass also computes
the gradients of a chunk, while its logits exist: nothing is stored for the backward pass and
nothing is computed twice.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn.functional import cross_entropy, linear

from privtool.models.lm.dataset import DEFAULT_CONTEXT, Corpus, LmBatches
from privtool.models.lm.presets import hidden_states
from privtool.models.runtime.numerics import evaluating, not_finite
from privtool.models.training.batches import IGNORED, unigram_losses

_LOGITS = {"cpu": 1 << 24}  # in a chunk: 64 MiB in single precision
_LOGITS_ELSEWHERE = 1 << 27  # a GPU is idle with less
_MIN_ROWS = 512  # in a chunk: smaller matrix products are slow
_MAX_TOKENS = 8192  # of a batch whose perplexity is measured
_IN_CACHE = 1 << 18  # logits processed at a time on a CPU: 1 MiB in single precision


def chunked_cross_entropy(
    hidden: torch.Tensor,
    weight: torch.Tensor,
    labels: torch.Tensor,
    kept: torch.Tensor | None = None,
) -> torch.Tensor:
    """Return the sum of the cross-entropies of all rows, in nats.

    `hidden` is (rows, size), `weight` (words, size), `labels` (rows). Rows with the label
    `IGNORED` are not computed, and their gradient is zero. `kept` are the numbers of the others, if
    they are known: to find them waits for a GPU.
    """
    if kept is None:
        kept = (labels != IGNORED).nonzero().squeeze(1)
    return _ChunkedSum.apply(hidden[kept], weight, labels[kept])  # type: ignore[no-any-return,no-untyped-call]


def row_losses(
    hidden: torch.Tensor,
    weight: torch.Tensor,
    labels: torch.Tensor,
    bias: torch.Tensor | None = None,
) -> torch.Tensor:
    """Return the cross-entropy of every row (rows), without gradients; `bias` is (words)."""
    with torch.no_grad():
        parts = [
            cross_entropy(
                linear(hidden[rows], weight.to(hidden.dtype), bias).float(),
                labels[rows],
                reduction="none",
                ignore_index=IGNORED,
            )
            for rows in _chunks(len(labels), weight)
        ]
    return torch.cat(parts) if parts else hidden.new_zeros(0, dtype=torch.float32)


class _ChunkedSum(torch.autograd.Function):
    """The sum of cross-entropies; the forward pass computes its gradients too."""

    @staticmethod
    def forward(
        ctx: Any, hidden: torch.Tensor, weight: torch.Tensor, labels: torch.Tensor
    ) -> torch.Tensor:
        total = torch.zeros((), device=hidden.device)
        needs_grad = ctx.needs_input_grad[0] or ctx.needs_input_grad[1]
        hidden_grad = torch.empty_like(hidden)
        weight_grad: torch.Tensor | None = None
        device, dtype = hidden.device.type, hidden.dtype
        if torch.is_autocast_enabled(device):
            dtype = torch.get_autocast_dtype(device)
        factor = weight.to(dtype)
        for rows in _chunks(len(labels), weight):
            part = hidden[rows].to(dtype)
            logits = part @ factor.T
            total += _replace_by_gradients(logits, labels[rows])
            if not needs_grad:
                continue
            hidden_grad[rows] = logits @ factor
            if weight_grad is None:
                weight_grad = (logits.T @ part).float()
            elif dtype is torch.float32:
                weight_grad.addmm_(logits.T, part)
            else:
                weight_grad += logits.T @ part
        if needs_grad:
            if weight_grad is None:
                weight_grad = torch.zeros_like(weight, dtype=torch.float32)
            ctx.save_for_backward(hidden_grad, weight_grad)
            ctx.dtype = weight.dtype
        return total

    @staticmethod
    def backward(ctx: Any, *grad_outputs: torch.Tensor) -> Any:
        hidden_grad, weight_grad = ctx.saved_tensors
        grad = grad_outputs[0]
        # In place, as these may be the largest tensors; autograd refuses a second backward pass.
        return hidden_grad.mul_(grad), weight_grad.mul_(grad).to(ctx.dtype), None


def _replace_by_gradients(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """Replace logits (rows, words) by their gradients, and return the sum of the cross-entropies.

    The gradients are softmax minus one-hot labels, computed in single precision.
    """
    if logits.device.type != "cpu":
        return _replace_at_once(logits, labels)
    total = torch.zeros(())
    rows = max(1, _IN_CACHE // max(1, logits.shape[1]))
    for chunk, words in zip(torch.split(logits, rows), torch.split(labels, rows), strict=True):
        total += _replace_in_cache(chunk, words)
    return total


def _replace_in_cache(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """Do as `_replace_by_gradients` for logits that fit into the cache of a CPU."""
    gradients = logits.float()
    row = torch.arange(len(labels))
    targets = gradients[row, labels]
    highest = gradients.amax(1, keepdim=True)
    sums = gradients.sub_(highest).exp_().sum(1)
    loss = (sums.log() + highest.squeeze(1) - targets).sum()
    gradients.div_(sums[:, None])
    gradients[row, labels] -= 1
    logits.copy_(gradients)
    return loss


def _replace_at_once(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """Do as `_replace_by_gradients` with few passes over the logits, which are what takes time.

    The norm of a row follows from its highest probability, which is never rounded to 0.
    """
    gradients = torch.softmax(logits, 1, dtype=torch.float32)
    highest, words = gradients.max(1)
    row = torch.arange(len(labels), device=logits.device)
    norms = logits[row, words].float() - highest.log()
    loss = (norms - logits[row, labels].float()).sum()
    gradients[row, labels] -= 1
    logits.copy_(gradients)
    return loss


def _chunks(rows: int, weight: torch.Tensor) -> Iterator[slice]:
    logits = _LOGITS.get(weight.device.type, _LOGITS_ELSEWHERE)
    size = max(_MIN_ROWS, logits // max(1, len(weight)))
    for start in range(0, rows, size):
        yield slice(start, start + size)


class Perplexity(NamedTuple):
    """Sums over a text: negative natural log-probabilities of all tokens and of unknown ones.

    `tokens` and `words` do not count the ends of sentences.
    """

    loss: float
    unknown_loss: float
    tokens: int
    unknown: int
    words: int
    sentences: int

    @property
    def mean(self) -> float:
        """The loss per token, ends of sentences included."""
        return self.loss / max(1, self.tokens + self.sentences)

    def shown(self, unigram_loss: float) -> dict[str, Any]:
        """Return the reported values.

        `perplexity` is per word, with the end of sentence as a word and unknown words as `<unk>`.
        `perplexity_known` excludes unknown words; it is None for a model over pieces.
        `perplexity_token` is per token, `perplexity_unigram` per word for the loss of word counts.
        """
        known = self.tokens + self.sentences - self.unknown if self.tokens == self.words else 0
        return {
            "perplexity": _exp(self.loss, self.words + self.sentences),
            "perplexity_known": _exp(self.loss - self.unknown_loss, known),
            "perplexity_token": _exp(self.loss, self.tokens + self.sentences),
            "perplexity_unigram": _exp(unigram_loss, self.words + self.sentences),
            "unknown_rate": self.unknown / max(1, self.tokens),
            "records": self.sentences,
            "words": self.words,
            "tokens": self.tokens,
        }


def context_length(model: Any) -> int:
    """Return the maximum number of tokens that a model sees at a time."""
    return int(getattr(model.config, "n_positions", 0) or DEFAULT_CONTEXT)


def target_losses(model: Any, corpus: Corpus, end: int, padding: int) -> NDArray[np.float64]:
    """Return the negative natural log-probability of every target: tokens and ends, in order.

    Sentences longer than the context are split into segments that overlap by half. Raise
    `UnavailableError` if the model's scores are not finite.
    """
    context = context_length(model)
    batches = LmBatches(corpus, end, padding, context, _MAX_TOKENS, overlap=context // 2)
    all_losses = np.zeros(corpus.targets)
    with evaluating(model):
        for number in range(len(batches)):
            batch = {name: tensor.to(model.device) for name, tensor in batches[number].items()}
            kept = batch["labels"] != IGNORED
            hidden = hidden_states(model, batch["input_ids"])[kept]
            losses = row_losses(hidden, model.lm_head.weight, batch["labels"][kept])
            all_losses[batches.target_indices(number)] = losses.cpu().double().numpy()
    if not np.isfinite(all_losses).all():
        raise not_finite()
    return all_losses


def perplexity(model: Any, corpus: Corpus, end: int, padding: int, unknown: int) -> Perplexity:
    """Return the sums for a text; `end`, `padding` and `unknown` are ids. See `target_losses`."""
    losses = target_losses(model, corpus, end, padding)
    unknowns = np.flatnonzero(corpus.ids == unknown)
    sentence = np.searchsorted(corpus.bounds, unknowns, side="right") - 1
    unknown_loss = float(losses[unknowns + sentence].sum())  # an end follows each sentence
    return Perplexity(
        float(losses.sum()), unknown_loss, len(corpus.ids), len(unknowns), corpus.words,
        corpus.sentences,
    )  # fmt: skip


class UnigramModel:
    """Probabilities of words without context, from the counts of training texts."""

    def __init__(
        self,
        texts: Iterable[Corpus],
        vocabulary: Mapping[str, int],
        end: int,
        without: Sequence[int] = (),
    ) -> None:
        """`end` is the id of the end of a sentence; tokens in `without` are not counted."""
        size = max(vocabulary.values()) + 1
        counts = np.zeros(size)
        for text in texts:
            counts += np.bincount(text.ids, minlength=size)
            counts[end] += text.sentences
        counts[list(without)] = 0
        self._losses = unigram_losses(counts)
        self._end = end
        self.training_loss = float(counts @ self._losses / max(1.0, counts.sum()))  # per token

    def loss(self, text: Corpus) -> float:
        """Return the negative natural log-probability of a text, ends of sentences included."""
        losses: NDArray[np.float64] = self._losses[text.ids]
        return float(losses.sum() + text.sentences * self._losses[self._end])


def _exp(loss: float, count: int) -> float | None:
    """Return the perplexity of a mean loss, or None without tokens or if it overflows."""
    try:
        return math.exp(loss / count) if count else None
    except OverflowError:
        return None
