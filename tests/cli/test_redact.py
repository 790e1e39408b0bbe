"""`redact`: what is heard before and after it, by its own recognizers and by others."""

import json

import numpy as np
import pytest
import soundfile

from privtool.audio.dsp.room_tone import replace_intervals
from privtool.core.errors import UsageError
from privtool.interfaces.speech import Hypothesis
from privtool.workflows.config.recognition import RecognitionOptions
from privtool.workflows.redact import RedactConfig
from tests.support.jsonl import jsonl, read_jsonl
from tests.support.noise import write_noise

pytestmark = pytest.mark.usefixtures("loaded_spotters")
RATE = 8000
ROW = {
    "id": "r", "text": "ask quixley now", "audio_filepath": "a.wav",
    "words": [
        {"word": "ask", "start": 0.2, "end": 0.6}, {"word": "quixley", "start": 0.7, "end": 1.2},
        {"word": "now", "start": 1.4, "end": 1.8},
    ],
    "entities": [{"start": 4, "end": 11, "label": "PERSON"}],
}  # fmt: skip


class Recognizer:
    rate, weights = RATE, (0.0,)

    def __init__(self, hear):
        self.recognize = hear


@pytest.fixture
def redact(call, tmp_path, monkeypatch):
    """Run `redact --verify --recognizer`, which hears what a function of the samples says."""
    tone = 0.5 * np.sin(np.arange(2 * RATE) * 440 * 2 * np.pi / RATE)  # spotted fast, unlike noise
    soundfile.write(tmp_path / "a.wav", tone, RATE)

    def run(hear, *options):
        monkeypatch.setattr(RecognitionOptions, "fetch", lambda self, progress: None)
        monkeypatch.setattr(RecognitionOptions, "load", lambda self: Recognizer(hear))
        monkeypatch.setattr(RedactConfig, "models", property(lambda self: {}))
        args = ("--out-dir", tmp_path / "w", "--force", "--audio-root", tmp_path, *options)
        args = (*args, "--transcript", "exact")
        return call(
            "redact", "--verify", "--recognizer", "model", *args, input=json.dumps(ROW).encode()
        )

    return run


def hears(text):
    return lambda clips: [[[Hypothesis(text, 0.0, None)]] for _ in clips]


def test_what_was_heard_before_and_not_again(redact):
    before = []

    def once(clips):
        before.append(clips)
        return hears("quixley" if len(before) == 1 else "")(clips)

    done = redact(once).checked()
    assert "1 heard before, 0 heard again" in done.err
    assert "says nothing" not in done.err


def test_what_is_heard_again_is_a_failure_that_leaves_no_output(redact, tmp_path):
    (tmp_path / "w").mkdir()
    (tmp_path / "w/other.wav").write_bytes(b"")
    files = ("-o", tmp_path / "out", "--whole", tmp_path / "whole")
    redact(hears("quixley"), "--with", "tone", *files).ended(1, "1 heard before, 1 heard again")
    assert not (tmp_path / "out").exists()
    assert [path.name for path in (tmp_path / "w").iterdir()] == ["other.wav"]
    assert list((tmp_path / "whole").iterdir()) == []


def test_without_ears_a_verification_says_nothing(redact):
    done = redact(hears("")).checked()
    assert "no private word was heard before it was removed" in done.err


@pytest.fixture(scope="session")
def three(aligned, root) -> bytes:
    """Three aligned records of the sample, with absolute paths."""
    lines = b"".join(aligned.out.splitlines(keepends=True)[4:7])
    name, folder = b'"audio_filepath":"', root / "data/sample/speech"
    return lines.replace(name, name + f"{folder}/".encode())


def test_nothing_private_is_left_and_the_leak_test_says_so(call, three, tmp_path):
    done = call("redact", "--out-dir", tmp_path / "w", "--verify", input=three).checked()
    summary = done.err.replace(",", "")
    assert summary.startswith(
        "privtool redact: 3 records 8 private words in 3 intervals 8 heard before 0 heard again"
    )
    private = [
        record["text"][entity["start"] : entity["end"]].lower()
        for record in map(json.loads, three.splitlines())
        for entity in record["entities"]
    ]
    assert len(private) == 4
    for phrase in private:
        assert phrase not in done.out.decode().lower()
    files = sorted(path.name for path in (tmp_path / "w").iterdir())
    assert files == sorted(record["audio_filepath"].split("/")[-1] for record in done.records)
    again = call("redact", "-q", "--out-dir", tmp_path / "v", "--jobs", 2, input=three)
    for name in files:
        assert (tmp_path / "v" / name).read_bytes() == (tmp_path / "w" / name).read_bytes()
    for one, other in zip(done.records, again.records, strict=True):
        assert one["text"] == other["text"]


def test_paths_are_relative_to_where_the_records_are(call, three, tmp_path):
    out = tmp_path / "safe.jsonl"
    assert call("redact", "--out-dir", tmp_path / "w", "-o", out, input=three).status == 0
    paths = [json.loads(line)["audio_filepath"] for line in out.read_text().splitlines()]
    assert all(path.startswith("w/") for path in paths)
    call("align", "-q", out).checked()  # what comes out can go in again
    refused = call("redact", "--out-dir", tmp_path / "w", input=three)
    refused.failed(2, "is not empty; add --force to write into it")


@pytest.mark.parametrize("scale", [(), ("scale", "-q", "--workers", 1, "--retries", 0)])
def test_what_is_heard_again_leaves_neither_records_nor_audio(
    call, three, tmp_path, monkeypatch, scale
):
    def only_first(audio, *args):
        return audio if next(heard) else replace_intervals(audio, *args)

    heard = iter([True, True, False])  # all of the first turn is removed in vain, too
    monkeypatch.setattr("privtool.stages.redact.replace_intervals", only_first)
    (tmp_path / "in.jsonl").write_bytes(b"".join(three.splitlines(keepends=True)[:2]))
    out = ("--out-dir", tmp_path / "parts", "--") if scale else ()
    to = () if scale else ("-o", tmp_path / "safe.jsonl")
    options = ("--out-dir", tmp_path / "w", "--verify", *to, tmp_path / "in.jsonl")
    done = call(*scale, *out, "redact", *options)
    done.ended(1, "private words can still be heard; increase --margin")
    assert not [*tmp_path.glob("safe.jsonl"), *tmp_path.glob("parts/part-*")]
    assert len(list((tmp_path / "w").iterdir())) == (1 if scale else 0)  # of the other record


# `redact --whole`: recordings of their own length, without what is private or in no record.
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
