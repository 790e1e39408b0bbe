"""Bands of the mel scale, in which frequencies are about as far apart as they sound."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def mel_bank(rate: int, size: int, bands: int) -> NDArray[np.float64]:
    """Triangles (bands, frequencies of a frame of `size` samples), up to half the rate.

    Their middles are at equal distances on the mel scale of O'Shaughnessy.
    """
    top = 2595 * np.log10(1 + rate / 2 / 700)
    centres = 700 * (10 ** (np.linspace(0, top, bands + 2) / 2595) - 1)
    frequencies = np.fft.rfftfreq(size, 1 / rate)
    low, middle, high = centres[:-2, None], centres[1:-1, None], centres[2:, None]
    rising, falling = (frequencies - low) / (middle - low), (high - frequencies) / (high - middle)
    bank: NDArray[np.float64] = np.maximum(0.0, np.minimum(rising, falling))
    return bank
