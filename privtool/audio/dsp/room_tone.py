"""Replacing intervals of audio by silence, a tone, or noise that sounds like the room.

Room tone is noise with random phases and the mean power spectrum of the recording's pauses. It
sounds like them, has any length, and contains no sound of the recording. A replacement does not
depend on the samples that it replaces.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from privtool.audio.intervals import Interval, merge_intervals
from privtool.audio.io.decode import Audio, Samples

SILENCE, TONE, ROOM = "silence", "tone", "room"
_WINDOW = 0.032  # seconds
_RAMP = 0.005  # seconds of transition from the adjacent sample
_TONE_HZ, _TONE_LEVEL = 1000.0, 0.1
_QUIETER = 0.5  # fraction of the windows in pauses
_QUIETEST = 0.1  # fraction of all windows, if there are no pauses


def frame_range(interval: Interval, audio: Audio) -> slice:
    first = int(np.floor(interval.start * audio.rate))
    last = int(np.ceil(interval.end * audio.rate))
    return slice(max(0, first), min(len(audio.samples), last))


def removed_frames(audio: Audio, removed: Sequence[Interval]) -> list[tuple[int, int]]:
    """Return the first frame of each interval that is replaced, and the one after the last.

    Adjacent ones are merged: no adjacent sample may be private.
    """
    ranges = (frame_range(interval, audio) for interval in removed)
    found = (Interval(each.start, each.stop) for each in ranges if each.start < each.stop)
    return [(int(start), int(stop)) for start, stop in merge_intervals(found)]


def replace_intervals(
    audio: Audio, removed: Sequence[Interval], kind: str, pauses: Sequence[Interval], seed: int
) -> Audio:
    """Return the audio with disjoint intervals replaced; room tone is modeled on `pauses`."""
    samples = audio.samples.copy()
    scale = _full_scale(samples)
    power = _power_spectra(audio, removed, pauses) if kind == ROOM else None
    for number, (start, stop) in enumerate(removed_frames(audio, removed)):
        length = stop - start
        if power is not None:
            random = np.random.default_rng([seed, number])
            new = np.stack([_noise(channel, length, random) for channel in power], axis=1)
        else:
            level = _TONE_LEVEL if kind == TONE else 0.0
            wave = level * np.sin(2 * np.pi * _TONE_HZ * np.arange(length) / audio.rate)
            new = np.repeat(wave[:, None], samples.shape[1], axis=1)
        ramp = min(int(_RAMP * audio.rate), length // 2)
        _ramp_from(_sample_at(samples, start - 1, scale), new, ramp)
        _ramp_from(_sample_at(samples, stop, scale), new[::-1], ramp)
        if np.issubdtype(samples.dtype, np.integer):
            new = np.clip(np.rint(new * scale), -scale, scale - 1)
        samples[start:stop] = new.astype(samples.dtype)
    return audio._replace(samples=samples)


def room_tone(audio: Audio, pauses: Sequence[Interval], length: int, seed: int) -> Samples:
    """Return noise like the `pauses` of the audio, (length, channels) from -1 to 1."""
    random = np.random.default_rng(seed)
    power = _power_spectra(audio, [], pauses)
    return np.stack([_noise(channel, length, random) for channel in power], axis=1)


def _power_spectra(
    audio: Audio, removed: Sequence[Interval], pauses: Sequence[Interval]
) -> Samples:
    """Return the mean power spectra (channels, bins) of windows in the pauses.

    If no pause is as long as a window, use the quietest windows outside of the removed intervals;
    return zeros if there are none either.
    """
    size = max(8, int(_WINDOW * audio.rate) // 2 * 2)
    windows = _windows(audio, [frame_range(pause, audio) for pause in pauses], size)
    windows = _quietest(windows, _QUIETER)  # words extend into pauses
    if not windows:
        kept, position = [], 0
        for start, stop in removed_frames(audio, removed):
            kept.append(slice(position, start))
            position = stop
        kept.append(slice(position, len(audio.samples)))
        windows = _quietest(_windows(audio, kept, size), _QUIETEST)
    if not windows:
        return np.zeros((audio.samples.shape[1], size // 2 + 1))
    shape = np.hanning(size + 1)[:size, None]
    spectra = [np.abs(np.fft.rfft(window * shape, axis=0)) ** 2 for window in windows]
    power: Samples = np.mean(spectra, axis=0).T / float((shape**2).sum())
    return power


def _quietest(windows: list[Samples], fraction: float) -> list[Samples]:
    """Return a fraction of the windows, at least one of them."""
    windows = sorted(windows, key=lambda window: float((window**2).sum()))
    return windows[: max(1, int(fraction * len(windows)))]


def _windows(audio: Audio, ranges: Sequence[slice], size: int) -> list[Samples]:
    scale = _full_scale(audio.samples)
    return [
        audio.samples[start : start + size].astype(np.float64) / scale
        for frames in ranges
        for start in range(frames.start, frames.stop - size + 1, size // 2)
    ]


def _noise(power: Samples, length: int, random: np.random.Generator) -> Samples:
    """Return noise with a power spectrum (bins), by filtering white noise."""
    size = 2 * (len(power) - 1)
    white = random.standard_normal(length + size)
    impulse = np.roll(np.fft.irfft(np.sqrt(power)), size // 2)
    count = len(white) + size
    shaped = np.fft.irfft(np.fft.rfft(white, count) * np.fft.rfft(impulse, count), count)
    noise: Samples = shaped[size : size + length]
    return noise


def _sample_at(samples: Samples, index: int, scale: float) -> Samples:
    """Return a sample in [-1, 1], zeros outside the audio."""
    inside = 0 <= index < len(samples)
    return samples[index] / scale if inside else np.zeros(samples.shape[1])


def _ramp_from(sample: Samples, new: Samples, length: int) -> None:
    """Blend the start of `new` with the adjacent sample: a step would be heard as a click."""
    if length:
        rise = 0.5 - 0.5 * np.cos(np.pi * (np.arange(length) + 1) / (length + 1))[:, None]
        new[:length] = rise * new[:length] + (1 - rise) * sample


def _full_scale(samples: Samples) -> float:
    integer = np.issubdtype(samples.dtype, np.integer)
    return -float(np.iinfo(samples.dtype).min) if integer else 1.0
