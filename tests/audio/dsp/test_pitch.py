import numpy as np
import pytest
import torch
import torchaudio
from scipy import signal

from privtool.audio.dsp.pitch import (
    _power_density,
    bandwidth,
    letters_per_second,
    lowpass,
    median_pitch,
)

RATE = 16_000


def voice(hertz: float, seconds: float = 0.6) -> np.ndarray:
    """Pulses through two resonances, as in a vowel."""
    pulses = np.zeros(round(seconds * RATE))
    pulses[:: round(RATE / hertz)] = 1
    for center in (700, 1200):
        b, a = signal.iirpeak(center, 5, fs=RATE)
        pulses = pulses + 4 * signal.lfilter(b, a, pulses)
    return (0.1 * pulses).astype(np.float32)


def noise(seconds: float = 1.0) -> np.ndarray:
    draw = np.random.default_rng(1)
    return (0.1 * draw.normal(size=round(seconds * RATE))).astype(np.float32)


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
