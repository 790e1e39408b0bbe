"""Where what is private may end: not in the middle of a breath or a click beside a word.

An aligner puts the borders of a word where its phones begin and end. What a speaker does before and
after that, a breath or a click of the lips, may be heard as a part of the word, or, where half of
it is left, as a word.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from privtool.audio.dsp.levels import Samples, frame_levels
from privtool.audio.intervals import Interval, merge_intervals

_FRAME = 0.01  # seconds
_QUIET = 3  # frames without a sound: it has ended
_FARTHEST = 0.3  # seconds that an edge moves at most
_ABOVE = 2.0  # times the level of the room: what is louder is a sound (6 decibels)
_ROOM = 10.0  # per cent of the frames in pauses are not louder than the room
_NOTHING = 1e-4  # of full scale: what is quieter is no sound in any room


def extend_to_quiet(
    gone: Sequence[Interval], words: Sequence[Interval], samples: Samples, rate: int
) -> list[Interval]:
    """The intervals `gone` with the sounds that are beside them, in order and apart.

    An edge moves on while there is a sound within 30 ms, at most by 300 ms and never into one of
    `words`. A sound is louder than the room by 6 decibels; what is heard in the intervals changes
    nothing.
    """
    seconds = len(samples) / rate
    samples = samples.copy()
    for start, end in gone:
        samples[_sample(start, rate) : _sample(end, rate)] = 0  # it would widen its neighbors
    loud = max(_NOTHING, _ABOVE * _room_level(gone, words, samples, rate))
    new: list[Interval] = []
    for start, end in gone:
        least = max([start - _FARTHEST, *(min(w.end, start) for w in words if w.start < start)])
        most = min([end + _FARTHEST, *(max(w.start, end) for w in words if w.end > end)])
        before = samples[_sample(least, rate) : _sample(start, rate)][::-1]
        after = samples[_sample(end, rate) : _sample(most, rate)]
        start = max(0.0, least, start - _reach(before, rate, loud))
        new.append(Interval(start, min(seconds, most, end + _reach(after, rate, loud))))
    return merge_intervals(new)


def _reach(beside: Samples, rate: int, loud: float) -> float:
    """How many seconds from its start the sounds in a stretch go on."""
    reach = 0
    for number, level in enumerate(frame_levels(beside, rate, _FRAME)):
        if level > loud:
            reach = number + 1
        elif number + 1 - reach == _QUIET:
            break
    return reach * _frame(rate)


def _room_level(
    gone: Sequence[Interval], words: Sequence[Interval], samples: Samples, rate: int
) -> float:
    """The root mean square of quiet frames between words, or of any where there are no pauses."""
    levels = frame_levels(samples, rate, _FRAME)
    for taken in ([*gone, *words], gone):
        free = np.ones(len(levels), bool)
        for start, end in taken:
            free[math.floor(start / _frame(rate)) : math.ceil(end / _frame(rate))] = False
        if free.any():
            return float(np.percentile(levels[free], _ROOM))
    return 0.0


def _frame(rate: int) -> float:
    """The seconds of a frame, which is a whole number of samples."""
    return round(_FRAME * rate) / rate


def _sample(time: float, rate: int) -> int:
    return max(0, round(time * rate))
