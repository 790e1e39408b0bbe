"""What `redact` and `audit audio` cannot check does not pass."""

import numpy as np
import pytest
import soundfile

from tests.support.jsonl import jsonl

RATE = 8000
ROW = {
    "id": "r", "text": "ask quixley now", "audio_filepath": "a.wav", "duration": 2.0,
    "words": [
        {"word": "ask", "start": 0.2, "end": 0.6, "confidence": 1.0},
        {"word": "quixley", "start": 0.7, "end": 1.2, "confidence": 1.0},
        {"word": "now", "start": 1.4, "end": 1.8, "confidence": 1.0},
    ],
    "entities": [{"start": 4, "end": 11, "label": "PERSON"}],
}  # fmt: skip
LATE = [
    *ROW["words"][:1],
    {"word": "quixley", "start": 2.2, "end": 2.6, "confidence": 1.0},
    *ROW["words"][2:],
]


@pytest.fixture
def folder(tmp_path):
    noise = np.random.default_rng(0).uniform(-0.5, 0.5, 2 * RATE)
    soundfile.write(tmp_path / "a.wav", noise, RATE)
    return tmp_path


def run(call, command, folder, row):
    given = (folder / "given.jsonl", folder / "safe.jsonl")
    given[0].write_bytes(jsonl(row))
    if command == "redact":
        return call("redact", "--out-dir", folder / "w", given[0])
    given[1].write_bytes(jsonl({"id": "r", "text": "x", "audio_filepath": "a.wav"}))
    return call("audit", "audio", "--before", given[0], given[1])


@pytest.mark.parametrize("command", ["redact", "audit"])
@pytest.mark.parametrize(
    "changes",
    [
        {"entities": [{"start": 4, "end": 99, "label": "PERSON"}]},
        {"entities": [{"start": 9, "end": 4, "label": "PERSON"}]},
        {"duration": 9.0},
        {"offset": 3.0},
        {"words": [{"word": "quixley", "start": None, "end": 1}]},
    ],
)
def test_spans_beyond_the_end_are_bad_data(call, folder, command, changes):
    assert run(call, command, folder, {**ROW, **changes}).status == 65


def figure(done, name):
    (row,) = done.records
    return next(f for f in row["figures"] if f["name"] == name and not f.get("group"))


@pytest.mark.parametrize(
    "changes",
    [
        {"words": LATE},
        {"text": "", "words": [], "entities": []},
        {"text": "...", "words": [], "entities": []},
    ],
)
def test_audits_count_what_they_cannot_locate_and_that_was_not_replaced(call, folder, changes):
    done = run(call, "audit", folder, {**ROW, **changes}).checked()
    assert figure(done, "unmatched")["attack"]["hits"] == 1


@pytest.mark.parametrize("command", ["redact", "audit"])
def test_a_file_of_several_parts_is_bad_data(call, folder, command):
    (folder / "a.wav").write_bytes((folder / "a.wav").read_bytes() * 2)
    run(call, command, folder, ROW).failed(65, "has several parts")
