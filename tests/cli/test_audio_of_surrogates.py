"""Records of surrogate still have the identified audio: only tts and splice may hear it."""

from __future__ import annotations

import json

import numpy as np
import pytest
import soundfile

PLACE = {"start": 0, "end": 4, "label": "PERSON", "audio_start": 0.1, "audio_end": 0.4}


@pytest.mark.parametrize(
    "args",
    [
        ("align",),
        ("asr-eval",),
        ("asr-train", "--preset", "conformer-tiny", "--out-dir", "{new}"),
        ("export", "--to", "kaldi", "--out-dir", "{new}"),
    ],
    ids=lambda args: args[0],
)
def test_the_audio_before_surrogate_is_not_that_of_the_text(call, tmp_path, args):
    soundfile.write(tmp_path / "a.wav", np.zeros(16_000), 16_000)
    record = {"id": "c", "text": "mary said", "audio_filepath": "a.wav", "words": []}
    given = json.dumps({**record, "entities": [PLACE]}).encode() + b"\n"
    args = [part.format(new=tmp_path / "new") for part in args]
    done = call(*args, "--audio-root", tmp_path, input=given)
    assert (done.status, done.out) == (65, b"")
    assert "run `privtool tts` or `privtool splice` first (id c)" in done.err
    assert not (tmp_path / "new").exists()
