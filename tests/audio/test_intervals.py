import math
import sqlite3
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privtool.audio.intervals import (
    TRUSTED,
    Interval,
    are_valid,
    confidences,
    is_trusted,
    merge_intervals,
    pauses,
    private_intervals,
    widen_doubtful,
)
from privtool.audio.word_index import (
    ExcludedRegion,
    IndexedWord,
    UsableWords,
    WordRun,
    build_index,
    open_index,
)
from privtool.core.errors import DataError, PrivtoolError, UsageError


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


@pytest.mark.parametrize(
    ("times", "valid"),
    [
        (TIMES, True), ([], True), ([(0.0, 1.0), (0.5, 0.7)], True), ([(1.0, 2.14)], True),
        ([(1.0, 0.5)], False), ([(0.5, 1.0), (0.2, 0.3)], False), ([(-0.1, 1.0)], False),
        ([(math.nan, 1.0)], False), ([(0.0, math.inf)], False), ([(1.0, 2.2)], False),
    ],
)  # fmt: skip
def test_valid_times(times, valid):
    assert are_valid([Interval(*time) for time in times], 2.1, 0.05) == valid


def test_pauses():
    found = pauses(TIMES, [Interval(1.6, 1.65)], 3.0)
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


SAID = [Interval(float(n), n + 0.8) for n in range(6)]
GOOD = [-1.0] * 6


def test_words_with_the_same_times_in_both_alignments_are_certain() -> None:
    second = [Interval(time.start + 0.09, time.end - 0.09) for time in SAID]
    assert confidences(SAID, GOOD, second) == [1.0] * 6
    assert confidences(SAID, [-9.0] * 6, second) == [1.0] * 6
    assert confidences([], [], []) == []


@pytest.mark.parametrize("other", [None, Interval(2.2, 2.8), Interval(2.0, 2.6)])
def test_a_word_that_moved_and_fits_badly_is_doubtful_with_its_neighbors(other):
    second: list[Interval | None] = [*SAID[:2], other, *SAID[3:]]
    sure = [
        is_trusted(own, TRUSTED) for own in confidences(SAID, [*GOOD[:2], -6, -1, -1, -1], second)
    ]
    assert sure == [True, False, False, False, True, True]
    assert all(is_trusted(own, TRUSTED) for own in confidences(SAID, GOOD, second))


def test_the_worst_word_of_a_run_judges_all_words_that_moved_with_it() -> None:
    second = [SAID[0], None, Interval(1.0, 1.8), Interval(2.0, 2.8), *SAID[4:]]
    own = confidences(SAID, [-1, -7, -1, -1, -1, -1], second)
    assert [is_trusted(c, TRUSTED) for c in own] == [False] * 5 + [True]


@pytest.mark.parametrize("score", [math.nan, -math.inf, -1e300])
def test_scores_that_are_no_numbers_give_no_confidence(score: float) -> None:
    own = confidences(SAID[:1], [score], [None])
    assert not is_trusted(own[0], TRUSTED)


def test_a_sign_without_a_sound_moves_nowhere() -> None:
    times = [Interval(0, 1), Interval(1, 1), Interval(1, 2)]
    assert confidences(times, [-1, 0, -1], [times[0], None, times[2]]) == [1.0] * 3


@pytest.mark.parametrize("confidence", [None, math.nan, 0.49, -1.0, 1.01, math.inf, -math.inf])
def test_unknown_and_impossible_confidence_is_not_trusted(confidence: float | None) -> None:
    assert not is_trusted(confidence, TRUSTED)


@pytest.mark.parametrize(
    ("sure", "given", "runs", "times"),
    [  # a doubtful run reaches the next sure words, or the ends of the audio
        ((0, 4, 5), [range(2, 3), range(5, 6)], [range(1, 4), range(5, 6)], {1: 0.8, 3: 4.0}),
        ((), [range(1, 2), range(4, 5)], [range(6)], {0: 0.0, 5: 7.0}),
        (range(6), [range(2, 4)], [range(2, 4)], {}),
    ],
)
def test_doubtful_runs_are_widened(sure, given, runs, times) -> None:
    found, widened = widen_doubtful(given, SAID, [number in sure for number in range(6)], 7.0)
    assert found == runs
    for number, (old, new) in enumerate(zip(SAID, widened, strict=True)):
        assert times.get(number, old.start) in new
        assert number in times or new == old


def turn(path: str, speaker: str | None, text: str) -> WordRun:
    words = [IndexedWord(word, n / 2, n / 2 + 0.4) for n, word in enumerate(text.split())]
    return WordRun(path, speaker, words, name=path)


USABLE = UsableWords()
TURNS = [
    turn("a.wav", "anna", "we flew to los angeles in may"),
    turn("b.wav", "bob", "los alamos is not los angeles"),
    turn("c.wav", None, "angeles may"),
]


@pytest.fixture
def index(tmp_path):
    return build_index(tmp_path / "words.idx", TURNS, USABLE)


def count_words(path):
    return sqlite3.connect(path).execute("SELECT count(*) FROM words").fetchone()[0]


def test_a_run_of_words(index, tmp_path):
    found = index.find(["los", "angeles"], "anna", 7)
    assert found == WordRun(
        "a.wav", "anna", [IndexedWord("los", 1.5, 1.9), IndexedWord("angeles", 2.0, 2.4)]
    )
    assert count_words(tmp_path / "words.idx") == 15


def test_only_words_of_a_speaker(index):
    assert index.find(["may"], "bob", 1) is None
    assert {index.find(["may"], None, n << 28).path for n in range(16)} == {"a.wav", "c.wav"}


def test_a_match_is_within_one_run(index):
    # "angeles" ends the second turn and begins the third
    assert index.find(["los", "angeles", "angeles"], None, 5) is None
    assert index.find(["angeles", "may"], None, 5).path == "c.wav"
    assert index.find(["unheard"], None, 5) is None


def test_occurrences_are_about_equally_likely(tmp_path):
    index = build_index(tmp_path / "x", [turn(f"{n}.wav", "s", "word") for n in range(40)], USABLE)
    drawn = Counter(index.find(["word"], "s", n * 2_654_435_761).path for n in range(4000))
    assert len(drawn) > 35
    assert max(drawn.values()) < 600  # 100 on average; gaps between random numbers differ


def test_a_file_is_kept(tmp_path):
    path = tmp_path / "corpus.idx"
    made = build_index(path, TURNS, USABLE)
    assert open_index(path, USABLE).find(["may"], "anna", 3) == made.find(["may"], "anna", 3)
    assert [p.name for p in tmp_path.iterdir()] == ["corpus.idx"]
    assert path.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("private", [False, True])
def test_an_index_is_opened_only_with_its_settings(tmp_path, private):
    path = tmp_path / "corpus.idx"
    usable = UsableWords(private, 0.1, 0.5)
    build_index(path, TURNS, usable)
    assert open_index(path, usable).find(["may"], "anna", 3)
    for changed, name in (
        ({"least": 0.0}, "transcript"),
        ({"margin": 0.2}, "margin"),
        ({"private": not private}, "allow_private_source"),
    ):
        with pytest.raises(UsageError, match=f"built with another `{name}`; rebuild it"):
            open_index(path, usable._replace(**changed))


def test_other_files_are_not_an_index(tmp_path):
    path = tmp_path / "x"
    path.write_bytes(b"zqxwary" * 99)
    with pytest.raises(DataError, match="is not an index"):
        open_index(path, USABLE)
    with pytest.raises(DataError, match="is not an index"):
        open_index(tmp_path / "absent", USABLE)


def test_failing_sources_leave_no_file(tmp_path):
    def turns():
        yield TURNS[0]
        raise DataError("bad line")

    with pytest.raises(DataError, match="bad line"):
        build_index(tmp_path / "corpus.idx", turns(), USABLE)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_does_not_exist(tmp_path):
    with pytest.raises(PrivtoolError, match="cannot be written"):
        build_index(tmp_path / "no" / "corpus.idx", TURNS, USABLE)


def test_a_region_is_excluded_from_every_run_of_its_recording(tmp_path):
    turns = [turn("a.wav", "anna", "one two three four"), turn("a.wav", "bob", "five")]
    hidden = ExcludedRegion("a.wav", 0.95, 1.2)
    runs = [hidden, *turns, turn("b.wav", "bob", "three")]
    index = build_index(tmp_path / "words.idx", runs, USABLE)
    assert count_words(tmp_path / "words.idx") == 5
    assert index.find(["one", "two"], None, 0)
    assert index.find(["three"], None, 0).path == "b.wav"
    assert index.find(["two", "three"], None, 0) is None
    assert index.find(["two", "four"], None, 0) is None
