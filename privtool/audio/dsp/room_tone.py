"""Replacing stretches of audio: by silence, a tone, or noise that sounds like the room.

Room tone is noise with the mean power spectrum of the recording's pauses and random phases: it
sounds like them, goes on for as long as it has to, and holds no sound that was there. Nothing in a
stretch that is replaced depends on what was in it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from privtool.audio.intervals import Interval
from privtool.audio.io.decode import Audio, Samples

SILENCE, TONE, ROOM = "silence", "tone", "room"
_WINDOW = 0.032  # seconds
_EDGE = 0.005  # seconds in which a stretch goes over from the sample beside it
_TONE_HZ, _TONE_LEVEL = 1000.0, 0.1
_QUIETER = 0.5  # of the windows in pauses
_QUIETEST = 0.1  # of the frames, where there is no pause


def frame_range(interval: Interval, audio: Audio) -> slice:
    """The frames that an interval touches."""
    first = int(np.floor(interval.start * audio.rate))
    last = int(np.ceil(interval.end * audio.rate))
    return slice(max(0, first), min(len(audio.samples), last))


def replace_intervals(
    audio: Audio, gone: Sequence[Interval], kind: str, quiet: Sequence[Interval], seed: int
) -> Audio:
    """The audio with the intervals `gone` (disjoint) replaced; every other sample is the same.

    `quiet` are the pauses that the room tone is like.
    """
    samples = audio.samples.copy()
    scale = _full_scale(samples)
    power = _power(audio, gone, quiet) if kind == ROOM else None
    for number, place in enumerate(_places(audio, gone)):
        length = place.stop - place.start
        if power is not None:
            random = np.random.default_rng([seed, number])
            new = np.stack([_noise(channel, length, random) for channel in power], axis=1)
        else:
            level = _TONE_LEVEL if kind == TONE else 0.0
            wave = level * np.sin(2 * np.pi * _TONE_HZ * np.arange(length) / audio.rate)
            new = np.repeat(wave[:, None], samples.shape[1], axis=1)
        edge = min(int(_EDGE * audio.rate), length // 2)
        _join(new, _beside(samples, place.start - 1, scale), edge)
        _join(new[::-1], _beside(samples, place.stop, scale), edge)
        samples[place] = _as(new, samples.dtype, scale)
    return audio._replace(samples=samples)


def room_tone(
    audio: Audio, gone: Sequence[Interval], quiet: Sequence[Interval], length: int, seed: int
) -> Samples:
    """Noise like the pauses `quiet` of the audio, (length, channels) from -1 to 1.

    Nothing in the intervals `gone` is looked at.
    """
    random = np.random.default_rng(seed)
    power = _power(audio, gone, quiet)
    return np.stack([_noise(channel, length, random) for channel in power], axis=1)


def _places(audio: Audio, gone: Sequence[Interval]) -> list[slice]:
    """The frames of intervals; what touches is one, so that nothing private is beside a stretch."""
    new: list[slice] = []
    for place in sorted((frame_range(interval, audio) for interval in gone), key=lambda s: s.start):
        if place.stop <= place.start:
            continue
        if new and place.start <= new[-1].stop:
            last = new.pop()
            place = slice(last.start, max(last.stop, place.stop))
        new.append(place)
    return new


def _power(audio: Audio, gone: Sequence[Interval], quiet: Sequence[Interval]) -> Samples:
    """The mean power spectrum of each channel (channels, bins) of windows in the pauses.

    Where no pause is as long as a window, that of the quietest windows outside of what is to go;
    zeros where there are none either.
    """
    size = _window(audio)
    windows = _windows(audio, [frame_range(pause, audio) for pause in quiet], size)
    windows.sort(key=lambda window: float((window**2).sum()))
    windows = windows[: max(1, int(_QUIETER * len(windows)))]  # words reach into pauses
    if not windows:
        kept, at = [], 0
        for place in _places(audio, gone):
            kept.append(slice(at, place.start))
            at = place.stop
        everything = _windows(audio, [*kept, slice(at, len(audio.samples))], size)
        everything.sort(key=lambda window: float((window**2).sum()))
        windows = everything[: max(1, int(_QUIETEST * len(everything)))]
    if not windows:
        return np.zeros((audio.samples.shape[1], size // 2 + 1))
    shape = np.hanning(size + 1)[:size, None]
    spectra = [np.abs(np.fft.rfft(window * shape, axis=0)) ** 2 for window in windows]
    power: Samples = np.mean(spectra, axis=0).T / float((shape**2).sum())
    return power


def _window(audio: Audio) -> int:
    return max(8, int(_WINDOW * audio.rate) // 2 * 2)


def _windows(audio: Audio, places: Sequence[slice], size: int) -> list[Samples]:
    scale = _full_scale(audio.samples)
    return [
        audio.samples[start : start + size].astype(np.float64) / scale
        for place in places
        for start in range(place.start, place.stop - size + 1, size // 2)
    ]


def _noise(power: Samples, length: int, random: np.random.Generator) -> Samples:
    """Noise of a length with a power spectrum (bins), as a filter on white noise would make it."""
    size = 2 * (len(power) - 1)
    white = random.standard_normal(length + size)
    impulse = np.roll(np.fft.irfft(np.sqrt(power)), size // 2)
    count = len(white) + size
    shaped = np.fft.irfft(np.fft.rfft(white, count) * np.fft.rfft(impulse, count), count)
    noise: Samples = shaped[size : size + length]
    return noise


def _beside(samples: Samples, index: int, scale: float) -> Samples:
    """The sample beside a stretch, zeros where the audio ends."""
    inside = 0 <= index < len(samples)
    return samples[index] / scale if inside else np.zeros(samples.shape[1])


def _join(new: Samples, beside: Samples, edge: int) -> None:
    """Let a stretch begin at the sample beside it: a step would be heard as a click."""
    if edge:
        rise = 0.5 - 0.5 * np.cos(np.pi * (np.arange(edge) + 1) / (edge + 1))[:, None]
        new[:edge] = rise * new[:edge] + (1 - rise) * beside


def _full_scale(samples: Samples) -> float:
    integer = np.issubdtype(samples.dtype, np.integer)
    return -float(np.iinfo(samples.dtype).min) if integer else 1.0


def _as(new: Samples, dtype: np.dtype[np.generic], scale: float) -> Samples:
    if not np.issubdtype(dtype, np.integer):
        return new.astype(dtype)
    return np.clip(np.rint(new * scale), -scale, scale - 1).astype(dtype)
