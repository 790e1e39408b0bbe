"""Annotation: the words that `mask` would mask become `entities`; the text does not change."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from msgspec import UNSET

from privtool.core.blocks import Counts, Outcome, process_batch
from privtool.core.errors import DataError
from privtool.core.record import Entity, Record, UnknownFields, check_spans, group_of, text_of
from privtool.core.spans import Span, merge_overlapping
from privtool.interfaces.tagging import Tagger
from privtool.stages.tagged_words import KEPT_FORMS, KEPT_WORDS, count_grouped, first_spans
from privtool.text.markers import shape_label
from privtool.text.markup import tag_names
from privtool.text.word_lists import WordList
from privtool.text.words import has_words, overlapping_words, words

if TYPE_CHECKING:
    from privtool.stages.context_names import ContextNames
    from privtool.stages.user_terms import UserTerms


class AnnotateStage(NamedTuple):
    """Adds entities: words that a list lacks, and spans of a tagger; existing entities stay.

    Known fields stay, as the text does; unknown ones are dropped unless `keep` names them.
    """

    lists: Sequence[WordList]
    tagger: Tagger | None
    keep: tuple[str, ...] = ()
    context: ContextNames | None = None
    terms: UserTerms | None = None

    def process(self, records: Sequence[Record], counts: Counts) -> Iterator[Outcome]:
        """Yield the records with entities; add `entities` to `counts`."""
        return process_batch(records, self._prepared, partial(self._process, counts=counts))

    def _prepared(self, record: Record) -> tuple[Record, str]:
        if self.context:
            group_of(record, self.context.field)  # it raises `DataError` for no context
        text = text_of(record)
        if record.masks is not UNSET:
            raise DataError("the record has 'masks' already; annotate the raw text")
        if record.entities is not UNSET:
            check_spans(record.entities, len(text), "entities")
        return record, text

    def _process(self, batch: list[tuple[Record, str]], counts: Counts) -> Iterator[list[Record]]:
        texts = [text for _, text in batch]
        tagged: Sequence[Sequence[Span]]
        tagged = self.tagger.tag(texts) if self.tagger else [()] * len(texts)
        if self.context:
            count_grouped({self.context.field}, batch, counts)
            tagged = self.context.extended(batch, tagged)
        for (record, text), spans in zip(batch, tagged, strict=True):
            had = record.entities or ()
            by_choice = tag_names(text)
            if self.terms:
                counts[KEPT_FORMS] += self.terms.kept_forms(text, spans)
                denied, spans, chosen = self.terms.divided(text, spans)
                spans, by_choice = [*denied, *spans], by_choice + chosen
            found = whole_words(text, [*spans, *self._unlisted(text, by_choice, counts)])
            entities = _together(text, had, found)
            counts["entities"] += len(entities)
            given: UnknownFields = {} if record.extra is UNSET else record.extra
            kept: UnknownFields = {name: given[name] for name in given if name in self.keep}
            yield [msgspec.structs.replace(record, entities=entities, extra=kept or UNSET)]

    def _unlisted(self, text: str, kept: Sequence[Span], counts: Counts) -> Iterator[Span]:
        """Yield the words that a list lacks, but for those that the user keeps, which count."""
        if not (self.lists or kept):
            return
        found = words(text)
        by_choice = first_spans(found, kept)
        counts[KEPT_WORDS] += len(by_choice)
        for number, (start, end, key) in enumerate(found):
            if number in by_choice or all(listed.keeps(key) for listed in self.lists):
                continue
            label = shape_label(text[start:end], text[max(start - 1, 0) : start]).value
            if self.terms and not self.terms.masks_label(label):
                counts[KEPT_WORDS] += 1
                continue
            yield Span(start, end, label)


def whole_words(text: str, spans: Sequence[Span]) -> list[Span]:
    """Return the spans, in any order, extended to whole words, with overlapping ones merged.

    Part of a private word would reveal the rest. The first given span labels a merged one.
    """
    found = words(text)
    places = overlapping_words(found, ((span.start, span.end) for span in spans))
    whole: list[Span] = []
    for span, numbers in zip(spans, places, strict=True):
        if numbers:
            start = min(span.start, found[numbers[0]].start)
            span = span._replace(start=start, end=max(span.end, found[numbers[-1]].end))
        whole.append(span)
    merged = merge_overlapping(whole)
    starts = [span.start for span in merged]
    labels: dict[int, str] = {}
    for span in whole:
        labels.setdefault(bisect_right(starts, span.start) - 1, span.label)
    return [span._replace(label=labels[number]) for number, span in enumerate(merged)]


def _together(text: str, had: Sequence[Entity], found: Sequence[Span]) -> tuple[Entity, ...]:
    """Return the entities of the record, and the parts of new spans outside them."""
    starts, ends = [entity.start for entity in had], [entity.end for entity in had]
    new: list[Entity] = []
    for span in found:
        inside = slice(bisect_right(ends, span.start), bisect_left(starts, span.end))
        open_from = [span.start, *ends[inside]]
        open_until = [*starts[inside], span.end]
        for start, end in zip(open_from, open_until, strict=True):
            rest = text[start:end]
            if has_words(rest):
                start += len(rest) - len(rest.lstrip())
                end = start + len(rest.strip())
            elif starts[inside] or not rest:
                continue
            new.append(Entity(start, end, span.label, round(span.score, 4)))
    return tuple(sorted((*had, *new), key=lambda entity: entity.start))
