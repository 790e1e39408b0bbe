"""Private intervals: from the times of words to the parts of the audio that must be removed."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

_ROUNDING = 1e-9  # seconds
_GUARD = 0.02  # seconds between a word and a pause


class Interval(NamedTuple):
    """Start and end in seconds."""

    start: float
    end: float


class RemovedIntervals(NamedTuple):
    """Intervals to remove, sorted and disjoint, and the indices of other words removed by them."""

    intervals: list[Interval]
    other_words: list[int]


def are_valid(times: Sequence[Interval], seconds: float, slack: float) -> bool:
    """Return whether times of words are finite, sorted by their starts and inside the audio.

    Words may overlap, and end up to `slack` seconds after the audio.
    """
    previous = 0.0
    for start, end in times:
        if not (previous <= start <= end <= seconds + slack):  # also false for NaN
            return False
        previous = start
    return math.isfinite(seconds)


def private_intervals(
    times: Sequence[Interval],
    runs: Sequence[range],
    margin: float,
    seconds: float,
    beyond: float = 0.0,
) -> RemovedIntervals:
    """Return the intervals of runs of private words, each widened by `margin` seconds.

    The margin ends at the middle of a neighboring word that is in no run. Pauses between the words
    of a run are included. A word that would still lose more than half of itself, as it is between
    two runs or overlaps one, is removed whole. Intervals end `beyond` seconds before and after the
    audio: what is private there is in other clips.
    """
    if not runs:
        return RemovedIntervals([], [])
    private = {index for run in runs for index in run}
    middles = [_middle(time) for index, time in enumerate(times) if index not in private]
    widened: list[Interval] = []
    for run in runs:
        start = min(times[index].start for index in run)
        end = max(times[index].end for index in run)
        before = max((middle for middle in middles if middle < start), default=-beyond)
        after = min((middle for middle in middles if middle > end), default=seconds + beyond)
        widened.append(
            Interval(
                max(-beyond, start - margin, before), min(seconds + beyond, end + margin, after)
            )
        )
    return with_truncated_words(times, private, merge_intervals(widened))


def with_truncated_words(
    times: Sequence[Interval], private: set[int], removed: list[Interval]
) -> RemovedIntervals:
    """Add to removed intervals those of all words that lose more than half of themselves."""
    others: list[int] = []
    while True:
        truncated = [
            index
            for index, time in enumerate(times)
            if index not in private and index not in others and _loses_most(time, removed)
        ]
        if not truncated:
            return RemovedIntervals(removed, sorted(others))
        others += truncated
        removed = merge_intervals([*removed, *(times[index] for index in truncated)])


def _loses_most(time: Interval, removed: Sequence[Interval]) -> bool:
    lost = sum(max(0.0, min(time.end, end) - max(time.start, start)) for start, end in removed)
    return lost > (time.end - time.start) / 2 + _ROUNDING


def merge_intervals(intervals: Iterable[Interval]) -> list[Interval]:
    """Return intervals sorted, with overlapping and adjacent ones merged."""
    merged: list[Interval] = []
    for interval in sorted(intervals):
        if merged and interval.start <= merged[-1].end:
            merged[-1] = Interval(merged[-1].start, max(merged[-1].end, interval.end))
        else:
            merged.append(interval)
    return merged


def pauses(
    times: Sequence[Interval], excluded: Sequence[Interval], seconds: float
) -> list[Interval]:
    """Return the gaps between words and excluded intervals, without 20 ms next to these."""
    gaps: list[Interval] = []
    position = 0.0
    for start, end in [*merge_intervals([*times, *excluded]), Interval(seconds, seconds)]:
        left = position + _GUARD if position else position
        right = start - _GUARD if start < seconds else start
        if right > left:
            gaps.append(Interval(left, right))
        position = max(position, end)
    return gaps


def _middle(time: Interval) -> float:
    return (time.start + time.end) / 2
