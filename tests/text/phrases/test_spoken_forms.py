"""Times, days, sums and scores as people say them."""

from __future__ import annotations

import re

import pytest

from privtool.text.phrases.slots import Earlier
from tests.text.phrases.test_draw import DRAWS, drawn


@pytest.mark.parametrize(
    ("label", "before", "after", "size", "pattern"),
    [
        ("TIME", "book it for ", " instead", 6, r"(half|quarter) \w+ \w+ in the \w+"),
        ("DATE", "I need it from ", ".", 5, r"the \w+ of (this|next) month"),
        ("DATE", "I need it from ", ".", 4, r"the \w+ of [A-Z]\w+"),
        ("DATE", "I need it from the ", ".", 4, r"\w+ of (this|next) month"),
        ("DATE", "I had surgery in ", ".", 3, r"nineteen \w+ty \w+"),
        ("DATE", "I was born on ", ".", 5, r"[A-Z]\w+ \w+ nineteen \w+ \w+"),
    ],
)
def test_a_time_or_day_is_said_in_words(label, before, after, size, pattern):
    found = drawn(label, before, after, size, spoken=True)
    assert len(found) == DRAWS
    assert all(re.fullmatch(pattern, phrase) for phrase in found)


def test_a_long_time_is_said_in_words_in_any_text():
    found = drawn("TIME", "Book room 7 for ", " instead", 6)
    assert all(re.fullmatch(r"(half|quarter) \w+ \w+ in the \w+", each) for each in found)


def test_sums_between_commas_are_sums():
    gaps = (", ", " ", ", ", " ", " ")
    found = drawn("MONEY", "from ", " or so", gaps=gaps, spoken=True)
    assert all(re.fullmatch(r"\w+ \w+ dollars \w+ \w+ dollars", each) for each in found)


def test_a_score_is_at_most_the_best_one():
    found = drawn("NUMBER", "a ", " murmur", spoken=True, earlier=Earlier(("eleven",), " out of "))
    assert set(found) == {"twelve"}
    found = drawn("NUMBER", "a ", " murmur", spoken=True, earlier=Earlier(("three",), " out of "))
    assert set(found) == {"ten"}
