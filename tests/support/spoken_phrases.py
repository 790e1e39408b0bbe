"""Phrases spoken by espeak, one after the other, with the times of each."""

import numpy as np

from privtool.audio.io.clips import resample
from privtool.models.tts.espeak import speak

RATE = 16_000


def spoken(phrase, voice="en-us"):
    samples = resample(speak(phrase, voice, 150), RATE).samples
    loud = np.flatnonzero(np.abs(samples) > 0.01 * np.abs(samples).max())
    return 0.5 * samples[loud[0] : loud[-1] + 1]


def joined(phrases, pause=0.2):
    """Phrases one after the other, and where each of them is."""
    pieces, times, at = [], [], 0
    for phrase in phrases:
        pieces += [np.zeros(int(pause * RATE), np.float32), spoken(phrase)]
        at += len(pieces[-2])
        times.append((at / RATE, (at + len(pieces[-1])) / RATE))
        at += len(pieces[-1])
    pieces.append(np.zeros(int(pause * RATE), np.float32))
    samples = np.concatenate(pieces)
    noise = np.random.default_rng(1).standard_normal(len(samples)).astype(np.float32)
    return samples + 0.0005 * noise, times
