"""`privtool asr-eval` on audio: from align to recognized words, and audio that cannot be used."""

from __future__ import annotations

import json
import os
import subprocess

import numpy as np
import pytest
import soundfile

from tests.support.scored_systems import lines

PIPE = """
grep call-001-06 {manifest} | privtool align -q --audio-root {speech} > aligned.jsonl
privtool surrogate -q --key-file key aligned.jsonl > surrogates.jsonl
privtool tts -q --mode turn --audio-root {speech} --out-dir spoken/ surrogates.jsonl > spoken.jsonl
cat aligned.jsonl | privtool asr-eval --audio-root {speech} --nbest 2 --categories dates --table
privtool asr-eval -q --summary totals.json spoken.jsonl > /dev/null
"""


def test_speech_goes_from_align_to_asr_eval(root, program, tmp_path):
    """What was said and what a synthetic voice says instead, both recognized by pocketsphinx."""
    manifest = root / "data/sample/speech/manifest.jsonl"
    key = tmp_path / "key"
    key.write_text("5a" * 32 + "\n")
    key.chmod(0o600)
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", PIPE.format(manifest=manifest, speech=manifest.parent)],
        cwd=tmp_path,
        env={**os.environ, "PATH": os.path.dirname(program) + os.pathsep + os.environ["PATH"]},
        capture_output=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    record = json.loads(done.stdout)
    assert record["text"] == "april seventh nineteen eighty two"
    assert record["hyp"].startswith("april seventh")
    assert record["hyp_words"][0]["word"] == "april"
    for recognized, aligned in zip(record["hyp_words"], record["words"], strict=False):
        assert recognized["start"] == pytest.approx(aligned["start"], abs=0.1)
    assert len(record["nbest"]) == 2
    assert b"F1 dates" in done.stderr
    totals = json.loads((tmp_path / "totals.json").read_text())
    spoken = json.loads((tmp_path / "spoken.jsonl").read_text())
    assert totals["counts"]["words"] == len(spoken["text"].split())


def test_audio_that_cannot_be_used_is_a_bad_line(call, tmp_path):
    soundfile.write(tmp_path / "stereo.wav", np.zeros((4410, 2)), 44_100)
    records = [
        {"id": 1, "text": "a", "audio_filepath": "stereo.wav"},
        {"id": "b", "text": "a", "audio_filepath": "missing.wav"},
        {"id": 3, "text": "a", "audio_filepath": "stereo.wav", "duration": 5},
        {"id": 4, "text": "a"},
        {"id": 5, "text": "a", "audio_filepath": "../stereo.wav"},
    ]
    aside = tmp_path / "aside"
    done = call("asr-eval", "--audio-root", tmp_path, "--rejects", aside, input=lines(records))
    assert done.status == 0
    assert [(record["id"], record["hyp"]) for record in done.records] == [(1, "")]
    assert "1 mixed to mono, 1 resampled" in done.err
    assert "4 rejected" in done.err
    reasons = [json.loads(line)["reason"] for line in aside.read_bytes().splitlines()]
    assert [word in reason for word, reason in zip(
        ("missing", "ends", "audio_filepath", "leads out"), reasons, strict=True
    )] == [True] * 4  # fmt: skip
    first = call("asr-eval", "--audio-root", tmp_path, input=lines(records))
    assert first.status == 65
    assert first.err == "privtool: stdin:2: the audio file is missing (id b)\n"
