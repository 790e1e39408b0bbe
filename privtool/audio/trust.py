"""Whether the times of words can be trusted, and what to remove where they cannot.

A transcript with a wrong, missing or extra word makes a forced alignment slip: words near the error
get the times of others. A second alignment that may leave out words does not follow it there, and
the words that slipped fit their sound badly.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from privtool.audio.intervals import Interval

TRUSTED = 0.5  # the least confidence of a word whose times are trusted
_SAME = 0.1  # seconds by which two alignments of a word may differ
_NEIGHBORS = 1  # words on each side of a doubtful one that are doubtful, too
_EVEN_SCORE = -3.5  # of the worst of the words that moved: as likely right as wrong
_SLOPE = 1.5


class TrustedRuns(NamedTuple):
    """Runs of words to remove, and the times of all words, those of doubtful runs widened."""

    runs: list[range]
    times: list[Interval]


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
    start = 0
    while start < len(moved):
        end = start
        while end < len(moved) and moved[end]:
            end += 1
        if end > start:
            own[start:end] = [_probability(scores[start:end])] * (end - start)
        start = end + 1
    return [
        min(own[max(0, index - _NEIGHBORS) : index + _NEIGHBORS + 1]) for index in range(len(own))
    ]


def is_trusted(confidence: float | None, least: float) -> bool:
    """Return whether a confidence is known and enough."""
    return confidence is not None and least <= confidence <= 1.0  # also false for NaN


def widen_doubtful(
    runs: Sequence[range], times: Sequence[Interval], sure: Sequence[bool], seconds: float
) -> TrustedRuns:
    """Widen the runs that have a word which is not `sure` to the next sure words on both sides.

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
    return TrustedRuns(list(dict.fromkeys(widened)), new_times)


def _moved(first: Interval, second: Interval | None) -> bool:
    if first.end <= first.start:  # a sign that is not spoken
        return second is not None
    if second is None:
        return True
    return abs(first.start - second.start) > _SAME or abs(first.end - second.end) > _SAME


def _probability(scores: Sequence[float]) -> float:
    worst = min(scores)
    if not math.isfinite(worst):
        return 0.0
    return 1.0 / (1.0 + math.exp(-_SLOPE * (max(worst, -100.0) - _EVEN_SCORE)))
