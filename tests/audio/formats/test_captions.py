"""Rolling captions, word times and lines of white space in WebVTT and SRT."""

from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from privtool.core.errors import DataError
from tests.audio.formats.read_files import read
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


@pytest.mark.parametrize("write", [vtt, srt])
def test_a_line_of_white_space_belongs_to_its_cue(write):
    content = write((1000, 2000, " ", "a", "\t", "b"), (3000, 4000, "c", " "), (5000, 6000, "d"))
    records, _ = read(write.__name__, content)
    assert [record.text for record in records] == ["a b", "c", "d"]
    spaced = content.replace("\n\n", "\n \n")  # as some editors leave them
    assert read(write.__name__, spaced)[0] == records


# Cues of WebVTT and SRT that players accept.
ONE, TWO = "00:00:01,000 --> 00:00:02,000", "00:00:02,000 --> 00:00:03,000"


@pytest.mark.parametrize(("case", "content", "texts"), typed_cases("audio", "cues of players"))
def test_cues_as_players_accept_them(case, content, texts):
    content = content.replace("ONE", ONE).replace("TWO", TWO)
    assert [record.text for record in read("srt", content)[0]] == texts, case


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
