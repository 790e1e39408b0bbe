"""Formats that hold the audio of their records."""

import gzip
import io
import json
import sys
import tarfile

import numpy as np
import pyarrow as pa
import pytest
import soundfile
from pyarrow import parquet

from tests.cli.formats.conftest import RATE, ROWS, exported, without
from tests.support.jsonl import jsonl, read_jsonl


@pytest.mark.parametrize("name", ["webdataset", "parquet", "shar", "audiofolder"])
def test_formats_with_audio(call, folder, name):
    row = exported(call, name)
    plain = name in ("parquet", "audiofolder")
    assert row["lost_fields"] == (["entities", "words"] if plain else [])
    of_folder = name in ("shar", "audiofolder")
    file = folder / name if of_folder else next((folder / name).iterdir())
    out = folder / "out.jsonl"
    where = () if name == "audiofolder" else ("--audio-dir", "clips")
    call("import", "-q", "--from", name, *where, "-o", out, file).checked()
    records = read_jsonl(out)
    lost = {"audio_filepath", "offset", "duration", "channel", *row["lost_fields"]}
    kept = [without(r, "audio_filepath", "offset", "duration") for r in records]
    assert kept == [without(r, *lost) for r in ROWS]
    assert {r.get("offset", 0) for r in records} == {0}
    call_samples, _ = soundfile.read("call.wav")
    for record, given in zip(records, ROWS, strict=True):
        samples, rate = soundfile.read(record["audio_filepath"])
        first = round(given["offset"] * RATE)
        expected = call_samples[first : first + len(samples), given["channel"]]
        assert (rate, len(samples)) == (RATE, round(given["duration"] * RATE))
        assert np.array_equal(samples, expected)
        assert record["audio_filepath"].startswith("clips/" if where else "audiofolder/")
    call("import", "--from", name, "--audio-dir", "clips", file).failed(2)
    if where:
        assert call("import", "--from", name, file).status == 2


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
    call("import", "--from", "webdataset", "--audio-dir", "clips", "a.tar").failed(65)
    (folder / "a.tar").write_bytes(b"SECRET" * 999)
    assert call("import", "--from", "webdataset", "--audio-dir", "c", "a.tar").status == 65


@pytest.mark.parametrize("name", ["webdataset", "shar", "parquet"])
def test_names_of_audio_files_do_not_depend_on_private_names(call, folder, name):
    """Ids that are replaced could be found in a hash of them by trying."""
    files = []
    for person in ("anna", "maria"):
        row = {**ROWS[0], "id": person, "speaker": person, "text": f"hello {person}"}
        given = json.dumps(without(row, "words", "entities")) + "\n"
        call("export", "-q", "--to", name, "--out-dir", person, input=given.encode()).checked()
        source = folder / person if name == "shar" else next((folder / person).iterdir())
        where = ("--audio-dir", f"{person}-clips", "--ids", "number")
        assert call("import", "-q", "--from", name, *where, source).status == 0
        files.append([path.name for path in (folder / f"{person}-clips").iterdir()])
    assert files[0] == files[1]


def test_the_ending_of_a_name_is_no_place_for_a_name(call, folder):
    audio = (folder / "call.wav").read_bytes()
    paths = ("visit.Anna", "call.WAV", "visit")
    rows = [{"bytes": audio, "path": path} for path in paths]
    parquet.write_table(pa.table({"audio": rows}), "a.parquet")
    done = call("import", "-q", "--from", "parquet", "--audio-dir", "clips", "a.parquet")
    names = [row["audio_filepath"] for row in done.records]
    assert [name.rpartition(".")[1:] for name in names[1:2]] == [(".", "wav")]
    assert not any("." in name for name in (names[0], names[2]))
    assert len(set(names)) == 3


def test_shar_is_what_lhotse_reads(call, folder):
    from lhotse import CutSet

    exported(call, "shar")
    one, two = CutSet.from_shar(in_dir="shar")
    call_samples, _ = soundfile.read("call.wav")
    assert np.array_equal(two.load_audio()[0], call_samples[16000:20000, 1].astype(np.float32))
    assert [item.symbol for item in one.supervisions[0].alignment["word"]] == ["hello", "ann"]
    assert one.supervisions[0].alignment["word"][1].start == 0.5


@pytest.mark.parametrize("name", ["webdataset", "shar"])
def test_a_folder_may_have_a_percent_sign_in_its_name(call, folder, name):
    (folder / "in.jsonl").write_bytes(jsonl(ROWS[0]))
    call("export", "--to", name, "--out-dir", "100%d", "in.jsonl").checked()
    assert any(path.name.endswith("000000.tar") for path in (folder / "100%d").iterdir())


def test_shar_with_less_audio_than_cuts_is_refused(call, folder):
    exported(call, "shar")
    lines = gzip.decompress((folder / "shar/cuts.000000.jsonl.gz").read_bytes())
    (folder / "shar/cuts.000000.jsonl.gz").write_bytes(
        gzip.compress(lines + lines[: lines.index(b"\n") + 1])
    )
    done = call("import", "--from", "shar", "--audio-dir", "clips", "shar")
    done.ended(65, "has audio for fewer cuts than it lists")


def test_shar_of_cuts_alone_or_of_other_bytes(call, folder):
    exported(call, "shar")
    args = ("import", "--from", "shar", "--audio-dir", "clips", "shar")
    (folder / "shar/recording.000000.tar").unlink()
    call(*args).failed(65, "cut 1: has no audio of one channel in the shards")
    (folder / "shar/cuts.000000.jsonl.gz").write_bytes(gzip.compress(b"SECRET\n"))
    call(*args).failed(65)
    (folder / "shar/cuts.000000.jsonl.gz").unlink()
    assert "has no shards of cuts" in call(*args).err


@pytest.mark.parametrize("name", ["../u1", "/u1", "a/../../u1", ""])
def test_ids_that_are_no_names_in_a_tar(call, folder, name):
    row = {**ROWS[0], "id": name}
    (folder / "in.jsonl").write_bytes(jsonl(row))
    done = call("export", "--to", "shar", "--out-dir", "shar", "in.jsonl")
    done.failed(65, "its 'id' is no name for a file in a tar")


def test_tables_of_audio_folders_with_rows_that_are_none(call, folder):
    (folder / "set").mkdir()
    (folder / "set/metadata.jsonl").write_text('{"file_name":"a.wav"}\n["SECRET"]')
    call("import", "--from", "audiofolder", "set").ended(65, "has a row that cannot be read")


# Audio datasets of Hugging Face: Parquet, and Arrow as `save_to_disk` writes it.
def test_parquet_is_what_datasets_reads(call, folder):
    exported(call, "parquet")
    schema = parquet.read_schema("parquet/train-00000-of-00001.parquet")
    features = json.loads(schema.metadata[b"huggingface"])["info"]["features"]
    assert features["audio"] == {"_type": "Audio"}
    table = parquet.read_table("parquet/train-00000-of-00001.parquet").to_pylist()
    assert soundfile.info(io.BytesIO(table[0]["audio"]["bytes"])).frames == RATE


def test_parquet_without_audio_or_pyarrow(call, folder, monkeypatch):
    args = ("import", "--from", "parquet", "--audio-dir", "clips", "a.parquet")
    rows = {"text": ["SECRET"], "audio": [{"bytes": None, "path": "/etc/SECRET.wav"}]}
    (folder / "a.parquet").write_bytes(b"SECRET")
    for table in (None, {"text": ["SECRET"]}, rows):
        if table:
            parquet.write_table(pa.table(table), "a.parquet")
        call(*args).failed(65)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    call(*args).failed(69, "privtool[parquet]")


def test_folders_of_save_to_disk(call, folder):
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
    text = pa.array([b"SECRET \xff"]).view(pa.string())
    rows = {"audio": [{"bytes": b"x", "path": "a.wav"}], "text": text}
    parquet.write_table(pa.table(rows), "a.parquet")
    done = call("import", "--from", "parquet", "--audio-dir", "clips", "a.parquet").failed(65)
    assert done.err == "privtool: a.parquet: is not Parquet or Arrow, or broken\n"
