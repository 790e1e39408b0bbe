"""Numbers, amounts and ages: near their value where the words around tell, else of their size."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import cache, partial
from itertools import pairwise

from privtool.core.rng import KeyedRandom
from privtool.core.spans import replace_ranges
from privtool.text.labels import Label
from privtool.text.letter_case import capitalized_like
from privtool.text.lexicon import entries, one_of, sections, words
from privtool.text.surrogates.codes import replace_code, replace_digits
from privtool.text.surrogates.common_words import said_with, uncommon_words
from privtool.text.surrogates.context import Context, NoSurrogateError
from privtool.text.surrogates.cues import cues_of_number, rises_from
from privtool.text.values import number as numbers
from privtool.text.values.number import Number

_LETTERS = re.compile(r"[^\W\d]+")
Quantity = tuple[re.Match[str], tuple[str, ...]]  # words, and the group that they are of
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
    english = phrase if not context.language else _LETTERS.sub(lambda m: "\0" * len(m[0]), phrase)
    said = (_find(english, "ages") if kind == "AGE" else []) or _find(english, "quantities")
    covered = [match.span() for match, _ in said]
    blanks = ((start, end, "\0" * (end - start)) for start, end in covered)
    found = numbers.find(replace_ranges(english, blanks))  # no "a" of "a dozen"
    covered = sorted([*covered, *((each.start, each.end) for each in found)])
    if not covered or _has_more(phrase, covered, kind, context.language):
        return None
    spaced = any(phrase[one.end : two.start].isspace() for one, two in pairwise(found))
    if spaced and kind != "AGE":
        return None  # a code
    said = [] if kind == "AGE" and found else said  # "two and a half"
    measured = kind == "NUMBER" and _is_measured(phrase, found, context)
    draw = _age_near if kind == "AGE" else partial(_drawn, context.cues, measured)
    rises = rises_from(context.cues)
    if rises is not None:  # the end of a range, which stays on its side
        draw = partial(numbers.near, rises=rises)

    def make(rng: KeyedRandom) -> str:
        new = numbers.redrawn(phrase, found, partial(draw, rng=rng))
        new += [(*match.span(), _other(match[0], group, rng)) for match, group in said]
        return replace_ranges(phrase, sorted(new))

    return context.retry(kind, phrase, make)


def _drawn(cues: Collection[str], measured: bool, each: Number, rng: KeyedRandom) -> int:
    """Return another value for a number, at least two for several things."""
    least = 1 + ("plural" in cues and each.value != 1)
    near = measured or each.kind == "ordinal"
    return numbers.near(each, rng, least) if near else numbers.of_its_size(each, rng, least)


def _age_near(number: Number, rng: KeyedRandom) -> int:
    """Return another age of the same stage; beyond all, another number of its size."""
    value, stage = number.value, numbers.stage_of(number.value)
    if not stage:
        return numbers.of_its_size(number, rng)
    drawn = rng.between_except(stage[0] if value >= stage[0] else 0, stage[-1], value)
    return drawn or (3 - value if number.kind == "ordinal" else 0)


def _has_more(phrase: str, covered: Sequence[tuple[int, int]], kind: str, language: str) -> bool:
    """Return whether a phrase has digits, or letters of no word, besides its numbers."""
    blanked = replace_ranges(phrase, ((*span, "\0") for span in covered))
    rest = re.sub(r"\0(?:['\u2019]?s\b)?", " ", blanked)
    if kind == "MONEY" or any(map(str.isdigit, rest)):  # whose uncommon words are replaced
        return any(map(str.isdigit, rest))
    known = words("units.glued") | {"a"}
    if kind == "AGE":
        known |= words("units.ages") | said_with(Label.AGE, language)
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
    return re.compile(rf"(?<![\w/]){found}(?=s?(?![\w/-]|['\u2019]\w))", re.IGNORECASE), groups


def _find(phrase: str, file: str) -> list[Quantity]:
    """Return the words of the groups of a file in a phrase, in order: no scale of "2 million"."""
    pattern, groups = _groups(file)
    scales = words("quantities.small_scales") | words("quantities.large_scales")
    found = [m for m in pattern.finditer(phrase) if m.start() == 0 or m[0].lower() not in scales]
    return [(match, groups[_key(match[0])]) for match in found]


def _other(word: str, group: tuple[str, ...], rng: KeyedRandom) -> str:
    """Return another word of the group, which is in an order: one near it."""
    keys = [_key(each) for each in group]
    at = keys.index(_key(word))
    near = group[max(0, at - _STEPS) : at + _STEPS + 1]
    others = [each for each in near if _key(each) != keys[at]]
    return capitalized_like(word, others[rng.below(len(others))])
