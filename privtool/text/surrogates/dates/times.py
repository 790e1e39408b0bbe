"""Times of the day: another hour, and another minute of the same roundness, in the same form."""

from __future__ import annotations

import re
from typing import NamedTuple

from privtool.text.english.numbers import TEENS, TENS, UNITS, small
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.letter_case import capitalized_like
from privtool.text.surrogates.prf import KeyedRandom
from privtool.text.unicode import plain

_SMALL = {**UNITS, **TEENS, **TENS}
_ONE_WORD = "|".join(sorted(_SMALL, key=len, reverse=True))
_TENS = "|".join(TENS)
_NUMBER = re.compile(
    rf"(?P<clock>(?<!\d)\d{{1,2}}(?:[:.h]\d{{2}})+(?!\d))|(?P<run>(?<!\d)\d{{3,4}}(?!\d))"
    rf"|(?P<one>\d{{1,2}})"
    rf"|(?P<oh>\b(?:oh|o|zero)[ -](?:{_ONE_WORD})\b)"
    rf"|(?P<words>\b(?:(?:{_TENS})[ -](?:one|two|three|four|five|six|seven|eight|nine)"
    rf"|{_ONE_WORD})\b(?![' ]{{0,2}}clock\b))",
    re.IGNORECASE,
)
_PAST = re.compile(r"\b(?:past|after|before|of)\b", re.IGNORECASE)
_TO = re.compile(r"\b(?:to|till)\b", re.IGNORECASE)
_ANOTHER = re.compile(r"\b(?:to|till|until|through|and|or)\b", re.IGNORECASE)
_DASH = re.compile(r"[-\u2013\u2014]")
_HALF_DAY = re.compile(r"\b[ap]\.?\s?m\b", re.IGNORECASE)
_MINUTES_TO = (5, 10, 20, 25)
_NAMED = {"noon": "midnight", "midnight": "noon", "midday": "midnight"}
_TWELVE = 12
_PLAIN_APOSTROPHES = {0x2019: "'", 0x02BC: "'"}
_NAMES = re.compile(r"\b(?:noon|midnight|midday)\b", re.IGNORECASE)


class _Number(NamedTuple):
    """A number at `phrase[start:end]`: its value, how it is written, and whether it goes on."""

    start: int
    end: int
    value: int
    kind: str
    minutes: bool = False  # with others in one piece, behind its hour


def clock_time(phrase: str, context: Context) -> str:
    """Another time: hours stay below or above 12, quarters stay quarters; "a.m." stays.

    "noon" and "midnight" change places; what cannot be read becomes "noon".
    """
    found = _numbers(plain(phrase))
    name = _NAMES.search(phrase)
    if name is not None and all(number.value == _TWELVE for number in found):
        other = capitalized_like(name.group(), _NAMED[name.group().lower()])
        return phrase[: name.start()] + other + phrase[name.end() :]
    if not found:
        return capitalized_like(phrase, "noon")
    return context.retry("TIME", phrase, lambda rng: _other(phrase, found, rng))


def has_time(phrase: str) -> bool:
    """Whether a phrase has a number or a name of a time of the day."""
    return bool(_NAMES.search(phrase)) or bool(_numbers(plain(phrase)))


def _numbers(text: str) -> list[_Number]:
    text = text.translate(_PLAIN_APOSTROPHES)
    found: list[_Number] = []
    for match in _NUMBER.finditer(text):
        start, end = match.span()
        if match.lastgroup == "clock":
            parts = [*re.finditer(r"\d{1,2}", match.group())]
            found += (
                _Number(start + p.start(), start + p.end(), int(p.group()), "digits", bool(n))
                for n, p in enumerate(parts)
            )
        elif match.lastgroup == "run":  # 930, 1545
            middle = end - 2
            found.append(_Number(start, middle, int(text[start:middle]), "digits"))
            found.append(_Number(middle, end, int(text[middle:end]), "digits", True))
        elif match.lastgroup == "one":
            found.append(_Number(start, end, int(match.group()), "digits"))
        elif match.lastgroup == "oh":
            found.append(_Number(start, end, _value(match.group()), "oh"))
        else:
            found.append(_Number(start, end, _value(match.group()), "words"))
    return found


def _value(words: str) -> int:
    return sum(_SMALL[word] for word in re.split(r"[ -]", words.lower()))


def _other(phrase: str, found: list[_Number], rng: KeyedRandom) -> str:
    """The phrase with its hours and what belongs to them changed."""
    hours = _hours(phrase, found)
    pieces: list[str] = []
    done = 0
    for number, part in enumerate(found):
        old = phrase[part.start : part.end]
        make = _hour if number in hours else _minute
        new = make(part.value, rng)
        pieces += (phrase[done : part.start], _written(new, old, part.kind))
        done = part.end
    return "".join([*pieces, phrase[done:]])


def _hours(phrase: str, found: list[_Number]) -> set[int]:
    """Which of the numbers are hours: the first, unless minutes "past" it or "to" it come first.

    And each that begins another time: "9 to 5 pm", "10:00-11:30".
    """
    hours: set[int] = set()
    follows = False  # whether the hour of the minutes before comes next
    for number, part in enumerate(found):
        if part.minutes or not (number == 0 or follows or _begins(phrase, found, number)):
            continue
        follows = not follows and _are_minutes(phrase, found, number)
        if not follows:
            hours.add(number)
    return hours


def _begins(phrase: str, found: list[_Number], number: int) -> bool:
    """Whether a number that is not the first is the hour of another time."""
    before, part = found[number - 1], found[number]
    between = phrase[before.end : part.start]
    if _ANOTHER.search(between) or _HALF_DAY.search(between):
        return True
    return bool(_DASH.search(between)) and before.kind == part.kind == "digits"


def _are_minutes(phrase: str, found: list[_Number], number: int) -> bool:
    """Whether a number are the minutes before or after an hour that follows: "ten to five"."""
    part = found[number]
    if number + 1 == len(found) or found[number + 1].minutes:
        return False
    after = phrase[part.end : found[number + 1].start]
    if _PAST.search(after):
        return True
    told = part.kind == "words" or not _HALF_DAY.search(phrase)  # "5 to 7 pm" is from 5 on
    return bool(_TO.search(after)) and part.value in _MINUTES_TO and told


def _hour(value: int, rng: KeyedRandom) -> int:
    if value > 12:
        return rng.other(13, 23, value)
    low = 0 if value == 0 else 1
    return rng.other(10 if value >= 10 else low, 12 if value >= 10 else 9, value)


def _minute(value: int, rng: KeyedRandom) -> int:
    if value % 15 == 0:
        return 15 * rng.below(4) if value == 0 else 15 * rng.between(1, 3)
    if value % 5 == 0:
        return 5 * rng.between(2, 11) if value >= 10 else 5
    return rng.between(10, 59) if value >= 10 else rng.between(1, 9)


def _written(value: int, old: str, kind: str) -> str:
    if kind == "digits":
        return f"{value:0{len(old)}d}"
    if kind == "oh" and value < 10:
        return old[: re.search(r"[ -]", old).end()] + small(value)  # type: ignore[union-attr]
    return capitalized_like(old, small(value, "-" if "-" in old else " "))
