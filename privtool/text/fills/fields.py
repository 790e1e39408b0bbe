"""What the fields of forms are filled with, in one word or several: names, numbers and examples.

`{given}` is a part of a name, `{2..60}` a number between two others, `{~555-0142}` a surrogate of a
public example, `{city}` a name of a kind of `lists/kinds-en.tsv`; other words stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from functools import cache, partial
from typing import NamedTuple

from privtool.core.rng import Key, KeyedRandom
from privtool.text.english.numbers import ordinal_ending, ordinal_words, year_words
from privtool.text.english.spoken_words import cardinal_slots
from privtool.text.fills.place import FillPlace, Words
from privtool.text.known_names import rows_of
from privtool.text.lexicon import rows, words
from privtool.text.surrogates.context import Context, NoSurrogateError, Pool
from privtool.text.surrogates.dispatch import surrogate_for
from privtool.text.surrogates.gazetteer import gazetteer
from privtool.text.surrogates.name_lists import name_pools

LETTERS = "ABCDEFGHJKLMNPRSTW"
GIVEN_AND_SURNAME = "given_and_surname"  # in the order of the alphabet
_HALVED = 24  # a name so many places further down the list is drawn half as often
_IRISH = re.compile(r"O(?=(?:brien|connor|connell|neal|neill?|donnell|reilly|keefe|hara|rourke)$)")
_PRONOUN = re.compile(r"\b(?:(he|him|his|himself)|she|her|hers|herself)\b", re.IGNORECASE)
_LAST = re.compile(r"([\w.]+)(?: named)?$")
_YEAR = re.compile(r"\b(1[89]\d\d|20[0-4]\d)\b")
_FIRST_YEAR, _LAST_YEAR = 1975, 2024
_RANGE = re.compile(r"([\d.,]*\d)\.\.([\d.,]*\d)(th)?")
_STEPS = 1 << 20
_WIDE = 10  # times as large: such numbers are drawn by their magnitude
_NEAR = 0.3  # of such a range, in which all amounts of a text are
_SAMPLES = 40  # values that show how many words a number may have
_ROUNDED = ((1000, 1000), (100, 50), (30, 5))  # from which number on words are rounded, and to what
ONE = frozenset((1,))
_SPELLED = frozenset(range(5, 13))  # letters
_SAID_YEAR = frozenset((2, 3))
_TRIED = 32


@cache
def kinds() -> dict[str, dict[int, Pool]]:
    """Return the names of each kind by the number of their words, the best known first."""
    found: dict[str, dict[int, Pool]] = {}
    for kind, listed in rows_of("kinds-en.tsv"):
        sizes: dict[int, dict[str, float]] = {}
        for name in listed.split("|"):
            some = sizes.setdefault(len(name.split()), {})
            some[name] = 1.0 if kind == GIVEN_AND_SURNAME else 2.0 ** (-len(some) / _HALVED)
        found[kind] = {size: Pool(some) for size, some in sizes.items()}
    return found


def home(place: FillPlace, rng: KeyedRandom) -> Phrase | None:
    """Return a city and its state, in short if a full stop follows."""
    at = place.gaps.index(", ") + 1 if ", " in place.gaps else place.size - 1
    pool = _homes(place.is_abbreviated).get((at, place.size - at))
    return None if pool is None else Phrase(tuple(pool.draw(rng).replace(",", "").split()))


@cache
def _homes(short: bool) -> dict[tuple[int, int], Pool]:
    by_sizes: dict[tuple[int, int], dict[str, float]] = {}
    names = {code: usual.split("|")[0] if short else name for code, name, usual in rows("states")}
    for (code, city), zips in gazetteer().zips.items():
        if name := names[code]:  # "Texas" may have no short form
            sizes = len(city.split()), len(name.split())
            by_sizes.setdefault(sizes, {})[f"{city}, {name}"] = float(len(zips) ** 2)
    return {sizes: Pool(weights) for sizes, weights in by_sizes.items()}


def given_name(place: FillPlace, rng: KeyedRandom) -> str:
    """Return a given name of the gender of the word before it or of the next pronoun."""
    pools, last = name_pools(), _LAST.search(place.lead)
    for listed, pool in (("of_women", pools.female), ("of_men", pools.male)):
        if last is not None and last[1] in words(f"fills.{listed}"):
            return pool.draw(rng)
    found = _PRONOUN.search(place.after)
    return (pools.given if found is None else pools.male if found[1] else pools.female).draw(rng)


def surname(rng: KeyedRandom) -> str:
    """Return a surname as it is written ("O'Brien"), as often as in the United States."""
    name = name_pools().surnames.draw(rng)
    return f"O'{name[1:].capitalize()}" if _IRISH.match(name) else name


def letters_of_names(size: int, rng: KeyedRandom) -> Words:
    """Return so many letters of surnames, one by one."""
    return tuple(filter(str.isalpha, "".join(surname(rng).upper() for _ in range(size))))[:size]


def linked_person(place: FillPlace, rngs: Sequence[KeyedRandom]) -> Words:
    """Return names, each by its own random numbers: the same as a part of a longer name.

    All are given names as well as surnames: whether a name alone is the one or the other need not
    be known for it to be that of the same person elsewhere.
    """
    names = kinds()[GIVEN_AND_SURNAME][1]
    stops = [*(gap.strip() == "." for gap in place.gaps), False]
    pairs = zip(rngs, stops, strict=True)
    return tuple(rng.choice(LETTERS) if stop else names.draw(rng) for rng, stop in pairs)


class Phrase(NamedTuple):
    """Words and the shape of their form, if any."""

    words: Words
    shape: str = ""


_Draw = Callable[[FillPlace, int, KeyedRandom], Phrase | None]


class Number(NamedTuple):
    """A number from `low` to `high`, with some decimals; "2..9th" is an ordinal."""

    low: float
    high: float
    ordinal: bool
    decimals: int

    @classmethod
    def parsed(cls, text: str) -> Number | None:
        """Return the number of "2..60"; None for another text."""
        found = _RANGE.fullmatch(text)
        if found is None:
            return None
        low, high = (float(each.replace(",", "")) for each in found.groups()[:2])
        return cls(low, high, found[3] is not None, len(found[1].partition(".")[2]))

    @property
    def spoken_sizes(self) -> frozenset[int]:
        """How many words the number may have."""
        step = (self.high - self.low) / _SAMPLES
        return frozenset(len(self.words(self.low + step * n, True)) for n in range(_SAMPLES + 1))

    def draw(self, rng: KeyedRandom, place: FillPlace | None = None) -> float:
        """Return a value, by its magnitude in a wide range, which is much the same in a text.

        One of two amounts that are compared is in one half.
        """
        step = 10.0**-self.decimals
        part = (rng.below(_STEPS) + 0.5) / _STEPS
        wide = self.low > 0 and self.high > _WIDE * self.low
        if place is not None and wide and not (place.is_spoken or self.ordinal):
            part = (place.shared % _STEPS / _STEPS) * (1 - _NEAR) + part * _NEAR
        if place is not None and place.is_lower is not place.is_upper:
            part = (part + place.is_upper) / 2
        even = self.low + part * (self.high + step - self.low)
        value = self.low * (self.high / self.low) ** part if wide else even
        return round(value - step / 2, self.decimals)

    def words(self, value: float, spoken: bool) -> Words:
        """Return the words of a value, or its digits."""
        whole = int(value)
        if spoken and self.ordinal:
            return tuple(ordinal_words(whole).split())
        if spoken:
            unit = next((unit for least, unit in _ROUNDED if whole >= least), 1)
            return tuple(slot[0] for slot in cardinal_slots(whole // unit * unit) if "" not in slot)
        if self.decimals:
            return (f"{value:,.{self.decimals}f}",)
        unit = 10 ** max(0, len(str(whole)) - 2) if whole >= 1000 else 1
        return (f"{whole // unit * unit:,}" + (ordinal_ending(whole) if self.ordinal else ""),)


class Field(NamedTuple):
    """How many words a field may have in writing and in speech, and how they are drawn."""

    written: Collection[int]
    spoken: Collection[int]
    draw: _Draw


def field_of(word: str, label: str) -> Field:
    """Return the field of a word of a form with a label."""
    if not word.startswith("{"):
        return Field(ONE, ONE, lambda *_: Phrase((word,)))
    name = word[1:-1]
    if name.startswith("~"):
        example = name[1:].replace("_", " ")
        sizes = frozenset((len(example.split()),))
        return Field(sizes, sizes, partial(_like, example, label))
    if value := Number.parsed(name):
        return Field(ONE, value.spoken_sizes, partial(_number, value))
    if name in _NAMED:
        return _NAMED[name]
    pools = kinds()[name]
    return Field(pools, pools, lambda _, size, rng: Phrase(tuple(pools[size].draw(rng).split())))


def _number(number: Number, place: FillPlace, size: int, rng: KeyedRandom) -> Phrase | None:
    """Return a number of so many words."""
    drawn = (number.words(number.draw(rng, place), place.is_spoken) for _ in range(_TRIED))
    return next((Phrase(words) for words in drawn if len(words) == size), None)


def _year(place: FillPlace, size: int, rng: KeyedRandom) -> Phrase | None:
    """Return a year close to those of the text, else one close to those of its other phrases.

    The end of a period is after all that begin one: "from [1983] through [1986]". Any of so many
    words where none of these has them.
    """
    seen = [int(year) for year in _YEAR.findall(f"{place.before} {place.after}")]
    years = seen or [_FIRST_YEAR + place.shared % (_LAST_YEAR - _FIRST_YEAR)]
    low, high = (1, 4) if place.is_upper else (-4, 0)
    for attempt in range(_TRIED):
        if attempt < _TRIED // 2:
            year = rng.between(min(years) + low, max(years) + high)
            year = min(year, _LAST_YEAR + place.is_upper)
        else:
            year = rng.between(_FIRST_YEAR, _LAST_YEAR)
        words = tuple(year_words(year).split()) if place.is_spoken else (str(year),)
        if len(words) == size:
            return Phrase(words)
    return None


_NAMED = {
    "given": Field(ONE, ONE, lambda place, _, rng: Phrase((given_name(place, rng),))),
    "surname": Field(ONE, ONE, lambda _place, _, rng: Phrase((surname(rng),))),
    "year": Field(ONE, _SAID_YEAR, _year),
    "initials": Field(ONE, ONE, lambda _, __, rng: Phrase(("".join(letters_of_names(3, rng)),))),
    "letters": Field(_SPELLED, _SPELLED, lambda _, size, rng: Phrase(letters_of_names(size, rng))),
}


def _like(example: str, label: str, _: FillPlace, size: int, rng: KeyedRandom) -> Phrase | None:
    """Return a surrogate of a public example: other digits, letters and names."""
    key = Key(str(rng.below(1 << 62)).encode())
    try:
        words = tuple(surrogate_for(example, label, Context(key, "")).split())
    except NoSurrogateError:
        return None
    return Phrase(words) if len(words) == size else None
