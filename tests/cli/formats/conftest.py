"""A call of two channels with two records."""

import numpy as np
import pytest
import soundfile

from tests.support.formats import RATE, ROWS
from tests.support.jsonl import jsonl


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    noise = np.random.default_rng(0).uniform(-0.5, 0.5, (3 * RATE, 2))
    soundfile.write("call.wav", noise, RATE, subtype="PCM_16")
    (tmp_path / "in.jsonl").write_bytes(jsonl(*ROWS))
    return tmp_path
