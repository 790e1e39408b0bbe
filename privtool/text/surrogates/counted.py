"""Numbers, amounts and ages: near their value where the words around tell, else of their size."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import cache, partial
from itertools import pairwise
from typing import NamedTuple

from privtool.core.rng import KeyedRandom
from privtool.core.spans import replace_ranges
from privtool.text.labels import Label
from privtool.text.letter_case import capitalized_like
from privtool.text.lexicon import entries, one_of, rows, sections, words
from privtool.text.surrogates.codes import replace_code, replace_digits
from privtool.text.surrogates.common_words import said_with, uncommon_words
from privtool.text.surrogates.context import Context, NoSurrogateError
from privtool.text.surrogates.cues import cues_of_number, rises_from
from privtool.text.values import number as numbers
from privtool.text.values.number import Number

_LETTERS = re.compile(r"[^\W\d]+")
_STEPS = 2  # by which a word of a group moves at most
_LONGEST_MEASURED = 5  # digits of a number with decimals: "98.6"


def number(phrase: str, context: Context) -> str:
    """Return another number: near the old one if it is measured, else as long and as round."""
    return _other_numbers(phrase, context, "NUMBER") or replace_code(phrase, context, "NUMBER")


def money(phrase: str, context: Context) -> str:
    """Return another amount of the same length, roundness and currency."""
    made = _other_numbers(phrase, context, "MONEY")
    return made or replace_digits(phrase, context, "MONEY")


def age(phrase: str, context: Context) -> str:
    """Return another age of the same stage of life, also for a word; two of them stay in order."""
    made = _other_numbers(phrase, context, "AGE")
    if made is None and not any(map(str.isdigit, phrase)):
        raise NoSurrogateError
    return made or number(phrase, context)


def _other_numbers(phrase: str, context: Context, kind: str) -> str | None:
    """Return the phrase with other numbers and quantities; None if it has anything else."""
    said = (_find(phrase, "ages") if kind == "AGE" else []) or _find(phrase, "quantities")
    blanks = ((each.start, each.end, "\0" * (each.end - each.start)) for each in said)
    found = numbers.find(replace_ranges(phrase, blanks) if said else phrase)  # no "a" of "a dozen"
    if not (said or found) or _has_more(phrase, (*said, *found), kind, context.language):
        return None
    spaced = any(phrase[one.end : two.start].isspace() for one, two in pairwise(found))
    if spaced and kind != "AGE":
        return None  # a code
    said = [] if kind == "AGE" and found else said  # "two and a half"
    measured = kind == "NUMBER" and _is_measured(phrase, found, context)
    draw = _age_near if kind == "AGE" else partial(_drawn, context.cues, measured)
    rises = rises_from(context.cues) if len(found) == 1 else None
    if rises is not None:  # the end of a range, which stays on its side
        draw = partial(numbers.near, rises=rises)

    def make(rng: KeyedRandom) -> str:
        new = numbers.redrawn(phrase, found, partial(draw, rng=rng))
        new += [(each.start, each.end, _other(each, rng)) for each in said]
        return replace_ranges(phrase, sorted(new))

    return context.retry(kind, phrase, make)


def _drawn(cues: Collection[str], measured: bool, each: Number, rng: KeyedRandom) -> int:
    """Return another value for a number, at least two for several things."""
    least = 1 + ("plural" in cues and each.value != 1)
    near = measured or each.kind == "ordinal"
    return numbers.near(each, rng, least) if near else numbers.of_its_size(each, rng, least)


def _age_near(number: Number, rng: KeyedRandom) -> int:
    """Return another age of the same stage; beyond all, another number of its size."""
    value = number.value
    for low, high, oldest in (map(int, row) for row in rows("age_bands")):
        if value <= oldest:
            drawn = rng.between_except(low if value >= low else 0, high, value)
            return drawn or (3 - value if number.kind == "ordinal" else 0)
    return numbers.of_its_size(number, rng)


def _has_more(phrase: str, covered: Sequence[Number | Quantity], kind: str, language: str) -> bool:
    """Return whether a phrase has digits, or letters of no word, besides its numbers."""
    blanks = ((each.start, each.end, "\0") for each in sorted(covered, key=lambda each: each.start))
    rest = re.sub(r"\0(?:['\u2019]?s\b)?", " ", replace_ranges(phrase, blanks))
    if kind == "MONEY" or any(map(str.isdigit, rest)):  # whose uncommon words are replaced
        return any(map(str.isdigit, rest))
    known = words("units.glued") | {"a"} | (words("units.ages") if kind == "AGE" else set())
    known |= said_with(Label.AGE, language) if kind == "AGE" else set()
    return any(word.lower() not in known and _is_private(word) for word in _LETTERS.findall(rest))


def _is_private(word: str) -> bool:
    """Return whether a word next to a number may be a part of a code: "8823 B"."""
    if len(word) <= 2 and word.lower() not in words("units.words"):
        return len(word) == 1 or word.isupper()
    return bool(uncommon_words(word))


def _is_measured(phrase: str, found: Sequence[Number], context: Context) -> bool:
    """Return whether a number is one of units: by a word in the phrase or after it, or decimals."""
    fine = any(0 < each.decimals < len(each.text) - 1 <= _LONGEST_MEASURED for each in found)
    within = (cues_of_number(phrase[each.end :]) for each in found)
    return fine or "measured" in context.cues or any("measured" in cues for cues in within)


class Quantity(NamedTuple):
    """A word or words at `phrase[start:end]` of a group of a file of the lexicon."""

    start: int
    end: int
    text: str
    group: tuple[str, ...]


def _key(said: str) -> str:
    return re.sub(r"[\s-]+", " ", said.lower())


@cache
def _groups(file: str) -> tuple[re.Pattern[str], dict[str, tuple[str, ...]]]:
    groups = {
        _key(entry): entries(f"{file}.{section}")
        for section in reversed(sections(file))
        for entry in entries(f"{file}.{section}")
    }
    found = one_of(groups).replace(r"\ ", r"[\s-]+")
    return re.compile(rf"(?<!\w){found}(?=s?(?![\w-]|['\u2019]\w))", re.IGNORECASE), groups


def _find(phrase: str, file: str) -> list[Quantity]:
    """Return the words of the groups of a file in a phrase, in order: no scale of "2 million"."""
    pattern, groups = _groups(file)
    scales = words("quantities.small_scales") | words("quantities.large_scales")
    found = (Quantity(*m.span(), m[0], groups[_key(m[0])]) for m in pattern.finditer(phrase))
    return [each for each in found if each.start == 0 or each.text.lower() not in scales]


def _other(quantity: Quantity, rng: KeyedRandom) -> str:
    """Return another word of the group, which is in an order: one near it."""
    keys = [_key(each) for each in quantity.group]
    at = keys.index(_key(quantity.text))
    near = quantity.group[max(0, at - _STEPS) : at + _STEPS + 1]
    others = [each for each in near if _key(each) != keys[at]]
    return capitalized_like(quantity.text, others[rng.below(len(others))])
