import json
import shutil

import numpy as np
import pytest
import soundfile

from tests.support.jsonl import read_jsonl


@pytest.fixture
def speech(root, tmp_path, monkeypatch):
    shutil.copytree(root / "data/sample/speech", tmp_path / "speech")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "speech" / "manifest.jsonl"


def test_there_and_back_by_kaldi(call, speech):
    done = call("export", "--to", "kaldi", "--out-dir", "k", speech).checked()
    (row,) = done.records
    assert row == {
        "format": "kaldi", "records": 11, "recordings": 11, "hours": row["hours"],
        "lost_fields": ["entities"],
    }  # fmt: skip
    assert done.err.startswith("privtool export: 11 records, 11 recordings, ")
    back = call("import", "--from", "kaldi", "k")
    assert back.err == "privtool import: 11 records, ids kept\n"
    given = read_jsonl(speech)
    for new, old in zip(back.records, given, strict=True):
        assert (new["id"], new["text"], new["speaker"]) == (old["id"], old["text"], old["speaker"])
        assert new["audio_filepath"] == f"speech/{old['audio_filepath']}"
        assert new["duration"] == pytest.approx(old["duration"], abs=1e-4)
    call("export", "--to", "kaldi", "--out-dir", "k", speech).failed(2, "--force replaces it")
    assert call("export", "--to", "kaldi", "--out-dir", "k", "--force", speech).status == 0
    others = call("export", "--to", "lhotse", "--out-dir", "k", "--force", speech)
    assert "--force only replaces folders of privtool" in others.err
    inside = call("export", "--to", "kaldi", "--out-dir", "k", "--force", "-o", "k/result", speech)
    assert "--output is in k, which is written as a whole" in inside.err


def test_what_is_exported_is_not_in_the_folder_that_is_replaced(call, speech, tmp_path):
    assert call("export", "--to", "kaldi", "--out-dir", "k", speech).status == 0
    shutil.copytree(tmp_path / "speech", tmp_path / "k" / "speech")
    (tmp_path / "one.jsonl").write_text(
        '{"id": 1, "audio_filepath": "k/speech/call-001-02.flac"}\n'
    )
    for given in ("k/speech/manifest.jsonl", "one.jsonl"):
        done = call("export", "--to", "kaldi", "--out-dir", "k", "--force", given)
        done.failed(2, "is in k, which is written as a whole")
        assert (tmp_path / "k" / "speech" / "call-001-02.flac").is_file()


def test_channels_and_files_of_one_name_are_not_mixed_up(call, tmp_path):
    (tmp_path / "a.ctm").write_text("a 0 0.1 0.2 hello\na 1 0.1 0.2 there\n")
    (tmp_path / "b.stm").write_text("a 1 ann 0 1 hello\n")
    for options in (("ctm", tmp_path / "a.ctm"), ("stm", tmp_path / "b.stm", tmp_path / "b.stm")):
        call("import", "--from", *options).ended(65, "an id occurs twice")


def test_bad_lines_of_an_export(call, speech, tmp_path):
    line = speech.read_bytes().splitlines(keepends=True)[0]
    bad = line.replace(b"call-001-02.flac", b"../SECRET.flac")
    args = ("export", "--to", "kaldi", "--out-dir", "k", "--audio-root", "speech")
    done = call(*args, input=line + bad).failed(65)
    assert done.err.startswith(
        "privtool: stdin:2: field 'audio_filepath' leads out of the audio folder"
    )
    assert not (tmp_path / "k").exists()
    done = call(*args, "--rejects", "aside", "--jobs", 2, input=line + bad).checked()
    assert "1 rejected" in done.err
    (row,) = map(json.loads, (tmp_path / "aside").read_text().splitlines())
    assert row["line"] == 2


def test_a_command_in_a_wav_scp_is_a_bad_line(call, speech, tmp_path):
    soundfile.write(tmp_path / "touch SECRET |", np.zeros(8000), 8000, format="WAV")
    soundfile.write(tmp_path / "a.wav", np.zeros(8000), 8000)
    lines = (
        b'{"id": "u1", "audio_filepath": "touch SECRET |"}\n'
        b'{"id": " u2", "audio_filepath": "a.wav"}\n'
        b'{"id": "u3", "audio_filepath": "a.wav"}\n'
    )
    args = ("export", "--to", "kaldi", "--out-dir", "k")
    done = call(*args, input=lines).failed(65)
    assert done.err == (
        "privtool: stdin:1: Kaldi would take the path of its audio for a command: "
        "rename the file (id u1)\n"
    )
    done = call(*args, "--rejects", "aside", input=lines).checked()
    assert "2 rejected" in done.err
    assert (tmp_path / "k" / "wav.scp").read_text() == f"a {tmp_path}/a.wav\n"
    assert "SECRET" not in (tmp_path / "aside").read_text()
    call("export", "--to", "lhotse", "--out-dir", "l", input=lines).checked()


def test_an_output_is_replaced_by_a_whole_one_alone(call, tmp_path):
    (tmp_path / "a.ctm").write_text("a 1 0.1 0.2 hello\n")
    done = call("import", "-q", "--from", "ctm", tmp_path / "a.ctm", "-o", tmp_path / "out")
    assert (done.status, done.out, done.err) == (0, b"", "")
    assert json.loads((tmp_path / "out").read_text())["words"][0]["word"] == "hello"
    (tmp_path / "a.ctm").write_text("a 1 0.1 0.2\n")
    done = call("import", "--from", "ctm", tmp_path / "a.ctm", "-o", tmp_path / "out").failed(65)
    assert done.err == f"privtool: {tmp_path / 'a.ctm'}:1: has fewer than 5 fields\n"
    assert "hello" in (tmp_path / "out").read_text()


def test_an_output_that_cannot_be_written_leaves_no_folder_and_no_rejects(call, root, tmp_path):
    call(
        "export", "--to", "kaldi", "--out-dir", tmp_path / "k", "--rejects", tmp_path / "r",
        "-o", tmp_path / "no" / "out", root / "data/sample/speech/manifest.jsonl",
    ).failed(1, "cannot be written (no such folder)")  # fmt: skip
    assert list(tmp_path.iterdir()) == []
