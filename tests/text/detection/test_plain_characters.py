"""Plain characters, one for one."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privtool.text.unicode import lower, plain


@given(st.text())
def test_lengths_stay(text):
    assert len(plain(text)) == len(text)
    assert len(lower(text)) == len(text)


@given(st.characters(categories=("Nd", "No")))
def test_every_digit_becomes_its_ascii_digit(char):
    if char.isdigit():
        assert plain(char) == str(unicodedata.digit(char))
    else:
        assert not plain(char).isdigit()


@given(st.text(st.characters(max_codepoint=127)))
def test_ascii_stays(text):
    assert plain(text) == text
    assert lower(text) == text.lower()


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
    assert plain("a" + char + "b") == "a" + expected + "b"


def test_letters_that_grow_when_lowered_keep_the_offsets():
    assert lower("İA") == "İa"
