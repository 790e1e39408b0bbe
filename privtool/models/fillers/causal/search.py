"""The search for the words of one slot: those complete so far, and a beam of partial ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import torch

from privtool.interfaces.filling import Candidate, Ranking, Wanted, candidates
from privtool.models.fillers.causal.inputs import CausalDraft
from privtool.models.fillers.causal.row_scores import Continuation, RowScores
from privtool.text.words import key_of

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
    """Add the words that fit to their searches, by the scores of their rows.

    What counts is the right context; without one, that no token continues the word.
    """
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
