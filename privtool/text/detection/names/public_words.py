"""Words that models take for private, although they hardly ever are: of forms, clinics, all days.

A model that never saw "VIN" or "Attn" marks it like any other unknown word with capitals.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from privtool.core.spans import Span
from privtool.text.detection.names.cased_words import CasedWords
from privtool.text.detection.names.features import WEAK
from privtool.text.detection.names.kinds import NAME, RARE
from privtool.text.detection.names.tagger import NameScorer
from privtool.text.known_names import lexicon
from privtool.text.labels import Label
from privtool.text.lexicon import words as listed

# From this score on, a word in lower case is private all the same; the other is that of persons,
# and of words that are listed names, too.
_MOST_SURE, _MOST_SURE_OF_PERSON = 0.9, 0.6
_PERSON = Label.PERSON.value
_LONGEST_ACRONYM = 5
_ACRONYMS = listed("acronyms.spelled")


def without_public_words(text: str, spans: Sequence[Span]) -> list[Span]:
    """Return the spans but those of public words alone.

    Public are words of forms, function words, words of medicine, and ordinary words in lower case
    of which the model is not sure. What stands where names stand stays found, and so does a span
    next to another, as it may be a part of that name: "Kansas", "City".
    """
    if not spans:
        return []
    public = _Public(text)
    edges = {span.start for span in spans} | {span.end for span in spans}
    return [
        span
        for span in spans
        if span.start - 1 in edges or span.end + 1 in edges or not public.holds(span)
    ]


class _Public:
    """The public words of a text."""

    def __init__(self, text: str) -> None:
        self._words = CasedWords(text)
        self._scorer = NameScorer(self._words)

    def holds(self, span: Span) -> bool:
        """Return whether a span has public words alone."""
        words = self._words
        inside = range(bisect_right(words.end, span.start), bisect_left(words.start, span.end))
        if not inside:
            return False
        if all(len(words.lower[index]) == 1 for index in inside):  # "U.S."
            announced = self._scorer.expects(inside.start, WEAK)
            return not announced and all(map(self._is_spelled, inside))
        if all(map(self._is_formal, inside)):
            return True
        ordinary = [index for index in inside if not self._is_medical(index)]
        most = _MOST_SURE_OF_PERSON if span.label == _PERSON else _MOST_SURE
        if any(words.lower[index] in lexicon().listed for index in ordinary):
            most = _MOST_SURE_OF_PERSON if len(inside) == 1 else 0.0  # brands: "twin peaks"
        if ordinary and (span.score >= most or not all(map(self._is_ordinary, ordinary))):
            return False
        strength = WEAK - bool(ordinary)
        whole = (index for index in inside if not self._is_spelled(index))
        return not any(self._scorer.expects(index, strength) for index in whole)

    def _is_formal(self, index: int) -> bool:
        """Return whether a word is one of forms, or a function word that no capital makes a name.

        "US" and the "Do" of "Mr. Do" are none.
        """
        words, word, known = self._words, self._words.lower[index], lexicon()
        if word in listed("forms.words") or self._scorer.kinds[index] == "no-form":
            return True
        if word not in known.function or word in known.listed:
            return False
        shown = words.plain[words.start[index] : words.end[index]]
        return not shown[1:].isupper() and (index == 0 or not words.capital(index))

    def _is_spelled(self, index: int) -> bool:
        """Return whether a word is a letter of an abbreviation that is spoken so: "the m r i"."""
        words, first, stop = self._words, index, index + 1
        if not self._is_letter(index):
            return False
        most = _LONGEST_ACRONYM + 1  # with an article: "a c t scan"
        while stop - first <= most and words.gap(first) == " " and self._is_letter(first - 1):
            first -= 1
        while stop - first <= most and stop < len(words) and words.gap(stop) == " ":
            if not self._is_letter(stop):
                break
            stop += 1
        letters = "".join(words.lower[first:stop])
        return letters in _ACRONYMS or (index > first and letters[1:] in _ACRONYMS)

    def _is_letter(self, index: int) -> bool:
        words = self._words
        return index >= 0 and len(words.lower[index]) == 1 and words.gap(index) != "'"

    def _is_medical(self, index: int) -> bool:
        word, kind = self._words.lower[index], self._scorer.kinds[index]
        if kind == "no-medical" or self._is_spelled(index):
            return True
        if word in lexicon().listed:
            return word in listed("medicine.names") and self._is_low(index)
        opens = self._words.opens(index)
        return word in listed("medicine.clinic") and (opens or self._is_low(index))

    def _is_low(self, index: int) -> bool:
        words = self._words
        return words.plain[words.start[index] : words.end[index]].islower()

    def _is_ordinary(self, index: int) -> bool:
        """Return whether a word is an ordinary one without a capital, where capitals mark names."""
        kind = self._scorer.kinds[index]
        if not self._is_low(index) or kind.startswith((NAME, RARE)):
            return False
        if kind in ("no-other", "no-known", "no-odd", "no-letter", "no-date", "both", "both-place"):
            return False
        return self._words.cased or kind == "no-function"
