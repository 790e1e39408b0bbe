"""Turns that get other audio where they were private: what `tts` and `splice` have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

import msgspec
import numpy as np
from msgspec import UNSET

from privtool.audio.dsp.crossfade import AudioPiece
from privtool.audio.dsp.levels import MonoSamples
from privtool.audio.editing.assembly import AssembledTurn, SurrogateClip, assemble
from privtool.audio.editing.matching import AcousticContext, acoustic_context
from privtool.audio.editing.regions import Region, ScrubbedAudio, private_regions, scrub
from privtool.audio.intervals import Interval, are_valid
from privtool.audio.io.clips import SLACK, ClipReader, count_conversions, to_mono
from privtool.audio.io.decode import Audio
from privtool.core.blocks import Counts
from privtool.core.errors import DataError
from privtool.core.fields import entities_of, id_of, text_of, with_kept, words_or_empty
from privtool.core.record import Entity, Record, WordTime, check_spans
from privtool.core.rng import draw
from privtool.text.english.spoken_words import spoken_words
from privtool.text.markers import lookalikes
from privtool.text.words import has_words

WRITTEN = ("id", "text", "speaker", "audio_filepath", "duration", "words", "entities")


class Store(Protocol):
    """Where audio is written."""

    def write(self, record_id: str | int, audio: Audio) -> str:
        """The path of the new file, as records call it."""


class EditableTurn(NamedTuple):
    """A record, its samples with room tone where it is private, and what it sounds like.

    `regions` are None where not all is known: then no sample of the recording is left.
    """

    record: Record
    room: ScrubbedAudio
    regions: list[Region] | None
    around: AcousticContext

    @property
    def samples(self) -> MonoSamples:
        """Mono, from -1 to 1."""
        return self.room.samples

    @property
    def rate(self) -> int:
        """MonoSamples a second."""
        return self.room.rate


class TurnEditor:
    """Opens the turns of records and writes new ones; `margin` is in seconds.

    Every turn gets a file of its own: the rest of its recording may be private.
    """

    def __init__(
        self,
        reader: ClipReader,
        store: Store,
        margin: float,
        seed: int,
        show: Callable[[EditableTurn, AssembledTurn], None] | None = None,
        keep: Sequence[str] = (),
    ) -> None:
        """`show` gets the first turn that is assembled, and what becomes of it.

        Of other fields than `WRITTEN` those in `keep` are passed on.
        """
        self._reader, self._store = reader, store
        self._margin, self._seed = margin, seed
        self._show, self._keep = show, keep

    def check(self, record: Record) -> None:
        """Raise `DataError` unless text, entities and audio are there and fit one another.

        Entities without times, in a turn that is not marked as unusable, do not come from
        `surrogate`: their text is what is private itself, and must not come out.
        """
        text, entities = text_of(record), entities_of(record)
        check_spans(entities, len(text), "entities")
        timed = all(e.audio_start is not UNSET and e.audio_end is not UNSET for e in entities)
        if not timed and record.drop_turn is not True:
            raise DataError(
                "an entity lacks 'audio_start' or 'audio_end'; run `privtool surrogate` first"
            )
        typed = lookalikes(text)
        if any(not any(e.start <= s.start and s.end <= e.end for e in entities) for s in typed):
            raise DataError("a marker in the text is no entity; run `privtool surrogate` first")
        to_mono(self._reader.audio(record))

    def open(self, record: Record, counts: Counts) -> EditableTurn:
        """The turn as it may be used; `counts` gets `audio_milliseconds` and conversions."""
        clip = self._reader.clip(record)
        count_conversions(clip, counts)
        counts["audio_milliseconds"] += round(1000 * clip.seconds)
        words = words_or_empty(record)
        known = self._stretches(record, words, clip.seconds)
        private = [Region(0.0, clip.seconds, ())] if known is None else known
        words = words if known is not None else ()
        public = [w for w in words if not any(s.start < w.end and w.start < s.end for s in private)]
        room = scrub(clip.samples, clip.rate, private, words, self.draw(record, 0))
        around = acoustic_context(room.samples, room.rate, public, clip.samples)
        return EditableTurn(record, room, known, around)

    def _stretches(
        self, record: Record, words: Sequence[WordTime], seconds: float
    ) -> list[Region] | None:
        """Where the turn is private; None where that is not known for sure."""
        times = [Interval(word.start, word.end) for word in words]
        if record.drop_turn is True or not has_words(text_of(record)):
            return None
        if not are_valid(times, seconds, SLACK):
            return None
        entities = entities_of(record)
        return private_regions(entities, words, seconds, self._margin)

    def copy(self, record: Record, counts: Counts) -> Record:
        """The record with a copy of its own audio."""
        audio = self._reader.audio(record)
        made = self._stored(record, audio, record.words, ())
        counts["audio_milliseconds"] += round(1000 * len(audio.samples) / audio.rate)
        return made

    def assemble(self, turn: EditableTurn, pieces: Sequence[Sequence[AudioPiece]]) -> Record:
        """The turn with those pieces in its stretches; all of these must be known."""
        regions = turn.regions or []
        surrogates = [
            SurrogateClip(region.start, region.end, tuple(own))
            for region, own in zip(regions, pieces, strict=True)
        ]
        made = assemble(turn.samples, turn.rate, surrogates)
        if self._show is not None and regions:
            self._show(turn, made)
            self._show = None
        words = turn.record.words
        if words is not UNSET:
            phrases = [phrase_of(turn.record, s) if s.entities else "" for s in regions]
            words = _retimed(words, made, phrases)
        return self.write(turn, made.samples, words)

    def write(
        self,
        turn: EditableTurn,
        samples: MonoSamples,
        words: tuple[WordTime, ...] | msgspec.UnsetType,
    ) -> Record:
        """The record with new audio and the times of its words there."""
        whole = (np.clip(samples, -1.0, 1.0) * 32767).round().astype(np.int16)[:, None]
        places = tuple(
            msgspec.structs.replace(entity, audio_start=UNSET, audio_end=UNSET)
            for entity in entities_of(turn.record)
        )
        return self._stored(turn.record, Audio(whole, turn.rate, "FLAC", "PCM_16"), words, places)

    def _stored(
        self,
        record: Record,
        audio: Audio,
        words: tuple[WordTime, ...] | msgspec.UnsetType,
        entities: tuple[Entity, ...],
    ) -> Record:
        """The record with audio of its own, and no field that may tell of the old one."""
        made = Record(
            id=record.id,
            text=record.text,
            speaker=record.speaker,
            audio_filepath=self._store.write(id_of(record), audio),
            duration=round(len(audio.samples) / audio.rate, 6),
            words=words,
            entities=entities,
        )
        return with_kept(made, record, self._keep)

    def draw(self, record: Record, *place: int) -> int:
        """A number for a place in a record, from 0 to 2**63."""
        return draw(self._seed, id_of(record), *place) % (1 << 63)


def is_public(record: Record) -> bool:
    """Whether nothing of a turn is private, so that its audio may be passed on."""
    said = has_words(text_of(record))
    return said and not record.entities and record.drop_turn is not True


def phrase_place(record: Record, region: Region) -> tuple[int, int]:
    """Where in the text that is which is heard in a stretch.

    That is its surrogates with all that touches them, up to white space.
    """
    text = text_of(record)
    entities = entities_of(record)
    start = min(entities[n].start for n in region.entities)
    end = max(entities[n].end for n in region.entities)
    while start > 0 and not text[start - 1].isspace():
        start -= 1
    while end < len(text) and not text[end].isspace():
        end += 1
    return start, end


def phrase_of(record: Record, region: Region) -> str:
    """What is heard in a stretch."""
    start, end = phrase_place(record, region)
    return text_of(record)[start:end]


def _retimed(
    old: Sequence[WordTime], made: AssembledTurn, phrases: Sequence[str]
) -> tuple[WordTime, ...]:
    """The words that were kept where they are now, and those of the surrogates."""
    found: list[WordTime] = []
    for word in old:
        moved = made.new_times(word.start, word.end)
        if moved is not None:
            found.append(msgspec.structs.replace(word, start=moved[0], end=moved[1]))
    for phrase, places in zip(phrases, made.piece_times, strict=True):
        if places:
            found += _shared_out(phrase, places)
    rounded = (
        msgspec.structs.replace(word, start=round(word.start, 4), end=round(word.end, 4))
        for word in found
    )
    return tuple(sorted(rounded, key=lambda word: word.start))


def _shared_out(phrase: str, places: Sequence[tuple[float, float]]) -> list[WordTime]:
    """The words of a phrase: a piece for each, or else each its part of all by its letters."""
    spoken = [phrase[place.start : place.end] for place in spoken_words(phrase)]
    if len(spoken) == len(places):
        return [WordTime(word, *place) for word, place in zip(spoken, places, strict=True)]
    start, end = places[0][0], places[-1][1]
    letters = sum(map(len, spoken))
    found = []
    for word in spoken:
        finish = start + (end - start) * len(word) / letters
        found.append(WordTime(word, start, finish))
        start, letters = finish, letters - len(word)
    return found
