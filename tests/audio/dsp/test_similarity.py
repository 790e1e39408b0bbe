"""How much of a recording is left in another: hand-computed values and properties."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privtool.audio.dsp.similarity import (
    frames_left,
    largest_correlation,
    largest_mel_correlation,
    log_mel,
)

RATE = 1000  # frames of 10 samples


def noise(seed, length):
    return np.random.default_rng(seed).standard_normal(length)


def direct(part, area):
    """The same by its definition, lag after lag."""
    area = np.pad(area, (0, max(0, len(part) - len(area))))
    part = part - part.mean()
    found = [0.0]
    for at in range(len(area) - len(part) + 1):
        section = area[at : at + len(part)]
        section = section - section.mean()
        norm = np.sqrt((part**2).sum() * (section**2).sum())
        if norm > 1e-9:
            found.append(abs(float((part * section).sum())) / norm)
    return max(found)


def test_correlations_by_hand():
    part = np.array([1.0, -1.0, 1.0, -1.0])
    assert largest_correlation(part, part) == pytest.approx(1)
    assert largest_correlation(part, -0.01 * part) == pytest.approx(1)  # at any level
    # x = (1, -1, 1, -1), y = (1, -1, 0, 0): x y = 2, |x| = 2, |y| = sqrt 2
    assert largest_correlation(part, np.array([1.0, -1, 0, 0])) == pytest.approx(2**-0.5)
    # (1, 1, -1, -1) is orthogonal to it
    assert largest_correlation(part, np.array([1.0, 1, -1, -1])) == pytest.approx(0, abs=1e-9)
    assert largest_correlation(part, np.array([9.0, 9, 9, 1, -1, 1, -1, 9])) == pytest.approx(1)
    assert largest_correlation(part, np.zeros(9)) == 0
    assert largest_correlation(np.full(4, 3.0), part) == 0


def test_half_of_the_audio_correlates_by_the_root_of_its_energy():
    part = noise(1, 4000)
    area = np.concatenate([np.zeros(500), part[:2000], np.zeros(2500)])
    assert largest_correlation(part, area) == pytest.approx(np.sqrt(0.5), abs=0.02)


@given(st.integers(0, 999), st.integers(2, 30), st.integers(0, 60))
def test_correlations_are_those_of_the_definition(seed, length, size):
    part, area = noise(seed, length), noise(seed + 1, size + 1)
    found = largest_correlation(part, area)
    assert 0 <= found <= 1
    assert found == pytest.approx(direct(part, area), abs=1e-6)


@given(st.integers(0, 999), st.floats(0.001, 1000), st.integers(0, 50))
def test_a_copy_is_found_at_any_level_and_place(seed, level, place):
    part = noise(seed, 40)
    area = np.concatenate([noise(seed + 1, place), level * part, noise(seed + 2, 9)])
    assert largest_correlation(part, area) == pytest.approx(1)


def test_frames_that_are_left():
    before = noise(1, 105)
    after = before.copy()
    assert frames_left(before, after, RATE) == (10, 10)
    after[:25] = noise(2, 25)  # two frames, and half of one: its error is far over a tenth
    assert frames_left(before, after, RATE) == (7, 10)
    assert frames_left(before, before + 0.1 * noise(3, 105), RATE) == (10, 10)  # an error of -20 dB
    assert frames_left(before, 0.5 * before, RATE) == (0, 10)
    silent = np.concatenate([np.zeros(50), before[50:]])
    assert frames_left(silent, silent, RATE) == (5, 5)
    assert frames_left(before[:5], before[:5], RATE) == (0, 0)


def test_log_mel_frames_are_found_at_another_level_and_phase():
    rate = 8000
    tones = [300, 900, 500, 1700, 1100, 700]
    time = np.arange(800) / rate

    def speech(phase):
        return np.concatenate([np.sin(2 * np.pi * hertz * time + phase) for hertz in tones])

    part = log_mel(speech(0.0), rate)
    assert part.shape == (len(tones) * 10 - 1, 40)
    around = np.zeros(1600)
    copy = log_mel(np.concatenate([around, 0.1 * speech(1.0), around]), rate)
    assert largest_mel_correlation(part, copy) > 0.9
    assert largest_mel_correlation(part[::-1], copy) < 0.6
    hiss = log_mel(0.01 * noise(1, 8000), rate)
    assert largest_mel_correlation(part, hiss) < 0.3
    assert largest_mel_correlation(part, log_mel(np.zeros(8000), rate)) == 0
    assert largest_mel_correlation(part, copy[:5]) <= 1  # an area shorter than the part
