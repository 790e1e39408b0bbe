"""Speech synthesis of surrogates within their turns (Flechl 2022, section 3.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal, NamedTuple

from msgspec import UNSET

from privtool.audio.dsp.speech import MonoSamples
from privtool.audio.editing.matching import Match, match_clip, speed_for
from privtool.audio.editing.regions import TimedPiece
from privtool.audio.io.clips import Clip
from privtool.core.blocks import Counts, Outcome
from privtool.core.record import Record, WordTime, entities_of, text_of
from privtool.interfaces.speech import SpeechEngine
from privtool.stages.turns import EditableTurn, TurnEditor, WordTimes, phrases_of
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
        """Return phrase `number` of a turn, at its rate. Raise `DataError` if it cannot be said."""
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
        words: WordTimes = UNSET
        if times is not None:
            start = piece.start / turn.audio.rate
            words = tuple(
                WordTime(text[w.start : w.end], round(t.start - start, 4), round(t.end - start, 4))
                for w, t in zip(spoken_words(text), times, strict=True)
            )
        return self.turns.write(turn, piece.samples[piece.start : piece.end], words)


class TtsStage(NamedTuple):
    """Synthesizes the audio of surrogates in records; copies that of records without entities.

    The result for a record depends on its audio and id, the seed and the engine alone.
    """

    mode: Literal["token", "turn"]
    synthesizer: TurnSynthesizer

    def process(self, records: Sequence[Record], counts: Counts) -> Iterator[Outcome]:
        """Yield the records with new audio.

        Add to `counts`: changed `turns`, `whole turns` among these, `surrogates`,
        `speech milliseconds`, `audio_milliseconds` and conversions.
        """
        return self.synthesizer.turns.process(records, self._synthesize, counts)

    def _synthesize(self, record: Record, clip: Clip, counts: Counts) -> Record:
        counts["turns"] += 1
        counts["surrogates"] += len(entities_of(record))
        turn = self.synthesizer.turns.open(record, clip, counts)
        if self.mode == "turn" or turn.regions is None:
            return self.synthesizer.whole_turn(turn, counts)
        pieces = [
            [self.synthesizer.speak(phrase, turn, number, counts)]
            for number, phrase in enumerate(phrases_of(record, turn.regions))
        ]
        return self.synthesizer.turns.assemble(turn, pieces)
