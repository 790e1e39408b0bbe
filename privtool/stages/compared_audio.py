"""What an audit of audio compares: original records, with what is private in each, and audio."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property
from itertools import product
from typing import NamedTuple

import msgspec
import numpy as np
from msgspec import UNSET

from privtool.audio.dsp.similarity import (
    Wave,
    has_frame_left,
    largest_correlation,
    largest_mel_correlation,
    log_mel,
)
from privtool.audio.intervals import Interval
from privtool.audio.io.clips import Clip, channel_of, offset_of, resample, share_channel, to_mono
from privtool.audio.io.decode import Audio
from privtool.audio.io.roots import AudioRoot
from privtool.audit.kept_records import KeptRecords
from privtool.core.record import Entity, Id, Record, check_spans, entities_of, id_of, text_of
from privtool.stages.private_words import locate
from privtool.text.labels import Label, canonical_label
from privtool.text.offsets import covers, words_in
from privtool.text.words import has_words, overlapping_words, words

AROUND = 0.15  # seconds around an interval in which its audio is looked for
ALIKE = 0.5  # correlation above which audio counts as the same
_SHORTEST = 0.03  # seconds: shorter audio correlates with anything
_PIECE = 0.5  # seconds
_MOST_PIECES = 32
_LOUD = 0.1  # of the energy of the loudest piece: quieter ones may be without speech


class PrivateWord(NamedTuple):
    """A private word at `text[start:end]`, and its time in seconds of the turn if it is known."""

    label: str
    start: int
    end: int
    time: Interval | None


class Original(NamedTuple):
    """An original record and its unit.

    `public` are the timed words outside entities, with their bounds in the text. `others` are the
    times, in seconds of this turn, at which other records of the same file and channel have private
    words.
    """

    record: Record
    unit: str
    private: list[PrivateWord]
    public: list[PrivateWord]
    others: list[Interval]


class Originals(KeptRecords):
    """Original records, and their private words by file, as turns of a file may overlap."""

    kind = "original"

    def __init__(self, fields: Sequence[str], root: AudioRoot) -> None:
        """`root` has their audio."""
        super().__init__(fields)
        self._root = root
        # Of each file, private words: their time in it, the id of their record, the channel.
        self._by_file: dict[str, list[tuple[Interval, Id, int | None]]] = defaultdict(list)

    def add(self, record: Record) -> None:
        """Add a record. Raise `DataError` as `keep` does, and if text and entities do not fit."""
        check_spans(entities_of(record), len(text_of(record)), "entities")
        self.keep(record, msgspec.structs.replace(record, extra=UNSET))
        timed = self._by_file[self._root.path_of(record)]
        offset, channel = offset_of(record), channel_of(record)
        for word in _private_words(record):
            if word.time is not None:
                time = Interval(offset + word.time.start, offset + word.time.end)
                timed.append((time, id_of(record), channel))

    def original(self, record: Record) -> Original:
        """Return the original of a record or version. Raise `DataError` if there is none."""
        kept, unit = self.of(record)
        private, timed = _private_words(kept), (kept.words or ())
        taken = {(word.start, word.end) for word in private}
        public = [
            PrivateWord("", *place, Interval(word.start, word.end))
            for place, word in zip(locate(text_of(kept), timed), timed, strict=True)
            if place is not None and place not in taken
        ]
        return Original(kept, unit, private, public, self._others(kept))

    def _others(self, record: Record) -> list[Interval]:
        """Return the times of private words of other records in the segment of a record."""
        offset, channel = offset_of(record), channel_of(record)
        end = float("inf") if record.duration is UNSET else offset + record.duration
        return [
            Interval(max(0.0, time.start - offset), min(end, time.end) - offset)
            for time, owner, of in self._by_file[self._root.path_of(record)]
            if time.start < end and time.end > offset
            if owner != id_of(record) and share_channel(channel, of)
        ]


def _private_words(record: Record) -> list[PrivateWord]:
    """Return the words of entities in order; all words, without times, if any may be private.

    A text without words does not say what is in the audio, which counts as one private word.
    """
    text, timed = text_of(record), (record.words or ())
    if not has_words(text):
        return [PrivateWord(Label.WORD.value, 0, len(text), None)]
    spoken, entities = words(text), (record.entities or ())
    if record.drop_turn is True:
        timed, entities = (), (Entity(0, len(text), Label.WORD.value),)
    bounds = locate(text, timed)
    found: list[PrivateWord] = []
    for entity in entities:
        label = canonical_label(entity.label).value
        known = [
            (place, Interval(timed[number].start, timed[number].end))
            for number in words_in(bounds, entity)
            if (place := bounds[number]) and 0 <= timed[number].start < timed[number].end
        ]
        found += [PrivateWord(label, *place, time) for place, time in known]
        (numbers,) = overlapping_words(spoken, [(entity.start, entity.end)])
        for number in numbers:
            start, end = spoken[number].start, spoken[number].end
            inside = max(start, entity.start), min(end, entity.end)
            if not covers([place for place, _ in known], text, *inside):
                found.append(PrivateWord(label, start, end, None))
    return list(dict.fromkeys(found))


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
        self.channels = len(self._new)  # after

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
        """Return whether any sound in an aligned interval is the original one, on any channel."""
        frames = self.frames(interval)
        return any(
            has_frame_left(old[frames], self._new[number][frames], self.rate)
            for old, number in self._channels()
        )

    def residue(self, interval: Interval) -> Residue | None:
        """Return the correlations of an interval; None if it is too short.

        Its audio is looked for in the same place and 150 ms around it, and everywhere in a turn
        that is not aligned. Of several channels, the one with most counts.
        """
        frames = self.frames(interval)
        if frames.stop - frames.start < _SHORTEST * self.rate:
            return None
        around = self._area(frames)
        mels = (
            [log_mel(new[around], self.rate) for new in self._new] if self.aligned else self._mels
        )
        found = []
        for old, number in self._channels():
            part, area, mel = old[frames], self._new[number][around], mels[number]
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
            largest_correlation(old[piece], self._new[number][self._area(piece)]) > ALIKE
            for piece in self._pieces()
            for old, number in self._channels()
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

    def _channels(self) -> list[tuple[Wave, int]]:
        """Return channels before, and the numbers of those after that may have their sound.

        Any may be that of each channel before, which may have been swapped, or of their mean.
        """
        mean = [np.mean(self._old, axis=0)] if len(self._old) > 1 else []
        return list(product([*self._old, *mean], range(self.channels)))

    def _area(self, frames: slice) -> slice:
        if not self.aligned:
            return slice(None)
        around = round(AROUND * self.rate)
        return slice(max(0, frames.start - around), frames.stop + around)


def _waves(audio: Audio, rate: int) -> list[Wave]:
    """Return the channels as floats at a rate."""
    samples = audio.samples
    scale = -float(np.iinfo(samples.dtype).min) if samples.dtype.kind == "i" else 1.0
    waves = [channel.astype(np.float64) / scale for channel in samples.T]
    if audio.rate == rate:
        return waves
    return [resample(Clip(wave, audio.rate), rate).samples for wave in waves]
