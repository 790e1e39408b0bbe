"""Times of the day: another hour, and another minute of the same roundness, in the same form."""

from __future__ import annotations

import re
from typing import NamedTuple

from privtool.text.patterns.normal import plain
from privtool.text.patterns.number_words import TEENS, TENS, UNITS
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.keyed import Numbers
from privtool.text.surrogates.letter_case import started_like
from privtool.text.surrogates.spoken_numbers import small

_SMALL = {**UNITS, **TEENS, **TENS}
_ONE_WORD = "|".join(sorted(_SMALL, key=len, reverse=True))
_TENS = "|".join(TENS)
_NUMBER = re.compile(
    rf"(?P<clock>(?<!\d)\d{{1,2}}(?:[:.h]\d{{2}})+(?!\d))|(?P<four>(?<!\d)\d{{4}}(?!\d))"
    rf"|(?P<one>\d{{1,2}})"
    rf"|(?P<oh>\b(?:oh|o|zero)[ -](?:{_ONE_WORD})\b)"
    rf"|(?P<words>\b(?:(?:{_TENS})[ -](?:one|two|three|four|five|six|seven|eight|nine)"
    rf"|{_ONE_WORD})\b)",
    re.IGNORECASE,
)
_TO = re.compile(r"\b(?:to|past|after|before|till|of)\b", re.IGNORECASE)
_NAMED = {"noon": "midnight", "midnight": "noon", "midday": "midnight", "twelve noon": "midnight"}
_NAMES = re.compile(r"\b(?:noon|midnight|midday)\b", re.IGNORECASE)


class _Number(NamedTuple):
    """A number at `phrase[start:end]`: its value, and how it is written."""

    start: int
    end: int
    value: int
    kind: str


def clock_time(phrase: str, context: Context) -> str:
    """Another time: hours stay below or above 12, quarters stay quarters; "a.m." stays.

    "noon" and "midnight" change places; what cannot be read becomes "noon".
    """
    found = list(_numbers(plain(phrase)))
    if not found:
        name = _NAMES.search(phrase)
        if name is None:
            return started_like(phrase, "noon")
        other = started_like(name.group(), _NAMED[name.group().lower()])
        return phrase[: name.start()] + other + phrase[name.end() :]
    return context.retry("TIME", phrase, lambda numbers: _other(phrase, found, numbers))


def _numbers(text: str) -> list[_Number]:
    found: list[_Number] = []
    for match in _NUMBER.finditer(text):
        start, end = match.span()
        if match.lastgroup == "clock":
            parts = [*re.finditer(r"\d{1,2}", match.group())]
            found += (
                _Number(start + p.start(), start + p.end(), int(p.group()), "digits") for p in parts
            )
        elif match.lastgroup == "four":
            found.append(_Number(start, start + 2, int(match.group()[:2]), "digits"))
            found.append(_Number(start + 2, end, int(match.group()[2:]), "digits"))
        elif match.lastgroup == "one":
            found.append(_Number(start, end, int(match.group()), "digits"))
        elif match.lastgroup == "oh":
            found.append(_Number(start, end, _value(match.group()), "oh"))
        else:
            found.append(_Number(start, end, _value(match.group()), "words"))
    return found


def _value(words: str) -> int:
    return sum(_SMALL[word] for word in re.split(r"[ -]", words.lower()))


def _other(phrase: str, found: list[_Number], numbers: Numbers) -> str:
    """The phrase with its hour and what follows it changed."""
    reversed_order = len(found) > 1 and _TO.search(phrase, found[0].end, found[1].start)
    hour_at = 1 if reversed_order else 0
    pieces: list[str] = []
    done = 0
    for number, part in enumerate(found):
        old = phrase[part.start : part.end]
        new = _hour(part.value, numbers) if number == hour_at else _minute(part.value, numbers)
        pieces += (phrase[done : part.start], _written(new, old, part.kind))
        done = part.end
    return "".join([*pieces, phrase[done:]])


def _hour(value: int, numbers: Numbers) -> int:
    if value > 12:
        return numbers.other(13, 23, value)
    low = 0 if value == 0 else 1
    return numbers.other(10 if value >= 10 else low, 12 if value >= 10 else 9, value)


def _minute(value: int, numbers: Numbers) -> int:
    if value % 15 == 0:
        return 15 * numbers.below(4) if value == 0 else 15 * numbers.between(1, 3)
    if value % 5 == 0:
        return 5 * numbers.between(2, 11) if value >= 10 else 5
    return numbers.between(10, 59) if value >= 10 else numbers.between(1, 9)


def _written(value: int, old: str, kind: str) -> str:
    if kind == "digits":
        return f"{value:0{len(old)}d}"
    if kind == "oh" and value < 10:
        return old[: re.search(r"[ -]", old).end()] + small(value)  # type: ignore[union-attr]
    return started_like(old, small(value, "-" if "-" in old else " "))
