"""Masked language models (`mini`, BERT, ModernBERT, ...) as fillers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import NamedTuple, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from tokenizers import Tokenizer
from torch.nn.functional import cross_entropy

from privtool.interfaces.filling import PhraseQuestion, Ranking, Wanted
from privtool.interfaces.guessing import Guess
from privtool.models.fillers.masked.inputs import MaskedTokens, TokenDraft
from privtool.models.fillers.masked.slot_model import SlotModel
from privtool.models.fillers.masked.vocabulary import word_tokens
from privtool.models.fillers.masked.word_scores import WordRanker, WordScorer
from privtool.text.words import key_of

_T = TypeVar("_T")
_REMEMBERED = 1 << 15  # words of phrases


class _Asked(NamedTuple):
    """A slot of a phrase of a question: its place in the phrase, and the tokens to score."""

    draft: TokenDraft
    question: int
    at: int
    tokens: list[int]


class MaskedLM:
    """A filler that ranks whole words for slots with `mini` or a masked LM of transformers.

    Only masked positions go through the head, and only whole words are scored.
    """

    def __init__(
        self, model: SlotModel, tokenizer: Tokenizer, mask: str, batch_size: int | None = None
    ) -> None:
        self._tokens = MaskedTokens(tokenizer, mask, model)
        self._model, self._batch_size = model, batch_size
        special = frozenset(tokenizer.get_added_tokens_decoder())
        tokens = word_tokens(tokenizer, special)
        self._scorers = [WordScorer(tokens.spaced, model)]
        if tokens.unspaced is not tokens.spaced and tokens.unspaced.tokens:
            self._scorers.append(WordScorer(tokens.unspaced, model))
        self._ranker_of = cache(WordRanker)
        self._first_id = lru_cache(_REMEMBERED)(self._tokens.first_id)

    def draft(self, segments: Sequence[str]) -> TokenDraft:
        """Tokenize segments, with a mask token between any two of them."""
        return self._tokens.draft(segments)

    def batch_key(self, draft: TokenDraft) -> int:
        """Return the length that the draft is padded to."""
        return draft.padded_length if self._model.pads else draft.length

    def batch_size(self, key: int) -> int:
        """Return the batch size of the user, else one that keeps the device busy."""
        return self._batch_size or max(1, self._model.tokens_at_once // key)

    def known_words(self) -> frozenset[str]:
        """Return the keys of the words that are one token."""
        return frozenset(key_of(word) for scorer in self._scorers for word in scorer.words)

    @torch.inference_mode()
    def rank(self, drafts: Sequence[TokenDraft], wanted: Sequence[Wanted], k: int) -> list[Ranking]:
        """Return the `k` best words for the next slot of each draft, and the best unlisted ones."""
        return self._by_scorer(
            drafts,
            lambda scorer, states, rows: scorer.rank(states, [wanted[row] for row in rows], k),
        )

    @property
    def tokens(self) -> MaskedTokens:
        """The tokenizer and its special tokens."""
        return self._tokens

    @property
    def size(self) -> int:
        """Return the number of words that are one token."""
        return max(len(scorer.words) for scorer in self._scorers)

    @torch.inference_mode()
    def guess(
        self,
        drafts: Sequence[TokenDraft],
        wanted: Sequence[Wanted],
        originals: Sequence[Sequence[str]],
    ) -> list[Guess]:
        """Return the best word for the next slot of each draft, and the originals' ranks."""

        def of_rows(scorer: WordScorer, states: torch.Tensor, rows: Sequence[int]) -> list[Guess]:
            pairs = [(wanted[row], originals[row]) for row in rows]
            return self._ranker_of(scorer).guess(states, pairs)

        return self._by_scorer(drafts, of_rows)

    @torch.inference_mode()
    def losses(self, drafts: Sequence[TokenDraft], tokens: Sequence[int]) -> NDArray[np.float64]:
        """Return the negative log-probability of a token for the next slot of each draft."""
        logits = self._model.logits(self._states(drafts))
        targets = torch.tensor(tokens, device=logits.device)
        losses = cross_entropy(logits, targets, reduction="none")
        return losses.cpu().double().numpy()

    def phrase_scores(self, questions: Sequence[PhraseQuestion]) -> list[list[float]]:
        """Return the log-probability of each phrase: the sum of those of its words' first tokens.

        Each is that of its slot with all other slots masked, so that a slot takes one row of the
        model for all phrases.
        """
        waiting: dict[int, list[_Asked]] = defaultdict(list)
        for number, (segments, first, phrases) in enumerate(questions):
            draft = self._tokens.draft(segments)
            for at in range(len(phrases[0])):
                slot = draft.at(first + at)
                words = [phrase[at] for phrase in phrases]
                tokens = [self._first_id(word, slot.next_spaced) for word in words]
                waiting[self.batch_key(slot)].append(_Asked(slot, number, at, tokens))
        found: dict[tuple[int, int], list[float]] = {}
        for key, rows in waiting.items():
            size = self.batch_size(key)
            for start in range(0, len(rows), size):
                some = rows[start : start + size]
                scored = self._logprobs([row.draft for row in some], [row.tokens for row in some])
                for row, scores in zip(some, scored, strict=True):
                    found[row.question, row.at] = scores
        return [
            [
                sum(found[number, at][choice] for at in range(len(phrase)))
                for choice, phrase in enumerate(question.phrases)
            ]
            for number, question in enumerate(questions)
        ]

    @torch.inference_mode()
    def _logprobs(
        self, drafts: Sequence[TokenDraft], tokens: Sequence[Sequence[int]]
    ) -> list[list[float]]:
        """Return the log-probabilities of some tokens for the next slot of each draft."""
        logits = self._model.logits(self._states(drafts))
        return [
            row.log_softmax(-1)[torch.tensor(ids, device=row.device)].cpu().double().tolist()
            for row, ids in zip(logits, tokens, strict=True)
        ]

    def _by_scorer(
        self,
        drafts: Sequence[TokenDraft],
        of_rows: Callable[[WordScorer, torch.Tensor, Sequence[int]], list[_T]],
    ) -> list[_T]:
        """Return what a function makes of the states of the drafts of each scorer."""
        states = self._states(drafts)
        if len(self._scorers) == 1:
            return of_rows(self._scorers[0], states, range(len(drafts)))
        found: dict[int, _T] = {}
        for scorer, spaced in zip(self._scorers, (True, False), strict=True):
            rows = [i for i, draft in enumerate(drafts) if draft.next_spaced is spaced]
            if rows:
                found |= zip(rows, of_rows(scorer, states[rows], rows), strict=True)
        return [found[row] for row in range(len(drafts))]

    def _states(self, drafts: Sequence[TokenDraft]) -> torch.Tensor:
        """Return the model's states at the next slot of each draft."""
        length = self.batch_key(drafts[0])
        tokens, device = self._tokens, self._model.device
        ids = torch.full((len(drafts), length), tokens.padding, dtype=torch.long)
        attention = torch.zeros_like(ids)
        positions: list[int] = []
        for row, draft in enumerate(drafts):
            window, slot = draft.window()
            size = len(window) + 2
            ids[row, :size] = torch.tensor([tokens.before, *window, tokens.after])
            attention[row, :size] = 1
            positions.append(slot + 1)
        slots = torch.tensor(positions, device=device)
        return self._model.states(ids.to(device), attention.to(device), slots)
