"""Dictated dates: day, month and year with other words between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from privtool.core.spans import Span
from privtool.text.detection.confidence import POSSIBLE
from privtool.text.detection.dates.months import BIRTH_WORDS
from privtool.text.detection.view import TextView
from privtool.text.english.calendar import ENGLISH_MONTHS
from privtool.text.english.numbers import (
    ORDINAL_ENDINGS,
    ORDINALS,
    SMALL,
    TEENS,
    TENS,
    UNITS,
    year_stop,
)
from privtool.text.labels import Label
from privtool.text.lazy_regex import Regex
from privtool.text.tokens import Tokens
from privtool.text.word_sets import word_set

DATE = Label.DATE.value

_REACH = 18  # tokens between the parts of a date
_CORRECTION = 7  # tokens between a day and the date that corrects it: "no wait, sorry"
_CLEAR_CUES = word_set("birthdate birth dob")
_AFTER_CUE = word_set("is was on s ' : , may march")
_WORD = Regex("[a-z]+")
_COUNTED = word_set("year years month months week weeks day days hours feet pounds times")
_BEFORE_HYPHEN = TENS.keys() | {"oh", "o"}
_NAMED = ("year", "month", "day")
_ALSO_WORDS = frozenset(("one", "oh", "o", "second", "first"))
_NUMBERS = SMALL.keys() | ORDINALS.keys() | {"hundred", "thousand"}
_PARTS = _NUMBERS | ENGLISH_MONTHS
_DATED = _PARTS | ORDINAL_ENDINGS | BIRTH_WORDS | {"b"}


def find(view: TextView, spans: Sequence[Span]) -> list[Span]:
    """Find the days and years around the months among the sorted `spans`, and after "born"."""
    tokens = view.tokens
    if _PARTS.isdisjoint(tokens.word) and not any(map(str.isdigit, tokens.word)):
        return []
    months = [span for span in spans if span.label == DATE and _has_month(view, span)]
    seeds = _tokens_of(tokens, months)
    dates = {tokens.index_at(span.start) for span in months if _has_day(view, span)}
    found = []
    with_day = False
    # The last part of a date after a cue and after a month, the last "the fifth", and "may".
    born = dated = day = doubtful = -_REACH - 1
    for first, stop in _groups(tokens, seeds):
        word = tokens.word[first]
        if first in seeds:
            dated, with_day = stop - 1, stop - first > 1 or first - day <= _REACH
            born = stop - 1 if first - born <= _REACH else born
        elif _is_cue(tokens, first):
            born = first if _announces(tokens, first) else born
        elif _is_counted(tokens, first, stop) or (
            stop == first + 1 and word in _ALSO_WORDS and not _is_born_on(tokens, first, born)
        ):
            continue
        elif first - born <= _REACH:
            found.append(tokens.span(first, stop, DATE, POSSIBLE))
            born = stop - 1
        elif first - dated <= _REACH and _is_day_or_year(tokens, first, stop, with_day):
            found.append(tokens.span(first, stop, DATE, POSSIBLE))
            dated, with_day = stop - 1, True
        elif _of_month(tokens, seeds, first, stop) or _is_corrected(tokens, dates, first, stop):
            found.append(tokens.span(first - 1, stop, DATE, POSSIBLE))
            day = stop - 1
        elif word in ENGLISH_MONTHS:
            doubtful = first
        elif first - doubtful <= _REACH and _is_day_with_year(tokens, first, stop):
            found.append(tokens.span(first, stop, DATE, POSSIBLE))
            found.append(tokens.span(doubtful, doubtful + 1, DATE, POSSIBLE))
    return sorted(found)


def _is_counted(tokens: Tokens, first: int, stop: int) -> bool:
    """Return whether a number counts the next word: "71 months", not "71, month seven"."""
    if tokens.at(first - 1) in _NAMED or _is_number(tokens, stop + 1):
        return False
    return tokens.at(stop) in _COUNTED


def _has_month(view: TextView, span: Span) -> bool:
    """Return whether a date has the name of a month."""
    words = _WORD.findall(view.original[span.start : span.end])
    return not ENGLISH_MONTHS.isdisjoint(words)


def _has_day(view: TextView, span: Span) -> bool:
    """Return whether a date begins with its day: "the tenth of june"."""
    return view.original.startswith("the ", span.start)


def _is_cue(tokens: Tokens, index: int) -> bool:
    """Return whether a word announces a date of birth: "born", the "b" of "d o b"."""
    word = tokens.word[index]
    return word in BIRTH_WORDS or (word == "b" and tokens.word[index - 2 : index] == ["d", "o"])


def _is_born_on(tokens: Tokens, first: int, born: int) -> bool:
    """Return whether "the second" after "born" is a day."""
    return first - born <= _REACH and tokens.at(first - 1) == "the"


def _announces(tokens: Tokens, cue: int) -> bool:
    """Return whether a date follows: "birthday is", "born on", but not "birthday cake"."""
    after = tokens.at(cue + 1)
    clear = tokens.word[cue] in _CLEAR_CUES or tokens.word[cue] == "b"
    return clear or after in _AFTER_CUE or _is_number(tokens, cue + 1)


def _tokens_of(tokens: Tokens, dates: Sequence[Span]) -> set[int]:
    """Return the tokens inside the dates."""
    inside: set[int] = set()
    for span in dates:
        index = tokens.index_at(span.start)
        while index < len(tokens) and tokens.start[index] < span.end:
            inside.add(index)
            index += 1
    return inside


def _groups(tokens: Tokens, seeds: set[int]) -> Iterator[tuple[int, int]]:
    """Yield the known dates, cue words, months, and runs of number words and ordinals."""
    parts = [at for at, word in enumerate(tokens.word) if word in _DATED or word.isdigit()]
    stop = 0
    for index in sorted({*parts, *seeds}):
        if index < stop:
            continue
        stop = index
        if index in seeds:
            while stop in seeds:
                stop += 1
        elif _is_cue(tokens, index) or tokens.word[index] in ENGLISH_MONTHS:
            stop = index + 1
        else:
            while _is_number(tokens, stop) and stop not in seeds:
                stop += 1
                hyphen = tokens.at(stop) == "-" and tokens.at(stop - 1) in _BEFORE_HYPHEN
                stop += hyphen and _is_number(tokens, stop + 1)  # "twenty-third"
        if stop > index:
            yield index, stop


def _is_number(tokens: Tokens, index: int) -> bool:
    word = tokens.at(index)
    if word in _NUMBERS:
        return True
    if word in ORDINAL_ENDINGS:
        return tokens.touches(index) and tokens.at(index - 1).isdigit()
    return word.isdigit() and len(word) in (1, 2, 4)


def _is_day_or_year(tokens: Tokens, first: int, stop: int, with_day: bool) -> bool:
    """Return whether numbers are "the fourth", "nineteen sixty one", or after a day "oh one"."""
    words = [word for word in tokens.word[first:stop] if word != "-"]
    if tokens.at(first - 1) == "the" and any(word in ORDINALS for word in words):
        return True
    if year_stop(tokens, first) > first:
        return True
    short = words[0] in TENS or words[0] in TEENS or (words[0] in ("oh", "o") and len(words) == 2)
    return with_day and short and len(words) <= 2 and words[-1] in {*TENS, *TEENS, *UNITS}


def _is_day_with_year(tokens: Tokens, first: int, stop: int) -> bool:
    """Return whether this is "the twelfth thirty two", which needs a month."""
    words = tokens.word[first:stop]
    day = next((k for k, word in enumerate(words) if word in ORDINALS), len(words))
    if words[0].isdigit() and words[1:2] and words[1] in ORDINAL_ENDINGS:
        day = 1
    year = words[day + 1 :]
    long = any(word in TENS or word in TEENS or word.isdigit() for word in year)
    return tokens.at(first - 1) == "the" and (long or year[:1] in (["oh"], ["o"]))


def _of_month(tokens: Tokens, seeds: set[int], first: int, stop: int) -> bool:
    """Return whether this is "the tenth", and "of august" follows within a few tokens."""
    if tokens.at(first - 1) != "the" or ORDINALS.keys().isdisjoint(tokens.word[first:stop]):
        return False
    ends = range(stop + 1, min(stop + _REACH, len(tokens)))
    return any(index in seeds and tokens.word[index - 1] == "of" for index in ends)


def _is_corrected(tokens: Tokens, dates: set[int], first: int, stop: int) -> bool:
    """Return whether this is "the ninth", and a date corrects it: "no, the tenth of june"."""
    if tokens.at(first - 1) != "the" or ORDINALS.keys().isdisjoint(tokens.word[first:stop]):
        return False
    return not dates.isdisjoint(range(stop + 1, stop + 1 + _CORRECTION))
