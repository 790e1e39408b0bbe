"""Dates among other words: "two years ago in March", "a week from Thursday", "1987 to now"."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import regex

from privtool.core.spans import replace_ranges
from privtool.text.surrogates.common_words import uncommon_words
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.dates.holidays import HOLIDAYS, nearest_holiday
from privtool.text.surrogates.dates.numeric import DAY, MONTH, DatePart
from privtool.text.surrogates.dates.relative import is_relative_word, other_number
from privtool.text.surrogates.letter_case import capitalized_like
from privtool.text.surrogates.prf import normalized
from privtool.text.word_sets import word_set

_WORD = regex.compile(r"[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}'\u2019]|[/.](?=\p{N}))*+")
_MOST_WORDS = 24  # of a phrase
_LONGEST = 5  # words of a date
# Of the holidays that are read as such.
_KNOWN_DAYS = frozenset(word for name in HOLIDAYS for word in normalized(name).split()[:-1])
# Days of these are counted.
COUNTED = word_set(
    "op operative postop postoperative postpartum pod hospital school work business study gestation"
    " semester term quarter break season session recess holidays vacation"
)
_MOST_DIGITS = 2  # of a number that counts days or years

Reader = Callable[[str], Sequence[DatePart]]
Shift = Callable[[str], str | None]


def shift_among_words(
    phrase: str, days: int, context: Context, read: Reader, shift: Shift
) -> str | None:
    """Return the phrase with its dates shifted and its numbers replaced; the other words stay.

    `read` returns the parts of a date, `shift` the date after the days of the scope. None if no
    date or number is found, or another word is not in common use.
    """
    words = list(_WORD.finditer(phrase))
    if not 1 < len(words) <= _MOST_WORDS or _names_a_day(words):
        return None
    replaced: list[tuple[int, int, str]] = []
    found = False
    at = 0
    while at < len(words):
        length, new = _date_at(phrase, words[at : at + _LONGEST], days, context, read, shift)
        if not length:
            word = words[at][0]
            new = other_number(word, context)
            uncommon = normalized(word) not in COUNTED and uncommon_words(word)
            if new is None and (uncommon or _digits(word) > _MOST_DIGITS):
                return None
        if new is not None:
            end = words[at + max(1, length) - 1].end()
            replaced.append((words[at].start(), end, new))
        found |= new is not None
        at += max(1, length)
    return replace_ranges(phrase, replaced) if found else None


def _names_a_day(words: Sequence[regex.Match[str]]) -> bool:
    """Return whether a word makes "day" or "eve" a name: "Veterans Day", not "the first day"."""
    keys = [normalized(match[0]) for match in words]
    return any(
        word in ("day", "eve")
        and not (is_relative_word(before) or before in COUNTED or before in _KNOWN_DAYS)
        for before, word in pairwise(keys)
    )


def _date_at(
    phrase: str,
    words: Sequence[regex.Match[str]],
    days: int,
    context: Context,
    read: Reader,
    shift: Shift,
) -> tuple[int, str | None]:
    """Return the words of the longest date at the first word, 0 for none, and its surrogate."""
    start = words[0].start()
    for length in range(len(words), 0, -1):
        text = phrase[start : words[length - 1].end()]
        parts = read(text)
        bounded = parts and parts[0].start == 0 and parts[-1].end >= len(text) - len("th")
        shifted = shift(text) if bounded and _is_date(parts) else None
        if shifted is None:
            shifted = _holiday(text, days, context)
        if shifted is not None:
            return length, shifted
    return 0, None


def _holiday(text: str, days: int, context: Context) -> str | None:
    key = normalized(text)
    near = nearest_holiday(text, None, days, lambda other: context.is_fresh(other, key))
    return None if near is None else capitalized_like(text, near[0])


def _is_date(parts: Sequence[DatePart]) -> bool:
    """Return whether parts are more than one small number, which may count anything."""
    sure = [part for part in parts if part.kind not in (DAY, MONTH) or part.names]
    return bool(sure) or len(parts) > 1 or parts[0].style in ("ending", "ordinal")


def _digits(word: str) -> int:
    return sum(map(str.isdigit, word))
