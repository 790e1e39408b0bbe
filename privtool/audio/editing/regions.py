"""The private regions of a turn: their bounds, room tone there, and new audio in their place.

An aligner puts word boundaries at the first and last phone. A breath or lip click next to them may
be recognized as part of the word or, if half of it is left, as another word. So room tone also
replaces sounds next to a region.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from msgspec import UNSET

from privtool.audio.dsp.crossfade import AudioPiece, join
from privtool.audio.dsp.room_tone import ROOM, replace_intervals, room_tone
from privtool.audio.dsp.speech import MonoSamples, frame_levels
from privtool.audio.intervals import Interval, are_valid, merge_intervals, pauses, private_intervals
from privtool.audio.io.clips import SLACK
from privtool.audio.io.decode import Audio
from privtool.core.errors import DataError
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
    """Raise `DataError` for audio with originals of the text's surrogates, or a turn to drop."""
    entities = record.entities or ()
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
    entities: Sequence[Entity],
    words: Sequence[WordTime],
    seconds: float,
    margin: float,
    beyond: float = 0.0,
) -> list[Region] | None:
    """Return the regions of a turn's entities, sorted and disjoint; None if they are unknown.

    A region extends `margin` seconds over its words, but at most to the middle of a neighboring
    public word, and `beyond` seconds before and after the turn. A word between two entities that
    would lose more than half of itself joins their region. Regions are unknown if an entity lacks
    valid, sorted times or has no duration, or if a public word overlaps an entity by that much: the
    audio there would not match the text.
    """
    spoken: list[Interval] = []
    for entity in entities:
        start, end = entity.audio_start, entity.audio_end
        if start is UNSET or end is UNSET or not start < end:
            return None
        spoken.append(Interval(start, end))
    if not are_valid(spoken, seconds, SLACK):
        return None
    times = [*(Interval(word.start, word.end) for word in words), *spoken]
    runs = [range(number, number + 1) for number in range(len(words), len(times))]
    regions: list[Region] = []
    removed = private_intervals(times, runs, margin, seconds, beyond)
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


_FRAME = 0.01  # seconds
_QUIET_FRAMES = 3  # end a sound
MAX_SHIFT = 0.3  # seconds that an edge moves
_THRESHOLD = 2.0  # times the level of the room (6 decibels)
_ROOM_PERCENTILE = 10.0  # of the levels of frames in pauses
_SILENT = 1e-4  # of full scale: quieter frames have no sound in any room


def extend_to_quiet(
    removed: Sequence[Interval], words: Sequence[Interval], samples: MonoSamples, rate: int
) -> list[Interval]:
    """Extend intervals over adjacent sounds; return them sorted and disjoint.

    An edge moves while there is a sound within 30 ms, by at most 300 ms and never into one of
    `words`. A sound is 6 decibels louder than the room. The result does not depend on samples
    inside the intervals. Of one beyond the audio, only the sounds next to it are returned.
    """
    seconds = len(samples) / rate
    words = [word for word in words if word.start < word.end]
    samples = samples.copy()
    for start, end in removed:  # else one interval would extend another
        samples[_index(start, rate) : _index(end, rate)] = 0
    loud = max(_SILENT, _THRESHOLD * _room_level(removed, words, samples, rate))
    extended: list[Interval] = []
    for start, end in removed:
        least = max([start - MAX_SHIFT, *(min(w.end, start) for w in words if w.start < start)])
        most = min([end + MAX_SHIFT, *(max(w.start, end) for w in words if w.end > end)])
        before = samples[_index(least, rate) : _index(start, rate)][::-1]
        after = samples[_index(end, rate) : _index(most, rate)]
        start = max(0.0, least, min(start, seconds) - _sound_length(before, rate, loud))
        end = min(seconds, most, max(end, 0.0) + _sound_length(after, rate, loud))
        extended += [Interval(start, end)] if start < end else []
    return merge_intervals(extended)


def _sound_length(adjacent: MonoSamples, rate: int, loud: float) -> float:
    """Return for how many seconds sounds continue from the start of a segment."""
    length = 0
    for number, level in enumerate(frame_levels(adjacent, rate, _FRAME)):
        if level > loud:
            length = number + 1
        elif number + 1 - length == _QUIET_FRAMES:
            break
    return length * _frame(rate)


def _room_level(
    removed: Sequence[Interval], words: Sequence[Interval], samples: MonoSamples, rate: int
) -> float:
    """Return the RMS of quiet frames between words, or within words if there are no pauses."""
    levels = frame_levels(samples, rate, _FRAME)
    for excluded in ([*removed, *words], removed):
        free = np.ones(len(levels), bool)
        for start, end in excluded:
            last = max(0, math.ceil(end / _frame(rate)))
            free[max(0, math.floor(start / _frame(rate))) : last] = False
        if free.any():
            return float(np.percentile(levels[free], _ROOM_PERCENTILE))
    return 0.0


def _frame(rate: int) -> float:
    """Return the duration of a frame, which is a whole number of samples."""
    return round(_FRAME * rate) / rate


def _index(time: float, rate: int) -> int:
    return max(0, round(time * rate))


class TimedPiece(NamedTuple):
    """A piece, and the times of the words in it, in seconds of its samples; None if unknown."""

    audio: AudioPiece
    words: tuple[Interval, ...] | None = None


class AssembledTurn(NamedTuple):
    """The new turn, and where old and new audio is in it.

    `kept` has (start, end, new start) of the parts kept, in seconds; `piece_times` has, for each
    surrogate, the start and end of each of its pieces in seconds. `word_times` has those of the
    words in its pieces, or None if they are unknown.
    """

    samples: MonoSamples
    kept: list[tuple[float, float, float]]
    piece_times: list[list[Interval]]
    word_times: list[list[Interval] | None]

    def new_times(self, start: float, end: float) -> tuple[float, float] | None:
        """Return the new times of what is left of a segment of the old turn; None for nothing."""
        best = None
        for kept_start, kept_end, new_start in self.kept:
            overlap = min(end, kept_end) - max(start, kept_start)
            if overlap > 0 and (best is None or overlap > best[0]):
                shift = new_start - kept_start
                best = overlap, max(start, kept_start) + shift, min(end, kept_end) + shift
        return None if best is None else (best[1], best[2])


def assemble(
    turn: MonoSamples,
    rate: int,
    regions: Sequence[Region],
    surrogates: Sequence[Sequence[TimedPiece]],
) -> AssembledTurn:
    """Put the pieces of surrogates into the regions of a turn, which are sorted and disjoint.

    Fades use a few milliseconds of the audio to be replaced: the caller must already have put room
    tone there.
    """
    parts: list[tuple[TimedPiece, int]] = []  # with the surrogate of a piece, -1 for the turn
    position = 0
    for number, (region, own) in enumerate(zip(regions, surrogates, strict=True)):
        start, end = round(region.start * rate), round(region.end * rate)
        parts.append((TimedPiece(AudioPiece(turn, position, min(start, len(turn)))), -1))
        parts += [(piece, number) for piece in own]
        position = min(max(end, position), len(turn))
    parts.append((TimedPiece(AudioPiece(turn, position, len(turn))), -1))
    used = [part for part in parts if part[0].audio.size]
    joined = join([piece.audio for piece, _ in used], rate)
    kept: list[tuple[float, float, float]] = []
    piece_times: list[list[Interval]] = [[] for _ in surrogates]
    word_times: list[list[Interval] | None] = [[] for _ in surrogates]
    for piece, start, (timed, owner) in zip(joined.pieces, joined.starts, used, strict=True):
        if owner < 0:
            kept.append((piece.start / rate, piece.end / rate, start / rate))
            continue
        place = Interval(start / rate, (start + piece.size) / rate)
        piece_times[owner].append(place)
        known = word_times[owner]
        if timed.words is None or known is None:
            word_times[owner] = None
        else:
            known += [_moved(word, place.start - piece.start / rate, place) for word in timed.words]
    return AssembledTurn(joined.samples, kept, piece_times, word_times)


def _moved(word: Interval, seconds: float, within: Interval) -> Interval:
    """Return an interval moved in time, without what is outside another one then."""
    times = (min(max(time + seconds, within.start), within.end) for time in word)
    return Interval(*times)
