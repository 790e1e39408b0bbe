"""What tts and splice refuse."""

import json

import numpy as np
import pytest
import soundfile


def test_a_folder_that_is_not_empty_is_refused(call, tmp_path):
    (tmp_path / "wav").mkdir()
    (tmp_path / "wav" / "x").write_text("x")
    for command in ("tts", "splice"):
        call(command, "--out-dir", tmp_path / "wav", input=b"").failed(2, "is not empty")
        assert call(command, "-q", "--force", "--out-dir", tmp_path / "wav", input=b"").out == b""


@pytest.mark.parametrize("command", ["tts", "splice"])
def test_errors_quote_nothing(call, command, tmp_path):
    canary = "zqxwary"
    lines = [
        {"id": 1, "text": canary},
        {"id": 1, "text": canary, "entities": []},
        {"id": 1, "text": canary, "entities": [], "words": [], "audio_filepath": f"{canary}.wav"},
        {"id": 1, "text": canary, "entities": [{"start": 0, "end": 99, "label": canary}],
         "words": [], "audio_filepath": f"{canary}.wav"},
    ]  # fmt: skip
    for number, line in enumerate(lines):
        done = call(command, "--out-dir", tmp_path / str(number), input=json.dumps(line).encode())
        done.failed(65)
        assert canary not in done.err


def test_a_typed_marker_is_not_passed_on(call, speech, tmp_path):
    first = json.loads((speech / "manifest.jsonl").read_text().splitlines()[0])
    line = dict(first, text="my name is [PERSON] and so on", entities=[])
    call(
        "tts", "--audio-root", speech, "--out-dir", tmp_path / "w", input=json.dumps(line).encode()
    ).failed(65, "a marker in the text is not an entity")


@pytest.mark.parametrize("command", [("tts",), ("splice", "--fallback", "tts")])
def test_text_without_surrogates_is_refused(call, command, aligned, speech, tmp_path):
    done = call(*command, "--audio-root", speech, "--out-dir", tmp_path / "wav", input=aligned.out)
    done.failed(65, "run `privtool surrogate` first")
    assert not list((tmp_path / "wav").iterdir())


def test_an_engine_without_output_is_an_error(call, surrogates, speech, tmp_path):
    soundfile.write(tmp_path / "empty.wav", np.zeros(0), 8000)
    call(
        "tts", "--audio-root", speech, "--out-dir", tmp_path / "wav", "--engine-command",
        f"cat {tmp_path / 'empty.wav'}", surrogates,
    ).failed(1, "wrote audio without samples")  # fmt: skip


def test_an_unknown_engine_is_a_missing_model(call, surrogates, tmp_path):
    args = ("--engine", "flite", "--offline", "--out-dir", tmp_path / "new", surrogates)
    call("tts", *args).failed(69, "'flite'")
