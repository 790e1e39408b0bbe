"""`redact --whole`: recordings of their own length, without what is private or in no record."""

import json

import numpy as np
import pytest
import soundfile

from privtool.core.errors import UsageError
from privtool.workflows.redact import RedactConfig
from tests.support.jsonl import jsonl, read_jsonl
from tests.support.noise import write_noise

RATE = 8000
SECONDS = 25  # more than two chunks


def row(name, offset, private=False, **fields):
    words = ("ask", "quixley", "now")
    times = [
        {"word": w, "start": 0.5 + n, "end": 1.2 + n, "confidence": 1.0}
        for n, w in enumerate(words)
    ]
    entities = [{"start": 4, "end": 11, "label": "PERSON"}] if private else []
    return {
        "id": name, "text": " ".join(words), "audio_filepath": "call.wav", "offset": offset,
        "duration": 4.0, "words": times, "entities": entities, **fields,
    }  # fmt: skip


ROWS = [
    row("a", 1.0, True, channel=0), row("b", 2.0, channel=1), row("c", 8.5, channel=0),
    row("d", 8.0, True, channel=1), row("e", 10.0, True, channel=1), row("f", 20.0, True),
]  # fmt: skip
COVERED = {0: [(1, 5), (8.5, 12.5), (20, 24)], 1: [(2, 6), (8, 14), (20, 24)]}
PRIVATE = {0: [(2.5, 3.2), (21.5, 22.2)], 1: [(9.5, 10.2), (11.5, 12.2), (21.5, 22.2)]}


def inside(intervals, around=0.0):
    at = (np.arange(SECONDS * RATE) + 0.5) / RATE
    return np.any([(at > start - around) & (at < end + around) for start, end in intervals], axis=0)


@pytest.fixture
def folder(tmp_path):
    write_noise(tmp_path / "call.wav", SECONDS, channels=2)
    (tmp_path / "in.jsonl").write_bytes(jsonl(*ROWS))
    return tmp_path


@pytest.mark.parametrize("subtype", ["PCM_16", "FLOAT", "ULAW", "FLAC"])
def test_a_whole_call(call, folder, subtype):
    if subtype == "FLAC":
        samples, _ = soundfile.read(folder / "call.wav")
        soundfile.write(folder / "call.wav", samples, RATE, format="FLAC")
    else:
        samples, _ = soundfile.read(folder / "call.wav")
        soundfile.write(folder / "call.wav", samples, RATE, subtype=subtype)
    args = ("--out-dir", folder / "turns", "--whole", folder / "whole", folder / "in.jsonl")
    done = call("redact", "-o", folder / "out.jsonl", *args).checked()
    assert "1 whole recordings in" in done.err
    manifest = folder / "whole/manifest.jsonl"
    records = read_jsonl(manifest)
    assert [record["id"] for record in records] == ["a", "b", "d", "c", "e", "f"]
    assert [record.get("channel") for record in records] == [0, 1, 1, 0, 1, None]
    assert records[0]["offset"] == 1.0
    assert records[0]["text"] == "ask [MASK] now"
    (name,) = {record["audio_filepath"] for record in records}
    assert {path.name for path in manifest.parent.iterdir()} == {name, "manifest.jsonl"}
    assert name.endswith(".flac" if subtype == "FLAC" else ".wav")
    before, _ = soundfile.read(folder / "call.wav")
    after, rate = soundfile.read(manifest.parent / name)
    assert (rate, after.shape) == (RATE, before.shape)
    for channel in (0, 1):
        covered, private = inside(COVERED[channel]), inside(PRIVATE[channel])
        near = inside(PRIVATE[channel], 0.4)
        old, new = before[:, channel], after[:, channel]
        assert (old[covered & ~near] == new[covered & ~near]).all()
        assert not new[~covered].any()
        assert np.mean(old[private] == new[private]) < 0.02
    call("redact", *args, "--force", "--jobs", "2").checked()
    assert read_jsonl(manifest) == records


def test_a_record_that_is_rejected_or_dropped_is_silent(call, folder):
    rows = [{**ROWS[2], "masks": []}, ROWS[0], ROWS[3], row("x", 14.0, channel=1)]
    lines = jsonl(*rows)
    done = call(
        "redact", "-q", "--out-dir", folder / "t", "--whole", folder / "w", "--drop-turn",
        "--rejects", folder / "aside", "--audio-root", folder, input=lines,
    ).checked()  # fmt: skip
    assert [record["id"] for record in done.records] == ["x"]
    (path,) = folder.glob("w/*.wav")
    after, _ = soundfile.read(path)
    kept = inside([(14, 18)])
    assert not after[:, 0].any()
    assert not after[~kept, 1].any()
    assert after[kept, 1].any()


def test_a_folder_of_other_files_is_refused(call, folder):
    (folder / "w").mkdir()
    (folder / "w/x").write_text("")
    done = call("redact", "--out-dir", folder / "t", "--whole", folder / "w", folder / "in.jsonl")
    done.failed(2, "is not empty")


def test_parts_of_the_input_do_not_make_whole_recordings(tmp_path):
    RedactConfig(out_dir=tmp_path / "t").check_in_parts()
    with pytest.raises(UsageError, match="needs all records of a recording"):
        RedactConfig(out_dir=tmp_path / "t", whole=tmp_path / "w").check_in_parts()


def test_overlapping_parts_tell_nothing_of_what_they_replaced(call, folder):
    """Coarse samples often equal the noise: whose noise is taken must not depend on that."""
    rows = row("a", 1.0, True, channel=0), row("b", 2.3, channel=0)
    (folder / "in.jsonl").write_bytes(jsonl(*rows))
    samples, _ = soundfile.read(folder / "call.wav")
    written = []
    for sign in (1, -1):
        samples[20_100:25_500] *= sign  # inside the private word
        soundfile.write(folder / "call.wav", samples, RATE, subtype="PCM_U8")
        args = ("--out-dir", folder / "turns", "--whole", folder / "whole")
        call("redact", "-q", "--force", *args, folder / "in.jsonl").checked()
        record = json.loads((folder / "whole/manifest.jsonl").read_text().splitlines()[0])
        written.append((folder / "whole" / record["audio_filepath"]).read_bytes())
    assert written[0] == written[1]
