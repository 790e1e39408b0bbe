"""Making synthetic speech sound like the recording that it is put into.

Flechl 2022, section 3.2, matches its level and trims its silence. Optionally it also gets the
speaking rate, the bandwidth and the background noise of the recording.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

import numpy as np

from privtool.audio.dsp.crossfade import FADE, AudioPiece
from privtool.audio.dsp.speech import (
    MonoSamples,
    active_level,
    active_part,
    bandwidth,
    gain_to,
    letters_per_second,
    lowpass,
    median_pitch,
)
from privtool.audio.editing.regions import TimedPiece
from privtool.audio.intervals import Interval
from privtool.audio.io.clips import Clip, resample
from privtool.core.record import WordTime

_SLOWEST, _FASTEST = 0.6, 1.7  # multiples of a voice's usual rate that still sound natural
_DECIBEL, _SEMITONE = 10 ** (1 / 20), 2 ** (1 / 12)


Match = Literal["level", "level+rate", "full"]
"""Which properties of a turn synthetic speech gets: level, also speaking rate, or all."""


class AcousticContext(NamedTuple):
    """The sound of a turn outside its private regions; None for unknown properties.

    `level` is an RMS, `pitch` and `bandwidth` are in hertz, `speed` in letters per second.
    """

    level: float
    pitch: float | None
    speed: float | None
    bandwidth: float | None


def acoustic_context(
    turn: MonoSamples, rate: int, words: Sequence[WordTime], recorded: MonoSamples
) -> AcousticContext:
    """Measure a turn without its private regions; `words` are the public ones.

    A turn without public words has no speech to measure. Its original audio, `recorded`, then
    gives the level rounded to decibels and the pitch rounded to semitones, and nothing else.
    """
    spoken = [turn[round(w.start * rate) : round(w.end * rate)] for w in words]
    if spoken:
        speech = np.concatenate(spoken)
        level, pitch = active_level(speech, rate), median_pitch(speech, rate)
    else:
        level = _quantize(active_level(recorded, rate), _DECIBEL) or 0.0
        pitch = _quantize(median_pitch(recorded, rate), _SEMITONE)
    return AcousticContext(
        level,
        pitch,
        letters_per_second((w.word, w.start, w.end) for w in words),
        bandwidth(turn, rate),
    )


def _quantize(value: float | None, step: float) -> float | None:
    """Return the nearest power of `step`; None for zero or None."""
    return step ** round(np.log(value) / np.log(step)) if value else None


def speed_for(phrase: str, clip: Clip, context: AcousticContext) -> float:
    """Return the speed, relative to that of a clip, at which a phrase fits its context."""
    seconds = len(clip.samples[active_part(clip.samples, clip.rate)]) / clip.rate
    letters = sum(map(str.isalnum, phrase))
    if context.speed is None or not letters or not seconds:
        return 1.0
    return float(np.clip(context.speed / (letters / seconds), _SLOWEST, _FASTEST))


def match_clip(
    clip: Clip,
    rate: int,
    context: AcousticContext,
    match: Match,
    tone: Callable[[int], MonoSamples],
    words: Sequence[Interval] | None = None,
) -> TimedPiece:
    """Return a clip at the rate and level of its context, trimmed; its start is fixed.

    Silence is trimmed outside `words`, if their times are known. Half a fade of the clip's own
    silence is left at both ends, and another half around them, so that fades do not reach its
    speech. A full match adds the bandwidth of the context, and room tone, which `tone` makes.
    """
    half = round(FADE / 2 * rate)
    samples = resample(clip, rate).samples
    active = active_part(samples, rate, margin=0)
    first, last = active.start, active.stop
    if words:
        first = min(first, max(0, round(words[0].start * rate)))
        last = max(last, min(len(samples), round(words[-1].end * rate)))
    speech = samples[active]
    start, end = first - 2 * half, last + 2 * half
    beyond = max(0, -start), max(0, end - len(samples))  # where zeros are added
    samples = np.pad(samples[max(0, start) : end], beyond)
    if match == "full" and context.bandwidth is not None:
        samples = lowpass(samples, rate, context.bandwidth)
        speech = lowpass(speech, rate, context.bandwidth)
    samples = samples * np.float32(gain_to(speech, rate, context.level))
    if match == "full":
        samples = samples + tone(len(samples))
    shift = (2 * half - first) / rate
    moved = [Interval(word.start + shift, word.end + shift) for word in words or ()]
    samples = np.clip(samples, -1.0, 1.0).astype(np.float32)
    piece = AudioPiece(samples, half, len(samples) - half, fixed_start=True)
    return TimedPiece(piece, None if words is None else tuple(moved))
