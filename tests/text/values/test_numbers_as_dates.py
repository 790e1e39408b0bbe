"""Numbers that are labeled as dates and are none."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from privtool.text.english.calendar import MONTHS
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.dated import date as shift_date
from privtool.text.surrogates.prf import Key

KEY = Key(b"0123456789abcdef")
NUMBER_FORMS = {
    "02/30/2021": r"\d\d/\d\d/\d{4}",
    "2021-06-03T12:30:00Z": r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ",
    "99 98": r"\d\d \d\d",
    "thirteen fourteen nine": r"\w+ \w+ \w+",
    "oh two three oh one nine eight two": r"oh( \w+){7}",
    "two thirty nineteen eighty two": r"\w+ \w+ty \w+ \w+ty \w+",
}


@given(st.text(min_size=1, max_size=9))
def test_numbers_that_are_not_dates_keep_their_form(scope):
    for phrase, form in NUMBER_FORMS.items():
        made = shift_date(phrase, Context(KEY, scope))
        assert re.fullmatch(form, made), made
        assert made != phrase
        assert not any(name in made.lower() for name in MONTHS if len(name) > 2)
