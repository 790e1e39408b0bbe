"""Holidays, seasons and quarters: each becomes another one near its shifted day."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privtool.text.surrogates.context import Context
from privtool.text.surrogates.dated import date as shift_date
from privtool.text.surrogates.prf import Key
from privtool.text.values.holiday import names as holiday_names

KEY = Key(b"0123456789abcdef")
NAMED = {
    # 760 days before Christmas 2020 is 26 November 2018, before 8 April 2019 it is 9 March 2017.
    ("christmas 2020", -760): "thanksgiving 2018",
    ("easter 2019", -760): "valentine's day 2017",
    ("Christmas, 2020", 30): "Valentine's Day, 2021",
    ("new year's eve 1999", -20): "christmas eve 1999",
    ("christmas of two thousand and five", 365): "new year's eve of two thousand and six",
    ("Christmas Day '20", -30): "Thanksgiving '20",
    ("the summer of twenty nineteen", 178): "the winter of twenty twenty",
    ("Fall '21", 90): "Winter '22",
    ("Q3 2025", 178): "Q1 2026",
    ("winter", 178): "summer",
}


@pytest.mark.parametrize(("phrase", "days"), NAMED)
def test_a_holiday_with_its_year_becomes_the_nearest_other_one(phrase, days, monkeypatch):
    monkeypatch.setattr("privtool.text.surrogates.dated.scope_shift", lambda _: days)
    assert shift_date(phrase, Context(KEY, "scope")) == NAMED[phrase, days]


@given(st.text(max_size=9), st.sampled_from(sorted(holiday_names())), st.integers(1900, 2090))
def test_a_holiday_with_a_year_becomes_another_one(scope, feast, number):
    made = shift_date(f"{feast} {number}", Context(KEY, scope))
    name, _, new = made.rpartition(" ")
    assert name in holiday_names()
    assert name != feast
    assert abs(int(new) - number) <= 4  # 1000 days, and half a year to the feast


def test_an_unknown_holiday_keeps_a_year(context):
    for phrase in ("Veterans Day 2019", "Eid 2020"):
        name, _, new = shift_date(phrase, context).rpartition(" ")
        assert name not in phrase
        assert new.isdigit()
        assert new not in phrase
