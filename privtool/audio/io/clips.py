"""The clip of a record: its stretch of an audio file, as it is or as mono floats at a rate."""

from __future__ import annotations

import math
from collections import Counter, OrderedDict
from typing import NamedTuple

import numpy as np
import soxr
from msgspec import UNSET

from privtool.audio.io.decode import Audio, AudioInfo, Samples, read_frames
from privtool.audio.io.roots import AudioRoot
from privtool.core.errors import DataError
from privtool.core.record import Record

SLACK = 0.05  # seconds that manifests may be wrong by: many round their durations
_LOUDEST = 1 << 17  # floats that were 16-bit numbers and never scaled are less
_HELD_SAMPLES = 1 << 24  # of the clips that were read last: check and process both want them


class Clip(NamedTuple):
    """Mono samples (float32, in [-1, 1]) at a rate, and what had to be done to get them."""

    samples: Samples
    rate: int
    mixed: bool = False
    resampled: bool = False

    @property
    def seconds(self) -> float:
        """How long it is."""
        return len(self.samples) / self.rate


class ClipReader:
    """Reads the clips of records.

    A record without `offset` starts where the file does, one without `duration` goes to its end.
    """

    def __init__(self, root: AudioRoot) -> None:
        self._root = root
        self._held: OrderedDict[tuple[str, object, object], Audio] = OrderedDict()

    def audio(self, record: Record) -> Audio:
        """The record's stretch as the file holds it, with all channels; not to be changed.

        Raises `DataError` where there is none, or it is shorter than the record says by more
        than `SLACK`.
        """
        key = self._root.path_of(record), record.offset, record.duration
        if key in self._held:
            self._held.move_to_end(key)
            return self._held[key]
        audio = read_frames(key[0], lambda length: segment_bounds(record, length))
        audio.samples.flags.writeable = False
        self._held[key] = audio
        while len(self._held) > 1 and self._size() > _HELD_SAMPLES:
            self._held.popitem(last=False)
        return audio

    def clip(self, record: Record, rate: int | None = None) -> Clip:
        """The record's stretch as mono floats, resampled by soxr unless it has that rate.

        Channels are averaged. Raises what `audio` raises.
        """
        audio = self.audio(record)
        return resample(to_mono(audio), rate or audio.rate)

    def _size(self) -> int:
        return sum(audio.samples.size for audio in self._held.values())


def to_mono(audio: Audio) -> Clip:
    """The mean of the channels as floats. Raises `DataError` for samples that cannot be sound."""
    samples = audio.samples
    if np.issubdtype(samples.dtype, np.integer):
        samples = samples / np.float64(-np.iinfo(samples.dtype).min)
    mixed = samples.mean(axis=1, dtype=np.float64).astype(np.float32)
    if not np.isfinite(mixed).all():
        raise DataError("the audio has samples that are no numbers")
    if np.abs(mixed).max(initial=0.0) > _LOUDEST:
        raise DataError("the audio has samples far beyond what any format holds")
    return Clip(mixed, audio.rate, mixed=samples.shape[1] > 1)


def resample(clip: Clip, rate: int) -> Clip:
    """The clip at another rate, by soxr at its high quality."""
    if clip.rate == rate:
        return clip
    samples = soxr.resample(clip.samples, clip.rate, rate)
    return clip._replace(samples=samples, rate=rate, resampled=True)


def count_conversions(clip: Clip, counts: Counter[str]) -> None:
    """Add to `mixed` and `resampled` what was done to a clip."""
    counts["mixed"] += clip.mixed
    counts["resampled"] += clip.resampled


def conversion_summary(counts: Counter[str]) -> list[str]:
    """What a summary says of the clips that were not as they were needed."""
    parts = [f"{counts['mixed']:,} mixed to mono"] if counts["mixed"] else []
    return parts + ([f"{counts['resampled']:,} resampled"] if counts["resampled"] else [])


def segment_bounds(record: Record, length: AudioInfo) -> tuple[int, int]:
    """The first frame of a record's stretch and how many it has.

    Raises `DataError` for an offset or duration that the file does not have.
    """
    offset = 0.0 if record.offset is UNSET else record.offset
    if not 0 <= offset < math.inf:
        raise DataError("field 'offset' is negative or no number of seconds")
    seconds = length.frames / length.rate
    if offset >= seconds or round(offset * length.rate) >= length.frames:
        raise DataError("field 'offset' is beyond the end of the audio")
    start = round(offset * length.rate)
    if record.duration is UNSET:
        return start, length.frames - start
    if not 0 < record.duration < math.inf:
        raise DataError("field 'duration' is not above 0")
    if offset + record.duration > seconds + SLACK:
        missing = offset + record.duration - seconds
        raise DataError(f"the audio ends {missing:.6g} s before 'offset' and 'duration' say")
    frames = min(round(record.duration * length.rate), length.frames - start)
    if frames < 1:
        raise DataError("field 'duration' is shorter than a sample")
    return start, frames
