"""What the pieces of a recognizer may become: words of a vocabulary, as stretches of a sorted list.

The words that begin with some letters stand beside each other in a sorted list, so that a node of
the prefix tree is a stretch of it, and the probability of all words below a node is a difference
of two cumulative sums.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from privtool.text.lm_words import UNKNOWN, SentenceWords
from privtool.text.words import key_of

SPACE = "\u2581"  # begins the pieces of sentencepiece that begin a word
_LAST = chr(0x10FFFF)
_HELD = 1 << 14
_FEW = 100

Ints = NDArray[np.int64]


class Masses(NamedTuple):
    """What a language model expects next, all natural log-probabilities but `sums`.

    `logs` are of the words of the sorted list, `sums` the cumulative sums of their probabilities,
    `unknown` of a word that is not in it, `end` of the end of the sentence.
    """

    logs: NDArray[np.float64]
    sums: NDArray[np.float64]
    unknown: float
    end: float


class Outlook(NamedTuple):
    """Where each of some tokens leads from the letters before it.

    Inside the tree to the stretch `low` to `high`, with `length` letters so far. Outside of it
    (`low` is -1) to one unknown word, or to the words in `odd`: (token, word or -1, length).
    """

    tokens: Ints
    low: Ints
    high: Ints
    length: Ints
    odd: Ints


class WordTree:
    """A vocabulary, and the pieces that words are spelled with."""

    def __init__(self, words: Iterable[str], pieces: Sequence[str], roles: Sequence[str]) -> None:
        """`pieces` are all tokens in turn; those in `roles` are no part of any word."""
        self.words = sorted(words)
        self._place = {word: place for place, word in enumerate(self.words)}
        self._split = SentenceWords()
        self.begins = np.array([piece in roles or piece[:1] == SPACE for piece in pieces], bool)
        self.letters = ["" if piece in roles else piece.removeprefix(SPACE) for piece in pieces]
        self._spelled: dict[str, list[int]] = {}
        for token, letters in enumerate(self.letters):
            if letters:
                self._spelled.setdefault(key_of(letters), []).append(token)
        self._longest = max(map(len, self._spelled), default=0)
        self._lengths = np.array([len(letters) for letters in self.letters], np.int64)
        # Outside of the tree they make a word that was unknown one that still is.
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
        self.cost = float(np.log(len(characters) + 1))
        self.beginning = self._outlook("", np.flatnonzero(self.begins))
        self._within = np.flatnonzero(~self.begins)
        self.outlook = lru_cache(_HELD)(self._continued)

    def finished(self, text: str) -> list[tuple[int, int]]:
        """The words of a text without white space: (place, letters); unknown ones have -1."""
        if text.isascii() and text.isalpha():  # as `SentenceWords` would
            keys: Sequence[str] = [text.lower()]
        else:
            keys = self._split(text)
        return [(self._place.get(key, -1), len(key)) for key in keys]

    def expected(self, outlook: Outlook, masses: Masses) -> NDArray[np.float64]:
        """The log-probability of all words that each token of an outlook may lead to.

        An unknown word of n letters has the share of unknown words times (letters + 1)^-(n + 1):
        each letter and its end are as likely as any; a beginning of n letters lacks the end's.
        """
        inside = outlook.low >= 0
        spelled = masses.unknown - self.cost * outlook.length
        known = masses.sums[outlook.high] - masses.sums[outlook.low]
        with np.errstate(divide="ignore"):  # no known word, and a spelling too long for a float
            both = np.log(np.maximum(known, 0) + np.exp(spelled))
        found = np.where(inside & (both > spelled), both, spelled)
        found[outlook.length == 0] = 0.0
        if len(outlook.odd):
            token, word, length = outlook.odd.T
            found[token] = 0.0
            np.add.at(found, token, self.values(word, length, masses))
        return found

    def values(self, word: Ints, length: Ints, masses: Masses) -> NDArray[np.float64]:
        """The log-probabilities of whole words."""
        found = np.asarray(masses.unknown - self.cost * (length + 1), np.float64)
        known = word >= 0
        found[known] = masses.logs[word[known]]
        return found

    def _continued(self, text: str) -> Outlook:
        """Where the pieces that begin no word lead after the beginning of one."""
        return self._outlook(text, self._within)

    def _outlook(self, text: str, tokens: Ints) -> Outlook:
        low, high = np.full(len(self.letters), -1), np.zeros(len(self.letters), np.int64)
        length = len(text) + self._lengths
        for letters, first, last in self._inside(key_of(text)):
            those = self._spelled[letters]
            low[those], high[those] = first, last
        plain = text.isascii() and (text.isalpha() or not text)
        unsure = (low < 0) & (length > 0)
        if plain:
            unsure &= ~self._plain
        odd = [
            (number, *word)
            for number, token in enumerate(tokens.tolist())
            if unsure[token]
            for word in self._ending(text + self.letters[token])
        ]
        made = np.array(odd, np.int64).reshape(-1, 3)
        return Outlook(tokens, low[tokens], high[tokens], length[tokens], made)

    def _inside(self, text: str) -> Iterator[tuple[str, int, int]]:
        """The letters of pieces that lead from a beginning to words, and to which."""
        start, end = self._below(text, 0, len(self.words))
        if end - start > _FEW:
            met: Iterable[str] = self._spelled
        else:
            longest = len(text) + self._longest
            met = {
                word[len(text) : cut]
                for word in self.words[start:end]
                for cut in range(len(text) + 1, min(len(word), longest) + 1)
            }
        for letters in met:
            if letters in self._spelled:
                first, last = self._below(text + letters, start, end)
                if first < last:
                    yield letters, first, last

    def _ending(self, whole: str) -> list[tuple[int, int]]:
        """The words of a beginning that leads to no word of the vocabulary as it stands.

        Enclitics belong to no word: "she'l" is "she". So "isn" is "is", if it becomes "isn't".
        """
        if whole[-1] in "nN":
            negated = self.finished(whole + "'t")
            if all(place >= 0 for place, _ in negated):
                return negated
        return self.finished(whole) or [(-1, len(whole))]

    def _below(self, prefix: str, start: int, end: int) -> tuple[int, int]:
        """The stretch of words, of those from `start` to `end`, that begin with some letters."""
        first = bisect_left(self.words, prefix, start, end)
        return first, bisect_left(self.words, prefix + _LAST, first, end)
