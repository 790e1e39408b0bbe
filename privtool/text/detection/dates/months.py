"""Dates with the name of a month or an ordinal day, written or spoken."""

from __future__ import annotations

from functools import partial

from privtool.core.spans import Span
from privtool.text.detection.confidence import DOUBTFUL, LIKELY, POSSIBLE, SURE
from privtool.text.detection.dates.parts import (
    RANGE_WORDS,
    day_first,
    day_stop,
    is_weekday,
    year_after,
)
from privtool.text.detection.dates.said_abroad import said_abroad
from privtool.text.detection.view import TextView
from privtool.text.english.calendar import ENGLISH_MONTHS, FOREIGN_MONTHS, FULL_MONTHS, SHORT_MONTHS
from privtool.text.english.numbers import DECADES, ORDINAL_ENDINGS, ORDINALS, small_first
from privtool.text.labels import Label
from privtool.text.tokens import Tokens
from privtool.text.word_sets import word_set

DATE = Label.DATE.value

# Months that are also words; they need a day, a year, or a preposition and a capital.
_ALSO_WORDS = word_set("may march mar dec jan")
_ALSO_NAMES = word_set("april june august")
_CLEAR = frozenset(FULL_MONTHS) - _ALSO_WORDS
MONTH_NAMES = ENGLISH_MONTHS | FOREIGN_MONTHS
BIRTH_WORDS = word_set("born birthday birthdate birth dob")
_BEFORE_MONTH = word_set(
    "in since until till last next late early mid during about around by before after"
)
_PRONOUNS = word_set("i you we they he she it who that this which there one people")
_BEFORE_DAY = word_set("on by until till from for before after since between and to")
_AFTER_DAY = word_set("and at to until or in for from please if is , . ? ! - ;") | {""}
_SPOKEN_DAYS = ORDINALS.keys() | {"twenty", "thirty"}
_SIGNS_OF_DAYS = _SPOKEN_DAYS | ORDINAL_ENDINGS
_CENTURIES = word_set("seventeen eighteen nineteen")
_PARTS = word_set("early mid middle late")
_WHICH = word_set("this next last the each every")


def find(view: TextView) -> list[Span]:
    """Find dates around the name of a month."""
    return view.spans_at(MONTH_NAMES, DATE, partial(_around, view))


def _around(view: TextView, index: int, floor: int) -> tuple[int, int, float]:
    """Return the date around the month at `index`: first token, stop, score (0: none)."""
    tokens = view.tokens
    if tokens.word[index] in FOREIGN_MONTHS:
        said = said_abroad(tokens, index, floor)
        if said is not None:
            return *said, LIKELY
    start = _date_first(tokens, index, floor, born=not BIRTH_WORDS.isdisjoint(view.hints))
    stop, spoken_day = _date_stop(tokens, index)
    word = tokens.word[index]
    if start == index and stop == index + 1:
        return _month_alone(view, index)
    if word in FOREIGN_MONTHS and not _digit_beside(tokens, start, index, stop):
        return index, index, 0.0
    if spoken_day and start == index and word in ("may", "march"):
        if tokens.at(index - 1) in _PRONOUNS:
            return index, index, 0.0  # "I may second that"
        return index, stop, LIKELY
    first = _with_weekday(tokens, start, floor)
    return first, stop, SURE


def _date_first(tokens: Tokens, index: int, floor: int, *, born: bool) -> int:
    """Return the first token of the day before the month ("the 5th of", "5-7"), else `index`.

    A number in words is a day if a year follows, or with `born`.
    """
    if tokens.at(index - 1) in ("of", "in"):
        first = _weekday_of_month(tokens, index - 1)
        if floor <= first < index - 1:
            return first
    before = index
    if tokens.at(index - 1) in ("of", "de", "-", "/", "."):
        before -= 1
        before -= tokens.at(before) == "of" and tokens.at(before - 1) in (",", "day")
    first = day_first(tokens, before)
    dated = born or year_after(tokens, index + 1, dated=False) > index + 1
    if first == before and dated:
        first = small_first(tokens, before)  # "twelve march nineteen sixty"
    if first == before:
        return index
    if tokens.at(first - 1) in RANGE_WORDS:
        earlier = day_first(tokens, first - 1)
        if earlier < first - 1:
            first = earlier
    if tokens.at(first - 1) in ("the", "le", "el", "den") and first - 1 >= floor:
        first -= 1
    return max(first, floor)


def _weekday_of_month(tokens: Tokens, stop: int) -> int:
    """Return where "the third Thursday" or "the last day" begins that stops at a token.

    Return the token if there is none.
    """
    if tokens.at(stop - 1) != "day" and not is_weekday(tokens.at(stop - 1), short=False):
        return stop
    first = stop - 2
    if tokens.at(first) in ORDINAL_ENDINGS and tokens.at(first - 1).isdigit():
        first -= 1
    elif tokens.at(first) not in ORDINALS and tokens.at(first) != "last":
        return stop
    first -= tokens.at(first - 1) == "very"
    return first - 1 if tokens.at(first - 1) == "the" else first


def _date_stop(tokens: Tokens, index: int) -> tuple[int, bool]:
    """Return where the date after the month stops, and whether its day is in words."""
    stop = begin = index + 1
    if tokens.at(begin) == "." and tokens.word[index] in SHORT_MONTHS:
        begin += 1
    if tokens.at(begin) in (",", "-", "/"):
        begin += 1
    if tokens.at(begin) == "the" and tokens.at(day_stop(tokens, begin + 1)) != "of":
        begin += 1
    spoken = False
    day = day_stop(tokens, begin)
    if day > begin:
        stop = day
        spoken = not tokens.word[begin].isdigit()
        if tokens.at(day) in RANGE_WORDS:
            again = day + 2 if tokens.at(day + 1) == "the" else day + 1
            stop = max(stop, last) if (last := day_stop(tokens, again)) > again else stop
    year = year_after(tokens, stop, dated=day > begin)
    return (year, spoken and year == stop) if year > stop else (stop, spoken)


def _month_alone(view: TextView, index: int) -> tuple[int, int, float]:
    """Score a month with neither day nor year."""
    tokens = view.tokens
    word = tokens.word[index]
    cued = tokens.at(index - 1) in _BEFORE_MONTH
    if word in _CLEAR:
        sure = cued or word not in _ALSO_NAMES
        return index, index + 1, POSSIBLE if sure else DOUBTFUL
    if word in ENGLISH_MONTHS and cued and word not in ("mar", "dec"):
        capital = view.plain[tokens.start[index]].isupper()
        return index, index + 1, POSSIBLE if capital or word == "march" else DOUBTFUL
    return index, index, 0.0


def _digit_beside(tokens: Tokens, start: int, index: int, stop: int) -> bool:
    """Return whether the day or the year next to the month is in digits."""
    return any(tokens.word[k].isdigit() for k in (*range(start, index), *range(index + 1, stop)))


def _with_weekday(tokens: Tokens, start: int, floor: int) -> int:
    """Return the first token of a weekday right before the date, else `start`."""
    index = start - 1
    while tokens.at(index) in (",", ".", "the") and index > start - 4:
        index -= 1
    first = tokens.at(start)
    short = first.isdigit() or first in MONTH_NAMES  # "Sat 5th", not "sat first"
    return index if index >= floor and is_weekday(tokens.at(index), short) else start


def find_decades(view: TextView) -> list[Span]:
    """Find decades in words: "the late seventies", "nineteen eighties"."""
    return view.spans_at(DECADES.keys(), DATE, partial(_decade, view.tokens))


def _decade(tokens: Tokens, index: int, floor: int) -> tuple[int, int, float]:
    """Return the decade at `index` with its century and its part."""
    first = index
    for before in (_CENTURIES, _PARTS):
        first -= first > floor and tokens.at(first - 1) in before
    return first, index + 1, POSSIBLE


def find_days(view: TextView) -> list[Span]:
    """Find days of an unnamed month: "the 5th of this month", "on the 5th", "Monday the 5th"."""
    tokens = view.tokens
    if _SIGNS_OF_DAYS.isdisjoint(tokens.word):
        return []  # nearly always
    spans: list[Span] = []
    floor = 0
    for index, word in enumerate(tokens.word):
        if index < floor or not (word.isdigit() or word in _SPOKEN_DAYS):
            continue
        stop = day_stop(tokens, index)
        if stop == index or (word.isdigit() and stop == index + 1):
            continue
        start = index - 1 if tokens.at(index - 1) == "the" and index > floor else index
        score = _day_score(tokens, start, index, stop)
        if _of_month(tokens, stop):
            stop, score = stop + 3, SURE
        first = _with_weekday(tokens, start, floor)
        if first < start:
            score = max(score, LIKELY)
        if score > 0:
            spans.append(tokens.span(first, stop, DATE, score))
            floor = stop
    return spans


def _of_month(tokens: Tokens, index: int) -> bool:
    """Return whether "of this month" is at `index`."""
    return (
        tokens.at(index) == "of"
        and tokens.at(index + 1) in _WHICH
        and tokens.at(index + 2) == "month"
    )


def _day_score(tokens: Tokens, start: int, index: int, stop: int) -> float:
    """Score the ordinal at `index..stop` as a day of the month."""
    word = tokens.word[index]
    if start == index or (ORDINALS.get(word, 10) < 10 and stop == index + 1):
        return 0.0  # "the second" needs a month
    if tokens.at(start - 1) in _BEFORE_DAY and tokens.at(stop) in _AFTER_DAY:
        return LIKELY
    return DOUBTFUL
