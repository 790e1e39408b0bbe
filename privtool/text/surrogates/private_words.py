"""The words of a private phrase, none of which a surrogate of its record may contain."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache, partial

import regex

from privtool.text.labels import Label, bare_label, canonical_label
from privtool.text.surrogates.addresses import addresses
from privtool.text.surrogates.dated import calendar_day, is_deictic, is_weekday
from privtool.text.surrogates.names import name_parts, own_words
from privtool.text.surrogates.names.said_letters import is_said_letters
from privtool.text.surrogates.names.spelled import spelled_word, spelled_words
from privtool.text.surrogates.names.titles import plain_names
from privtool.text.surrogates.prf import normalized
from privtool.text.values.code import dictated
from privtool.text.word_sets import word_set
from privtool.text.words import WEB_SIGN

_INTERNET = word_set("com org net example www http https dot at underscore dash slash")
_WORD = regex.compile(rf"{WEB_SIGN}(*SKIP)(*FAIL)|\p{{L}}[\p{{L}}\p{{M}}]+")
_PLAIN_WORD = re.compile(r"[a-z]{2,}")  # of ASCII
_PLAIN_WORDS = re.compile(r"[a-z]{2,}(?: [a-z]{2,})*")
_DIGITS = regex.compile(r"\d+")


def _internet_words(phrase: str) -> set[str]:
    return {word for word in _WORD.findall(normalized(phrase)) if word not in _INTERNET}


def _place_words(phrase: str) -> set[str]:
    if addresses.names_a_street(phrase):
        return addresses.identifying_words(phrase)
    return own_words.identifying_words(phrase, own_words.KEPT_WORDS_OF_PLACES)


_firm_words = partial(own_words.identifying_words, kept=own_words.KEPT_WORDS)
_thing_words = partial(own_words.identifying_words, kept=own_words.KEPT_WORDS_OF_THINGS)
# Labels of names: each of their words is private, but for those that tell only the kind of thing.
_IDENTIFYING_WORDS: dict[Label, Callable[[str], set[str]]] = {
    Label.PERSON: name_parts.identifying_words,
    Label.LOCATION: _place_words,
    Label.ORGANIZATION: _firm_words,
    Label.ADDRESS: addresses.identifying_words,
    **dict.fromkeys((Label.MISC, Label.WORD), _thing_words),
    **dict.fromkeys((Label.EMAIL, Label.URL, Label.USERNAME), _internet_words),
}
_FEWEST_DIGITS = 3
_HOUSE = re.compile(
    r"\d{1,5} (?:[A-Z][a-z]+ ){1,2}(?:Lane|Street|Avenue|Road|Drive|Boulevard|Place|Square|Court)"
)
_YEARS = re.compile(r"(?:early|mid|late)[- ](?:1[89]|20)\d\d|(?:\d\d)?\d0s", re.IGNORECASE)


def label_in(phrase: str, label: str) -> str:
    """Return the label that a phrase is treated by.

    "2015 Subaru Forester" is no plate number, "mid-1997" and "90s" no code, "45 Park Lane" no firm.
    """
    if phrase[:1].isdigit() and canonical_label(label) is Label.ORGANIZATION:
        return "ADDRESS" if _HOUSE.fullmatch(phrase) else label
    if bare_label(label) in ("ID", "NUMBER") and _YEARS.fullmatch(phrase):
        return "DATE"
    return "PRODUCT" if bare_label(label) == "VEHICLE" and " " in phrase.strip() else label


def words_at_most(phrase: str, label: str) -> frozenset[str] | None:
    """Return words among which `private_words` are, found at little cost; None if there are none.

    Only in ASCII: of other letters, normalizing may join words.
    """
    kind = canonical_label(label_in(phrase, label))
    if kind not in _IDENTIFYING_WORDS or not phrase.isascii():
        return None
    key = normalized(phrase)
    if _PLAIN_WORDS.fullmatch(key) is not None:
        return frozenset((key, *key.split()))  # the usual case: nothing is spelled
    digits = map("#{}".format, _DIGITS.findall(phrase))
    spelled = map(normalized, spelled_words(phrase))
    return frozenset((key, *_PLAIN_WORD.findall(key), *digits, *spelled))


def _words_of_name(phrase: str, kind: Label) -> set[str]:
    """Return the identifying words of a name, the spelled ones, and the numbers of a person's."""
    words: set[str] = set()
    for named in _IDENTIFYING_WORDS[kind](phrase):
        if named.isascii() and named.isalpha() and len(named) > 1:
            words.add(named)  # as the pattern finds it
        else:
            words.update(_WORD.findall(named))
    if kind is Label.PERSON:
        digits = _DIGITS.findall(phrase)
        words.update(f"#{one}" for one in digits if len(one) >= _FEWEST_DIGITS)
        words.update(map(normalized, spelled_words(phrase)))
    elif not any(map(str.isdigit, phrase)):
        words.update(map(normalized, filter(None, [spelled_word(phrase)])))
    return words


@lru_cache(maxsize=1 << 14)
def private_words(
    phrase: str, label: str, day_first: bool = False, weekdays_stay: bool = False
) -> frozenset[str]:
    """Return what no surrogate of the record may share with a private phrase.

    That is the phrase, the words of a name, all digits (after `#`) and the calendar day (after
    `@`).
    """
    kind = canonical_label(label_in(phrase, label))
    key = normalized(phrase)
    if kind is Label.PERSON and (names := plain_names(phrase)):
        return frozenset((key, *names))
    if kind is Label.PERSON and is_said_letters(phrase):
        return frozenset((key,))
    words = {key}
    if kind in _IDENTIFYING_WORDS:
        words |= _words_of_name(phrase, kind)
    elif kind is Label.TIME and is_deictic(phrase):
        return frozenset()  # "this morning" stays
    elif kind is Label.DATE:
        day = calendar_day(phrase, day_first)
        words |= {f"@{day}"} if day else set()
        if is_deictic(phrase) or (weekdays_stay and is_weekday(phrase)):
            return frozenset()  # "last year" stays; a weekday, where dates move by whole weeks
    else:
        chars = dictated(phrase)
        if chars.isdigit() and len(chars) >= _FEWEST_DIGITS:
            words.add(f"#{chars}")
    return frozenset(words)
