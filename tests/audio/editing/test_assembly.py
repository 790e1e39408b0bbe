import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privtool.audio.dsp.crossfade import FADE, AudioPiece
from privtool.audio.editing.assembly import SurrogateClip, TimedPiece, assemble
from privtool.audio.intervals import Interval

RATE = 1000
TURN = np.random.default_rng(1).normal(size=4 * RATE).astype(np.float32)
OTHER = np.random.default_rng(2).normal(size=2 * RATE).astype(np.float32)


def surrogate(start: float, end: float, *sizes: float) -> SurrogateClip:
    pieces = [AudioPiece(OTHER, 100, 100 + round(size * RATE)) for size in sizes]
    return SurrogateClip(start, end, tuple(map(TimedPiece, pieces)))


def test_times_in_the_new_turn():
    made = assemble(TURN, RATE, [surrogate(1, 1.5, 0.3, 0.4), surrogate(3, 3.2)])
    assert len(made.samples) == pytest.approx(4000 - 500 + 700 - 200, abs=60)
    (first, second), nothing = made.piece_times
    assert first == pytest.approx((1.0, 1.3), abs=0.02)
    assert second == pytest.approx((first[1], first[1] + 0.4), abs=0.02)
    assert nothing == []
    assert made.new_times(0.2, 0.4) == (0.2, 0.4)
    after = made.new_times(2.0, 2.5)
    assert after == pytest.approx((2.2, 2.7), abs=0.05)
    assert np.allclose(made.samples[int(after[0] * RATE) :][:400], TURN[2000:2400], atol=1e-6)
    assert made.new_times(1.1, 1.4) is None
    start, end = made.new_times(0.9, 1.2)  # extends into a removed part
    assert (start, end) == pytest.approx((0.9, 1.0))


def test_words_of_pieces_keep_their_place_in_the_sound():
    words = Interval(0.12, 0.2), Interval(0.2, 0.9)  # the last one is cut off
    timed = TimedPiece(AudioPiece(OTHER, 100, 400, fixed_start=True), words)
    made = assemble(TURN, RATE, [SurrogateClip(1, 1.5, (timed, timed)), surrogate(3, 3.2, 0.3)])
    expected = np.array([(1.02, 1.1), (1.1, 1.3), (1.32, 1.4), (1.4, 1.6)])
    assert np.array(made.word_times[0]) == pytest.approx(expected)
    assert made.word_times[1] is None


def test_words_of_a_piece_whose_start_moved():
    wave = np.sin(2 * np.pi * 50 * np.arange(2000) / RATE).astype(np.float32)
    early = TimedPiece(AudioPiece(wave, 487, 900), (Interval(0.6, 0.7),))
    made = assemble(wave, RATE, [SurrogateClip(1.0, 1.5, (early,))])
    (((start, end),),) = made.word_times[:1]
    assert end - start == pytest.approx(0.1)
    heard = made.samples[round(start * RATE) : round(end * RATE)]
    assert np.allclose(heard, wave[600:700], atol=1e-5)


def test_a_turn_without_surrogates_is_itself():
    made = assemble(TURN, RATE, [])
    assert np.array_equal(made.samples, TURN)
    assert made.kept == [(0.0, 4.0, 0.0)]


def test_a_whole_turn_may_be_replaced():
    made = assemble(TURN, RATE, [surrogate(0, 9, 0.5)])
    assert np.array_equal(made.samples, OTHER[100:600])
    assert made.kept == []


@given(st.lists(st.tuples(st.floats(0, 4), st.floats(0, 1)), max_size=4), st.floats(0.05, 1))
def test_replaced_parts_are_inaudible(starts, size):
    """The caller puts silence there; only the pieces are left."""
    at = 0.0
    surrogates = []
    turn = np.ones(4 * RATE, np.float32)
    for start, length in sorted(starts):
        begin, end = max(start, at), max(start, at) + length
        turn[round(begin * RATE) : round(end * RATE)] = 0
        surrogates.append(
            SurrogateClip(
                begin,
                end,
                (TimedPiece(AudioPiece(np.zeros(RATE, np.float32), 0, int(size * RATE))),),
            )
        )
        at = end
    kept = int(turn.sum())
    made = assemble(turn, RATE, surrogates)
    assert (made.samples > 0).sum() <= kept + FADE * RATE * len(surrogates)
