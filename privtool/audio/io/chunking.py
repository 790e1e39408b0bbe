"""Cutting audio that is too long to be worked on at once, where it is quiet."""

from __future__ import annotations

import numpy as np

from privtool.audio.io.decode import Samples

_PAUSE = 0.1  # seconds that must be quiet together


def cut_at_pauses(samples: Samples, rate: int, longest: float) -> list[Samples]:
    """The samples in pieces of at most `longest` seconds; joined they are what was given.

    A cut is in the middle of the quietest tenth of a second in the last third of what a piece may
    have.
    """
    most, pause = int(longest * rate), max(1, int(_PAUSE * rate))
    pieces: list[Samples] = []
    while len(samples) > most:
        first = 2 * most // 3
        power = np.cumsum(np.square(samples[first:most], dtype=np.float64))
        loudness = power[pause:] - power[:-pause]
        cut = first + int(np.argmin(loudness)) + pause // 2 if len(loudness) else most
        pieces.append(samples[:cut])
        samples = samples[cut:]
    return [*pieces, samples]
