import numpy as np
import pytest
import torch
import torchaudio
from hypothesis import given
from hypothesis import strategies as st
from scipy import signal

from privtool.audio.dsp.crossfade import FADE, AudioPiece, blend, join
from privtool.audio.dsp.speech import (
    _power_density,
    active_level,
    active_part,
    bandwidth,
    frame_levels,
    gain_to,
    letters_per_second,
    lowpass,
    median_pitch,
)

RATE = 16_000


def tone(hertz: float, seconds: float = 0.5, phase: float = 0.0) -> np.ndarray:
    time = np.arange(round(seconds * RATE)) / RATE
    return np.sin(2 * np.pi * hertz * time + phase).astype(np.float32)


def high_band(samples: np.ndarray) -> float:
    """The level over 4 kHz, where tones have nothing and clicks have much, in decibels."""
    spectrum = np.abs(np.fft.rfft(samples * np.hanning(len(samples)))) ** 2
    return 10 * np.log10(spectrum[len(spectrum) // 2 :].sum() + 1e-20)


class TestLengths:
    @given(
        st.lists(st.tuples(st.integers(0, 400), st.integers(0, 400)), max_size=5),
        st.sampled_from([0.0, 0.01, 0.5]),
    )
    def test_the_length_is_that_of_the_pieces(self, edges, fade):
        noise = np.random.default_rng(1).normal(size=400).astype(np.float32)
        pieces = [AudioPiece(noise, min(pair), max(pair)) for pair in edges]
        joined = join(pieces, RATE, fade, search=0)
        sizes = [piece.size for piece in pieces if piece.size]
        assert len(joined.samples) == sum(sizes)
        assert joined.starts == [sum(sizes[:n]) for n in range(len(sizes))]

    def test_samples_outside_the_fade_are_unchanged(self):
        one, other = tone(200), tone(330)
        pieces = [AudioPiece(one, 0, 4000), AudioPiece(other, 4000, 8000)]
        out = join(pieces, RATE, search=0).samples
        half = round(FADE * RATE / 2)
        start, end = 4000 - half, 4000 + half
        assert np.array_equal(out[:start], one[:start])
        assert np.array_equal(out[end:], other[end:])
        assert not np.array_equal(out[start:end], one[start:end])

    def test_a_fade_is_at_most_a_third_of_a_piece(self):
        one, short = tone(200), tone(330)
        places = ((one, 0, 4000), (short, 4000, 4030), (one, 4000, 8000))
        pieces = [AudioPiece(*place) for place in places]
        out = join(pieces, RATE, search=0).samples
        assert np.array_equal(out[4010:4020], short[4010:4020])


class TestSound:
    def test_a_split_recording_is_restored(self):
        whole = np.random.default_rng(2).normal(size=9000).astype(np.float32)
        pieces = [AudioPiece(whole, start, start + 3000) for start in (0, 3000, 6000)]
        out = join(pieces, RATE, search=0).samples
        assert np.allclose(out, whole, atol=1e-5)

    def test_there_is_no_click(self):
        pieces = [AudioPiece(tone(210), 0, 4011), AudioPiece(tone(347, phase=1), 4000, 8000)]
        around = slice(4011 - 256, 4011 + 256)
        butt = high_band(join(pieces, RATE, fade=0, search=0).samples[around])
        faded = high_band(join(pieces, RATE, search=0).samples[around])
        assert faded < butt - 20

    def test_the_search_continues_a_tone(self):
        wave = tone(100)
        # The second piece is a bit over a third of a period late.
        pieces = [AudioPiece(wave, 0, 4000), AudioPiece(wave, 4060, 8000)]
        moved = join(pieces, RATE, fade=0).samples
        # 60 samples on is 100 before the next period of 160: the nearest fit is 60 back.
        assert np.allclose(moved[:7900], wave[:7900], atol=1e-3)

    def test_edges_move_to_where_it_is_quiet(self):
        noise = np.random.default_rng(4).normal(size=8000).astype(np.float32)
        noise[3880:4000] *= 0.01  # before the end of the left piece, after its own end
        other = np.random.default_rng(5).normal(size=8000).astype(np.float32)
        other[3000:3160] *= 0.01
        pieces = [AudioPiece(noise, 0, 4100, fixed_end=False), AudioPiece(other, 2900, 8000)]
        joined = join(pieces, RATE, fade=0)
        assert 3900 <= joined.pieces[0].end <= 4000
        assert 3040 <= joined.pieces[1].start <= 3120
        fixed = join([piece._replace(fixed_end=True) for piece in pieces], RATE, fade=0)
        assert fixed.pieces[0].end == 4100

    def test_fixed_edges_are_not_moved(self):
        noise = np.random.default_rng(6).normal(size=8000).astype(np.float32)
        pieces = [AudioPiece(noise, 0, 4000), AudioPiece(noise, 1000, 8000, fixed_start=True)]
        assert join(pieces, RATE).pieces == pieces

    @given(st.lists(st.tuples(st.integers(0, 2000), st.integers(1, 2000)), max_size=4))
    def test_edges_stay_near_and_within_their_recording(self, drawn):
        noise = np.random.default_rng(7).normal(size=4000).astype(np.float32)
        pieces = [AudioPiece(noise, start, start + size, fixed_end=False) for start, size in drawn]
        for piece, placed in zip(pieces, join(pieces, RATE, search=0.02).pieces, strict=True):
            assert abs(placed.start - piece.start) <= 320
            assert abs(placed.end - piece.end) <= 320
            assert placed.size >= piece.size * 4 // 9  # a third less, twice
            assert 0 <= placed.start < placed.end <= len(noise)


@pytest.mark.parametrize(("other", "case"), [(1.0, "alike"), (0.0, "unlike")])
def test_the_level_is_constant_in_a_fade(other, case):
    draw = np.random.default_rng(3)
    one = draw.normal(size=200_000).astype(np.float32)
    two = one if other else draw.normal(size=200_000).astype(np.float32)
    mixed = blend(one, two)
    levels = np.sqrt((mixed.reshape(20, -1) ** 2).mean(1))
    assert np.allclose(levels, 1.0, atol=0.05), case


def voice(hertz: float, seconds: float = 0.6) -> np.ndarray:
    """Pulses through two resonances, as in a vowel."""
    pulses = np.zeros(round(seconds * RATE))
    pulses[:: round(RATE / hertz)] = 1
    for center in (700, 1200):
        b, a = signal.iirpeak(center, 5, fs=RATE)
        pulses = pulses + 4 * signal.lfilter(b, a, pulses)
    return (0.1 * pulses).astype(np.float32)


def noise(seconds: float = 1.0, level: float = 0.1) -> np.ndarray:
    draw = np.random.default_rng(1)
    return (level * draw.normal(size=round(seconds * RATE))).astype(np.float32)


@pytest.mark.parametrize("hertz", [80, 110, 160, 250, 320])
def test_the_pitch_of_a_voice(hertz):
    assert median_pitch(voice(hertz), RATE) == pytest.approx(RATE / round(RATE / hertz), rel=0.01)


def test_pitch_agrees_with_another_implementation():
    for hertz in (100, 200):
        theirs = torchaudio.functional.detect_pitch_frequency(
            torch.from_numpy(voice(hertz))[None], RATE
        )
        assert median_pitch(voice(hertz), RATE) == pytest.approx(float(theirs.median()), rel=0.05)


def one_by_one(samples: np.ndarray) -> list[float]:
    """The periods of the loud frames, by a loop over frames and lags."""
    periods = []
    for start in range(0, len(samples) - 799, 160):
        frame = samples[start : start + 800].astype(float)
        frame = frame - frame.mean()
        scores = {}
        for lag in range(40, 268):
            head, tail = frame[:-lag], frame[lag:]
            scores[lag] = (head * tail).sum() / np.sqrt((head**2).sum() * (tail**2).sum())
        best = max(scores.values())
        tops = [
            lag
            for lag in range(41, 267)
            if scores[lag] >= max(0.9 * best, scores[lag - 1], scores[lag + 1])
        ]
        if best >= 0.5 and tops:
            periods.append(tops[0])
    return periods


def test_pitch_is_that_of_a_loop_over_frames():
    mixed = voice(130) + 0.02 * noise(0.6)
    assert median_pitch(mixed, RATE) == RATE / np.median(one_by_one(mixed))


def test_filters_are_those_of_scipy():
    samples = noise(0.3)
    _, power = signal.welch(samples.astype(float), RATE, nperseg=512)
    np.testing.assert_allclose(_power_density(samples, RATE), power, rtol=1e-9)
    taps = signal.firwin(255, 3400, fs=RATE)
    expected = np.convolve(samples.astype(float), taps, mode="same")
    np.testing.assert_allclose(lowpass(samples, RATE, 3400), expected, atol=1e-7)


def test_noise_and_silence_have_no_pitch():
    assert median_pitch(noise(), RATE) is None
    assert median_pitch(np.zeros(RATE, np.float32), RATE) is None
    assert median_pitch(np.zeros(10, np.float32), RATE) is None


def test_speaking_rate():
    assert letters_per_second([("hello", 0.0, 0.5), ("you", 0.9, 1.2)]) == pytest.approx(10)
    assert letters_per_second([]) is None
    assert letters_per_second([("a", 1.0, 1.0)]) is None


def test_bandwidth_of_telephone_speech():
    assert bandwidth(noise(), RATE) is None
    telephone = lowpass(noise(), RATE, 3400)
    assert bandwidth(telephone, RATE) == pytest.approx(3400, abs=300)
    assert len(telephone) == RATE
    low = lowpass(noise(), RATE, 3400)[200:-200] - lowpass(telephone, RATE, 3600)[200:-200]
    assert np.abs(low).max() < 0.05  # what is under the edge stays, and in its place


SILENCE = np.zeros(RATE, np.float32)


def test_frames():
    steps = np.repeat(np.array([0.1, 0.5], np.float32), 320)
    assert frame_levels(steps, RATE) == pytest.approx([0.1, 0.5])
    assert frame_levels(steps[:100], RATE) == pytest.approx([0.1])
    assert len(frame_levels(steps[:0], RATE)) == 0


def test_pauses_do_not_count():
    speech = np.concatenate([noise(level=0.1), SILENCE, noise(level=0.1)])
    assert active_level(speech, RATE) == pytest.approx(0.1, rel=0.02)
    assert active_level(SILENCE, RATE) == 0


def test_a_gain_is_bounded():
    assert gain_to(noise(level=0.1), RATE, 0.2) == pytest.approx(2.0, rel=0.02)
    assert gain_to(noise(level=0.001), RATE, 0.2) == pytest.approx(10 ** (12 / 20))
    assert gain_to(noise(level=0.5), RATE, 0.001) == pytest.approx(10 ** (-12 / 20))
    assert gain_to(SILENCE, RATE, 0.2) == gain_to(noise(level=0.1), RATE, 0.0) == 1.0


def test_leading_and_trailing_silence():
    padded = np.concatenate([SILENCE, noise(0.25), SILENCE])
    part = active_part(padded, RATE, margin=0)
    assert abs(part.start - RATE) <= 80
    assert abs(part.stop - 1.25 * RATE) <= 80
    assert active_part(SILENCE, RATE) == slice(0, RATE)
