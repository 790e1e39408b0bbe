"""Timed words and where they stand in a text."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from privtool.text.english.spoken_words import spoken_words
from privtool.text.offsets import covers, locate_words

CASES = [
    ("my name is anna", ["my", "name", "is", "anna"], ["my", "name", "is", "anna"]),
    ("Hi, I'm Anna.", ["hi", "i'm", "anna"], ["Hi", "I'm", "Anna"]),
    ("Hello, Anna's!", ["hello", "ANNA'S"], ["Hello", "Anna's"]),
    ("twenty-five years", ["twenty", "five", "years"], ["twenty", "five", "years"]),
    ("at five o'clock", ["at", "five", "oclock"], ["at", "five", "o'clock"]),
    ("o'clock", ["o", "clock"], ["o", "clock"]),
    ("it's $5, 5%", ["it's", "$5", "5%"], ["it's", "$5", "5%"]),
    ("it's $5, 5%", ["its", "5", " 5%,"], ["it's", "5", "5"]),
    ("a a", ["a", "a"], ["a", "a"]),
    ("a  b", ["a", "<sil>", "b"], ["a", None, "b"]),
    ("a b", ["a", "", "b"], ["a", None, "b"]),
    ("one two three", ["one", "three"], ["one", "three"]),
    ("one two three", ["one", "tow", "three"], ["one", None, "three"]),
    ("call 555 now", ["call", "five", "now"], ["call", None, "now"]),
    ("", ["a"], [None]),
    ("a b", [], []),
    ("...", [], []),
    ("straße", ["STRASSE"], ["straße"]),
    (
        "An\u200bna e\u0301 \u24b6",
        ["anna", "e\u0301", "\u24d0"],
        ["An\u200bna", "e\u0301", "\u24b6"],
    ),
    ("so \u2764\ufe0f anna", ["so", "anna"], ["so", "anna"]),
]


@pytest.mark.parametrize(("text", "words", "found"), CASES)
def test_words_are_found_in_the_text(text, words, found):
    located = locate_words(text, words)
    assert [bounds and text[slice(*bounds)] for bounds in located] == found


@given(st.lists(st.text("abcé'1", min_size=1, max_size=5), max_size=8))
def test_the_words_of_a_text_are_found_in_order(words):
    text = " ".join(words)
    located = locate_words(text, words)
    found = [bounds for bounds in located if bounds]
    assert found == sorted(found)
    for bounds, word in zip(located, words, strict=True):
        assert (bounds is not None) == any(char.isalnum() for char in word)
    assert covers(located, text, 0, len(text))


@pytest.mark.parametrize(
    ("text", "words", "all_found"),
    [
        ("hello there", ["hello"], False),
        ("hello there", ["there"], False),
        ("hello there", ["hell", "there"], False),
        ("hello, (there)!", ["hello", "there"], True),
        ("he\u0301llo \u24b6", ["he\u0301llo"], False),
        ("hello \U000e0141", ["hello"], False),
        ("...", [], True),
    ],
)
def test_letters_that_no_word_covers(text, words, all_found):
    located = locate_words(text, words)
    assert covers(located, text, 0, len(text)) is all_found
    assert covers(located, text, 0, 0)


@example("\u00a3\U000116d0 5.\U000116d0 \U000116d0:\U000116d0\U000116d0")  # digits of Unicode 16
@given(st.text(max_size=40))
def test_spoken_words_are_found_where_they_are(text):
    spoken = [(word.start, word.end) for word in spoken_words(text)]
    located = locate_words(text, [text[start:end] for start, end in spoken])
    assert not covers(located, text, 0, len(text)) or None in located or located == spoken
