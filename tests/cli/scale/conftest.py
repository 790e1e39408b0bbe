"""Inputs of `privtool scale`."""

import json
from pathlib import Path

import pytest

SAMPLE = Path(__file__).resolve().parents[3] / "data/sample"


VOCABULARY = b"the\t9\na\t7\nis\t5\nto\t5\n"


@pytest.fixture
def raw(tmp_path) -> Path:
    """A part of the sample corpus, with records without an id and blank lines."""
    lines = (SAMPLE / "raw.jsonl").read_bytes().splitlines(keepends=True)[:200]
    for number in range(0, 200, 7):
        record = json.loads(lines[number])
        del record["id"]
        lines[number] = b"\n" + json.dumps(record).encode() + b"\r\n"
    (tmp_path / "raw.jsonl").write_bytes(b"\xef\xbb\xbf" + b"".join(lines)[:-1])
    return tmp_path / "raw.jsonl"


@pytest.fixture
def vocab(tmp_path) -> Path:
    (tmp_path / "vocab.tsv").write_bytes(VOCABULARY)
    return tmp_path / "vocab.tsv"


@pytest.fixture
def masked(call, raw, tmp_path) -> Path:
    few = tmp_path / "few.jsonl"
    few.write_bytes(b"".join(raw.read_bytes().splitlines(keepends=True)[:60]))
    assert call("mask", "-q", "-o", tmp_path / "masked.jsonl", few).status == 0
    return tmp_path / "masked.jsonl"


@pytest.fixture
def manifest() -> Path:
    return SAMPLE / "speech/manifest.jsonl"


@pytest.fixture
def audio(manifest) -> Path:
    return manifest.parent


@pytest.fixture
def short(manifest, tmp_path) -> Path:
    """The manifest of the three shortest recordings."""
    lines = sorted(manifest.read_bytes().splitlines(keepends=True), key=_duration)
    (tmp_path / "short.jsonl").write_bytes(b"".join(lines[:3]))
    return tmp_path / "short.jsonl"


def _duration(line: bytes) -> float:
    return float(json.loads(line)["duration"])


@pytest.fixture
def poisoned(raw) -> Path:
    """Records of which one is broken and another one private words that must not be quoted."""
    lines = raw.read_bytes().splitlines(keepends=True)
    lines[100] = b'{"id":"b","text":"SECRET"\n'
    raw.write_bytes(b"".join(lines))
    return raw
