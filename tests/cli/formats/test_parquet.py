"""Audio datasets of Hugging Face: Parquet, and Arrow as `save_to_disk` writes it."""

import io
import json

import pytest
import soundfile

from tests.support.formats import RATE, exported


def test_parquet_is_what_datasets_reads(call, folder):
    pytest.importorskip("pyarrow", reason="Parquet needs pyarrow: privtool[parquet]")
    from pyarrow import parquet

    exported(call, "parquet")
    schema = parquet.read_schema("parquet/train-00000-of-00001.parquet")
    features = json.loads(schema.metadata[b"huggingface"])["info"]["features"]
    assert features["audio"] == {"_type": "Audio"}
    table = parquet.read_table("parquet/train-00000-of-00001.parquet").to_pylist()
    assert soundfile.info(io.BytesIO(table[0]["audio"]["bytes"])).frames == RATE


def test_parquet_without_audio_or_pyarrow(call, folder, monkeypatch):
    (folder / "a.parquet").write_bytes(b"SECRET")
    args = ("import", "--from", "parquet", "--audio-dir", "clips", "a.parquet")
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        call(*args).failed(69, "privtool[parquet]")
        return
    assert call(*args).status == 65
    parquet.write_table(pa.table({"text": ["SECRET"]}), "a.parquet")
    assert call(*args).status == 65
    row = {"text": ["SECRET"], "audio": [{"bytes": None, "path": "/etc/SECRET.wav"}]}
    parquet.write_table(pa.table(row), "a.parquet")
    call(*args).failed(65)


def test_folders_of_save_to_disk(call, folder):
    pa = pytest.importorskip("pyarrow", reason="Parquet needs pyarrow: privtool[parquet]")
    audio = (folder / "call.wav").read_bytes()
    (folder / "set").mkdir()
    (folder / "set/dataset_info.json").write_text("{}")
    for number, texts in enumerate((["hi", "so"], ["yes"])):
        rows = [{"bytes": audio, "path": "x.wav"} for _ in texts]
        table = pa.table({"audio": rows, "sentence": texts, "other": texts})
        name = f"set/data-{number:05}-of-00002.arrow"
        with pa.OSFile(name, "wb") as file, pa.ipc.new_stream(file, table.schema) as stream:
            stream.write_table(table)
    done = call("import", "-q", "--from", "parquet", "--audio-dir", "clips", "set")
    assert [(row["id"], row["text"]) for row in done.records] == [
        ("set-00001", "hi"), ("set-00002", "so"), ("set-00003", "yes"),
    ]  # fmt: skip
    assert all(soundfile.info(row["audio_filepath"]).frames for row in done.records)
    (folder / "set/data-00001-of-00002.arrow").write_bytes(b"SECRET")
    done = call("import", "--from", "parquet", "--audio-dir", "new", "set")
    done.ended(65, "data-00001-of-00002.arrow: is not Parquet or Arrow")
    (folder / "empty").mkdir()
    done = call("import", "--from", "parquet", "--audio-dir", "other", "empty")
    assert "has no *.arrow files" in done.err


def test_text_that_is_not_utf8_is_bad_data(call, folder):
    pa = pytest.importorskip("pyarrow", reason="Parquet needs pyarrow: privtool[parquet]")
    from pyarrow import parquet

    text = pa.array([b"SECRET \xff"]).view(pa.string())
    rows = {"audio": [{"bytes": b"x", "path": "a.wav"}], "text": text}
    parquet.write_table(pa.table(rows), "a.parquet")
    done = call("import", "--from", "parquet", "--audio-dir", "clips", "a.parquet").failed(65)
    assert done.err == "privtool: a.parquet: is not Parquet or Arrow, or broken\n"
