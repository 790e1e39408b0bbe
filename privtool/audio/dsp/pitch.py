"""What a voice is like: how high, how fast, and up to which frequency it was recorded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy import signal

from privtool.audio.dsp.levels import Samples, active_level

_LOWEST, _HIGHEST = 60.0, 400.0  # hertz of speaking voices
_FRAME, _STEP = 0.05, 0.01  # seconds: three periods of the lowest voice
_VOICED = 0.5  # correlation with itself a period later
_NARROWEST = 2000.0  # hertz: a lower edge tells of the sounds that were made, not of a channel
_FLOOR = 55.0  # decibels under its loudest band: what is weaker was cut off


def median_pitch(samples: Samples, rate: int) -> float | None:
    """The median of the fundamental frequency in hertz; None where nothing is voiced.

    Each frame is compared with itself one period later; the first period that fits nearly as well
    as the best one counts, as its multiples fit, too.
    """
    size, step = round(_FRAME * rate), round(_STEP * rate)
    if len(samples) < size:
        return None
    frames = np.lib.stride_tricks.sliding_window_view(samples, size)[::step].astype(np.float64)
    level = active_level(samples, rate)
    loud = np.sqrt((frames**2).mean(1)) > level * 0.3
    found = [period for frame in frames[loud] if (period := _period(frame, rate)) is not None]
    return float(rate / np.median(found)) if found and level else None


def _period(frame: NDArray[np.float64], rate: int) -> float | None:
    """The period in samples, None for what is not voiced."""
    centered = frame - frame.mean()
    low, high = round(rate / _HIGHEST), min(round(rate / _LOWEST), len(frame) * 2 // 3)
    spectrum = np.fft.rfft(centered, 2 * len(centered))
    products = np.fft.irfft(np.abs(spectrum) ** 2)[: high + 1]
    squares = np.concatenate(([0.0], np.cumsum(centered**2)))
    lags = np.arange(high + 1)
    heads = squares[len(centered) - lags]  # the power of what has a counterpart a lag later
    tails = squares[-1] - squares[lags]
    likeness = products / np.maximum(np.sqrt(heads * tails), 1e-12)
    inside = likeness[low : high + 1]
    best = float(inside.max())
    if best < _VOICED:
        return None
    peaks = [
        lag
        for lag in range(max(low, 1), high)
        if likeness[lag] >= 0.9 * best and likeness[lag - 1] <= likeness[lag] >= likeness[lag + 1]
    ]
    return float(peaks[0]) if peaks else None


def nearest_pitch(heights: Sequence[float], hertz: float) -> int:
    """The number of the voice whose pitch is nearest, as it is heard."""
    return int(np.abs(np.log(np.array(heights) / hertz)).argmin())


def letters_per_second(words: Iterable[tuple[str, float, float]]) -> float | None:
    """How fast words (with their start and end in seconds) are spoken; None without any.

    Pauses between words do not count.
    """
    letters, seconds = 0, 0.0
    for word, start, end in words:
        letters += len(word)
        seconds += max(0.0, end - start)
    return letters / seconds if letters and seconds else None


def bandwidth(samples: Samples, rate: int) -> float | None:
    """The frequency in hertz over which a recording has nothing; None if it has no such edge.

    So a telephone's band is found in a recording whose rate could hold more.
    """
    if len(samples) < round(0.1 * rate) or not active_level(samples, rate):
        return None
    frequencies, power = signal.welch(samples.astype(np.float64), rate, nperseg=512)
    decibels = 10 * np.log10(power + 1e-20)
    present = np.flatnonzero(decibels > decibels.max() - _FLOOR)
    edge = float(frequencies[int(present[-1])])
    return edge if _NARROWEST < edge < 0.45 * rate else None


def lowpass(samples: Samples, rate: int, edge: float) -> Samples:
    """The samples without what is over a frequency; nothing is delayed."""
    taps = signal.firwin(255, min(edge, 0.499 * rate), fs=rate)
    cut: Samples = np.convolve(samples.astype(np.float64), taps, mode="same").astype(np.float32)
    return cut[: len(samples)]
