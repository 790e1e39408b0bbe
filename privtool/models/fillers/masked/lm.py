"""Masked language models (`mini`, BERT, ModernBERT, ...) as fillers, and as scorers of texts."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import islice, pairwise
from typing import TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from tokenizers import Tokenizer
from torch.nn.functional import cross_entropy

from privtool.interfaces.filling import Guess, PhraseQuestion, Ranking, Wanted
from privtool.models.fillers.masked.inputs import MaskedTokens, TokenDraft
from privtool.models.fillers.masked.slot_model import SlotModel
from privtool.models.fillers.masked.vocabulary import WordScorer, word_tokens
from privtool.models.runtime.numerics import not_finite
from privtool.text.words import key_of

_T = TypeVar("_T")
_REMEMBERED = 1 << 15  # words of phrases
_AT_A_TIME = 1 << 14  # tokens whose drafts are held in memory


class MaskedLM:
    """Ranks whole words for slots by `mini` or a masked LM; `tokens` are those of its tokenizer."""

    def __init__(
        self, model: SlotModel, tokenizer: Tokenizer, mask: str, batch_size: int | None = None
    ) -> None:
        self.tokens = MaskedTokens(tokenizer, mask, model)
        self._model, self._batch_size = model, batch_size
        special = frozenset(tokenizer.get_added_tokens_decoder())
        spaced, unspaced = word_tokens(tokenizer, special)
        self._scorers = [WordScorer(spaced, model)]
        if unspaced is not spaced and unspaced:
            self._scorers.append(WordScorer(unspaced, model))
        self._first_id = lru_cache(_REMEMBERED)(self.tokens.first_id)

    def draft(self, segments: Sequence[str]) -> TokenDraft:
        return self.tokens.draft(segments)

    def batch_key(self, draft: TokenDraft) -> int:
        """Return the length that the draft is padded to."""
        return draft.padded_length if self._model.pads else draft.length

    def batch_size(self, key: int) -> int:
        """Return the batch size of the user, else one that keeps the device busy."""
        return self._batch_size or max(1, self._model.tokens_at_once // key)

    def batches(self, drafts: Sequence[TokenDraft]) -> Iterator[list[int]]:
        """Yield the numbers of drafts that are read together."""
        by_key: dict[int, list[int]] = defaultdict(list)
        for number, draft in enumerate(drafts):
            by_key[self.batch_key(draft)].append(number)
        for key, numbers in by_key.items():
            size = self.batch_size(key)
            yield from (numbers[start : start + size] for start in range(0, len(numbers), size))

    def known_words(self) -> frozenset[str]:
        """Return the keys of the words that are one token."""
        return frozenset(key_of(word) for scorer in self._scorers for word in scorer.words)

    @torch.inference_mode()
    def rank(self, drafts: Sequence[TokenDraft], wanted: Sequence[Wanted], k: int) -> list[Ranking]:
        return self._by_scorer(
            drafts,
            lambda scorer, states, rows: scorer.rank(states, [wanted[row] for row in rows], k),
        )

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

        slots = list(zip(wanted, originals, strict=True))
        return self._by_scorer(
            drafts,
            lambda scorer, states, rows: scorer.guess(states, [slots[row] for row in rows]),
        )

    @torch.inference_mode()
    def losses(self, drafts: Sequence[TokenDraft], tokens: Sequence[int]) -> NDArray[np.float64]:
        """Return the negative log-probability of a token for the next slot of each draft."""
        logits = self._model.logits(self._states(drafts))
        targets = torch.tensor(tokens, device=logits.device)
        losses = cross_entropy(logits, targets, reduction="none")
        return losses.cpu().double().numpy()

    @torch.inference_mode()
    def phrase_scores(self, questions: Sequence[PhraseQuestion]) -> list[list[float]]:
        """Return the log-probability of each phrase: the sum of those of its words' first tokens.

        All other slots are masked, so that a slot takes one row of the model for all phrases.
        """
        asked: list[tuple[TokenDraft, list[int]]] = []
        drafts: dict[int, TokenDraft] = {}  # by text: a long one has many questions
        for segments, first, phrases in questions:
            if id(segments) not in drafts:
                drafts[id(segments)] = self.tokens.draft(segments)
            for at in range(len(phrases[0])):
                slot = drafts[id(segments)].at(first + at)
                tokens = [self._first_id(phrase[at], slot.next_spaced) for phrase in phrases]
                asked.append((slot, tokens))
        found: dict[int, list[float]] = {}
        for some in self.batches([slot for slot, _ in asked]):
            logits = self._model.logits(self._states([asked[number][0] for number in some]))
            for number, row in zip(some, logits, strict=True):
                index = torch.tensor(asked[number][1], device=row.device)
                found[number] = row.log_softmax(-1)[index].cpu().double().tolist()
        rows = (found[number] for number in range(len(asked)))
        slots = (list(islice(rows, len(question.phrases[0]))) for question in questions)
        return [list(map(sum, zip(*of_question, strict=True))) for of_question in slots]

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
        tokens, device = self.tokens, self._model.device
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


class PseudoLikelihoodScorer:
    """Scores each token by a masked LM that sees all others (Salazar et al. 2020, section 2)."""

    def __init__(self, model: MaskedLM) -> None:
        self._model, self._tokens = model, model.tokens
        unknown = self._tokens.unknown
        self.unknown = -1 if unknown is None else unknown

    def check(self, text: str) -> None:
        """Accept any text."""

    def framed(self, text: str) -> list[int]:
        """Return the ids of a text after the special token before it."""
        return [self._tokens.before, *self._tokens.ids_of(text)]

    def token_losses(self, texts: Sequence[str]) -> list[NDArray[np.float64]]:
        """Return the negative natural log-probabilities of all ids of `framed` but the first.

        Raise `UnavailableError` if they are not finite.
        """
        losses: list[float] = []
        ends = [0]  # of the texts
        waiting: list[tuple[TokenDraft, int]] = []
        for text in texts:
            for draft_and_token in self._tokens.one_slot_drafts(text):
                waiting.append(draft_and_token)
                if len(waiting) >= _AT_A_TIME:
                    losses += self._losses(waiting)
                    waiting.clear()
            ends.append(len(losses) + len(waiting))
        losses += self._losses(waiting)
        if not np.isfinite(losses).all():
            raise not_finite()
        return [np.array(losses[start:end]) for start, end in pairwise(ends)]

    def _losses(self, pairs: Sequence[tuple[TokenDraft, int]]) -> list[float]:
        """Return the loss of each token for the slot of its draft."""
        found = [math.nan] * len(pairs)
        for some in self._model.batches([draft for draft, _ in pairs]):
            drafts, tokens = zip(*(pairs[number] for number in some), strict=True)
            for number, loss in zip(some, self._model.losses(drafts, tokens), strict=True):
                found[number] = float(loss)
        return found
