import os
import shutil

import numpy as np
import pytest
import soundfile

from privtool.core.errors import DataError
from privtool.models.asr.training import dataset as asr_data
from privtool.models.asr.training.dataset import AsrBatches
from tests.support.jsonl import jsonl, read_jsonl
from tests.support.messages import one_line
from tests.support.trainer_runs import CANARY, assert_no_text_is_written


@pytest.mark.parametrize("workers", [0, 1])
def test_audio_that_goes_away_is_reported_with_its_place(
    train, tmp_path, speech, monkeypatch, workers
):
    monkeypatch.setattr(asr_data, "_STATISTICS_SECONDS", 0.01)
    read = asr_data.features_of

    def gone(examples, number):
        if number == 4 and (tmp_path / "asr.part").exists():
            raise DataError("the audio file is missing")
        return read(examples, number)

    monkeypatch.setattr(asr_data, "features_of", gone)
    done = train(workers=workers).failed(65)
    assert one_line(done.err) == "privtool: stdin:5: the audio file is missing"


def test_rejects_are_set_aside(train, speech, tmp_path):
    folder, records = speech
    noise = np.random.default_rng(1).normal(scale=0.1, size=22050)
    soundfile.write(tmp_path / "whole.flac", noise, 22050)
    data = bytearray((tmp_path / "whole.flac").read_bytes())
    data[len(data) // 2 : len(data) // 2 + 400] = bytes(400)
    (folder / "damaged.flac").write_bytes(data)
    bad = [
        {**records[0], "text": CANARY, "audio_filepath": f"{CANARY}.wav"},
        {**records[0], "text": f"{CANARY} " * 40},
        {**records[0], "id": "short", "text": CANARY, "duration": 0.01},
        {**records[0], "id": "bad", "text": CANARY, "audio_filepath": "damaged.flac"},
    ]
    given = jsonl(*records[:1], *bad, *records[1:])
    done = train("--rejects", tmp_path / "aside", input=given)
    assert (done.status, done.err) == (0, "")
    rows = read_jsonl(tmp_path / "aside")
    rows.sort(key=lambda row: row["line"])
    assert [row["line"] for row in rows] == [2, 3, 4, 5]
    assert [row["id"] for row in rows] == [0, 0, "short", "bad"]
    assert rows[0]["reason"] == "the audio file is missing"
    assert "they do not belong together" in rows[1]["reason"]
    assert "shorter than a window" in rows[2]["reason"]
    assert rows[3]["reason"] == "the audio file is broken"
    assert CANARY not in (tmp_path / "aside").read_text() + done.out.decode()
    assert done.records[0]["train"]["turns"] == 8


def test_a_longer_clip_than_a_batch(train):
    done = train("--batch-seconds", 1)
    assert (done.status, done.err) == (0, "")


def test_a_process_that_dies_is_reported(train, monkeypatch):
    monkeypatch.setattr(AsrBatches, "__getitem__", lambda *_: os._exit(9))
    train(workers=1).failed(1, "a process that reads audio died (out of memory?)")


def test_long_texts_and_clips_to_validate_on_are_fine(train, speech, tmp_path):
    long = {**speech[1][0], "text": "a b " * 40}
    (tmp_path / "v").write_bytes(jsonl(long, *speech[1]))
    (result,) = train("--valid", tmp_path / "v").records
    assert result["valid"]["turns"] == 9


def test_no_text_is_written_except_in_the_pieces(train, speech, tmp_path):
    records = [{**record, "text": CANARY} for record in speech[1]]
    (tmp_path / "v").write_bytes(jsonl(*records))
    options = ("--valid", tmp_path / "v", "--eval-every", 1, "--debug")
    options += ("--batch-seconds", 1.5)
    assert_no_text_is_written(3, train, *options, out=tmp_path / "asr", input=jsonl(*records))


def test_no_text_speaker_id_or_file_name_is_written(train, speech, tmp_path):
    """Characters are the tokens here; pieces of other kinds may be words of the text."""
    folder, records = speech
    rows = []
    for number, record in enumerate(records):
        name = f"{CANARY}{number}.wav"
        shutil.copy(folder / record["audio_filepath"], tmp_path / name)
        text = f"{CANARY} {record['text']}" if number == 0 else record["text"]
        private = {"id": f"{CANARY}{number}", "speaker": CANARY, "note": CANARY}
        rows.append({**record, **private, "text": text, "audio_filepath": name})
    (tmp_path / "valid.jsonl").write_bytes(jsonl(*rows[:2]))
    rows.append({**rows[1], "id": f"{CANARY}-missing", "audio_filepath": f"{CANARY}-missing.wav"})
    done = train(
        *("--audio-root", tmp_path, "--valid", tmp_path / "valid.jsonl", "--batch-seconds", 8),
        *("--summary", tmp_path / "summary", "--rejects", tmp_path / "aside"),
        input=jsonl(*rows),
    ).checked()
    model = {path.name: path.read_bytes() for path in (tmp_path / "asr").iterdir()}
    assert "README.md" in model
    shown = [done.out, done.err.encode(), (tmp_path / "summary").read_bytes(), *model.values()]
    everything = b"\0".join(shown).lower() + b"\0".join(map(str.encode, model))
    assert CANARY.encode() not in everything
    # Ids are what --rejects is for; no text is in it.
    aside = (tmp_path / "aside").read_text()
    assert f"{CANARY}-missing" in aside
    assert records[1]["text"] not in aside
