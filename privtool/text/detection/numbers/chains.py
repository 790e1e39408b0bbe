"""Runs of digit groups: cut into numbers and told apart as cards, phones, national ids ..."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from privtool.core.spans import Span
from privtool.text.detection.confidence import POSSIBLE, SURE
from privtool.text.detection.numbers.digits import Piece, classify
from privtool.text.detection.numbers.phones import (
    FEWEST_DIGITS,
    MOST_DIGITS,
    extension_end,
    planned,
)
from privtool.text.detection.view import View
from privtool.text.labels import Label
from privtool.text.lazy_regex import Regex

PHONE = Label.PHONE.value

_CHAIN = Regex(r"(?<![A-Za-z\d])\d+(?:[ \-./()~]{1,3}\d+)*")
_INTERNATIONAL = Regex(r"\(?\+ ?\(?\d{1,15}(?:[ \-./()~]{1,3}\d{1,15}){0,8}(?!\d)")
_GROUP = Regex(r"\d+")
_THOUSANDS = Regex(r"(?<![\d.,])\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d,]*\d)")
_TABLE = 14  # more groups than this in a row are a table, not one number
_MOST_DIGITS = 20
_SHORTEST = 3  # characters of a number that can be of interest


class _Group(NamedTuple):
    """One digit group, by its offsets."""

    start: int
    end: int


def find(view: View) -> list[Span]:
    """All numbers that deserve a label; what is left is for `leftovers`."""
    found: list[Span] = []
    done = 0
    for chain in _CHAIN.finditer(view.plain):
        groups = [_Group(*m.span()) for m in _GROUP.finditer(view.plain, *chain.span())]
        for piece in _pieces(view, groups):
            start, end, label, score = piece
            if label == PHONE:
                start = _opening(view.plain, start, done)
                end = extension_end(view.lower, end)
            if start >= done:
                found.append(Span(start, end, label, score))
                done = end
    return found


def find_international(view: View) -> list[Span]:
    """Phone numbers behind a "+", before their groups can be taken for dates."""
    found = []
    for match in _INTERNATIONAL.finditer(view.plain):
        ends = [group.end() for group in _GROUP.finditer(match.group())]
        for end in reversed(ends):
            number = match.group()[:end]
            digits = "".join(_GROUP.findall(number))
            if len(digits) < FEWEST_DIGITS:
                break
            score = planned("+" + digits) if len(digits) <= MOST_DIGITS else 0.0
            if score:
                stop = extension_end(view.lower, match.start() + end)
                found.append(Span(match.start(), stop, PHONE, score))
                break
    return found


def _opening(text: str, start: int, floor: int) -> int:
    """`start`, moved left over the "+" and "(" that belong to a phone number."""
    while start > max(floor, 0) and text[start - 1] in "+(" and start - 1 >= floor:
        start -= 1
    return start


def _pieces(view: View, groups: list[_Group]) -> Iterator[Span]:
    """The numbers in a chain, in order."""
    whole = _classified(view, groups)
    cued = groups[0].start in view.expected
    if whole is not None and (len(groups) == 1 or cued or whole.score >= SURE):
        yield whole
        return
    if len(groups) > _TABLE:
        for block in _blocks(view, groups):
            if (span := _classified(view, block)) is not None:
                yield span
        return
    first = 0
    waiting: list[_Group] = []
    while first < len(groups):
        span, stop = _window(view, groups, first)
        if span is None:
            waiting.append(groups[first])
            first += 1
            continue
        yield from _loose(view, waiting)
        waiting = []
        yield span
        first = stop
    if whole is not None and len(waiting) == len(groups):
        yield whole
    else:
        yield from _loose(view, waiting)


def _window(view: View, groups: list[_Group], first: int) -> tuple[Span | None, int]:
    """The longest sure number that starts at group `first` and ends at a space or at the end."""
    if first > 0 and _separator(view, groups[first - 1], groups[first])[:1] not in (" ", "("):
        return None, first
    for stop in range(len(groups), first, -1):
        if stop - first == len(groups):
            continue
        if stop < len(groups) and " " not in _separator(view, groups[stop - 1], groups[stop]):
            continue
        span = _classified(view, groups[first:stop])
        if span is not None and span.score >= SURE and stop - first > 1:
            return span, stop
    return None, first


def _loose(view: View, groups: list[_Group]) -> Iterator[Span]:
    """The numbers among groups of which no window was sure: together, else block by block."""
    if not groups:
        return
    together = _classified(view, groups)
    if together is not None:
        yield together
        return
    for block in _blocks(view, groups):
        if (span := _classified(view, block)) is not None:
            yield span


def _blocks(view: View, groups: list[_Group]) -> Iterator[list[_Group]]:
    """The groups parted at spaces."""
    block = groups[:1]
    for before, group in pairwise(groups):
        if " " in _separator(view, before, group):
            yield block
            block = []
        block.append(group)
    if block:
        yield block


def _separator(view: View, before: _Group, after: _Group) -> str:
    return view.plain[before.end : after.start]


def _classified(view: View, groups: list[_Group]) -> Span | None:
    """The label and score of these groups as one number, if they are one."""
    start, end = groups[0].start, groups[-1].end
    if end - start < _SHORTEST:
        return None
    if end - start > 3 * _MOST_DIGITS and len(groups) > 1:
        return None
    text = view.plain
    prefix = text[max(0, start - 2) : start]
    expected = next(
        (view.expected[k] for k in range(start, start - 3, -1) if k in view.expected), None
    )
    piece = Piece(
        digits="".join(text[group.start : group.end] for group in groups),
        groups=tuple(group.end - group.start for group in groups),
        separators=[_separator(view, a, b) for a, b in pairwise(groups)],
        international="+" in prefix,
        expected=expected,
    )
    verdict = classify(piece)
    return Span(start, end, *verdict) if verdict is not None else None


def find_thousands(view: View) -> list[Span]:
    """Numbers of five digits and more with commas: "1,234,567"."""
    number = Label.NUMBER.value
    found: list[Span] = []
    if "," not in view.plain:
        return found
    for match in _THOUSANDS.finditer(view.plain):
        digits = sum(map(str.isdigit, match.group()))
        if digits >= 5:
            found.append(Span(*match.span(), number, POSSIBLE))
    return found
