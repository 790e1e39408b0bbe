"""JSON of cloud recognizers, as their documentation shows it: texts, words, speakers, channels."""

import json
from collections import Counter

import pytest
from msgspec import UNSET

from privtool.audio.formats.json_paths import UnreadableError, number_of
from privtool.audio.formats.json_transcripts import read_json
from privtool.core.errors import DataError


def word(text, start, end, **more):
    return {"word": text, "start": start, "end": end, **more}


DEEPGRAM = {"results": {"channels": [
    {"alternatives": [{"transcript": "hi there", "words": [
        word("hi", 0.5, 0.8, punctuated_word="Hi,", speaker=0, confidence=0.5),
        word("ann", 1.0, 1.2, punctuated_word="Ann.", speaker=1)]}]},
    {"alternatives": [{"transcript": "no", "words": [word("no", 2.0, 2.5)]}]},
]}}  # fmt: skip
UTTERED = {"results": {**DEEPGRAM["results"], "utterances": [
    {"start": 0.5, "end": 1.2, "channel": 1, "transcript": "Hi, Ann.", "speaker": 3,
     "words": DEEPGRAM["results"]["channels"][0]["alternatives"][0]["words"]}]}}  # fmt: skip


def aws(content, start, end, **more):
    alternatives = [{"content": content, "confidence": "0.5"}]
    kind = {"type": "punctuation"} if start is None else {
        "type": "pronunciation", "start_time": start, "end_time": end}  # fmt: skip
    return {"alternatives": alternatives, **kind, **more}


ITEMS = [aws("Hi", "0.5", "0.8"), aws(",", None, None), aws("Ann", "1.0", "1.2")]
OLD = [
    {"speaker_label": "spk_0", "items": [{"start_time": "0.5", "speaker_label": "spk_0"}]},
    {"speaker_label": "spk_1", "items": [{"start_time": "1.0", "speaker_label": "spk_1"}]},
]
AWS = {"jobName": "a", "results": {"items": ITEMS, "speaker_labels": {"segments": OLD}}}
AWS_CHANNELS = {"results": {"items": ITEMS, "channel_labels": {"channels": [
    {"channel_label": "ch_0", "items": ITEMS[:2]}, {"channel_label": "ch_1", "items": ITEMS[2:]},
]}}}  # fmt: skip
ASSEMBLY = {"audio_url": "x", "text": "Hi, Ann.", "utterances": None, "words": [
    {"text": "Hi,", "start": 500, "end": 800, "confidence": 0.5, "speaker": None},
    {"text": "Ann.", "start": 1000, "end": 1200, "speaker": None}]}  # fmt: skip
ASSEMBLY_SPEAKERS = {"audio_url": "x", "words": ASSEMBLY["words"], "utterances": [
    {"text": "Hi, Ann.", "start": 500, "end": 1200, "speaker": "B", "channel": "2",
     "words": ASSEMBLY["words"]}]}  # fmt: skip
AZURE = {"combinedRecognizedPhrases": [], "recognizedPhrases": [
    {"channel": 0, "speaker": 2, "offset": "PT0.5S", "offsetInTicks": 5e6, "durationInTicks": 7e6,
     "nBest": [{"display": "Hi, Ann.", "words": [
         {"word": "hi", "offsetInTicks": 5e6, "durationInTicks": 3e6, "confidence": 0.5},
         {"word": "ann", "offsetInTicks": 1e7, "durationInTicks": 2e6}]}]}]}  # fmt: skip
AZURE_FAST = {"durationMilliseconds": 9, "phrases": [
    {"channel": 1, "speaker": 1, "offsetMilliseconds": 500, "durationMilliseconds": 700,
     "text": "Hi, Ann.", "words": [
         {"text": "Hi,", "offsetMilliseconds": 500, "durationMilliseconds": 300},
         {"text": "Ann.", "offsetMilliseconds": 1000, "durationMilliseconds": 200}]}]}  # fmt: skip
GOOGLE = {"results": [
    {"alternatives": [{"transcript": "Hi, Ann.", "words": [
        {"startTime": "0.500s", "endTime": "0.800s", "word": "Hi,", "confidence": 0.5},
        {"startTime": "1s", "endTime": "1.200s", "word": "Ann."}]}], "channelTag": 2},
    {"alternatives": [{"transcript": " so"}], "resultEndTime": "1.9s", "channelTag": 2},
    {"alternatives": [{}], "resultEndTime": "3s"}]}  # fmt: skip
_TAGGED = [
    {"endOffset": "0.8s", "word": "Hi,", "speakerTag": 1},
    {"startOffset": "1s", "endOffset": "1.200s", "word": "Ann.", "speakerTag": 2},
]
GOOGLE_SPEAKERS = {"results": [
    {"alternatives": [{"transcript": "Hi,", "words": [{**_TAGGED[0], "speakerTag": 0}]}]},
    {"alternatives": [{"transcript": "Ann.", "words": [{**_TAGGED[1], "speakerTag": 0}]}]},
    {"alternatives": [{"words": _TAGGED}]}]}  # fmt: skip
REV = {"monologues": [{"speaker": 0, "elements": [
    {"type": "unknown", "value": "<cough>"}, {"type": "punct", "value": " "},
    {"type": "text", "value": "Hi", "ts": 0.5, "end_ts": 0.8, "confidence": 0.5},
    {"type": "punct", "value": ", "}, {"type": "unknown", "value": "<noise>"},
    {"type": "text", "value": "Ann", "ts": 1.0, "end_ts": 1.2}, {"type": "punct", "value": "."},
]}]}  # fmt: skip


def speech(content, start, end, speaker, kind="word"):
    alternatives = [{"content": content, "confidence": 0.5, "speaker": speaker}]
    return {"type": kind, "start_time": start, "end_time": end, "alternatives": alternatives}


SPEECHMATICS = {"format": "2.9", "results": [
    speech("Hi", 0.5, 0.8, "S1"), speech(",", 0.8, 0.8, "S1", "punctuation"),
    {"type": "speaker_change", "start_time": 0.9, "end_time": 0.9},
    speech("Ann", 1.0, 1.2, "UU")]}  # fmt: skip


@pytest.mark.parametrize(
    ("document", "said"),
    [
        (DEEPGRAM, [("0", 0, "Hi,", [0.5]), ("1", 0, "Ann.", [1.0]), (None, 1, "no", [2.0])]),
        (UTTERED, [("3", 1, "Hi, Ann.", [0.5, 1.0])]),
        (AWS, [("spk_0", None, "Hi,", [0.5]), ("spk_1", None, "Ann", [1.0])]),
        (AWS_CHANNELS, [(None, 0, "Hi,", [0.5]), (None, 1, "Ann", [1.0])]),
        (ASSEMBLY, [(None, None, "Hi, Ann.", [0.5, 1.0])]),
        (ASSEMBLY_SPEAKERS, [("B", 1, "Hi, Ann.", [0.5, 1.0])]),
        (AZURE, [("2", None, "Hi, Ann.", [0.5, 1.0])]),
        (AZURE_FAST, [("1", 1, "Hi, Ann.", [0.5, 1.0])]),
        (GOOGLE, [(None, 1, "Hi, Ann.", [0.5, 1.0]), (None, 1, "so", [])]),
        (GOOGLE_SPEAKERS, [("1", None, "Hi,", [0.0]), ("2", None, "Ann.", [1.0])]),
        (REV, [("0", None, "<cough> Hi, <noise> Ann.", [0.5, 1.0])]),
        (SPEECHMATICS, [("S1", None, "Hi,", [0.5]), (None, None, "Ann", [1.0])]),
    ],
)
def test_transcripts(tmp_path, document, said):
    (tmp_path / "a.json").write_text(json.dumps(document, indent=1))
    counts = Counter()
    found = []
    for record in read_json(tmp_path / "a.json", None, counts):
        words = () if record.words is UNSET else record.words
        assert not words or " ".join(w.word for w in words) == record.text
        values = (record.speaker, record.channel)
        starts = [round(record.offset + w.start, 6) for w in words]
        found.append((*(None if v is UNSET else v for v in values), record.text, starts))
        if starts[:1] == [0.5] and document is not AZURE_FAST:
            assert words[0].score == 0.5
    assert found == said
    assert counts["untimed"] == 0


def test_words_of_azure_that_the_text_has_not(tmp_path):
    document = json.loads(json.dumps(AZURE))
    document["recognizedPhrases"][0]["nBest"][0]["display"] = "5 Ann."
    (tmp_path / "a.json").write_text(json.dumps(document))
    counts = Counter()
    (record,) = read_json(tmp_path / "a.json", None, counts)
    assert (record.text, record.words, counts["untimed"]) == ("5 Ann.", UNSET, 1)
    assert (record.offset, record.duration) == (0.5, 0.7)


@pytest.mark.parametrize(
    "document",
    [
        {"results": {"channels": [{"alternatives": [{"transcript": "SECRET"}]}]}},  # no times
        {"utterances": [{"start": 0.5, "end": 1.5, "text": "SECRET"}]},  # seconds, not thousandths
        {"monologues": [{"elements": [{"type": "unknown", "value": "SECRET"}]}]},
    ],
)
def test_text_without_times_is_not_lost(tmp_path, document):
    (tmp_path / "a.json").write_text(json.dumps(document))
    with pytest.raises(DataError, match=r"a.json: segment 1: lacks text or times"):
        list(read_json(tmp_path / "a.json", None))


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
