"""Fields of a value: the patterns of numbers over symbols, and numbers written as a field is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from privtool.text.english.numbers import (
    digit_words,
    ordinal_ending,
    ordinal_words,
    padded_words,
    small_words,
)
from privtool.text.letter_case import capitalized_like
from privtool.text.values.symbols import Symbols

_J = "-?"  # between the words of a number
TWO = f"(?:[k-r]{_J}[1-9]|[a-r])"
UNIT_OR_TWO = f"(?:[k-r]{_J}[1-9]|[0-9a-r])"
ORDINAL = f"(?:D|[k-r]{_J}O|O|(?:[1Q]{_J})?V)"
MONTH = f"(?:A|0{_J}[1-9]|1{_J}[012]|[abc]|[1-9])"
DAY = f"(?:[AB]|0{_J}[1-9]|[12]{_J}[0-9]|3{_J}[01]|k{_J}[1-9]|k|l{_J}1|l|[a-j]|[1-9])"
YEAR = (
    f"(?:Y|2{_J}K(?:{_J}&?{_J}(?:0{_J}[1-9]|{TWO}|[1-9]))?|[hijk]{_J}(?:H|0{_J}[1-9]|{TWO})"
    f"|(?:1{_J}[789]|2{_J}0){_J}[0-9]{_J}[0-9])"
)
SHORT_YEAR = f"(?:[ABC]|0{_J}[0-9]|[1-9]{_J}[0-9]|{TWO})"
_SAID = re.compile("[0-9](?:-?[0-9])+")


Forms = tuple[re.Pattern[str], ...]


class Field(NamedTuple):
    """A number or name at tokens `first` to `stop` of a phrase: its value, and how it is said.

    `symbols` are those of its tokens.
    """

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
    letters = symbols.symbols[first:stop]
    if stop - first == 1:  # the usual case
        start, end = symbols.starts[first], symbols.ends[first]
        return Field(start, end, letters, symbols.values[first], symbols.phrase[start:end])
    values = [each for each, letter in zip(symbols.values[first:stop], letters, strict=True)
              if letter not in "-&"]  # fmt: skip
    field = Field(
        symbols.starts[first], symbols.ends[stop - 1], letters, 0, symbols.text(first, stop)
    )
    return field._replace(value=_value(letters, values, field.by_digit))


def compiled(forms: Iterable[str], parts: Mapping[str, str]) -> Forms:
    """Return the patterns of some forms, whose parts have names in braces."""
    return tuple(re.compile(re.sub(r"\{\w\}", lambda part: parts[part[0]], form)) for form in forms)


def longest(forms: Forms, symbols: Symbols, at: int) -> list[re.Match[str]]:
    """Return the longest matches of forms from a token on, all equally long, in order.

    One that reaches the end of the phrase is the last one tried.
    """
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


def _value(letters: str, values: list[int], by_digit: bool) -> int:
    if by_digit:
        return int("".join(map(str, values)))
    if letters[:1] in "hijk" and len(values) > 1 and (values[0] < 20 or values[1] >= 10):
        rest = 0 if "H" in letters else sum(values[1:])  # a year in two parts
        return 100 * values[0] + rest if _in_two_parts(letters) else sum(values)
    total = 0
    for value in values:
        total = total * value if value >= 100 and 0 < total < 100 else total + value
    return total


def _in_two_parts(letters: str) -> bool:
    """Return whether a number is said like a year: "nineteen eighty two", "twenty oh five"."""
    return re.fullmatch(YEAR, letters) is not None


def write_field(
    field: Field, value: int, *, padded: bool = False, by_digit: bool = False, zero: str = "oh"
) -> str:
    """Return a value below 100, or a year in digits, in the form of a field."""
    old = field.text
    if field.symbols == "D":
        ending = ordinal_ending(value)
        return f"{value}{ending.upper() if old.isupper() else ending}"
    if old[:1].isdigit():
        width = len(old) if field.symbols in "YL" else 2 if padded else 1
        return f"{value:0{width}d}"
    joint = "-" if "-" in old else " "
    if field.symbols[-1] == "O":
        words = ordinal_words(value, joint)
    elif by_digit:
        words = digit_words(f"{value:0{1 + padded}d}", joint, zero)
    else:
        words = padded_words(value, joint, zero) if padded else small_words(value, joint)
    return capitalized_like(old, words)
