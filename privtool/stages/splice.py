"""Surrogates cut out of the corpus itself, word by word or in runs (Flechl 2022, section 3.3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

import msgspec
import numpy as np
from msgspec import UNSET

from privtool.audio.dsp.crossfade import AudioPiece
from privtool.audio.dsp.levels import gain_to
from privtool.audio.editing.options import SpliceFallback
from privtool.audio.io.clips import resample, to_mono
from privtool.audio.io.decode import AudioInfo, read_frames
from privtool.audio.word_index import RunMatch
from privtool.core.blocks import Counts
from privtool.core.errors import DataError
from privtool.core.fields import entities_of, text_of
from privtool.core.record import Entity, Record
from privtool.stages.splice_sources import key_of
from privtool.stages.turns import EditableTurn, TurnEditor, is_public, phrase_of, phrase_place
from privtool.text.english.spoken_words import spoken_words

_AROUND = 0.05  # seconds of a source around a word, for fades and the search for the best joint


class Index(Protocol):
    """Where words are spoken, see `audio/word_index.py`."""

    def find(self, words: Sequence[str], speaker: str | None, chance: int) -> RunMatch | None:
        """A place where words are spoken in a row, with a speaker only by that one."""


class Voice(Protocol):
    """Speaks what is not found, see `stages/tts.py`."""

    def piece(self, phrase: str, turn: EditableTurn, number: int, counts: Counts) -> AudioPiece:
        """A phrase for a turn."""

    def whole(self, turn: EditableTurn, counts: Counts) -> Record:
        """A turn spoken throughout."""


class SpliceSettings(NamedTuple):
    """`only_speaker` takes words of the turn's own speaker alone (SD), else preferably (SP).

    `spoken` gives the words that a written word is said with, which are looked for in its place.
    """

    only_speaker: bool = False
    fallback: SpliceFallback = SpliceFallback.DROP_TURN
    spoken: Callable[[str], Sequence[str]] = lambda word: [word]


class SpliceStage:
    """Gives records whose text holds surrogates the audio for them, out of an indexed corpus.

    A record without entities gets a copy of its own audio. What a record gets depends on the
    index, its own audio and id, and the seed alone.
    """

    def __init__(
        self, settings: SpliceSettings, turns: TurnEditor, index: Index, voice: Voice | None = None
    ) -> None:
        """`voice` is needed to fall back on speech synthesis."""
        self._settings, self._turns = settings, turns
        self._index, self._voice = index, voice
        self.check = turns.check

    def process(self, records: list[Record], counts: Counts) -> list[Record]:
        """The records with new audio; turns that are dropped are left out.

        Adds to `counts`: `turns` with surrogates; of these `spliced` wholly, `completed` with
        speech synthesis or by leaving parts out, and `dropped`; `words own` and `words other`, by
        speaker, and `phrases missing`.
        """
        made = (self._spliced(record, counts) for record in records)
        return [record for record in made if record is not None]

    def _spliced(self, record: Record, counts: Counts) -> Record | None:
        if is_public(record):
            return self._turns.copy(record, counts)
        counts["turns"] += 1
        turn = self._turns.open(record, counts)
        if turn.regions is None:
            if self._voice is not None and self._settings.fallback is SpliceFallback.TTS:
                counts["completed"] += 1
                return self._voice.whole(turn, counts)
            counts["dropped"] += 1
            return None
        pieces = [self._found(turn, number, counts) for number in range(len(turn.regions))]
        missing = [number for number, found in enumerate(pieces) if found is None]
        counts["phrases missing"] += len(missing)
        if missing and self._settings.fallback is SpliceFallback.DROP_TURN:
            counts["dropped"] += 1
            return None
        counts["spliced"] += not missing
        if self._settings.fallback is SpliceFallback.TTS and self._voice is not None:
            counts["completed"] += bool(missing)
            for number in missing:
                phrase = phrase_of(record, turn.regions[number])
                pieces[number] = [self._voice.piece(phrase, turn, number, counts)]
        elif missing:
            return self._without_missing(turn, pieces, counts)
        return self._turns.assemble(turn, [found or [] for found in pieces])

    def _without_missing(
        self, turn: EditableTurn, pieces: Sequence[list[AudioPiece] | None], counts: Counts
    ) -> Record | None:
        """The turn without what is not found; None if no word is left of it."""
        left, found = _without(turn, pieces)
        if not spoken_words(text_of(left.record)):
            counts["dropped"] += 1
            return None
        counts["completed"] += 1
        return self._turns.assemble(left, found)

    def _found(self, turn: EditableTurn, number: int, counts: Counts) -> list[AudioPiece] | None:
        """The pieces of the phrase of a stretch, or None if a word of it is nowhere."""
        phrase = phrase_of(turn.record, (turn.regions or [])[number])
        words = [key_of(phrase[place.start : place.end]) for place in spoken_words(phrase)]
        runs = self._cover(turn, words, number)
        if runs is None:  # as it is written, it is nowhere: look for it as it is said
            said = [part for word in words for part in self._settings.spoken(word)]
            runs = None if said == words else self._cover(turn, said, number)
        if not runs:
            return None
        try:
            pieces = [_piece(run, turn) for run in runs]
        except DataError:  # as if it was nowhere: the record can do nothing for it
            counts["sources broken"] += 1
            return None
        speaker = _speaker(turn.record)
        for run in runs:
            own = speaker is not None and run.speaker == speaker
            counts["words own" if own else "words other"] += len(run.words)
        return pieces

    def _cover(
        self, turn: EditableTurn, words: Sequence[str], number: int
    ) -> list[RunMatch] | None:
        """Runs that make up the words: as much as can be by the turn's speaker, then others."""
        speaker = _speaker(turn.record)
        chance = self._turns.draw(turn.record, 5, number)

        def own(part: Sequence[str]) -> RunMatch | None:
            return None if speaker is None else self._index.find(part, speaker, chance)

        def anyone(part: Sequence[str]) -> RunMatch | None:
            return self._index.find(part, None, chance)

        finders = [own] if self._settings.only_speaker else [own, anyone]
        return covered(list(words), finders) if words else None


def covered(
    words: list[str], finders: Sequence[Callable[[Sequence[str]], RunMatch | None]]
) -> list[RunMatch] | None:
    """Runs in a row that make up words, the longest ones first; None if a word is nowhere.

    What the first finder does not have is looked for with the next ones.
    """
    if not words:
        return []
    for place, finder in enumerate(finders):
        for length in range(len(words), 0, -1):
            for start in range(len(words) - length + 1):
                found = finder(words[start : start + length])
                if found is not None:
                    rest = finders[place:]
                    before = covered(words[:start], rest)
                    after = covered(words[start + length :], rest)
                    if before is None or after is None:
                        return None
                    return [*before, found, *after]
    return None


def _speaker(record: Record) -> str | None:
    return None if record.speaker is UNSET else str(record.speaker)


def _piece(run: RunMatch, turn: EditableTurn) -> AudioPiece:
    """The audio of a run with a little around it, at the turn's rate and as loud."""
    start, end = run.words[0].start, run.words[-1].end

    def cut(length: AudioInfo) -> tuple[int, int]:
        first = max(0, round((start - _AROUND) * length.rate))
        last = min(length.frames, round((end + _AROUND) * length.rate))
        return first, max(1, last - first)

    clip = resample(to_mono(read_frames(run.path, cut)), turn.rate)
    lead = min(start, _AROUND)
    low = round(lead * turn.rate)
    high = min(len(clip.samples), low + round((end - start) * turn.rate))
    gain = gain_to(clip.samples[low:high], turn.rate, turn.around.level)
    samples = np.clip(clip.samples * np.float32(gain), -1.0, 1.0).astype(np.float32)
    return AudioPiece(samples, low, high)


def _without(
    turn: EditableTurn, pieces: Sequence[list[AudioPiece] | None]
) -> tuple[EditableTurn, list[list[AudioPiece]]]:
    """The turn without the phrases that have no pieces, in its text too, and all pieces.

    Their stretches stay, with nothing in their place.
    """
    regions = turn.regions or []
    text = text_of(turn.record)
    entities: list[Entity] = list(entities_of(turn.record))
    gone = [s for s, own in zip(regions, pieces, strict=True) if own is None]
    lost = {number for region in gone for number in region.entities}
    for region in reversed(gone):
        start, end = phrase_place(turn.record, region)
        while end < len(text) and text[end].isspace():
            end += 1
        text = text[:start] + text[end:]
        entities = [
            msgspec.structs.replace(e, start=e.start - (end - start), end=e.end - (end - start))
            if e.start >= end
            else e
            for e in entities
        ]
    kept = tuple(e for number, e in enumerate(entities) if number not in lost)
    numbers = {old: new for new, old in enumerate(n for n in range(len(entities)) if n not in lost)}
    record = msgspec.structs.replace(turn.record, text=text.rstrip(), entities=kept)
    left = [
        region._replace(entities=tuple(numbers[n] for n in region.entities if n in numbers))
        for region in regions
    ]
    return turn._replace(record=record, regions=left), [own or [] for own in pieces]
