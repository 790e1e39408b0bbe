"""Steps of tagging in other languages than English: small words inside names and before numbers."""

from __future__ import annotations

from collections.abc import Sequence

from privtool.core.spans import Span
from privtool.text.detection.foreign_numbers import FOREIGN_NUMBERS, is_number
from privtool.text.lexicon import words
from privtool.text.word_lists import frequent_words

_MOST_PARTICLES = 3
_NEVER_ALONE = 300  # words: the most frequent ones but number words
# Sections of what is said next to private words.
_PUBLIC = (
    *("closings", "name-fields", "place-fields", "street-fields"),
    *("id-cues", "phone-cues", "national-cues"),
)


class NameParticles:
    """A step of tagging: joins names that only particles part ("Joost van der Berg")."""

    def __init__(self, language: str) -> None:
        self._particles = words("words.particles", language)

    def __call__(self, text: str, spans: Sequence[Span]) -> list[Span]:
        """Return the spans, those of one name as one."""
        joined: list[Span] = []
        for span in sorted(spans):
            if joined and self._part_only(text[joined[-1].end : span.start]):
                first = joined.pop()
                span = first._replace(end=span.end, doubtful=(*first.doubtful, *span.doubtful))
            joined.append(span)
        return joined

    def _part_only(self, gap: str) -> bool:
        found = gap.replace("'", "' ").replace("’", "' ").split()
        return 0 < len(found) <= _MOST_PARTICLES and all(
            word.rstrip("'") in self._particles or word in self._particles for word in found
        )


class WithoutFrequent:
    """A step of tagging: drops spans of the most frequent words and of cues of a language alone.

    No number word and no word with a digit is among them.
    """

    def __init__(self, language: str) -> None:
        found = frequent_words(language)[:_NEVER_ALONE]
        cues = (words(f"words.{section}", language) for section in _PUBLIC)
        public = frozenset(word for cue in frozenset[str]().union(*cues) for word in cue.split())
        self._frequent = frozenset(
            word
            for word in public.union(word for word, _, _ in found)
            if word not in FOREIGN_NUMBERS and not any(map(str.isdigit, word))
        )

    def __call__(self, text: str, spans: Sequence[Span]) -> list[Span]:
        """Return the spans that have another word, without an article before a number."""
        return [
            self._without_article(text, span)
            for span in spans
            if not self._frequent.issuperset(text[span.start : span.end].lower().split())
        ]

    def _without_article(self, text: str, span: Span) -> Span:
        first, space, rest = text[span.start : span.end].partition(" ")
        number = rest[:1].isdigit() or is_number(rest.lower().partition(" ")[0])
        if space and number and first.lower() in self._frequent:
            return span._replace(start=span.end - len(rest))
        return span
