"""Stand-ins spoken by a synthetic voice, in the turn that they belong to (Flechl 2022, 3.2)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple, Protocol

import msgspec
import numpy as np
from msgspec import UNSET

from privtool.audio.assembly import Assembled, StandIn, assemble
from privtool.audio.clips import Clip, ClipReader, count_conversions
from privtool.audio.decoding import Audio
from privtool.audio.joins import Piece
from privtool.audio.levels import Samples
from privtool.audio.matching import Match, Surroundings, fitted, speed_for, surroundings
from privtool.audio.private_stretches import Stretch, private_stretches, wiped
from privtool.audio.room_tone import room_tone
from privtool.core.blocks import Counts
from privtool.core.draws import draw
from privtool.core.record import Entity, Record, WordTime, check_spans, require
from privtool.text.words import words as words_of

_PAD = 0.02  # seconds of room tone around a stand-in, for its fades
_SUBTYPE = "PCM_16"


class Mode(str, Enum):
    """What is spoken: the stand-ins alone, or every turn that has one."""

    TOKEN = "token"
    TURN = "turn"


class Engine(Protocol):
    """Speaks phrases, see `models/voices.py`."""

    voices: int

    def speak(self, phrase: str, voice: int, speed: float, chance: int) -> Clip:
        """The phrase as mono floats."""

    def nearest(self, hertz: float) -> int:
        """The voice whose pitch is nearest."""


class Store(Protocol):
    """Where audio is written."""

    def write(self, record_id: str | int, audio: Audio) -> str:
        """The path of the new file, as records call it."""


class TtsSettings(NamedTuple):
    """See `privtool tts --help`; `margin` is in seconds."""

    mode: Mode = Mode.TOKEN
    match: Match = Match.FULL
    margin: float = 0.06
    seed: int = 1


class Turn(NamedTuple):
    """A record's samples without what is private, and what they sound like."""

    record: Record
    samples: Samples
    rate: int
    around: Surroundings
    voice: int


class TtsStage:
    """Gives records whose text holds stand-ins the audio for them.

    A record without entities gets a copy of its own, as the rest of its recording may be private.
    What a record gets depends on its own audio and id, the seed and the engine alone.
    """

    def __init__(
        self, settings: TtsSettings, reader: ClipReader, store: Store, engine: Engine
    ) -> None:
        self._settings, self._reader = settings, reader
        self._store, self._engine = store, engine

    def check(self, record: Record) -> None:
        """Raise `DataError` unless text, entities and audio are there and fit one another."""
        text = require(record, "text")
        check_spans(require(record, "entities"), len(text), "entities")
        self._reader.audio(record)

    def process(self, records: list[Record], counts: Counts) -> list[Record]:
        """The records with new audio.

        Adds to `counts`: `turns` that were changed, `whole turns` of these that are spoken
        throughout, `stand-ins`, `speech milliseconds`, and what was converted.
        """
        return [self._spoken(record, counts) for record in records]

    def _spoken(self, record: Record, counts: Counts) -> Record:
        entities: Sequence[Entity] = record.entities  # type: ignore[assignment]
        if not entities and record.drop_turn is not True:
            return self._copied(record)
        counts["turns"] += 1
        counts["stand-ins"] += len(entities)
        clip = self._reader.clip(record)
        count_conversions(clip, counts)
        words = () if record.words is UNSET else record.words
        found = None
        if record.drop_turn is not True:
            found = private_stretches(entities, words, clip.seconds, self._settings.margin)
        whole = self._settings.mode is Mode.TURN or found is None
        stretches = [Stretch(0.0, clip.seconds, ())] if found is None else found
        turn = self._turn(record, clip, stretches, words)
        if whole:
            counts["whole turns"] += 1
            return self._whole(turn, counts)
        return self._partly(turn, stretches, counts)

    def _copied(self, record: Record) -> Record:
        audio = self._reader.audio(record)
        path = self._store.write(record.id, audio)  # type: ignore[arg-type]
        seconds = round(len(audio.samples) / audio.rate, 6)
        return msgspec.structs.replace(
            record, audio_filepath=path, offset=UNSET, duration=seconds, drop_turn=UNSET
        )

    def _turn(
        self, record: Record, clip: Clip, stretches: Sequence[Stretch], words: Sequence[WordTime]
    ) -> Turn:
        """The turn as it may be used, and the voice for it."""
        samples = wiped(clip.samples, clip.rate, stretches, self._draw(record, 0))
        public = [
            w for w in words if not any(s.start < w.end and w.start < s.end for s in stretches)
        ]
        around = surroundings(samples, clip.rate, public)
        voice = self._draw(record, 1) % self._engine.voices
        if self._settings.match is Match.FULL and around.pitch is not None:
            voice = self._engine.nearest(around.pitch)
        return Turn(record, samples, clip.rate, around, voice)

    def _whole(self, turn: Turn, counts: Counts) -> Record:
        """The turn spoken throughout: its words have no times any more."""
        samples = self._voiced(str(turn.record.text), turn, 0, counts)
        return self._written(turn, samples, UNSET)

    def _partly(self, turn: Turn, stretches: Sequence[Stretch], counts: Counts) -> Record:
        """The turn with its stand-ins spoken where they are."""
        phrases = [_phrase(turn.record, stretch) for stretch in stretches]
        pad = round(_PAD * turn.rate)
        stand_ins = []
        for number, (stretch, phrase) in enumerate(zip(stretches, phrases, strict=True)):
            voiced = self._voiced(phrase, turn, number, counts)
            tone = room_tone(turn.samples, turn.rate, 2 * pad, self._draw(turn.record, 2, number))
            padded = np.concatenate([tone[:pad], voiced, tone[pad:]])
            piece = Piece(padded, pad, pad + len(voiced), fixed_start=True)
            stand_ins.append(StandIn(stretch.start, stretch.end, (piece,)))
        made = assemble(turn.samples, turn.rate, stand_ins)
        words = UNSET if turn.record.words is UNSET else _retimed(turn.record.words, made, phrases)
        return self._written(turn, made.samples, words)

    def _voiced(self, phrase: str, turn: Turn, number: int, counts: Counts) -> Samples:
        """A phrase as it is to be heard in the turn, at its rate."""
        settings, chance = self._settings, self._draw(turn.record, 3, number)
        clip = self._engine.speak(phrase, turn.voice, 1.0, chance)
        if settings.match is not Match.LEVEL and turn.around.speed is not None:
            speed = speed_for(phrase, clip, turn.around)
            clip = self._engine.speak(phrase, turn.voice, speed, chance)
        tone = np.zeros(0, np.float32)
        if settings.match is Match.FULL:
            count = round(clip.seconds * turn.rate) + 1
            tone = room_tone(turn.samples, turn.rate, count, self._draw(turn.record, 4, number))
        samples = fitted(clip, turn.rate, turn.around, settings.match, tone)
        counts["speech milliseconds"] += round(1000 * len(samples) / turn.rate)
        return samples

    def _written(self, turn: Turn, samples: Samples, words: object) -> Record:
        record = turn.record
        whole = (np.clip(samples, -1.0, 1.0) * 32767).round().astype(np.int16)[:, None]
        path = self._store.write(record.id, Audio(whole, turn.rate, "FLAC", _SUBTYPE))  # type: ignore[arg-type]
        places = tuple(
            msgspec.structs.replace(entity, audio_start=UNSET, audio_end=UNSET)
            for entity in record.entities  # type: ignore[union-attr]
        )
        return Record(
            id=record.id,
            text=record.text,
            speaker=record.speaker,
            audio_filepath=path,
            duration=round(len(samples) / turn.rate, 6),
            words=words,  # type: ignore[arg-type]
            entities=places,
        )

    def _draw(self, record: Record, *place: int) -> int:
        return draw(self._settings.seed, record.id, *place) % (1 << 63)  # type: ignore[arg-type]


def _phrase(record: Record, stretch: Stretch) -> str:
    """What is to be heard in a stretch: its stand-ins, and what touches them, up to white space."""
    text: str = record.text  # type: ignore[assignment]
    entities: Sequence[Entity] = record.entities  # type: ignore[assignment]
    start = min(entities[n].start for n in stretch.entities)
    end = max(entities[n].end for n in stretch.entities)
    while start > 0 and not text[start - 1].isspace():
        start -= 1
    while end < len(text) and not text[end].isspace():
        end += 1
    return text[start:end]


def _retimed(
    old: Sequence[WordTime], made: Assembled, phrases: Sequence[str]
) -> tuple[WordTime, ...]:
    """The words that were kept where they are now, and those of the stand-ins.

    The words of a phrase share its time by their letters.
    """
    found: list[WordTime] = []
    for word in old:
        moved = made.moved(word.start, word.end)
        if moved is not None:
            found.append(msgspec.structs.replace(word, start=moved[0], end=moved[1]))
    for phrase, places in zip(phrases, made.places, strict=True):
        if places:
            found += _shared_out(phrase, places[0][0], places[-1][1])
    return tuple(sorted(found, key=lambda word: word.start))


def _shared_out(phrase: str, start: float, end: float) -> list[WordTime]:
    """The words of a phrase, each with its part of the time by its letters."""
    spoken = [phrase[place.start : place.end] for place in words_of(phrase)]
    letters = sum(map(len, spoken))
    found = []
    for word in spoken:
        finish = start + (end - start) * len(word) / letters
        found.append(WordTime(word, start, finish))
        start, letters = finish, letters - len(word)
    return found
