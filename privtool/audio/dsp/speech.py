"""Properties of speech and its channel: level, pitch, speaking rate, bandwidth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

MonoSamples = NDArray[np.float32]

_FRAME = 0.02  # seconds
_ACTIVE = 30.0  # decibels below the loudest frame: quieter ones are pauses
_MAX_GAIN = 12.0  # decibels, up or down
_SILENT = 1e-5  # of full scale


def frame_levels(samples: MonoSamples, rate: int, frame: float = _FRAME) -> NDArray[np.float64]:
    """Return the RMS of frames of `frame` seconds; a short last one is dropped unless alone."""
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
    """Return the factor that brings speech to a level, 12 dB at most; 1 for silence or no level."""
    current = active_level(samples, rate)
    if not current or not level:
        return 1.0
    most = 10 ** (_MAX_GAIN / 20)
    return float(np.clip(level / current, 1 / most, most))


def active_part(samples: MonoSamples, rate: int, margin: float = 0.01) -> slice:
    """Return where there is sound, plus `margin` seconds; all of samples that are silent."""
    levels = frame_levels(samples, rate, 0.005)
    if not len(levels) or levels.max() < _SILENT:
        return slice(0, len(samples))
    size = len(samples) // len(levels)
    active = np.flatnonzero(levels > levels.max() * 10 ** (-_ACTIVE / 20))
    edge = round(margin * rate)
    start = max(0, int(active[0]) * size - edge)
    end = min(len(samples), (int(active[-1]) + 1) * size + edge)
    return slice(start, end)


_LOWEST, _HIGHEST = 60.0, 400.0  # hertz of speaking voices
_PITCH_FRAME, _STEP = 0.05, 0.01  # seconds: three periods of the lowest voice
_VOICED = 0.5  # autocorrelation at the period
_NARROWEST = 2000.0  # hertz: a lower limit is due to the speech, not to the channel
_WELCH = 512  # samples of a window
_TAPS = 255
_BLOCK = 256  # frames that are analyzed at once
_FLOOR = 55.0  # decibels below the loudest band: weaker bands are empty


def median_pitch(samples: MonoSamples, rate: int) -> float | None:
    """Return the median fundamental frequency in hertz; None if nothing is voiced.

    The period of a frame is the shortest one whose autocorrelation is near the highest: multiples
    of the period score as well.
    """
    size, step = round(_PITCH_FRAME * rate), round(_STEP * rate)
    if len(samples) < size:
        return None
    frames = np.lib.stride_tricks.sliding_window_view(samples, size)[::step].astype(np.float64)
    level = active_level(samples, rate)
    loud = np.sqrt((frames**2).mean(1)) > level * 0.3
    periods = np.concatenate(
        [_periods(frames[loud][at : at + _BLOCK], rate) for at in range(0, loud.sum(), _BLOCK)]
        or [np.empty(0)]
    )
    return float(rate / np.median(periods)) if len(periods) and level else None


def _periods(frames: NDArray[np.float64], rate: int) -> NDArray[np.float64]:
    """Return the periods in samples of the frames (frames, samples) that are voiced."""
    from scipy import fft

    size = frames.shape[1]
    centered = frames - frames.mean(1, keepdims=True)
    low, high = round(rate / _HIGHEST), min(round(rate / _LOWEST), size * 2 // 3)
    points = fft.next_fast_len(size + high, real=True)
    spectrum = fft.rfft(centered, points)
    products = fft.irfft(spectrum.real**2 + spectrum.imag**2, points)[:, : high + 1]
    squares = np.pad(np.cumsum(centered**2, axis=1), ((0, 0), (1, 0)))
    # The energy of the samples with a counterpart at each lag.
    heads = squares[:, size - high : size + 1][:, ::-1]
    tails = squares[:, -1:] - squares[:, : high + 1]
    correlation = products / np.maximum(np.sqrt(heads * tails), 1e-12)
    first = max(low, 1)
    best = correlation[:, low:].max(1)
    inner = correlation[:, first:high]
    is_peak = (
        (inner >= 0.9 * best[:, None])
        & (correlation[:, first - 1 : high - 1] <= inner)
        & (inner >= correlation[:, first + 1 :])
    )
    voiced = (best >= _VOICED) & is_peak.any(1)
    periods: NDArray[np.float64] = (first + is_peak.argmax(1)[voiced]).astype(np.float64)
    return periods


def nearest_pitch(pitches: Sequence[float], hertz: float) -> int:
    """Return the index of the pitch that is nearest on a logarithmic scale."""
    return int(np.abs(np.log(np.array(pitches) / hertz)).argmin())


def letters_per_second(words: Iterable[tuple[str, float, float]]) -> float | None:
    """Return the speaking rate of words with start and end, without pauses; None for none."""
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
    decibels = 10 * np.log10(_power_density(samples, rate) + 1e-20)
    present = np.flatnonzero(decibels > decibels.max() - _FLOOR)
    limit = 0.5 * rate * int(present[-1]) / (len(decibels) - 1)
    return limit if _NARROWEST < limit < 0.45 * rate else None


def _power_density(samples: MonoSamples, rate: int) -> NDArray[np.float64]:
    """Return the mean power per hertz of half-overlapping Hann windows, by frequency (Welch)."""
    from scipy import fft  # `scipy.signal` has the whole, but takes a second to import

    size = min(_WELCH, len(samples) // 2 * 2)
    window = np.hanning(size + 1)[:-1]
    frames = np.lib.stride_tricks.sliding_window_view(samples, size)[:: size // 2]
    frames = frames.astype(np.float64)
    spectra = fft.rfft((frames - frames.mean(1, keepdims=True)) * window)
    power: NDArray[np.float64] = (spectra.real**2 + spectra.imag**2).mean(0)
    power[1:-1] *= 2  # the negative frequencies
    power /= rate * (window**2).sum()
    return power


def lowpass(samples: MonoSamples, rate: int, cutoff: float) -> MonoSamples:
    """Remove frequencies above `cutoff`, without delay."""
    share = 2 * min(cutoff, 0.499 * rate) / rate
    taps = np.sinc(share * np.arange(-(_TAPS // 2), _TAPS // 2 + 1)) * np.hamming(_TAPS)
    taps /= taps.sum()
    filtered: MonoSamples
    filtered = np.convolve(samples.astype(np.float64), taps, mode="same").astype(np.float32)
    return filtered[: len(samples)]
