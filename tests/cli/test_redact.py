"""`redact`: what is heard before and after it, by its own recognizers and by others."""

import json

import numpy as np
import pytest
import soundfile

from privtool.audio.dsp.room_tone import replace_intervals
from privtool.interfaces.recognition import Hypothesis

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
        for name, fake in (
            ("fetch_recognizer", lambda options, progress: None),
            ("load_recognizer", lambda options: Recognizer(hear)),
        ):
            monkeypatch.setattr(f"privtool.workflows.redact.{name}", fake)
        monkeypatch.setattr(
            "privtool.workflows.redact.RedactConfig.models", property(lambda self: {})
        )
        args = ("--out-dir", tmp_path / "w", "--force", "--audio-root", tmp_path, *options)
        args = (*args, "--transcript", "exact")
        return call(
            "redact", "--verify", "--recognizer", "model", *args, input=json.dumps(ROW).encode()
        )

    return run


def hears(text, words=None):
    return lambda clips: [[[Hypothesis(text, 0.0, words)]] for _ in clips]


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


def test_a_malformed_result_is_bad_data(redact, tmp_path):
    done = redact(lambda clips: None).failed(65)
    assert done.err.startswith("privtool: stdin:1: the recognizer returned a malformed result")
    done = redact(lambda clips: [[["quixley"]]], "--rejects", tmp_path / "aside").checked()
    assert "quixley" not in (tmp_path / "aside").read_text()
    assert done.records == []


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
