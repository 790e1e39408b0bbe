"""The clip of a record: its segment of an audio file, unchanged or as mono floats at a rate."""

from __future__ import annotations

import math
from collections import Counter
from functools import partial
from typing import NamedTuple

import numpy as np
import soxr
from msgspec import UNSET

from privtool.audio.io.decode import Audio, AudioInfo, Samples, check_channel, read_frames
from privtool.audio.io.roots import AudioRoot
from privtool.core.errors import DataError
from privtool.core.record import Record, is_channel

SLACK = 0.05  # seconds that manifests may be wrong by: many round their durations
_PAUSE = 0.1  # seconds
_LATE = 1.0  # seconds after the audio at which a record may end: last cues are often too long
_LOUDEST = 1 << 17  # floats that were 16-bit numbers and never scaled are less


class Clip(NamedTuple):
    """Mono samples (float32, in [-1, 1]) at a rate, and how they were converted."""

    samples: Samples
    rate: int
    mixed: bool = False
    resampled: bool = False

    @property
    def seconds(self) -> float:
        return len(self.samples) / self.rate


def read_audio(root: AudioRoot, record: Record) -> Audio:
    """Return a record's segment as the file holds it: its channel, or all of them.

    Without `offset` it starts with the file, without `duration` it ends with it. Raise `DataError`
    if it cannot be read, or is much shorter than stated.
    """
    path = root.path_of(record)
    return read_frames(path, partial(segment_bounds, record), channel_of(record))


def read_clip(root: AudioRoot, record: Record, rate: int | None = None) -> Clip:
    """Return a record's segment as mono floats, at its own rate or another.

    Without a channel in the record all are averaged. Raise as `read_audio` does.
    """
    audio = read_audio(root, record)
    return resample(to_mono(audio), rate or audio.rate)


def to_mono(audio: Audio) -> Clip:
    """Return the mean of the channels as floats. Raise `DataError` for samples out of range."""
    samples = audio.samples
    if np.issubdtype(samples.dtype, np.integer):
        samples = samples / np.float64(-np.iinfo(samples.dtype).min)
    mixed = samples.mean(axis=1, dtype=np.float64).astype(np.float32)
    if not np.isfinite(mixed).all():
        raise DataError("the audio has samples that are not finite numbers")
    if np.abs(mixed).max(initial=0.0) > _LOUDEST:
        raise DataError("the audio has samples far out of range")
    return Clip(mixed, audio.rate, mixed=samples.shape[1] > 1)


def resample(clip: Clip, rate: int) -> Clip:
    """Return the clip at another rate, resampled by soxr at high quality."""
    if clip.rate == rate:
        return clip
    samples = soxr.resample(clip.samples, clip.rate, rate)
    return clip._replace(samples=samples, rate=rate, resampled=True)


def count_conversions(record: Record, clip: Clip, counts: Counter[str]) -> None:
    """Count as `count_audio`, and in `mixed` and `resampled` how a clip was converted."""
    counts["mixed"] += clip.mixed
    counts["resampled"] += clip.resampled
    count_audio(record, clip, counts)


def count_audio(record: Record, clip: Clip, counts: Counter[str]) -> None:
    """Count `audio_milliseconds`, and in `clipped` a clip whose audio ends before its record."""
    counts["audio_milliseconds"] += round(1000 * clip.seconds)
    if record.duration is not UNSET and record.duration > clip.seconds + SLACK:
        counts["clipped"] += 1


def channel_of(record: Record) -> int | None:
    """Return the channel of a record, None for all of them. Raise `DataError` for a bad value."""
    if record.channel is UNSET:
        return None
    if not is_channel(record.channel):
        raise DataError("field 'channel' is not the number of a channel, from 0")
    return int(record.channel)


def offset_of(record: Record) -> float:
    """Return where the clip of a record begins in its file, in seconds."""
    return 0.0 if record.offset is UNSET else record.offset


def share_channel(one: int | None, other: int | None) -> bool:
    """Return whether two channels of a file, of which None stands for all, have one in common."""
    return one is None or other is None or one == other


def segment_bounds(record: Record, info: AudioInfo) -> tuple[int, int]:
    """Return the first frame of a record's segment and its number of frames.

    Raise `DataError` for an offset or duration outside the file, but for the end of a last cue, and
    for a channel that it lacks.
    """
    channel = channel_of(record)
    if channel is not None:
        check_channel(channel, info)
    offset = offset_of(record)
    if not 0 <= offset < math.inf:
        raise DataError("field 'offset' is negative or not a number of seconds")
    seconds = info.frames / info.rate
    if offset >= seconds or round(offset * info.rate) >= info.frames:
        raise DataError("field 'offset' is beyond the end of the audio")
    start = round(offset * info.rate)
    if record.duration is UNSET:
        return start, info.frames - start
    if not 0 < record.duration < math.inf:
        raise DataError("field 'duration' is not above 0")
    missing = offset + record.duration - seconds
    if missing > max(SLACK, min(_LATE, record.duration / 2)):
        raise DataError(f"the audio ends {missing:.6g} s before 'offset' plus 'duration'")
    frames = min(round(record.duration * info.rate), info.frames - start)
    if frames < 1:
        raise DataError("field 'duration' is shorter than a sample")
    return start, frames


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
