"""Words of a group that replace each other, such as quantities: "a dozen", "half", "thousands"."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from privtool.core.rng import KeyedRandom
from privtool.text.letter_case import capitalized_like
from privtool.text.lexicon import entries, sections

_NEAR = 2


class Quantity(NamedTuple):
    """A word or words at `phrase[start:end]` of a group of a file of the lexicon."""

    start: int
    end: int
    text: str
    group: tuple[str, ...]


def _key(words: str) -> str:
    return re.sub(r"[\s-]+", " ", words.lower())


@cache
def _groups(file: str) -> tuple[re.Pattern[str], dict[str, tuple[str, ...]]]:
    groups = {
        _key(entry): entries(f"{file}.{section}")
        for section in reversed(sections(file))
        for entry in entries(f"{file}.{section}")
    }
    longest_first = sorted(groups, key=len, reverse=True)
    words = "|".join(re.escape(entry).replace(r"\ ", r"[\s-]+") for entry in longest_first)
    return re.compile(rf"(?<!\w)(?:{words})(?=s?(?![\w-]|['\u2019]\w))", re.IGNORECASE), groups


def find(phrase: str, file: str = "quantities") -> list[Quantity]:
    """Return the words of the groups of a file in a phrase, in order."""
    pattern, groups = _groups(file)
    return [
        Quantity(*match.span(), match[0], groups[_key(match[0])])
        for match in pattern.finditer(phrase)
    ]


def draw(quantity: Quantity, rng: KeyedRandom) -> str:
    """Return another word of the group, which is in an order: one near it."""
    keys = [_key(each) for each in quantity.group]
    at = keys.index(_key(quantity.text))
    others = [
        each
        for each in quantity.group[max(0, at - _NEAR) : at + _NEAR + 1]
        if _key(each) != keys[at]
    ]
    return capitalized_like(quantity.text, others[rng.below(len(others))])
