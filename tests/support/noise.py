"""Recordings of noise."""

from pathlib import Path

import numpy as np
import soundfile

RATE = 8000


def write_noise(path: Path, seconds: float, channels: int = 1, subtype: str = "PCM_16") -> None:
    """Write a recording of loud noise, the same at every call."""
    shape = (round(seconds * RATE), channels) if channels > 1 else round(seconds * RATE)
    noise = np.random.default_rng(0).uniform(-0.5, 0.5, shape)
    soundfile.write(path, noise, RATE, subtype=subtype)
