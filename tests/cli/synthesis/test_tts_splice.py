"""From recordings to recordings with surrogates: the sample, through whole commands."""

import json

import numpy as np
import pytest
import soundfile

from tests.support.jsonl import jsonl, read_jsonl


def originals(speech):
    return read_jsonl(speech / "manifest.jsonl")


def private_words(record):
    return {
        word
        for entity in record["entities"]
        for word in record["text"][entity["start"] : entity["end"]].lower().split()
    }


@pytest.mark.parametrize(
    "command", [("tts",), ("splice", "--fallback", "tts"), ("tts", "--mode", "turn")]
)
def test_every_turn_gets_new_audio_without_private_words(
    call, command, surrogates, speech, tmp_path
):
    options = (*command, "-o", tmp_path / "safe.jsonl", "--audio-root", speech)
    done = call(*options, "--out-dir", tmp_path / "wav", surrogates).checked()
    assert done.err.startswith(f"privtool {command[0]}: 11 records, 11 turns")
    made = read_jsonl(tmp_path / "safe.jsonl")
    assert len(made) == 11
    for new, old in zip(made, originals(speech), strict=True):
        samples, rate = soundfile.read(tmp_path / new["audio_filepath"])
        assert new["duration"] == pytest.approx(len(samples) / rate, abs=1e-5)
        assert new["text"] != old["text"]
        assert "offset" not in new
        assert not {"audio_start", "audio_end"} & {k for e in new["entities"] for k in e}
        before, _ = soundfile.read(speech / old["audio_filepath"])
        if "words" not in new:
            continue
        times = [word[side] for word in new["words"] for side in ("start", "end")]
        assert times == sorted(times)
        assert times[-1] <= new["duration"] + 0.01
        if "turn" in command:
            assert [word["word"] for word in new["words"]]
            continue
        # The turn up to its first surrogate is the same; of the rest some is not.
        same = np.flatnonzero(samples[: len(before)] != before[: len(samples)])
        assert len(same)
        assert same[0] > 0 or new["entities"][0]["start"] == 0


@pytest.mark.parametrize("rejects", [True, False])
def test_every_record_is_written_dropped_or_rejected(call, surrogates, speech, tmp_path, rejects):
    """Words that end after the audio make a turn uncertain, but its line is not bad."""
    first, second, *_ = map(json.loads, surrogates.read_bytes().splitlines())
    late = [{**word, "start": 98.0, "end": 99.0} for word in first["words"]]
    broken = {**second, "id": "gone", "audio_filepath": "gone.flac"}
    given = [{**first, "words": late}, second, *[broken] * rejects]
    done = call(
        "splice", "--fallback", "drop-part", "--audio-root", speech, "--out-dir", tmp_path / "wav",
        *(("--rejects", tmp_path / "aside") if rejects else ()),
        input=jsonl(*given),
    ).checked()  # fmt: skip
    assert [record["id"] for record in done.records] == [second["id"]]
    assert "2 records, 2 turns" in done.err
    assert " 1 dropped" in done.err
    assert ("1 rejected" in done.err) == rejects


@pytest.mark.parametrize("command", ["tts", "splice"])
def test_only_named_fields_are_passed_on(call, command, surrogates, speech, tmp_path):
    first, *_ = surrogates.read_bytes().splitlines()
    record = {**json.loads(first), "call": "one", "note": "zqxwary"}
    options = (command, "-q", "--audio-root", speech, "--out-dir", tmp_path / "wav", "--force")
    options += ("--fallback", "tts") if command == "splice" else ()
    given = json.dumps(record).encode()
    (kept,) = call(*options, "--keep", "call", input=given).records
    (bare,) = call(*options, input=given).records
    assert {**bare, "call": "one"} == kept
    assert "note" not in bare
    for name, why in (("text", "always written"), ("hyp", "reveals what was private")):
        call(*options, "--keep", name, input=given).failed(2, f"--keep {name}: the field", why)
