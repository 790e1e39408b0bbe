"""Rolling captions, word times and lines of white space in WebVTT and SRT."""

import re
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec import UNSET

from privtool.core.errors import DataError
from privtool.core.record import WordTime
from tests.audio.formats.read_files import read, turns_of, words_of
from tests.support.tables import typed_cases


def clock(milliseconds, point="."):
    seconds, rest = divmod(milliseconds, 1000)
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}{point}{rest:03}"


def vtt(*cues):
    """A WebVTT of cues of start, end and lines, in milliseconds."""
    return "WEBVTT\n\n" + "\n".join(
        f"{clock(start)} --> {clock(end)} align:start\n" + "".join(f"{line}\n" for line in lines)
        for start, end, *lines in cues
    )


def srt(*cues):
    return "\n".join(
        f"{number}\n{clock(start, ',')} --> {clock(end, ',')}\n"
        + "".join(f"{line}\n" for line in lines)
        for number, (start, end, *lines) in enumerate(cues, 1)
    )


def texts(records):
    return [(record.offset, record.text) for record in records]


ROLLING = (
    (1000, 3000, " ", "so<00:00:01.500><c> we</c><00:00:01.750><c> met</c>"),
    (3000, 3010, "so we met", " "),
    (3010, 5000, "so we met", "in<00:00:03.500><c.colorE5E5E5> Ghent</c>"),
    (5000, 5010, "in Ghent", " "),
    (5010, 6000, "in Ghent", "no"),
    (6000, 6010, "no", " "),
    (6010, 7000, "no", "no"),
    (7000, 7010, "no", " "),
    (9000, 9500, " ", "no"),
)


def test_rolling_captions_give_each_word_once():
    records, counts = read("vtt", vtt(*ROLLING))
    assert texts(records) == [
        (1.0, "so we met"), (3.01, "in Ghent"), (5.01, "no"), (6.01, "no"), (9.0, "no"),
    ]  # fmt: skip
    assert records[0].words == (
        WordTime("so", 0.0, 0.5), WordTime("we", 0.5, 0.75), WordTime("met", 0.75, 2.0),
    )  # fmt: skip
    assert records[1].words == (WordTime("in", 0.0, 0.49), WordTime("Ghent", 0.49, 1.99))
    assert records[2].words is UNSET
    assert counts == {"joined": 4}


def test_rolling_captions_without_word_times():
    content = re.sub("<[^>]*>", "", srt(*ROLLING))
    records, counts = read("srt", content)
    assert [text for _, text in texts(records)] == ["so we met", "in Ghent", "no", "no", "no"]
    assert counts == {"joined": 4}


def test_captions_of_three_lines():
    cues = [(1000, 2000, "a", "b", "c"), (2000, 3000, "b", "c", "d"), (3000, 3010, "c", "d")]
    records, _ = read("vtt", vtt(*cues))
    assert [text for _, text in texts(records)] == ["a b c", "d"]


ORDINARY = (
    [(1000, 2000, "no"), (2000, 3000, "no"), (3000, 3010, "a"), (4000, 5000, "b"),
     (5000, 6000, "c")],  # few cues repeat something
    [(1000, 2000, "la<00:00:01.500> la"), (2000, 3000, "la<00:00:02.500> la")],  # both are sung
    [(1000, 2000, "no"), (8000, 8010, "no")],  # not the line that is on the screen
    [(1000, 2000, "<v Ann>no"), (2000, 2010, "<v Bob>no")],
)  # fmt: skip


@pytest.mark.parametrize("cues", ORDINARY)
def test_a_line_that_is_said_twice_is_kept(cues):
    records, counts = read("vtt", vtt(*cues))
    assert len(records) == len(cues)
    assert "joined" not in counts


@st.composite
def rolled(draw):
    """What is said in lines, and rolling captions of it."""
    said = draw(st.lists(st.lists(st.sampled_from("abc"), min_size=1, max_size=3), min_size=3))
    cues, before, at = [], " ", 0
    for words in said:
        times = [at + 100 * n for n in range(len(words) + 1)]
        line = words[0] + "".join(
            f"<{clock(time)}><c> {word}</c>"
            for word, time in zip(words[1:], times[1:], strict=False)
        )
        cues += [(at, times[-1], before, line), (times[-1], times[-1] + 10, " ".join(words), " ")]
        before, at = " ".join(words), times[-1] + 10
    return said, cues


@given(rolled())
def test_what_was_said_is_read(captions):
    said, cues = captions
    records, counts = read("vtt", vtt(*cues))
    assert [record.text for record in records] == [" ".join(words) for words in said]
    for record, words in zip(records, said, strict=True):
        timed = [(w.word, round(w.start, 3)) for w in record.words or ()]
        assert timed == [(w, n / 10) for n, w in enumerate(words) if len(words) > 1]
    assert counts == {"joined": len(said)}


@given(st.lists(st.tuples(st.integers(100, 4000), st.sampled_from(["a", "b", "a\nb"]))))
@example([(1000, "a"), (1000, "a"), (1000, "a")])
def test_ordinary_cues_are_never_joined(rows):
    at, cues = 0, []
    for length, lines in rows:
        cues.append((at, at + length, *lines.split("\n")))
        at += length
    for name, content in (("vtt", vtt(*cues)), ("srt", srt(*cues))):
        records, counts = read(name, content)
        assert [record.text for record in records] == [" ".join(cue[2:]) for cue in cues]
        assert not counts


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("a<00:00:01.500>b c<00:00:01.750> d", [("ab c", 0, 0.75), ("d", 0.75, 1)]),
        ("<00:01.500><c>a</c> <00:01.600><b>b</b>", [("a", 0.5, 0.6), ("b", 0.6, 1)]),
        ("a <00:00:01.500>&amp; b", [("a", 0, 0.5), ("& b", 0.5, 1)]),
    ],
)
def test_times_between_words(line, words):
    ((record,), counts) = read("vtt", vtt((1000, 2000, line)))
    assert words_of(record) == words
    assert not counts


@pytest.mark.parametrize(
    "line", ["a<00:00:01.500> b<00:00:01.250> c", "a<00:00:03.000> b", "a<00:00:00.500> b"]
)
def test_times_that_cannot_be_are_dropped_and_counted(line):
    ((record,), counts) = read("vtt", vtt((1000, 2000, line)))
    assert (record.words, counts) == (UNSET, {"untimed": 1})


def test_each_voice_has_its_own_words():
    line = "<v Ann>a<00:00:01.250> b <v Bob>c<00:00:01.500> d"
    (one, two), _ = read("vtt", vtt((1000, 2000, line)))
    assert (one.speaker, [word.word for word in one.words]) == ("Ann", ["a", "b"])
    assert (two.speaker, [word.word for word in two.words]) == ("Bob", ["c", "d"])


@pytest.mark.parametrize("write", [vtt, srt])
def test_a_line_of_white_space_belongs_to_its_cue(write):
    content = write((1000, 2000, " ", "a", "\t", "b"), (3000, 4000, "c", " "), (5000, 6000, "d"))
    records, _ = read(write.__name__, content)
    assert [record.text for record in records] == ["a b", "c", "d"]
    spaced = content.replace("\n\n", "\n \n")  # as some editors leave them
    assert read(write.__name__, spaced)[0] == records


# Cues of WebVTT and SRT that players accept.
@pytest.mark.parametrize(("times", "start", "end"), typed_cases("audio", "cue times"))
def test_times(times, start, end):
    assert turns_of(read("srt", f"1\n{times}\na\n")[0]) == [(start, end, "a", UNSET)]


ONE, TWO = "00:00:01,000 --> 00:00:02,000", "00:00:02,000 --> 00:00:03,000"


@pytest.mark.parametrize(("case", "content", "texts"), typed_cases("audio", "cues of players"))
def test_cues_as_players_accept_them(case, content, texts):
    content = content.replace("ONE", ONE).replace("TWO", TWO)
    assert [record.text for record in read("srt", content)[0]] == texts, case


def test_names_of_cues_in_webvtt():
    vtt = "WEBVTT\n00:01.000 --> 00:02.000\na\n\nthe second\n00:02.000 --> 00:03.000\nb\n\n"
    vtt += "NOTE c\nd\n00:03.000 --> 00:04.000\ne\n\nNOTE f\n\ng\n"
    assert [record.text for record in read("vtt", vtt)[0]] == ["a", "b", "e g"]


LINES = st.lists(
    st.sampled_from(["a", "so b", "", " ", "1", "2", "77", ONE, TWO, "NOTE x", "c --> d", "\t"])
)


@given(LINES, st.sampled_from([("srt", ""), ("vtt", "WEBVTT\n\n")]))
def test_no_line_is_lost(lines, kind):
    name, head = kind
    faults: list[DataError] = []
    content = head + "\n".join(lines)
    records, _ = read(name, content, speakers="never", aside=faults.append)
    said = " ".join(record.text for record in records)
    for word in ("a", "so b"):
        named = sum(  # a name in WebVTT
            one == word and two in (ONE, TWO, "c --> d") for one, two in pairwise(lines)
        )
        aside = len(lines) if faults or "NOTE x" in lines else 0
        assert said.split().count(word[-1]) >= lines.count(word) - named - aside
