"""The order of numbers in one phrase: of two that belong together, and of lists."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from itertools import pairwise

from privtool.text.surrogates.numbers.measures import NUMBER, number_like, number_value
from privtool.text.surrogates.prf import KeyedRandom

_JOINED = re.compile(
    r"\s*(?:%|percent|[a-z]{0,2})?\s*(?:-|\u2013|\u2014|/|\b(?:to|or|and|through|out of|in)\b)"
    r"\s*(?:[$\u20ac\u00a3]|[a-z]{1,2}\$)?\s*",
    re.IGNORECASE,
)
_LISTED = re.compile(r"(?:[\s,]|and|or)*")
_FEWEST_LISTED = 3
_MOST_LISTS = 600  # of four numbers, one in 24 is in order
_WIDEST = 4  # how many times wider two numbers may lie apart
_MOST_TRIES = 60
_LARGEST_MOVED = 20
_NEXT_BELOW = 10  # "four or five"


def in_order(phrase: str, make: Callable[[KeyedRandom], str]) -> Callable[[KeyedRandom], str]:
    """Return a maker that keeps the order of two numbers: "5 to 10", "two or three", "120/80"."""
    old = _pair(phrase)
    if old is None and _is_consecutive(phrase):
        return partial(_moved, phrase)
    if old is None:
        return _ascending(make) if _is_ascending(phrase) else make

    def ordered(rng: KeyedRandom) -> str:
        made = make(rng)
        for _ in range(_MOST_TRIES):
            new = _pair(made)
            if new is None or _is_alike(old, new):
                break
            made = make(rng)
        return made

    return ordered


def _ascending(make: Callable[[KeyedRandom], str]) -> Callable[[KeyedRandom], str]:
    """Return a maker that keeps a list of numbers in order: "ten, twelve, fifteen"."""

    def made(rng: KeyedRandom) -> str:
        new = make(rng)
        for _ in range(_MOST_LISTS):
            if _is_ascending(new):
                break
            new = make(rng)
        return new

    return made


def _moved(phrase: str, rng: KeyedRandom) -> str:
    """Return a list of numbers, all of them moved: "four, five, six" for "six, seven, eight"."""
    first = round(_listed(phrase)[0])
    shift = rng.between_except(max(1, first - 4), first + 4, first) - first
    return NUMBER.sub(
        lambda number: number_like(number[0], round(number_value(number[0])) + shift), phrase
    )


def _listed(phrase: str) -> list[float]:
    """Return the numbers of a list of three or more, none for any other phrase."""
    values = [number_value(match[0]) for match in NUMBER.finditer(phrase)]
    listed = len(values) >= _FEWEST_LISTED and _LISTED.fullmatch(NUMBER.sub("", phrase))
    return values if listed else []


def _is_consecutive(phrase: str) -> bool:
    """Return whether small numbers are in a row; larger ones must not stay near what they were."""
    values = _listed(phrase)
    small = bool(values) and values[-1] <= _LARGEST_MOVED
    return small and all(two - one == 1 for one, two in pairwise(values))


def _is_ascending(phrase: str) -> bool:
    """Return whether each number of a list is above the one before it."""
    values = _listed(phrase)
    return bool(values) and all(one < two for one, two in pairwise(values))


def _pair(phrase: str) -> tuple[float, float] | None:
    """Return the values of two numbers that belong together; None for anything else."""
    numbers = list(NUMBER.finditer(phrase))
    if len(numbers) != 2 or not _JOINED.fullmatch(phrase[numbers[0].end() : numbers[1].start()]):
        return None
    return number_value(numbers[0][0]), number_value(numbers[1][0])


def _is_alike(old: tuple[float, float], new: tuple[float, float]) -> bool:
    """Return whether new numbers are in the order of the old ones, and not much farther apart."""
    if abs(old[0] - old[1]) == 1 and max(old) <= _NEXT_BELOW and abs(new[0] - new[1]) != 1:
        return False  # "four or five"
    if (old[0] < old[1]) != (new[0] < new[1]) or (old[0] == old[1]) != (new[0] == new[1]):
        return False
    (low, high), (new_low, new_high) = sorted(old), sorted(new)
    return new_high * max(low, 1) <= _WIDEST * high * max(new_low, 1)
