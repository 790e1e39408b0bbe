"""Numbers in words that nothing else matched.

From ten up they are found like digits, whatever they count: "forty-six birthdays", "on the wrong
side of fifty". Smaller ones are found if they count nothing: "no, eight", "it's seven, seven b".
"""

from __future__ import annotations

from collections.abc import Iterator

from privtool.core.spans import Span, merge_overlapping
from privtool.text.detection.confidence import FAINT
from privtool.text.detection.view import TextView
from privtool.text.english.numbers import (
    LARGE_ORDINALS,
    ORDINAL_UNITS,
    REPEATS,
    SCALES,
    TEENS,
    TENS,
    UNITS,
    cardinal_first,
    cardinal_stop,
)
from privtool.text.labels import Label
from privtool.text.lexicon import words
from privtool.text.tokens import HIDDEN, Tokens

_NUMBERS = frozenset({*TENS, *TEENS, *UNITS} - {"o"})
_FIRST = _NUMBERS | frozenset(REPEATS)
# Alone, these are mostly no number: "that one", "oh", "a year or two", "zero".
_FREQUENT = frozenset(("one", "two", "three", "oh", "zero", "nought", "naught"))
_CLEAR = _NUMBERS - _FREQUENT
_HOURS = frozenset(word for word, value in {**UNITS, **TEENS}.items() if 0 < value < 13)
_BETWEEN = words("beside_numbers.between")
_NEXT = (words("grammar.function") - words("beside_numbers.counted-functions")) | words(
    "beside_numbers.not-counted"
)
_COUNTING = words("beside_numbers.counting")
_NUMBERED = words("beside_numbers.numbered")
_TIMES = words("beside_numbers.times")
_PARTS_OF_DAY = words("beside_numbers.parts-of-day")
_RELATIONS = words("beside_numbers.relations")
_VAGUE = (["so"], ["more"], ["less"], ["fewer"])  # "fifty or so"
_FRACTIONS = (["and", "a", "half"], ["and", "a", "quarter"], ["and", "three", "quarters"])
_PARTS = (" and a half", " quarters")
# Letters of flats: "sixteen b", "sixteen a?". The others are also units.
_LETTERS = frozenset("bcdefhjnpqrstuvwyz")
_LETTERS_AND_WORDS = frozenset("aio")
_LARGE = frozenset({*TEENS, *TENS})
_LARGE_WORDS = _LARGE | SCALES.keys() | LARGE_ORDINALS.keys()
_NEAR = 4  # tokens after a number


def find(view: TextView) -> list[Span]:
    """Find such numbers, each item of a list by itself."""
    spans = _find_large(view.tokens) if not _LARGE_WORDS.isdisjoint(view.hints) else []
    if not _CLEAR.isdisjoint(view.hints) or any(map(view.lower.__contains__, _PARTS)):
        spans += _find_in_lists(view)
    return merge_overlapping(sorted(spans))


def _find_large(tokens: Tokens) -> list[Span]:
    """Find the numbers from ten up, and those of several words: "eight hundred"."""
    spans: list[Span] = []
    done = 0
    for index in tokens.places(_LARGE_WORDS):
        if index < done or tokens.is_in_contraction(index):
            continue
        first, done = cardinal_first(tokens, index + 1), cardinal_stop(tokens, index)
        if tokens.word[index] in LARGE_ORDINALS:  # "the hundred and twentieth"
            before = index - (tokens.at(index - 1) == "and" and tokens.at(index - 2) in SCALES)
            first, done = cardinal_first(tokens, before), index + 1
        elif tokens.word[done - 1] in TENS:
            unit = done + (tokens.at(done) == "-")
            done = unit + 1 if tokens.at(unit) in ORDINAL_UNITS else done
        # "Hundreds" and "a thousand" alone tell nothing.
        if any(word in _NUMBERS or word in LARGE_ORDINALS for word in tokens.word[first:done]):
            spans.append(tokens.span(first, done, Label.NUMBER.value, FAINT))
    return spans


def _find_in_lists(view: TextView) -> list[Span]:
    """Find the numbers of lists that have one from ten up, or that count nothing."""
    tokens = view.tokens
    spans: list[Span] = []
    done = 0
    for index in tokens.places(_FIRST):
        if index < done:
            continue
        items = list(_items(tokens, index))
        if items:
            done = items[-1][1]
            ends = view.original.startswith("\n", tokens.end[done - 1])
            if not _LARGE.isdisjoint(tokens.word[index:done]) or (
                _is_clear(tokens, index, done) and not _counts(tokens, index, done, ends=ends)
            ):
                spans += [tokens.span(*item, Label.NUMBER.value, FAINT) for item in items]
    return spans


def _items(tokens: Tokens, first: int) -> Iterator[tuple[int, int]]:
    """Yield the first and the stop token of each number of the list that starts at a token."""
    while (stop := _number_stop(tokens, first)) > first:
        yield first, stop
        first = stop + (tokens.at(stop) == ",")
        while tokens.at(first) in _BETWEEN and first - stop < _NEAR:
            first += 1
        if first == stop:
            return


def _number_stop(tokens: Tokens, first: int) -> int:
    """Return the stop of the number at a token with its fraction or letter; the token if none."""
    index = first
    while (last := _repeated(tokens, index)) is not None:
        index = last + 1
        index += tokens.at(index) == "-" and tokens.at(index + 1) in _NUMBERS
    if index == first or tokens.is_in_contraction(first):
        return first
    if tokens.word[index : index + 3] in _FRACTIONS:
        return index + 3
    if not _is_letter(tokens, index):
        return index
    # "Sixteen C, C as in Charlie".
    letter, index = tokens.word[index], index + 1
    sample = index + (tokens.at(index) == ",")
    sample += tokens.at(sample) == letter
    if tokens.at(sample) in ("as", "for"):
        sample += 1 + (tokens.at(sample) == "as" and tokens.at(sample + 1) == "in")
        return sample + 1 if tokens.at(sample).startswith(letter) else index
    return index


def _repeated(tokens: Tokens, index: int) -> int | None:
    """Return the token of the number at a token, which "double" or "triple" may precede."""
    if tokens.at(index) in REPEATS:
        index += 1 + (tokens.at(index + 1) == "-")
    return index if tokens.at(index) in _NUMBERS else None


def _is_letter(tokens: Tokens, index: int) -> bool:
    """Return whether a token is a letter that belongs to the number before it."""
    letter, after = tokens.at(index), tokens.at(index + 1)
    if len(letter) != 1 or after in ("'", ":") or tokens.start[index] > tokens.end[index - 1] + 1:
        return False
    return letter in _LETTERS or (letter in _LETTERS_AND_WORDS and not after.isalnum())


def _is_clear(tokens: Tokens, first: int, stop: int) -> bool:
    """Return whether a word from `first` to `stop` is clearly a number, or an answer has halves."""
    answers = tokens.word[stop - 3 : stop] in _FRACTIONS and not tokens.at(first - 1).isalpha()
    return answers or not _CLEAR.isdisjoint(tokens.word[first:stop])


def _counts(tokens: Tokens, first: int, stop: int, *, ends: bool) -> bool:
    """Return whether the numbers from `first` to `stop` say how many, how much or when.

    `ends` says that the line does, too.
    """
    before, after = tokens.at(first - 1), "" if ends else tokens.at(stop)
    if before in _COUNTING or before in _NUMBERED:
        return True
    if before in _TIMES and tokens.word[first] in _HOURS:
        return True
    if (before == "-" and tokens.touches(first)) or (after in ("-", "'") and tokens.touches(stop)):
        return True
    following = tokens.word[stop + 1 : stop + _NEAR]
    if after in _RELATIONS and any(map(_is_number, following[: 1 if after == "for" else 2])):
        return True
    if after in ("in", "at") and not _PARTS_OF_DAY.isdisjoint(following[:2]):
        return True
    if after == "or" and following[:1] in _VAGUE:
        return True
    return after.isalpha() and after not in _NEXT


def _is_number(word: str) -> bool:
    return word in _NUMBERS or word.isdecimal() or word == HIDDEN
