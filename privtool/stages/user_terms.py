"""What users always mask, never mask, and which classes of private text they mask at all."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

import msgspec

from privtool.core.blocks import Counts
from privtool.core.record import Record
from privtool.core.spans import Span
from privtool.stages.markup_tagging import through_markup
from privtool.stages.tagged_words import KEPT, KEPT_ENTITIES
from privtool.text.labels import Label, canonical_label
from privtool.text.whole_entities import read_given
from privtool.text.words import has_words, overlapping_words, words

_SEPARATOR = re.compile(r"\s*[,;/&+|]\s*|\s+(?:and|or)\b\s*|\s*\n\s*", re.IGNORECASE)
_SURE_FORMS = frozenset((Label.CARD, Label.IBAN, Label.NATIONAL_ID, Label.SSN, Label.EMAIL))


Finder = Callable[[str], list[Span]]  # of phrases in a text


class UserTerms(NamedTuple):
    """Phrases to mask (`deny`) or to keep (`allow`), rules, and the classes that are masked.

    `labels` are these classes, None for all; `kept_labels` are those that are not masked. `off` are
    the ids of rules of the package that find nothing.
    """

    deny: Finder | None = None
    allow: tuple[Finder, ...] = ()
    rules: Finder | None = None
    labels: frozenset[Label] | None = None
    kept_labels: frozenset[Label] = frozenset()
    off: frozenset[str] = frozenset()

    def masks_label(self, label: str) -> bool:
        known = canonical_label(label)
        return known not in self.kept_labels and (self.labels is None or known in self.labels)

    def without_allowed(self, text: str, spans: Sequence[Span]) -> list[Span]:
        """Return the spans without allowed phrases: a step of tagging.

        An allowed phrase is taken out if it is a whole span, or a whole item of an enumeration that
        is one ("Grafana and Anna Lee"). It never opens a name of which it is a part.
        """
        allowed = self._allowed(text) if spans else []
        return [rest for span in spans for rest in _rests(text, span, allowed)]

    def divided(
        self, text: str, spans: Sequence[Span]
    ) -> tuple[list[Span], list[Span], list[Span]]:
        """Return listed phrases, what is private of the spans of a text, and what is kept.

        Kept spans have the label `KEPT`. A span or a word is only kept if an allowed phrase covers
        it; a listed phrase to mask is masked whatever else is listed.
        """
        if self.rules:
            spans = [*through_markup(self.rules, text), *spans]
        private = [span for span in spans if self.masks_label(span.label)]
        kept = [span for span in spans if not self.masks_label(span.label)]
        if self.allow:
            private = self.without_allowed(text, private)
            kept += _of_whole_words(text, self._allowed(text))
        denied = through_markup(self.deny, text) if self.deny else []
        return denied, private, [Span(span.start, span.end, KEPT) for span in kept]

    def _allowed(self, text: str) -> list[Span]:
        return [span for find in self.allow for span in find(text)]

    def kept_forms(self, text: str, spans: Sequence[Span]) -> int:
        """Return how many spans that a checksum or a form confirms an allowed phrase covers."""
        sure = [span for span in spans if canonical_label(span.label) in _SURE_FORMS]
        allowed = self._allowed(text) if sure else []
        return sum(_is_covered(span, allowed) for span in sure)


def read_chosen(unit: str | None, terms: UserTerms, record: Record, counts: Counts) -> Record:
    """Return a record with the entities of chosen classes alone, as `read_given` reads them.

    Add to `counts` how many are kept as they are.
    """
    record = read_given(record, counts, unit)
    if not record.entities:
        return record
    chosen = tuple(entity for entity in record.entities if terms.masks_label(entity.label))
    counts[KEPT_ENTITIES] += len(record.entities) - len(chosen)
    return msgspec.structs.replace(record, entities=chosen)


def _rests(text: str, span: Span, allowed: Sequence[Span]) -> Iterator[Span]:
    """Yield what is left of a span without its items that are allowed phrases."""
    if not any(each.start < span.end and span.start < each.end for each in allowed):
        yield span
        return
    for is_allowed, run in groupby(_items(text, span), lambda item: _is_covered(item, allowed)):
        if not is_allowed:
            first, *others = run
            yield span._replace(start=first.start, end=[first, *others][-1].end)


def _items(text: str, span: Span) -> Iterator[Span]:
    """Yield the items of an enumeration that have letters or digits."""
    at = span.start
    for match in [*_SEPARATOR.finditer(text, span.start, span.end), None]:
        stop = span.end if match is None else match.start()
        if any(map(str.isalnum, text[at:stop])):
            yield span._replace(start=at, end=stop)
        at = span.end if match is None else match.end()


def _of_whole_words(text: str, spans: Sequence[Span]) -> list[Span]:
    """Return the spans that cut no word: "Max" in "Max-Okonjo"."""
    if not spans:
        return []
    found = words(text)
    places = overlapping_words(found, ((span.start, span.end) for span in spans))
    return [
        span
        for span, inside in zip(spans, places, strict=True)
        if not any(
            has_words(text[found[n].start : span.start] + text[span.end : found[n].end])
            for n in inside
        )
    ]


def _is_covered(span: Span, by: Sequence[Span]) -> bool:
    return any(each.start <= span.start and span.end <= each.end for each in by)
