"""Acoustic features of a recognizer: 64 log mel bands of windows of 32 ms every 10 ms.

Source: Flechl 2022, section 4.2, where the features are 64 mel frequency cepstral coefficients.
These are a rotation of the bands and so hold the same information; but neighboring bands are
correlated, which suits convolutions.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from privtool.core.errors import DataError

BANDS = 64
RATE = 16_000  # hertz
WINDOW, HOP = 512, 160  # samples
HOP_SECONDS = HOP / RATE
_FLOOR = 1e-7  # of the power in a band: about the noise of rounding to 16 bits


def frame_count(samples: int) -> int:
    """Return the number of windows in `samples` samples."""
    return max(0, 1 + (samples - WINDOW) // HOP)


def log_mel(samples: NDArray[np.float32]) -> torch.Tensor:
    """Return features (frames, `BANDS`) of samples at `RATE`; raise `DataError` below a window."""
    if len(samples) < WINDOW:
        raise DataError(f"the clip is shorter than a window of {1000 * WINDOW / RATE:.0f} ms")
    with torch.inference_mode():
        wave = torch.from_numpy(np.ascontiguousarray(samples, dtype=np.float32))
        bands: torch.Tensor = (_mel()(wave).T + _FLOOR).log()
    return bands.clone()  # outside inference mode, so that training can use it


@cache
def _mel() -> Any:
    from torchaudio.transforms import MelSpectrogram

    return MelSpectrogram(
        sample_rate=RATE, n_fft=WINDOW, hop_length=HOP, n_mels=BANDS, center=False
    )
