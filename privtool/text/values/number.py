"""Numbers in digits or words: read, drawn near their value or of their size, written in their form.

"1,250.50", "twenty-five", "three hundred and twelve", "21st", "third"; those in words of other
languages than English, as num2words reads and writes them.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from privtool.core.rng import KeyedRandom
from privtool.text.english.numbers import (
    SAID_ORDINALS,
    TENS,
    ordinal_ending,
    ordinal_words,
    small_words,
)
from privtool.text.labels import Label
from privtool.text.letter_case import capitalized_like, cased_like
from privtool.text.lexicon import rows, sections
from privtool.text.values.symbols import Symbols, compiled, find_all, symbols_of, value_in_words

_DIGITS = re.compile(r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![.,]?\d)")
_CARDINAL, _ORDINAL = compiled("{cardinal}", "{ordinal}")
ORDINALS = re.compile(
    rf"\b(?:\d+(?:st|nd|rd|th)|(?:(?:{'|'.join(TENS)})[ -])?(?:{'|'.join(SAID_ORDINALS)}))\b",
    re.IGNORECASE,
)
_JOINED = re.compile(
    r"\s*(?:%|percent|[a-z]{0,2})?\s*(?:[-\u2013\u2014/,]|\b(?:to|or|and|through|out of|in)\b)"
    r"[\s$\u20ac\u00a3a-z]{0,4}",
    re.IGNORECASE,
)
# Numbers that are read in other languages: below 1,000, of three digits below 10,000, then of two.
_ROUND = (*range(1000), *range(1000, 10_000, 10))
_ROUND += tuple(n * 10**zeros for zeros in range(3, 7) for n in range(10, 100))
_YEARS, _DAYS = range(1900, 2040), range(1, 32)
_OF_TIMES = range(2, 13), range(13, 25), range(25, 60)
_ENDINGS = ("", "n", "r", "s")  # of ordinals: "am dritten"
_MOST_WORDS = 9  # of a number: "mil novecentos e setenta e dois"
_MOST_TRIES = 201
_WIDEST = 4  # how many times wider two numbers may lie apart
_PART, _ORDINAL_PART, _FINE_PART = 6, 3, 25  # of a number by which it moves at most
_MOST_IN_WORDS = 10**12
_NO_LETTERS = re.compile(r"[^a-z]+")


class Number(NamedTuple):
    """A number at `phrase[start:end]`: `value` without its decimal point, and how it is written."""

    start: int
    end: int
    value: int
    text: str
    kind: str  # digits, words, ordinal
    decimals: int = 0

    @property
    def size(self) -> float:
        """Return the value with its decimals."""
        return float(self.value / 10**self.decimals)


def read(symbols: Symbols, at: int) -> tuple[Number, int] | None:
    """Return the number that begins with a token, and the token after it."""
    letter, start = symbols.symbols[at], symbols.starts[at]
    if letter in "ABCYLE":
        match = _DIGITS.match(symbols.phrase, start)
        if match is None or not match[0].isascii():
            return None
        stop = bisect_left(symbols.starts, match.end(), at + 1)
        whole, _, decimals = match[0].replace(",", "").partition(".")
        return Number(*match.span(), int(whole + decimals), match[0], "digits", len(decimals)), stop
    ordinal = _ORDINAL.match(symbols.symbols, at)
    found = ordinal or _CARDINAL.match(symbols.symbols, at)
    if found is None:
        return None
    text = symbols.text(at, found.end())
    value = value_in_words(symbols.values[at : found.end()], found[0])
    kind = "ordinal" if ordinal else "words"
    return Number(start, start + len(text), value, text, kind), found.end()


def find(phrase: str) -> list[Number]:
    """Return the numbers of a phrase, in order."""
    return [number for number, *_ in find_all(symbols_of(phrase), read)]


def write(number: Number, value: int) -> str:
    """Return another value in the form of a number."""
    old = number.text
    if number.kind == "ordinal":
        if old[0].isdigit():
            return cased_like(old, f"{value}{ordinal_ending(value)}")
        return capitalized_like(old, ordinal_words(min(value, 99), "-" if "-" in old else " "))
    if number.kind == "words":
        return capitalized_like(old, _in_words(value, old.lower()))
    whole, decimals = divmod(value, 10**number.decimals)
    width = len(old.partition(".")[0]) if old[0] == "0" else 1
    written = f"{whole:,}" if "," in old else f"{whole:0{width}d}"
    return f"{written}.{decimals:0{number.decimals}d}" if number.decimals else written


def _in_words(value: int, old: str) -> str:
    if value < 100:
        return small_words(value, "-" if "-" in old else " ")
    if old.endswith("hundred") and value % 100 == 0 and value < 10_000:
        return f"{small_words(value // 100, '-' if '-' in old else ' ')} hundred"
    from num2words import num2words

    words = num2words(min(value, _MOST_IN_WORDS)).replace(",", "")
    words = words if "-" in old else words.replace("-", " ")
    words = words if " and " in old or " " not in old else words.replace(" and ", " ")
    return re.sub(r"^one\b", "a", words) if old.startswith("a ") else words


def near(number: Number, rng: KeyedRandom, least: int = 1, rises: bool | None = None) -> int:
    """Return another value at most a part of it away, or one step of its rounding.

    It is not below `least`, unless the old value is. Ordinals are at most three or a third away.
    With `rises` the value only rises, or only falls, if it can: by a third.
    """
    value, ordinal, bound = number.value, number.kind == "ordinal", rises is not None
    if value == 0:
        return rng.between(2, 3)
    part = _FINE_PART if number.decimals else _ORDINAL_PART if bound or ordinal else _PART
    rounded = 5 if value % 10 == 5 and value > 5 else _power_of_ten(value)
    step = 1 if number.decimals or ordinal or (bound and value % 10) else rounded
    step = max(1, step // 10) if value // step < 2 else step
    old = value // step
    reach = max(3 if number.decimals or ordinal or bound else 1, value // (part * step))
    low, high = max(old - reach, min(least if step == 1 else 1, old)), old + reach
    if rises:
        return step * rng.between(old + 1, high)
    if rises is False and low < old:
        return step * rng.between(low, old - 1)
    if step == 1 and high - low < 2 and least == old == low:
        high += 1  # "2 days" would always become "3 days"
    return step * rng.between_except(low, high, old)


def _power_of_ten(value: int) -> int:
    """Return the power of ten that a number is rounded to: 100 for 300."""
    digits = str(value)
    return int(10 ** (len(digits) - len(digits.rstrip("0"))))


def of_its_size(number: Number, rng: KeyedRandom, least: int = 1) -> int:
    """Return another value of as many digits; its last zeros stay."""
    value = number.value
    if value < 10:
        return rng.between_except(least, 9, value)
    step = _power_of_ten(value)
    low = int(10 ** (len(str(value)) - 1)) // step
    return step * rng.between_except(low, 10 * low - 1, value // step)


def redrawn(
    phrase: str, numbers: Sequence[Number], draw: Callable[[Number], int]
) -> list[tuple[int, int, str]]:
    """Return the places of numbers with other ones: joined ones stay in order."""
    joined = [_JOINED.fullmatch(phrase, one.end, two.start) for one, two in pairwise(numbers)]
    for _ in range(_MOST_TRIES):
        new = [draw(number) for number in numbers]
        pairs = zip(joined, pairwise(numbers), pairwise(new), strict=True)
        if all(_alike(*old, *others) for joint, old, others in pairs if joint):
            break
    return [(n.start, n.end, write(n, value)) for n, value in zip(numbers, new, strict=True)]


def _alike(one: Number, two: Number, new_one: int, new_two: int) -> bool:
    """Return whether new numbers are in the order of the old ones, and not much farther apart."""
    (low, high), (new_low, new_high) = sorted((one.value, two.value)), sorted((new_one, new_two))
    order = one.value < two.value, one.value == two.value
    far = new_high * max(low, 1) > _WIDEST * high * max(new_low, 1)
    return order == (new_one < new_two, new_one == new_two) and not far


def other_ordinal(match: re.Match[str], rng: KeyedRandom) -> str:
    """Return another ordinal for a match of `ORDINALS`, of as many digits or words."""
    (number,) = find(match[0])
    return write(number, of_its_size(number, rng))


def stage_of(age: int) -> range:
    """Return the ages of the stage of life of one, none beyond all."""
    stages = (map(int, row) for row in rows("age_bands"))
    return next((range(low, high + 1) for low, high, oldest in stages if age <= oldest), range(0))


class SaidNumber(NamedTuple):
    """A number, the variant of its language that it is said in ("fr_CH"), and its form there."""

    value: int
    variant: str
    form: str = "cardinal"
    ending: str = ""

    def said(self, value: int) -> str:
        """Return another number in the same form."""
        from num2words import num2words

        return str(num2words(value, lang=self.variant, to=self.form)) + self.ending

    def day(self, value: int) -> str:
        """Return a day of the month or a year in the same form, "premier" for the first."""
        return self._replace(form="ordinal" if value == 1 else self.form).said(value)

    def other(self, rng: KeyedRandom, label: Label) -> str:
        """Return another number of as many digits, an age or hour like it; no 1, with a gender."""
        least = int(10 ** (len(str(self.value)) - 1))
        unit = min(_power_of_ten(self.value), least)
        values: Sequence[int] = range(max(least, 2 * unit), 10 * least, unit)
        if label is Label.AGE:
            values = stage_of(self.value) or values
        elif label is Label.TIME:
            values = next((r for r in _OF_TIMES if self.value < r.stop), _OF_TIMES[-1])
        fit = [value for value in values if value % 10 != 1 and value != self.value]
        return self.said(fit[rng.below(len(fit))])


def said_number(words: Sequence[str], language: str) -> SaidNumber | None:
    """Return the number that words are: a round one, one below 1,000 or a year.

    In German and Dutch also an ordinal below 32. None for any others, and in English.
    """
    return _numbers(language).get(_key(words, language)) if language else None


def said_numbers(words: Sequence[str], language: str) -> Iterator[tuple[int, int, SaidNumber]]:
    """Yield the longest numbers among words: the first word, the one after it, the number."""
    at, joints = 0, sections("numbers", language)["between"]
    while at < len(words):
        stops = range(min(len(words), at + _MOST_WORDS), at, -1) if words[at] not in joints else ()
        each = ((stop, said_number(words[at:stop], language)) for stop in stops)
        fits = ((s, number) for s, number in each if number and words[s - 1] not in joints)
        stop, number = next(fits, (at + 1, None))
        if number is not None:
            yield at, stop, number
        at = stop


@cache
def _numbers(language: str) -> dict[str, SaidNumber]:
    from num2words import CONVERTER_CLASSES

    found: dict[str, SaidNumber] = {}
    variants = [each for each in CONVERTER_CLASSES if each.partition("_")[0] == language]
    endings = _ENDINGS if "ordinal-ends" in sections("numbers", language) else ()
    forms = [("year", "", _YEARS), ("cardinal", "", _ROUND)]  # 2000 becomes another year
    forms += [("ordinal", ending, _DAYS) for ending in endings]
    for variant in variants:
        for form, ending, values in forms:
            for value in values:
                number = SaidNumber(value, variant, form, ending)
                words = re.findall(r"\w+", number.said(value))
                found.setdefault(_key(words, language), number)
    if not endings:  # days have cardinals but for the first: "premier"
        found |= {_key([SaidNumber(1, v).day(1)], language): SaidNumber(1, v) for v in variants}
    return found


def _key(words: Sequence[str], language: str) -> str:
    """Return words as one without signs; what is said between numbers is left out."""
    found = sections("numbers", language)
    plurals = found.get("plurals", ())
    said = (word for word in words if word not in found["between"])
    joined = "".join(word.removesuffix("s") if word in plurals else word for word in said)
    for leading in found.get("leading", ()):
        joined = joined.removeprefix(leading)
    return _NO_LETTERS.sub("", unicodedata.normalize("NFKD", joined))
