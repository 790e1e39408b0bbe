"""Steps of tagging in other languages than English.

What the rules of a language find in it ("mein Name ist ...", "a las tres y media"), and small words
inside names, at their edges and before numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from privtool.core.spans import Span
from privtool.text.detection.foreign_numbers import FOREIGN_NUMBERS, is_number
from privtool.text.detection.identifiers import RuleMatcher
from privtool.text.detection.view import TextView, spans_at_any_width
from privtool.text.labels import Label
from privtool.text.lexicon import words
from privtool.text.rules.in_language import VAGUE, language_rules
from privtool.text.word_lists import frequent_words

_MOST_PARTICLES, _LONGEST_PARTICLES = 3, 24  # words, and characters of all
_NEVER_ALONE = 300  # words: the most frequent ones but number words
_NEVER_AT_EDGES, _LONGEST_SMALL = 100, 3  # words: the most frequent ones of so many letters
# Sections of what is said next to private words.
_PUBLIC = (
    *("closings", "name-fields", "place-fields", "street-fields"),
    *("id-cues", "phone-cues", "national-cues", "secret-cues", "titles", "fillers"),
)


class LanguageRules:
    """A step of tagging: adds what the rules of a language but those with the ids of `off` find.

    With `all_dates`, these include dates without a day or month.
    """

    def __init__(
        self, language: str, *, all_dates: bool = False, off: frozenset[str] = frozenset()
    ) -> None:
        rules = language_rules(language)
        self._off = off
        self._matcher = RuleMatcher(
            rule for rule in rules if all_dates or not rule.id.startswith(VAGUE)
        )

    def __call__(self, text: str, spans: Sequence[Span]) -> list[Span]:
        """Return the spans of the rules, whose labels count, and those that were there."""
        (found,) = spans_at_any_width([text], self._find)
        return [*found, *spans]

    def _find(self, texts: Sequence[str]) -> list[list[Span]]:
        return [self._matcher.find(TextView(text, self._off)) for text in texts]


class NameParticles:
    """A step of tagging: joins names that only particles part ("Joost van der Berg")."""

    def __init__(self, language: str) -> None:
        self._particles = words("words.particles", language)
        capital = "|".join(map(str.capitalize, self._particles))
        more = f"(?:{capital}|{'|'.join(self._particles)}) "
        # With a capital inside a sentence, or at its start before another one: "Van den Abeele".
        self._before = re.compile(
            rf"(?<!\w)(?:(?<=[\w,;] )|(?=\w+ {more}))(?:{capital}) (?:{more}){{0,2}}\Z"
        )

    def __call__(self, text: str, spans: Sequence[Span]) -> list[Span]:
        """Return the spans, those of one name as one."""
        joined: list[Span] = []
        for span in sorted(spans):
            if joined and self._part_only(text[joined[-1].end : span.start]):
                first = joined.pop()
                span = first._replace(end=span.end, doubtful=(*first.doubtful, *span.doubtful))
            elif span.label == Label.PERSON:
                span = self._with_particles(text, span)
            joined.append(span)
        return joined

    def _with_particles(self, text: str, span: Span) -> Span:
        before = self._before.search(text, max(span.start - _LONGEST_PARTICLES, 0), span.start)
        return span._replace(start=before.start()) if before else span

    def _part_only(self, gap: str) -> bool:
        found = gap.replace("'", "' ").replace("’", "' ").split()
        return 0 < len(found) <= _MOST_PARTICLES and all(
            word.rstrip("'") in self._particles or word in self._particles for word in found
        )


class NameEdges:
    """A step of tagging: parts names from small words at their edges and from words of kin.

    Of "met ana, la vecina de" the name is left. Words in capitals are none of them, and the first
    ones of an address are its own: "im tal 3".
    """

    def __init__(self, language: str) -> None:
        frequent = frequent_words(language)[:_NEVER_AT_EDGES]
        small = {
            word
            for word, _, kind in frequent
            if len(word) <= _LONGEST_SMALL and kind != "name" and word not in FOREIGN_NUMBERS
        }
        any_small = "|".join(small)
        kin = "|".join(words("words.kin", language))
        first = "|".join(small - words("words.particles", language))
        self._kin = re.compile(rf",?\s(?:{any_small})\s(?:{kin})(?!\w)")
        inner = rf"(.*?)(?:\s+(?:{any_small}))*"
        self._address = re.compile(rf"\s*{inner}", re.DOTALL)
        self._name = re.compile(rf"\s*(?:(?:{first})\s+)*{inner}", re.DOTALL)

    def __call__(self, text: str, spans: Sequence[Span]) -> list[Span]:
        """Return the spans without these words."""
        return [part for span in spans for part in self._parts(text, span)]

    def _parts(self, text: str, span: Span) -> Iterator[Span]:
        start = span.start
        for match in (*self._kin.finditer(text, span.start, span.end), None):
            end = match.start() if match else span.end
            pattern = self._address if span.label == Label.ADDRESS else self._name
            part = pattern.fullmatch(text, start, end)
            if part and part[1]:
                yield span._replace(start=part.start(1), end=part.end(1))
            start = match.end() if match else end


class WithoutFrequent:
    """A step of tagging: drops spans of the most frequent words and of cues of a language alone.

    No number word and no word with a digit is among them.
    """

    def __init__(self, language: str) -> None:
        found = frequent_words(language)[:_NEVER_ALONE]
        cues = [words(f"words.{section}", language) for section in _PUBLIC]
        cues.append(words("public.words", "intl"))
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
