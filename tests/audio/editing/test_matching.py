from __future__ import annotations

import numpy as np
import pytest

from privtool.audio.dsp.levels import active_level
from privtool.audio.dsp.pitch import bandwidth, lowpass
from privtool.audio.editing.matching import AcousticContext, acoustic_context, match_clip, speed_for
from privtool.audio.editing.options import Match
from privtool.audio.io.clips import Clip
from privtool.core.record import WordTime

RATE = 16_000
NOTHING = np.zeros(0, np.float32)


def noise(level: float, seconds: float, rate: int = RATE) -> np.ndarray:
    draw = np.random.default_rng(1)
    return (level * draw.normal(size=round(seconds * rate))).astype(np.float32)


def padded(samples: np.ndarray, rate: int) -> np.ndarray:
    silence = np.zeros(rate // 4, np.float32)
    return np.concatenate([silence, samples, silence])


def test_what_a_turn_sounds_like():
    turn = lowpass(np.concatenate([noise(0.001, 1), noise(0.1, 1)]), RATE, 3000)
    around = acoustic_context(
        turn, RATE, [WordTime(word="hello", start=1.0, end=1.5)], noise(0.5, 2)
    )
    assert around.level == pytest.approx(active_level(turn[RATE:], RATE), rel=0.05)
    assert around.speed == pytest.approx(10)
    assert around.pitch is None
    assert around.edge == pytest.approx(3000, abs=300)


def test_of_a_turn_without_other_words_level_and_pitch_are_taken_in_steps():
    times = np.arange(RATE) / RATE
    voice = sum(np.sin(2 * np.pi * 120 * k * times) / k for k in (1, 2, 3))
    recorded = (0.1 * voice).astype(np.float32)
    around = acoustic_context(noise(0.001, 1), RATE, [], recorded)
    decibels = 20 * np.log10(around.level)
    assert decibels == pytest.approx(20 * np.log10(active_level(recorded, RATE)), abs=0.51)
    assert decibels == pytest.approx(round(decibels))
    semitones = 12 * np.log2(around.pitch)
    assert semitones == pytest.approx(12 * np.log2(120), abs=0.51)
    assert semitones == pytest.approx(round(semitones))
    assert around.speed is None
    assert acoustic_context(noise(0.1, 1), RATE, [], np.zeros(RATE, np.float32))[:2] == (0.0, None)


def test_a_clip_gets_the_rate_and_the_level_and_loses_its_silence():
    clip = Clip(padded(noise(0.4, 1, 22_050), 22_050), 22_050)
    around = AcousticContext(0.2, None, None, None)
    made = match_clip(clip, RATE, around, Match.LEVEL, noise(0.05, 1))
    assert len(made) == pytest.approx(RATE, rel=0.03)
    assert active_level(made, RATE) == pytest.approx(0.2, rel=0.05)
    assert made.dtype == np.float32


def test_a_full_match_adds_band_and_noise():
    clip = Clip(noise(0.1, 1), RATE)
    around = AcousticContext(0.1, None, None, 3000.0)
    band = match_clip(clip, RATE, around, Match.FULL, NOTHING)
    assert bandwidth(band, RATE) == pytest.approx(3000, abs=300)
    tone = noise(0.02, 0.1)
    noisy = match_clip(clip, RATE, around, Match.FULL, tone)
    assert np.allclose(noisy - band, np.resize(tone, len(band)), atol=1e-6)
    assert bandwidth(match_clip(clip, RATE, around, Match.RATE, tone), RATE) is None


def test_how_fast_to_speak():
    clip = Clip(noise(0.1, 1), RATE)
    assert speed_for("ten letters!", clip, AcousticContext(0.1, None, 15.0, None)) == pytest.approx(
        1.5, rel=0.05
    )
    assert speed_for("ten letters", clip, AcousticContext(0.1, None, 99.0, None)) == 1.7
    assert speed_for("ten letters", clip, AcousticContext(0.1, None, None, None)) == 1.0
    assert speed_for("?!", clip, AcousticContext(0.1, None, 9.0, None)) == 1.0


def test_nothing_is_louder_than_full_scale():
    clip = Clip(noise(0.5, 1), RATE)
    made = match_clip(clip, RATE, AcousticContext(1.5, None, None, None), Match.LEVEL, NOTHING)
    assert np.abs(made).max() <= 1.0
