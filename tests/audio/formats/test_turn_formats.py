"""Whisper, WebVTT, SRT, RTTM, TextGrid and others: there and back, and what is no such file."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET

from privtool.audio.formats.nist import rttm
from privtool.audio.formats.reading import Reading
from privtool.audio.formats.timed_texts import vtt
from privtool.audio.formats.utterances import Turn, reader, whisper_json
from privtool.core.errors import DataError, PrivtoolError
from privtool.core.record import Record, WordTime, encode
from tests.audio.formats.read_files import read, turns_of
from tests.support.tables import typed_cases

WORDS = (WordTime("hello", 0.5, 0.9, 0.75), WordTime("ann.", 1.0, 1.4))
TURNS = [
    Turn(0.5, 1.5, "hello ann.", "bob", WORDS),
    Turn(3725.25, 3726.0, "a < b & c > [MASK]", "ann & co"),
]


@pytest.mark.parametrize(
    ("case", "name", "content", "options", "expected", "counts"),
    typed_cases("audio_files", "read"),
)
def test_what_is_read_of_a_file(case, name, content, options, expected, counts):
    records, counted = read(name, content, **options)
    assert [json.loads(encode(record)) for record in records] == expected, case
    assert counted == counts, case


@pytest.mark.parametrize(("name", "content", "message"), typed_cases("audio", "refused file"))
def test_a_file_that_cannot_be_read_is_refused_without_its_text(name, content, message):
    with pytest.raises(DataError) as raised:
        read(name, content)
    assert message in str(raised.value)
    assert "SECRET" not in str(raised.value)


def test_labels_without_times_are_no_utterances():
    with pytest.raises(DataError, match=r"/a.audacity:1: has no start and end$"):
        read("audacity", "0\tSECRET\n", utterances=True)


class TestRttm:
    TALKS = (
        "SPEAKER call 1 0.000 1.000 <NA> <NA> bob <NA> <NA>\n"
        "SPKR-INFO call 1 <NA> <NA> <NA> unknown bob <NA> <NA>\n"
        "SPEAKER call 1 0.800 2.200 <NA> <NA> ann <NA> <NA>\n"
    )

    def read(self, tmp_path, talks, *transcript):
        lines = b"".join(encode(record) + b"\n" for record in transcript)
        (tmp_path / "t.jsonl").write_bytes(lines)
        given = tmp_path / "t.jsonl" if transcript else None
        return read("rttm", talks, transcript=given, audio_pattern="{}.wav")[0]

    def test_each_word_goes_to_the_turn_with_most_of_it(self, tmp_path):
        words = (
            WordTime("so", 0.1, 0.3), WordTime("yes", 0.7, 0.95), WordTime("no", 0.9, 1.2),
            WordTime("late", 3.25, 3.5),
        )  # fmt: skip
        bob, ann = self.read(tmp_path, self.TALKS, Record(id="call", words=words))
        assert (bob.text, bob.speaker, bob.offset, bob.duration) == ("so yes", "bob", 0.0, 1.0)
        assert (ann.text, ann.speaker, ann.offset) == ("no late", "ann", 0.8)
        assert ann.duration == pytest.approx(2.7)  # with the word behind it
        assert ann.words[1] == WordTime("late", 2.45, 2.7)
        assert ann.audio_filepath == "call.wav"

    @pytest.mark.parametrize(
        "record",
        [
            Record(id="other", words=()), Record(id="call", text="SECRET"),
            Record(id="call", words=(), entities=()),
        ],
    )  # fmt: skip
    def test_transcripts_that_do_not_fit(self, tmp_path, record):
        with pytest.raises(DataError) as raised:
            self.read(tmp_path, self.TALKS, record)
        assert "SECRET" not in str(raised.value)

    @pytest.mark.parametrize(("line", "recording", "speaker"), typed_cases("audio", "rttm names"))
    def test_names_with_white_space(self, tmp_path, line, recording, speaker):
        (record,) = self.read(tmp_path, line + "\n")
        assert record == Record(
            id=f"{recording}-00001", audio_filepath=f"{recording}.wav", speaker=speaker,
            offset=0.5, duration=1.2,
        )  # fmt: skip

    NAMES = st.lists(st.sampled_from(["call", "1", "0.5", "A", "spk", "-"]), min_size=1, max_size=3)

    @given(NAMES.map(" ".join), NAMES.map(" ".join), st.sampled_from("\t "), st.integers(0, 2))
    def test_a_line_is_read_as_written_or_not_at_all(self, recording, speaker, between, less):
        fields = ["SPEAKER", recording, "1", "0.25", "1.5", "<NA>", "<NA>", speaker, "<NA>", "<NA>"]
        try:
            ((record,), _) = read("rttm", between.join(fields[: len(fields) - less]) + "\n")
        except DataError:
            assert between == " "
            return
        assert (record.offset, record.duration, record.id) == (0.25, 1.5, f"{recording}-00001")
        assert record.speaker == speaker or less  # "spk 1" may be spk and a confidence

    def test_there_and_back(self, tmp_path):
        records = self.read(tmp_path, rttm(TURNS, "call"))
        assert [r[:2] for r in turns_of(records)] == [turn[:2] for turn in TURNS]
        assert [r.speaker for r in records] == ["bob", "ann_&_co"]


def grid(**tiers):
    """Return a TextGrid with these tiers."""
    from praatio.data_classes.interval_tier import IntervalTier
    from praatio.data_classes.textgrid import Textgrid

    grid = Textgrid()
    for name, entries in tiers.items():
        grid.addTier(IntervalTier(name.replace("__", " - "), entries, 0, 2.0))
    with TemporaryDirectory() as folder:
        grid.save(f"{folder}/a", "long_textgrid", includeBlankSpaces=True)
        return Path(f"{folder}/a").read_text()


def test_words_and_utterances_of_a_text_grid():
    words = [(0.1, 0.5, "hello"), (0.5, 0.9, "ann")]
    content = grid(ann__words=words, ann__phones=[(0.1, 0.2, "h")])
    ((record,), _) = read("textgrid", content, audio_pattern="{}.wav")
    assert record == Record(
        id="a", text="hello ann", speaker="ann", audio_filepath="a.wav", duration=2.0,
        words=(WordTime("hello", 0.1, 0.5), WordTime("ann", 0.5, 0.9)),
    )  # fmt: skip
    content = grid(turns=[(0.1, 1.0, "hello ann"), (1.0, 1.5, "hi")])
    (one, two), _ = read("textgrid", content, utterances=True)
    assert (one.id, one.text, one.offset, one.duration) == ("a-00001", "hello ann", 0.1, 0.9)
    assert two.id == "a-00002"


def test_tiers_of_speakers():
    said = {"ann__words": [(1, 2, "hi")], "bob__words": [(0, 1, "a")]}
    records, _ = read("textgrid", grid(**said, bob__phones=[(0, 1, "b")]))
    assert [(r.id, r.speaker, r.text) for r in records] == [
        ("a-ann", "ann", "hi"), ("a-bob", "bob", "a"),
    ]  # fmt: skip
    content = grid(ann=[(1, 2, "hi you")], bob=[(0, 1, "a b")])
    records, _ = read("textgrid", content, utterances=True)
    assert [(r.id, r.speaker, r.text) for r in records] == [
        ("a-00001", "bob", "a b"), ("a-00002", "ann", "hi you"),
    ]  # fmt: skip


def test_an_ambiguous_tier_must_be_named():
    content = grid(one=[(0, 1, "a")], two=[(0, 1, "SECRET")])
    for tier, message in ((None, "2 candidate"), ("three", "no interval tier with the name")):
        with pytest.raises(DataError, match=message) as raised:
            read("textgrid", content, tier=tier)
        assert "SECRET" not in str(raised.value)
    assert read("textgrid", content, tier="two")[0][0].text == "SECRET"


TEXTS = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=20)


@given(st.lists(st.tuples(st.integers(0, 10**7), st.integers(1, 10**5), TEXTS, TEXTS), max_size=4))
def test_any_text_comes_back(rows):
    turns = [
        Turn(
            start / 1000,
            (start + long) / 1000,
            " ".join(text.split()),
            " ".join(who.split()) or UNSET,
        )
        for start, long, text, who in rows
    ]
    said = turns_of(read("vtt", vtt(turns, "call"), speakers="never")[0])
    assert [row[2:] for row in said] == [(turn.text, turn.speaker) for turn in turns]
    assert [row[0] for row in said] == [pytest.approx(turn.start) for turn in turns]
    said = turns_of(read("json", whisper_json(turns, "call"))[0])
    assert [(row[2], row[3]) for row in said] == [(turn.text, turn.speaker) for turn in turns]


@pytest.mark.parametrize("name", ["vtt", "srt", "json", "ctm", "audacity", "rttm"])
def test_bytes_that_are_no_text_and_missing_files(tmp_path, name):
    (tmp_path / "a").write_bytes(b"\xff WEBVTT\n")
    with pytest.raises(DataError, match="not valid UTF-8"):
        list(reader(name)(tmp_path / "a", Reading()))
    with pytest.raises(PrivtoolError):
        list(reader(name)(tmp_path / "none", Reading()))
