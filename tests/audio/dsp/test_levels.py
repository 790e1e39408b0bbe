import numpy as np
import pytest

from privtool.audio.dsp.levels import active_level, active_part, frame_levels, gain_to

RATE = 16_000
SILENCE = np.zeros(RATE, np.float32)


def noise(level: float, seconds: float = 1.0) -> np.ndarray:
    draw = np.random.default_rng(1)
    return (level * draw.normal(size=round(seconds * RATE))).astype(np.float32)


def test_frames():
    steps = np.repeat(np.array([0.1, 0.5], np.float32), 320)
    assert frame_levels(steps, RATE) == pytest.approx([0.1, 0.5])
    assert frame_levels(steps[:100], RATE) == pytest.approx([0.1])
    assert len(frame_levels(steps[:0], RATE)) == 0


def test_pauses_do_not_count():
    speech = np.concatenate([noise(0.1), SILENCE, noise(0.1)])
    assert active_level(speech, RATE) == pytest.approx(0.1, rel=0.02)
    assert active_level(SILENCE, RATE) == 0


def test_a_gain_is_bounded():
    assert gain_to(noise(0.1), RATE, 0.2) == pytest.approx(2.0, rel=0.02)
    assert gain_to(noise(0.001), RATE, 0.2) == pytest.approx(10 ** (12 / 20))
    assert gain_to(noise(0.5), RATE, 0.001) == pytest.approx(10 ** (-12 / 20))
    assert gain_to(SILENCE, RATE, 0.2) == gain_to(noise(0.1), RATE, 0.0) == 1.0


def test_leading_and_trailing_silence():
    padded = np.concatenate([SILENCE, noise(0.1, 0.25), SILENCE])
    part = active_part(padded, RATE, margin=0)
    assert abs(part.start - RATE) <= 80
    assert abs(part.stop - 1.25 * RATE) <= 80
    assert active_part(SILENCE, RATE) == slice(0, RATE)
