"""Recognizers whose results cannot be, and words at times that cannot be."""

import math
import os
import pickle
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

from privtool.audio.intervals import Interval
from privtool.audio.io.clips import Clip
from privtool.audio.io.decode import AudioInfo
from privtool.core.errors import DataError
from privtool.core.record import Record, WordTime
from privtool.interfaces.speech import Hypothesis, SpottedWord
from privtool.stages.hearing import RecognizerSpotter, count_heard, is_inside
from privtool.stages.private_times import PrivateTime, collect_times, file_key, owner_of, times_of
from tests.support.private_turn import RATE

CLIP = Clip(np.full(2 * RATE, 0.1, np.float32), RATE)
INTERVALS = [Interval(0.5, 1.0)]


class Gives:
    rate, weights = RATE, (0.0,)

    def __init__(self, result):
        self.result = result

    def recognize(self, clips):
        return self.result


def heard(result):
    return count_heard([RecognizerSpotter("r", Gives(result))], CLIP, INTERVALS, ["anna"])


@pytest.mark.parametrize(
    ("start", "end"),
    [
        (math.nan, math.nan),
        (math.nan, 0.7),
        (0.7, math.nan),
        (-5.0, 0.7),
        (9.0, 8.0),
        (0, math.inf),
    ],
)
def test_a_word_at_a_time_that_cannot_be_is_heard_somewhere(start, end):
    assert is_inside(SpottedWord("anna", Interval(start, end)), INTERVALS[0])
    assert heard([[[Hypothesis("anna", 0.0, (WordTime("anna", start, end),))]]]) == 1


@given(st.floats(), st.floats())
def test_a_word_is_outside_only_at_a_known_time(start, end):
    inside = is_inside(SpottedWord("anna", Interval(start, end)), INTERVALS[0])
    assert inside or 0 <= start <= end < math.inf


@pytest.mark.parametrize(
    ("found", "count"),
    [([Hypothesis("anna", 0.0, ())], 1), ([], 0), ([Hypothesis("", 0.0)], 0)],
)
def test_a_text_with_an_empty_list_of_words_is_heard_somewhere(found, count):
    assert heard([[found]]) == count


def test_nothing_is_heard_in_digital_silence():
    """It has no sound to keep a word, whatever a recognizer makes of it."""
    spotter = RecognizerSpotter("r", Gives([[[Hypothesis("anna", 0.0)]]]))
    silence = CLIP._replace(samples=np.zeros_like(CLIP.samples))
    assert count_heard([spotter], CLIP, INTERVALS, ["anna"]) == 1
    assert count_heard([spotter], silence, INTERVALS, ["anna"]) == 0


@pytest.mark.parametrize(
    "result",
    [
        None, [], [[]], [[], []], [[[None]]], [[["SECRET"]]], 7, [[[Hypothesis(None, 0.0)]]],
        [[[Hypothesis("SECRET", 0.0, ("SECRET",))]]], [[[Hypothesis("SECRET", 0.0, 5)]]],
        [[[Hypothesis("a", 0.0, (SimpleNamespace(word="SECRET", start="x", end=None),))]]],
    ],
)  # fmt: skip
def test_a_malformed_result_is_bad_data(result):
    with pytest.raises(DataError, match="the recognizer returned a malformed result") as raised:
        heard(result)
    assert "SECRET" not in str(raised.value)


# Records of one file that overlap: what is private in one is silent in all.
RECORD = Record(id="r", audio_filepath="/a.wav", offset=1.0, duration=2.0)


def found_times(record):
    info = AudioInfo(80_000, 8000, 2)

    def of_clip(record, seconds):
        if record.text == "bad":
            raise DataError("bad")
        return [Interval(0.5, min(1.0, seconds))]

    found = times_of(record, lambda record: str(record.audio_filepath), lambda _: info, of_clip)
    return [(time.start, time.end, time.channel) for time in found]


def test_times_are_those_of_the_file():
    assert found_times(RECORD) == [(1.5, 2.0, None)]
    assert found_times(replace(RECORD, channel=1)) == [(1.5, 2.0, 1)]


def test_of_a_bad_line_everything_is_private():
    assert found_times(replace(RECORD, text="bad", channel=0)) == [(1.0, 3.0, 0)]
    assert found_times(replace(RECORD, text="bad", channel="left")) == [(1.0, 3.0, None)]
    assert found_times(replace(RECORD, offset=9.5)) == [(9.5, 11.5, None)]  # beyond the end
    for fields in ({"offset": -1.0}, {"duration": math.nan}, {"offset": math.inf}):
        assert found_times(replace(RECORD, **fields)) == [(0.0, math.inf, None)]
    assert found_times(Record(text="bad", audio_filepath="/a.wav")) == [(0.0, math.inf, None)]


def test_a_file_is_the_same_by_any_path(tmp_path):
    (tmp_path / "a.wav").write_bytes(b"a")
    (tmp_path / "link.wav").symlink_to("a.wav")
    os.link(tmp_path / "a.wav", tmp_path / "hard.wav")
    (tmp_path / "b.wav").write_bytes(b"a")
    keys = {name: file_key(str(tmp_path / name)) for name in ("a.wav", "link.wav", "hard.wav")}
    assert len(set(keys.values())) == 1
    assert file_key(str(tmp_path / "b.wav")) not in keys.values()


def test_what_overlaps_a_clip(tmp_path):
    key = file_key("/a.wav")
    rows = [
        PrivateTime(key, 0, 1.5, 2.0, b"x"),
        PrivateTime(key, 1, 2.2, 2.4, owner_of(RECORD)),
        PrivateTime(key, None, 2.9, 5.0, b"y"),
        PrivateTime(key, None, 0.0, 1.0, b"y"),
        PrivateTime("other", None, 0.0, math.inf, b"y"),
    ]
    times = pickle.loads(pickle.dumps(collect_times(tmp_path / "t", rows)))
    found = times.in_clip(RECORD, "/a.wav", 2.0)
    assert [tuple(i) for i in found.intervals] == [(0.5, 1.0), pytest.approx((1.9, 2.0))]
    assert found.near == [(-1.0, 0.0)]
    side = times.in_clip(replace(RECORD, channel=1), "/a.wav", 1.5)
    assert side.intervals == [(pytest.approx(1.2), pytest.approx(1.4))]  # by another record
    assert [tuple(i) for i in side.near] == [(-1.0, 0.0)]


CHANNELS = st.sampled_from([None, 0, 1])
TIMES = st.tuples(st.floats(0, 9), st.floats(0.01, 4), CHANNELS, st.sampled_from([b"x", b"y"]))


@given(st.lists(TIMES, max_size=6), st.floats(0, 9), st.floats(0.1, 5), CHANNELS)
def test_as_a_slow_search_does(tmp_path_factory, times, offset, seconds, channel):
    key = file_key("/a.wav")
    rows = [PrivateTime(key, of, start, start + long, by) for start, long, of, by in times]
    path = tmp_path_factory.mktemp("times") / "t"
    record = Record(id="r", offset=offset, channel=UNSET if channel is None else channel)
    found = collect_times(path, rows).in_clip(record, "/a.wav", seconds)
    shared = [row for row in rows if None in (row.channel, channel) or row.channel == channel]
    for moment in (offset + seconds * k / 97 for k in range(1, 97)):
        inside = any(start <= moment - offset <= end for start, end in found.intervals)
        assert inside or not any(row.start < moment < row.end for row in shared)
        assert not inside or any(row.start - 1e-6 <= moment <= row.end + 1e-6 for row in shared)


def test_what_is_private_by_the_own_record_anyway_is_not_by_others(tmp_path):
    key, own = file_key("/a.wav"), owner_of(RECORD)
    rows = [PrivateTime(key, None, 1.5, 2.0, own), PrivateTime(key, None, 1.5, 2.0, b"twin")]
    found = collect_times(tmp_path / "twins", rows).in_clip(RECORD, "/a.wav", 2.0)
    assert found == ([], [])
    rows.append(PrivateTime(key, None, 1.9, 2.1, b"other"))
    found = collect_times(tmp_path / "more", rows).in_clip(RECORD, "/a.wav", 2.0)
    assert [tuple(each) for each in found.intervals] == [pytest.approx((0.9, 1.1))]
