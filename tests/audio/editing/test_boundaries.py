import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from privtool.audio.dsp.crossfade import FADE, AudioPiece
from privtool.audio.editing.regions import (
    AssembledTurn,
    Region,
    TimedPiece,
    assemble,
    extend_to_quiet,
)
from privtool.audio.intervals import Interval, merge_intervals
from tests.support.tables import typed_cases

RATE = 8000
SECONDS = 3.0


def room(level: float = 0.001) -> np.ndarray:
    draw = np.random.default_rng(1)
    return (level * draw.normal(size=round(SECONDS * RATE))).astype(np.float32)


def with_sounds(*places: tuple[float, float], level: float = 0.001) -> np.ndarray:
    """Room noise, and sounds of ten times its level at some places."""
    samples = room(level)
    for start, end in places:
        samples[round(start * RATE) : round(end * RATE)] *= 10
    return samples


PRIVATE = Interval(1.0, 2.0)


def extended(samples: np.ndarray, *words: Interval) -> Interval:
    (found,) = extend_to_quiet([PRIVATE], [PRIVATE, *words], samples, RATE)
    return found


@pytest.mark.parametrize(("case", "sound", "expected"), typed_cases("audio", "sound at an edge"))
@pytest.mark.parametrize("level", [0.001, 0.05])
def test_an_edge_moves_over_an_adjacent_sound(case, sound, expected, level):
    found = extended(with_sounds(sound, level=level))
    assert list(found) == pytest.approx(expected, abs=1e-6), case


@pytest.mark.parametrize("rate", [11_025, 22_050, 44_100])
def test_rates_without_whole_frames(rate):
    """The only pause follows minutes of loud speech, which must not count as the room."""
    draw = np.random.default_rng(1)
    samples = draw.normal(scale=0.3, size=rate * 180).astype(np.float32)
    samples[170 * rate : round(170.4 * rate)] *= 0.003
    samples[170 * rate : round(170.02 * rate)] *= 10  # a breath
    private, word = Interval(0.0, 170.0), Interval(170.4, 180.0)
    (found,) = extend_to_quiet([private], [private, word], samples, rate)
    assert found.end == pytest.approx(170.02, abs=0.011)


def test_short_gaps_do_not_end_a_sound():
    samples = with_sounds((0.97, 1.0), (0.93, 0.95), (0.85, 0.91))
    assert extended(samples).start == pytest.approx(0.85)
    assert extended(with_sounds((0.97, 1.0), (0.85, 0.94))).start == pytest.approx(0.97)


def test_public_words_are_kept():
    samples = with_sounds((0.5, 1.0), (2.0, 2.5))
    assert extended(samples, Interval(0.5, 0.9), Interval(2.2, 2.5)) == pytest.approx((0.9, 2.2))
    assert extended(samples, Interval(0.9, 0.9)).start == pytest.approx(0.7)  # takes no time
    # The margin has already taken its share of these two.
    assert extended(samples, Interval(0.5, 1.05), Interval(1.9, 2.5)) == pytest.approx((1.0, 2.0))


def test_intervals_that_meet_are_merged():
    samples = with_sounds((1.0, 1.2))
    gone = [Interval(0.5, 1.0), Interval(1.2, 2.0)]
    assert extend_to_quiet(gone, gone, samples, RATE) == [Interval(0.5, 2.0)]


def test_silence_and_whole_turns_have_no_adjacent_sounds():
    assert extended(np.zeros(round(SECONDS * RATE), np.float32)) == PRIVATE
    assert extend_to_quiet([Interval(0.0, SECONDS)], [], room(), RATE) == [Interval(0.0, SECONDS)]
    assert extend_to_quiet([], [Interval(1.0, 2.0)], room(), RATE) == []


def test_without_pauses_the_quietest_frames_are_the_room():
    samples = with_sounds((0.0, SECONDS))
    words = [Interval(0.0, 0.9), Interval(2.1, SECONDS)]
    assert extended(samples, *words) == PRIVATE


intervals = st.lists(
    st.tuples(st.floats(0, 2.9), st.floats(0.02, 0.5)).map(
        lambda t: Interval(t[0], min(SECONDS, sum(t)))
    ),
    min_size=1,
    max_size=5,
)


@given(intervals, intervals, intervals)
@example(  # a sound in a nearby interval is not adjacent to this one
    [Interval(0.9375, 1.046875), Interval(1.0625, 1.5625)],
    [Interval(0.0, 0.5)],
    [Interval(1.0625, 1.5625)],
)
def test_intervals_only_grow_and_words_are_kept(gone, words, sounds):
    gone, words = merge_intervals(gone), sorted(words)
    samples = with_sounds(*sounds)
    found = extend_to_quiet(gone, words, samples, RATE)
    assert found == merge_intervals(found)
    for start, end in gone:
        assert any(new.start <= start and end <= new.end for new in found)
    for start, end in found:
        inside = [old for old in gone if start <= old.start and old.end <= end]
        assert inside[0].start - start <= 0.3 + 1e-9
        assert end - inside[-1].end <= 0.3 + 1e-9
        assert 0 <= start < end <= SECONDS
    for word in words:
        assert taken(word, found) <= taken(word, gone) + 1e-9
    silent = samples.copy()
    for start, end in gone:
        silent[round(start * RATE) : round(end * RATE)] = 0
    assert extend_to_quiet(gone, words, silent, RATE) == found


def taken(word: Interval, gone: list[Interval]) -> float:
    return sum(max(0.0, min(word.end, end) - max(word.start, start)) for start, end in gone)


SLOW = 1000
TURN = np.random.default_rng(1).normal(size=4 * SLOW).astype(np.float32)
OTHER = np.random.default_rng(2).normal(size=2 * SLOW).astype(np.float32)


Surrogate = tuple[Region, list[TimedPiece]]


def surrogate(start: float, end: float, *sizes: float) -> Surrogate:
    pieces = [AudioPiece(OTHER, 100, 100 + round(size * SLOW)) for size in sizes]
    return Region(start, end, ()), [TimedPiece(piece) for piece in pieces]


def assembled(turn: np.ndarray, *surrogates: Surrogate) -> AssembledTurn:
    return assemble(turn, SLOW, [each[0] for each in surrogates], [each[1] for each in surrogates])


def test_times_in_the_new_turn():
    made = assembled(TURN, surrogate(1, 1.5, 0.3, 0.4), surrogate(3, 3.2))
    assert len(made.samples) == pytest.approx(4000 - 500 + 700 - 200, abs=60)
    (first, second), nothing = made.piece_times
    assert first == pytest.approx((1.0, 1.3), abs=0.02)
    assert second == pytest.approx((first[1], first[1] + 0.4), abs=0.02)
    assert nothing == []
    assert made.new_times(0.2, 0.4) == (0.2, 0.4)
    after = made.new_times(2.0, 2.5)
    assert after == pytest.approx((2.2, 2.7), abs=0.05)
    assert np.allclose(made.samples[int(after[0] * SLOW) :][:400], TURN[2000:2400], atol=1e-6)
    assert made.new_times(1.1, 1.4) is None
    start, end = made.new_times(0.9, 1.2)  # extends into a removed part
    assert (start, end) == pytest.approx((0.9, 1.0))


def test_words_of_pieces_keep_their_place_in_the_sound():
    words = Interval(0.12, 0.2), Interval(0.2, 0.9)  # the last one is cut off
    timed = TimedPiece(AudioPiece(OTHER, 100, 400, fixed_start=True), words)
    twice = Region(1, 1.5, ()), [timed, timed]
    made = assembled(TURN, twice, surrogate(3, 3.2, 0.3))
    expected = np.array([(1.02, 1.1), (1.1, 1.3), (1.32, 1.4), (1.4, 1.6)])
    assert np.array(made.word_times[0]) == pytest.approx(expected)
    assert made.word_times[1] is None


def test_words_of_a_piece_whose_start_moved():
    wave = np.sin(2 * np.pi * 50 * np.arange(2000) / SLOW).astype(np.float32)
    early = TimedPiece(AudioPiece(wave, 487, 900), (Interval(0.6, 0.7),))
    made = assembled(wave, (Region(1.0, 1.5, ()), [early]))
    (((start, end),),) = made.word_times[:1]
    assert end - start == pytest.approx(0.1)
    heard = made.samples[round(start * SLOW) : round(end * SLOW)]
    assert np.allclose(heard, wave[600:700], atol=1e-5)


def test_none_or_all_of_a_turn_may_be_replaced():
    for surrogates, samples, kept in (
        ([], TURN, [(0.0, 4.0, 0.0)]),
        ([surrogate(0, 9, 0.5)], OTHER[100:600], []),
    ):
        made = assembled(TURN, *surrogates)
        assert np.array_equal(made.samples, samples)
        assert made.kept == kept


@given(st.lists(st.tuples(st.floats(0, 4), st.floats(0, 1)), max_size=4), st.floats(0.05, 1))
def test_replaced_parts_are_inaudible(starts, size):
    """The caller puts silence there; only the pieces are left."""
    at = 0.0
    surrogates = []
    turn = np.ones(4 * SLOW, np.float32)
    for start, length in sorted(starts):
        begin, end = max(start, at), max(start, at) + length
        turn[round(begin * SLOW) : round(end * SLOW)] = 0
        piece = TimedPiece(AudioPiece(np.zeros(SLOW, np.float32), 0, int(size * SLOW)))
        surrogates.append((Region(begin, end, ()), [piece]))
        at = end
    kept = int(turn.sum())
    made = assembled(turn, *surrogates)
    assert (made.samples > 0).sum() <= kept + FADE * SLOW * len(surrogates)
