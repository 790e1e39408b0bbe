"""From records to other formats and back, through whole commands."""

from __future__ import annotations

import io
import json
import tarfile

import numpy as np
import pytest
import soundfile

RATE = 8000
WORDS = [{"word": "hello", "start": 0.1, "end": 0.4}, {"word": "ann", "start": 0.5, "end": 0.9}]
ROWS = [
    {"id": "u1", "text": "hello ann", "speaker": "s1", "audio_filepath": "call.wav",
     "offset": 0.5, "duration": 1.0, "channel": 0, "words": WORDS,
     "entities": [{"start": 6, "end": 9, "label": "PERSON"}]},
    {"id": "u2", "text": "so & so", "speaker": "s2", "audio_filepath": "call.wav",
     "offset": 2.0, "duration": 0.5, "channel": 1},
]  # fmt: skip


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    noise = np.random.default_rng(0).uniform(-0.5, 0.5, (3 * RATE, 2))
    soundfile.write("call.wav", noise, RATE, subtype="PCM_16")
    (tmp_path / "in.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    return tmp_path


def exported(call, name):
    done = call("export", "-q", "--to", name, "--out-dir", name, "in.jsonl")
    assert done.status == 0, done.err
    (row,) = done.records
    return row


def without(row, *names):
    return {key: value for key, value in row.items() if key not in names}


def test_nemo(call, folder):
    row = exported(call, "nemo")
    assert row["lost_fields"] == ["entities", "words"]
    back = call("import", "-q", "--from", "nemo", "nemo/manifest.json")
    assert back.records == [without(row, "words", "entities") for row in ROWS]


@pytest.mark.parametrize(
    ("name", "ending", "lost"),
    [
        ("whisper", "json", {"id", "channel", "entities"}),
        ("vtt", "vtt", {"id", "channel", "entities", "words"}),
        ("srt", "srt", {"id", "channel", "entities", "words", "speaker"}),
        ("rttm", "rttm", {"id", "channel", "entities", "words", "text"}),
        ("audacity", "txt", {"id", "channel", "entities", "words", "speaker"}),
    ],
)
def test_formats_of_turns(call, folder, name, ending, lost):
    row = exported(call, name)
    assert set(row["lost_fields"]) == lost
    (index,) = map(json.loads, (folder / name / "recordings.jsonl").read_text().splitlines())
    assert index == {"file": f"call.{ending}", "audio_filepath": str(folder / "call.wav")}
    unit = ("--unit", "utterances") if name == "audacity" else ()
    back = call(
        "import", "-q", "--from", name, *unit, "--audio-pattern", "{}.wav", f"{name}/call.{ending}"
    )
    assert back.status == 0, back.err
    expected = [without(row, *lost) for row in ROWS]
    assert [without(row, "id") for row in back.records] == expected
    again = call("import", "-q", "--from", name, *unit, f"{name}/call.{ending}")
    assert all("audio_filepath" not in row for row in again.records)


@pytest.mark.parametrize("name", ["webdataset", "parquet"])
def test_formats_with_audio(call, folder, name):
    if name == "parquet":
        pytest.importorskip("pyarrow", reason="Parquet needs pyarrow: privtool[parquet]")
    row = exported(call, name)
    assert row["lost_fields"] == ([] if name == "webdataset" else ["entities", "words"])
    (file,) = (folder / name).iterdir()
    out = folder / "out.jsonl"
    back = call("import", "-q", "--from", name, "--audio-dir", "clips", "-o", out, file)
    assert back.status == 0, back.err
    records = [json.loads(line) for line in out.read_text().splitlines()]
    lost = {"audio_filepath", "offset", "duration", "channel", *row["lost_fields"]}
    assert [without(r, "audio_filepath") for r in records] == [without(r, *lost) for r in ROWS]
    call_samples, _ = soundfile.read("call.wav")
    for record, given in zip(records, ROWS, strict=True):
        samples, rate = soundfile.read(record["audio_filepath"])
        first = round(given["offset"] * RATE)
        expected = call_samples[first : first + len(samples), given["channel"]]
        assert (rate, len(samples)) == (RATE, round(given["duration"] * RATE))
        assert np.array_equal(samples, expected)
        assert record["audio_filepath"].startswith("clips/")
    refused = call("import", "--from", name, "--audio-dir", "clips", file)
    assert refused.status == 2
    assert call("import", "--from", name, file).status == 2


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
        done = call(*args)
        assert done.status == 69
        assert "privtool[parquet]" in done.err
        return
    assert call(*args).status == 65
    parquet.write_table(pa.table({"text": ["SECRET"]}), "a.parquet")
    assert call(*args).status == 65
    row = {"text": ["SECRET"], "audio": [{"bytes": None, "path": "/etc/SECRET.wav"}]}
    parquet.write_table(pa.table(row), "a.parquet")
    done = call(*args)
    assert done.status == 65
    assert "SECRET" not in done.err


def tar(path, *files):
    with tarfile.open(path, "w") as archive:
        for name, content in files:
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))


def test_tars_of_others(call, folder):
    audio = (folder / "call.wav").read_bytes()
    tar("a.tar", ("x/../../a.b.wav", audio), ("x/../../a.txt", b"hi  there\n"), ("c.WAV", audio))
    done = call("import", "-q", "--from", "webdataset", "--audio-dir", "clips", "a.tar")
    assert done.status == 65  # a.b.wav has the ending b.wav
    tar("a.tar", ("x/../../a.wav", audio), ("x/../../a.txt", b"hi  there\n"), ("c.WAV", audio))
    done = call("import", "-q", "--from", "webdataset", "--audio-dir", "new", "a.tar")
    assert [row.get("text") for row in done.records] == ["hi there", None]
    assert {path.parent for path in folder.rglob("*.wav")} == {folder, folder / "new"}


@pytest.mark.parametrize(
    "files",
    [
        [("SECRET.txt", b"hi")], [("SECRET.wav", b"a"), ("SECRET.flac", b"a")],
        [("SECRET.wav", b"a"), ("SECRET.json", b"[]")],
        [("SECRET.wav", b"a"), ("SECRET.txt", b"\xff")],
    ],
)  # fmt: skip
def test_samples_that_are_none(call, folder, files):
    tar("a.tar", *files)
    done = call("import", "--from", "webdataset", "--audio-dir", "clips", "a.tar")
    assert done.status == 65
    assert "SECRET" not in done.err
    (folder / "a.tar").write_bytes(b"SECRET" * 999)
    assert call("import", "--from", "webdataset", "--audio-dir", "c", "a.tar").status == 65


@pytest.mark.parametrize(
    "options",
    [
        ("--from", "vtt", "--unit", "utterances"), ("--from", "vtt", "--tier", "words"),
        ("--from", "vtt", "--transcript", "t"), ("--from", "nemo", "--audio-pattern", "{}"),
        ("--from", "vtt", "--audio-dir", "d"), ("--from", "parquet"),
    ],
)  # fmt: skip
def test_options_that_a_format_has_no_use_for(call, options):
    assert call("import", *options, "a").status == 2
