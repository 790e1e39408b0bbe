"""Words that models take for private, although they hardly ever are: ordinary and medical ones."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cached_property

from privtool.core.spans import Span
from privtool.text.detection.names.cased_words import CasedWords
from privtool.text.detection.names.clinical_words import CLINICAL_NAMES, CLINICAL_WORDS
from privtool.text.detection.names.cue_words import (
    ARTICLES,
    AUXILIARIES,
    BELONGINGS,
    LISTED,
    SPEECH,
    WEAK,
)
from privtool.text.detection.names.cues import announced
from privtool.text.detection.names.evidence import NameEvidence
from privtool.text.detection.names.lexicon import lexicon
from privtool.text.detection.names.medical_words import is_medical
from privtool.text.detection.names.neighbors import next_word
from privtool.text.detection.names.plain_words import (
    is_acronym,
    is_assistant,
    is_plain,
    is_x_ray,
)
from privtool.text.labels import Label
from privtool.text.lazy_regex import Regex

# From this score on, a word in lower case is private all the same; the other is that of persons.
_MOST_SURE, _MOST_SURE_OF_PERSON = 0.9, 0.6
_MOST_SURE_OF_LISTED = 0.6  # words that are listed names, too
_PERSON = Label.PERSON.value
_SENTENCE_END = frozenset(".?!\n")  # who goes on in lower case leaves capitals out of names, too
_PLAIN = Regex("[A-Za-z][A-Za-z' -]*")


def without_public_words(text: str, spans: Sequence[Span]) -> list[Span]:
    """Return the spans but those of public words alone.

    Public are words of medicine, and ordinary words in lower case or at the start of a sentence of
    which the model is not sure. What stands where names stand stays found: after a cue, next to a
    name or another span, before "said".
    """
    if not spans:
        return []
    places = _Places(text)
    edges = {span.start for span in spans} | {span.end for span in spans}
    return [
        span
        for span in spans
        if span.start - 1 in edges
        or span.end + 1 in edges
        or not _PLAIN.fullmatch(text, span.start, span.end)
        or not places.is_public(span)
    ]


class _Places:
    """The words of a text, and where names stand."""

    def __init__(self, text: str) -> None:
        self._evidence = NameEvidence(CasedWords(text), lexicon())

    @cached_property
    def _strengths(self) -> dict[int, int]:
        """The words after cues, with the strength of the cue."""
        return dict(announced(self._evidence))

    def is_public(self, span: Span) -> bool:
        """Return whether a span has public words alone, where no name stands."""
        words = self._evidence.words
        first, stop = bisect_right(words.end, span.start), bisect_left(words.start, span.end)
        if first == stop or self._is_next_to_name(first, stop):
            return False
        ordinary = [index for index in range(first, stop) if not self._is_medical(index)]
        if not ordinary:
            return is_assistant(words, first) or not self._is_announced(first, WEAK)
        is_listed = any(words.lower[index] in self._evidence.lexicon.listed for index in ordinary)
        most = _MOST_SURE_OF_PERSON if span.label == _PERSON else _MOST_SURE
        if is_listed and stop > first + 1:
            return False  # films and brands are made of such words: "twin peaks"
        return (
            span.score < (_MOST_SURE_OF_LISTED if is_listed else most)
            and all(map(self._is_ordinary, ordinary))
            and not self._is_announced(first, LISTED)
            and not self._is_addressed(first, stop)
        )

    def _is_medical(self, index: int) -> bool:
        words, word = self._evidence.words, self._evidence.words.lower[index]
        if is_x_ray(words, index) or is_assistant(words, index) or is_acronym(words, index):
            return True
        capital = words.capital(index)
        if word in self._evidence.lexicon.listed:
            return word in CLINICAL_NAMES and not capital
        opens = words.opens(index) or (index > 0 and is_acronym(words, index - 1))  # "C T Scan"
        clinical = word in CLINICAL_WORDS and (opens or self._is_low(index))
        return clinical or is_medical(word, capital)

    def _is_low(self, index: int) -> bool:
        words = self._evidence.words
        return words.plain[words.start[index] : words.end[index]].islower()

    def _is_ordinary(self, index: int) -> bool:
        """Return whether a word is an ordinary one without a capital.

        Where capitals mark names, names that are also words may be ordinary.
        """
        words, known = self._evidence.words, self._evidence.lexicon
        word = words.lower[index]
        if word in known.other or not self._is_low(index):
            return False
        if not words.cased and word not in known.function:
            return word in CLINICAL_WORDS and word not in known.listed
        if word in known.listed:
            is_word = words.cased and word in known.common and not known.listed[word]
            return is_word and index > 0 and _SENTENCE_END.isdisjoint(words.gap(index))
        return word in known.ordinary or word in known.common

    def _is_announced(self, first: int, least: int) -> bool:
        """Return whether a cue of some strength is before a word."""
        return self._strengths.get(first, -1) >= least

    def _is_next_to_name(self, first: int, stop: int) -> bool:
        """Return whether a name is next to words, or a verb or thing of persons after them."""
        evidence, words = self._evidence, self._evidence.words
        if next_word(evidence, stop - 1) in SPEECH:
            return True
        if next_word(evidence, stop - 1, "'") == "s" and next_word(evidence, stop) in BELONGINGS:
            return True
        before = first > 0 and words.joined(first) and self._may_be_name(first - 1)
        return before or (stop < len(words) and words.joined(stop) and self._may_be_name(stop))

    def _may_be_name(self, index: int) -> bool:
        evidence = self._evidence
        if is_plain(evidence, index):
            return False
        return evidence.is_sure(index) or evidence.is_doubtful(index) or evidence.is_rare(index)

    def _is_addressed(self, first: int, stop: int) -> bool:
        """Return whether words stand alone between signs, or are a subject without an article."""
        words = self._evidence.words
        alone = (words.opens(first) or words.gap(first) == ", ") and words.after(
            stop - 1
        ) in ",.!?\n"
        subject = next_word(self._evidence, stop - 1) in AUXILIARIES
        return alone or (subject and words.lower[first - 1 if first else 0] not in ARTICLES)
