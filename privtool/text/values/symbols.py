"""A phrase as symbols, one letter for each token: patterns over kinds of words are short then.

Number words: `0` to `9`, `a` (ten) to `j` (nineteen), `k` (twenty) to `r` (ninety), `H` hundred,
`K` thousand, `S` more, `O` ordinals, `V` large ones. Numbers in digits: `A` 1 to 12, `B` 13 to 31,
`C` others of two digits, `Y` of four, `E` dates of eight, `L` others, `D` with an ending ("3rd"),
`X` decades. `M` is a month, `W` a weekday, `w` "a.m.", `x` "o'clock", `U` any other word, and
`data/en/symbols.tsv` has more.

A field of a value is a number or a name at some of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import NamedTuple, TypeVar

import regex

from privtool.text.english import numbers
from privtool.text.english.calendar import MONTHS, WEEKDAYS
from privtool.text.letter_case import capitalized_like
from privtool.text.lexicon import rows
from privtool.text.unicode import fold_to_ascii, lower_same_length

T = TypeVar("T")
_FORM = (
    r"(?P<D>\d+)(?:st|nd|rd|th)(?![L\d])|(?P<X>(?:\d\d)?\d0)'?s(?![L\d])"
    r"|(?:(?P<E>(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))|(?P<Y>\d{4})"
    r"|(?P<A>0?[1-9]|1[0-2])(?:(?<=\b1)(?:er|º)(?![L]))?|(?P<B>1[3-9]|2\d|3[01])|(?P<C>\d\d?))(?!\d)|(?P<L>\d+)"
    r"|(?P<w>[ap]\.?\s?m(?!L)\.?)|(?P<x>o[' ]{0,2}clock)"
    r"|(?P<letters>[LM]+(?:-feira)?)|(?P<sign>[^\s])"
)
_TOKEN = regex.compile(
    _FORM.replace("[LM]", r"[\p{L}\p{M}]").replace("[L", r"[\p{L}").replace("!L", r"!\p{L}")
)
_LATIN = _FORM.replace("[LM]", "[a-z]").replace("[L", "[a-z").replace("!L", "![a-z]")
_ASCII_TOKEN = re.compile(_LATIN)
_OTHER = {"sign": "!", "letters": "U"}
_SAID = re.compile("[0-9](?:-?[0-9])+")
Forms = tuple[re.Pattern[str], ...]
_PARTS = {f"{{{name}}}": part for name, part in rows("form_parts")}


def compiled(*forms: str) -> Forms:
    """Return the patterns of some forms, whose parts have names in braces."""
    return tuple(re.compile(_expanded(form)) for form in forms)


def _expanded(form: str) -> str:
    return re.sub(r"\{\w+\}", lambda part: _expanded(_PARTS[part[0]]), form)


(_YEAR,) = compiled("{year}")


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
    if kind in ("letters", "sign"):
        other = token if kind == "sign" and token.isascii() else _OTHER[kind]
        return *_of_words().get(token, (other, 0)), start, end
    return kind, int(token) if token.isdecimal() else 0, start, end


@cache
def _of_words() -> dict[str, tuple[str, int]]:
    """Return the symbol and the value of each known word."""
    known = {word: (symbol, 0) for symbol, listed in rows("symbols") for word in listed.split()}
    known |= {word: ("OV"[value >= 100], value) for word, value in numbers.SAID_ORDINALS.items()}
    known |= {word: (str(value), value) for word, value in numbers.UNITS.items()}
    known |= {word: (chr(ord("a") + value - 10), value) for word, value in numbers.TEENS.items()}
    known |= {
        word: (chr(ord("k") + value // 10 - 2), value) for word, value in numbers.TENS.items()
    }
    known |= {
        word: ("HK"[value > 100] if value <= 1000 else "S", value)
        for word, value in numbers.SCALES.items()
    }
    known |= {word: ("X", value) for word, value in numbers.DECADES.items()}
    known |= {word: ("M", name.value) for word, name in MONTHS.items()}
    return known | {word: ("W", name.value) for word, name in WEEKDAYS.items()}


class Field(NamedTuple):
    """A number or name at some tokens of a phrase: their symbols, its value, and how it is said."""

    start: int
    end: int
    symbols: str
    value: int
    text: str

    @property
    def by_digit(self) -> bool:
        """Whether it is said digit by digit: "one nine eight two"."""
        return _SAID.fullmatch(self.symbols) is not None

    @property
    def padded(self) -> bool:
        """Whether it begins with a zero: "06", "oh six"."""
        return self.text[:1] == "0" or (self.symbols[:1] == "0" and len(self.symbols) > 1)


def field_of(symbols: Symbols, first: int, stop: int) -> Field:
    """Return the field of some tokens."""
    letters, values = symbols.symbols[first:stop], symbols.values[first:stop]
    start, end = symbols.starts[first], symbols.ends[stop - 1]
    value = values[0] if len(values) == 1 else _value(values, letters)
    return Field(start, end, letters, value, symbols.phrase[start:end])


def longest(forms: Forms, symbols: Symbols, at: int) -> list[re.Match[str]]:
    """Return the longest matches from a token on, in order, up to one that reaches the end."""
    found, end = list[re.Match[str]](), at
    for form in forms:
        match = form.match(symbols.symbols, at)
        if match is not None and match.end() >= end:
            found = [*found, match] if match.end() == end else [match]
            end = match.end()
            if end == len(symbols.symbols):
                break
    return found if end > at else []


def fields_of(symbols: Symbols, match: re.Match[str]) -> tuple[tuple[str, Field], ...]:
    """Return the fields of a form by kind: its groups named by a letter, in order."""
    groups = sorted((match.start(kind), kind) for kind, text in match.groupdict().items() if text)
    return tuple(
        (kind, field_of(symbols, at, match.end(kind))) for at, kind in groups if kind != "b"
    )


def _value(every: Sequence[int], letters: str) -> int:
    values = [each for each, letter in zip(every, letters, strict=True) if letter not in "-&"]
    if _SAID.fullmatch(letters):
        return int("".join(map(str, values)))
    in_two_parts = letters[0] in "hijk" and "H" not in letters and _YEAR.fullmatch(letters)
    if in_two_parts and (values[0] < 20 or not 0 < values[1] < 10):  # "nineteen eighty two"
        return 100 * values[0] + sum(values[1:])
    return value_in_words(every, letters)


def value_in_words(values: Sequence[int], letters: str) -> int:
    """Return the value of number words by their own values and symbols."""
    total = current = 0
    for value, letter in zip(values, letters, strict=True):
        if letter == "H":
            current = (current or 1) * value
        elif letter in "KS":
            total, current = total + (current or 1) * value, 0
        else:
            current += value
    return total + current


def write_field(
    field: Field, value: int, *, padded: bool = False, by_digit: bool = False, zero: str = "oh"
) -> str:
    """Return a value below 100, or a year in digits, in the form of a field."""
    old = field.text
    if field.symbols == "D":
        ending = numbers.ordinal_ending(value)
        return f"{value}{ending.upper() if old.isupper() else ending}"
    if old[:1].isdigit():
        width = len(old) if field.symbols in "YL" else 2 if padded else 1
        return f"{value:0{width}d}"
    joint = "-" if "-" in old else " "
    if field.symbols[-1] == "O":
        words = numbers.ordinal_words(value, joint)
    elif by_digit:
        words = numbers.digit_words(f"{value:0{1 + padded}d}", joint, zero)
    elif padded:
        words = numbers.padded_words(value, joint, zero)
    else:
        words = numbers.small_words(value, joint)
    return capitalized_like(old, words)
