"""Dates in every form, shifted by days counted by hand, in their own form."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privtool.core.spans import replace_ranges
from privtool.text.english.numbers import ordinal_ending, small_words, year_words
from privtool.text.surrogates.context import Context, SurrogateOptions
from privtool.text.surrogates.dated import calendar_day, dates_in, is_date, scope_shift
from privtool.text.surrogates.dated import date as shift_date
from privtool.text.surrogates.prf import Key
from privtool.text.values.date import shifted, write

KEY = Key(b"0123456789abcdef")
# 178 days: from 3 June to 28 November, 25 weeks and 3 days.
FORMS = {
    "6/3 2021": "11/28 2021",
    "6/3/2021": "11/28/2021",
    "06/03/2021": "11/28/2021",
    "06/03/21": "11/28/21",
    "6-3-2021": "11-28-2021",
    "06/03": "11/28",
    "2021-06-03": "2021-11-28",
    "2021-06": "2021-12",
    "6/2021": "12/2021",
    "20210603": "20211128",
    "03.06.2021": "28.11.2021",
    "3.6.2021": "28.11.2021",
    "25/06/2021": "20/12/2021",
    "2021年6月3日": "2021年11月28日",
    "6월 3일": "11월 28일",
    "June 3, 2021": "November 28, 2021",
    "June 3rd, 2021": "November 28th, 2021",
    "JUNE 3RD": "NOVEMBER 28TH",
    "3 June 2021": "28 November 2021",
    "the 3rd of June": "the 28th of November",
    "june third twenty twenty one": "november twenty eighth twenty twenty one",
    "june third": "november twenty eighth",
    "the third of june": "the twenty eighth of november",
    "twenty-first of june": "sixteenth of december",
    "june three two thousand and nine": "november twenty eight two thousand and nine",
    "june six nineteen ninety": "december one nineteen ninety",
    "june twenty five nineteen ninety": "december twenty nineteen ninety",
    "six three twenty twenty one": "eleven twenty eight twenty twenty one",
    "six three eighty one": "eleven twenty eight eighty one",
    "6-3": "11-28",
    "06-03": "11-28",
    "25-06": "20-12",
    "Thu 6-3": "Sun 11-28",
    "6 3 2021": "11 28 2021",
    "6 / 3 / 2021": "11 / 28 / 2021",
    "28-30": "26-28",
    "oh six oh three nineteen eighty two": "eleven twenty eight nineteen eighty two",
    "Oh Six Oh Three Nineteen Eighty Two": "Eleven Twenty eight Nineteen eighty two",
    "oh six oh three two thousand and one": "eleven twenty eight two thousand and one",
    "zero six zero three two thousand one": "eleven twenty eight two thousand one",
    "oh eight oh seven oh two": "oh two oh one oh three",
    "zero eight zero seven zero two": "zero two zero one zero three",
    "eight oh seven oh two": "two oh one oh three",
    "oh eight twelve oh two": "oh two oh six oh three",
    "six twelve eighty two": "twelve seven eighty two",
    "six twelve ninety nine": "twelve seven ninety nine",
    "seven twelve ninety nine": "one six oh oh",
    "one one nineteen ninety nine": "six twenty eight nineteen ninety nine",
    "oh six oh three one nine eight two": "one one two eight one nine eight two",
    "one two zero three two zero two zero": "zero five three zero two zero two one",
    "one two one three eight two": "oh six oh nine eight three",
    "oh-six oh-three twenty-twenty": "eleven twenty-eight twenty twenty",
    "six slash three slash eighty two": "eleven slash twenty eight slash eighty two",
    "monday oh six oh three": "thursday eleven twenty eight",
    "two thousand one oh six oh three": "two thousand one eleven twenty eight",
    "twenty five six nineteen eighty two": "twenty twelve nineteen eighty two",
    "oh six oh three 1982": "eleven twenty eight 1982",
    "one nine eight two": "one nine eight three",
    "Thursday, June 3, 2021": "Sunday, November 28, 2021",
    "Thu 3 Jun": "Sun 28 Nov",
    "Jun. 3 '21": "Nov. 28 '21",
    "monday": "thursday",
    "Monday": "Thursday",
    "FRIDAYS": "MONDAYS",
    "monday the third of june": "thursday the twenty eighth of november",
    "June 2021": "December 2021",
    "mid June": "mid December",
    "2019": "2020",
    "nineteen eighty two": "nineteen eighty three",
    "nineteen ninety nine": "two thousand",
    "two thousand": "two thousand one",
    "1990s": "2000s",
    "the 90s": "the 00s",
    "eighties": "nineties",
    "the nineteen eighties": "the nineteen nineties",
    "3-5 June": "28-30 November",
    "5-7 June": "1-3 December",
    "28 June to 3 July 2021": "23 December to 28 December 2021",
    "between the fifth and the seventh of june": "between the first and the third of december",
    "februari 3 2021": "juli 31 2021",
    "2 février 1958": "30 juillet 1958",
    "lundi": "jeudi",
    "марте": "сентябре",
    "सोमवार": "गुरुवार",
}


def shift_by(phrase, days, day_first=False):
    """A phrase with its dates after some days, in their forms; None without a date."""
    found = [value for value, *_ in dates_in(phrase, day_first)]
    moved = (each for value in found for each in write(value, shifted(value, days), phrase))
    return replace_ranges(phrase, moved) if found else None


@pytest.mark.parametrize("phrase", FORMS)
def test_a_date_is_shifted_and_keeps_its_form(phrase):
    assert shift_by(phrase, 178) == FORMS[phrase]


def test_the_example_of_the_paper_keeps_its_form():
    # Flechl 2022, section 3.1: "6/3 2021" may become "7/4 2019".
    days = (date(2019, 7, 4) - date(2021, 6, 3)).days
    assert shift_by("6/3 2021", days) == "7/4 2019"


def test_a_day_of_tens_before_two_thousand():
    assert shift_by("january thirty two thousand", 1) == "january thirty one two thousand"
    assert shift_by("june twenty two thousand twenty", 2) == "june twenty two two thousand twenty"


def test_the_day_may_come_first():
    assert shift_by("6/3 2021", 1, day_first=True) == "7/3 2021"
    assert shift_by("6/3 2021", 1) == "6/4 2021"


def test_the_day_may_come_first_in_spoken_and_hyphenated_dates():
    moved = shift_by("oh six oh three nineteen eighty two", 1, day_first=True)
    assert moved == "oh seven oh three nineteen eighty two"
    assert shift_by("6-3", 1, day_first=True) == "7-3"
    assert shift_by("12-25", 1, day_first=True) == "12-26"


@pytest.mark.parametrize("phrase", ["02/30/2021", "june thirty first", "meeting", "Q3", "-"])
def test_a_phrase_without_a_date_is_not_shifted(phrase):
    assert not is_date(phrase, False)


def test_a_leap_day_without_a_year_is_a_day():
    assert shift_by("february twenty ninth", 1) == "march first"


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


@given(DATES, DATES, st.sampled_from(SPOKEN_WAYS))
def test_the_days_between_spoken_dates_are_kept(one, other, way):
    context = Context(KEY, "some scope")
    made = [shift_date(way(day), context) for day in (one, other)]
    assert made[0] != way(one)
    moved = [date.fromisoformat(calendar_day(text, False) or "") for text in made]
    assert moved[1] - moved[0] == other - one


@given(DATES, DATES)
def test_the_days_between_two_dates_are_kept(one, other):
    context = Context(KEY, "some scope")
    moved = [date.fromisoformat(shift_date(day.isoformat(), context)) for day in (one, other)]
    assert moved[1] - moved[0] == other - one


@given(st.text(max_size=9), st.integers(30, 4000), st.booleans())
def test_the_shift_of_a_scope(scope, most, keep_weekdays):
    options = SurrogateOptions(most_days=most, keep_weekdays=keep_weekdays)
    days = scope_shift(Context(KEY, scope, options))
    assert 7 <= abs(days) <= most
    assert (days % 7 == 0) == keep_weekdays
    assert days % 365
    assert days % 30


def test_with_keep_weekdays_a_weekday_matches_its_date():
    context = Context(KEY, "scope", SurrogateOptions(keep_weekdays=True))
    assert shift_date("Thursday, June 3, 2021", context).startswith("Thursday, ")
    assert shift_date("thursday", context) == "thursday"


@pytest.mark.parametrize("phrase", ["spring", "Christmas", "Eid", "Q3 2025", "02/30/2021"])
def test_an_unreadable_date_becomes_another_date(phrase, context):
    made = shift_date(phrase, context)
    assert made != phrase
    assert made[0].isupper() == phrase[0].isupper() or phrase[0].isdigit()


def test_all_forms_of_a_day_are_the_same_day():
    for phrase in ("6/3/2021", "2021-06-03", "June 3, 2021", "june third twenty twenty one"):
        assert calendar_day(phrase, False) == "2021-06-03"
    assert calendar_day("June 3", False) is None
