"""What a recognizer is trained for, and how well it does on the validation set."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

import torch

from privtool.core.errors import DataError, PrivtoolError
from privtool.models.asr.tokenizer import AsrTokens
from privtool.models.asr.training.dataset import FAILED, AsrBatches
from privtool.models.asr.transducer.loss import transducer_loss
from privtool.models.asr.transducer.model import Transducer
from privtool.models.runtime.weights import evaluating
from privtool.models.training.objectives import IGNORED

Decode = Callable[[Transducer, torch.Tensor, torch.Tensor], list[list[int]]]
LOSS, WER, EMPTY = "loss", "wer", "empty"


class Recognition:
    """An `Objective` for transducers: the loss of a token. `valid` may be None.

    `decode` gives the tokens that a model hears in features (clips, frames, count) of lengths.
    """

    def __init__(
        self,
        tokens: AsrTokens,
        valid: AsrBatches | None,
        ctc_weight: float,
        decode: Decode,
        workers: int = 0,
    ) -> None:
        """`workers` processes read the validation set."""
        self._tokens, self._ctc_weight, self._decode = tokens, ctc_weight, decode
        self._valid: Any = None
        if valid is not None:  # its own generator: none of the training's numbers is drawn
            self._valid = torch.utils.data.DataLoader(
                valid, batch_size=None, num_workers=workers, generator=torch.Generator()
            )
        self._measured: dict[str, float] = {}

    def loss(self, model: Any, batch: dict[str, Any]) -> torch.Tensor:
        """The sum over all clips of a batch, see `AsrBatches`.

        Raises `DataError` for a batch whose audio could not be read.
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
        """The mean loss of a token of the validation set; see `measured` for more.

        Raises `PrivtoolError` when that is no number.
        """
        if self._valid is None:
            return None
        self._measured = measured(model, self._tokens, self._valid, self.loss, self._decode)
        if not math.isfinite(self._measured[LOSS]):
            raise PrivtoolError("the loss on --valid is no number: try a lower --learning-rate")
        return self._measured[LOSS]

    def measured(self) -> dict[str, float]:
        """What was found besides the loss when that was last measured."""
        return {name: value for name, value in self._measured.items() if name != LOSS}


def measured(
    model: Any,
    tokens: AsrTokens,
    batches: Iterable[dict[str, Any]],
    loss: Callable[[Any, dict[str, Any]], torch.Tensor],
    decode: Decode,
) -> dict[str, float]:
    """Loss of a token, word error rate of a greedy search, and share of clips with no word heard.

    Roles are no words. Nothing that was heard leaves this function.
    """
    import jiwer

    device = next(model.parameters()).device
    total, targets = 0.0, 0
    said: list[str] = []
    heard: list[str] = []
    with evaluating(model):
        for batch in batches:
            if FAILED not in batch:
                batch = {name: tensor.to(device) for name, tensor in batch.items()}
            total += float(loss(model, batch))
            labels = batch["labels"]
            targets += int((labels != IGNORED).sum())
            said += [_words(tokens, row[row != IGNORED].tolist()) for row in labels]
            found = decode(model, batch["features"], batch["lengths"])
            heard += [_words(tokens, ids) for ids in found]
    counted = jiwer.process_words(said, heard)
    empty = sum(not text for text in heard) / max(1, len(heard))
    return {LOSS: total / max(1, targets), WER: float(counted.wer), EMPTY: empty}


def _words(tokens: AsrTokens, ids: list[int]) -> str:
    roles = {f"<{role}>" for role in tokens.roles}
    return " ".join(word.text for word in tokens.words(ids) if word.text not in roles)
