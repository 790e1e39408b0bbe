"""The level of speech, and the gain that brings it to another level."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

MonoSamples = NDArray[np.float32]

_FRAME = 0.02  # seconds
_ACTIVE = 30.0  # decibels below the loudest frame: quieter ones are pauses
_MAX_GAIN = 12.0  # decibels, up or down
_SILENT = 1e-5  # of full scale


def frame_levels(samples: MonoSamples, rate: int, frame: float = _FRAME) -> NDArray[np.float64]:
    """Return the RMS of frames of `frame` seconds; an incomplete frame at the end is dropped.

    Samples shorter than a frame are one frame.
    """
    size = min(max(1, round(frame * rate)), len(samples))
    if not size:
        return np.zeros(0)
    frames = samples[: len(samples) // size * size].reshape(-1, size).astype(np.float64)
    levels: NDArray[np.float64] = np.sqrt((frames**2).mean(1))
    return levels


def active_level(samples: MonoSamples, rate: int) -> float:
    """Return the RMS of the frames that are not pauses; zero for silence."""
    levels = frame_levels(samples, rate)
    if not len(levels) or levels.max() < _SILENT:
        return 0.0
    active = levels[levels > levels.max() * 10 ** (-_ACTIVE / 20)]
    return float(np.sqrt((active**2).mean()))


def gain_to(samples: MonoSamples, rate: int, level: float) -> float:
    """Return the factor that brings speech to a level, at most 12 decibels up or down.

    It is 1 for silence and for a level of zero.
    """
    current = active_level(samples, rate)
    if not current or not level:
        return 1.0
    most = 10 ** (_MAX_GAIN / 20)
    return float(np.clip(level / current, 1 / most, most))


def active_part(samples: MonoSamples, rate: int, margin: float = 0.01) -> slice:
    """Return the samples without leading and trailing silence, but for `margin` seconds of it.

    Return all if they are silent throughout.
    """
    levels = frame_levels(samples, rate, 0.005)
    if not len(levels) or levels.max() < _SILENT:
        return slice(0, len(samples))
    size = len(samples) // len(levels)
    active = np.flatnonzero(levels > levels.max() * 10 ** (-_ACTIVE / 20))
    edge = round(margin * rate)
    start = max(0, int(active[0]) * size - edge)
    end = min(len(samples), (int(active[-1]) + 1) * size + edge)
    return slice(start, end)
