"""Mel filter banks."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


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
