"""Dates that are relative to the day on which something is said: "two weeks ago", "last year"."""

from __future__ import annotations

from itertools import pairwise

import regex

from privtool.core.spans import replace_ranges
from privtool.text.english.numbers import CARDINALS, small_words
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.letter_case import capitalized_like
from privtool.text.word_sets import word_set

_WORD = regex.compile(r"\p{L}+|\p{N}+")
_UNITS = word_set(
    """second minute hour day night week weekend fortnight month quarter year decade century morning
    afternoon evening seconds minutes hours days nights weeks weekends fortnights months quarters
    years decades centuries mornings afternoons evenings summers winters autumns
    springs semesters"""
)
_ALONE = word_set(
    """today yesterday tomorrow tonight now nowadays holidays recently currently lately daily
    nightly weekly monthly quarterly yearly annual annually overnight then soon previously"""
)
_AROUND = word_set(
    """ago last next past previous prior coming following this that the these those in for over
    within since few couple several some many of a an early late later earlier before after same
    every each about around almost nearly more less than and or other all whole first final at by
    until till during from old time to end beginning start middle rest just only another half once
    twice turn per century wee small recent upcoming current subsequent entire weeknight weekday as
    right exactly roughly approximately starting present"""
)
_ORDER = word_set("first second third fourth")  # quarters of a year
_CLOCK_WORDS = word_set("to past till of after before")
_MOST = 99  # of a number: greater ones may be years


def is_deictic(phrase: str) -> bool:
    """Return whether a phrase is relative and without a number above one: it tells no date."""
    words = _words(phrase)
    return _is_relative(words) and all((_number(word) or 1) == 1 for word in words)


def relative_date(phrase: str, context: Context) -> str | None:
    """Return a relative date with another number, such as "five weeks ago"; None for other dates.

    Without a number it stays: all dates of the scope move, and its distance from them does not.
    """
    words = _words(phrase)
    if not _is_relative(words):
        return None

    old = [match for match in _WORD.finditer(phrase) if other_number(match[0], context)]
    new = [other_number(match[0], context) or match[0] for match in old]
    if len(old) == 2 and _value(old[0][0]) < _value(old[1][0]) and _value(new[0]) > _value(new[1]):
        new.reverse()  # "three to five days"
    spans = (match.span() for match in old)
    return replace_ranges(phrase, ((*span, word) for span, word in zip(spans, new, strict=True)))


def _value(word: str) -> int:
    return _number(word.lower()) or 0


def other_number(word: str, context: Context) -> str | None:
    """Return another number for one of two digits at most; None for any other word and for one."""
    value = _number(word.lower())
    if value is None or value < 2:
        return None
    drawn = context.rng("relative", word).between_except(2, max(5, value * 2), value)
    return str(drawn) if word.isdigit() else capitalized_like(word, small_words(min(drawn, 99)))


def is_relative_word(word: str) -> bool:
    """Return whether a word in lower case is one of those of relative dates, or a number."""
    return word in _UNITS or word in _ALONE or word in _AROUND or _number(word) is not None


def _words(phrase: str) -> list[str]:
    return _WORD.findall(phrase.lower())


def _is_relative(words: list[str]) -> bool:
    known = all(map(is_relative_word, words))
    if len(words) > 2 and words[-2] in _CLOCK_WORDS and _number(words[-1]) and "quarter" in words:
        return False  # "a quarter to one"
    quarter = any(word in _ORDER and after == "quarter" for word, after in pairwise(words))
    return known and not quarter and any(word in _UNITS or word in _ALONE for word in words)


def _number(word: str) -> int | None:
    """Return the value of a number of two digits at most."""
    value = int(word) if word.isdecimal() and len(word) <= 2 else CARDINALS.get(word)
    return value if value is not None and value <= _MOST else None
