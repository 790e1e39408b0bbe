"""Properties of a voice and its channel: pitch, speaking rate, bandwidth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy import signal

from privtool.audio.dsp.levels import MonoSamples, active_level

_LOWEST, _HIGHEST = 60.0, 400.0  # hertz of speaking voices
_FRAME, _STEP = 0.05, 0.01  # seconds: three periods of the lowest voice
_VOICED = 0.5  # autocorrelation at the period
_NARROWEST = 2000.0  # hertz: a lower limit is due to the speech, not to the channel
_FLOOR = 55.0  # decibels below the loudest band: weaker bands are empty


def median_pitch(samples: MonoSamples, rate: int) -> float | None:
    """Return the median fundamental frequency in hertz; None if nothing is voiced.

    The period of a frame is the shortest one whose autocorrelation is near the highest: multiples
    of the period score as well.
    """
    size, step = round(_FRAME * rate), round(_STEP * rate)
    if len(samples) < size:
        return None
    frames = np.lib.stride_tricks.sliding_window_view(samples, size)[::step].astype(np.float64)
    level = active_level(samples, rate)
    loud = np.sqrt((frames**2).mean(1)) > level * 0.3
    periods = [period for frame in frames[loud] if (period := _period(frame, rate)) is not None]
    return float(rate / np.median(periods)) if periods and level else None


def _period(frame: NDArray[np.float64], rate: int) -> float | None:
    """Return the period in samples, None for an unvoiced frame."""
    centered = frame - frame.mean()
    low, high = round(rate / _HIGHEST), min(round(rate / _LOWEST), len(frame) * 2 // 3)
    spectrum = np.fft.rfft(centered, 2 * len(centered))
    products = np.fft.irfft(np.abs(spectrum) ** 2)[: high + 1]
    squares = np.concatenate(([0.0], np.cumsum(centered**2)))
    lags = np.arange(high + 1)
    heads = squares[len(centered) - lags]  # energy of the samples with a counterpart at the lag
    tails = squares[-1] - squares[lags]
    correlation = products / np.maximum(np.sqrt(heads * tails), 1e-12)
    best = float(correlation[low : high + 1].max())
    if best < _VOICED:
        return None
    peaks = [
        lag
        for lag in range(max(low, 1), high)
        if correlation[lag] >= 0.9 * best
        and correlation[lag - 1] <= correlation[lag] >= correlation[lag + 1]
    ]
    return float(peaks[0]) if peaks else None


def nearest_pitch(pitches: Sequence[float], hertz: float) -> int:
    """Return the index of the pitch that is nearest on a logarithmic scale."""
    return int(np.abs(np.log(np.array(pitches) / hertz)).argmin())


def letters_per_second(words: Iterable[tuple[str, float, float]]) -> float | None:
    """Return the speaking rate of words with start and end in seconds; None without words.

    Pauses between words do not count.
    """
    letters, seconds = 0, 0.0
    for word, start, end in words:
        letters += len(word)
        seconds += max(0.0, end - start)
    return letters / seconds if letters and seconds else None


def bandwidth(samples: MonoSamples, rate: int) -> float | None:
    """Return the frequency in hertz above which a recording is empty; None without such a limit.

    This detects telephone speech that was stored at a higher rate.
    """
    if len(samples) < round(0.1 * rate) or not active_level(samples, rate):
        return None
    frequencies, power = signal.welch(samples.astype(np.float64), rate, nperseg=512)
    decibels = 10 * np.log10(power + 1e-20)
    present = np.flatnonzero(decibels > decibels.max() - _FLOOR)
    limit = float(frequencies[int(present[-1])])
    return limit if _NARROWEST < limit < 0.45 * rate else None


def lowpass(samples: MonoSamples, rate: int, cutoff: float) -> MonoSamples:
    """Remove frequencies above `cutoff`, without delay."""
    taps = signal.firwin(255, min(cutoff, 0.499 * rate), fs=rate)
    filtered: MonoSamples
    filtered = np.convolve(samples.astype(np.float64), taps, mode="same").astype(np.float32)
    return filtered[: len(samples)]
