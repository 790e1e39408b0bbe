"""The private regions of a turn with surrogates, and the turn with room tone there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from msgspec import UNSET

from privtool.audio.dsp.levels import MonoSamples
from privtool.audio.dsp.room_tone import ROOM, replace_intervals, room_tone
from privtool.audio.editing.boundaries import extend_to_quiet
from privtool.audio.intervals import Interval, are_valid, pauses, private_intervals
from privtool.audio.io.clips import SLACK
from privtool.audio.io.decode import Audio
from privtool.core.errors import DataError
from privtool.core.fields import entities_or_empty
from privtool.core.record import Entity, Record, WordTime


class Region(NamedTuple):
    """Start and end in seconds of a turn, and the indices of the entities spoken there."""

    start: float
    end: float
    entities: tuple[int, ...]


class ScrubbedAudio(NamedTuple):
    """A turn with room tone in its private regions, and its pauses."""

    samples: MonoSamples
    rate: int
    pauses: list[Interval]

    def tone(self, length: int, seed: int) -> MonoSamples:
        """Return room tone of `length` samples, modeled on the pauses."""
        noise = room_tone(_audio(self.samples, self.rate), self.pauses, length, seed)
        tone: MonoSamples = noise[:, 0].astype(np.float32)
        return tone


def require_own_audio(record: Record) -> None:
    """Raise `DataError` if the audio still has the originals of the text's surrogates.

    Also raise it for a turn that is to be dropped.
    """
    entities = entities_or_empty(record)
    if any(entity.audio_start is not UNSET for entity in entities):
        raise DataError(
            "the audio is the original from before `privtool surrogate`; run `privtool tts` or "
            "`privtool splice` first"
        )
    if record.drop_turn is True:
        raise DataError(
            "'drop_turn': the audio has private parts at unknown times; remove the record"
        )


def private_regions(
    entities: Sequence[Entity], words: Sequence[WordTime], seconds: float, margin: float
) -> list[Region] | None:
    """Return the regions of a turn's entities, sorted and disjoint; None if they are unknown.

    A region extends `margin` seconds over its words, but at most to the middle of a neighboring
    public word. A word between two entities that would lose more than half of itself joins their
    region. Regions are unknown if an entity lacks valid, sorted times or has no duration, or if a
    public word overlaps an entity by that much: the audio there would not match the text.
    """
    spoken: list[Interval] = []
    for entity in entities:
        if entity.audio_start is UNSET or entity.audio_end is UNSET:
            return None
        if not entity.audio_start < entity.audio_end:
            return None
        spoken.append(Interval(entity.audio_start, entity.audio_end))
    if not are_valid(spoken, seconds, SLACK):
        return None
    times = [*(Interval(word.start, word.end) for word in words), *spoken]
    runs = [range(number, number + 1) for number in range(len(words), len(times))]
    regions: list[Region] = []
    removed = private_intervals(times, runs, margin, seconds)
    if any(not _between(times[word], spoken) for word in removed.other_words):
        return None
    for start, end in removed.intervals:
        inside = (n for n, time in enumerate(spoken) if start <= time.start < end)
        regions.append(Region(start, end, tuple(inside)))
    numbers = [number for region in regions for number in region.entities]
    return regions if numbers == list(range(len(entities))) else None


def _between(word: Interval, entities: Sequence[Interval]) -> bool:
    """Return whether a word has entities both before and after it."""
    middle = (word.start + word.end) / 2
    return any(e.end <= middle for e in entities) and any(middle <= e.start for e in entities)


def scrub(
    turn: MonoSamples, rate: int, regions: Sequence[Region], words: Sequence[WordTime], seed: int
) -> ScrubbedAudio:
    """Replace a turn's private regions, and sounds next to them, by room tone.

    Samples of `words` are unchanged, and so are all beyond the reach of `extend_to_quiet`.
    """
    times = [Interval(word.start, word.end) for word in words]
    removed = [Interval(region.start, region.end) for region in regions]
    removed = extend_to_quiet(removed, times, turn, rate)
    quiet = pauses(times, removed, len(turn) / rate)
    audio = _audio(turn, rate)
    if removed:
        audio = replace_intervals(audio, removed, ROOM, quiet, seed)
    return ScrubbedAudio(audio.samples[:, 0], rate, quiet)


def _audio(samples: MonoSamples, rate: int) -> Audio:
    return Audio(samples[:, None], rate, "WAV", "FLOAT")
