"""Numbers between two others: bounds, form, and how they are said."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privtool.text.fills.fields import Number
from privtool.text.surrogates.prf import Key, KeyedRandom
from tests.support.examples import examples


@settings(deadline=None, max_examples=examples(100))
@given(
    st.sampled_from(["2..60", "1.1..9.9", "200..90,000", "0.20..9.90", "1..1"]), st.integers(0, 999)
)
def test_a_number_is_between_its_bounds(text, seed):
    number = Number.parsed(text)
    low, high = (float(each.replace(",", "")) for each in text.split(".."))
    value = number.draw(KeyedRandom(Key(b"k"), seed))
    (word,) = number.words(value, False)
    assert 0.9 * low <= float(word.replace(",", "")) <= high
    decimals = len(text.partition("..")[0].partition(".")[2])
    assert len(word.partition(".")[2]) == decimals


@pytest.mark.parametrize(
    ("text", "value", "written", "said"),
    [
        ("2..60", 25.0, "25", "twenty five"),
        ("200..90,000", 23_456, "23,000", "twenty three thousand"),
        ("200..90,000", 234, "234", "two hundred"),
        ("1.1..9.9", 4.5, "4.5", "four"),
        ("2..30th", 22, "22nd", "twenty second"),
    ],
)
def test_a_value_is_written_or_said(text, value, written, said):
    number = Number.parsed(text)
    assert number.words(value, False) == (written,)
    assert " ".join(number.words(value, True)) == said


def test_what_is_no_range_is_no_number():
    assert [Number.parsed(text) for text in ("month", "2..", "~555-0142", "2.5")] == [None] * 4


def test_the_sizes_of_a_said_number_are_known():
    assert Number.parsed("2..60").spoken_sizes == {1, 2}
    assert not re.search("and", " ".join(Number.parsed("2..900").words(250, True)))
