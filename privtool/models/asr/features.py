"""Acoustic features of a recognizer: log mel bands or MFCCs.

Source: Flechl 2022, section 4.2: 64 mel frequency cepstral coefficients of windows of 32 ms every
10 ms. The 64 log mel bands hold the same information, as the coefficients are a rotation of them.
Neighboring bands are correlated, which suits convolutions.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from privtool.core.errors import DataError

MEL, MFCC = "mel", "mfcc"
FEATURE_KINDS = (MEL, MFCC)
_FLOOR = 1e-7  # of the power in a band: about the noise of rounding to 16 bits


class FeatureSettings(NamedTuple):
    """`count` features of `kind`; `rate` is in hertz, `window` and `hop` are in seconds."""

    kind: str = MEL
    count: int = 64  # type: ignore[assignment]  # hides a method of tuples
    rate: int = 16000
    window: float = 0.032
    hop: float = 0.010

    @property
    def window_samples(self) -> int:
        return round(self.window * self.rate)

    @property
    def hop_samples(self) -> int:
        return round(self.hop * self.rate)

    def frame_count(self, samples: int) -> int:
        """Return the number of windows in `samples` samples."""
        return max(0, 1 + (samples - self.window_samples) // self.hop_samples)


class AcousticFeatures:
    """Features of one clip at a time, so that they depend only on its samples."""

    def __init__(self, settings: FeatureSettings) -> None:
        """Raise `ValueError` for a kind that is not one of `FEATURE_KINDS`."""
        from torchaudio.functional import create_dct
        from torchaudio.transforms import MelSpectrogram

        if settings.kind not in FEATURE_KINDS:
            raise ValueError(f"features must be one of {', '.join(FEATURE_KINDS)}")
        self.settings = settings
        size = settings.window_samples
        self._mel: Any = MelSpectrogram(
            sample_rate=settings.rate,
            n_fft=max(512, 1 << (size - 1).bit_length()),
            win_length=size,
            hop_length=settings.hop_samples,
            n_mels=settings.count,
            center=False,
        )
        self._rotation: torch.Tensor | None = None
        if settings.kind == MFCC:
            self._rotation = create_dct(settings.count, settings.count, "ortho")
        self._margin = self._mel.n_fft - size

    def __call__(self, samples: NDArray[np.float32]) -> torch.Tensor:
        """Return features (frames, count) in single precision of samples (time) in -1 to 1.

        Raise `DataError` for a clip shorter than a window.
        """
        if len(samples) < self.settings.window_samples:
            window = f"{self.settings.window * 1000:.0f} ms"
            raise DataError(f"the clip is shorter than a window of {window}")
        with torch.inference_mode():
            wave = torch.from_numpy(np.ascontiguousarray(samples, dtype=np.float32))
            # The window is centered in a longer transform, where the margin is multiplied by zero.
            before = self._margin // 2
            wave = torch.nn.functional.pad(wave, (before, self._margin - before))
            bands = (self._mel(wave).T + _FLOOR).log()
            if self._rotation is not None:
                bands = bands @ self._rotation
        # Copied outside inference mode, so that training can use it.
        features: torch.Tensor = bands.clone()
        return features
