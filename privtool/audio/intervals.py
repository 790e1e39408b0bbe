"""Private intervals: parts of the audio to remove, by the times of words and the trust in these.

A transcript with a wrong, missing or extra word makes a forced alignment slip: words near the error
get the times of others. A second alignment that may leave out words does not follow it there, and
the words that slipped fit their sound badly.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import groupby
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

    The margin ends at the middle of a neighboring word that is in no run and takes time. Pauses
    between the words of a run are included. A word that would still lose more than half of itself,
    as it is between two runs or overlaps one, is removed whole. Intervals end `beyond` seconds
    before and after the audio: what is private there is in other clips.
    """
    if not runs:
        return RemovedIntervals([], [])
    private = {index for run in runs for index in run}
    public = [time for index, time in enumerate(times) if index not in private]
    middles = [(start + end) / 2 for start, end in public if start < end]
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
        truncated: list[int] = []
        for index, (start, end) in enumerate(times):
            if index in private or index in others:
                continue
            lost = sum(max(0.0, min(end, last) - max(start, first)) for first, last in removed)
            if lost > (end - start) / 2 + _ROUNDING:
                truncated.append(index)
        if not truncated:
            return RemovedIntervals(removed, sorted(others))
        others += truncated
        removed = merge_intervals([*removed, *(times[index] for index in truncated)])


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


TRUSTED = 0.5  # the least confidence of a word whose times are trusted
_SAME = 0.1  # seconds by which two alignments of a word may differ
_NEIGHBORS = 1  # words on each side of a doubtful one that are doubtful, too
_EVEN_SCORE = -3.5  # of the worst of the words that moved: as likely right as wrong
_SLOPE = 1.5


def confidences(
    times: Sequence[Interval], scores: Sequence[float], second: Sequence[Interval | None]
) -> list[float]:
    """Return the confidence in the times of each word, from 0 to 1.

    `second` has the times of another alignment, None for words that are not there. It is 1 for a
    word that, like its neighbors, has the same times in both. A run of words that have not is
    judged by its worst score (mean log-likelihood of frames below the best), and so are its
    neighbors.
    """
    own = [1.0] * len(times)
    moved = [_moved(first, other) for first, other in zip(times, second, strict=True)]
    for has_moved, group in groupby(range(len(moved)), moved.__getitem__):
        if has_moved:
            run = list(group)
            worst = min(scores[index] for index in run)
            odds = math.exp(-_SLOPE * (max(worst, -100.0) - _EVEN_SCORE))
            sure = 1 / (1 + odds) if math.isfinite(worst) else 0.0
            own[run[0] : run[-1] + 1] = [sure] * len(run)
    return [
        min(own[max(0, index - _NEIGHBORS) : index + _NEIGHBORS + 1]) for index in range(len(own))
    ]


def is_trusted(confidence: float | None, least: float) -> bool:
    """Return whether a confidence is known and enough."""
    return confidence is not None and least <= confidence <= 1.0  # also false for NaN


def widen_doubtful(
    runs: Sequence[range], times: Sequence[Interval], sure: Sequence[bool], seconds: float
) -> tuple[list[range], list[Interval]]:
    """Widen the runs that have a word which is not `sure` to the next sure words on both sides.

    Return the runs of words to remove, and the times of all words.

    The times of their first and last word are widened likewise: to those of the sure words, or to
    the start and the end of the audio.
    """
    new_times = list(times)
    widened: list[range] = []
    for run in runs:
        if all(sure[index] for index in run):
            widened.append(run)
            continue
        first, last = run[0], run[-1]
        while first > 0 and not sure[first - 1]:
            first -= 1
        while last + 1 < len(times) and not sure[last + 1]:
            last += 1
        start = times[first - 1].end if first else 0.0
        end = times[last + 1].start if last + 1 < len(times) else seconds
        start, end = min(start, times[first].start), max(end, times[last].end)
        new_times[first] = Interval(start, max(new_times[first].end, start))
        new_times[last] = Interval(new_times[last].start, end)
        widened.append(range(first, last + 1))
    return list(dict.fromkeys(widened)), new_times


def _moved(first: Interval, second: Interval | None) -> bool:
    if first.end <= first.start:  # a sign that is not spoken
        return second is not None
    if second is None:
        return True
    return abs(first.start - second.start) > _SAME or abs(first.end - second.end) > _SAME
