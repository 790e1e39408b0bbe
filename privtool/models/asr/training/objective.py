"""The training objective of a recognizer, and its evaluation on the validation set."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

import torch

from privtool.core.errors import DataError, PrivtoolError, option
from privtool.models.asr.decoding.greedy import greedy_tokens
from privtool.models.asr.tokenizer import AsrTokens
from privtool.models.asr.training.dataset import FAILED, AsrBatches
from privtool.models.asr.transducer.loss import transducer_loss
from privtool.models.asr.transducer.model import Transducer
from privtool.models.runtime.weights import evaluating
from privtool.models.training.objectives import IGNORED

Decode = Callable[[Transducer, torch.Tensor, torch.Tensor], list[list[int]]]
LOSS, WER, EMPTY = "loss", "wer", "empty"


class TransducerObjective:
    """An `Objective` for transducers: the loss per token. `valid` may be None."""

    def __init__(
        self, tokens: AsrTokens, valid: AsrBatches | None, ctc_weight: float, workers: int = 0
    ) -> None:
        """`workers` processes read the validation set."""
        self._tokens, self._ctc_weight = tokens, ctc_weight
        self._valid: Any = None
        if valid is not None:  # with a generator of its own, so that training's draws do not change
            self._valid = torch.utils.data.DataLoader(
                valid, batch_size=None, num_workers=workers, generator=torch.Generator()
            )
        self._metrics: dict[str, float] = {}

    def loss(self, model: Any, batch: dict[str, Any]) -> torch.Tensor:
        """Return the sum over all clips of a batch of `AsrBatches`.

        Raise `DataError` for a batch whose audio could not be read.
        """
        if FAILED in batch:
            raise DataError(batch[FAILED])
        labels = batch["labels"]
        known = labels != IGNORED
        return transducer_loss(
            model,
            batch["features"],
            batch["lengths"],
            labels.clamp_min(0),
            known.sum(1),
            self._ctc_weight,
        )

    def validation_loss(self, model: Any) -> float | None:
        """Return the mean loss per token of the validation set; see `metrics` for other metrics.

        Raise `PrivtoolError` if it is not finite.
        """
        if self._valid is None:
            return None
        self._metrics = evaluate(model, self._tokens, self._valid, self.loss, greedy_tokens)
        if not math.isfinite(self._metrics[LOSS]):
            raise PrivtoolError(
                f"the loss on {option('valid')} is not finite: try a lower "
                f"{option('learning_rate')}"
            )
        return self._metrics[LOSS]

    def metrics(self) -> dict[str, float]:
        """Return the other metrics of the last validation."""
        return {name: value for name, value in self._metrics.items() if name != LOSS}


def evaluate(
    model: Any,
    tokens: AsrTokens,
    batches: Iterable[dict[str, Any]],
    loss: Callable[[Any, dict[str, Any]], torch.Tensor],
    decode: Decode,
) -> dict[str, float]:
    """Return the loss per token, the word error rate of `decode`, and the share of empty outputs.

    `decode` returns the tokens of clips for a model, features (clips, frames, count) and lengths.
    Roles are not words. No text leaves this function.
    """
    import jiwer

    device = next(model.parameters()).device
    total, targets = 0.0, 0
    references: list[str] = []
    hypotheses: list[str] = []
    with evaluating(model):
        for batch in batches:
            if FAILED not in batch:
                batch = {name: tensor.to(device) for name, tensor in batch.items()}
            total += float(loss(model, batch))
            labels = batch["labels"]
            targets += int((labels != IGNORED).sum())
            references += [_words(tokens, row[row != IGNORED].tolist()) for row in labels]
            decoded = decode(model, batch["features"], batch["lengths"])
            hypotheses += [_words(tokens, ids) for ids in decoded]
    wer = float(jiwer.process_words(references, hypotheses).wer)
    empty = sum(not text for text in hypotheses) / max(1, len(hypotheses))
    return {LOSS: total / max(1, targets), WER: wer, EMPTY: empty}


def _words(tokens: AsrTokens, ids: list[int]) -> str:
    roles = {f"<{role}>" for role in tokens.roles}
    return " ".join(word.text for word in tokens.words(ids) if word.text not in roles)
