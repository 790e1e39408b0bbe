import numpy as np
import pytest
import torch
import torchaudio

from benchmarks.support.joint_quality import (
    high_band_excess,
    level_excess,
    mel_jumps,
    natural_offsets,
    steps,
)
from privtool.audio.dsp.crossfade import AudioPiece, join
from privtool.audio.dsp.similarity import mel_bank

RATE = 16_000


def tone(hertz: float, phase: float = 0.0) -> np.ndarray:
    return (0.5 * np.sin(2 * np.pi * hertz * np.arange(RATE) / RATE + phase)).astype(np.float32)


def joined(fade: float) -> np.ndarray:
    pieces = [AudioPiece(tone(210), 0, 4011), AudioPiece(tone(347, 1), 4000, 8000)]
    return join(pieces, RATE, fade=fade, search=0).samples


def test_a_click_is_a_high_band_excess_and_a_fade_removes_it():
    (butt,), (faded,) = (high_band_excess(joined(fade), RATE, [4011]) for fade in (0, 0.01))
    assert butt > 20
    assert faded < 3
    assert high_band_excess(joined(0), RATE, [20]) == []


def test_the_mel_jump_is_small_within_a_tone_and_large_between_two():
    (inside,) = mel_jumps(joined(0.01), RATE, [2400])
    (between,) = mel_jumps(joined(0.01), RATE, [4011])
    assert inside < 1 < 5 < between
    assert mel_jumps(joined(0), RATE, [10, 7990]) == []


def test_a_step_is_larger_than_that_of_a_tone_and_a_fade_removes_it():
    (butt,), (faded,) = (steps(joined(fade), RATE, [4011]) for fade in (0, 0.01))
    (inside,) = steps(joined(0.01), RATE, [2400])
    assert butt > 5 * inside
    assert faded == pytest.approx(inside, rel=2)
    assert steps(np.zeros(RATE, np.float32), RATE, [0, RATE - 1]) == [0, 0]


def test_the_level_excess_of_a_loud_place():
    wave = tone(500)
    wave[4000:4160] *= 4
    assert level_excess(wave, RATE, [8000]) == pytest.approx([0], abs=0.1)
    ((loud,), (beside,)) = (level_excess(wave, RATE, [place]) for place in (4080, 3600))
    assert loud == pytest.approx(10 * np.log10(16 / (1 + 15 / 8)), abs=0.3)
    assert beside < -3


def test_natural_offsets_lie_inside_a_word():
    assert natural_offsets(1000, 2000, RATE) == [1320, 1480, 1640]


def test_the_mel_bank_equals_that_of_torchaudio():
    expected = torchaudio.functional.melscale_fbanks(201, 0.0, RATE / 2, 40, RATE)
    assert mel_bank(RATE, 400, 40) == pytest.approx(expected.T.numpy(), abs=1e-4)
    assert isinstance(expected, torch.Tensor)
