"""How loud speech is, and making one stretch of it as loud as another."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Samples = NDArray[np.float32]

_FRAME = 0.02  # seconds
_ACTIVE = 30.0  # decibels under the loudest frame: quieter ones are pauses
_MOST_GAIN = 12.0  # decibels, up or down
_SILENT = 1e-5  # of full scale


def frame_levels(samples: Samples, rate: int, frame: float = _FRAME) -> NDArray[np.float64]:
    """The root mean squares of frames of that many seconds; what is left at the end is left out.

    A stretch that is shorter than a frame is one.
    """
    size = min(max(1, round(frame * rate)), len(samples))
    if not size:
        return np.zeros(0)
    frames = samples[: len(samples) // size * size].reshape(-1, size).astype(np.float64)
    levels: NDArray[np.float64] = np.sqrt((frames**2).mean(1))
    return levels


def active_level(samples: Samples, rate: int) -> float:
    """The root mean square of the frames that are not pauses; zero for silence."""
    levels = frame_levels(samples, rate)
    if not len(levels) or levels.max() < _SILENT:
        return 0.0
    active = levels[levels > levels.max() * 10 ** (-_ACTIVE / 20)]
    return float(np.sqrt((active**2).mean()))


def gain_to(samples: Samples, rate: int, level: float) -> float:
    """The factor that brings speech to a level, at most 12 decibels up or down.

    Silence, and a level of zero, change nothing.
    """
    own = active_level(samples, rate)
    if not own or not level:
        return 1.0
    most = 10 ** (_MOST_GAIN / 20)
    return float(np.clip(level / own, 1 / most, most))


def active_part(samples: Samples, rate: int, margin: float = 0.01) -> slice:
    """Where the speech is, without the silence before and after it.

    `margin` seconds stay at either side. Of silence it is all.
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
