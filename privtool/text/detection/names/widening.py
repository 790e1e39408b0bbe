"""Widening of what taggers find: half a name reveals the rest of it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from privtool.core.spans import Span
from privtool.text.detection.confidence import LIKELY
from privtool.text.detection.names.cased_words import CasedWords
from privtool.text.detection.names.evidence import NameEvidence
from privtool.text.detection.names.handles import handles
from privtool.text.detection.names.lexicon import lexicon
from privtool.text.labels import Label

_PERSON = Label.PERSON.value


def widened(text: str, spans: Sequence[Span]) -> list[Span]:
    """Return the spans, those of persons with the capitalized or listed names next to them."""
    if not any(span.label == _PERSON for span in spans):
        return list(spans)
    evidence = NameEvidence(CasedWords(text), lexicon())
    wide = list(_widened(evidence, spans))
    return [*wide, *_handles(evidence, wide)]


def _handles(evidence: NameEvidence, spans: Sequence[Span]) -> Iterator[Span]:
    """Yield the words that are made of the names in the spans: "annakowalski"."""
    words = evidence.words
    names = {
        words.lower[index]
        for span in spans
        if span.label == _PERSON
        for index in range(bisect_right(words.end, span.start), bisect_left(words.start, span.end))
    } - evidence.lexicon.function
    for index in handles(evidence, names):
        yield Span(words.start[index], words.end[index], _PERSON, LIKELY)


def _widened(evidence: NameEvidence, spans: Sequence[Span]) -> Iterator[Span]:
    starts, ends = evidence.words.start, evidence.words.end
    for span in spans:
        first, stop = bisect_right(ends, span.start), bisect_left(starts, span.end)
        if span.label == _PERSON and first < stop:
            start = starts[evidence.name_start(first)]
            end = ends[evidence.name_end(stop - 1) - 1]
            span = span._replace(start=min(start, span.start), end=max(end, span.end))
        yield span
