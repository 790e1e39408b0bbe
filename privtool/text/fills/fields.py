"""The fields of forms: what each is filled with, in one word or several.

`{given}` is a part of a name, `{2..60}` a number between two others, `{~555-0142}` a surrogate of a
public example, `{city}` a name of a kind of `lists/kinds-en.tsv`; other words stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from functools import cached_property, partial
from typing import NamedTuple

from privtool.text.english.numbers import ordinal_ending, ordinal_words, year_words
from privtool.text.english.verbalize import cardinal_slots
from privtool.text.fills.kinds import kinds
from privtool.text.fills.persons import given_name, letters_of_names, surname
from privtool.text.fills.place import FillPlace, Words
from privtool.text.surrogates.context import Context, NoSurrogateError
from privtool.text.surrogates.dispatch import surrogate_for
from privtool.text.surrogates.prf import Key, KeyedRandom

_YEAR = re.compile(r"\b(1[89]\d\d|20[0-4]\d)\b")
_FIRST_YEAR, _LAST_YEAR = 1975, 2024
_RANGE = re.compile(r"([\d.,]*\d)\.\.([\d.,]*\d)(th)?")
_STEPS = 1 << 20
_WIDE = 10  # times as large: such numbers are drawn by their magnitude
_SAMPLES = 40  # values that show how many words a number may have
_ROUNDED = ((1000, 1000), (100, 50), (30, 5))  # from which number on words are rounded, and to what
_ONE = frozenset((1,))
_SPELLED = frozenset(range(5, 13))  # letters
_SAID_YEAR = frozenset((2, 3))
_TRIED = 32


class Phrase(NamedTuple):
    """Words and the shape of their form, if any."""

    words: Words
    shape: str = ""


_Draw = Callable[[FillPlace, int, KeyedRandom], Phrase | None]


class Number:
    """A number from `low` to `high`, with as many decimals as `low`; `2..9th` is an ordinal."""

    def __init__(self, low: str, high: str, ordinal: bool) -> None:
        self._low, self._high = (float(each.replace(",", "")) for each in (low, high))
        self._ordinal = ordinal
        self._decimals = len(low.partition(".")[2])

    @classmethod
    def parsed(cls, text: str) -> Number | None:
        """Return the number of "2..60"; None for another text."""
        found = _RANGE.fullmatch(text)
        return None if found is None else cls(found[1], found[2], found[3] is not None)

    @cached_property
    def spoken_sizes(self) -> frozenset[int]:
        """How many words the number may have."""
        step = (self._high - self._low) / _SAMPLES
        return frozenset(len(self.words(self._low + step * n, True)) for n in range(_SAMPLES + 1))

    def draw(self, rng: KeyedRandom, place: FillPlace | None = None) -> float:
        """Return a value as it is written; one of a wide range by its magnitude.

        Of two amounts, the lower is in the lower half of the numbers, the upper in the other half.
        """
        low, high, step = self._low, self._high, 10.0**-self._decimals
        part = (rng.below(_STEPS) + 0.5) / _STEPS
        if place is not None and place.is_lower is not place.is_upper:
            part = (part + place.is_upper) / 2
        wide = low > 0 and high > _WIDE * low
        value = low * (high / low) ** part if wide else low + part * (high + step - low)
        return round(value - step / 2, self._decimals)

    def words(self, value: float, spoken: bool) -> Words:
        """Return the words of a value, or its digits."""
        whole = int(value)
        if spoken:
            if self._ordinal:
                return tuple(ordinal_words(whole).split())
            unit = next((unit for least, unit in _ROUNDED if whole >= least), 1)
            return tuple(slot[0] for slot in cardinal_slots(whole // unit * unit) if "" not in slot)
        if self._decimals:
            return (f"{value:,.{self._decimals}f}",)
        unit = 10 ** max(0, len(str(whole)) - 2) if whole >= 1000 else 1
        return (f"{whole // unit * unit:,}" + (ordinal_ending(whole) if self._ordinal else ""),)


class Field(NamedTuple):
    """How many words a field may have in writing and in speech, and how they are drawn."""

    written: Collection[int]
    spoken: Collection[int]
    draw: _Draw


_NAMED = {
    "given": Field(_ONE, _ONE, lambda place, _, rng: Phrase((given_name(place, rng),))),
    "surname": Field(_ONE, _ONE, lambda _place, _, rng: Phrase((surname(rng),))),
    "letters": Field(_SPELLED, _SPELLED, lambda _, size, rng: Phrase(letters_of_names(size, rng))),
}


def field_of(word: str, label: str) -> Field:
    """Return the field of a word of a form with a label."""
    if not word.startswith("{"):
        return Field(_ONE, _ONE, lambda *_: Phrase((word,)))
    name = word[1:-1]
    if name == "year":
        return Field(_ONE, _SAID_YEAR, _year)
    if name.startswith("~"):
        example = name[1:].replace("_", " ")
        sizes = frozenset((len(example.split()),))
        return Field(sizes, sizes, partial(_like, example, label))
    if value := Number.parsed(name):
        return Field(_ONE, value.spoken_sizes, partial(_number, value))
    if name in _NAMED:
        return _NAMED[name]
    pools = kinds()[name]
    return Field(pools, pools, lambda _, size, rng: Phrase(tuple(pools[size].draw(rng).split())))


def _number(number: Number, place: FillPlace, size: int, rng: KeyedRandom) -> Phrase | None:
    """Return a number of so many words."""
    for _ in range(_TRIED):
        words = number.words(number.draw(rng, place), place.is_spoken)
        if len(words) == size:
            return Phrase(words)
    return None


def year_near(place: FillPlace, rng: KeyedRandom) -> int:
    """Return a year close to those of the text, else one close to those of its other phrases.

    The end of a period is after all that begin one: "from [1983] through [1986]".
    """
    seen = [int(year) for year in _YEAR.findall(f"{place.before} {place.after}")]
    years = seen or [_FIRST_YEAR + place.shared % (_LAST_YEAR - _FIRST_YEAR)]
    low, high = (1, 4) if place.is_upper else (-4, 0)
    return min(rng.between(min(years) + low, max(years) + high), _LAST_YEAR + place.is_upper)


def _year(place: FillPlace, size: int, rng: KeyedRandom) -> Phrase | None:
    """Return a year; any of so many words where none close to those of the text has them."""
    for attempt in range(_TRIED):
        near = attempt < _TRIED // 2
        year = year_near(place, rng) if near else rng.between(_FIRST_YEAR, _LAST_YEAR)
        words = tuple(year_words(year).split()) if place.is_spoken else (str(year),)
        if len(words) == size:
            return Phrase(words)
    return None


def _like(example: str, label: str, _: FillPlace, size: int, rng: KeyedRandom) -> Phrase | None:
    """Return a surrogate of a public example: other digits, letters and names."""
    key = Key(str(rng.below(1 << 62)).encode())
    try:
        words = tuple(surrogate_for(example, label, Context(key, "")).split())
    except NoSurrogateError:
        return None
    return Phrase(words) if len(words) == size else None
