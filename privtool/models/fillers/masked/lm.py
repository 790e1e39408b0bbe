"""Masked language models (BERT, RoBERTa, `mini`, ...) as fillers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from tokenizers import Tokenizer

from privtool.core.errors import UnavailableError
from privtool.interfaces.filling import Candidates, Ranking, Wanted
from privtool.models.fillers.masked.encoder import slot_encoder
from privtool.models.fillers.masked.inputs import MaskedTokens, TokenDraft
from privtool.models.fillers.masked.vocabulary import WholeWords, word_tokens
from privtool.models.runtime.batch_invariance import batch_invariant
from privtool.text.filling.word_classes import fits_class
from privtool.text.word_lists import WordList
from privtool.text.words import key_of

_TOKENS_PER_BATCH = {"cpu": 2048, "cuda": 65536, "mps": 16384}


class MaskedLM:
    """A filler that ranks whole words for slots with `mini` or a masked LM of transformers.

    Only masked positions go through the encoder's last layer and the head, and only the head's rows
    of whole words are multiplied. `model` must be in evaluation mode and on its device.
    """

    def __init__(
        self, model: Any, tokenizer: Tokenizer, mask: str, batch_size: int | None = None
    ) -> None:
        self._tokens = MaskedTokens(tokenizer, mask, model.config)
        self._model, self._batch_size = model, batch_size
        self._device: torch.device = next(model.parameters()).device
        body, self._head = parts_of(model)
        self._encode = slot_encoder(body)
        special = frozenset(tokenizer.get_added_tokens_decoder())
        tokens = word_tokens(tokenizer, special)
        self._scorers = [_WordScorer(tokens.spaced, self._head)]
        if tokens.unspaced is not tokens.spaced and tokens.unspaced.tokens:
            self._scorers.append(_WordScorer(tokens.unspaced, self._head))

    def draft(self, segments: Sequence[str]) -> TokenDraft:
        """Tokenize segments, with a mask token between any two of them."""
        return self._tokens.draft(segments)

    def batch_key(self, draft: TokenDraft) -> int:
        """Return the length that the draft is padded to."""
        return draft.padded_length

    def batch_size(self, key: int) -> int:
        """Return the batch size of the user, else one that keeps the device busy."""
        return self._batch_size or max(1, _TOKENS_PER_BATCH[self._device.type] // key)

    def known_words(self) -> frozenset[str]:
        """Return the keys of the words that are one token."""
        return frozenset(key_of(word) for scorer in self._scorers for word in scorer.words)

    @torch.inference_mode()
    def rank(self, drafts: Sequence[TokenDraft], wanted: Sequence[Wanted], k: int) -> list[Ranking]:
        """Return the `k` best words for the next slot of each draft, and the best unlisted ones."""
        hidden = self._hidden(drafts)
        if len(self._scorers) == 1:
            return self._scorers[0].rank(hidden, wanted, k)
        rankings: dict[int, Ranking] = {}
        for scorer, spaced in zip(self._scorers, (True, False), strict=True):
            rows = [i for i, draft in enumerate(drafts) if draft.next_spaced is spaced]
            if rows:
                ranked = scorer.rank(hidden[rows], [wanted[i] for i in rows], k)
                rankings.update(zip(rows, ranked, strict=True))
        return [rankings[row] for row in range(len(drafts))]

    def _hidden(self, drafts: Sequence[TokenDraft]) -> torch.Tensor:
        """Return the head's hidden states at the next slot of each draft: (drafts, width)."""
        length = drafts[0].padded_length
        tokens = self._tokens
        ids = torch.full((len(drafts), length), tokens.padding, dtype=torch.long)
        attention = torch.zeros_like(ids)
        positions: list[int] = []
        for row, draft in enumerate(drafts):
            window, slot = draft.window()
            size = len(window) + 2
            ids[row, :size] = torch.tensor([tokens.before, *window, tokens.after])
            attention[row, :size] = 1
            positions.append(slot + 1)
        slots = torch.tensor(positions, device=self._device)
        hidden = self._encode(ids.to(self._device), attention.to(self._device), slots)
        return batch_invariant(self._head.transform, hidden)


class Head:
    """The head of a masked LM: a transform, and a decoder with one row per token."""

    def __init__(self, transform: Any, decoder: Any) -> None:
        self.transform, self.weight, self.bias = transform, decoder.weight, decoder.bias


class _WordScorer:
    """The decoder's rows of whole words.

    Scores are computed in single precision for any model: in half precision, many words tie.
    """

    def __init__(self, words: WholeWords, head: Head) -> None:
        index = torch.tensor(words.tokens, device=head.weight.device)
        self._tokens = np.array(words.tokens, np.int64)
        self._weight = head.weight.detach()[index].float()
        self._bias = None if head.bias is None else head.bias.detach()[index].float()
        self.words = words.words
        self._in_lists = cache(self._compute_in_lists)
        self._not_of_class = cache(self._compute_not_of_class)

    def rank(self, hidden: torch.Tensor, wanted: Sequence[Wanted], k: int) -> list[Ranking]:
        scores = batch_invariant(self._scores, hidden.float())
        for row, want in enumerate(wanted):
            excluded = None if want.label is None else self._not_of_class(want.label)
            if excluded is not None:
                scores[row].masked_fill_(excluded, -torch.inf)
        values, indices = (part.cpu().numpy() for part in scores.topk(min(k, scores.shape[1])))
        rankings: list[Ranking] = []
        for row, want in enumerate(wanted):
            listed = self._in_lists(want.avoid) if want.avoid else None
            best = self._candidates(values[row], indices[row], listed)
            if best is None:
                raise UnavailableError("the model's scores are not finite: its weights are damaged")
            unlisted = None
            if listed is not None and best.avoided.all():
                unlisted = self._best_unlisted(scores[row], listed, k)
            rankings.append(Ranking(best, unlisted))
        return rankings

    def _scores(self, hidden: torch.Tensor) -> torch.Tensor:
        # On a CPU and for few rows, this order is twice as fast as that of `linear`.
        scores: torch.Tensor = self._weight @ hidden.T
        return scores.T if self._bias is None else scores.add_(self._bias[:, None]).T

    def _candidates(
        self,
        values: NDArray[np.float32],
        indices: NDArray[np.int64],
        listed: NDArray[np.bool_] | None,
    ) -> Candidates | None:
        """Return the words with finite scores, or None if there are none."""
        kept = values > -np.inf
        indices = indices[kept]
        if not len(indices):
            return None
        avoided = np.zeros(len(indices), np.bool_) if listed is None else listed[indices]
        words = self.words
        scores = values[kept].astype(np.float64)
        return Candidates(self._tokens[indices], scores, avoided, lambda at: words[indices[at]])

    def _best_unlisted(
        self, scores: torch.Tensor, listed: NDArray[np.bool_], k: int
    ) -> Candidates | None:
        unlisted = scores.masked_fill(torch.from_numpy(listed).to(scores.device), -torch.inf)
        values, indices = (part.cpu().numpy() for part in unlisted.topk(min(k, len(scores))))
        return self._candidates(values, indices, None)

    def _compute_in_lists(self, lists: tuple[WordList, ...]) -> NDArray[np.bool_]:
        """Return which words are in any of the lists."""
        keys = map(key_of, self.words)
        return np.array([any(listed.keeps(word) for listed in lists) for word in keys])

    def _compute_not_of_class(self, label: str) -> torch.Tensor | None:
        """Return which words are not of a class; None if the model has no word of it."""
        others = torch.tensor([not fits_class(word, label) for word in self.words])
        return None if others.all() else others.to(self._weight.device)


def parts_of(model: Any) -> tuple[Any, Head]:
    """Return the encoder and head of a masked LM. Raise `UnavailableError` for unknown shapes."""
    body = getattr(model, model.base_model_prefix, None)
    cls: Any = getattr(getattr(model, "cls", None), "predictions", None)
    if body is not None and hasattr(cls, "transform"):  # BERT and its kin
        return body, Head(cls.transform, cls.decoder)
    lm_head: Any = getattr(model, "lm_head", None)
    if body is not None and hasattr(lm_head, "layer_norm"):  # RoBERTa and its kin
        gelu = torch.nn.functional.gelu
        return body, Head(lambda x: lm_head.layer_norm(gelu(lm_head.dense(x))), lm_head.decoder)
    if body is not None and hasattr(model, "vocab_transform"):  # DistilBERT
        norm, dense = model.vocab_layer_norm, model.vocab_transform
        return body, Head(lambda x: norm(model.activation(dense(x))), model.vocab_projector)
    raise _unknown(model)


@torch.inference_mode()
def check_parts(model: Any) -> None:
    """Raise `UnavailableError` unless encoder and head give the scores of the whole model."""
    body, head = parts_of(model)
    # Without token 0, which is often padding.
    ids = torch.tensor([[1, 2, 3, 4]], device=head.weight.device)
    inputs = {"input_ids": ids, "attention_mask": torch.ones_like(ids)}
    try:
        expected = model(**inputs).logits
        hidden = head.transform(body(**inputs).last_hidden_state)
        logits = torch.nn.functional.linear(hidden, head.weight, head.bias)
        equal = torch.allclose(logits, expected, atol=1e-3)
    except Exception as error:  # a model of another shape may fail in any way
        raise _unknown(model) from error
    if not equal:
        raise _unknown(model)


def _unknown(model: Any) -> UnavailableError:
    return UnavailableError(
        f"the architecture {type(model).__name__} is not supported by fill; "
        "use BERT, RoBERTa, DistilBERT or models of their shape"
    )
