"""Subtitles: rolling captions, times and names of speakers; JSON of cloud recognizers."""

import json
import math
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec import UNSET

from privtool.audio.formats.cues import may_begin_with_label
from privtool.audio.formats.json_values import UnreadableError, number_of
from privtool.audio.formats.reading import LONGEST, check_imported
from privtool.core.errors import DataError
from privtool.core.record import Entity, Record, WordTime, decode, encode
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


# Names of speakers in the text of subtitles.
def said_in(*texts, speakers="auto", name="vtt"):
    cues = [f"00:{n:02}.000 --> 00:{n + 1:02}.000\n{text}\n" for n, text in enumerate(texts)]
    content = "\n".join(["WEBVTT\n"] * (name == "vtt") + cues)
    records, counts = read(name, content, speakers=speakers)
    said = [(None if r.speaker is UNSET else r.speaker, r.text) for r in records]
    return said, counts["labeled"]


@pytest.mark.parametrize(("texts", "said"), typed_cases("audio", "named speakers"))
def test_names_of_speakers_are_no_text(texts, said):
    found, labeled = said_in(*texts)
    assert found == [tuple(each) for each in said]
    assert labeled == sum(
        " - " not in text and not text.startswith(("you", "- 5")) for text in texts
    )
    assert said_in(*texts, name="srt")[0] == found


@pytest.mark.parametrize("texts", typed_cases("audio", "no speakers"))
def test_other_words_before_a_colon_or_in_brackets_stay(texts):
    found, labeled = said_in(*texts)
    assert found == [(None, " ".join(text.split())) for text in texts]
    assert labeled == 0


@pytest.mark.parametrize(
    ("speakers", "said"),
    [
        ("([a-z]+)/", [("ann", "hi"), (None, "Ann: so")]),
        ("\\w+: ", [(None, "ann/hi"), ("Ann", "so")]),
        ("never", [(None, "ann/hi"), (None, "Ann: so")]),
    ],
)
def test_who_speaks_by_a_pattern_or_never(speakers, said):
    assert said_in("ann/hi", "Ann: so", speakers=speakers) == (said, int(speakers != "never"))


def test_what_may_be_a_name_first():
    assert may_begin_with_label("Ann Lee: hello")
    assert not may_begin_with_label("hello Ann")


# JSON of cloud recognizers, as their documentation shows it: texts, words, speakers, channels.
TABLE = Path(__file__).parents[2] / "data/transcripts.jsonl"
ROWS = [json.loads(line) for line in TABLE.read_text("utf-8").splitlines()]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["tool"])
def test_transcripts(row):
    records, counts = read("json", json.dumps(row["document"], indent=1))
    found = []
    for record in records:
        words = () if record.words is UNSET else record.words
        assert not words or " ".join(w.word for w in words) == record.text
        values = (record.speaker, record.channel)
        starts = [round(record.offset + w.start, 6) for w in words]
        found.append([*(None if v is UNSET else v for v in values), record.text, starts])
        if starts[:1] == [0.5] and row["tool"] != "azure_fast":
            assert words[0].score == 0.5
    assert found == row["said"]
    assert counts["untimed"] == 0


def test_words_of_azure_that_the_text_has_not():
    (row,) = (row for row in ROWS if row["tool"] == "azure")
    document = json.loads(json.dumps(row["document"]))
    document["recognizedPhrases"][0]["nBest"][0]["display"] = "5 Ann."
    ((record,), counts) = read("json", document)
    assert (record.text, record.words, counts["untimed"]) == ("5 Ann.", UNSET, 1)
    assert (record.offset, record.duration) == (0.5, 0.7)


@pytest.mark.parametrize(
    ("value", "number"),
    [(1, 1), ("1.5", 1.5), ("1.500s", 1.5), ("PT1M2.5S", 62.5), ("PT1H", 3600), (None, None),
     ({"seconds": "1", "nanos": 5e8}, 1.5), ({}, 0)],
)  # fmt: skip
def test_numbers(value, number):
    assert number_of(value) == number


@pytest.mark.parametrize("value", ["", "SECRET", "1m", True, [], "-1"])
def test_what_is_no_number(value):
    with pytest.raises(UnreadableError):
        number_of(value)


NUMBERS = st.one_of(st.floats(), st.sampled_from([1e308, -0.1, math.nan, math.inf, LONGEST]))


@given(NUMBERS, NUMBERS, NUMBERS, NUMBERS, NUMBERS)
def test_what_passes_is_read_back_as_it_was(offset, duration, start, end, score):
    record = Record(
        id=1, text="hi", offset=offset, duration=duration,
        words=(WordTime("hi", start, end, score),),
    )  # fmt: skip
    try:
        check_imported(record, "a.ctm: record 1")
    except DataError:
        return
    assert decode(encode(record)) == record
    assert 0 <= offset <= LONGEST
    assert 0 <= duration <= LONGEST
    assert start <= end <= duration + 0.2


@pytest.mark.parametrize(("fields", "fault"), typed_cases("audio", "impossible record"))
def test_what_cannot_be_is_refused(fields, fault):
    if "words" in fields:
        fields = {**fields, "words": tuple(WordTime(*each) for each in fields["words"])}
    with pytest.raises(DataError, match=f"^a.ctm: record 1: .*{fault}") as raised:
        check_imported(Record(id=1, **fields), "a.ctm: record 1")
    assert "SECRET" not in str(raised.value)


def test_an_entity_outside_its_text_is_refused():
    record = Record(id=1, text="SECRET", entities=(Entity(2, 9, "PERSON"),))
    with pytest.raises(DataError, match=r"^a.ctm: record 1: .*entities\[0\]") as raised:
        check_imported(record, "a.ctm: record 1")
    assert "SECRET" not in str(raised.value)
