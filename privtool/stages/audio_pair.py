"""The audio of a turn before and after it was made safe, and what of the one is in the other."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import repeat
from typing import NamedTuple

import numpy as np

from privtool.audio.dsp.similarity import (
    Wave,
    has_frame_left,
    largest_correlation,
    largest_mel_correlation,
    log_mel,
)
from privtool.audio.intervals import Interval
from privtool.audio.io.clips import Clip, resample, to_mono
from privtool.audio.io.decode import Audio

AROUND = 0.15  # seconds around an interval in which its audio is looked for
ALIKE = 0.5  # correlation above which audio counts as the same
_SHORTEST = 0.03  # seconds: shorter audio correlates with anything
_PIECE = 0.5  # seconds
_MOST_PIECES = 32
_LOUD = 0.1  # of the energy of the loudest piece: quieter ones may be without speech


class Residue(NamedTuple):
    """The largest correlations of an interval's audio, and what chance gives: of it reversed."""

    samples: float
    mel: float
    samples_by_chance: float
    mel_by_chance: float


class AudioPair:
    """A turn before and after. `aligned` says that its samples still stand where they stood."""

    def __init__(self, before: Audio, after: Audio) -> None:
        """Raise `DataError` for samples that are not numbers."""
        self.before, self.after = to_mono(before), to_mono(after)
        self.aligned = before.rate == after.rate and len(before.samples) == len(after.samples)
        self.rate = before.rate
        self._old = _waves(before, before.rate)
        self._new = _waves(after, before.rate)

    @property
    def channels(self) -> int:
        """The number of channels after."""
        return len(self._new)

    @cached_property
    def _mels(self) -> list[Wave]:
        return [log_mel(new, self.rate) for new in self._new]

    @cached_property
    def changed(self) -> np.ndarray[tuple[int], np.dtype[np.bool_]] | None:
        """For each sample whether any channel was changed; None if they do not correspond."""
        if not self.aligned:
            return None
        if len(self._old) != len(self._new):
            return np.ones(len(self._old[0]), bool)
        differ = [old != new for old, new in zip(self._old, self._new, strict=True)]
        changed: np.ndarray[tuple[int], np.dtype[np.bool_]] = np.any(differ, axis=0)
        return changed

    def frames(self, interval: Interval) -> slice:
        """Return the samples of an interval, as far as the turn has them."""
        most = len(self._old[0])
        first, last = (min(most, max(0, round(time * self.rate))) for time in interval)
        return slice(first, last)

    def is_left(self, interval: Interval) -> bool:
        """Return whether any of an aligned interval is still the original audio, on any channel.

        Silence says nothing.
        """
        frames = self.frames(interval)
        return any(
            has_frame_left(old[frames], new[frames], self.rate) for old, new in self._channels()
        )

    def residue(self, interval: Interval) -> Residue | None:
        """Return the correlations of an interval; None if it is too short.

        Its audio is looked for in the same place and 150 ms around it, and everywhere in a turn
        that is not aligned. Of several channels, the one with most counts.
        """
        frames = self.frames(interval)
        if frames.stop - frames.start < _SHORTEST * self.rate:
            return None
        found = []
        for (old, new), mel in zip(self._channels(), self._areas_of_mel(frames), strict=True):
            part, area = old[frames], new[self._area(frames)]
            part_mel = log_mel(part, self.rate)
            found.append(
                Residue(
                    largest_correlation(part, area),
                    largest_mel_correlation(part_mel, mel),
                    largest_correlation(part[::-1], area),
                    largest_mel_correlation(part_mel[::-1], mel),
                )
            )
        return Residue(*map(max, zip(*found, strict=True)))

    @cached_property
    def holds_original(self) -> bool:
        """Whether any of the loudest half seconds of the turn is left anywhere in it."""
        return any(
            largest_correlation(old[piece], new[self._area(piece)]) > ALIKE
            for piece in self._pieces()
            for old, new in self._channels()
        )

    @property
    def replaced(self) -> bool:
        """Whether nothing of the turn is left."""
        if self.aligned:
            return not self.is_left(Interval(0.0, self.before.seconds))
        return not self.holds_original

    def _pieces(self) -> list[slice]:
        total, size = len(self._old[0]), round(_PIECE * self.rate)
        pieces = [slice(at, min(at + size, total)) for at in range(0, total, size)]
        if len(pieces) > 1 and pieces[-1].stop - pieces[-1].start < size // 2:
            del pieces[-1]
        energy = [float((self.before.samples[piece] ** 2).sum()) for piece in pieces]
        loudest = np.argsort(energy, kind="stable")[::-1][:_MOST_PIECES]
        return [pieces[number] for number in loudest if energy[number] >= _LOUD * max(energy)]

    def _channels(self) -> Iterator[tuple[Wave, Wave]]:
        if len(self._old) == len(self._new):
            return zip(self._old, self._new, strict=True)
        return zip(repeat(np.mean(self._old, axis=0)), self._new, strict=False)

    def _area(self, frames: slice) -> slice:
        if not self.aligned:
            return slice(None)
        around = round(AROUND * self.rate)
        return slice(max(0, frames.start - around), frames.stop + around)

    def _areas_of_mel(self, frames: slice) -> list[Wave]:
        if not self.aligned:
            return self._mels
        return [log_mel(new[self._area(frames)], self.rate) for new in self._new]


def _waves(audio: Audio, rate: int) -> list[Wave]:
    """Return the channels as floats at a rate."""
    samples = audio.samples
    scale = -float(np.iinfo(samples.dtype).min) if samples.dtype.kind == "i" else 1.0
    waves = [channel.astype(np.float64) / scale for channel in samples.T]
    if audio.rate == rate:
        return waves
    return [resample(Clip(wave, audio.rate), rate).samples for wave in waves]
