"""Dates in every form, shifted by days counted by hand, in their own form."""

from __future__ import annotations

import re
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privtool.core.rng import Key
from privtool.core.spans import replace_ranges
from privtool.text.english.calendar import MONTHS
from privtool.text.english.numbers import ordinal_ending, small_words, year_words
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.dated import calendar_day, dates_in, scope_shift, whole_date
from privtool.text.surrogates.dated import date as shift_date
from privtool.text.surrogates.kinds import pool
from privtool.text.values.date import shifted, write
from tests.support.tables import tabled
from tests.text.surrogates.sentences import rows_of

KEY = Key(b"0123456789abcdef")
FORMS = dict(rows_of("dates"))


def shift_by(phrase, days, day_first=False):
    """A phrase with its dates after some days, in their forms; None without a date."""
    found = [value for value, *_ in dates_in(phrase, day_first)]
    moved = (each for value in found for each in write(value, shifted(value, days), phrase))
    return replace_ranges(phrase, moved) if found else None


@pytest.mark.parametrize("phrase", FORMS)
def test_a_date_is_shifted_and_keeps_its_form(phrase):
    assert shift_by(phrase, 178) == FORMS[phrase]


@tabled("text", "phrase days day_first moved")
def test_a_date_moves_by_some_days(phrase, days, day_first, moved):
    assert shift_by(phrase, days, day_first) == moved


@pytest.mark.parametrize("phrase", ["02/30/2021", "june thirty first", "meeting", "Q3", "-"])
def test_a_phrase_without_a_date_is_not_shifted(phrase):
    assert whole_date(phrase, False) is None


DATES = st.dates(date(1900, 1, 1), date(2090, 1, 1))
DAYS = st.integers(-1000, 1000).filter(bool)
WAYS = [
    lambda d: f"{d.month}/{d.day} {d.year}",
    lambda d: f"{d:%m/%d/%Y}",
    lambda d: f"{d:%Y-%m-%d}",
    lambda d: f"{d:%B} {d.day}, {d.year}",
    lambda d: f"{d.day}{ordinal_ending(d.day)} of {d:%B} {d.year}",
    lambda d: f"{d:%A}, {d:%b} {d.day} {d.year}",
    lambda d: f"{d:%B} {small_words(d.day)} {year_words(d.year)}".lower(),
    lambda d: f"{d:%d.%m.%Y}",
]


def _said(day: date, zero: str) -> str:
    """ "oh six twelve": month and day, below 10 with a zero."""
    return " ".join(
        (zero + " " if number < 10 else "") + small_words(number) for number in (day.month, day.day)
    )


def _digits_said(digits: str, zero: str) -> str:
    return " ".join(zero if digit == "0" else small_words(int(digit)) for digit in digits)


SPOKEN_WAYS = [
    lambda d: f"{small_words(d.month)} {small_words(d.day)} {year_words(d.year)}",
    lambda d: f"{_said(d, 'oh')} {year_words(d.year)}",
    lambda d: f"{_said(d, 'zero')} {year_words(d.year)}",
    lambda d: f"{_said(d, 'oh')} {_digits_said(f'{d:%Y}', 'oh')}",
    lambda d: _digits_said(f"{d:%m%d%Y}", "zero"),
]


@given(DATES, DAYS, st.sampled_from(WAYS))
def test_written_dates_agree_with_the_calendar(day, days, way):
    new = shift_by(way(day), days)
    assert new is not None
    # Python's own calendar, and its own way of writing, as the second opinion.
    expected = way(day + timedelta(days))
    if "/" in new and "0" in way(day).partition("/")[0][:1] + way(day).partition("/")[2][:1]:
        assert [int(n) for n in new.split("/")] == [int(n) for n in expected.split("/")]
    else:
        assert new == expected or calendar_day(new, False) == calendar_day(expected, False)


@given(DATES, DAYS, st.sampled_from(SPOKEN_WAYS))
def test_spoken_dates_agree_with_the_calendar(day, days, way):
    phrase = way(day)
    new = shift_by(phrase, days)
    assert new is not None
    assert calendar_day(phrase, False) == day.isoformat()
    assert calendar_day(new, False) == (day + timedelta(days)).isoformat()


@given(DATES, DATES, st.sampled_from([*SPOKEN_WAYS, date.isoformat]))
def test_the_days_between_two_dates_are_kept(one, other, way):
    context = Context(KEY, "some scope")
    made = [shift_date(way(day), context) for day in (one, other)]
    assert made[0] != way(one)
    moved = [date.fromisoformat(calendar_day(text, False) or "") for text in made]
    assert moved[1] - moved[0] == other - one


@given(st.text(max_size=9))
def test_the_shift_of_a_scope(scope):
    days = scope_shift(Context(KEY, scope))
    assert 10 <= abs(days) <= 1000
    assert days % 7
    assert days % 365
    assert days % 30


@pytest.mark.parametrize("phrase", ["spring", "Christmas", "Eid", "Q3 2025", "02/30/2021"])
def test_an_unreadable_date_becomes_another_date(phrase, context):
    made = shift_date(phrase, context)
    assert made != phrase
    assert made[0].isupper() == phrase[0].isupper() or phrase[0].isdigit()


@pytest.mark.parametrize("phrase", ["June 1, 9999", "9999-06-01", "1 January 0001"])
def test_a_date_at_the_end_of_the_calendar_goes_the_other_way(phrase):
    for scope in range(20):
        context = Context(KEY, str(scope))
        moved = calendar_day(shift_date(phrase, context), False)
        days = date.fromisoformat(moved) - date.fromisoformat(calendar_day(phrase, False))
        assert abs(days.days) == abs(scope_shift(context))


@pytest.mark.parametrize("phrase", ["hundredth-third january", "third-hundredth january"])
def test_two_days_of_which_one_does_not_exist_become_another_month(phrase, context):
    assert shift_date(phrase, context) in MONTHS


def test_all_forms_of_a_day_are_the_same_day():
    for phrase in ("6/3/2021", "2021-06-03", "June 3, 2021", "june third twenty twenty one"):
        assert calendar_day(phrase, False) == "2021-06-03"
    assert calendar_day("June 3", False) is None


@tabled("text", "phrase form")
def test_a_holiday_becomes_another_one_and_its_year_shifts(phrase, form, monkeypatch):
    monkeypatch.setattr("privtool.text.surrogates.dated.scope_shift", lambda _: 365)
    made = shift_date(phrase, Context(KEY, "scope"))
    assert re.fullmatch(form, made), made
    assert "hristmas" not in made


@given(
    st.text(max_size=9), st.sampled_from(sorted(pool("holiday").phrases)), st.integers(1900, 2090)
)
def test_a_holiday_with_a_year_becomes_another_one(scope, feast, number):
    made = shift_date(f"{feast} {number}", Context(KEY, scope))
    name, _, new = made.rpartition(" ")
    assert name in pool("holiday").phrases
    assert name != feast
    assert abs(int(new) - number) <= 4  # 1000 days, and half a year to the feast


def test_an_unknown_holiday_keeps_a_year(context):
    for phrase in ("Veterans Day 2019", "Eid 2020"):
        name, _, new = shift_date(phrase, context).rpartition(" ")
        assert name not in phrase
        assert new.isdigit()
        assert new not in phrase


NUMBERS = ("02/30/2021", "99 98", "thirteen fourteen nine", "oh two three oh one nine eight two")


@given(st.text(min_size=1, max_size=9), st.sampled_from(NUMBERS))
def test_numbers_that_are_no_dates_become_other_numbers(scope, phrase):
    made = shift_date(phrase, Context(KEY, scope))
    assert made != phrase
    assert len(made.split()) == len(phrase.split())
    assert not any(name in made.lower() for name in MONTHS if len(name) > 2)
