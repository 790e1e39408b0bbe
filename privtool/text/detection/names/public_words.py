"""Words that models take for private and that hardly ever are: of forms, clinics, all days.

A model that never saw "VIN" or "Attn" marks it like any other unknown word with capitals.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from privtool.core.spans import Span
from privtool.text.detection.names.capitals import Capitals
from privtool.text.known_names import lexicon
from privtool.text.labels import Label
from privtool.text.lazy_regex import Regex
from privtool.text.lexicon import entries
from privtool.text.lexicon import words as listed
from privtool.text.words import overlapping_words, words

# From this score on, a word in lower case is private all the same; the first is that of persons.
_MOST_SURE_OF_PERSON, _MOST_SURE = 0.6, 0.9
_PERSON = Label.PERSON.value
_TITLES = listed("titles.all")
_SHORTEST_MEDICAL, _LONGEST_MEDICAL = 3, 30


def without_public_words(text: str, spans: Sequence[Span]) -> list[Span]:
    """Return the spans but those of public words alone.

    Public are words of forms and function words, and if the model is not sure of them, words of
    medicine, and, where capitals mark names, ordinary words in lower case. A span after a title
    stays, and one next to another, as it may be a part of that name: "Kansas", "City".
    """
    if not spans:
        return []
    public = _Public(text)
    edges = {span.start for span in spans} | {span.end for span in spans}
    places = overlapping_words(public.words, ((span.start, span.end) for span in spans))
    return [
        span
        for span, inside in zip(spans, places, strict=True)
        if span.start - 1 in edges or span.end + 1 in edges or not public.holds(span, inside)
    ]


class _Public:
    """The public words of a text."""

    def __init__(self, text: str) -> None:
        self._text, self._cased, self.words = text, Capitals(text).mark_names, words(text)

    def holds(self, span: Span, inside: range) -> bool:
        """Return whether a span, which has the words `inside`, has public words alone."""
        if inside.start and self.words[inside.start - 1].key in _TITLES:
            return False
        keys = [self.words[place].key for place in inside]
        if not keys or any(len(key) == 1 and key not in "ai" for key in keys):  # "u s"
            return False
        others = [place for place in inside if not self._is_formal(place)]
        if not others:
            return True
        if span.score >= (_MOST_SURE_OF_PERSON if span.label == _PERSON else _MOST_SURE):
            return False
        return all(self._is_medical(place) or self._is_ordinary(place) for place in others)

    def _is_formal(self, place: int) -> bool:
        """Return whether a word is of forms, or a function word, which has no capital: "Mr. Do"."""
        key, known = self.words[place].key, lexicon()
        if key in listed("forms.words"):
            return True
        if key not in known.function or key in known.listed:
            return False
        return place == 0 or not (self._cased and self._shown(place)[0].isupper())

    def _is_medical(self, place: int) -> bool:
        key, known, is_low = self.words[place].key, lexicon(), self._shown(place).islower()
        if key in known.listed:
            return is_low and key in listed("medicine.names")
        by_lists = key in known.known
        return is_medical(key, by_lists=by_lists) or (is_low and key in listed("medicine.clinic"))

    def _is_ordinary(self, place: int) -> bool:
        key, known = self.words[place].key, lexicon()
        is_known = key in known.common or key in known.ordinary
        return is_known and key not in known.listed and self._cased and self._shown(place).islower()

    def _shown(self, place: int) -> str:
        word = self.words[place]
        return self._text[word.start : word.end]


@cache
def _stem() -> Regex:
    stems = (*entries("medicine.stems"), *entries("medicine.procedures"))
    return Regex(f"[a-z]{{2,}}(?:{'|'.join(stems)})")


def is_medical(word: str, *, by_lists: bool) -> bool:
    """Return whether a word, given in lower case, is a drug, a test or another word of medicine.

    With `by_lists`, only words of the lists are: a surname may end as drugs do.
    """
    if not _SHORTEST_MEDICAL <= len(word) <= _LONGEST_MEDICAL:
        return False
    return word in listed("medicine.known") or (
        not by_lists and _stem().fullmatch(word) is not None
    )
