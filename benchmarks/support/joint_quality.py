"""Objective measures of joints, to compare with those inside natural words."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import numpy as np
from scipy import signal

from privtool.audio.dsp.similarity import mel_bank
from privtool.audio.dsp.speech import MonoSamples

_BAND = 4000.0  # hertz; above it speech has little energy, a click much
_WINDOW = 0.004  # seconds
_FRAME, _HOP, _BANDS = 0.025, 0.010, 40


def high_band_excess(samples: MonoSamples, rate: int, joints: Iterable[int]) -> list[float]:
    """Return the excess of the high band in the 4 ms at each joint over its surroundings, in dB.

    Joints too close to an end are left out.
    """
    taps = signal.firwin(63, _BAND, fs=rate, pass_zero=False)
    high = np.convolve(samples.astype(np.float64), taps, mode="same")
    size = round(_WINDOW * rate)
    found = []
    for joint in joints:
        edges = joint + size * (np.arange(-6, 8) - 0.5)
        edges = edges.round().astype(int)
        edges = edges[(edges >= 0) & (edges <= len(high))]
        at = int(np.searchsorted(edges, joint, side="right")) - 1
        powers = [float((high[a:b] ** 2).mean()) + 1e-12 for a, b in pairwise(edges.tolist())]
        if len(powers) > 4 and 0 <= at < len(powers):
            found.append(10 * float(np.log10(powers[at] / np.median(powers))))
    return found


def mel_jumps(samples: MonoSamples, rate: int, joints: Iterable[int]) -> list[float]:
    """Return the RMS change of the log-mel bands across each joint, in decibels.

    The frame that ends at the joint is compared with the one that starts there.
    """
    size = round(_FRAME * rate)
    bank = mel_bank(rate, size, _BANDS)
    window = np.hanning(size)
    found = []
    for joint in joints:
        if joint >= size and joint + size <= len(samples):
            before, after = (
                10 * np.log10(bank @ np.abs(np.fft.rfft(window * part)) ** 2 + 1e-10)
                for part in (samples[joint - size : joint], samples[joint : joint + size])
            )
            found.append(float(np.sqrt(((after - before) ** 2).mean())))
    return found


def steps(samples: MonoSamples, rate: int, joints: Iterable[int]) -> list[float]:
    """Return the largest second difference within 2 ms of each joint over the RMS within 20 ms."""
    near, around = round(0.002 * rate), round(0.02 * rate)
    second = np.abs(np.diff(samples.astype(np.float64), 2))
    found = []
    for joint in joints:
        level = np.sqrt((samples[max(0, joint - around) : joint + around] ** 2).mean()) + 1e-4
        step = second[max(0, joint - 1 - near) : joint - 1 + near].max(initial=0.0)
        found.append(float(step / level))
    return found


def level_excess(samples: MonoSamples, rate: int, joints: Iterable[int]) -> list[float]:
    """Return how much louder the 10 ms at each joint are than the 80 ms around it, in decibels."""
    levels = []
    for joint in joints:
        parts = [
            samples[max(0, joint - round(half * rate)) : joint + round(half * rate)]
            for half in (0.005, 0.04)
        ]
        near, around = (float((part**2).mean()) + 1e-9 for part in parts)
        levels.append(10 * float(np.log10(near / around)))
    return levels


def natural_offsets(start: int, end: int, rate: int) -> list[int]:
    """Return offsets inside a natural word, every 10 ms but not at its edges."""
    hop = round(_HOP * rate)
    return list(range(start + 2 * hop, end - 2 * hop, hop))
