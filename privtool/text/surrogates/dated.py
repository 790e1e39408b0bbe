"""Dates and times of day, wherever they stand in a phrase: all dates of a scope shift together."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date as calendar
from datetime import timedelta
from functools import lru_cache

import regex

from privtool.core.rng import Key, KeyedRandom
from privtool.core.spans import replace_ranges
from privtool.text.english.calendar import FULL_MONTHS
from privtool.text.letter_case import capitalized_like
from privtool.text.lexicon import entries, words
from privtool.text.surrogates.codes import replace_digits
from privtool.text.surrogates.common_words import uncommon_words
from privtool.text.surrogates.context import Context, NoSurrogateError
from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import normalized
from privtool.text.values import date as dates
from privtool.text.values import holiday as holidays
from privtool.text.values import number as numbers
from privtool.text.values import time as times
from privtool.text.values.symbols import Symbols, symbols_of

_LEAST_DAYS, _MOST_TRIES = 10, 1000
_MOST_COUNTED = 99  # greater numbers may be years
_MOST_DIGITS = 2  # of a number of unknown meaning that stays or is drawn anew
_THIS_CENTURY = 21
_WEEK = re.compile(r"(?P<year>\d{4})(?P<sign>-?W)(?P<week>\d\d)", re.IGNORECASE)
_NUMBERS = frozenset("0123456789abcdefghijklmnopqrHKS&-/.,:'ABCYLDEs")
_VALUED = frozenset("023456789abcdefghijklmnopqrABCYLEHKS")
_OTHER_SCRIPT = frozenset("年月日")
_BEFORE_YEAR = re.compile(",?s?")
_THE = re.compile(r"\bthe\s+\Z", re.IGNORECASE)
_SHORTEST = 3  # letters of a word of a date
Piece = tuple[int, int, str]


def scope_shift(context: Context) -> int:
    """Return the days by which dates of a scope shift: 10 to `most_days`, back or forward.

    With `keep_weekdays` a multiple of 7. Otherwise not, so that weekdays shift too, and no number
    of days after which a day, a month or a year would read the same. All versions of a scope shift
    alike: several shifts of one date would narrow it down.
    """
    options = context.options
    return _days(
        context.key, context.shared_scope, context.attempt, options.keep_weekdays, options.most_days
    )


@lru_cache(maxsize=1 << 12)
def _days(key: Key, scope: str, redraws: int, keep_weekdays: bool, most: int) -> int:
    for attempt in range(_MOST_TRIES):
        rng = KeyedRandom(key, scope, "days", "", attempt, redraws)
        size = rng.between(_LEAST_DAYS, most)
        size -= size % 7 if keep_weekdays else 0
        weeks = size % 7 == 0
        if weeks == keep_weekdays and all(size % days for days in (30, 31, 365, 366)):
            return size if rng.below(2) else -size
    raise NoSurrogateError


@lru_cache(maxsize=1 << 12)
def dates_in(phrase: str, day_first: bool) -> tuple[tuple[dates.Date, int, int], ...]:
    """Return the dates of a phrase with their tokens."""
    symbols, found, at = symbols_of(phrase), [], 0
    while at < len(symbols.symbols):
        read = dates.read(symbols, at, day_first=day_first)
        if read is not None:
            found.append((read[0], at, read[1]))
        at = read[1] if read else at + 1
    return tuple(found)


def calendar_day(phrase: str, day_first: bool) -> str | None:
    """Return the one day that a phrase names, as `2021-06-03`; None if it names none."""
    found = [value for value, *_ in dates_in(phrase, day_first) if value.field("W") is None]
    return found[0].day if len(found) == 1 else None


def is_weekday(phrase: str) -> bool:
    """Return whether a phrase consists of weekdays only."""
    letters = symbols_of(phrase).symbols
    return "W" in letters and not set(letters) - set("W-Tt&s,.uU!")


def is_date(phrase: str, day_first: bool) -> bool:
    """Return whether all of a phrase is one date with digits, or a relative one with a number."""
    symbols = symbols_of(phrase)
    if _is_relative(symbols) and not is_deictic(phrase):
        return True
    whole = (0, len(symbols.symbols))
    dated = any((first, stop) == whole for _, first, stop in dates_in(phrase, day_first))
    return dated and any(map(str.isdigit, phrase))


def is_deictic(phrase: str) -> bool:
    """Return whether a phrase is relative and without a number above one: it tells no date."""
    symbols = symbols_of(phrase)
    small = all(value <= 1 for value in symbols.values)
    return small and _is_relative(symbols)


def _is_relative(symbols: Symbols) -> bool:
    """Return whether all words are those of relative dates: "two weeks ago"."""
    told = [word.lower() for word in _words_of(symbols)]
    around = words("dates.around") | words("dates.units") | words("dates.alone")
    counted = [value for value in symbols.values if value]
    return (
        all(word in around or _is_number(word) for word in told)
        and bool((words("dates.units") | words("dates.alone")).intersection(told))
        and all(value <= _MOST_COUNTED for value in counted)
        and not re.search("[OD]-?z|z[vT]", symbols.symbols)  # no quarter of a year, no time
    )


def _words_of(symbols: Symbols) -> list[str]:
    return regex.findall(r"[\p{L}\p{M}]+|\d+", symbols.phrase)


def _is_number(word: str) -> bool:
    letters = symbols_of(word).symbols
    return letters.isdigit() or letters in [*"abcdefghijklmnopqrABC"]


def date(phrase: str, context: Context) -> str:
    """Return a date or a range of dates, shifted by the days of the scope, with another time.

    Relative ones get another number, holidays become those near their shifted day. Anything else
    keeps its form if it is a number, and becomes another holiday or a month if not.
    """
    symbols = symbols_of(phrase)
    week = _WEEK.fullmatch(phrase)
    if week is not None:
        return _other_week(week, context)
    if _is_relative(symbols):
        return replace_ranges(phrase, _counts(symbols, context))
    pieces = _pieces(symbols, context)
    if pieces is not None:
        return replace_ranges(phrase, pieces)
    if set(symbols.symbols) <= _NUMBERS | {"U"} and _has_only_numbers(symbols):
        return _digits(phrase, context)
    return _unread(symbols, context)


def _counts(symbols: Symbols, context: Context) -> list[Piece]:
    """Return other numbers for those of a relative date; without one it tells no date."""
    old = [
        number
        for number in numbers.find(symbols.phrase)
        if number.value > 1 and number.kind != "ordinal"
    ]
    new = [_other_count(number, context) for number in old]
    if len(old) == 2 and (old[0].value < old[1].value) != (new[0] < new[1]):
        new.reverse()  # "three to five days"
    return [(n.start, n.end, numbers.write(n, value)) for n, value in zip(old, new, strict=True)]


def _other_count(number: numbers.Number, context: Context) -> int:
    rng = context.rng("relative", number.text)
    return rng.between_except(2, min(max(5, number.value * 2), _MOST_COUNTED), number.value)


def _pieces(symbols: Symbols, context: Context) -> list[Piece] | None:
    """Return all dates, times and counts of a phrase as they become; None if a word is left."""
    pieces: list[Piece] = []
    found, at = False, 0
    while at < len(symbols.symbols):
        read = _read_one(symbols, at, context)
        if read is not None:
            new, at = read
            pieces += new
            found = True
            continue
        if not _is_public(symbols, at):
            return None
        at += 1
    return pieces if found else None


def _read_one(symbols: Symbols, at: int, context: Context) -> tuple[list[Piece], int] | None:
    """Return what begins at a token, as it becomes, and the token after it."""
    for read in (_holiday, _ordinal, _date, _time, _count):
        made = read(symbols, at, context)
        if made is not None:
            return made
    return None


def _holiday(symbols: Symbols, at: int, context: Context) -> tuple[list[Piece], int] | None:
    found = holidays.read(symbols, at)
    if found is None:
        return None
    value, stop = found
    after = _BEFORE_YEAR.match(symbols.symbols, stop)
    year = dates.read(symbols, after.end()) if after else None
    year = year if year and year[0].is_year else None
    old, days = year[0].year if year else None, scope_shift(context)
    key = normalized(value.name)
    other, new = holidays.shifted(value, old, days, lambda name: context.is_fresh(name, key))
    if other == value:
        return None
    text = symbols.text(at, stop)
    pieces = [(symbols.starts[at], symbols.ends[stop - 1], capitalized_like(text, other.name))]
    if year is not None:
        pieces += dates.write(year[0], {"Y": new, "y": new % 100}, symbols.phrase)
    return pieces, year[1] if year else stop


def _ordinal(symbols: Symbols, at: int, context: Context) -> tuple[list[Piece], int] | None:
    """Return another ordinal before a weekday or what is counted: "every second weekend"."""
    found = numbers.read(symbols, at)
    if found is None or found[0].kind != "ordinal":
        return None
    number, stop = found
    if stop == len(symbols.symbols):
        return (
            (_piece(number, _other_nth(number, "century", False, context)), stop)
            if "century" in context.cues
            else None
        )
    word = symbols.text(stop, stop + 1).lower()
    if word == "-" and stop + 1 < len(symbols.symbols):
        word = symbols.text(stop + 1, stop + 2).lower()
    weekday = symbols.symbols[stop] == "W"
    if not weekday and word not in words("dates.nth"):
        return None
    return _piece(number, _other_nth(number, word, weekday, context)), stop


def _other_nth(number: numbers.Number, word: str, weekday: bool, context: Context) -> int:
    value, rng = number.value, context.rng("nth", number.text)
    if word == "century":  # in the direction in which dates move; none is after this one
        later = (scope_shift(context) > 0 and value < _THIS_CENTURY) or value == 1
        return value + 1 if later else value - 1
    if weekday:
        return rng.between_except(1, 4, value)
    return rng.between_except(max(1, value - 3), value + 3, value)


def _piece(number: numbers.Number, value: int) -> list[Piece]:
    return [(number.start, number.end, numbers.write(number, value))]


def _date(symbols: Symbols, at: int, context: Context) -> tuple[list[Piece], int] | None:
    found = dates.read(symbols, at, day_first=context.options.day_first)
    if found is None or (found[0].is_number and at and not found[0].is_ordinal):
        return None
    if found[0].is_ordinal and symbols.symbols[found[1] : found[1] + 1] in ("U", "y", "z"):
        return None  # "the first half of 1996"
    years = [value.year for value, *_ in dates_in(symbols.phrase, context.options.day_first)]
    near = next((year for year in years if year), None)
    new = dates.shifted(found[0], scope_shift(context), near)
    return None if new is None else ([*dates.write(found[0], new, symbols.phrase)], found[1])


def _time(symbols: Symbols, at: int, context: Context) -> tuple[list[Piece], int] | None:
    found = times.read(symbols, at)
    if found is None or not set("wx:vyz").intersection(symbols.symbols[at : found[1]]):
        return None
    rng = context.rng("TIME", symbols.text(at, found[1]))
    (new,) = times.draw([found[0]], symbols.phrase, rng)
    return [*times.write(found[0], new)], found[1]


def _count(symbols: Symbols, at: int, context: Context) -> tuple[list[Piece], int] | None:
    found = numbers.read(symbols, at)
    if found is None or found[0].kind == "ordinal" or found[0].decimals:
        return None
    number, stop = found
    if not 1 < number.value <= _MOST_COUNTED or set(symbols.symbols) <= _NUMBERS:
        return None
    return _piece(number, _other_count(number, context)), stop


def _is_public(symbols: Symbols, at: int) -> bool:
    """Return whether a token may stay: a sign, or a word in common use that makes no name."""
    token, letter = symbols.text(at, at + 1), symbols.symbols[at]
    if letter in _OTHER_SCRIPT or not any(map(str.isalnum, token)):
        return True
    if letter in "MY" or letter in _VALUED:
        return symbols.values[at] <= 1 and len(token) <= _MOST_DIGITS + 1
    word = normalized(token)
    known = word in words("dates.counted") or not (len(word) >= _SHORTEST and uncommon_words(word))
    return known and not (word in ("day", "eve") and _is_named(symbols, at)) and token.isascii()


def _is_named(symbols: Symbols, at: int) -> bool:
    """Return whether the word before "day" or "eve" makes it a name: "Veterans Day"."""
    if at == 0:
        return False
    before = normalized(symbols.text(at - 1, at))
    plain = words("dates.around") | words("dates.units") | words("dates.counted")
    return not (before in plain or symbols.symbols[at - 1] not in "UM")


def _other_week(week: re.Match[str], context: Context) -> str:
    """Return the week of the calendar after the days of the scope: "2022-W07"."""
    try:
        monday = calendar.fromisocalendar(int(week["year"]), int(week["week"]), 1)
        year, number, _ = (monday + timedelta(days=scope_shift(context))).isocalendar()
    except (ValueError, OverflowError):
        return _digits(week[0], context)
    return f"{year:04d}{week['sign']}{number:02d}"


def _has_only_numbers(symbols: Symbols) -> bool:
    """Return whether a phrase has only number words, or digits with single letters."""
    others = [word for word in _words_of(symbols) if not _is_number(word) and not word.isdigit()]
    if any(map(str.isdigit, symbols.phrase)):
        return all(len(word) == 1 or word in ("st", "nd", "rd", "th", "W") for word in others)
    return all(word.lower() in ("and", "hundred", "thousand", "slash", "dash") for word in others)


def _digits(phrase: str, context: Context) -> str:
    return replace_digits(phrase, context, "DATE")


def _unread(symbols: Symbols, context: Context) -> str:
    """Replace a phrase that is no readable date; a year at its end shifts as years do."""
    phrase = symbols.phrase
    last = [each for each in dates_in(phrase, False) if each[2] == len(symbols.symbols)]
    year = last[0] if last and last[0][0].is_year and last[0][1] else None
    first, stop = 0, year[1] if year else len(symbols.symbols)
    plain = words("dates.edges")
    while first < stop - 1 and symbols.text(first, first + 1).lower() in plain:
        first += 1
    while stop - 1 > first and not _is_word(symbols, stop - 1):
        stop -= 1
    name = symbols.text(first, stop)
    new = _holiday_or_month(name, context, year is None)
    start = symbols.starts[first]
    if new.split()[0].lower() in (*FULL_MONTHS, "that", "those"):
        start = len(_THE.sub("", phrase[:start]))
    pieces = [(start, symbols.ends[stop - 1], capitalized_like(name, new))]
    moved = dates.shifted(year[0], scope_shift(context)) if year else None
    if year and moved:
        pieces += dates.write(year[0], moved, phrase)
    return replace_ranges(phrase, pieces)


def _is_word(symbols: Symbols, at: int) -> bool:
    return any(map(str.isalnum, symbols.text(at, at + 1))) and symbols.symbols[at] != "s"


def _holiday_or_month(name: str, context: Context, with_day: bool) -> str:
    """Return a holiday for what looks like one, "that month" for other words, else a month."""
    if words("dates.holiday_like").intersection(name.lower().replace("-", " ").split()):
        return context.pick("DATE", name, Pool(holidays.names()))
    if name[:1].islower() and name.replace(" ", "").isalpha():
        return context.pick("DATE", name, Pool(entries("dates.vague")))
    said = name.lower()
    others = Pool(each.title() for each in FULL_MONTHS if each not in said)
    month = context.pick("DATE", name, others)
    with_day = with_day and any(map(str.isdigit, name))
    return f"{month} {context.rng('DATE', name).between(1, 28)}" if with_day else month


def time(phrase: str, context: Context) -> str:
    """Return another time of day; a weekday next to it is shifted as dates are.

    "this morning" stays, as "today" does; "noon" and "midnight" swap, an unreadable time becomes
    "noon".
    """
    if is_deictic(phrase):
        return phrase
    symbols = symbols_of(phrase)
    found = times.find(symbols)
    weekdays = [(value, first) for value, first, _ in dates_in(phrase, False) if value.field("W")]
    shift = scope_shift(context) if weekdays else 0
    pieces = [
        piece
        for value, _ in weekdays
        for piece in dates.write(value, {"W": (value.fields[0][1].value + shift) % 7}, phrase)
    ]
    if "N" in symbols.symbols and all(value.values["h"] == 12 for value, *_ in found):
        return replace_ranges(phrase, [*pieces, *_other_noon(symbols)])
    if not found:
        return replace_ranges(phrase, pieces) if pieces else capitalized_like(phrase, "noon")
    values = [value for value, *_ in found]

    def make(rng: KeyedRandom) -> str:
        new = times.draw(values, phrase, rng)
        made = [
            piece
            for one, other in zip(values, new, strict=True)
            for piece in times.write(one, other)
        ]
        return replace_ranges(phrase, sorted([*pieces, *made]))

    return context.retry("TIME", phrase, make)


def _other_noon(symbols: Symbols) -> Iterator[Piece]:
    for at, letter in enumerate(symbols.symbols):
        if letter == "N":
            old = symbols.text(at, at + 1)
            new = "noon" if old.lower() == "midnight" else "midnight"
            yield symbols.starts[at], symbols.ends[at], capitalized_like(old, new)
