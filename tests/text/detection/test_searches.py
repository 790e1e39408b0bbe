"""Searches that were made faster find what their plain forms find."""

from __future__ import annotations

import re

import phonenumbers
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privtool.text.detection import digits as chains
from privtool.text.detection.digits import plan_score
from privtool.text.detection.view import TextView
from privtool.text.lazy_regex import Regex
from privtool.text.tokens import Tokens
from tests.support.examples import examples

# The pattern in use, and a plain one that tests what is before a number at every character.
_PAIRS = ((chains._CHAIN, r"(?<![A-Za-z\d])\d+(?:[ \-./()~]{1,3}\d+)*"),)
_NUMBERS = st.text("01259./-,: aBXé$_", max_size=30)
_WORDS = st.text(st.sampled_from("ab5_7-.' \n\t\0éß年🎉½"), max_size=30)


@pytest.mark.parametrize(("pattern", "plain"), _PAIRS)
@settings(max_examples=examples(150))
@given(text=_NUMBERS)
def test_a_search_for_digits_finds_what_a_search_at_every_character_finds(
    pattern: Regex, plain: str, text: str
) -> None:
    expected = [match.span() for match in re.finditer(plain, text)]
    assert [match.span() for match in pattern.finditer(text)] == expected


@given(_WORDS)
def test_tokens_are_the_runs_of_letters_and_digits_and_the_signs(text: str) -> None:
    expected = list(re.finditer(r"\d+|[^\W\d_]+|[^\w\s]|_", text))
    tokens = Tokens(text)
    assert tokens.word == [match.group() for match in expected]
    assert tokens.start == [match.start() for match in expected]
    assert tokens.end == [match.end() for match in expected]


@given(_WORDS)
def test_ranges_with_a_digit_are_the_parts_between_spaces(text: str) -> None:
    view = TextView(text)
    expected = [
        match.span() for match in re.finditer("[^ ]+", view.lower) if re.search("[0-9]", match[0])
    ]
    assert view.digit_words == expected


@settings(max_examples=examples(300))
@given(st.from_regex(r"[2-9][0-9]{9}|(?:|0|011|1|11|310)[0-9]{7,12}", fullmatch=True))
def test_digits_are_scored_as_parsed(digits: str) -> None:
    try:
        parsed = phonenumbers.parse(digits, "US")
    except phonenumbers.NumberParseException:
        assert plan_score(digits) == 0
    else:
        assert plan_score(digits) == float(phonenumbers.is_valid_number(parsed))
