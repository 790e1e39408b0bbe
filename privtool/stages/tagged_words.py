"""Which words the spans of a tagger cover, and which spans are one entity."""

from __future__ import annotations

from collections.abc import Sequence

from privtool.core.spans import Span
from privtool.text.words import Word, overlapping_words

ENTITY_TAGGER = "entityTagger"  # the method
KEPT = ""  # the label of a span whose words the user keeps
KEPT_WORDS = "words kept by choice"  # counts
KEPT_FORMS = "forms kept by choice"
KEPT_ENTITIES = "entities kept by choice"


def is_tagged(method: str) -> bool:
    """Return whether the methods of a mask, joined by `+`, are or include the tagger."""
    return ENTITY_TAGGER in method.split("+")


def first_spans(found: Sequence[Word], spans: Sequence[Span]) -> dict[int, int]:
    """Return the number of the first span that overlaps each word, by word index."""
    first: dict[int, int] = {}
    places = overlapping_words(found, ((span.start, span.end) for span in spans))
    for number, covered in enumerate(places):
        for word in covered:
            first.setdefault(word, number)
    return first


def entities_of_spans(spans: Sequence[Span]) -> list[int]:
    """Return a number for each span: those with one label that overlap are one entity."""
    numbers = list(range(len(spans)))
    last: dict[str, int] = {}  # of each label, the span that ends last
    for number in sorted(numbers, key=lambda n: spans[n]):
        span = spans[number]
        before = last.get(span.label)
        if before is not None and span.start < spans[before].end:
            numbers[number] = numbers[before]
        if before is None or span.end >= spans[before].end:
            last[span.label] = number
    return numbers
