"""Timed words and where they stand in a text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privtool.text.offsets import word_places

CASES = [
    ("my name is anna", ["my", "name", "is", "anna"], ["my", "name", "is", "anna"]),
    ("Hi, I'm Anna.", ["hi", "i'm", "anna"], ["Hi", "I'm", "Anna"]),
    ("twenty-five years", ["twenty", "five", "years"], ["twenty", "five", "years"]),
    ("o'clock", ["o", "clock"], ["o", "clock"]),
    ("a  b", ["a", "<sil>", "b"], ["a", None, "b"]),
    ("one two three", ["one", "three"], ["one", "three"]),
    ("one two three", ["one", "tow", "three"], ["one", None, "three"]),
    ("call 555 now", ["call", "five", "now"], ["call", None, "now"]),
    ("", ["a"], [None]),
    ("a b", [], []),
    ("straße", ["STRASSE"], ["straße"]),
]


@pytest.mark.parametrize(("text", "words", "found"), CASES)
def test_words_are_found_in_the_text(text, words, found):
    places = word_places(text, words)
    assert [place and text[slice(*place)] for place in places] == found


@given(st.lists(st.text("abcé'1", min_size=1, max_size=5), max_size=8))
def test_the_words_of_a_text_are_found_in_order(words):
    text = " ".join(words)
    places = [place for place in word_places(text, words) if place]
    assert places == sorted(places)
    for place, word in zip(word_places(text, words), words, strict=True):
        assert (place is not None) == any(char.isalnum() for char in word)
