"""Dictated dates: day, month and year with other words between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from privtool.core.spans import Span
from privtool.text.detection.confidence import POSSIBLE
from privtool.text.detection.said.parts import REACH
from privtool.text.detection.view import TextView
from privtool.text.english.calendar import ENGLISH_MONTHS
from privtool.text.english.numbers import (
    ORDINALS,
    SMALL,
    TEENS,
    TENS,
    year_stop,
)
from privtool.text.labels import Label
from privtool.text.lazy_regex import Regex
from privtool.text.lexicon import words
from privtool.text.tokens import Tokens
from privtool.text.word_sets import word_set

DATE = Label.DATE.value

_CORRECTION = 7  # tokens between a day and the date that corrects it: "no wait, sorry"
BIRTH_WORDS = words("value_cues.date")
_CLEAR_CUES = word_set("birthdate birth dob")
_AFTER_CUE = word_set("is was on s ' : , may march")
_NAMED = ("year", "month", "day")
_COUNTED = words("beside_numbers.counted")
_BEFORE_HYPHEN = TENS.keys() | {"oh", "o"}
_ALSO_WORDS = frozenset(("one", "oh", "o", "second", "first"))
_NUMBERS = SMALL.keys() | ORDINALS.keys() | {"hundred", "thousand"}
_WORD = Regex("[a-z]+")


def find(view: TextView, spans: Sequence[Span]) -> list[Span]:
    """Find the days and years around the months among the sorted `spans`, and after "born"."""
    tokens = view.tokens
    if not any(_is_number(tokens, index) for index in range(len(tokens))):
        return []  # a month after "birth" alone is no date
    dates = _dates_with_month(view, tokens, spans)
    found: list[Span] = []
    # The last part of a date after a month and after a cue, and whether the date has a day.
    dated = born = -REACH - 1
    with_day = False
    for first, stop in _groups(tokens, dates):
        if first in dates:
            dated, with_day = stop - 1, stop - first > 1
            born = stop - 1 if first - born <= REACH else born
        elif _is_cue(tokens, first):
            born = first if _announces(tokens, first) else born
        elif _is_counted(tokens, first, stop) or _is_word(tokens, first, stop, born):
            continue
        elif first - born <= REACH:
            found.append(tokens.span(first, stop, DATE, POSSIBLE))
            born = stop - 1
        elif first - dated <= REACH and _is_day_or_year(tokens, first, stop, with_day):
            found.append(tokens.span(first, stop, DATE, POSSIBLE))
            dated, with_day = stop - 1, True
        elif _is_day(tokens, first, stop) and _is_before(view, dates, stop):
            found.append(tokens.span(first - 1, stop, DATE, POSSIBLE))
    return found


def _dates_with_month(view: TextView, tokens: Tokens, spans: Sequence[Span]) -> dict[int, int]:
    """Return the first tokens and the stops of the dates that name a month."""
    return {
        tokens.index_at(span.start): tokens.index_at(span.end)
        for span in spans
        if span.label == DATE
        and not ENGLISH_MONTHS.isdisjoint(_WORD.findall(view.original[span.start : span.end]))
    }


def _groups(tokens: Tokens, dates: dict[int, int]) -> Iterator[tuple[int, int]]:
    """Yield the known dates, cue words, and runs of number words and ordinals."""
    stop = 0
    for index in range(len(tokens)):
        if index < stop:
            continue
        if index in dates:
            stop = dates[index]
        elif _is_cue(tokens, index) or tokens.word[index] in ENGLISH_MONTHS:
            stop = index + 1
        else:
            stop = index
            while _is_number(tokens, stop) and stop not in dates:
                stop += 1
                hyphen = tokens.at(stop) == "-" and tokens.at(stop - 1) in _BEFORE_HYPHEN
                stop += hyphen and _is_number(tokens, stop + 1)  # "twenty-third"
        if stop > index:
            yield index, stop


def _is_number(tokens: Tokens, index: int) -> bool:
    word = tokens.at(index)
    return word in _NUMBERS or (word.isdigit() and len(word) in (1, 2, 4))


def _is_cue(tokens: Tokens, index: int) -> bool:
    """Return whether a word announces a date of birth: "born", the "b" of "d o b"."""
    word = tokens.word[index]
    return word in BIRTH_WORDS or (word == "b" and tokens.word[index - 2 : index] == ["d", "o"])


def _announces(tokens: Tokens, cue: int) -> bool:
    """Return whether a date follows: "birthday is", "born on", but not "birthday cake"."""
    clear = tokens.word[cue] in _CLEAR_CUES or tokens.word[cue] == "b"
    return clear or tokens.at(cue + 1) in _AFTER_CUE or _is_number(tokens, cue + 1)


def _is_counted(tokens: Tokens, first: int, stop: int) -> bool:
    """Return whether a number counts the next word: "71 months", not "71, month seven"."""
    return tokens.at(stop) in _COUNTED and tokens.at(first - 1) not in _NAMED


def _is_word(tokens: Tokens, first: int, stop: int, born: int) -> bool:
    """Return whether a single word means something else; "the second" after "born" is a day."""
    lone = stop == first + 1 and tokens.word[first] in _ALSO_WORDS
    return lone and not (first - born <= REACH and tokens.at(first - 1) == "the")


def _is_day(tokens: Tokens, first: int, stop: int) -> bool:
    """Return whether this is "the tenth"."""
    ordinal = not ORDINALS.keys().isdisjoint(tokens.word[first:stop])
    return ordinal and tokens.at(first - 1) == "the"


def _is_day_or_year(tokens: Tokens, first: int, stop: int, with_day: bool) -> bool:
    """Return whether numbers are "the fourth", "nineteen sixty one", or after a day "oh one"."""
    if _is_day(tokens, first, stop) or year_stop(tokens, first) > first:
        return True
    word = tokens.word[first]
    return with_day and (word in TENS or word in TEENS or word in ("oh", "o"))


def _is_before(view: TextView, dates: dict[int, int], stop: int) -> bool:
    """Return whether "of august", or a date that corrects the day, follows after some words."""
    tokens = view.tokens
    for first in range(stop + 1, min(stop + REACH, len(tokens))):
        near = first <= stop + _CORRECTION
        if first in dates and (near or tokens.word[first - 1] == "of"):
            corrects = near and view.original.startswith("the ", tokens.start[first])
            return corrects or tokens.word[first - 1] == "of"
    return False
