import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privtool.audio.intervals import Interval, are_valid, merge_intervals, pauses, private_intervals


def intervals(*args):
    return private_intervals(*args).intervals


TIMES = [Interval(0.5, 1.0), Interval(1.0, 1.5), Interval(1.7, 2.0), Interval(2.02, 2.1)]


def test_margins():
    # Up to the middle of the word before (0.75) at most, and of the one after (1.85).
    assert intervals(TIMES, [range(1, 2)], 0.06, 3.0) == [(0.94, 1.56)]
    assert intervals(TIMES, [range(1, 2)], 0.5, 3.0) == [(0.75, 1.85)]
    assert intervals(TIMES, [range(1)], 0.6, 3.0) == [(0.0, 1.25)]
    # A short neighbor: 2.06 is its middle.
    assert intervals(TIMES, [range(2, 3)], 0.1, 3.0) == [(pytest.approx(1.6), 2.06)]
    assert intervals(TIMES, [range(3, 4)], 2.0, 2.3) == [(1.85, 2.3)]


def test_runs_include_pauses_and_private_neighbors_do_not_limit_margins():
    assert intervals(TIMES, [range(1, 3)], 0.0, 3.0) == [(1.0, 2.0)]
    both = intervals(TIMES, [range(1, 2), range(2, 3)], 0.12, 3.0)
    assert both == [(pytest.approx(0.88), 2.06)]
    apart = intervals(TIMES, [range(1, 2), range(2, 3)], 0.01, 3.0)
    assert len(apart) == 2


def test_a_word_between_two_private_ones_is_removed_if_more_than_half_would_be_lost():
    for length, others in ((0.1, [1]), (0.2, [1]), (0.3, [])):
        times = [Interval(0, 1), Interval(1, 1 + length), Interval(1 + length, 2), Interval(2, 3)]
        found = private_intervals(times, [range(1), range(2, 3)], 0.06, 3.0)
        assert found.other_words == others
        whole = [Interval(0.0, 2.06)]
        apart = [Interval(0.0, 1.06), Interval(pytest.approx(0.94 + length), 2.06)]
        assert found.intervals == (whole if others else apart)
    # One private neighbor takes half at most: the word stays.
    assert private_intervals(times[:2], [range(1)], 0.5, 3.0).other_words == []


def test_a_word_overlapped_by_more_than_half_is_removed_and_may_remove_others():
    times = [Interval(0.0, 1.0), Interval(0.4, 1.2), Interval(1.1, 1.25), Interval(1.3, 2.0)]
    found = private_intervals(times, [range(1)], 0.0, 2.0)
    assert found == ([Interval(0.0, 1.25)], [1, 2])


def test_overlapping_words_are_removed_whole():
    times = [Interval(0.0, 1.0), Interval(0.4, 0.6), Interval(0.5, 2.0)]
    ((start, end),) = intervals(times, [range(1, 2)], 0.05, 3.0)
    assert start <= 0.4
    assert end >= 0.6


def test_nothing_is_removed_when_no_word_is_private_whatever_the_times():
    assert private_intervals([Interval(5.0, 3.0)], [], 0.06, 6.0) == ([], [])


def test_valid_times():
    assert are_valid(TIMES, 2.1, 0.0)
    assert are_valid([], 0.0, 0.0)
    assert are_valid([Interval(0.0, 1.0), Interval(0.5, 0.7)], 1.0, 0.0)
    for bad in (
        [Interval(1.0, 0.5)],
        [Interval(0.5, 1.0), Interval(0.2, 0.3)],
        [Interval(-0.1, 1.0)],
        [Interval(math.nan, 1.0)],
        [Interval(0.0, math.inf)],
        [Interval(1.0, 2.2)],
    ):
        assert not are_valid(bad, 2.1, 0.05)


def test_pauses():
    found = pauses(TIMES, [Interval(1.6, 1.65)], 3.0, 0.02)
    expected = [(0.0, 0.48), (1.52, 1.58), (1.67, 1.68), (2.12, 3.0)]
    assert [pytest.approx(pause) for pause in expected] == found


times = st.lists(
    st.tuples(st.floats(0, 10), st.floats(0.001, 1)).map(lambda t: Interval(t[0], t[0] + t[1])),
    min_size=1,
    max_size=8,
).map(sorted)


@given(times, st.floats(0, 1), st.data())
def test_private_words_are_always_inside_and_half_of_another_outside(times, margin, data):
    index = data.draw(st.integers(0, len(times) - 1))
    gone = private_intervals(times, [range(index, index + 1)], margin, 20.0)
    ((start, end),) = gone.intervals
    assert start <= times[index].start
    assert times[index].end <= end
    for number, other in enumerate(times):
        if number == index or number in gone.other_words:
            continue
        if other.end <= times[index].start or times[index].end <= other.start:
            covered = max(0, min(end, other.end) - max(start, other.start))
            assert covered <= (other.end - other.start) / 2 + 1e-9


@given(times, st.floats(0, 1), st.sets(st.integers(0, 7), min_size=1))
def test_several_runs_are_covered_and_disjoint(times, margin, chosen):
    runs = [range(index, index + 1) for index in sorted(chosen) if index < len(times)]
    found = intervals(times, runs, margin, 20.0)
    assert found == merge_intervals(found)
    for run in runs:
        start, end = times[run.start]
        assert any(one.start <= start and end <= one.end for one in found)


@given(times, st.floats(0, 1), st.sets(st.integers(0, 7), min_size=1))
def test_other_words_keep_half_of_themselves_or_are_removed(times, margin, chosen):
    runs = [range(index, index + 1) for index in sorted(chosen) if index < len(times)]
    gone, others = private_intervals(times, runs, margin, 20.0)
    assert chosen.isdisjoint(others)
    for index, (start, end) in enumerate(times):
        if index not in chosen:
            left = end - start - sum(max(0, min(end, b) - max(start, a)) for a, b in gone)
            if index in others:
                assert left == pytest.approx(0)
            else:
                assert left >= (end - start) / 2 - 1e-8
