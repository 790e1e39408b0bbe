"""A call of two channels with two records, and a whole export of them."""

import pytest

from tests.support.jsonl import jsonl
from tests.support.noise import write_noise

RATE = 8000
WORDS = [{"word": "hello", "start": 0.1, "end": 0.4}, {"word": "ann", "start": 0.5, "end": 0.9}]
ROWS = [
    {"id": "u1", "text": "hello ann", "speaker": "s1", "audio_filepath": "call.wav",
     "offset": 0.5, "duration": 1.0, "channel": 0, "words": WORDS,
     "entities": [{"start": 6, "end": 9, "label": "PERSON"}]},
    {"id": "u2", "text": "so & so", "speaker": "s2", "audio_filepath": "call.wav",
     "offset": 2.0, "duration": 0.5, "channel": 1},
]  # fmt: skip


def exported(call, name):
    done = call("export", "-q", "--to", name, "--out-dir", name, "in.jsonl")
    assert done.status == 0, done.err
    (row,) = done.records
    return row


def without(row, *names):
    return {key: value for key, value in row.items() if key not in names}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_noise(tmp_path / "call.wav", 3, channels=2)
    (tmp_path / "in.jsonl").write_bytes(jsonl(*ROWS))
    return tmp_path
