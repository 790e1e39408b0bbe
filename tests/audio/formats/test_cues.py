"""Cues of WebVTT and SRT that players accept."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privtool.audio.formats.subtitles import read_srt, read_vtt
from privtool.core.errors import DataError


def srt_of(tmp_path, content, **options):
    (tmp_path / "a.srt").write_text(content)
    records = read_srt(tmp_path / "a.srt", None, **options)
    return [(r.offset, round(r.offset + r.duration, 6), r.text) for r in records]


@pytest.mark.parametrize(
    ("times", "start", "end"),
    [
        ("00:00:01,500 --> 00:00:02,000", 1.5, 2.0),
        ("00:00:20 --> 00:00:24", 20, 24),
        ("0:0:1,5-->0:0:2", 1.5, 2),
        ("00:01.50 --> 1:00:02.1234 X1:5 X2:6", 1.5, 3602.1234),
        ("  00:00:01.000  -->  00:00:02.000  align:start", 1, 2),
    ],
)
def test_times(tmp_path, times, start, end):
    assert srt_of(tmp_path, f"1\n{times}\na\n") == [(start, end, "a")]


ONE, TWO = "00:00:01,000 --> 00:00:02,000", "00:00:02,000 --> 00:00:03,000"


@pytest.mark.parametrize(
    ("content", "texts"),
    [
        (f"{ONE}\na\n\n{TWO}\nb\n", ["a", "b"]),  # no numbers
        (f"1\n{ONE}\na\n\nb\n\n2\n{TWO}\nc\n", ["a b", "c"]),  # a blank line inside
        (f"1\n{ONE}\na\n2\n{TWO}\nb\n", ["a", "b"]),  # none between
        (f"1\n{ONE}\na\n4711\n{TWO}\nb\n", ["a 4711", "b"]),  # not the next number
        (f"1\n{ONE}\n2\n{TWO}\nb\n", ["", "b"]),
        (f"7\n{ONE}\na\n \n9\n{TWO}\nb\n", ["a", "b"]),
        (f"1\n{ONE}\na\n\nb\n{TWO}\nc\n", ["a b", "c"]),  # SRT has numbers only
        (f"1\n{ONE}\n{{\\an8}}<i>a</i><br/><s>b</s> {{i}}c{{/i}} <laugh> {{d}}\n",
         ["a b c <laugh> {d}"]),
        ("", []),
    ],
)  # fmt: skip
def test_cues_as_players_accept_them(tmp_path, content, texts):
    assert [text for _, _, text in srt_of(tmp_path, content)] == texts


def test_names_of_cues_in_webvtt(tmp_path):
    vtt = "WEBVTT\n00:01.000 --> 00:02.000\na\n\nthe second\n00:02.000 --> 00:03.000\nb\n\n"
    (tmp_path / "a.vtt").write_text(vtt + "NOTE c\nd\n00:03.000 --> 00:04.000\ne\n\nNOTE f\n\ng\n")
    assert [r.text for r in read_vtt(tmp_path / "a.vtt", None)] == ["a", "b", "e g"]


LINES = st.lists(
    st.sampled_from(["a", "so b", "", " ", "1", "2", "77", ONE, TWO, "NOTE x", "c --> d", "\t"])
)


@given(LINES, st.sampled_from([("a.srt", read_srt, ""), ("a.vtt", read_vtt, "WEBVTT\n\n")]))
def test_no_line_is_lost(tmp_path_factory, lines, kind):
    name, reader, head = kind
    path = tmp_path_factory.mktemp("any") / name
    path.write_text(head + "\n".join(lines))
    faults: list[DataError] = []
    said = " ".join(r.text for r in reader(path, None, speakers="never", aside=faults.append))
    for word in ("a", "so b"):
        named = sum(  # a name in WebVTT
            one == word and two in (ONE, TWO, "c --> d") for one, two in pairwise(lines)
        )
        aside = len(lines) if faults or "NOTE x" in lines else 0
        assert said.split().count(word[-1]) >= lines.count(word) - named - aside
