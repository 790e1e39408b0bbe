"""Making a synthetic stretch of speech sound like the recording that it is put into.

Flechl 2022, section 3.2, sets its volume and trims the silence at its ends; here it may also be
spoken as fast, and get the band and the background noise of the recording.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from privtool.audio.dsp.levels import Samples, active_level, active_part, gain_to
from privtool.audio.dsp.pitch import bandwidth, letters_per_second, lowpass, median_pitch
from privtool.audio.editing.options import Match
from privtool.audio.io.clips import Clip, resample
from privtool.core.record import WordTime

_SLOWEST, _FASTEST = 0.6, 1.7  # shares of a voice's usual speed that still sound like speech
_DECIBEL, _SEMITONE = 10 ** (1 / 20), 2 ** (1 / 12)


class AcousticContext(NamedTuple):
    """What a turn sounds like around its private stretches; None for what cannot be told.

    `level` is a root mean square, `pitch` and `edge` are in hertz, `speed` in letters a second.
    """

    level: float
    pitch: float | None
    speed: float | None
    edge: float | None


def acoustic_context(
    turn: Samples, rate: int, words: Sequence[WordTime], recorded: Samples
) -> AcousticContext:
    """Those of a turn without its private stretches; `words` are the others, with their times.

    In a turn without other words nothing tells how its speaker sounds but `recorded`, the turn as
    it was: of that the level to a decibel and the pitch to a semitone are taken, no more.
    """
    spoken = [turn[round(w.start * rate) : round(w.end * rate)] for w in words]
    if spoken:
        speech = np.concatenate(spoken)
        level, height = active_level(speech, rate), median_pitch(speech, rate)
    else:
        level = _stepped(active_level(recorded, rate), _DECIBEL) or 0.0
        height = _stepped(median_pitch(recorded, rate), _SEMITONE)
    return AcousticContext(
        level,
        height,
        letters_per_second((w.word, w.start, w.end) for w in words),
        bandwidth(turn, rate),
    )


def _stepped(value: float | None, step: float) -> float | None:
    """The nearest power of a step; None for what has no logarithm."""
    return step ** round(np.log(value) / np.log(step)) if value else None


def speed_for(phrase: str, clip: Clip, around: AcousticContext) -> float:
    """How fast to say a phrase, as a share of how fast a clip says it, to be as fast as around."""
    seconds = len(clip.samples[active_part(clip.samples, clip.rate)]) / clip.rate
    letters = sum(map(str.isalnum, phrase))
    if around.speed is None or not letters or not seconds:
        return 1.0
    return float(np.clip(around.speed / (letters / seconds), _SLOWEST, _FASTEST))


def match_clip(
    clip: Clip, rate: int, around: AcousticContext, match: Match, tone: Samples
) -> Samples:
    """A clip at the rate and level of its surroundings, without the silence at its ends.

    With a full match it gets their band, and `tone`, the noise of the room, repeated as needed.
    """
    samples = resample(clip, rate).samples
    samples = samples[active_part(samples, rate)]
    if match is Match.FULL and around.edge is not None:
        samples = lowpass(samples, rate, around.edge)
    samples = samples * np.float32(gain_to(samples, rate, around.level))
    if match is Match.FULL and len(tone) and len(samples):
        samples = samples + np.resize(tone, len(samples))
    made: Samples = np.clip(samples, -1.0, 1.0).astype(np.float32)
    return made
