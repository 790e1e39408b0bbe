"""Which words the spans of a tagger cover, which spans are one entity, and links of entities.

The masks of an entity of a context have the same link, which never shows the entity.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from privtool.core.blocks import Counts
from privtool.core.record import Mask, Record, group_of
from privtool.core.rng import Key, pseudonym
from privtool.core.spans import Span
from privtool.text.labels import Label, canonical_label
from privtool.text.surrogates.context import normalized
from privtool.text.words import Word, overlapping_words, words

ENTITY_TAGGER = "entityTagger"  # the method
KEPT = ""  # the label of a span whose words the user keeps
KEPT_WORDS = "words kept by choice"  # counts
KEPT_FORMS = "forms kept by choice"
KEPT_ENTITIES = "entities kept by choice"
GROUPED = "records with "  # a field


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


def count_grouped(fields: set[str], batch: Sequence[tuple[Record, str]], counts: Counts) -> None:
    """Add to `counts` how many records have each of the fields that group them."""
    for field in fields:
        counts[GROUPED + field] += sum(group_of(record, field) is not None for record, _ in batch)


class EntityLinks(NamedTuple):
    """Links by a secret key: records with the same value of `field` are a context.

    A record without the field is a context of its own.
    """

    key: Key
    field: str

    def add(
        self, record: Record, spans: Sequence[Span], masks: Sequence[Mask], *, whole: bool
    ) -> tuple[Mask, ...]:
        """Return the masks of a raw record; those of words that a span covers get a link.

        The words of an entity share it; those of a person do if `whole`: names have parts.
        """
        found = words(record.text or "")
        covered = [found[number].key for number in sorted(first_spans(found, spans))]
        tagged = [number for number, mask in enumerate(masks) if is_tagged(mask.method)]
        runs: dict[tuple[object, int], dict[int, str]] = {}  # the words of entities, by their mask
        for number, word in zip(tagged, covered, strict=True):
            apart = not whole and canonical_label(masks[number].label) is Label.PERSON
            runs.setdefault((masks[number].entity, number if apart else -1), {})[number] = word
        context = group_of(record, self.field)
        if context is None:
            context = f"record:{type(record.id).__name__}:{record.id}"
        linked = list(masks)
        for run in runs.values():
            phrase = normalized(" ".join(run.values()))
            for number in run:
                label = canonical_label(masks[number].label).value
                value = f"{len(context)}:{context}:{label}:{phrase}"
                link = pseudonym(self.key, "link", value)
                linked[number] = msgspec.structs.replace(masks[number], link=link)
        return tuple(linked)
