"""What is said before a number in digits, and digits said in other ways."""

from __future__ import annotations

from privtool.core.spans import Span
from privtool.text.detection.said.edges import with_code_edges
from privtool.text.labels import Label
from tests.support.tables import tabled


@tabled("text", "text")
def test_words_before_digits_that_are_no_part_of_them_stay(text: str) -> None:
    start = text.index(next(filter(str.isdigit, text)))
    number = Span(start, len(text), Label.PHONE.value, 0.9)
    assert with_code_edges([number], text, text) == [number]


def test_a_head_stops_at_the_span_before_it() -> None:
    text = "four four 5550142"
    spans = [Span(0, 4, Label.NUMBER.value), Span(10, 17, Label.PHONE.value)]
    assert with_code_edges(spans, text, text) == [spans[0], spans[1]._replace(start=5)]
