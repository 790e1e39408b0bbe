"""Half a name reveals the rest; words in other scripts are private."""

from __future__ import annotations

import pytest

from privtool.core.spans import Span, merge_overlapping
from privtool.stages.tagging_steps import whole_names
from privtool.text.detection.names.widening import widened
from tests.support.detection_examples import unmark
from tests.support.tables import cases


def widen(marked: str, found: str, label: str = "PERSON") -> tuple[str, list[tuple[int, int]]]:
    """Return the text without marks, and what the spans of all mentions of a word become."""
    text, _ = unmark(marked)
    start = text.index(found)
    spans = widened(text, [Span(start, start + len(found), label)])
    return text, [(span.start, span.end) for span in spans]


def found_in(text: str, found: str) -> list[Span]:
    """Return a span of the first mention of a word."""
    start = text.index(found)
    return [Span(start, start + len(found), "PERSON", 1.0)]


def edges(spans: list[Span]) -> list[tuple[int, int]]:
    """Return where spans start and end, of those that overlap together."""
    return [(span.start, span.end) for span in merge_overlapping(sorted(spans))]


@pytest.mark.parametrize(
    ("marked", "found"), cases("text", "a person extends over the names next to it")
)
def test_a_person_extends_over_the_names_next_to_it(marked, found):
    _, spans = unmark(marked)
    assert widen(marked, found)[1] == spans


@pytest.mark.parametrize(
    ("marked", "found"), cases("text", "a person extends over the token that holds it")
)
def test_a_person_extends_over_the_token_that_holds_it(marked, found):
    text, spans = unmark(marked)
    assert edges(widened(text, found_in(text, found))) == spans


@pytest.mark.parametrize(
    ("marked", "found"), cases("text", "a name is found at other places of the text")
)
def test_a_name_is_found_at_other_places_of_the_text(marked, found):
    text, spans = unmark(marked)
    assert edges(widened(text, found_in(text, found))) == spans


def test_a_name_has_the_same_score_at_other_places():
    spans = widened("xyzzyk and xyzzyk", [Span(0, 6, "PERSON", 0.2)])
    assert spans == [Span(0, 6, "PERSON", 0.2), Span(11, 17, "PERSON", 0.2)]


def test_other_labels_are_not_widened():
    assert widen("in Grace May today", "Grace", "LOCATION")[1] == [(3, 8)]


class Fixed:
    """A tagger that always finds the first word."""

    def tag(self, texts):
        return [[Span(0, len(text.split()[0]), "PERSON")] for text in texts]


def test_the_wrapper_widens_and_adds_other_scripts():
    texts = ["Grace May knows Анна", "anna is here"]
    found = [[(s.start, s.end) for s in spans] for spans in whole_names(Fixed()).tag(texts)]
    assert found == [[(0, 9), (16, 20)], [(0, 4)]]
    found = whole_names(Fixed(), other_scripts=False).tag(texts)
    assert [len(spans) for spans in found] == [1, 1]
