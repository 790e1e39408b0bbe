"""Times of day: another hour, and another minute of the same roundness, in the same form."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from privtool.core.spans import replace_ranges
from privtool.text.english.numbers import TEENS, TENS, UNITS, small_words
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.letter_case import capitalized_like
from privtool.text.surrogates.prf import KeyedRandom
from privtool.text.unicode import fold_to_ascii

_SMALL = {**UNITS, **TEENS, **TENS}
_ONE_WORD = "|".join(sorted(_SMALL, key=len, reverse=True))
_TENS = "|".join(TENS)
_NUMBER = re.compile(
    rf"(?P<clock>(?<!\d)\d{{1,2}}(?:[:.h]\d{{2}})+(?!\d))|(?P<run>(?<!\d)\d{{3,4}}(?!\d))"
    rf"|(?P<one>\d{{1,2}})"
    rf"|(?P<oh>\b(?:oh|o|zero)[ -](?:{_ONE_WORD})\b)"
    rf"|(?P<words>\b(?:(?:{_TENS})[ -](?:one|two|three|four|five|six|seven|eight|nine)"
    rf"|{_ONE_WORD})\b(?!['\" ]{{0,2}}clock\b))",
    re.IGNORECASE,
)
_PAST = re.compile(r"\b(?:past|after|before|of)\b", re.IGNORECASE)
_TO = re.compile(r"\b(?:to|till)\b", re.IGNORECASE)
_ANOTHER = re.compile(r"\b(?:to|till|until|through|and|or)\b", re.IGNORECASE)
_DASH = re.compile(r"[-\u2013\u2014]")
_HALF_DAY = re.compile(r"\b[ap]\.?\s?m\b", re.IGNORECASE)
_MINUTES_TO = (5, 10, 20, 25)
_OPPOSITE = {"noon": "midnight", "midnight": "noon", "midday": "midnight"}
_TWELVE = 12
_HOURS_OF = {"morning": (5, 11), "afternoon": (1, 5), "evening": (5, 9), "night": (7, 11)}
_PART_OF_DAY = re.compile(rf"\b({'|'.join(_HOURS_OF)})\b", re.IGNORECASE)
_MOST_TRIES = 50
_PLAIN_APOSTROPHES = {0x2019: "'", 0x02BC: "'"}
_NAME = re.compile(r"\b(?:noon|midnight|midday)\b", re.IGNORECASE)


class _ClockNumber(NamedTuple):
    """A number at `phrase[start:end]`: its value and how it is written."""

    start: int
    end: int
    value: int
    kind: str
    minutes: bool = False  # written in one piece with its hour
    hour: bool = False  # written in one piece with its minutes


def clock_time(phrase: str, context: Context) -> str:
    """Return another time: hours stay below or above 12, quarters stay quarters, "a.m." stays.

    "noon" and "midnight" swap; an unreadable time becomes "noon".
    """
    numbers = _numbers(fold_to_ascii(phrase))
    name = _NAME.search(phrase)
    if name is not None and all(number.value == _TWELVE for number in numbers):
        other = capitalized_like(name.group(), _OPPOSITE[name.group().lower()])
        return phrase[: name.start()] + other + phrase[name.end() :]
    if not numbers:
        return capitalized_like(phrase, "noon")
    rising = _is_rising(phrase, numbers)

    def make(rng: KeyedRandom) -> str:
        made = phrase
        for _ in range(_MOST_TRIES):
            made = _redraw(phrase, numbers, rng)
            if not rising or _is_rising(made, _numbers(fold_to_ascii(made))):
                break
        return made

    return context.retry("TIME", phrase, make)


def has_time(phrase: str) -> bool:
    """Return whether a phrase has a number or a name of a time of day."""
    return bool(_NAME.search(phrase)) or bool(_numbers(fold_to_ascii(phrase)))


def _numbers(text: str) -> list[_ClockNumber]:
    text = text.translate(_PLAIN_APOSTROPHES)
    numbers: list[_ClockNumber] = []
    for match in _NUMBER.finditer(text):
        start, end = match.span()
        if match.lastgroup == "clock":
            parts = [*re.finditer(r"\d{1,2}", match.group())]
            numbers += (
                _ClockNumber(
                    start + p.start(), start + p.end(), int(p.group()), "digits", n > 0, n == 0
                )
                for n, p in enumerate(parts)
            )
        elif match.lastgroup == "run":  # 930, 1545
            middle = end - 2
            numbers.append(
                _ClockNumber(start, middle, int(text[start:middle]), "digits", hour=True)
            )
            numbers.append(_ClockNumber(middle, end, int(text[middle:end]), "digits", True))
        elif match.lastgroup == "one":
            numbers.append(_ClockNumber(start, end, int(match.group()), "digits"))
        elif match.lastgroup == "oh":
            numbers.append(_ClockNumber(start, end, _value(match.group()), "oh"))
        else:
            numbers.append(_ClockNumber(start, end, _value(match.group()), "words"))
    return numbers


def _value(words: str) -> int:
    return sum(_SMALL[word] for word in re.split(r"[ -]", words.lower()))


def _is_rising(phrase: str, numbers: list[_ClockNumber]) -> bool:
    """Return whether a phrase has two times or more on one day, each later than the one before."""
    hours = sorted(_hours(phrase, numbers))
    if len(hours) < 2 or any(_counts_minutes(phrase, numbers, hour - 1) for hour in hours if hour):
        return False
    ends = [numbers[hour].start for hour in hours[1:]] + [len(phrase)]
    halves = [
        _HALF_DAY.search(phrase, numbers[hour].end, end)
        for hour, end in zip(hours, ends, strict=True)
    ]
    if halves[-1] is not None:  # "9 to 11 am"; "9 to 5 pm" has another half before
        halves = [half or halves[-1] for half in halves]
    moments: list[int] = []
    for hour, half in zip(hours, halves, strict=True):
        following = numbers[hour + 1] if hour + 1 < len(numbers) else None
        minutes = following.value if following is not None and following.minutes else 0
        value = numbers[hour].value
        if half is not None:
            value = value % _TWELVE + (_TWELVE if half[0][0] in "pP" else 0)
        moments.append(60 * value + minutes)
    return all(before < after for before, after in pairwise(moments))


def _redraw(phrase: str, numbers: list[_ClockNumber], rng: KeyedRandom) -> str:
    """Return the phrase with other hours and minutes."""
    hours = _hours(phrase, numbers)
    part_of_day = _PART_OF_DAY.search(phrase)

    def new(number: int, part: _ClockNumber) -> str:
        if number in hours and part_of_day is not None and part.value <= _TWELVE:
            hour = _hour_of(part_of_day[1].lower(), part.value, rng)
            old = phrase[part.start : part.end]
            return str(hour) if old[0] in "123456789" else _render(hour, old, part.kind)
        draw = _new_hour if number in hours else _new_minute
        if number not in hours and _counts_minutes(phrase, numbers, number):
            draw = _new_count
        return _render(draw(part.value, rng), phrase[part.start : part.end], part.kind)

    parts = enumerate(numbers)
    return replace_ranges(phrase, ((part.start, part.end, new(k, part)) for k, part in parts))


def _hours(phrase: str, numbers: list[_ClockNumber]) -> set[int]:
    """Return the indices of hours: the first number, or the second after "ten past" or "ten to".

    Each number that begins another time is one too: "9 to 5 pm", "10:00-11:30".
    """
    hours: set[int] = set()
    follows = False  # whether the hour of preceding minutes comes next
    for number, part in enumerate(numbers):
        if part.minutes or not (
            number == 0 or part.hour or follows or _starts_time(phrase, numbers, number)
        ):
            continue
        follows = not follows and _counts_minutes(phrase, numbers, number)
        if not follows:
            hours.add(number)
    return hours


def _starts_time(phrase: str, numbers: list[_ClockNumber], number: int) -> bool:
    """Return whether a number after the first is the hour of another time."""
    before, part = numbers[number - 1], numbers[number]
    between = phrase[before.end : part.start]
    if _ANOTHER.search(between) or _HALF_DAY.search(between):
        return True
    return bool(_DASH.search(between)) and before.kind == part.kind == "digits"


def _counts_minutes(phrase: str, numbers: list[_ClockNumber], number: int) -> bool:
    """Return whether a number counts minutes before or after an hour: "ten to five"."""
    part = numbers[number]
    if number + 1 == len(numbers) or numbers[number + 1].minutes:
        return False
    after = phrase[part.end : numbers[number + 1].start]
    if _PAST.search(after):
        return True
    is_count = part.kind == "words" or not _HALF_DAY.search(phrase)  # "5 to 7 pm" is from 5 on
    return bool(_TO.search(after)) and part.value in _MINUTES_TO and is_count


def _new_hour(value: int, rng: KeyedRandom) -> int:
    if value > 12:
        return rng.between_except(13, 23, value)
    low = 0 if value == 0 else 1
    return rng.between_except(10 if value >= 10 else low, 12 if value >= 10 else 9, value)


def _hour_of(part_of_day: str, value: int, rng: KeyedRandom) -> int:
    """Return another hour of a part of the day: of the afternoon, from one to five."""
    low, high = _HOURS_OF[part_of_day]
    if part_of_day in ("morning", "night") and value < low:  # "two in the morning"
        low, high = 1, low - 1
    return rng.between_except(low, high, value)


def _new_minute(value: int, rng: KeyedRandom) -> int:
    if value % 15 == 0:
        return 15 * rng.below(4) if value == 0 else 15 * rng.between(1, 3)
    if value % 5 == 0:
        return 5 * rng.between(2, 11) if value >= 10 else 5
    return rng.between(10, 59) if value >= 10 else rng.between(1, 9)


def _new_count(value: int, rng: KeyedRandom) -> int:
    """Return other minutes before or after an hour: at most half an hour."""
    if value % 5 == 0:
        return _MINUTES_TO[rng.below(len(_MINUTES_TO))]
    return rng.between_except(1, 29, value)


def _render(value: int, old: str, kind: str) -> str:
    if kind == "digits":
        return f"{value:0{len(old)}d}"
    if kind == "oh" and value < 10:
        return old[: re.search(r"[ -]", old).end()] + small_words(value)  # type: ignore[union-attr]
    return capitalized_like(old, small_words(value, "-" if "-" in old else " "))
