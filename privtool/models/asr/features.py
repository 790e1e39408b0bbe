"""What a recognizer hears of a clip: mel bands or cepstral coefficients of short windows.

Source: Flechl 2022, section 4.2: 64 mel frequency cepstral coefficients of windows of 32 ms every
10 ms. The logarithms of the 64 bands themselves hold the same, as the coefficients are a rotation
of them, and neighbors among them are alike, which convolutions use.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from privtool.core.errors import DataError

MEL, MFCC = "mel", "mfcc"
KINDS = (MEL, MFCC)
_FLOOR = 1e-7  # of a band's power, for samples within 1: about what rounding to 16 bits adds


class FeatureSettings(NamedTuple):
    """`count` features of `kind`; `rate` samples a second, `window` and `hop` in seconds."""

    kind: str = MEL
    count: int = 64  # type: ignore[assignment]  # hides a method of tuples
    rate: int = 16000
    window: float = 0.032
    hop: float = 0.010

    @property
    def window_samples(self) -> int:
        """The samples of a window."""
        return round(self.window * self.rate)

    @property
    def hop_samples(self) -> int:
        """The samples from one window to the next."""
        return round(self.hop * self.rate)

    def frames_of(self, samples: int) -> int:
        """How many windows there are in so many samples; none in less than a window."""
        return max(0, 1 + (samples - self.window_samples) // self.hop_samples)


class AcousticFeatures:
    """Features of one clip at a time, so that they depend on nothing but its samples."""

    def __init__(self, settings: FeatureSettings) -> None:
        """Raises `ValueError` for a kind that is none of `KINDS`."""
        from torchaudio.functional import create_dct
        from torchaudio.transforms import MelSpectrogram

        if settings.kind not in KINDS:
            raise ValueError(f"features are one of {', '.join(KINDS)}")
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
        rotated = settings.kind == MFCC
        self._rotation = create_dct(settings.count, settings.count, "ortho") if rotated else None
        self._margin = self._mel.n_fft - size

    def __call__(self, samples: NDArray[np.float32]) -> torch.Tensor:
        """Features (frames, count) in single precision of samples (time) within -1 and 1.

        Raises `DataError` if they are fewer than a window.
        """
        if len(samples) < self.settings.window_samples:
            least = f"{self.settings.window * 1000:.0f} ms"
            raise DataError(f"the clip is shorter than a window of {least}")
        with torch.inference_mode():
            wave = torch.from_numpy(np.ascontiguousarray(samples, dtype=np.float32))
            # A window in the middle of a larger transform: the margin is under zeros of the window.
            before = self._margin // 2
            wave = torch.nn.functional.pad(wave, (before, self._margin - before))
            bands = (self._mel(wave).T + _FLOOR).log()
            if self._rotation is not None:
                bands = bands @ self._rotation
        # Made outside inference mode, so that training may use it.
        features: torch.Tensor = bands.clone()
        return features
