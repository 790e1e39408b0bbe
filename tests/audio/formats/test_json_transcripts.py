"""JSON of recognizers by the layouts of `transcripts.toml`, and what is dropped and counted."""

import json
from collections import Counter

import pytest
from msgspec import UNSET

from privtool.audio.formats.json_transcripts import read_json
from privtool.core.errors import DataError
from privtool.core.record import WordTime


def read(tmp_path, content):
    path = tmp_path / "a.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    counts = Counter()
    return list(read_json(path, None, counts)), counts


def words_of(record):
    return [(word.word, word.start, word.end) for word in record.words]


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
def test_documents_lists_and_lines(tmp_path, content):
    (one, two), counts = read(tmp_path, content)
    assert (one.text, one.offset, one.duration) == ("It's Ann.", 0.5, 1.5)
    assert one.words == (WordTime("It's", 0.0, 0.5, 0.5), WordTime("Ann.", 0.5, 1.5, 0.9))
    assert (two.text, two.offset, two.duration, two.words) == ("Hi.", 2.0, 1.0, UNSET)
    assert not counts
    assert len(read(tmp_path, json.dumps(SEGMENTS[0]))[0]) == 1


def test_words_of_the_whole_file_go_to_their_segments(tmp_path):
    words = [{"word": w, "start": s, "end": s + 0.5}
             for w, s in (("so", 0.25), ("we", 1.0), ("met", 1.5), ("ann", 2.25))]  # fmt: skip
    segments = [{"start": 0.5, "end": 1.7, "text": "So we met"},
                {"start": 1.9, "end": 3.0, "text": "Ann."}]  # fmt: skip
    (one, two), counts = read(tmp_path, {"segments": segments, "words": words, "text": "x"})
    assert (one.offset, words_of(one)) == (
        0.25, [("so", 0, 0.5), ("we", 0.75, 1.25), ("met", 1.25, 1.75)],
    )  # fmt: skip
    assert (two.offset, words_of(two)) == (1.9, [("ann", 0.35, 0.85)])
    assert not counts
    (alone,), _ = read(tmp_path, {"text": "So we met, Ann.", "words": words})
    assert (alone.text, alone.offset, alone.duration) == ("So we met, Ann.", 0.25, 2.5)
    assert [word.word for word in alone.words] == ["so", "we", "met", "ann"]
    del words[0]["end"]
    (one, two), counts = read(tmp_path, {"segments": segments, "words": words})
    assert (one.words, two.words, counts) == (UNSET, UNSET, {"untimed": 2})


def token(text, start, end, score=0.5):
    return {"text": text, "offsets": {"from": start, "to": end}, "p": score}


def test_whisper_cpp(tmp_path):
    tokens = [
        token("[_BEG_]", 0, 0), token(" It", 0, 250), token("'s", 250, 500, 0.25),
        token(" Ann", 500, 900), token(".", 900, 1000), token("[_TT_50]", 1000, 1000),
    ]  # fmt: skip
    segment = {"offsets": {"from": 0, "to": 1000}, "text": " It's Ann.", "tokens": tokens}
    ((record,), counts) = read(tmp_path, {"result": {}, "transcription": [segment]})
    assert (record.text, record.offset, record.duration) == ("It's Ann.", 0.0, 1.0)
    assert record.words == (WordTime("It's", 0.0, 0.5, 0.25), WordTime("Ann.", 0.5, 1.0, 0.5))
    assert not counts
    tokens[3]["text"] = " \ufffd"  # a part of a character
    ((record,), counts) = read(tmp_path, {"transcription": [segment]})
    assert (record.words, counts) == (UNSET, {"untimed": 1})
    del segment["tokens"]
    ((record,), counts) = read(tmp_path, {"transcription": [segment]})
    assert (record.words, counts) == (UNSET, {})


def test_chunks_of_transformers(tmp_path):
    chunks = [
        {"timestamp": [0.0, 1.5], "text": " It's Ann."},
        {"timestamp": [1.5, 2], "text": "Hi"},
    ]
    (one, two), _ = read(tmp_path, {"text": "x", "chunks": chunks})
    assert (one.text, one.duration, two.text, two.offset) == ("It's Ann.", 1.5, "Hi", 1.5)
    words = [{"timestamp": [0.5, 1.0], "text": " It's"}, {"timestamp": [1.0, 1.5], "text": " Ann."}]
    ((record,), _) = read(tmp_path, {"text": "x", "chunks": words})
    assert (record.text, record.offset, record.duration) == ("It's Ann.", 0.5, 1.0)
    assert words_of(record) == [("It's", 0, 0.5), ("Ann.", 0.5, 1)]
    words[1]["timestamp"][1] = None
    ((record,), counts) = read(tmp_path, {"text": "x", "chunks": words})
    assert (record.text, record.duration, record.words) == ("It's Ann.", UNSET, UNSET)
    assert counts == {"untimed": 1}


def test_what_is_dropped_is_counted(tmp_path):
    words = [{"word": "Hi", "start": 0, "end": 1, "speaker": "B"}, {"word": "5", "speaker": "A"}]
    segment = {"start": 0, "end": 2, "text": "Hi 5", "speaker": "A", "words": words}
    ((record,), counts) = read(tmp_path, {"segments": [segment]})
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
def test_other_json_is_refused(tmp_path, content):
    with pytest.raises(DataError, match=r"/a.json: (is not a transcript of a|segment 1: lacks) "):
        read(tmp_path, content)
