"""Where a turn with surrogates is private, and the turn with room tone there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from msgspec import UNSET

from privtool.audio.dsp.levels import Samples
from privtool.audio.dsp.room_tone import ROOM, replace_intervals, room_tone
from privtool.audio.editing.boundaries import extend_to_quiet
from privtool.audio.intervals import Interval, are_valid, pauses, private_intervals
from privtool.audio.io.clips import SLACK
from privtool.audio.io.decode import Audio
from privtool.core.errors import DataError
from privtool.core.fields import entities_or_empty
from privtool.core.record import Entity, Record, WordTime

_GUARD = 0.02  # seconds between a word and what counts as a pause


class Region(NamedTuple):
    """From `start` to `end` (seconds of the turn), and the entities that are spoken there."""

    start: float
    end: float
    entities: tuple[int, ...]


class ScrubbedAudio(NamedTuple):
    """A turn with room tone where it is private, and where its pauses are."""

    samples: Samples
    rate: int
    quiet: list[Interval]

    def tone(self, length: int, seed: int) -> Samples:
        """Noise like the pauses, so many samples of it."""
        made = room_tone(_audio(self.samples, self.rate), [], self.quiet, length, seed)
        noise: Samples = made[:, 0].astype(np.float32)
        return noise


def require_own_audio(record: Record) -> None:
    """Raise `DataError` where the audio has what surrogates of the text replace, not these.

    And where all of a turn is to be dropped.
    """
    entities = entities_or_empty(record)
    if any(entity.audio_start is not UNSET for entity in entities):
        raise DataError(
            "the audio is what was said before `privtool surrogate`; run `privtool tts` or "
            "`privtool splice` first"
        )
    if record.drop_turn is True:
        raise DataError(
            "'drop_turn': something in the audio is private, and nothing tells where; leave the "
            "record out"
        )


def private_regions(
    entities: Sequence[Entity], words: Sequence[WordTime], seconds: float, margin: float
) -> list[Region] | None:
    """The stretches of a turn's entities, apart from one another and in order of time.

    They reach `margin` seconds over the words, but into a neighboring word that is not private no
    further than its middle. A word between two entities of which less than half would be left is
    part of their stretch. None if not all entities say where they are spoken, in order, if one
    takes no time, or if another word overlaps one by so much: what is heard there would not be what
    the text says.
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
    found: list[Region] = []
    gone = private_intervals(times, runs, margin, seconds)
    if any(not _between(times[other], spoken) for other in gone.others):
        return None
    for start, end in gone.intervals:
        inside = (n for n, time in enumerate(spoken) if start <= time.start and time.start < end)
        found.append(Region(start, end, tuple(inside)))
    numbers = [number for region in found for number in region.entities]
    return found if numbers == list(range(len(entities))) else None


def _between(word: Interval, entities: Sequence[Interval]) -> bool:
    """Whether something private is spoken before a word, and something after it."""
    middle = (word.start + word.end) / 2
    return any(e.end <= middle for e in entities) and any(middle <= e.start for e in entities)


def scrub(
    turn: Samples, rate: int, regions: Sequence[Region], words: Sequence[WordTime], seed: int
) -> ScrubbedAudio:
    """The turn with room tone in its private stretches and over the sounds beside them.

    No sample of its other words changes, and no other one that is further away than
    `quiet_edges` reaches.
    """
    times = [Interval(word.start, word.end) for word in words]
    gone = [Interval(region.start, region.end) for region in regions]
    gone = extend_to_quiet(gone, times, turn, rate)
    quiet = pauses(times, gone, len(turn) / rate, _GUARD)
    made = (
        replace_intervals(_audio(turn, rate), gone, ROOM, quiet, seed)
        if gone
        else _audio(turn, rate)
    )
    return ScrubbedAudio(made.samples[:, 0], rate, quiet)


def _audio(samples: Samples, rate: int) -> Audio:
    return Audio(samples[:, None], rate, "WAV", "FLOAT")
