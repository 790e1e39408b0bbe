import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privtool.audio.dsp.room_tone import ROOM, SILENCE, TONE, frame_range, replace_intervals
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
