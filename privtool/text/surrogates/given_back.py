"""Parts of a private phrase that its surrogate must not have: numbers, uncommon words, letters."""

from __future__ import annotations

import re

import regex

from privtool.text.detection.foreign_numbers import FOREIGN_NUMBERS
from privtool.text.english.calendar import MONTHS, WEEKDAYS
from privtool.text.labels import Label, canonical_label
from privtool.text.lexicon import words
from privtool.text.surrogates.common_words import is_uncommon, telling_words
from privtool.text.unicode import fold_to_ascii

_WORDS = re.compile(r"[A-Za-z]{2,}(?: [A-Za-z]{2,})*")
_WORD = regex.compile(r"\p{L}[\p{L}\p{M}]*+")
_NUMBER = re.compile(r"\d{3,}")
_LONE_LETTER = re.compile("(?<![A-Za-z0-9])[A-Za-z](?![A-Za-z0-9])")
# Of a name that is spelled.
_LETTERS = regex.compile(
    r"(?<![\p{L}\p{N}])\p{L}(?:[^\p{L}\p{N}]{1,3}\p{L}(?![\p{L}\p{M}\p{N}])){3,}"
)
# Ideographs and syllables, but for those of dates, times and amounts.
_IDEOGRAPHS = regex.compile(
    r"[[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Bopomofo}]"
    r"--[年月日号號時时分秒点點週周世紀纪円元块圆圓万萬億亿千百十歳岁才前後后約约년월일시분초원]]",
    regex.VERSION1,
)
_YEAR = re.compile(r"(?:1[89]|20|21)\d\d")
# Their numbers come from reserved ranges, are checked as a whole, or are public ports.
_RESERVED = frozenset(
    (Label.URL, Label.PHONE, Label.IP, Label.CARD, Label.IBAN, Label.SSN, Label.NATIONAL_ID)
)
_OF_TIMES = frozenset((*MONTHS, *WEEKDAYS, *words("dates.counted"))) | FOREIGN_NUMBERS
_NUMBERS = frozenset((Label.DATE, Label.TIME, Label.AGE, Label.MONEY, Label.NUMBER))


def gives_back(phrase: str, label: str, surrogate: str) -> bool:
    """Return whether a surrogate has a part of its phrase.

    That is a number of three digits, an uncommon word, or four letters of a spelled one. Round
    numbers do not count, nor years of dates, which may stay when a date moves by some days. Words
    count next to dates and numbers, and so do common ones that are names there; those of names are
    compared for the whole record.
    """
    kind = canonical_label(label)
    if kind not in _NUMBERS and _WORDS.fullmatch(phrase) is not None:
        return False  # the usual case
    numbers = _numbers(phrase) if kind not in _RESERVED else None
    if numbers:
        shared = numbers & _numbers(surrogate)
        if any(not (kind is Label.DATE and _YEAR.fullmatch(number)) for number in shared):
            return True
    may_spell = not phrase.isascii() or _LONE_LETTER.search(phrase) is not None
    spelled = _joined(_LETTERS.findall(phrase)) if may_spell else ""
    rest = (_joined([each]) for each in _LETTERS.findall(surrogate)) if spelled else ()
    if any(word in spelled and is_uncommon(word) for word in rest):
        return True
    if kind not in _NUMBERS:
        return False
    if not phrase.isascii() and set(_IDEOGRAPHS.findall(phrase)) & set(surrogate):
        return True
    telling = telling_words(phrase) - _OF_TIMES
    return bool(telling) and not telling.isdisjoint(_WORD.findall(surrogate.lower()))


def _joined(spelled: list[str]) -> str:
    return "".join(filter(str.isalpha, "".join(spelled).lower()))


def _numbers(text: str) -> set[str]:
    """Return the numbers of three digits or more, but for those like 500 and 2000."""
    return {one for one in _NUMBER.findall(fold_to_ascii(text)) if len(one.rstrip("0")) > 1}
