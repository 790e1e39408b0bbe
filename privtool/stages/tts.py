"""Speech synthesis of surrogates within their turns (Flechl 2022, section 3.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Literal, NamedTuple

from msgspec import UNSET, UnsetType

from privtool.audio.dsp.levels import MonoSamples
from privtool.audio.editing.assembly import TimedPiece
from privtool.audio.editing.matching import Match, match_clip, speed_for
from privtool.audio.intervals import Interval
from privtool.audio.io.clips import Clip
from privtool.core.blocks import Counts, Outcome, process_each
from privtool.core.errors import DataError
from privtool.core.fields import entities_of, text_of
from privtool.core.record import Record, WordTime
from privtool.interfaces.synthesis import SpeechEngine
from privtool.stages.turns import EditableTurn, Recording, TurnEditor, is_public, phrase_of
from privtool.text.english.spoken_words import spoken_words
from privtool.text.words import has_words


class TurnSynthesizer(NamedTuple):
    """Speaks phrases with the sound of their turn; each turn has one voice.

    `engine_of` returns the engine for a record, or raises `DataError`.
    """

    engine_of: Callable[[Record], SpeechEngine]
    match: Match
    turns: TurnEditor

    def speak(self, phrase: str, turn: EditableTurn, number: int, counts: Counts) -> TimedPiece:
        """Return phrase `number` of a turn, at the turn's rate.

        Raise `DataError` if the voice cannot say it.
        """
        context, seed = turn.context, self.turns.draw(turn.record, 3, number)
        engine = self.engine_of(turn.record)
        voice = self.turns.draw(turn.record, 1) % engine.voices
        if self.match == "full" and context.pitch is not None:
            voice = engine.nearest(context.pitch)
        spoken = engine.speak(phrase, voice, 1.0, seed)
        if self.match != "level" and context.speed is not None:
            speed = speed_for(phrase, spoken.clip, context)
            spoken = engine.speak(phrase, voice, speed, seed)

        def tone(length: int) -> MonoSamples:
            return turn.audio.tone(length, self.turns.draw(turn.record, 4, number))

        matched = match_clip(spoken.clip, turn.audio.rate, context, self.match, tone, spoken.words)
        counts["speech milliseconds"] += round(1000 * matched.audio.size / turn.audio.rate)
        return matched

    def whole_turn(self, turn: EditableTurn, counts: Counts) -> Record:
        """Write the whole turn as synthetic speech, with word times if the engine has them.

        A turn without words in its text becomes room tone or silence. Raise as `speak` does.
        """
        counts["whole turns"] += 1
        text = text_of(turn.record)
        if not has_words(text):
            return self.turns.write(turn, turn.audio.samples, UNSET)
        piece, times = self.speak(text, turn, 0, counts)
        words = _words(text, times, piece.start / turn.audio.rate)
        return self.turns.write(turn, piece.samples[piece.start : piece.end], words)


def _words(
    text: str, times: Sequence[Interval] | None, start: float
) -> tuple[WordTime, ...] | UnsetType:
    """Return the words of a text with their times, from `start` on."""
    if times is None:
        return UNSET
    return tuple(
        WordTime(text[word.start : word.end], round(t.start - start, 4), round(t.end - start, 4))
        for word, t in zip(spoken_words(text), times, strict=True)
    )


class TtsStage(NamedTuple):
    """Synthesizes the audio of surrogates in the text of records.

    A record without entities gets a copy of its audio. The result for a record depends on its
    audio and id, the seed and the engine alone.
    """

    mode: Literal["token", "turn"]
    synthesizer: TurnSynthesizer

    def process(self, records: Sequence[Record], counts: Counts) -> Iterator[Outcome]:
        """Yield the records with new audio.

        Add to `counts`: changed `turns`, `whole turns` among these, `surrogates`,
        `speech milliseconds`, `audio_milliseconds` and conversions.
        """
        read = self.synthesizer.turns.read
        return process_each(records, read, partial(self._process, counts=counts))

    def _process(self, record: Record, recording: Recording, counts: Counts) -> Outcome:
        turns = self.synthesizer.turns
        if is_public(record) and not turns.is_overlapped(record, recording.clip):
            return [turns.copy(record, recording.audio, counts)]
        try:
            return [self._synthesize(record, recording.clip, counts)]
        except DataError as error:
            return error.message

    def _synthesize(self, record: Record, clip: Clip, counts: Counts) -> Record:
        counts["turns"] += 1
        counts["surrogates"] += len(entities_of(record))
        turn = self.synthesizer.turns.open(record, clip, counts)
        if self.mode == "turn" or turn.regions is None:
            return self.synthesizer.whole_turn(turn, counts)
        phrases = [phrase_of(record, region) for region in turn.regions]
        pieces = [
            [self.synthesizer.speak(phrase, turn, number, counts)]
            for number, phrase in enumerate(phrases)
        ]
        return self.synthesizer.turns.assemble(turn, pieces)
