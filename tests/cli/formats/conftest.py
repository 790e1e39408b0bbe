"""A call of two channels with two records."""

import pytest

from tests.support.formats import ROWS
from tests.support.jsonl import jsonl
from tests.support.noise import write_noise


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_noise(tmp_path / "call.wav", 3, channels=2)
    (tmp_path / "in.jsonl").write_bytes(jsonl(*ROWS))
    return tmp_path
