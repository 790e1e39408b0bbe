import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privtool.audio.dsp.room_tone import ROOM, SILENCE, TONE, frame_range, replace_intervals
from privtool.audio.dsp.similarity import (
    has_frame_left,
    largest_correlation,
    largest_mel_correlation,
    log_mel,
)
from privtool.audio.intervals import Interval
from privtool.audio.io.decode import Audio

RATE = 8000
QUIET = [Interval(0.0, 0.5)]


def audio(samples, dtype="int32", subtype="PCM_16"):
    scale = {"int32": 2**31, "int16": 2**15}.get(dtype, 1)
    held = np.clip(samples * scale, -scale, scale - 1) if scale > 1 else samples
    return Audio(held.astype(dtype), RATE, "WAV", subtype)


def noise(seconds=2.0, channels=1, seed=0):
    given = np.random.default_rng(seed).standard_normal((int(seconds * RATE), channels))
    return 0.01 * given


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from([ROOM, SILENCE, TONE]),
    st.sampled_from(["int32", "int16", "float32", "float64"]),
    st.integers(1, 2),
    st.lists(st.tuples(st.floats(0, 2.1), st.floats(0, 0.8)), max_size=4),
)
def test_replacements_are_independent_of_what_they_replace(kind, dtype, channels, places):
    gone = [Interval(start, start + length) for start, length in places]
    first = audio(noise(channels=channels), dtype)
    inside = np.zeros(len(first.samples), bool)
    for interval in gone:
        inside[frame_range(interval, first)] = True
    # The same recording with something else said in the intervals.
    said = noise(channels=channels) + 0.5 * inside[:, None] * np.sin(np.arange(2 * RATE))[:, None]
    second = audio(said, dtype)
    quiet = [] if inside[: RATE // 2].any() else QUIET
    one, other = (replace_intervals(given, gone, kind, quiet, 7) for given in (first, second))
    assert one.samples.dtype == first.samples.dtype
    assert one.samples.shape == first.samples.shape
    np.testing.assert_array_equal(one.samples[~inside], first.samples[~inside])
    np.testing.assert_array_equal(one.samples, other.samples)


def test_room_tone_sounds_like_the_pauses():
    low = np.convolve(noise(4.0)[:, 0], np.ones(8) / 8, "same")[:, None]
    loud = low.copy()
    loud[RATE : 3 * RATE] += 0.5 * np.sin(np.arange(2 * RATE))[:, None]
    new = replace_intervals(audio(loud), [Interval(1.0, 3.0)], ROOM, [Interval(0.0, 0.9)], 1)
    filled = new.samples[RATE:-RATE, 0] / 2**31
    assert filled.std() == pytest.approx(low.std(), rel=0.1)
    # By another way: the shares of the power in four bands are those of the true noise.
    bands = [np.array_split(np.abs(np.fft.rfft(x)) ** 2, 4) for x in (filled, low[RATE:-RATE, 0])]
    for one, other in zip(*bands, strict=True):
        assert 10 * abs(np.log10(one.sum() / other.sum())) < 1.0


def test_without_pauses_the_quietest_windows_outside_are_the_model():
    samples = 0.3 * np.sin(np.arange(2 * RATE) * 0.7)[:, None]
    samples[: RATE // 4] = noise(0.25)
    new = replace_intervals(audio(samples), [Interval(1.0, 1.5)], ROOM, [], 1)
    assert new.samples[RATE + 80 : RATE * 3 // 2 - 80].std() / 2**31 < 0.05
    everything = replace_intervals(audio(samples), [Interval(0.0, 9.0)], ROOM, [], 1)
    assert not everything.samples.any()


def test_silence_and_tone():
    samples = audio(noise())
    silent = replace_intervals(samples, [Interval(0.5, 1.0)], SILENCE, [], 1).samples
    assert not silent[RATE // 2 + 50 : RATE - 50].any()
    tone = replace_intervals(samples, [Interval(0.5, 1.0)], TONE, [], 1).samples[
        RATE // 2 : RATE, 0
    ]
    spectrum = np.abs(np.fft.rfft(tone[:4000]))
    assert spectrum.argmax() * RATE / 4000 == 1000


def test_there_is_no_step_at_the_edges():
    samples = np.full((RATE, 1), 0.5)
    new = replace_intervals(audio(samples), [Interval(0.25, 0.75)], SILENCE, [], 1).samples / 2**31
    assert np.abs(np.diff(new[:, 0])).max() < 0.03


# How much of a recording is left in another: hand-computed values and properties.
SLOW = 1000  # frames of 10 samples


def white(seed, length):
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
    part = white(1, 4000)
    area = np.concatenate([np.zeros(500), part[:2000], np.zeros(2500)])
    assert largest_correlation(part, area) == pytest.approx(np.sqrt(0.5), abs=0.02)


@given(st.integers(0, 999), st.integers(2, 30), st.integers(0, 60))
def test_correlations_are_those_of_the_definition(seed, length, size):
    part, area = white(seed, length), white(seed + 1, size + 1)
    found = largest_correlation(part, area)
    assert 0 <= found <= 1
    assert found == pytest.approx(direct(part, area), abs=1e-6)


def test_frames_that_are_left():
    before = white(1, 105)
    after = before.copy()
    assert has_frame_left(before, after, SLOW)
    after[:85] = white(2, 85)  # eight frames, and half of one: its error is far over a tenth
    assert has_frame_left(before, after, SLOW)
    assert not has_frame_left(before[:90], after[:90], SLOW)
    assert has_frame_left(before, before + 0.1 * white(3, 105), SLOW)  # an error of -20 dB
    assert not has_frame_left(before, 0.5 * before, SLOW)
    assert not has_frame_left(np.zeros(50), np.zeros(50), SLOW)
    assert not has_frame_left(before[:5], before[:5], SLOW)


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
    hiss = log_mel(0.01 * white(1, 8000), rate)
    assert largest_mel_correlation(part, hiss) < 0.3
    assert largest_mel_correlation(part, log_mel(np.zeros(8000), rate)) == 0
    assert largest_mel_correlation(part, copy[:5]) <= 1  # an area shorter than the part
