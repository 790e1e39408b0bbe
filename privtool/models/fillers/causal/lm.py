"""Causal language models (LLaMA, GPT-2, ...) as fillers, with the text around slots forced.

The score of a word is its log-probability after the left context, plus that of the right context
after both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, zip_longest
from typing import Any, NamedTuple

import torch

from privtool.interfaces.filling import Candidate, PhraseQuestion, Ranking, Wanted, candidates
from privtool.models.fillers.causal import inputs
from privtool.models.fillers.causal.inputs import MAX_PIECES, CausalDraft
from privtool.models.fillers.causal.kv_cache import Continuation, Prefixes, PrefixScorer, RowScores
from privtool.text.filling.words import fits_class, is_fillable
from privtool.text.words import key_of

_TOKENS_PER_BATCH = {"cpu": 4096, "cuda": 65536, "mps": 16384}
_MIN_BEAM = 16  # first pieces, and partial words per length
_MAX_BEAM = 64  # partial words: the cost would grow with the square of a large K


class PartialWord(NamedTuple):
    """Pieces of a word that may be complete, and their log-probability after the left context."""

    pieces: tuple[int, ...]
    score: float


class WordSearch:
    """The search for one slot: complete words, and the beam of partial ones."""

    def __init__(self, draft: CausalDraft, want: Wanted, width: int) -> None:
        self.draft, self.want, self.width = draft, want, width
        self.beam = min(width, _MAX_BEAM)
        self.left, self.right = draft.left(), draft.right()
        self.partials: list[PartialWord] = []
        self.words: dict[str, tuple[float, int]] = {}  # score, token

    def add(self, word: str, pieces: tuple[int, ...], score: float) -> None:
        """Add a complete word; of two spellings, the likelier one counts."""
        token = self.draft.token(pieces)
        if word not in self.words or (score, -token) > self.words[word]:
            self.words[word] = score, -token


class OpenWord(NamedTuple):
    """A partial word of a search, whether it `fits` as it is, and the tokens that continue it."""

    search: WordSearch
    partial: PartialWord
    text: str
    fits: bool
    continuing: torch.Tensor
    row: Continuation


def add_complete(words: Sequence[OpenWord], scores: RowScores) -> None:
    """Add the words that fit, by the right context, or without one, by the end of the word."""
    after = [float(logprobs.sum()) for logprobs in scores.following()]
    for tokens, numbers in _by_kind(words):
        ending = [n for n in numbers if words[n].fits and not words[n].search.right]
        for number, score in zip(ending, scores.ends(ending, tokens), strict=True):
            after[number] = score
    for word, score in zip(words, after, strict=True):
        if word.fits:
            word.search.add(word.text, word.partial.pieces, word.partial.score + score)


def add_longer(words: Sequence[OpenWord], scores: RowScores) -> None:
    """Add the likeliest continuations of words to the partial ones of their searches."""
    for tokens, numbers in _by_kind(words):
        best = scores.best(numbers, tokens, words[numbers[0]].search.beam)
        for number, pairs in zip(numbers, best, strict=True):
            (pieces, score), search = words[number].partial, words[number].search
            search.partials += [PartialWord((*pieces, token), score + s) for token, s in pairs]


def _by_kind(words: Sequence[OpenWord]) -> Iterator[tuple[torch.Tensor, list[int]]]:
    """Yield each set of tokens that continue words, with the numbers of these words."""
    numbers: dict[int, list[int]] = {}
    for number, word in enumerate(words):
        numbers.setdefault(id(word.continuing), []).append(number)
    for group in numbers.values():
        yield words[group[0]].continuing, group


def ranking_of(search: WordSearch, k: int) -> Ranking:
    """Return the `k` best complete words of a search, and the best unlisted ones."""
    lists = search.want.avoid
    ranked = [
        Candidate(-token, word, score, any(each.keeps(key_of(word)) for each in lists))
        for word, (score, token) in search.words.items()
    ]
    ranked.sort(key=lambda candidate: (-candidate.score, candidate.token))
    best = candidates(ranked[:k])
    unlisted = [each for each in ranked if not each.avoided][:k] if best.avoided.all() else []
    return Ranking(best, candidates(unlisted) if unlisted else None)


class CausalFiller:
    """Ranks whole words for slots by a causal LM in evaluation mode and on its device."""

    def __init__(
        self, model: Any, tokenizer: Any, batch_size: int | None = None, prompted: bool = False
    ) -> None:
        """`tokenizer` is a fast one of transformers; `prompted` models were tuned on prompts."""
        self._tokens = inputs.CausalTokens(tokenizer, model, prompted)
        backend = self._tokens.backend
        self._batch_size = batch_size
        self._device: torch.device = next(model.parameters()).device
        special = frozenset(backend.get_added_tokens_decoder())
        self._spelling = inputs.WordSpelling(backend, special, self._device)
        self._scorer = PrefixScorer(model)

    def draft(self, segments: Sequence[str]) -> CausalDraft:
        return self._tokens.draft(segments)

    def batch_key(self, draft: CausalDraft) -> int:
        """Return the length that the draft is padded to."""
        return draft.padded_length

    def batch_size(self, key: int) -> int:
        """Return the batch size asked for, else one that fills the device."""
        return self._batch_size or max(1, _TOKENS_PER_BATCH[self._device.type] // (key * _MIN_BEAM))

    @torch.inference_mode()
    def rank(
        self, drafts: Sequence[CausalDraft], wanted: Sequence[Wanted], k: int
    ) -> list[Ranking]:
        """Rank the `k` best words for the next slot of each draft, and the best unlisted ones.

        Words of one piece are the likeliest: of all, of the class, in no list. Others are searched.
        """
        width = max(_MIN_BEAM, 2 * k)
        searches = [WordSearch(*pair, width) for pair in zip(drafts, wanted, strict=True)]
        if not searches:
            return []
        prefixes = self._start(searches, drafts[0].padded_length)
        for length in range(1, MAX_PIECES + 1):
            self._extend(searches, prefixes, length)
        return [ranking_of(search, k) for search in searches]

    @torch.inference_mode()
    def phrase_scores(self, questions: Sequence[PhraseQuestion]) -> list[list[float]]:
        """Return log-probabilities of phrases and the text after; other slots are left out."""
        return [self._phrase_scores(question) for question in questions]

    def _phrase_scores(self, question: PhraseQuestion) -> list[float]:
        segments, first, phrases = question
        stop = first + len(phrases[0])
        texts = [
            "".join(map("".join, zip_longest(phrase, segments[first + 1 : stop], fillvalue="")))
            for phrase in phrases
        ]
        before = "".join(segments[: first + 1])
        left, rows = self._tokens.phrase_rows(before, texts, segments[stop])
        width = len(left) + 1
        prefixes = self._scorer.read([left], width)
        continuations = [Continuation(0, ids, 0) for ids in rows]
        scored = self._scorer.score(prefixes, continuations, max(map(len, rows)))
        following = [logs for some in scored for logs in some.following()]
        begins = prefixes.logprobs[0, [ids[0] for ids in rows]].tolist()
        return [begin + sum(logs.tolist()) for begin, logs in zip(begins, following, strict=True)]

    def _start(self, searches: Sequence[WordSearch], width: int) -> Prefixes:
        """Read the left contexts and select the first pieces of words."""
        prefixes = self._scorer.read([search.left for search in searches], width)
        for spaced in (True, False):
            chosen = [n for n, each in enumerate(searches) if each.draft.next_spaced == spaced]
            if not chosen:
                continue
            ids = self._spelling.beginnings[spaced].ids.to(self._device)
            scores = prefixes.logprobs[chosen][:, ids].cpu()
            for number, row in zip(chosen, scores, strict=True):
                searches[number].partials = self._first_pieces(searches[number], row)
        return prefixes

    def _first_pieces(self, search: WordSearch, scores: torch.Tensor) -> list[PartialWord]:
        """Return the likeliest of the beginnings, which have these scores."""
        want, spaced = search.want, search.draft.next_spaced
        ids = self._spelling.beginnings[spaced].ids
        whole = self._spelling.with_label(want.label, spaced)
        selected = _best(scores, None, search.width) | _best(scores, whole, search.width)
        if want.avoid:
            other = self._spelling.outside_lists(want.avoid, spaced) & whole
            selected |= _best(scores, other, search.width // 2)
        return [PartialWord((int(ids[i]),), float(scores[i])) for i in sorted(selected)]

    def _extend(self, searches: Sequence[WordSearch], prefixes: Prefixes, length: int) -> None:
        """Add the complete words among partials of `length` pieces, and extend all partials."""
        words = [
            self._open_word(number, search, partial)
            for number, search in enumerate(searches)
            for partial in search.partials
        ]
        if length == MAX_PIECES:
            words = [word for word in words if word.fits]
        words.sort(key=lambda word: len(word.row.ids))  # to pad few of them
        for search in searches:
            search.partials = []
        rows = [word.row for word in words]
        scored = self._scorer.score(prefixes, rows, length + inputs.RIGHT_CONTEXT)
        remaining = iter(words)
        for scores in scored:
            some = list(islice(remaining, len(scores.rows)))
            add_complete(some, scores)
            if length < MAX_PIECES:
                add_longer(some, scores)
        for search in searches:
            search.partials.sort(key=lambda each: (-each.score, each.pieces))
            del search.partials[search.beam :]

    def _open_word(self, number: int, search: WordSearch, partial: PartialWord) -> OpenWord:
        """Return a partial word with its row; one that is not complete needs no right context."""
        text = self._spelling.text(partial.pieces)
        fits = self._fits(text, partial, search)
        right = search.right if fits else ()
        row = Continuation(number, [*partial.pieces, *right], len(partial.pieces) - 1)
        return OpenWord(search, partial, text, fits, self._spelling.continuing(text), row)

    def _fits(self, word: str, partial: PartialWord, search: WordSearch) -> bool:
        """Return whether a partial word is complete and of the class that its slot wants."""
        spaced, label = search.draft.next_spaced, search.want.label
        if len(partial.pieces) == 1:
            return self._spelling.is_whole(partial.pieces[0], label, spaced)
        return is_fillable(word) and (
            label is None
            or fits_class(word, label)
            or self._spelling.of_class(label, spaced) is None
        )


def _best(scores: torch.Tensor, allowed: torch.Tensor | None, count: int) -> set[int]:
    """Return the indices of the highest scores that are allowed."""
    if allowed is not None:
        scores = scores.masked_fill(~allowed, -torch.inf)
    top = scores.topk(min(count, len(scores)))
    pairs = zip(top.indices.tolist(), top.values.tolist(), strict=True)
    return {index for index, score in pairs if score > -torch.inf}
