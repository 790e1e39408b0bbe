"""Parsing of date phrases into day, month, year and weekday, with the form of each.

Written and spoken forms: `6/3 2021`, `2021-06-03`, "april seventh twenty twenty", "the 3rd of May",
"seventh of april", "monday", `Feb '21`, `1990s`, `8月14日`. `spoken.py` parses numbers in words
alone.
"""

from __future__ import annotations

import re

import regex

from privtool.text.detection.dates.parts import day_stop
from privtool.text.english.calendar import MONTHS, WEEKDAYS
from privtool.text.english.numbers import (
    ORDINAL_ENDINGS,
    ORDINALS,
    SMALL,
    TENS,
    small_stop,
    year_stop,
)
from privtool.text.surrogates.dates.numeric import (
    DAY,
    DECADE,
    MONTH,
    WEEKDAY,
    YEAR,
    DatePart,
    eastern_parts,
    full_year,
    numeric_parts,
)
from privtool.text.surrogates.dates.spoken import SIGNS, spoken_parts, year_value
from privtool.text.tokens import Tokens
from privtool.text.unicode import fold_to_ascii, lower_same_length
from privtool.text.word_sets import word_set

_EASTERN_WORDS = re.compile(r"[\u1100-\u11ff\u0900-\u097f\u2e80-\u9fff\uac00-\ud7af]+")
_WRITTEN = re.compile(r"([^\W\d_]{3,9}) ([0-9]{1,2})(?:,? ([0-9]{4}))?")
_WORD_OR_NUMBER = regex.compile(r"[\p{L}\p{M}]+|\d+")
_DECADES = {f"{word[:-1]}ies": value for word, value in TENS.items()}
_OTHER_WORDS = word_set(
    """the of on in at to and or through thru till until from between by this next last coming
    early mid late since before after around about every each during within night morning afternoon
    season evening a an de del le la les el der den dem am vom du di st nd rd th er ad bc ce bce
    month year day eighteen nineteen"""
).union(SIGNS)


def parse_date(phrase: str, day_first: bool) -> list[DatePart] | None:
    """Return the parts of a date phrase in order; None if it has words that are not a date."""
    text = lower_same_length(fold_to_ascii(phrase))
    written = _written_parts(text)
    if written is not None:
        return written
    numeric = numeric_parts(text, day_first)
    parts = numeric or eastern_parts(text)
    spoken = None if parts else spoken_parts(text, day_first)
    if spoken is not None:
        if not spoken:
            return None
        parts = spoken
    masked = list(text)
    for part in parts:
        masked[part.start : part.end] = "\0" * (part.end - part.start)
    if numeric and any(map(str.isdigit, masked)):
        return None  # digits of unknown meaning are left
    parts += _word_parts("".join(masked), parts, day_first)
    parts.sort()
    return parts if parts and _covers(text, parts) else None


def _written_parts(text: str) -> list[DatePart] | None:
    """Return the parts of a date in the most usual form, "june 3, 2021" or "june 3", else None."""
    match = _WRITTEN.fullmatch(text)
    month = None if match is None else MONTHS.get(match[1])
    if match is None or month is None or int(match[2]) > 31:
        return None
    parts = [
        DatePart(*match.span(1), MONTH, month.value, "", month.names),
        DatePart(*match.span(2), DAY, int(match[2]), "digits"),
    ]
    if match[3]:
        parts.append(DatePart(*match.span(3), YEAR, int(match[3]), "digits"))
    return parts


def _covers(text: str, parts: list[DatePart]) -> bool:
    """Return whether only small words stand around the parts."""
    rest = list(text)
    for part in parts:
        rest[part.start : part.end] = " " * (part.end - part.start)
    left = _WORD_OR_NUMBER.findall("".join(rest))
    return all(word in _OTHER_WORDS or word in "年月日号년월일" or word == "s" for word in left)


def _word_parts(text: str, before: list[DatePart], day_first: bool) -> list[DatePart]:
    """Parse the rest of the phrase: names, ordinals, years, and numbers in words."""
    parts: list[DatePart] = []
    for match in _EASTERN_WORDS.finditer(text):
        if match.group() in WEEKDAYS:
            named = WEEKDAYS[match.group()]
            parts.append(DatePart(*match.span(), WEEKDAY, named.value, "", named.names))
    tokens = Tokens(text)
    index = 0
    while index < len(tokens):
        part, index = _next_part(tokens, index, [*before, *parts], day_first)
        if part is not None:
            parts.append(part)
    return parts


def _next_part(
    tokens: Tokens, index: int, before: list[DatePart], day_first: bool
) -> tuple[DatePart | None, int]:
    """Return the part that starts at a token, or None, and the index of the token after it."""
    word = tokens.word[index]
    for table, kind in ((MONTHS, MONTH), (WEEKDAYS, WEEKDAY)):
        if word in table:
            value, names = table[word]
            return _part(tokens, index, index + 1, kind, value, "", names), index + 1
    if word in _DECADES:  # a century in words before it stays
        return _part(tokens, index, index + 1, DECADE, _DECADES[word], "words"), index + 1
    if word.isdigit():
        return _number_in_digits(tokens, index, before)
    if tokens.at(index + 1) in _DECADES:
        return None, index + 1  # the century of "nineteen eighties"
    if word in ORDINALS or word in SMALL:
        return _number_in_words(tokens, index, before, day_first)
    return None, index + 1


def _part(
    tokens: Tokens,
    first: int,
    stop: int,
    kind: str,
    value: int,
    style: str,
    names: tuple[str, ...] = (),
) -> DatePart:
    return DatePart(tokens.start[first], tokens.end[stop - 1], kind, value, style, names)


def _number_in_digits(
    tokens: Tokens, index: int, before: list[DatePart]
) -> tuple[DatePart | None, int]:
    """Parse a number in digits: a year, a decade, a day."""
    word = tokens.word[index]
    value, following = int(word), tokens.at(index + 1)
    glued = tokens.touches(index + 1)
    decade = following == "s" or (following == "'" and tokens.at(index + 2) == "s")
    if decade and glued and value % 10 == 0:
        return _part(tokens, index, index + 1, DECADE, value, "digits"), index + 2
    if following in ORDINAL_ENDINGS and glued:
        return _part(tokens, index, index + 2, DAY, value, "ending"), index + 2
    if len(word) == 4:
        return _part(tokens, index, index + 1, YEAR, value, "digits"), index + 1
    if len(word) > 2:
        return None, index + 1
    quoted = tokens.at(index - 1) == "'" and len(word) == 2
    kinds = {part.kind for part in before}
    dated = {DAY, MONTH} <= kinds and YEAR not in kinds
    ranged = tokens.at(index - 1) in ("-", "to", "and", "or", "&", ",", "through")
    if quoted or (len(word) == 2 and dated and not ranged) or value > 31:
        return _part(tokens, index, index + 1, YEAR, full_year(value), "short"), index + 1
    return _part(tokens, index, index + 1, DAY, value, "digits"), index + 1


def _number_in_words(
    tokens: Tokens, index: int, before: list[DatePart], day_first: bool
) -> tuple[DatePart | None, int]:
    """Parse a day or a year in words; two small numbers alone are month and day."""
    day = day_stop(tokens, index)
    if day > index:
        value = sum(ORDINALS.get(w, SMALL.get(w, 0)) for w in tokens.word[index:day])
        if tokens.word[day - 1] in ORDINALS:
            return _part(tokens, index, day, DAY, value, "ordinal"), day
        kinds = {part.kind for part in before}
        if DAY not in kinds:
            named = MONTH in kinds or any(word in MONTHS for word in tokens.word)
            kind = DAY if named or day_first else MONTH
            return _part(tokens, index, day, kind, value, "words"), day
    stop = year_stop(tokens, index)
    if stop > index:
        return _part(tokens, index, stop, YEAR, year_value(tokens.word[index:stop]), "words"), stop
    stop = small_stop(tokens, index)
    if stop == index:
        return None, index + 1
    value = sum(SMALL.get(word, 0) for word in tokens.word[index:stop])
    kinds = {part.kind for part in before}
    if MONTH not in kinds:
        return _part(tokens, index, stop, MONTH, value, "words"), stop
    if DAY not in kinds:
        return _part(tokens, index, stop, DAY, value, "words"), stop
    return _part(tokens, index, stop, YEAR, full_year(value % 100), "short words"), stop
