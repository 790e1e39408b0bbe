"""Dates and times of day, wherever they stand in a phrase: all dates of a scope shift together."""

from __future__ import annotations

import re
from functools import lru_cache, partial

import regex

from privtool.core.rng import Key, KeyedRandom
from privtool.core.spans import replace_ranges
from privtool.text.english.calendar import FULL_MONTHS, MONTHS
from privtool.text.labels import Label
from privtool.text.letter_case import capitalized_like
from privtool.text.lexicon import entries, words
from privtool.text.surrogates.codes import replace_digits
from privtool.text.surrogates.common_words import said_with, uncommon_words
from privtool.text.surrogates.context import Context, NoSurrogateError, Pool, normalized
from privtool.text.surrogates.kinds import OF_DATES, drawn_for, kind_of
from privtool.text.values import date as dates
from privtool.text.values import number as numbers
from privtool.text.values.symbols import Symbols, find_all, symbols_of

_LEAST_DAYS, _MOST_DAYS, _MOST_TRIES = 10, 1000, 1000
_MOST_TOKENS = 5  # "New Year's Day"
_LAST_DAY = 31
_MOST_COUNTED = 99  # greater numbers may be years
_SMALL = frozenset("0123456789abcdefghijklmnopqrABC")  # symbols of numbers below 100
_NUMBERS = _SMALL | frozenset("HKS&-/.,:'YLDEs")
_NUMBER, _WORD = re.compile(r"\d+"), re.compile(r"[^\W\d_]+")
Piece = tuple[int, int, str]
Made = tuple[list[Piece], int]  # what begins at a token, as it becomes, and the token after it


def scope_shift(context: Context) -> int:
    """Return the days by which dates of a scope shift: 10 to 1,000, back or forward.

    They are no multiple of 7, so that weekdays shift too, and no number of days after which a day,
    a month or a year would read the same. All versions of a scope shift alike: several shifts of
    one date would narrow it down.
    """
    return _days(context.key, context.shared_scope, context.attempt)


@lru_cache(maxsize=1 << 12)
def _days(key: Key, scope: str, redraws: int) -> int:
    for attempt in range(_MOST_TRIES):
        rng = KeyedRandom(key, scope, "days", "", attempt, redraws)
        size = rng.between(_LEAST_DAYS, _MOST_DAYS)
        if all(size % days for days in (7, 30, 31, 365, 366)):
            return size if rng.below(2) else -size
    raise NoSurrogateError


@lru_cache(maxsize=1 << 12)
def dates_in(phrase: str, day_first: bool) -> tuple[tuple[dates.Date, int, int], ...]:
    """Return the dates of a phrase with their tokens."""
    return tuple(find_all(symbols_of(phrase), partial(dates.read, day_first=day_first)))


def calendar_day(phrase: str, day_first: bool) -> str | None:
    """Return the one day that a phrase names, as `2021-06-03`; None if it names none."""
    found = [value for value, *_ in dates_in(phrase, day_first) if "W" not in value.values]
    return found[0].day if len(found) == 1 else None


def whole_date(phrase: str, day_first: bool) -> dates.Date | None:
    """Return the one date that all of a phrase is; None for any other phrase."""
    found = dates_in(phrase, day_first)
    whole = len(found) == 1 and found[0][1:] == (0, len(symbols_of(phrase).symbols))
    return found[0][0] if whole else None


def is_vague(phrase: str, day_first: bool) -> bool:
    """Return whether a phrase is a weekday, a month, a year or a decade alone."""
    date = whole_date(phrase, day_first)
    return date is not None and date.values.keys() <= set("WMYyX")


def is_deictic(phrase: str) -> bool:
    """Return whether a phrase is relative and without a number above one: it names no date."""
    symbols = symbols_of(phrase)
    small = (v <= 1 or each == "O" for v, each in zip(symbols.values, symbols.symbols, strict=True))
    return all(small) and _is_relative(symbols)


def _is_relative(symbols: Symbols) -> bool:
    """Return whether all words are those of relative dates: "two weeks ago"."""
    units = words("dates.units") | words("dates.alone")
    given = set(regex.findall(r"[\p{L}\p{M}]+|\d+", symbols.phrase.lower()))
    others = given - units - words("dates.around")
    if re.search("[OD]-?z|z[vT]", symbols.symbols):  # a quarter of a year, a time
        return False
    return not units.isdisjoint(given) and all(symbols_of(w).symbols in _SMALL for w in others)


def date(phrase: str, context: Context) -> str:
    """Return another date, `shifted`; numbers in words of its language become other words."""
    said = _said_numbers(phrase, context.language) if context.language else {}
    digits = replace_ranges(phrase, ((*place, str(said[place].value)) for place in sorted(said)))
    made = _shifted(digits, context)
    if made == digits:
        return _shifted(phrase, context)  # "een week" is no English one
    new = [*_NUMBER.finditer(made)]
    places = sorted([*said, *(match.span() for match in _NUMBER.finditer(phrase))])
    if not said or len(new) != len(places):
        return made

    def word(place: tuple[int, int], value: int) -> str:
        old = phrase[slice(*place)]
        return old if value == said[place].value else capitalized_like(old, said[place].day(value))

    pairs = ((match, place) for match, place in zip(new, places, strict=True) if place in said)
    return replace_ranges(made, ((*m.span(), word(place, int(m[0]))) for m, place in pairs))


def _said_numbers(phrase: str, language: str) -> dict[tuple[int, int], numbers.SaidNumber]:
    """Return the numbers in words by their place; "sept" is one if another month is named."""
    words = [*_WORD.finditer(phrase)]
    said = [word[0].lower() for word in words]
    months = len(MONTHS.keys() & {*said})
    return {
        (words[first].start(), words[stop - 1].end()): number
        for first, stop, number in numbers.said_numbers(said, language)
        if months > 1 or said[first] not in MONTHS
    }


def _shifted(phrase: str, context: Context) -> str:
    """Return a date or a range of dates, shifted by the days of the scope, with another time.

    Relative ones get another number, holidays become those near their shifted day. Anything else
    keeps its form if it is a number, and becomes another holiday or a month if not.
    """
    value = whole_date(phrase, context.day_first)
    if value is not None:  # the usual case
        return replace_ranges(phrase, _moved(value, phrase, context))
    symbols = symbols_of(phrase)
    if _is_relative(symbols):
        found = [each for each in numbers.find(phrase) if each.value > 1 and each.kind != "ordinal"]
        rng = context.rng("relative", phrase)
        return replace_ranges(phrase, numbers.redrawn(phrase, found, partial(_count_near, rng=rng)))
    pieces = _pieces(symbols, context)
    if pieces:
        return replace_ranges(phrase, pieces)
    if _is_numeric(symbols):
        return replace_digits(phrase, context, "DATE")
    return _unread(symbols, context)


def _moved(value: dates.Date, phrase: str, context: Context) -> list[Piece]:
    """Return the fields of a date as they become; at the end of the calendar, it goes back."""
    shift = scope_shift(context)
    new = dates.shifted(value, shift) or dates.shifted(value, -shift)
    if new is None:
        raise NoSurrogateError
    return [*dates.write(value, new, phrase)]


def _count_near(number: numbers.Number, rng: KeyedRandom) -> int:
    return rng.between_except(2, min(max(5, number.value * 2), _MOST_COUNTED), number.value)


def _is_numeric(symbols: Symbols) -> bool:
    """Return whether a phrase has nothing but numbers, signs and single letters."""
    tokens = zip(symbols.symbols, symbols.starts, symbols.ends, strict=True)
    return all(letter in _NUMBERS or end - start == 1 for letter, start, end in tokens)


def _pieces(symbols: Symbols, context: Context) -> list[Piece]:
    """Return all dates, times and counts of a phrase as they become; none if a word is left."""

    def read(symbols: Symbols, at: int) -> Made | None:
        made = (each(symbols, at, context) for each in (_holiday, _time, _date, _count))
        public = _is_public(symbols, at, context.language)
        return next(filter(None, made), ([], at + 1) if public else None)

    found = find_all(symbols, read)
    whole = sum(stop - first for _, first, stop in found) == len(symbols.symbols)
    return [piece for pieces, *_ in found for piece in pieces] if whole else []


def _holiday(symbols: Symbols, at: int, context: Context) -> Made | None:
    """Return another holiday, season or quarter."""
    for stop in range(min(at + _MOST_TOKENS, len(symbols.symbols)), at, -1):
        name = symbols.text(at, stop).replace("\u2019", "'")
        kind = kind_of(name, OF_DATES)
        if kind:
            place = symbols.starts[at], symbols.ends[stop - 1]
            return [(*place, drawn_for(name, kind, context))], stop
    return None


def _date(symbols: Symbols, at: int, context: Context) -> Made | None:
    found = dates.read(symbols, at, day_first=context.day_first)
    if found is None:
        return None
    value, stop = found
    (kind, field), *others = value.fields
    ordinal = field.symbols[-1] in "DO"
    if at and not ordinal and not others and kind in "mdy":
        return None  # one number, which may count anything
    if ordinal and symbols.symbols[stop : stop + 1] in ("U", "y", "z"):
        return None  # "the first half of 1996"
    return _moved(value, symbols.phrase, context), stop


def _time(symbols: Symbols, at: int, context: Context) -> Made | None:
    found = dates.read_time(symbols, at)
    if found is None or not set("wx:vyz").intersection(symbols.symbols[at : found[1]]):
        return None
    rng = context.rng("TIME", symbols.text(at, found[1]))
    return [*dates.other_time(found[0], rng)], found[1]


def _count(symbols: Symbols, at: int, context: Context) -> Made | None:
    found = numbers.read(symbols, at)
    if found is None or found[0].kind == "ordinal":
        return None
    number, stop = found
    if not 1 < number.value <= _MOST_COUNTED or _is_numeric(symbols):
        return None
    days = dates_in(symbols.phrase, context.day_first) if context.language else ()
    near = (
        day for day, first, _ in days if {"d", "M"} <= day.values.keys() and 0 <= first - stop <= 2
    )
    last = next(near, None)
    moved = dates.shifted(last, scope_shift(context)) if last is not None else None
    if last is not None and moved is not None and number.value <= _LAST_DAY:  # "3. bis 5. Mai"
        value = (number.value - 1 + moved["d"] - last.values["d"]) % _LAST_DAY + 1
    else:
        value = _count_near(number, context.rng("relative", number.text))
    return [(number.start, number.end, numbers.write(number, value))], stop


def _is_public(symbols: Symbols, at: int, language: str) -> bool:
    """Return whether a token may stay: a sign, or a word in common use that makes no name."""
    token, letter = symbols.text(at, at + 1), symbols.symbols[at]
    if not any(map(str.isalnum, token)):
        return True
    if letter != "s" and (letter in _NUMBERS or letter == "M"):
        return symbols.values[at] <= 1 and len(token) <= 3
    if language:
        return token.lower() in said_with(Label.DATE, language)
    word = normalized(token)
    return token.isascii() and (word in words("dates.counted") or not uncommon_words(word))


def _unread(symbols: Symbols, context: Context) -> str:
    """Replace a phrase that is no readable date by a month or words such as "that week"."""
    phrase, stop = symbols.phrase, len(symbols.symbols)
    said = symbols.text(0, stop).lower()
    vague = phrase[:1].islower() and said.replace(" ", "").isalpha() and not context.language
    named = {
        value for each, value in zip(symbols.symbols, symbols.values, strict=True) if each == "M"
    }
    months = [name.title() for number, name in enumerate(FULL_MONTHS, 1) if number not in named]
    others = entries("dates.vague") if vague else months
    fresh = Pool(each for each in others if each.lower() not in said)
    new = capitalized_like(phrase, context.pick("DATE", symbols.text(0, stop), fresh))
    return replace_ranges(phrase, [(symbols.starts[0], symbols.ends[stop - 1], new)])


def time(phrase: str, context: Context) -> str:
    """Return another time of day; a weekday next to it is shifted as dates are.

    "this morning" stays; an unreadable time becomes "noon", or "14:30", and "noon" "midnight".
    """
    if is_deictic(phrase):
        return phrase
    symbols = symbols_of(phrase)
    noon = "N" in symbols.symbols
    found = [] if noon else [value for value, *_ in find_all(symbols, dates.read_time)]
    days = (value for value, *_ in dates_in(phrase, False) if "W" in value.values)
    pieces = [piece for value in days for piece in _moved(value, phrase, context)]
    if not found and not pieces and context.language:
        return context.retry("TIME", phrase, lambda rng: f"{rng.between(8, 20)}:30")
    if not found and not pieces:
        return capitalized_like(phrase, "midnight" if "noon" in phrase.lower() else "noon")

    def make(rng: KeyedRandom) -> str:
        made = (piece for value in found for piece in dates.other_time(value, rng))
        return replace_ranges(phrase, sorted([*pieces, *made]))

    return context.retry("TIME", phrase, make)
