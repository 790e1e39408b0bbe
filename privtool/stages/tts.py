"""Surrogates spoken by a synthetic voice, in the turn that they belong to (Flechl 2022, 3.2)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from msgspec import UNSET

from privtool.audio.dsp.crossfade import AudioPiece
from privtool.audio.dsp.levels import MonoSamples
from privtool.audio.editing.matching import match_clip, speed_for
from privtool.audio.editing.options import Match, TtsMode
from privtool.core.blocks import Counts
from privtool.core.fields import entities_of, text_of
from privtool.core.record import Record
from privtool.interfaces.synthesis import SpeechEngine
from privtool.stages.turns import EditableTurn, TurnEditor, is_public, phrase_of
from privtool.text.words import has_words

_PAD = 0.02  # seconds of room tone around a surrogate, for its fades


class Speaker(NamedTuple):
    """Speaks phrases as they are to be heard in a turn; a voice is drawn for each turn."""

    engine: SpeechEngine
    match: Match
    turns: TurnEditor

    def speak(self, phrase: str, turn: EditableTurn, number: int, counts: Counts) -> MonoSamples:
        """The phrase with that number in its turn, at the turn's rate."""
        around, chance = turn.around, self.turns.draw(turn.record, 3, number)
        voice = self.turns.draw(turn.record, 1) % self.engine.voices
        if self.match is Match.FULL and around.pitch is not None:
            voice = self.engine.nearest(around.pitch)
        clip = self.engine.speak(phrase, voice, 1.0, chance)
        if self.match is not Match.LEVEL and around.speed is not None:
            clip = self.engine.speak(phrase, voice, speed_for(phrase, clip, around), chance)
        tone = np.zeros(0, np.float32)
        if self.match is Match.FULL:
            count = round(clip.seconds * turn.rate) + 1
            tone = turn.room.tone(count, self.turns.draw(turn.record, 4, number))
        samples = match_clip(clip, turn.rate, around, self.match, tone)
        counts["speech milliseconds"] += round(1000 * len(samples) / turn.rate)
        return samples

    def piece(self, phrase: str, turn: EditableTurn, number: int, counts: Counts) -> AudioPiece:
        """The same with room tone around it, which it is faded into."""
        pad = round(_PAD * turn.rate)
        samples = self.speak(phrase, turn, number, counts)
        tone = turn.room.tone(2 * pad, self.turns.draw(turn.record, 2, number))
        padded = np.concatenate([tone[:pad], samples, tone[pad:]])
        return AudioPiece(padded, pad, pad + len(samples), fixed_start=True)

    def whole(self, turn: EditableTurn, counts: Counts) -> Record:
        """The turn spoken throughout: its words have no times any more.

        Where the text says nothing, what was in the audio becomes room tone or silence.
        """
        counts["whole turns"] += 1
        text = text_of(turn.record)
        heard = self.speak(text, turn, 0, counts) if has_words(text) else turn.samples
        return self.turns.write(turn, heard, UNSET)


class TtsStage:
    """Gives records whose text holds surrogates the audio for them.

    A record without entities gets a copy of its own audio. What a record gets depends on its own
    audio and id, the seed and the engine alone.
    """

    def __init__(self, mode: TtsMode, turns: TurnEditor, speaker: Speaker) -> None:
        self._mode, self._turns, self._speaker = mode, turns, speaker
        self.check = turns.check

    def process(self, records: list[Record], counts: Counts) -> list[Record]:
        """The records with new audio.

        Adds to `counts`: `turns` that were changed, `whole turns` of these that are spoken
        throughout, `surrogates`, `speech milliseconds`, and what was converted.
        """
        return [self._spoken(record, counts) for record in records]

    def _spoken(self, record: Record, counts: Counts) -> Record:
        if is_public(record):
            return self._turns.copy(record, counts)
        counts["turns"] += 1
        counts["surrogates"] += len(entities_of(record))
        turn = self._turns.open(record, counts)
        if self._mode is TtsMode.TURN or turn.regions is None:
            return self._speaker.whole(turn, counts)
        phrases = [phrase_of(record, region) for region in turn.regions]
        pieces = [
            [self._speaker.piece(phrase, turn, number, counts)]
            for number, phrase in enumerate(phrases)
        ]
        return self._turns.assemble(turn, pieces)
