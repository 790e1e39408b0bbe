"""Digits and letters that a speaker says near a dictated value, whatever comes between."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from privtool.core.spans import Span
from privtool.text.detection.confidence import POSSIBLE
from privtool.text.detection.numbers.dictated_items import letter_stop
from privtool.text.detection.view import TextView
from privtool.text.english.numbers import CARDINALS, PLURALS, REPEATS
from privtool.text.labels import Label
from privtool.text.tokens import Tokens
from privtool.text.word_sets import word_set

_DICTATED = frozenset(
    label.value
    for label in (
        *(Label.PHONE, Label.CARD, Label.SSN, Label.NATIONAL_ID, Label.ID, Label.NUMBER),
        *(Label.IBAN, Label.IP, Label.PERSON),
    )
)
_NUMBERS = CARDINALS.keys() | REPEATS.keys() | PLURALS.keys()
_REACH = 18  # tokens between the parts of a number
_FEWEST = 3  # number words or letters of a dictated value
_FEWEST_OF_CODE = 5  # digits and letters of a code in two parts
_LARGE = frozenset(("thousand", "million", "billion"))
_ALONE = frozenset(("one", "ones", "oh", "o"))  # words of other meanings, too
_LETTERS = frozenset("bcdefghjklmnpqrstuvwxyz")
_OFTEN_WORDS = frozenset("aio")
_BEFORE_EXAMPLE = frozenset(("as", "for", "like"))  # "b as in boy"
_ITEMS = _NUMBERS | _LETTERS | _OFTEN_WORDS
_BEFORE_NUMBER = word_set("is s on at says say spelled")
_AFTER_LETTER = word_set(". , ? ! and is did thanks please okay yes") | {""}
_COUNTED = word_set("of day more thing second one another two time moment minute")
_AFTER_NUMBER = _COUNTED | {"and", "or"}


class _Run(NamedTuple):
    """Tokens `first..stop` of digits in words and letters, with how many there are of each."""

    first: int
    stop: int
    digits: int
    letters: int
    sample: bool  # a letter has an example word


def find_nearby(view: TextView, spans: Sequence[Span]) -> list[Span]:
    """Find further parts of the dictated values among the sorted `spans`, hidden in `view`."""
    tokens = view.tokens
    items = tokens.places(_ITEMS)
    dictated = [span for span in spans if _is_dictated(view, span)] if items else []
    if not (items and (dictated or view.expected or _may_be_code(tokens, items))):
        return []  # the usual case
    runs = list(_runs(tokens, items))
    inside = _tokens_of(view, dictated)
    sampled = [run for run in runs if run.sample]
    written = _starts_of_digits(view, spans)
    cued = {run for run in runs if _is_cued_letter(view, run, written)}
    if not (inside or sampled or cued or len(runs) > 1):
        return []
    found = _codes_in_parts(runs) | {run for run in runs if _is_expected(view, run)}
    found |= cued
    found |= {run for run in sampled if any(0 < at - run.stop <= _REACH for at in written)}
    if not (inside or found):
        return []
    for order in (runs, runs[::-1]):
        found |= _continued(tokens, order, inside, found)
    after = _next_inside(len(tokens), inside, found)
    before = _next_inside(len(tokens), inside, found, backward=True)
    found |= {run for run in runs if _is_part(tokens, run, before[run.first], after[run.stop - 1])}
    return [
        tokens.span(run.first, run.stop, Label.NUMBER.value, POSSIBLE)
        for run in runs
        if run in found
    ]


def _may_be_code(tokens: Tokens, items: Sequence[int]) -> bool:
    """Return whether the items may make a code in two parts, or one of them has an example."""
    if len(items) >= _FEWEST:
        return True
    sampled = not _BEFORE_EXAMPLE.isdisjoint(tokens.word)
    return sampled and any(letter_stop(tokens, at) > at + 1 for at in items)


def _starts_of_digits(view: TextView, spans: Sequence[Span]) -> set[int]:
    """Return the tokens at which numbers in digits start: "k for king, hang on, 2883"."""
    found = {
        view.tokens.index_at(span.start)
        for span in spans
        if span.label in _DICTATED and view.original[span.start : span.end].isdecimal()
    }
    return found | {index for index, word in enumerate(view.tokens.word) if word.isdecimal()}


def _is_cued_letter(view: TextView, run: _Run, written: set[int]) -> bool:
    """Return whether a letter touches digits that a cue announces: "case number is p 39"."""
    if run.digits or run.stop != run.first + 1 or view.tokens.word[run.first] not in _LETTERS:
        return False
    starts = view.tokens.start
    after = run.stop in written and starts[run.first] in view.expected
    return after or (run.first - 1 in written and starts[run.first - 1] in view.expected)


def _is_expected(view: TextView, run: _Run) -> bool:
    """Return whether a cue word announces several digits: "policy number is two eight"."""
    return run.stop - run.first > 1 and view.tokens.start[run.first] in view.expected


def _is_dictated(view: TextView, span: Span) -> bool:
    """Return whether a span is dictated: digits or letters in words, and no amount."""
    if span.label not in _DICTATED:
        return False
    words = view.original[span.start : span.end].replace("-", " ").replace(",", " ").split()
    said = sum(word in _NUMBERS or len(word) == 1 for word in words)
    if said and any(len(word) == 1 and word.isalpha() for word in words):
        said += sum(len(word) for word in words if word.isdigit())  # "k for king 607"
    enough = _FEWEST - (span.start in view.expected)
    return said >= enough and _LARGE.isdisjoint(words)


def _tokens_of(view: TextView, spans: Sequence[Span]) -> list[int]:
    """Return the tokens inside the sorted spans, in order."""
    inside: list[int] = []
    for span in spans:
        inside += range(view.tokens.index_at(span.start), view.tokens.index_at(span.end))
    return inside


def _runs(tokens: Tokens, items: Sequence[int]) -> Iterator[_Run]:
    """Yield the runs of digits in words and letters that start at one of the items."""
    stop = 0
    for index in items:
        run = _run_at(tokens, index) if index >= stop else None
        if run is not None:
            yield run
            stop = run.stop


def _run_at(tokens: Tokens, first: int) -> _Run | None:
    """Return the run that starts at token `first`, if any."""
    digits = letters = 0
    sample = False
    stop = index = first
    while True:
        word, spelled = tokens.at(index), False
        if word in _NUMBERS:
            digits, index = digits + 1, index + 1
            index += tokens.at(index) == "-" and tokens.at(index + 1) in _NUMBERS
        elif word in _LETTERS or word in _OFTEN_WORDS:
            if "'" in (tokens.at(index - 1), tokens.at(index + 1)):
                break
            end = letter_stop(tokens, index)
            spelled = end > index + 1
            sample = sample or spelled
            letters, index = letters + 1, end
        else:
            break
        ends = tokens.at(index) in _AFTER_LETTER
        several = word != "i" and digits + letters >= _FEWEST
        if word not in _OFTEN_WORDS or ends or several or spelled:
            stop = index
    if stop == first and tokens.word[first] in _OFTEN_WORDS:
        stop = first + 1
    return _Run(first, stop, digits, letters, sample) if stop > first else None


def _codes_in_parts(runs: Sequence[_Run]) -> set[_Run]:
    """Return the runs that make a code with the one next to them: "g x five ... b j three"."""
    found: set[_Run] = set()
    longer = [run for run in runs if run.digits or run.letters > 1 or run.sample]
    for one, other in pairwise(longer):
        letters, digits = one.letters + other.letters, one.digits + other.digits
        several = min(one.letters + one.digits, other.letters + other.digits) > 1
        near = other.first - one.stop < _REACH
        if near and (one.sample or other.sample) and digits > 1:
            found |= {one, other}  # "c for cat f for frank ... forty two"
        if near and several and letters > 1 and digits and letters + digits >= _FEWEST_OF_CODE:
            found |= {one, other}
    return found


def _continued(
    tokens: Tokens, runs: Sequence[_Run], inside: Sequence[int], known: set[_Run]
) -> set[_Run]:
    """Return the runs of several items near the tokens inside, or near one found before."""
    found: set[_Run] = set()
    backward = len(runs) > 1 and runs[0].first > runs[-1].first
    distances = _next_inside(len(tokens), inside, known, backward=not backward)
    last = -1
    for run in runs:
        edge = run.stop - 1 if backward else run.first
        near = distances[edge] <= _REACH or (last >= 0 and abs(edge - last) <= _REACH)
        if near and (run.sample or _is_several(tokens, run)):
            found.add(run)
            last = run.first if backward else run.stop - 1
    return found


def _is_several(tokens: Tokens, run: _Run) -> bool:
    """Return whether these are several digits or letters, not "oh, one of them"."""
    words = tokens.word[run.first : run.stop]
    if {*words} <= _ALONE | _OFTEN_WORDS:
        return "one" in words and len({*words}) > 1 and tokens.at(run.stop) not in _COUNTED
    return len(words) > 1


def _next_inside(
    count: int, inside: Sequence[int], found: set[_Run], *, backward: bool = False
) -> list[int]:
    """Return for each token how far the next token inside is, to the right or to the left."""
    marked = bytearray(count)
    for index in inside:
        marked[index] = 1
    for run in found:
        marked[run.first : run.stop] = b"\1" * (run.stop - run.first)
    distances = [_REACH + 1] * count
    distance = _REACH + 1
    for index in range(count) if backward else reversed(range(count)):
        distance = 0 if marked[index] else distance + 1
        distances[index] = distance
    return distances


def _is_part(tokens: Tokens, run: _Run, before: int, after: int) -> bool:
    """Return whether a run is part of a value that ends and goes on so many tokens away."""
    word, preceding, following = (
        tokens.at(index) for index in (run.first, run.first - 1, run.stop)
    )
    near, far = min(before, after), max(before, after)
    if near > _REACH or ("'" in (preceding, following) and preceding != "s"):
        return False
    if word in _OFTEN_WORDS and run.stop == run.first + 1:  # "a" is part of it if it touches it
        edge = preceding in _BEFORE_NUMBER or following in _AFTER_LETTER
        return near == 1 and (edge or (far <= _REACH and word != "i"))
    between = far <= _REACH and not (word in _ALONE and run.stop == run.first + 1)
    begins = run.digits > 0 and preceding in _BEFORE_NUMBER and following not in _AFTER_NUMBER
    ends = run.digits > 0 and following in _AFTER_LETTER and word not in _ALONE
    there = (after <= _REACH and begins) or (before <= _REACH and ends)
    return between or there or preceding == "plus" or word in _LETTERS
