"""The prefix tree of a vocabulary, over the pieces of a recognizer.

Words with the same beginning are neighbors in the sorted vocabulary. So a node of the tree is a
range of it, and the probability of all words below a node is a difference of two cumulative sums.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from privtool.text.lm_words import UNKNOWN, LmWordSplitter
from privtool.text.words import key_of

SPACE = "\u2581"  # sentencepiece's sign for the start of a word
_LAST_CHARACTER = chr(0x10FFFF)
_CACHE_SIZE = 1 << 14
_FEW_WORDS = 100

Ints = NDArray[np.int64]


class NextWordProbs(NamedTuple):
    """A language model's prediction of the next word: natural log-probabilities, but for `sums`.

    `words` are those of the sorted vocabulary, `sums` the cumulative sums of their probabilities,
    `unknown` is any word outside of it, `end` the end of the sentence.
    """

    words: NDArray[np.float64]
    sums: NDArray[np.float64]
    unknown: float
    end: float


class Transitions(NamedTuple):
    """Where each of some `tokens` leads from the beginning of a word.

    Inside the tree it leads to the range `low` to `high`, with `length` letters so far. Outside
    (`low` is -1) it leads to one unknown word, or to the words in `exceptions`: (token, word or
    -1, length).
    """

    tokens: Ints
    low: Ints
    high: Ints
    length: Ints
    exceptions: Ints


class WordTree:
    """A vocabulary, and the pieces that words are spelled with."""

    def __init__(self, words: Iterable[str], pieces: Sequence[str], roles: Sequence[str]) -> None:
        """`pieces` are all tokens in order; those in `roles` are not part of any word."""
        self.words = sorted(words)
        self._index = {word: index for index, word in enumerate(self.words)}
        self._split = LmWordSplitter()
        self.starts_word = np.array(
            [piece in roles or piece[:1] == SPACE for piece in pieces], bool
        )
        self.letters = ["" if piece in roles else piece.removeprefix(SPACE) for piece in pieces]
        self._tokens_of: dict[str, list[int]] = {}
        for token, letters in enumerate(self.letters):
            if letters:
                self._tokens_of.setdefault(key_of(letters), []).append(token)
        self._longest = max(map(len, self._tokens_of), default=0)
        self._lengths = np.array([len(letters) for letters in self.letters], np.int64)
        # Appended to an unknown word, these leave it one unknown word.
        self._plain = np.array(
            [
                letters.isascii() and letters.isalpha() and letters[-1] not in "nN"
                for letters in self.letters
            ],
            bool,
        )
        characters = {
            letter for letters in self.letters if letters != UNKNOWN for letter in letters
        }
        self.letter_cost = float(np.log(len(characters) + 1))
        self.at_start = self._transitions("", np.flatnonzero(self.starts_word))
        inside = np.flatnonzero(~self.starts_word)
        # Where the pieces that do not start a word lead from a beginning.
        self.transitions = lru_cache(_CACHE_SIZE)(
            lambda beginning: self._transitions(beginning, inside)
        )

    def words_of(self, text: str) -> list[tuple[int, int]]:
        """Return the words of a text without white space: (index or -1 if unknown, letters)."""
        if text.isascii() and text.isalpha():  # as `LmWordSplitter` would
            keys: Sequence[str] = [text.lower()]
        else:
            keys = self._split(text)
        return [(self._index.get(key, -1), len(key)) for key in keys]

    def lookahead(self, transitions: Transitions, probs: NextWordProbs) -> NDArray[np.float64]:
        """Return the log-probability of all words that each token may lead to.

        An unknown word of n letters has the probability of unknown words times
        (letters + 1)^-(n + 1): each letter and the end are equally likely. A beginning of n
        letters lacks the factor of the end.
        """
        in_tree = transitions.low >= 0
        unknown = probs.unknown - self.letter_cost * transitions.length
        known = probs.sums[transitions.high] - probs.sums[transitions.low]
        with np.errstate(divide="ignore"):  # no known word, and a spelling too long for a float
            both = np.log(np.maximum(known, 0) + np.exp(unknown))
        logprobs = np.where(in_tree & (both > unknown), both, unknown)
        logprobs[transitions.length == 0] = 0.0
        if len(transitions.exceptions):
            token, word, length = transitions.exceptions.T
            logprobs[token] = 0.0
            np.add.at(logprobs, token, self.word_logprobs(word, length, probs))
        return logprobs

    def word_logprobs(self, word: Ints, length: Ints, probs: NextWordProbs) -> NDArray[np.float64]:
        """Return the log-probabilities of whole words."""
        logprobs = np.asarray(probs.unknown - self.letter_cost * (length + 1), np.float64)
        known = word >= 0
        logprobs[known] = probs.words[word[known]]
        return logprobs

    def _transitions(self, text: str, tokens: Ints) -> Transitions:
        low, high = np.full(len(self.letters), -1), np.zeros(len(self.letters), np.int64)
        length = len(text) + self._lengths
        for letters, first, last in self._branches(key_of(text)):
            rows = self._tokens_of[letters]
            low[rows], high[rows] = first, last
        plain = text.isascii() and (text.isalpha() or not text)
        unsure = (low < 0) & (length > 0)
        if plain:
            unsure &= ~self._plain
        exceptions = [
            (number, *word)
            for number, token in enumerate(tokens.tolist())
            if unsure[token]
            for word in self._words_outside(text + self.letters[token])
        ]
        rows_of_exceptions = np.array(exceptions, np.int64).reshape(-1, 3)
        return Transitions(tokens, low[tokens], high[tokens], length[tokens], rows_of_exceptions)

    def _branches(self, text: str) -> Iterator[tuple[str, int, int]]:
        """Yield the letters of pieces that lead from a beginning to words, and their range."""
        start, end = self._range_of(text, 0, len(self.words))
        if end - start > _FEW_WORDS:
            candidates: Iterable[str] = self._tokens_of
        else:
            longest = len(text) + self._longest
            candidates = {
                word[len(text) : cut]
                for word in self.words[start:end]
                for cut in range(len(text) + 1, min(len(word), longest) + 1)
            }
        for letters in candidates:
            if letters in self._tokens_of:
                first, last = self._range_of(text + letters, start, end)
                if first < last:
                    yield letters, first, last

    def _words_outside(self, text: str) -> list[tuple[int, int]]:
        """Return the words of a beginning that is not in the tree.

        Enclitics belong to no word: "she'l" is "she", and "isn" is "is", as it may become "isn't".
        """
        if text[-1] in "nN":
            negated = self.words_of(text + "'t")
            if all(index >= 0 for index, _ in negated):
                return negated
        return self.words_of(text) or [(-1, len(text))]

    def _range_of(self, prefix: str, start: int, end: int) -> tuple[int, int]:
        """Return the range, within `start` to `end`, of the words with a prefix."""
        first = bisect_left(self.words, prefix, start, end)
        return first, bisect_left(self.words, prefix + _LAST_CHARACTER, first, end)
