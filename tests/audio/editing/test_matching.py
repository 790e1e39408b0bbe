import numpy as np
import pytest

from privtool.audio.dsp.crossfade import FADE
from privtool.audio.dsp.speech import active_level, bandwidth, lowpass
from privtool.audio.editing.matching import AcousticContext, acoustic_context, match_clip, speed_for
from privtool.audio.editing.regions import Region, private_regions, scrub
from privtool.audio.intervals import Interval
from privtool.audio.io.clips import Clip
from privtool.core.record import Entity, WordTime
from tests.support.tables import typed_cases

RATE = 16_000


def silence(length: int) -> np.ndarray:
    return np.zeros(length, np.float32)


def noise(level: float, seconds: float, rate: int = RATE, seed: int = 1) -> np.ndarray:
    draw = np.random.default_rng(seed)
    return (level * draw.normal(size=round(seconds * rate))).astype(np.float32)


def padded(samples: np.ndarray, rate: int) -> np.ndarray:
    silence = np.zeros(rate // 4, np.float32)
    return np.concatenate([silence, samples, silence])


def test_acoustic_context_of_a_turn():
    turn = lowpass(np.concatenate([noise(0.001, 1), noise(0.1, 1)]), RATE, 3000)
    context = acoustic_context(
        turn, RATE, [WordTime(word="hello", start=1.0, end=1.5)], noise(0.5, 2)
    )
    assert context.level == pytest.approx(active_level(turn[RATE:], RATE), rel=0.05)
    assert context.speed == pytest.approx(10)
    assert context.pitch is None
    assert context.bandwidth == pytest.approx(3000, abs=300)


def test_level_and_pitch_are_quantized_without_public_words():
    times = np.arange(RATE) / RATE
    voice = sum(np.sin(2 * np.pi * 120 * k * times) / k for k in (1, 2, 3))
    recorded = (0.1 * voice).astype(np.float32)
    context = acoustic_context(noise(0.001, 1), RATE, [], recorded)
    decibels = 20 * np.log10(context.level)
    assert decibels == pytest.approx(20 * np.log10(active_level(recorded, RATE)), abs=0.51)
    assert decibels == pytest.approx(round(decibels))
    semitones = 12 * np.log2(context.pitch)
    assert semitones == pytest.approx(12 * np.log2(120), abs=0.51)
    assert semitones == pytest.approx(round(semitones))
    assert context.speed is None
    assert acoustic_context(noise(0.1, 1), RATE, [], np.zeros(RATE, np.float32))[:2] == (0.0, None)


def test_a_clip_is_resampled_leveled_and_trimmed():
    clip = Clip(padded(noise(0.4, 1, 22_050), 22_050), 22_050)
    context = AcousticContext(0.2, None, None, None)
    made = match_clip(clip, RATE, context, "level", silence).audio
    assert made.size == pytest.approx(RATE + FADE * RATE, rel=0.03)
    assert active_level(made.samples, RATE) == pytest.approx(0.2, rel=0.05)
    assert made.samples.dtype == np.float32


def test_fades_do_not_reach_the_speech():
    context = AcousticContext(0.4, None, None, None)
    speech = noise(0.4, 1)
    half = round(FADE / 2 * RATE)
    for samples in (padded(speech, RATE), speech):  # with silence of its own, and without
        made = match_clip(Clip(samples, RATE), RATE, context, "level", silence).audio
        assert (made.start, made.end) == (half, len(made.samples) - half)
        assert not made.samples[: 2 * half - 100].any()
        assert not made.samples[100 - 2 * half :].any()
        assert made.samples[2 * half : 2 * half + 100].any()


def test_times_of_words_move_with_the_trimmed_audio():
    quiet = np.concatenate([noise(0.001, 0.1), noise(0.4, 0.5)])  # starts with a quiet sound
    clip = Clip(padded(quiet, RATE), RATE)
    words = Interval(0.25, 0.5), Interval(0.5, 0.85)
    context = AcousticContext(0.4, None, None, None)
    made = match_clip(clip, RATE, context, "level", silence, words)
    assert made.words[0].start == pytest.approx(FADE)
    assert made.words[1].end == pytest.approx(FADE + 0.6)
    assert made.audio.samples[round(made.words[0].start * RATE)] == pytest.approx(quiet[0], rel=0.1)


def test_a_full_match_adds_bandwidth_and_noise():
    clip = Clip(noise(0.1, 1), RATE)
    context = AcousticContext(0.1, None, None, 3000.0)
    band = match_clip(clip, RATE, context, "full", silence).audio.samples
    assert bandwidth(band, RATE) == pytest.approx(3000, abs=300)
    tone = noise(0.02, 0.1)
    noisy = match_clip(
        clip, RATE, context, "full", lambda length: np.resize(tone, length)
    ).audio.samples
    assert np.allclose(noisy - band, np.resize(tone, len(band)), atol=1e-6)
    wide = match_clip(clip, RATE, context, "level+rate", silence).audio
    assert bandwidth(wide.samples, RATE) is None


def test_speaking_rate():
    clip = Clip(noise(0.1, 1), RATE)
    assert speed_for("ten letters!", clip, AcousticContext(0.1, None, 15.0, None)) == pytest.approx(
        1.5, rel=0.05
    )
    assert speed_for("ten letters", clip, AcousticContext(0.1, None, 99.0, None)) == 1.7
    assert speed_for("ten letters", clip, AcousticContext(0.1, None, None, None)) == 1.0
    assert speed_for("?!", clip, AcousticContext(0.1, None, 9.0, None)) == 1.0


def test_samples_are_clipped_at_full_scale():
    clip = Clip(noise(0.5, 1), RATE)
    made = match_clip(clip, RATE, AcousticContext(1.5, None, None, None), "level", silence)
    assert np.abs(made.audio.samples).max() <= 1.0


def entity(start: float, end: float) -> Entity:
    return Entity(0, 1, "PERSON", audio_start=start, audio_end=end)


def word(start: float, end: float) -> WordTime:
    return WordTime("word", start, end)


@pytest.mark.parametrize(
    ("case", "entities", "words", "regions"), typed_cases("audio", "private regions")
)
def test_private_regions(case, entities, words, regions):
    given = [entity(*times) for times in entities]
    found = private_regions(given, [word(*times) for times in words], 9.0, 0.06)
    assert (found is None) == (regions is None), case
    for one, (start, end, inside) in zip(found or [], regions or [], strict=True):
        assert one == (pytest.approx(start), pytest.approx(end), tuple(inside)), case


def test_entities_without_times_have_no_regions():
    assert private_regions([Entity(0, 1, "PERSON")], [], 9.0, 0.06) is None


class TestScrub:
    def test_samples_outside_are_kept_and_inside_replaced(self):
        turn = noise(0.001, 3)
        turn[RATE : 2 * RATE] += noise(0.3, 1, seed=2)
        made = scrub(turn, RATE, [Region(1.0, 2.0, (0,))], [word(2.5, 3.0)], 5)
        assert np.array_equal(made.samples[:RATE], turn[:RATE])
        assert np.array_equal(made.samples[2 * RATE :], turn[2 * RATE :])
        inside = made.samples[RATE : 2 * RATE]
        assert active_level(inside, RATE) == pytest.approx(0.001, rel=0.3)
        assert abs(np.corrcoef(inside, turn[RATE : 2 * RATE])[0, 1]) < 0.05
        assert made.pauses == [(0.0, 0.98), (2.02, 2.48)]

    def test_a_click_next_to_a_region_is_removed_and_half_a_word_kept(self):
        turn = noise(0.001, 3)
        turn[round(0.97 * RATE) : RATE] *= 20
        turn[2 * RATE : round(2.5 * RATE)] *= 20
        made = scrub(turn, RATE, [Region(1.0, 2.0, (0,))], [word(1.9, 2.5)], 5)
        click = made.samples[round(0.97 * RATE) : RATE]
        assert np.abs(click).max() < 0.01 < np.abs(turn[round(0.97 * RATE) : RATE]).max()
        assert np.array_equal(made.samples[2 * RATE :], turn[2 * RATE :])
        assert made.pauses == [(0.0, 0.95), (2.52, 3.0)]

    def test_a_turn_that_is_private_throughout_becomes_silence(self):
        assert not scrub(noise(0.3, 1), RATE, [Region(0.0, 1.0, (0,))], [], 5).samples.any()

    def test_room_tone(self):
        turn = np.concatenate([noise(0.01, 1), noise(0.3, 1)])
        room = scrub(turn, RATE, [], [word(1.0, 2.0)], 5)
        tone = room.tone(RATE, 7)
        assert np.sqrt((tone**2).mean()) == pytest.approx(0.01, rel=0.2)
        assert np.array_equal(tone, room.tone(RATE, 7))
        assert not np.array_equal(tone, room.tone(RATE, 8))
