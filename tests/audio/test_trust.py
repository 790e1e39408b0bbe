import math

import pytest

from privtool.audio.intervals import Interval
from privtool.audio.trust import TRUSTED, confidences, is_trusted, widen_doubtful

TIMES = [Interval(float(n), n + 0.8) for n in range(6)]
GOOD = [-1.0] * 6


def test_words_with_the_same_times_in_both_alignments_are_certain() -> None:
    second = [Interval(time.start + 0.09, time.end - 0.09) for time in TIMES]
    assert confidences(TIMES, GOOD, second) == [1.0] * 6
    assert confidences(TIMES, [-9.0] * 6, second) == [1.0] * 6
    assert confidences([], [], []) == []


@pytest.mark.parametrize("other", [None, Interval(2.2, 2.8), Interval(2.0, 2.6)])
def test_a_word_that_moved_and_fits_badly_is_doubtful_with_its_neighbors(other):
    second: list[Interval | None] = [*TIMES[:2], other, *TIMES[3:]]
    sure = [
        is_trusted(own, TRUSTED) for own in confidences(TIMES, [*GOOD[:2], -6, -1, -1, -1], second)
    ]
    assert sure == [True, False, False, False, True, True]
    assert all(is_trusted(own, TRUSTED) for own in confidences(TIMES, GOOD, second))


def test_the_worst_word_of_a_run_judges_all_words_that_moved_with_it() -> None:
    second = [TIMES[0], None, Interval(1.0, 1.8), Interval(2.0, 2.8), *TIMES[4:]]
    own = confidences(TIMES, [-1, -7, -1, -1, -1, -1], second)
    assert [is_trusted(c, TRUSTED) for c in own] == [False] * 5 + [True]


@pytest.mark.parametrize("score", [math.nan, -math.inf, -1e300])
def test_scores_that_are_no_numbers_give_no_confidence(score: float) -> None:
    own = confidences(TIMES[:1], [score], [None])
    assert not is_trusted(own[0], TRUSTED)


def test_a_sign_without_a_sound_moves_nowhere() -> None:
    times = [Interval(0, 1), Interval(1, 1), Interval(1, 2)]
    assert confidences(times, [-1, 0, -1], [times[0], None, times[2]]) == [1.0] * 3


@pytest.mark.parametrize("confidence", [None, math.nan, 0.49, -1.0, 1.01, math.inf, -math.inf])
def test_unknown_and_impossible_confidence_is_not_trusted(confidence: float | None) -> None:
    assert not is_trusted(confidence, TRUSTED)


def test_doubtful_runs_reach_the_next_sure_words() -> None:
    sure = [True, False, False, False, True, True]
    found = widen_doubtful([range(2, 3), range(5, 6)], TIMES, sure, 6.0)
    assert found.runs == [range(1, 4), range(5, 6)]
    assert found.times[1].start == TIMES[0].end
    assert found.times[3].end == TIMES[4].start
    assert found.times[5] == TIMES[5]


def test_doubtful_runs_without_a_sure_neighbor_reach_the_ends_of_the_audio() -> None:
    found = widen_doubtful([range(1, 2), range(4, 5)], TIMES, [False] * 6, 7.0)
    assert found.runs == [range(6)]
    assert (found.times[0].start, found.times[-1].end) == (0.0, 7.0)


def test_sure_runs_stay() -> None:
    found = widen_doubtful([range(2, 4)], TIMES, [True] * 6, 7.0)
    assert found.runs == [range(2, 4)]
    assert found.times == TIMES
