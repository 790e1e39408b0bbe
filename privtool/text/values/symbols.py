"""A phrase as symbols, one letter for each token: patterns over kinds of words are short then.

Number words: `0` to `9`, `a` (ten) to `j` (nineteen), `k` (twenty) to `r` (ninety), `H` hundred,
`K` thousand, `S` more, `O` ordinals, `V` large ones. Numbers in digits: `A` 1 to 12, `B` 13 to 31,
`C` others of two digits, `Y` of four, `E` dates of eight, `L` others, `D` with an ending ("3rd"),
`X` decades. `M` is a month, `W` a weekday, `w` "a.m.", `x` "o'clock", `U` any other word, and
`data/en/symbols.tsv` has more.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache
from typing import NamedTuple, TypeVar

import regex

from privtool.text.english.calendar import MONTHS, WEEKDAYS
from privtool.text.english.numbers import (
    DECADES,
    SAID_ORDINALS,
    SCALES,
    TEENS,
    TENS,
    UNITS,
)
from privtool.text.lexicon import rows
from privtool.text.unicode import fold_to_ascii, lower_same_length

T = TypeVar("T")
_FORM = (
    r"(?P<D>\d+)(?:st|nd|rd|th)(?![L\d])|(?P<X>(?:\d\d)?\d0)['\u2019]?s(?![L\d])"
    r"|(?P<digits>\d+)|(?P<w>[ap]\.?\s?m(?!L)\.?)|(?P<x>o['\u2019 ]{0,2}clock)"
    r"|(?P<letters>[LM]+)|(?P<sign>[^\s])"
)
_TOKEN = regex.compile(
    _FORM.replace("[LM]", r"[\p{L}\p{M}]").replace("[L", r"[\p{L}").replace("!L", r"!\p{L}")
)
_LATIN = _FORM.replace("[LM]", "[a-z]").replace("[L", "[a-z").replace("!L", "![a-z]")
_ASCII_TOKEN = re.compile(_LATIN)
_SIGNS = {"\u2019": "'", "\u2013": "-", "\u2014": "-", "&": "&"}
OTHER_SIGN, OTHER_WORD = "!", "U"
_DATE_OF_EIGHT = regex.compile(r"(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])")


class Symbols(NamedTuple):
    """The tokens of a phrase: their symbols, values and offsets."""

    phrase: str
    symbols: str
    values: tuple[int, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def text(self, first: int, stop: int) -> str:
        """Return the text of some tokens."""
        return self.phrase[self.starts[first] : self.ends[stop - 1]]


def find_all(
    symbols: Symbols, read: Callable[[Symbols, int], tuple[T, int] | None]
) -> list[tuple[T, int, int]]:
    """Return what is read in a phrase, each with its first token and the token after it."""
    found, at = list[tuple[T, int, int]](), 0
    while at < len(symbols.symbols):
        here = read(symbols, at)
        if here is not None:
            found.append((here[0], at, here[1]))
        at = here[1] if here else at + 1
    return found


@lru_cache(maxsize=1 << 10)
def symbols_of(phrase: str) -> Symbols:
    """Return the tokens of a phrase as symbols."""
    text = lower_same_length(fold_to_ascii(phrase))
    pattern = _ASCII_TOKEN if text.isascii() else _TOKEN
    read = [_read(match) for match in pattern.finditer(text)]
    if not read:
        return Symbols(phrase, "", (), (), ())
    letters, values, starts, ends = zip(*read, strict=True)
    return Symbols(phrase, "".join(letters), values, starts, ends)


def _read(match: re.Match[str] | regex.Match[str]) -> tuple[str, int, int, int]:
    kind, (start, end) = match.lastgroup or "sign", match.span()
    token = match[kind]
    if kind == "digits":
        return _of_digits(token), int(token), start, end
    if kind in ("D", "X"):
        return kind, int(token), start, end
    if kind in ("letters", "sign"):
        known = _of_words().get(token)
        if known is None:
            sign = _SIGNS.get(token, token if token.isascii() else OTHER_SIGN)
            known = OTHER_WORD if kind == "letters" else sign, 0
        return *known, start, end
    return kind, 0, start, end


def _of_digits(token: str) -> str:
    if len(token) <= 2:
        value = int(token)
        return "A" if 1 <= value <= 12 else "B" if 13 <= value <= 31 else "C"
    if len(token) == 4:
        return "Y"
    return "E" if _DATE_OF_EIGHT.fullmatch(token) else "L"


@cache
def _of_words() -> dict[str, tuple[str, int]]:
    """Return the symbol and the value of each known word."""
    known = {word: (symbol, 0) for symbol, listed in rows("symbols") for word in listed.split()}
    known |= {word: ("OV"[value >= 100], value) for word, value in SAID_ORDINALS.items()}
    known |= {word: (str(value), value) for word, value in UNITS.items()}
    known |= {word: (chr(ord("a") + value - 10), value) for word, value in TEENS.items()}
    known |= {word: (chr(ord("k") + value // 10 - 2), value) for word, value in TENS.items()}
    known |= {
        word: ("HK"[value > 100] if value <= 1000 else "S", value) for word, value in SCALES.items()
    }
    known |= {word: ("X", value) for word, value in DECADES.items()}
    known |= {word: ("M", name.value) for word, name in MONTHS.items()}
    return known | {word: ("W", name.value) for word, name in WEEKDAYS.items()}
