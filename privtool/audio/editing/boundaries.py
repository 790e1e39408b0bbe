"""Extending private intervals so that none ends within a breath or a click.

An aligner puts word boundaries at the first and last phone. A breath or lip click next to them may
be recognized as part of the word or, if half of it is left, as another word.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from privtool.audio.dsp.levels import MonoSamples, frame_levels
from privtool.audio.intervals import Interval, merge_intervals

_FRAME = 0.01  # seconds
_QUIET_FRAMES = 3  # end a sound
_MAX_SHIFT = 0.3  # seconds
_THRESHOLD = 2.0  # times the level of the room (6 decibels)
_ROOM_PERCENTILE = 10.0  # of the levels of frames in pauses
_SILENT = 1e-4  # of full scale: quieter frames have no sound in any room


def extend_to_quiet(
    removed: Sequence[Interval], words: Sequence[Interval], samples: MonoSamples, rate: int
) -> list[Interval]:
    """Extend intervals over adjacent sounds; return them sorted and disjoint.

    An edge moves while there is a sound within 30 ms, by at most 300 ms and never into one of
    `words`. A sound is 6 decibels louder than the room. The result does not depend on samples
    inside the intervals.
    """
    seconds = len(samples) / rate
    samples = samples.copy()
    for start, end in removed:  # else one interval would extend another
        samples[_index(start, rate) : _index(end, rate)] = 0
    loud = max(_SILENT, _THRESHOLD * _room_level(removed, words, samples, rate))
    extended: list[Interval] = []
    for start, end in removed:
        least = max([start - _MAX_SHIFT, *(min(w.end, start) for w in words if w.start < start)])
        most = min([end + _MAX_SHIFT, *(max(w.start, end) for w in words if w.end > end)])
        before = samples[_index(least, rate) : _index(start, rate)][::-1]
        after = samples[_index(end, rate) : _index(most, rate)]
        start = max(0.0, least, start - _sound_length(before, rate, loud))
        extended.append(Interval(start, min(seconds, most, end + _sound_length(after, rate, loud))))
    return merge_intervals(extended)


def _sound_length(adjacent: MonoSamples, rate: int, loud: float) -> float:
    """Return for how many seconds sounds continue from the start of a segment."""
    length = 0
    for number, level in enumerate(frame_levels(adjacent, rate, _FRAME)):
        if level > loud:
            length = number + 1
        elif number + 1 - length == _QUIET_FRAMES:
            break
    return length * _frame(rate)


def _room_level(
    removed: Sequence[Interval], words: Sequence[Interval], samples: MonoSamples, rate: int
) -> float:
    """Return the RMS of quiet frames between words, or within words if there are no pauses."""
    levels = frame_levels(samples, rate, _FRAME)
    for excluded in ([*removed, *words], removed):
        free = np.ones(len(levels), bool)
        for start, end in excluded:
            free[math.floor(start / _frame(rate)) : math.ceil(end / _frame(rate))] = False
        if free.any():
            return float(np.percentile(levels[free], _ROOM_PERCENTILE))
    return 0.0


def _frame(rate: int) -> float:
    """Return the duration of a frame, which is a whole number of samples."""
    return round(_FRAME * rate) / rate


def _index(time: float, rate: int) -> int:
    return max(0, round(time * rate))
