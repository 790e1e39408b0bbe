"""JSON of cloud recognizers, as their documentation shows it: texts, words, speakers, channels."""

import json
from collections import Counter
from pathlib import Path

import pytest
from msgspec import UNSET

from privtool.audio.formats.json_paths import UnreadableError, number_of
from privtool.audio.formats.json_transcripts import read_json
from privtool.core.errors import DataError

TABLE = Path(__file__).parents[2] / "data/transcripts.jsonl"
ROWS = [json.loads(line) for line in TABLE.read_text("utf-8").splitlines()]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["tool"])
def test_transcripts(tmp_path, row):
    (tmp_path / "a.json").write_text(json.dumps(row["document"], indent=1))
    counts = Counter()
    found = []
    for record in read_json(tmp_path / "a.json", None, counts):
        words = () if record.words is UNSET else record.words
        assert not words or " ".join(w.word for w in words) == record.text
        values = (record.speaker, record.channel)
        starts = [round(record.offset + w.start, 6) for w in words]
        found.append([*(None if v is UNSET else v for v in values), record.text, starts])
        if starts[:1] == [0.5] and row["tool"] != "azure_fast":
            assert words[0].score == 0.5
    assert found == row["said"]
    assert counts["untimed"] == 0


def test_words_of_azure_that_the_text_has_not(tmp_path):
    (row,) = (row for row in ROWS if row["tool"] == "azure")
    document = json.loads(json.dumps(row["document"]))
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
