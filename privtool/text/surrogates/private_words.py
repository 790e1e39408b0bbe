"""What a surrogate must not share with a private phrase: words, digits, a day, spelled letters."""

from __future__ import annotations

import re
from functools import lru_cache

import regex

from privtool.text.english.calendar import MONTHS, WEEKDAYS
from privtool.text.labels import Label, bare_label, canonical_label
from privtool.text.lexicon import word_set, words
from privtool.text.rules.word_classes import FOREIGN_NUMBERS
from privtool.text.surrogates import name_parts, places, renaming
from privtool.text.surrogates.common_words import is_uncommon, said_with, telling_words
from privtool.text.surrogates.dated import calendar_day, is_deictic
from privtool.text.surrogates.prf import normalized
from privtool.text.surrogates.spelled import spelled_word, spelled_words
from privtool.text.unicode import fold_to_ascii
from privtool.text.values.code import dictated
from privtool.text.words import WEB_SIGN

_INTERNET = word_set("com org net example www http https dot at underscore dash slash")
_WORD = regex.compile(rf"{WEB_SIGN}(*SKIP)(*FAIL)|\p{{L}}[\p{{L}}\p{{M}}]+")
_DIGITS = regex.compile(r"\d+")
_FEWEST_DIGITS = 3
_PLAIN_WORDS = re.compile(r"[A-Za-z]{2,}(?: [A-Za-z]{2,})*")
_LETTERS = regex.compile(r"\p{L}[\p{L}\p{M}]*+")
_NUMBER = re.compile(r"\d{3,}")
_LONE_LETTER = re.compile("(?<![A-Za-z0-9])[A-Za-z](?![A-Za-z0-9])")
# Of a name that is spelled.
_SPELLED = regex.compile(
    r"(?<![\p{L}\p{N}])\p{L}(?:[^\p{L}\p{N}]{1,3}\p{L}(?![\p{L}\p{M}\p{N}])){3,}"
)
# Ideographs and syllables, but for those of dates, times and amounts.
_IDEOGRAPHS = regex.compile(
    r"[[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Bopomofo}]"
    r"--[年月日号號時时分秒点點週周世紀纪円元块圆圓万萬億亿千百十歳岁才前后後約约년월일시분초원]]",
    regex.VERSION1,
)
_YEAR = re.compile(r"(?:1[89]|20|21)\d\d")
# Their numbers come from reserved ranges, are checked as a whole, or are public ports.
_RESERVED = frozenset(
    (Label.URL, Label.PHONE, Label.IP, Label.CARD, Label.IBAN, Label.SSN, Label.NATIONAL_ID)
)
_OF_TIMES = frozenset((*MONTHS, *WEEKDAYS, *words("dates.counted"))) | FOREIGN_NUMBERS
_NUMBERS = frozenset((Label.DATE, Label.TIME, Label.AGE, Label.MONEY, Label.NUMBER))
_ONLINE = frozenset((Label.EMAIL, Label.URL, Label.USERNAME))
# Words that tell only the kind of a thing: any other word of a name is private.
_KEPT = {
    Label.LOCATION: renaming.KEPT_WORDS_OF_PLACES,
    Label.ORGANIZATION: renaming.KEPT_WORDS,
    **dict.fromkeys((Label.MISC, Label.WORD), renaming.KEPT_WORDS_OF_THINGS),
}
_NAMES = _ONLINE | _KEPT.keys() | {Label.PERSON, Label.ADDRESS}


def label_in(phrase: str, label: str) -> str:
    """Return the label that a phrase is treated by: "2015 Subaru Forester" is no plate number."""
    return "PRODUCT" if bare_label(label) == "VEHICLE" and " " in phrase.strip() else label


def _words_of_name(phrase: str, kind: Label) -> set[str]:
    """Return the identifying words of a name, the spelled ones, and the numbers of a person's."""
    found: set[str] = set()
    if kind is Label.PERSON:
        own = name_parts.identifying_words(phrase)
    elif kind in _ONLINE:
        own = {*_WORD.findall(normalized(phrase))} - _INTERNET
    elif kind is Label.ADDRESS or (kind is Label.LOCATION and places.names_a_street(phrase)):
        own = places.identifying_words(phrase)
    else:
        own = renaming.identifying_words(phrase, _KEPT[kind])
    for named in own:
        plain = named.isascii() and named.isalpha() and len(named) > 1  # the usual case
        found.update((named,) if plain else _WORD.findall(named))
    if kind is Label.PERSON:
        digits = _DIGITS.findall(phrase)
        found.update(f"#{one}" for one in digits if len(one) >= _FEWEST_DIGITS)
        found.update(map(normalized, spelled_words(phrase)))
    elif not any(map(str.isdigit, phrase)):
        found.update(map(normalized, filter(None, [spelled_word(phrase)])))
    return found


@lru_cache(maxsize=1 << 14)
def private_words(phrase: str, label: str, day_first: bool = False) -> frozenset[str]:
    """Return what no surrogate may share: the phrase, words of names, `#` digits, the `@` day."""
    kind = canonical_label(label_in(phrase, label))
    found = {normalized(phrase)}
    if kind in _NAMES:
        found |= _words_of_name(phrase, kind)
    elif kind is Label.TIME and is_deictic(phrase):
        return frozenset()  # "this morning" stays
    elif kind is Label.DATE:
        day = calendar_day(phrase, day_first)
        found |= {f"@{day}"} if day else set()
        if is_deictic(phrase):
            return frozenset()  # "last year" stays
    else:
        chars = dictated(phrase)
        if chars.isdigit() and len(chars) >= _FEWEST_DIGITS:
            found.add(f"#{chars}")
    return frozenset(found)


def may_have(phrase: str, label: str, some: frozenset[str]) -> bool:
    """Return whether `private_words` of a phrase may be among some words, at little cost."""
    if canonical_label(label) not in _NAMES or not phrase.isascii():
        return True
    key = normalized(phrase)
    if _PLAIN_WORDS.fullmatch(phrase) is not None:
        return key in some or not some.isdisjoint(key.split(" "))
    if _LONE_LETTER.search(phrase) is not None:
        return True  # something may be spelled
    said = (key, *_LETTERS.findall(key), *map("#{}".format, _DIGITS.findall(key)))
    return not some.isdisjoint(said)


def reveals(phrase: str, label: str, surrogate: str, language: str = "") -> bool:
    """Return whether a surrogate has a part of its phrase, in English or another language.

    That is a number of three digits, an uncommon word, or four letters of a spelled one. Round
    numbers do not count, nor years of dates, which may stay when a date moves by some days. Words
    count next to dates and numbers, and so do common ones that are names there; those of names are
    compared for the whole record.
    """
    kind = canonical_label(label)
    if kind not in _NUMBERS and _PLAIN_WORDS.fullmatch(phrase) is not None:
        return False  # the usual case
    numbers = _numbers(phrase) if kind not in _RESERVED else None
    shared = numbers & _numbers(surrogate) if numbers else ()
    if any(not (kind is Label.DATE and _YEAR.fullmatch(number)) for number in shared):
        return True
    may_spell = not phrase.isascii() or _LONE_LETTER.search(phrase) is not None
    spelled = _joined(_SPELLED.findall(phrase)) if may_spell else ""
    rest = (_joined([each]) for each in _SPELLED.findall(surrogate)) if spelled else ()
    if any(word in spelled and is_uncommon(word) for word in rest):
        return True
    if kind not in _NUMBERS:
        return False
    if not phrase.isascii() and set(_IDEOGRAPHS.findall(phrase)) & set(surrogate):
        return True
    telling = telling_words(phrase) - _OF_TIMES - said_with(kind, language)
    return bool(telling) and not telling.isdisjoint(_LETTERS.findall(surrogate.lower()))


def _joined(spelled: list[str]) -> str:
    return "".join(filter(str.isalpha, "".join(spelled).lower()))


def _numbers(text: str) -> set[str]:
    """Return the numbers of three digits or more, but for those like 500 and 2000."""
    return {one for one in _NUMBER.findall(fold_to_ascii(text)) if len(one.rstrip("0")) > 1}
