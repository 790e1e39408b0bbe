import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
import soundfile

from privtool.audio.io.roots import AudioRoot
from privtool.core.blocks import Format, first_error
from privtool.core.errors import DataError
from privtool.core.reading import Block
from privtool.workflows.datasets.turns import TurnReader
from tests.support.tables import tabled

CANARY = "zqxwary"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    noise = np.random.default_rng(0).uniform(-0.1, 0.1, 32000)
    soundfile.write(tmp_path / "a.wav", noise, 16000)
    soundfile.write(tmp_path / "two.wav", np.stack([noise, -noise], 1), 44100)
    (tmp_path / "broken.wav").write_bytes(b"RIFF\xff\0\0\0WAVEfmt " + bytes(9))
    soundfile.write(tmp_path / "none.wav", noise[:0], 16000)
    return tmp_path


@pytest.fixture
def read(folder):
    def of(*records, keep_going=True, target=str.lower):
        block = Block("m", 1, [json.dumps(record).encode() for record in records])
        stage = TurnReader(AudioRoot(str(folder)), target, 16000, Format("jsonl"), keep_going)
        return stage(block)

    return of


def test_a_turn_is_a_segment_of_a_file_and_a_target(read, folder):
    found = read(
        {"id": 1, "text": "So It Is", "audio_filepath": "a.wav", "offset": 0.5, "duration": 1.0},
        {"id": 2, "text": "here", "audio_filepath": "a.wav", "speaker": "doctor"},
    )
    one, two = found.turns
    path = str(folder / "a.wav")
    assert one[:-1] == (1, 1, path, 0.5, 1.0, "so it is", None, None)
    assert two[:-1] == (2, 2, path, 0.0, 2.0, "here", "doctor", None)
    assert found.counts == Counter(records=2)
    assert found.rejects == []


@tabled("stages", "text masks target")
def test_blanks_of_redact_are_no_part_of_the_target(read, text, masks, target):
    record = {"id": 1, "text": text, "audio_filepath": "a.wav"}
    if masks:
        record["masks"] = [
            {"start": a, "end": b, "label": "PERSON", "method": "redact"} for a, b in masks
        ]
    found = read(record, target=str)
    assert found.turns[0].target == target
    assert found.counts["blanks"] == ("[" in text and "[b" not in text)


def test_unusable_turns_are_left_out_and_counted(read):
    found = read(
        {"id": 1, "text": "a", "audio_filepath": "missing.wav", "drop_turn": True},
        {"id": 2, "text": " ", "audio_filepath": "a.wav"},
        {"id": 3, "text": "[MASK]", "audio_filepath": "a.wav"},
        {"id": 4, "text": "...", "audio_filepath": "a.wav"},
        {"id": 5, "text": "so", "audio_filepath": "a.wav"},
        target=lambda text: text.strip(". "),
    )
    assert [turn.line for turn in found.turns] == [5]
    assert found.counts == Counter(records=5, dropped=1, empty=3)
    assert not found.rejects


def test_other_rates_and_channels_are_counted(read):
    found = read({"id": 1, "text": "a", "audio_filepath": "two.wav"})
    assert found.turns[0].seconds == 32000 / 44100
    assert found.counts == Counter(records=1, mixed=1, resampled=1)


@tabled("stages", "fields reason")
def test_bad_records_are_set_aside_or_end_it(read, fields, reason):
    record = {"id": "x", "text": CANARY, **fields}
    (bad,) = read(record, {"id": 2, "text": "a", "audio_filepath": "a.wav"}).rejects
    assert bad.number == 1
    with pytest.raises(DataError, match=reason) as raised:
        raise first_error(read(record, keep_going=False).rejects)
    assert CANARY not in str(raised.value)
    assert str(raised.value).startswith("m:1: ")
