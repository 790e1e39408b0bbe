"""`privtool asr-eval` on audio: from align to recognized words, and audio that cannot be used."""

import json

import numpy as np
import soundfile

from tests.support.scored_systems import lines


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
