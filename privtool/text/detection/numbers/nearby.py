"""Digits and letters that a speaker says near a dictated number, whatever comes between."""

from __future__ import annotations

from collections.abc import Sequence

from privtool.core.spans import Span
from privtool.text.detection.confidence import POSSIBLE
from privtool.text.detection.view import TextView
from privtool.text.english.numbers import CARDINALS, REPEATS
from privtool.text.labels import Label
from privtool.text.tokens import HIDDEN

_DICTATED = frozenset(
    label.value
    for label in (
        *(Label.PHONE, Label.CARD, Label.SSN, Label.NATIONAL_ID, Label.ID, Label.NUMBER),
        *(Label.IBAN, Label.IP),
    )
)
_NUMBERS = CARDINALS.keys() | REPEATS.keys()
_REACH = 14  # tokens between the parts of a number
_FEWEST = 3  # number words of a dictated number
_LARGE = frozenset(("thousand", "million", "billion"))
_ALONE = frozenset(("one", "oh", "o"))  # words of other meanings, too
_LETTERS = frozenset("bcdefghjklmnpqrstuvwxyz")


def find_nearby(view: TextView, spans: Sequence[Span]) -> list[Span]:
    """Find further parts of the dictated numbers among the sorted `spans`, hidden in `view`."""
    dictated = [span for span in spans if span.label in _DICTATED and _in_words(view, span)]
    if not dictated:
        return []
    tokens = view.tokens
    before = _distances(view, dictated)
    after = _distances(view, dictated, backward=True)
    found: list[Span] = []
    index = 0
    while index < len(tokens):
        stop = index
        while tokens.at(stop) in _NUMBERS or tokens.at(stop) in _LETTERS:
            stop += 1
        if stop == index:
            index += 1
            continue
        near = min(before[index], after[stop - 1]) <= _REACH
        between = max(before[index], after[stop - 1]) <= _REACH
        words = tokens.word[index:stop]
        several = len(words) > 1 and not {*words} <= _ALONE
        spoken = words[0] not in _ALONE and "'" not in (tokens.at(index - 1), tokens.at(stop))
        if (near and several) or (between and spoken) or (near and tokens.at(index - 1) == "plus"):
            found.append(tokens.span(index, stop, Label.NUMBER.value, POSSIBLE))
        index = stop
    return found


def _in_words(view: TextView, span: Span) -> bool:
    """Return whether a span is dictated: digits or letters in words, and no amount."""
    words = view.original[span.start : span.end].replace("-", " ").replace(",", " ").split()
    said = sum(word in _NUMBERS for word in words)
    return said >= _FEWEST and _LARGE.isdisjoint(words)


def _distances(view: TextView, spans: Sequence[Span], *, backward: bool = False) -> list[int]:
    """Return for each token how many tokens ago one of the spans was, in either direction."""
    tokens = view.tokens
    numbers = range(len(tokens))
    order = reversed(numbers) if backward else numbers
    waiting = list(spans) if backward else list(reversed(spans))
    distances = [_REACH + 1] * len(tokens)
    distance = _REACH + 1
    for index in order:
        start = tokens.start[index]
        while waiting and (waiting[-1].start > start if backward else waiting[-1].end <= start):
            waiting.pop()
        inside = waiting and waiting[-1].start <= start < waiting[-1].end
        distance = 0 if inside and tokens.word[index] == HIDDEN else distance + 1
        distances[index] = distance
    return distances
