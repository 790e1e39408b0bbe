"""English number words: their values, the bounds of numbers in words, numbers as words."""

from __future__ import annotations

import re

from privtool.text.lexicon import one_of, rows
from privtool.text.tokens import Tokens


def values_of(kind: str) -> dict[str, int]:
    """Return the number words of a kind and their values."""
    return {
        word: int(value) for each, value, words in rows("numbers") if each == kind
        for word in words.split()
    }  # fmt: skip


UNITS, TEENS, TENS = values_of("unit"), values_of("teen"), values_of("tens")
DECADES = {f"{word[:-1]}ies": value for word, value in TENS.items()}
SCALES, REPEATS = values_of("scale"), values_of("repeat")
PLURALS = values_of("plural")  # "two sevens" is 77
SMALL = {**UNITS, **TEENS, **TENS}
CARDINALS = {**SMALL, **SCALES}

ORDINALS = values_of("ordinal")
ORDINAL_UNITS = {word: value for word, value in ORDINALS.items() if value < TEENS["ten"]}
LARGE_ORDINALS = {
    **{word: value for word, value in ORDINALS.items() if value >= TEENS["ten"]},
    **{f"{word[:-1]}ieth": value for word, value in TENS.items()},
}
SAID_ORDINALS = {**LARGE_ORDINALS, **ORDINALS, **values_of("large_ordinal")}
ORDINAL_ENDINGS = frozenset(("st", "nd", "rd", "th"))

_ONE = one_of(word for word, value in UNITS.items() if value)
_TWO = f"{one_of(TENS)} (?:- )?{_ONE} |{one_of({**TEENS, **TENS})} "
_YEAR = re.compile(
    f"two thousand (?:(?:and )?(?:{_TWO}|{one_of(UNITS)} ))?"
    f"|(?:seventeen|eighteen|nineteen|(twenty)) (?:- )?"
    f"(?:oh? {one_of(UNITS)} |{_TWO}|(?(1)(?!))hundred )"
)
_LONGEST_YEAR = 6  # words and signs


def year_stop(tokens: Tokens, first: int) -> int:
    """Return the stop of the year in words that starts at token `first`, or `first` if none."""
    found = _YEAR.match("".join(f"{word} " for word in tokens.word[first : first + _LONGEST_YEAR]))
    return first + (found[0].count(" ") if found else 0)


_SMALL = {value: word for word, value in reversed(SMALL.items())} | {0: "zero"}
_DIGITS = {str(value): _SMALL[value] for value in range(10)}
_ORDINALS = {value: word for word, value in reversed(SAID_ORDINALS.items())}


def small_words(number: int, separator: str = " ") -> str:
    """Return a number below 100 in words, with `separator` in "twenty-five"."""
    if number in _SMALL:
        return _SMALL[number]
    return _SMALL[number // 10 * 10] + separator + _SMALL[number % 10]


def padded_words(number: int, separator: str = " ", zero: str = "oh") -> str:
    """Return a number below 100 as two digits in words: "oh six", "twenty five"."""
    if number < 10:
        return digit_words(f"{number:02d}", separator, zero)
    return small_words(number, separator)


def digit_words(chars: str, separator: str = " ", zero: str = "oh") -> str:
    """Return digits in words, one by one: "one nine oh five"; other characters stay."""
    return separator.join([zero if each == "0" else _DIGITS.get(each, each) for each in chars])


def ordinal_words(number: int, separator: str = " ") -> str:
    """Return an ordinal below 100 in words: "third", "twenty first", "fortieth"."""
    if number in _ORDINALS:
        return _ORDINALS[number]
    return _SMALL[number // 10 * 10] + separator + _ORDINALS[number % 10]


def year_words(number: int, separator: str = " ", thousands: str = "") -> str:
    """Return a year in words: "nineteen eighty two", "nineteen oh five", "nineteen hundred".

    `thousands`, " " or " and ", gives "two thousand twenty" instead of "twenty twenty"; the years
    2000 to 2009 always have this form.
    """
    century, rest = divmod(number, 100)
    if century == 20 and (thousands or rest < 10):
        return "two thousand" + ((thousands or " ") + small_words(rest, separator) if rest else "")
    if rest == 0:
        return small_words(century, separator) + " hundred"
    between = " oh " if rest < 10 else " "
    return small_words(century, separator) + between + small_words(rest, separator)


def ordinal_ending(number: int) -> str:
    """Return the suffix of an ordinal in digits: `st`, `nd`, `rd` or `th`."""
    if number % 100 in (11, 12, 13):
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
