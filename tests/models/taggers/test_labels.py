"""Private words become spans; which of their labels are doubtful."""

from __future__ import annotations

import pytest

from privtool.core.spans import Span
from privtool.models.taggers.labels import LabeledSpans

TEXT = "ask Ann Lee, Kim or Ann"
ANN, LEE, KIM = (4, 7), (8, 11), (13, 16)


def doubtful(*words):
    found = LabeledSpans(TEXT)
    for (start, end), label, likelihood in words:
        found.add(Span(start, end, label), likelihood)
    return [span.doubtful for span in found.spans]


@pytest.mark.parametrize(
    ("likelihood", "is_doubtful"), [(0.4, True), (0.6, True), (0.69, True), (0.7, False)]
)
def test_a_name_of_one_word_needs_more_than_a_half(likelihood, is_doubtful):
    assert doubtful((KIM, "PERSON", likelihood)) == [(KIM,) if is_doubtful else ()]


def test_the_words_of_a_longer_name_confirm_each_other():
    assert doubtful((ANN, "PERSON", 0.6), (LEE, "PERSON", 0.6)) == [()]
    assert doubtful((ANN, "PERSON", 0.4), (LEE, "PERSON", 0.6)) == [(ANN,)]
    assert doubtful((ANN, "PERSON", 0.6), (LEE, "PERSON", 0.4)) == [(LEE,)]


def test_neighbors_of_another_label_or_after_a_comma_are_names_of_their_own():
    assert doubtful((ANN, "PERSON", 0.6), (LEE, "MISC", 0.6)) == [(ANN,), (LEE,)]
    assert doubtful((LEE, "PERSON", 0.6), (KIM, "PERSON", 0.6)) == [(LEE,), (KIM,)]


def test_white_space_alone_is_no_word():
    found = LabeledSpans(TEXT)
    found.add(Span(3, 4, "PERSON"))
    found.add(Span(3, 7, "PERSON", 0.9))
    assert found.spans == [Span(4, 7, "PERSON", 0.9)]
