"""Runs of digit groups, split into numbers and classified as cards, phones, national ids ..."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from privtool.core.spans import Span
from privtool.text.detection.confidence import SURE
from privtool.text.detection.numbers.digits import DigitGroups, classify
from privtool.text.detection.numbers.phones import (
    FEWEST_DIGITS,
    MOST_DIGITS,
    extension_end,
    plan_score,
)
from privtool.text.detection.view import TextView
from privtool.text.labels import Label
from privtool.text.lazy_regex import Regex

PHONE = Label.PHONE.value

_CHAIN = Regex(r"\d(?<![A-Za-z\d]\d)\d*(?:[ \-./()~]{1,3}\d+)*")
_INTERNATIONAL = Regex(r"\(?\+ ?\(?\d{1,15}(?:[ \-./()~]{1,3}\d{1,15}){0,8}(?!\d)")
_GROUP = Regex(r"\d+")
_TABLE = 14  # more groups in a row are a table, not one number
_MOST_DIGITS = 20
_SHORTEST = 3  # characters of a number worth a label


class _DigitGroup(NamedTuple):
    """The offsets of one digit group."""

    start: int
    end: int


def find(view: TextView) -> list[Span]:
    """Find all numbers that deserve a label; `leftovers` takes the rest."""
    spans: list[Span] = []
    done = 0
    for chain in _CHAIN.finditer(view.plain):
        if chain.end() - chain.start() < _SHORTEST:
            continue
        groups = [_DigitGroup(*m.span()) for m in _GROUP.finditer(view.plain, *chain.span())]
        for start, end, label, score, _ in _numbers_in_chain(view, groups):
            if label == PHONE:
                start = _prefix_start(view.plain, start, done)
                end = extension_end(view.lower, end)
            if start >= done:
                spans.append(Span(start, end, label, score))
                done = end
    return spans


def find_international(view: TextView) -> list[Span]:
    """Find phone numbers after a "+", before their groups can be taken for dates."""
    spans: list[Span] = []
    if "+" not in view.plain:
        return spans
    for match in _INTERNATIONAL.finditer(view.plain):
        ends = [group.end() for group in _GROUP.finditer(match.group())]
        for end in reversed(ends):
            number = match.group()[:end]
            digits = "".join(_GROUP.findall(number))
            if len(digits) < FEWEST_DIGITS:
                break
            score = plan_score("+" + digits) if len(digits) <= MOST_DIGITS else 0.0
            if score:
                stop = extension_end(view.lower, match.start() + end)
                spans.append(Span(match.start(), stop, PHONE, score))
                break
    return spans


def _prefix_start(text: str, start: int, floor: int) -> int:
    """Return `start`, moved left over the "+" and "(" of a phone number."""
    while start > max(floor, 0) and text[start - 1] in "+(" and start - 1 >= floor:
        start -= 1
    return start


def _numbers_in_chain(view: TextView, groups: list[_DigitGroup]) -> Iterator[Span]:
    """Yield the numbers in a chain, in order."""
    whole = _classify_groups(view, groups)
    cued = groups[0].start in view.expected
    if whole is not None and (len(groups) == 1 or cued or whole.score >= SURE):
        yield whole
        return
    if len(groups) > _TABLE:
        yield from _numbers_in_blocks(view, groups)
        return
    first = 0
    waiting: list[_DigitGroup] = []
    while first < len(groups):
        span, stop = _longest_number(view, groups, first)
        if span is None:
            waiting.append(groups[first])
            first += 1
            continue
        yield from _remaining_numbers(view, waiting)
        waiting = []
        yield span
        first = stop
    if whole is not None and len(waiting) == len(groups):
        yield whole
    else:
        yield from _remaining_numbers(view, waiting)


def _longest_number(
    view: TextView, groups: list[_DigitGroup], first: int
) -> tuple[Span | None, int]:
    """Return the longest sure number from group `first` to a space or the end."""
    if first > 0 and _separator(view, groups[first - 1], groups[first])[:1] not in (" ", "("):
        return None, first
    for stop in range(len(groups), first, -1):
        if stop - first == len(groups):
            continue
        if stop < len(groups) and " " not in _separator(view, groups[stop - 1], groups[stop]):
            continue
        span = _classify_groups(view, groups[first:stop])
        if span is not None and span.score >= SURE and stop - first > 1:
            return span, stop
    return None, first


def _remaining_numbers(view: TextView, groups: list[_DigitGroup]) -> Iterator[Span]:
    """Yield the numbers among groups without a sure number: together, else by blocks."""
    if not groups:
        return
    together = _classify_groups(view, groups)
    if together is not None:
        yield together
    else:
        yield from _numbers_in_blocks(view, groups)


def _numbers_in_blocks(view: TextView, groups: list[_DigitGroup]) -> Iterator[Span]:
    numbers = (_classify_groups(view, block) for block in _blocks(view, groups))
    return (span for span in numbers if span is not None)


def _blocks(view: TextView, groups: list[_DigitGroup]) -> Iterator[list[_DigitGroup]]:
    """Split the groups at spaces."""
    block = groups[:1]
    for before, group in pairwise(groups):
        if " " in _separator(view, before, group):
            yield block
            block = []
        block.append(group)
    if block:
        yield block


def _separator(view: TextView, before: _DigitGroup, after: _DigitGroup) -> str:
    return view.plain[before.end : after.start]


def _classify_groups(view: TextView, groups: list[_DigitGroup]) -> Span | None:
    """Return the span of these groups as one number, None if they are not one."""
    start, end = groups[0].start, groups[-1].end
    if end - start < _SHORTEST:
        return None
    if end - start > 3 * _MOST_DIGITS and len(groups) > 1:
        return None
    text = view.plain
    prefix = text[max(0, start - 2) : start]
    expected = None
    if view.expected:
        expected = next(
            (view.expected[k] for k in range(start, start - 3, -1) if k in view.expected), None
        )
    piece = DigitGroups(
        digits="".join(text[group.start : group.end] for group in groups),
        groups=tuple(group.end - group.start for group in groups),
        separators=[_separator(view, a, b) for a, b in pairwise(groups)],
        international="+" in prefix,
        expected=expected,
    )
    verdict = classify(piece)
    return Span(start, end, *verdict) if verdict is not None else None
