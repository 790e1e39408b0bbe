"""Speech synthesis of surrogates within their turns (Flechl 2022, section 3.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
from msgspec import UNSET

from privtool.audio.dsp.crossfade import AudioPiece
from privtool.audio.dsp.levels import MonoSamples
from privtool.audio.editing.matching import match_clip, speed_for
from privtool.audio.editing.options import Match, TtsMode
from privtool.audio.io.clips import Clip
from privtool.core.blocks import Counts, Outcome, process_each
from privtool.core.fields import entities_of, text_of
from privtool.core.record import Record
from privtool.interfaces.synthesis import SpeechEngine
from privtool.stages.turns import EditableTurn, Recording, TurnEditor, is_public, phrase_of
from privtool.text.words import has_words

_PAD = 0.02  # seconds of room tone around a surrogate, for its fades


class TurnSynthesizer(NamedTuple):
    """Speaks phrases with the sound of their turn; each turn has one voice."""

    engine: SpeechEngine
    match: Match
    turns: TurnEditor

    def speak(self, phrase: str, turn: EditableTurn, number: int, counts: Counts) -> MonoSamples:
        """Return phrase `number` of a turn, at the turn's rate."""
        context, seed = turn.context, self.turns.draw(turn.record, 3, number)
        voice = self.turns.draw(turn.record, 1) % self.engine.voices
        if self.match is Match.FULL and context.pitch is not None:
            voice = self.engine.nearest(context.pitch)
        clip = self.engine.speak(phrase, voice, 1.0, seed)
        if self.match is not Match.LEVEL and context.speed is not None:
            clip = self.engine.speak(phrase, voice, speed_for(phrase, clip, context), seed)
        tone = np.zeros(0, np.float32)
        if self.match is Match.FULL:
            count = round(clip.seconds * turn.rate) + 1
            tone = turn.audio.tone(count, self.turns.draw(turn.record, 4, number))
        samples = match_clip(clip, turn.rate, context, self.match, tone)
        counts["speech milliseconds"] += round(1000 * len(samples) / turn.rate)
        return samples

    def piece(self, phrase: str, turn: EditableTurn, number: int, counts: Counts) -> AudioPiece:
        """Return phrase `number` of a turn, with room tone on both sides for fades."""
        pad = round(_PAD * turn.rate)
        samples = self.speak(phrase, turn, number, counts)
        tone = turn.audio.tone(2 * pad, self.turns.draw(turn.record, 2, number))
        padded = np.concatenate([tone[:pad], samples, tone[pad:]])
        return AudioPiece(padded, pad, pad + len(samples), fixed_start=True)

    def whole_turn(self, turn: EditableTurn, counts: Counts) -> Record:
        """Write the whole turn as synthetic speech, without word times.

        A turn without words in its text becomes room tone or silence.
        """
        counts["whole turns"] += 1
        text = text_of(turn.record)
        samples = self.speak(text, turn, 0, counts) if has_words(text) else turn.samples
        return self.turns.write(turn, samples, UNSET)


class TtsStage:
    """Synthesizes the audio of surrogates in the text of records.

    A record without entities gets a copy of its audio. The result for a record depends on its
    audio and id, the seed and the engine alone.
    """

    def __init__(self, mode: TtsMode, turns: TurnEditor, synthesizer: TurnSynthesizer) -> None:
        self._mode, self._turns, self._synthesizer = mode, turns, synthesizer

    def process(self, records: Sequence[Record], counts: Counts) -> Iterator[Outcome]:
        """Yield the records with new audio.

        Add to `counts`: changed `turns`, `whole turns` among these, `surrogates`,
        `speech milliseconds`, `audio_milliseconds` and conversions.
        """
        return process_each(records, self._turns.read, partial(self._process, counts=counts))

    def _process(self, record: Record, recording: Recording, counts: Counts) -> list[Record]:
        if is_public(record) and not self._turns.is_overlapped(record, recording.clip):
            return [self._turns.copy(record, recording.audio, counts)]
        return [self._synthesize(record, recording.clip, counts)]

    def _synthesize(self, record: Record, clip: Clip, counts: Counts) -> Record:
        counts["turns"] += 1
        counts["surrogates"] += len(entities_of(record))
        turn = self._turns.open(record, clip, counts)
        if self._mode is TtsMode.TURN or turn.regions is None:
            return self._synthesizer.whole_turn(turn, counts)
        phrases = [phrase_of(record, region) for region in turn.regions]
        pieces = [
            [self._synthesizer.piece(phrase, turn, number, counts)]
            for number, phrase in enumerate(phrases)
        ]
        return self._turns.assemble(turn, pieces)
