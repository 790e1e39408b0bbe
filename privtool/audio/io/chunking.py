"""Splitting long audio at pauses."""

from __future__ import annotations

import numpy as np

from privtool.audio.io.decode import Samples

_PAUSE = 0.1  # seconds


def cut_at_pauses(samples: Samples, rate: int, longest: float) -> list[Samples]:
    """Split samples into chunks of at most `longest` seconds; concatenated they are the input.

    A cut is in the middle of the quietest tenth of a second in the last third of a chunk.
    """
    most, pause = int(longest * rate), max(1, int(_PAUSE * rate))
    chunks: list[Samples] = []
    while len(samples) > most:
        first = 2 * most // 3
        energy = np.cumsum(np.square(samples[first:most], dtype=np.float64))
        loudness = energy[pause:] - energy[:-pause]
        cut = first + int(np.argmin(loudness)) + pause // 2 if len(loudness) else most
        chunks.append(samples[:cut])
        samples = samples[cut:]
    return [*chunks, samples]
