"""What a training run writes of its records."""

from __future__ import annotations

import shutil

from tests.support.asr_training import CANARY, lines


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
    (tmp_path / "valid.jsonl").write_bytes(lines(rows[:2]))
    rows.append({**rows[1], "id": f"{CANARY}-missing", "audio_filepath": f"{CANARY}-missing.wav"})
    done = train(
        *("--audio-root", tmp_path, "--valid", tmp_path / "valid.jsonl", "--batch-seconds", 8),
        *("--summary", tmp_path / "summary", "--rejects", tmp_path / "aside"),
        input=lines(rows),
    )
    assert done.status == 0, done.err
    model = {path.name: path.read_bytes() for path in (tmp_path / "asr").iterdir()}
    assert "README.md" in model
    shown = [done.out, done.err.encode(), (tmp_path / "summary").read_bytes(), *model.values()]
    everything = b"\0".join(shown).lower() + b"\0".join(map(str.encode, model))
    assert CANARY.encode() not in everything
    # Ids are what --rejects is for; no text is in it.
    aside = (tmp_path / "aside").read_text()
    assert f"{CANARY}-missing" in aside
    assert records[1]["text"] not in aside
