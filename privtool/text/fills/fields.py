"""The fields of forms: what each is filled with, in one word or several.

`{given}` is a part of a name, `{2..60}` a number between two others, `{~555-0142}` a surrogate of a
public example, `{city}` a name of a kind of `lists/kinds-en.tsv`; other words stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from functools import partial
from typing import NamedTuple

from privtool.text.english.numbers import year_words
from privtool.text.fills.kinds import kinds
from privtool.text.fills.numbers import ANY, Number
from privtool.text.fills.persons import given_name, letters_of_names, surname
from privtool.text.fills.place import FillPlace, Words
from privtool.text.surrogates.context import Context, NoSurrogateError
from privtool.text.surrogates.dispatch import surrogate_for
from privtool.text.surrogates.prf import Key, KeyedRandom

_YEAR = re.compile(r"\b(1[89]\d\d|20[0-4]\d)\b")
_FIRST_YEAR, _LAST_YEAR = 1975, 2024
_ONE = frozenset((1,))
_SPELLED = frozenset(range(5, 13))  # letters
_SAID_YEAR = frozenset((2, 3))
_TRIED = 16
_FAR = 3  # times as large, for a number of so few words: "twenty or [thirty]"


class Phrase(NamedTuple):
    """Words, and the value of the last number among them and the shape of their form, if any."""

    words: Words
    value: float | None = None
    shape: str = ""


_Draw = Callable[[FillPlace, int, KeyedRandom], Phrase | None]


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


def field_of(word: str, shape: str, label: str) -> Field:
    """Return the field of a word of a form with a shape and a label."""
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
        return Field(_ONE, value.spoken_sizes, partial(_number, value, shape))
    if name in _NAMED:
        return _NAMED[name]
    pools = kinds()[name]
    return Field(pools, pools, lambda _, size, rng: Phrase(tuple(pools[size].draw(rng).split())))


def _number(
    number: Number, shape: str, place: FillPlace, size: int, rng: KeyedRandom
) -> Phrase | None:
    """Return a number: one that fits the last one of the same shape of the text, if any."""
    low, high = near = place.amounts.get(shape, ANY)
    for attempt in range(2 * _TRIED):
        value = number.draw(near if attempt < _TRIED else (low, _FAR * high), rng)
        words = number.words(value, place.is_spoken)
        if len(words) == size:
            return Phrase(words, value)
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
    for attempt in range(2 * _TRIED):
        near = attempt < _TRIED
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
