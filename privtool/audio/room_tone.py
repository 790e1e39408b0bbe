"""The noise of a room: what a recording sounds like where nobody speaks."""

from __future__ import annotations

import numpy as np

from privtool.audio.levels import Samples, frame_levels

_FRAME = 512
_QUIETEST = 0.15  # the share of the frames that count as pauses
_SILENT = 1e-7


def room_tone(samples: Samples, rate: int, count: int, seed: int) -> Samples:
    """`count` samples of noise with the level and the spectrum of the pauses of a recording.

    It is drawn anew: nothing of the recording is in it but how strong each frequency is on average,
    so that no murmur of what was said can come back, and it never repeats itself.
    """
    if count <= 0:
        return np.zeros(0, np.float32)
    size = min(_FRAME, len(samples))
    if size < 2:
        return np.zeros(count, np.float32)
    frames = samples[: len(samples) // size * size].reshape(-1, size).astype(np.float64)
    levels = frame_levels(samples, rate, size / rate)[: len(frames)]
    heard = levels > _SILENT  # digital silence is no room
    if not heard.any():
        return np.zeros(count, np.float32)
    frames, levels = frames[heard], levels[heard]
    quiet = frames[np.argsort(levels, kind="stable")[: max(1, round(_QUIETEST * len(frames)))]]
    window = np.hanning(size)
    power = (np.abs(np.fft.rfft(quiet * window, axis=1)) ** 2).mean(0) / (window**2).sum()
    white = np.random.default_rng(seed).normal(size=max(count, size))
    spectrum = np.fft.rfft(white)
    places = np.linspace(0, len(power) - 1, len(spectrum))
    shape = np.sqrt(np.interp(places, np.arange(len(power)), power))
    tone: Samples = np.fft.irfft(spectrum * shape, len(white))[:count].astype(np.float32)
    return tone
