"""Private intervals: from the times of words to the stretches of audio that have to go."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

_ROUNDING = 1e-9  # seconds


class Interval(NamedTuple):
    """A stretch of time in seconds."""

    start: float
    end: float


class RemovedIntervals(NamedTuple):
    """Intervals that have to go, in order and apart, and the numbers of the other words in them."""

    intervals: list[Interval]
    others: list[int]


def are_valid(times: Sequence[Interval], seconds: float, slack: float) -> bool:
    """Whether times can be those of words: numbers, in order of their starts, inside the audio.

    Words may overlap. They may end after the audio by `slack` seconds.
    """
    before = 0.0
    for start, end in times:
        if not (before <= start <= end <= seconds + slack):  # false for what is no number
            return False
        before = start
    return math.isfinite(seconds)


def private_intervals(
    times: Sequence[Interval], runs: Sequence[range], margin: float, seconds: float
) -> RemovedIntervals:
    """The intervals of runs of private words, each widened by a margin, and what else they take.

    The margin ends at the middle of a neighboring word that is in no run. What lies between
    the words of one run goes with them. A word that would lose more than half of itself all the
    same, as there is something private on both sides or it overlaps that, goes as a whole.
    """
    private = {index for run in runs for index in run}
    middles = [_middle(time) for index, time in enumerate(times) if index not in private]
    found: list[Interval] = []
    for run in runs:
        start = min(times[index].start for index in run)
        end = max(times[index].end for index in run)
        before = max((middle for middle in middles if middle < start), default=0.0)
        after = min((middle for middle in middles if middle > end), default=seconds)
        found.append(Interval(max(0.0, start - margin, before), min(seconds, end + margin, after)))
    return _with_what_is_lost(times, private, merge_intervals(found))


def _with_what_is_lost(
    times: Sequence[Interval], private: set[int], found: list[Interval]
) -> RemovedIntervals:
    """The intervals with those of all words that lose more than half of themselves to them."""
    others: list[int] = []
    while True:
        new = [
            index
            for index, time in enumerate(times)
            if index not in private and index not in others and _loses_most(time, found)
        ]
        if not new:
            return RemovedIntervals(found, sorted(others))
        others += new
        found = merge_intervals([*found, *(times[index] for index in new)])


def _loses_most(time: Interval, gone: Sequence[Interval]) -> bool:
    lost = sum(max(0.0, min(time.end, end) - max(time.start, start)) for start, end in gone)
    return lost > (time.end - time.start) / 2 + _ROUNDING


def merge_intervals(intervals: Sequence[Interval]) -> list[Interval]:
    """Intervals in order, with those that touch made one."""
    new: list[Interval] = []
    for interval in sorted(intervals):
        if new and interval.start <= new[-1].end:
            new[-1] = Interval(new[-1].start, max(new[-1].end, interval.end))
        else:
            new.append(interval)
    return new


def pauses(
    times: Sequence[Interval], taken: Sequence[Interval], seconds: float, guard: float
) -> list[Interval]:
    """What lies between words and other intervals, `guard` seconds away from them."""
    new: list[Interval] = []
    at = 0.0
    for start, end in [*merge_intervals([*times, *taken]), Interval(seconds, seconds)]:
        left, right = (at + guard if at else at), (start - guard if start < seconds else start)
        if right > left:
            new.append(Interval(left, right))
        at = max(at, end)
    return new


def _middle(time: Interval) -> float:
    return (time.start + time.end) / 2
