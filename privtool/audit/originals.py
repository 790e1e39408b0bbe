"""The words that the markers of a masked text stand for, from its raw text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from privtool.audit.values import TRIVIAL
from privtool.core.errors import DataError
from privtool.text.words import Word, overlapping_words, words


class Original(NamedTuple):
    """A word of the raw text and its key."""

    start: int
    end: int
    key: str


def originals(raw: str, segments: Sequence[str]) -> list[list[Original]]:
    """Return the words between the segments of a masked text; titles and function words last.

    A slot that has other words is counted without its titles and function words. Where segments
    fit at several places, the first ones that end a word count. Raises `DataError` if the segments
    are not those of the raw text.
    """
    found = words(raw)
    spans = _spans(raw, segments, {word.end for word in found})
    if spans is None:
        spans = _spans(raw, segments, None)
    if spans is None:
        raise DataError("the raw text does not fit the masks")
    return [_own([found[n] for n in numbers]) for numbers in overlapping_words(found, spans)]


def _own(slot: Sequence[Word]) -> list[Original]:
    own = [word for word in slot if word.key not in TRIVIAL] or slot
    return [Original(*word) for word in own]


def _spans(
    raw: str, segments: Sequence[str], ends: set[int] | None
) -> list[tuple[int, int]] | None:
    """Return the spans between segments, each as early as possible and ending at one of `ends`."""
    if len(segments) == 1:
        return [] if raw == segments[0] else None
    first, *inner, last = segments
    if not raw.startswith(first):
        return None
    spans: list[tuple[int, int]] = []
    start = len(first)
    for segment in inner:
        at = raw.find(segment, start + 1)
        while ends is not None and at >= 0 and at not in ends:
            at = raw.find(segment, at + 1)
        if at < 0:
            return None
        spans.append((start, at))
        start = at + len(segment)
    end = len(raw) - len(last)
    return [*spans, (start, end)] if end > start and raw.endswith(last) else None
