"""How much of a recording is left in another one: equal frames and largest correlations."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Wave = NDArray[np.float64]
FRAME = 0.01  # seconds
_LEFT = 0.1  # of a frame's energy: at a smaller error (-10 dB) the frame is the original one
_BANDS = 40
_FLOOR = 1e-9  # of the power in a band: below the noise of 16 bits
_TINY = 1e-12  # of the largest energy: less is rounding


def mel_bank(rate: int, size: int, bands: int) -> NDArray[np.float64]:
    """Return triangular filters (bands, FFT bins of a frame of `size` samples), up to rate / 2.

    Centers are equidistant on the mel scale (O'Shaughnessy).
    """
    top = 2595 * np.log10(1 + rate / 2 / 700)
    centers = 700 * (10 ** (np.linspace(0, top, bands + 2) / 2595) - 1)
    frequencies = np.fft.rfftfreq(size, 1 / rate)
    low, middle, high = centers[:-2, None], centers[1:-1, None], centers[2:, None]
    rising, falling = (frequencies - low) / (middle - low), (high - frequencies) / (high - middle)
    bank: NDArray[np.float64] = np.maximum(0.0, np.minimum(rising, falling))
    return bank


def has_frame_left(before: Wave, after: Wave, rate: int) -> bool:
    """Return whether any frame that has sound is still the original one.

    Both are mono and of one length; an incomplete frame at the end is dropped. A frame is left if
    its error is at least 10 dB below it. A copy at another level is not, which
    `largest_correlation` finds.
    """
    size = max(1, round(FRAME * rate))
    count = len(before) // size
    old, new = (wave[: count * size].reshape(count, size) for wave in (before, after))
    sounding = old.max(axis=1, initial=-np.inf) > old.min(axis=1, initial=np.inf)
    error = ((new - old) ** 2).sum(axis=1)
    return bool((sounding & (error <= _LEFT * (old**2).sum(axis=1))).any())


def largest_correlation(part: Wave, area: Wave) -> float:
    """Return the largest normalized correlation of a part with any equally long section of an area.

    It is |sum x y| / (|x| |y|), from 0 to 1, of the part and a section without their means. An area
    that is shorter than the part is padded with zeros.
    """
    if len(area) < len(part):
        area = np.pad(area, (0, len(part) - len(area)))
    length, part = len(part), part - part.mean()
    norm = float((part**2).sum())
    if not norm:
        return 0.0
    size = 1 << (len(area) - 1).bit_length()
    spectrum = np.fft.rfft(area, size) * np.conj(np.fft.rfft(part, size))
    products = np.fft.irfft(spectrum, size)[: len(area) - length + 1]
    totals = np.pad(np.cumsum([area, area**2], axis=1), ((0, 0), (1, 0)))
    sums, squares = totals[:, length:] - totals[:, :-length]
    energy = squares - sums**2 / length
    loudest = float(energy.max(initial=0.0))
    audible = energy > _TINY * max(loudest, norm)
    found = np.abs(products[audible]) / np.sqrt(norm * energy[audible])
    return min(1.0, float(found.max(initial=0.0)))


def log_mel(samples: Wave, rate: int) -> Wave:
    """Return the log power in 40 mel bands (frames, bands) of windows of 20 ms every 10 ms."""
    size, hop = round(2 * FRAME * rate), round(FRAME * rate)
    if len(samples) < size:
        samples = np.pad(samples, (0, size - len(samples)))
    windows = np.lib.stride_tricks.sliding_window_view(samples, size)[::hop]
    power = np.abs(np.fft.rfft(windows * np.hanning(size), axis=1)) ** 2 / size
    logs: Wave = np.log(power @ mel_bank(rate, size, _BANDS).T + _FLOOR)
    return logs


def largest_mel_correlation(part: Wave, area: Wave) -> float:
    """Return the largest correlation of log-mel frames with any equally many frames of an area.

    The mean of each band and of each frame is removed, so that neither the loudness nor the color
    of all speech counts.
    """
    count = len(part)
    if len(area) < count:
        area = np.pad(area, ((0, count - len(area)), (0, 0)), mode="edge")
    part = _centered(part)
    norm = float((part**2).sum())
    best = 0.0
    for start in range(len(area) - count + 1):
        section = _centered(area[start : start + count])
        energy = float((section**2).sum())
        if norm * energy > 0:
            best = max(best, abs(float((part * section).sum())) / np.sqrt(norm * energy))
    return min(1.0, float(best))


def _centered(patch: Wave) -> Wave:
    centered = patch - patch.mean(axis=0, keepdims=True)
    wave: Wave = centered - centered.mean(axis=1, keepdims=True)
    return wave
