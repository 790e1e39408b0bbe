"""Scoring of texts by a causal language model: one of `lm-train`, or any of transformers."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn.functional import cross_entropy

from privtool.core.device import Runtime, choose_device
from privtool.core.own_files import CARD, read_card
from privtool.interfaces.lm_scoring import Score
from privtool.models.hub.pretrained import has_plain_head, load_causal, max_positions
from privtool.models.hub.resolve import ResolvedModel
from privtool.models.lm.checkpoint import WORDS, load_lm
from privtool.models.lm.dataset import DEFAULT_CONTEXT, Segment, segments
from privtool.models.lm.loss import row_losses
from privtool.models.lm.tokenizers import PieceSplitter
from privtool.models.lm.words import LmWordSplitter
from privtool.models.runtime.numerics import batch_invariant, dtype_of, not_finite

_MAX_CONTEXT = 2048  # tokens; longer contexts of some models would not fit into memory
_BUCKET = 16
_TOKENIZER = "tokenizer.json"
_FILL_TRAIN = "privtool fill-train"  # whose causal LMs are those of transformers
# Few on a CPU, where batches are padded to a fixed number of rows: the last bits of a product
# depend on it.
_TOKENS_PER_BATCH = {"cpu": 512, "cuda": 32768, "mps": 8192}
FramedText = tuple[list[int], int]  # ids with special tokens, and how many of them are not scored


class LmScorer:
    """Scores texts; a text longer than the context is split into segments that overlap by half.

    `model` must be in evaluation mode and on its device. `frame` tokenizes a text, and `check`
    raises `DataError` where that is impossible. `unknown` is the id of unknown tokens, if any.
    """

    def __init__(
        self,
        model: Any,
        frame: Callable[[str], FramedText],
        batch_size: int | None,
        check: Callable[[str], None] = lambda _: None,
        unknown: int = -1,
    ) -> None:
        self._model, self._frame, self.check, self.unknown = model, frame, check, unknown
        self._device: torch.device = next(model.parameters()).device
        self._batch_size = batch_size
        self._plain = has_plain_head(model)
        self._context = min(max_positions(model) or DEFAULT_CONTEXT, _MAX_CONTEXT)

    def score(self, texts: Sequence[str]) -> list[Score]:
        """Return the scores of texts, in order; each depends only on its own text.

        The padded length of a segment depends only on the segment, as the last bits of its results
        depend on it. Each segment goes through the output layer alone.
        """
        return [
            Score(-math.fsum(part.sum().item() for part in parts) + 0.0, sum(map(len, parts)))
            for parts in self._segment_losses(texts)
        ]

    def framed(self, text: str) -> list[int]:
        """Return the ids of a text with the special tokens around it."""
        return self._frame(text)[0]

    def token_losses(self, texts: Sequence[str]) -> list[NDArray[np.float64]]:
        """Return the negative natural log-probabilities of all ids of `framed` but the first."""
        return [
            np.concatenate([np.zeros(0), *(part.numpy() for part in parts)])
            for parts in self._segment_losses(texts)
        ]

    def _segment_losses(self, texts: Sequence[str]) -> list[list[torch.Tensor]]:
        """Return the losses of the scored targets of each segment of each text."""
        framed = [self._frame(text) for text in texts]
        targets = [max(len(ids) - unscored, 0) for ids, unscored in framed]
        by_width: dict[int, list[Segment]] = {}
        for segment in segments(targets, self._context, self._context // 2):
            if (length := segment.end - segment.start) > 0:
                padded = (length + _BUCKET - 1) // _BUCKET * _BUCKET
                by_width.setdefault(min(padded, self._context), []).append(segment)
        losses: list[list[torch.Tensor]] = [[] for _ in texts]
        for width in sorted(by_width):
            size = self._batch_size or _rows(self._device.type, width)
            for start in range(0, len(by_width[width]), size):
                batch = by_width[width][start : start + size]
                for segment, loss in zip(batch, self._losses(batch, framed, width), strict=True):
                    losses[segment.sentence].append(loss)
        if not all(bool(loss.isfinite().all()) for of_text in losses for loss in of_text):
            raise not_finite()
        return losses

    @torch.inference_mode()
    def _losses(
        self, batch: Sequence[Segment], framed: Sequence[FramedText], width: int
    ) -> list[torch.Tensor]:
        """Return the negative log-probabilities of the scored targets of each segment."""
        ids = torch.zeros((len(batch), width), dtype=torch.long)  # padding is never scored
        labels = torch.zeros((len(batch), width), dtype=torch.long)
        for row, segment in enumerate(batch):
            text, size = framed[segment.sentence][0], segment.end - segment.start
            ids[row, :size] = torch.tensor(text[segment.start : segment.end])
            labels[row, :size] = torch.tensor(text[segment.start + 1 : segment.end + 1])
        if self._plain and self._device.type != "cpu":
            # Copied from a GPU together: each copy waits for it.
            hidden = self._model.base_model(input_ids=ids.to(self._device))[0].flatten(0, 1)
            head = self._model.get_output_embeddings()
            bias, targets = getattr(head, "bias", None), labels.flatten().to(self._device)
            losses = iter(row_losses(hidden, head.weight, targets, bias).cpu().view(labels.shape))
        else:
            logits = self._logits(ids.to(self._device))
            losses = (
                cross_entropy(logits(row).float(), each.to(self._device), reduction="none")
                for row, each in enumerate(labels)
            )
        return [
            loss[segment.first - segment.start : segment.end - segment.start].cpu().double()
            for segment, loss in zip(batch, losses, strict=True)
        ]

    def _logits(self, ids: torch.Tensor) -> Callable[[int], torch.Tensor]:
        """Return a function from a row number to its logits (length, tokens).

        On a CPU the number of rows depends only on their length, as the last bits depend on it.
        """
        if not self._plain:
            return lambda row: self._model(input_ids=ids[row : row + 1]).logits[0]
        size = _rows("cpu", ids.shape[1])
        hidden = batch_invariant(lambda ids: self._model.base_model(input_ids=ids)[0], ids, size)
        head = self._model.get_output_embeddings()
        return lambda row: head(hidden[row])


def _rows(device: str, width: int) -> int:
    return max(1, _TOKENS_PER_BATCH[device] // width)


def load_scorer(resolved: ResolvedModel, runtime: Runtime) -> LmScorer:
    """Load a scorer on a model of `lm-train` or any causal LM; `UnavailableError` for others."""
    folder = resolved.path
    if not (folder / CARD).is_file() or read_card(folder).get("model") == _FILL_TRAIN:
        return causal_scorer(*load_causal(resolved), runtime)
    lm = load_lm(folder)
    end, _, unknown = lm.tokens.specials
    pieces = None if lm.tokens.kind == WORDS else PieceSplitter(folder / _TOKENIZER)
    split = pieces or LmWordSplitter()
    ids = lm.tokens.ids

    def frame(text: str) -> FramedText:
        return [end, *(ids.get(token, unknown) for token in split(text)), end], 1

    check = (lambda _: None) if pieces is None else pieces.check
    return LmScorer(_placed(lm.model, runtime), frame, runtime.batch_size, check, unknown)


def causal_scorer(model: Any, tokenizer: Any, runtime: Runtime) -> LmScorer:
    """Return a scorer on a causal LM of transformers in evaluation mode."""
    start = [] if tokenizer.bos_token_id is None else [tokenizer.bos_token_id]

    def frame(text: str) -> FramedText:
        encoded = tokenizer(text, add_special_tokens=False, split_special_tokens=True)
        return [*start, *encoded["input_ids"]], 1

    unknown = -1 if tokenizer.unk_token_id is None else tokenizer.unk_token_id
    return LmScorer(_placed(model, runtime), frame, runtime.batch_size, unknown=unknown)


def _placed(model: Any, runtime: Runtime) -> Any:
    """Return the model on its device in its precision."""
    device = choose_device(runtime.device)
    return model.to(device, dtype_of(runtime.dtype, device))
