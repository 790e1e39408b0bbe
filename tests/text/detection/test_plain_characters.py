"""Plain characters, one for one."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privtool.text.unicode import fold_to_ascii, lower_same_length


@given(st.text())
def test_lengths_are_kept(text):
    assert len(fold_to_ascii(text)) == len(text)
    assert len(lower_same_length(text)) == len(text)


@given(st.characters(categories=("Nd", "No")))
def test_every_digit_becomes_its_ascii_digit(char):
    if char.isdigit():
        assert fold_to_ascii(char) == str(unicodedata.digit(char))
    else:
        assert not fold_to_ascii(char).isdigit()


@given(st.text(st.characters(max_codepoint=127)))
def test_ascii_is_unchanged(text):
    assert fold_to_ascii(text) == text
    assert lower_same_length(text) == text.lower()


@pytest.mark.parametrize(
    ("char", "expected"),
    [
        ("\u00a0", " "),
        ("\u202f", " "),
        ("\u200b", " "),
        ("\u2011", "-"),
        ("\u2013", "-"),
        ("\u2212", "-"),
        ("\uff0d", "-"),
        ("\uff20", "@"),
        ("\u2019", "'"),
        ("\u2014", "\u2014"),
        ("é", "é"),
        ("²", "2"),
        ("①", "1"),
    ],
)
def test_signs(char, expected):
    assert fold_to_ascii("a" + char + "b") == "a" + expected + "b"


def test_letters_that_grow_when_lowered_keep_the_offsets():
    assert lower_same_length("İA") == "İa"
