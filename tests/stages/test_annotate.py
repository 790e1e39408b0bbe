"""Annotating: entities are added, and nothing else changes."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privtool.core.errors import DataError
from privtool.core.record import Entity, Extra, Mask, Record, WordTime, check_spans
from privtool.core.spans import Span
from privtool.stages.annotate import AnnotateStage, whole_words


class Fake:
    """A tagger that finds the same in every text."""

    def __init__(self, *spans: Span) -> None:
        self.spans = list(spans)

    def tag(self, texts):
        return [[span for span in self.spans if span.end <= len(text)] for text in texts]


RECORD = Record(
    id=1, text="hi Anna's here", speaker="a", words=(WordTime("hi", 0.0, 1.0),), duration=2.0
)


def annotated(record: Record, *spans: Span, keep: tuple[str, ...] = ()) -> Record:
    stage = AnnotateStage(Fake(*spans), keep)
    stage.check(record)
    counts: Counter[str] = Counter()
    (new,) = stage.process([record], counts)
    assert counts["entities"] == len(new.entities)
    return new


def test_what_is_found_becomes_an_entity_of_whole_words():
    new = annotated(RECORD, Span(3, 5, "PERSON", 0.87654321))
    assert new == msgspec.structs.replace(RECORD, entities=(Entity(3, 7, "PERSON", 0.8765),))


def test_entities_that_are_there_win():
    record = msgspec.structs.replace(RECORD, entities=(Entity(3, 7, "NURSE"),))
    new = annotated(record, Span(0, 2, "MISC", 1.0), Span(5, 7, "PERSON", 1.0))
    assert [(e.start, e.end, e.label) for e in new.entities] == [(0, 2, "MISC"), (3, 7, "NURSE")]


def test_unknown_fields_are_dropped_unless_kept():
    record = msgspec.structs.replace(RECORD, extra=Extra(note="Anna", more=1))
    assert annotated(record).extra is msgspec.UNSET
    assert annotated(record, keep=("more",)).extra == {"more": 1}


def test_masked_text_and_bad_entities_are_refused():
    stage = AnnotateStage(Fake())
    with pytest.raises(DataError, match="has 'masks' already"):
        stage.check(msgspec.structs.replace(RECORD, masks=(Mask(0, 2, "MISC", "x"),)))
    with pytest.raises(DataError, match=r"entities\[0\]"):
        stage.check(msgspec.structs.replace(RECORD, entities=(Entity(9, 99, "MISC"),)))


@given(st.text("ab '-.", max_size=20), st.lists(st.integers(0, 20), max_size=8))
def test_entities_are_sorted_disjoint_and_cover_what_was_found(text, cuts):
    edges = sorted({cut for cut in cuts if cut <= len(text)})
    spans = [Span(a, b, "MISC") for a, b in zip(edges[::2], edges[1::2], strict=False)]
    whole = whole_words(text, spans)
    check_spans(whole, len(text), "entities")
    covered = {at for span in whole for at in range(span.start, span.end)}
    assert covered >= {at for span in spans for at in range(span.start, span.end)}
