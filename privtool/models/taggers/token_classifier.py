"""A tagger over any transformers model that labels the pieces of a text (BERT, RoBERTa, ...)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from numpy.typing import NDArray

from privtool.core.errors import UnavailableError
from privtool.core.spans import Span
from privtool.models.hub.pretrained import load_pretrained
from privtool.models.hub.resolve import ResolvedModel
from privtool.models.runtime.precision import (
    autocasting,
    cast_linear_layers,
    multiplies_bfloat16,
)
from privtool.models.taggers.case_shapes import case_shapes
from privtool.models.taggers.labels import add_word, label_columns
from privtool.models.taggers.tokenization import Pieces, PieceTokenizer
from privtool.models.taggers.windowing import Row, RowMaker
from privtool.text.unicode import without_emoji

if TYPE_CHECKING:
    from tokenizers import Tokenizer


AUTO_BATCH_SIZE = 64
_USUAL_PIECES = 32  # of a record: what the batch size counts
_CHARACTERS_AT_A_TIME = 1 << 19


class TokenTagger:
    """Finds private words by the probability that a model gives to all labels but `O`.

    A word is private when that probability, for the most suspicious of its pieces, reaches the
    threshold. Its label is the one with the largest sum over its pieces. Neighboring private words
    of one label make one span, whose score is that of its least certain word. Spans depend on their
    text alone, not on what shares its batch.
    """

    def __init__(
        self,
        model: Any,
        tokenizer: Tokenizer,
        id2label: Mapping[int, str],
        threshold: float,
        *,
        batch_size: int = AUTO_BATCH_SIZE,
        shapes: bool = False,
        first_piece: bool = False,
    ) -> None:
        """Takes over a model, which is on its device, and its tokenizer.

        `batch_size` counts records of 32 pieces. With `shapes` the token types are the case shapes
        of the words; with `first_piece` the first piece alone speaks for a word, as in models that
        were trained so. Raises `UsageError` when no label is `O`, as no tagger lacks it.
        """
        self._model = model.eval()
        if multiplies_bfloat16(model.device):
            cast_linear_layers(model)
        self._tokenizer = PieceTokenizer(tokenizer)
        self._threshold = threshold
        self._shapes, self._first_piece = shapes, first_piece
        self._pieces_at_a_time = batch_size * _USUAL_PIECES
        self._labels, self._columns = label_columns(id2label)
        pad = getattr(model.config, "pad_token_id", None) or 0
        self._rows = RowMaker(
            self._tokenizer.prefix, self._tokenizer.suffix, pad, _longest_input(model)
        )

    def tag(self, texts: Sequence[str]) -> list[list[Span]]:
        """For each text its spans, sorted and disjoint, in offsets of the text."""
        found: dict[str, list[Span]] = {}
        for group in _groups(dict.fromkeys(texts)):
            found.update(zip(group, self._tag_group(group), strict=True))
        return [list(found[text]) for text in texts]

    def _tag_group(self, texts: list[str]) -> list[list[Span]]:
        spans: list[list[Span]] = [[] for _ in texts]
        read = [without_emoji(text) for text in texts]
        pieces = self._tokenizer.pieces(read)
        if not len(pieces.ids):
            return spans
        scores, masses = self._words(pieces, self._masses(pieces, self._types(read, pieces)))
        private = np.flatnonzero(scores >= self._threshold)
        best = masses[private].argmax(axis=1)
        firsts = pieces.word_starts[private]
        text_of = np.searchsorted(pieces.text_bounds, firsts, side="right") - 1
        for number, start, end, label, score in zip(
            text_of.tolist(),
            pieces.word_from[private].tolist(),
            pieces.word_to[private].tolist(),
            best.tolist(),
            scores[private].tolist(),
            strict=True,
        ):
            add_word(spans[number], texts[number], Span(start, end, self._labels[label], score))
        return spans

    def _words(
        self, pieces: Pieces, masses: NDArray[np.float32]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """For each word how private it is, and the probability mass of each label."""
        private = masses.sum(axis=1).clip(max=1.0)
        starts = pieces.word_starts
        if self._first_piece:
            return private[starts], masses[starts]
        return np.maximum.reduceat(private, starts), np.add.reduceat(masses, starts, axis=0)

    def _types(self, texts: list[str], pieces: Pieces) -> NDArray[np.int64] | None:
        """The case shape of the word that each piece belongs to, if the model wants it."""
        if not self._shapes:
            return None
        spans = list(zip(pieces.word_from.tolist(), pieces.word_to.tolist(), strict=True))
        bounds = np.searchsorted(pieces.word_starts, pieces.text_bounds).tolist()
        of_words: list[int] = []
        for text, (first, last) in zip(texts, pairwise(bounds), strict=True):
            of_words += case_shapes(text, spans[first:last])
        ends = np.append(pieces.word_starts[1:], len(pieces.ids))
        return np.repeat(np.array(of_words, np.int64), ends - pieces.word_starts)

    def _masses(self, pieces: Pieces, types: NDArray[np.int64] | None) -> NDArray[np.float32]:
        """The probability of every label but `O`, for every piece."""
        masses = np.empty((len(pieces.ids), len(self._labels)), np.float32)
        for rows in self._rows.batches(pieces, self._pieces_at_a_time):
            probabilities = self._probabilities(rows, pieces.ids, types)
            for row, values in zip(rows, probabilities, strict=True):
                first = len(self._rows.prefix) + row.core_start - row.start
                judged = values[first : first + row.core_end - row.core_start]
                for number, columns in enumerate(self._columns):
                    masses[row.core_start : row.core_end, number] = judged[:, columns].sum(axis=1)
        return masses

    def _probabilities(
        self, rows: list[Row], ids: NDArray[np.int64], types: NDArray[np.int64] | None
    ) -> NDArray[np.float32]:
        """The probability of each of the model's own labels: rows, pieces, labels."""
        inputs = self._rows.inputs(rows, ids, types)
        device = self._model.device
        tensors = {name: torch.from_numpy(array).to(device) for name, array in inputs.items()}
        with torch.inference_mode(), autocasting(self._model):
            logits = self._model(**tensors).logits
            probabilities: NDArray[np.float32] = logits.float().softmax(-1).cpu().numpy()
        return probabilities


def _longest_input(model: Any) -> int:
    """How many pieces the model can take in, special tokens included."""
    for name, module in model.named_modules():
        if name.endswith("position_embeddings") and isinstance(module, torch.nn.Embedding):
            # RoBERTa and its kin count positions from behind the padding's.
            unused = 0 if module.padding_idx is None else module.padding_idx + 1
            return module.num_embeddings - unused
    return int(getattr(model.config, "max_position_embeddings", None) or 512)


def _groups(texts: Iterable[str]) -> Iterator[list[str]]:
    """The texts in groups of some hundred thousand characters, so that memory stays bounded."""
    group: list[str] = []
    size = 0
    for text in texts:
        if group and size + len(text) > _CHARACTERS_AT_A_TIME:
            yield group
            group, size = [], 0
        group.append(text)
        size += len(text)
    if group:
        yield group


_THRESHOLD = 0.5


def load_token_tagger(
    resolved: ResolvedModel,
    device: torch.device,
    batch_size: int,
    threshold: float | None = None,
) -> TokenTagger:
    """Load a tagger of transformers onto its device.

    Its configuration may have `privtool_threshold`, the default threshold (else 0.5),
    `privtool_case_shapes` and `privtool_first_piece`, see `TokenTagger`. Raises `UnavailableError`
    for files that cannot be loaded and for a model that is no tagger.
    """
    model, tokenizer = load_pretrained("AutoModelForTokenClassification", "tagger", resolved)
    config = model.config
    if not getattr(tokenizer, "is_fast", False):
        raise UnavailableError(f"{resolved.name}: its tokenizer gives no offsets of its pieces")
    if threshold is None:
        threshold = float(getattr(config, "privtool_threshold", _THRESHOLD))
    return TokenTagger(
        model.to(device),
        tokenizer.backend_tokenizer,
        config.id2label,
        threshold,
        batch_size=batch_size,
        shapes=bool(getattr(config, "privtool_case_shapes", False)),
        first_piece=bool(getattr(config, "privtool_first_piece", False)),
    )
