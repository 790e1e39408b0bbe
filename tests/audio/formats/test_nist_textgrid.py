"""CTM, STM and TextGrid: words and turns, and files that are malformed."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from msgspec import UNSET

from privtool.core.errors import DataError
from privtool.core.record import Record, WordTime
from tests.audio.formats.read_files import read, words_of


class TestCtm:
    def test_words_of_each_channel(self):
        content = (
            ";; a comment\nrec 1 0.50 0.25 there 0.9\nrec 1 0.1 0.3 hello 0.8\n"
            "rec 1 0.9 0.1 <eps>\nrec B 0.00 0.5 Ünï lex\n\n"
        )
        (first, second), _ = read("ctm", content, audio_pattern="wav/{}.flac")
        assert first == Record(
            id="rec", text="hello there", audio_filepath="wav/rec.flac", channel=0,
            words=(WordTime("hello", 0.1, 0.4, 0.8), WordTime("there", 0.5, 0.75, 0.9)),
        )  # fmt: skip
        assert (second.id, second.channel) == ("rec-B", 1)
        assert second.words == (WordTime("Ünï", 0.0, 0.5),)
        assert read("ctm", content)[0][0].audio_filepath is UNSET

    def test_fields_between_tabs_may_have_white_space(self):
        line = "a b\t1\t0.5\t0.5\tNew York\t0.9\n"
        with pytest.raises(DataError, match=r"a.ctm:2: the confidence is not"):
            read("ctm", line + "a b 1\t1.5\t1\tso\n")
        ((record,), _) = read("ctm", line + "a b\t1\t1.5\t1\tso\t\n")
        assert record.id == "a b"
        assert record.words == (WordTime("New York", 0.5, 1.0, 0.9), WordTime("so", 1.5, 2.5))

    def test_the_speaker_of_all_words(self):
        line = "a {} 0 1 x 0.5 lex {}\n"
        content = line.format("1", "ann") * 2 + line.format("2", "ann") + line.format("2", "bob")
        records, counts = read("ctm", content + "b 1 0 1 x 0.5 lex <NA>\n")
        assert [record.speaker for record in records] == ["ann", UNSET, UNSET]
        assert counts == {"other speakers": 1}


def test_stm():
    content = (
        ";; comment\nrec 1 ann 0.0 1.5 <o,f0,male> hello  there\nrec 1 bob 1.5 2 hi <b> you\n"
        "rec 1 inter_segment_gap 2 3\nrec 1 bob 3 4 <o> ignore_time_segment_in_scoring\n"
    )
    (one, two), counts = read("stm", content, audio_pattern="{}.wav")
    assert one == Record(
        id="rec-00001", text="hello there", speaker="ann", audio_filepath="rec.wav",
        offset=0.0, duration=1.5,
    )  # fmt: skip
    assert (two.text, two.duration) == ("hi <b> you", 0.5)
    assert counts == {"ignored": 2}


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


# JSON of recognizers by the layouts of `transcripts.toml`, and what is dropped and counted.
SEGMENTS = [
    {"start": 0.5, "end": 2, "text": " It's Ann.", "words": [
        {"word": " It's", "start": 0.5, "end": 1.0, "probability": 0.5},
        {"word": " Ann.", "start": 1.0, "end": 2.0, "probability": 0.9}]},
    {"start": 2, "end": 3, "text": " Hi."},
]  # fmt: skip


@pytest.mark.parametrize(
    "content",
    [
        {"segments": SEGMENTS},
        SEGMENTS,
        "".join(json.dumps(each) + "\n" for each in SEGMENTS),
        json.dumps(SEGMENTS[0]) + "\r\n\r\n" + json.dumps(SEGMENTS[1]),
    ],
)
def test_documents_lists_and_lines(content):
    (one, two), counts = read("json", content)
    assert (one.text, one.offset, one.duration) == ("It's Ann.", 0.5, 1.5)
    assert one.words == (WordTime("It's", 0.0, 0.5, 0.5), WordTime("Ann.", 0.5, 1.5, 0.9))
    assert (two.text, two.offset, two.duration, two.words) == ("Hi.", 2.0, 1.0, UNSET)
    assert not counts
    assert len(read("json", json.dumps(SEGMENTS[0]))[0]) == 1


def test_words_of_the_whole_file_go_to_their_segments():
    words = [{"word": w, "start": s, "end": s + 0.5}
             for w, s in (("so", 0.25), ("we", 1.0), ("met", 1.5), ("ann", 2.25))]  # fmt: skip
    segments = [{"start": 0.5, "end": 1.7, "text": "So we met"},
                {"start": 1.9, "end": 3.0, "text": "Ann."}]  # fmt: skip
    (one, two), counts = read("json", {"segments": segments, "words": words, "text": "x"})
    assert (one.offset, words_of(one)) == (
        0.25, [("so", 0, 0.5), ("we", 0.75, 1.25), ("met", 1.25, 1.75)],
    )  # fmt: skip
    assert (two.offset, words_of(two)) == (1.9, [("ann", 0.35, 0.85)])
    assert not counts
    (alone,), _ = read("json", {"text": "So we met, Ann.", "words": words})
    assert (alone.text, alone.offset, alone.duration) == ("So we met, Ann.", 0.25, 2.5)
    assert [word.word for word in alone.words] == ["so", "we", "met", "ann"]
    del words[0]["end"]
    (one, two), counts = read("json", {"segments": segments, "words": words})
    assert (one.words, two.words, counts) == (UNSET, UNSET, {"untimed": 2})


def token(text, start, end, score=0.5):
    return {"text": text, "offsets": {"from": start, "to": end}, "p": score}


def test_whisper_cpp():
    tokens = [
        token("[_BEG_]", 0, 0), token(" It", 0, 250), token("'s", 250, 500, 0.25),
        token(" Ann", 500, 900), token(".", 900, 1000), token("[_TT_50]", 1000, 1000),
    ]  # fmt: skip
    segment = {"offsets": {"from": 0, "to": 1000}, "text": " It's Ann.", "tokens": tokens}
    ((record,), counts) = read("json", {"result": {}, "transcription": [segment]})
    assert (record.text, record.offset, record.duration) == ("It's Ann.", 0.0, 1.0)
    assert record.words == (WordTime("It's", 0.0, 0.5, 0.25), WordTime("Ann.", 0.5, 1.0, 0.5))
    assert not counts
    tokens[3]["text"] = " \ufffd"  # a part of a character
    ((record,), counts) = read("json", {"transcription": [segment]})
    assert (record.words, counts) == (UNSET, {"untimed": 1})
    del segment["tokens"]
    ((record,), counts) = read("json", {"transcription": [segment]})
    assert (record.words, counts) == (UNSET, {})


def test_chunks_of_transformers():
    chunks = [
        {"timestamp": [0.0, 1.5], "text": " It's Ann."},
        {"timestamp": [1.5, 2], "text": "Hi"},
    ]
    (one, two), _ = read("json", {"text": "x", "chunks": chunks})
    assert (one.text, one.duration, two.text, two.offset) == ("It's Ann.", 1.5, "Hi", 1.5)
    words = [{"timestamp": [0.5, 1.0], "text": " It's"}, {"timestamp": [1.0, 1.5], "text": " Ann."}]
    ((record,), _) = read("json", {"text": "x", "chunks": words})
    assert (record.text, record.offset, record.duration) == ("It's Ann.", 0.5, 1.0)
    assert words_of(record) == [("It's", 0, 0.5), ("Ann.", 0.5, 1)]
    words[1]["timestamp"][1] = None
    ((record,), counts) = read("json", {"text": "x", "chunks": words})
    assert (record.text, record.duration, record.words) == ("It's Ann.", UNSET, UNSET)
    assert counts == {"untimed": 1}


def test_what_is_dropped_is_counted():
    words = [{"word": "Hi", "start": 0, "end": 1, "speaker": "B"}, {"word": "5", "speaker": "A"}]
    segment = {"start": 0, "end": 2, "text": "Hi 5", "speaker": "A", "words": words}
    ((record,), counts) = read("json", {"segments": [segment]})
    assert (record.speaker, record.words) == ("A", UNSET)
    assert counts == {"untimed": 1, "other speakers": 1}


@pytest.mark.parametrize(
    "content",
    [
        {"segments": {}}, {"transcription": [{"text": "SECRET"}]}, {"chunks": ["SECRET"]},
        {"chunks": [{"timestamp": [1, None], "text": "SECRET"}, {"timestamp": [1, 2], "text": ""}]},
        {"words": [], "text": "SECRET"},
        {"segments": [{"start": True, "end": 1, "text": "SECRET"}]}, [[]], [1], "1\n2", "", "null",
        {"segments": [{"start": 0, "end": 1, "text": 5}]}, {"segments": [[0, 1, "SECRET"]]},
        {"segments": [{"start": 0, "end": 1, "text": "x", "words": "SECRET"}]},
        {"segments": [{"start": 0, "end": 10**400, "text": "x"}]},
        {"segments": [{"start": 2, "end": 3, "text": "x"}, {"start": 1, "end": 2, "text": "x"}],
         "words": [{"word": "x", "start": 1, "end": 2}]},
    ],
)  # fmt: skip
def test_other_json_is_refused(content):
    with pytest.raises(DataError, match=r"/a.json: (is not a transcript of a|segment 1: lacks) "):
        read("json", content)
