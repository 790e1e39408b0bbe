"""From recordings to recordings with surrogates: the sample, through whole commands."""

import json
import stat

import numpy as np
import pytest
import soundfile

from tests.support.jsonl import jsonl, read_jsonl


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
    for new, old in zip(made, read_jsonl(speech / "manifest.jsonl"), strict=True):
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


# What tts and splice refuse.
def test_a_folder_that_is_not_empty_is_refused(call, tmp_path):
    (tmp_path / "wav").mkdir()
    (tmp_path / "wav" / "x").write_text("x")
    for command in ("tts", "splice"):
        call(command, "--out-dir", tmp_path / "wav", input=b"").failed(2, "is not empty")
        assert call(command, "-q", "--force", "--out-dir", tmp_path / "wav", input=b"").out == b""


def test_an_engine_without_output_is_an_error(call, surrogates, speech, tmp_path):
    soundfile.write(tmp_path / "empty.wav", np.zeros(0), 8000)
    call(
        "tts", "--audio-root", speech, "--out-dir", tmp_path / "wav", "--engine-command",
        f"cat {tmp_path / 'empty.wav'}", surrogates,
    ).failed(1, "wrote audio without samples")  # fmt: skip


# Where splice takes words from: the input, a corpus, an index of one.
def test_nothing_is_taken_from_a_recording_with_uncertain_words(call, aligned, speech, tmp_path):
    """What is private there is not known: neither record of the recording offers words."""
    one = {**aligned.records[0], "entities": []}
    late = [{**word, "start": 98.0, "end": 99.0} for word in one["words"]]
    word = one["words"][1]
    private = {"start": 0, "end": len(word["word"]), "label": "PERSON"}
    wanted = {
        "id": "wanted",
        "text": word["word"], "words": [],
        "entities": [{**private, "audio_start": word["start"], "audio_end": word["end"]}],
    }  # fmt: skip
    for other, taken in ((one, 1), ({**one, "words": late}, 0)):
        wanted["audio_filepath"] = aligned.records[1]["audio_filepath"]
        given = jsonl(one, other, wanted)
        done = call(
            "splice", "--audio-root", speech, "--out-dir", tmp_path / "w", "--force", input=given
        ).checked()
        assert f" {taken} words taken" in done.err


def test_an_index_is_reused(call, aligned, speech, surrogates, tmp_path):
    """The corpus holds the surrogates' words, as its private ones are other records'."""
    public = [dict(record, entities=[]) for record in aligned.records]
    corpus = speech_copy(speech, tmp_path, public)
    text = b"".join(surrogates.read_bytes().splitlines(keepends=True)[:1])
    record = json.loads(text)
    entity = record["entities"][0]
    record["text"] = record["text"][: entity["start"]] + "my name" + record["text"][entity["end"] :]
    entity["end"] = entity["start"] + len("my name")
    wanted = json.dumps(record).encode()
    first = call(
        "splice", "--index", tmp_path / "words.idx", "--corpus", corpus, "--audio-root", speech,
        "--out-dir", tmp_path / "a", "-o", tmp_path / "a.jsonl", input=wanted,
    ).checked()  # fmt: skip
    assert "1 spliced (100.0 %)" in first.err
    call(
        "splice", "--index", tmp_path / "words.idx", "--audio-root", speech, "--out-dir",
        tmp_path / "b", "-o", tmp_path / "b.jsonl", input=wanted,
    ).checked()  # fmt: skip
    assert [p.name for p in (tmp_path / "a").iterdir()] == [
        p.name for p in (tmp_path / "b").iterdir()
    ]
    assert stat.S_ISREG((tmp_path / "words.idx").stat().st_mode)


def speech_copy(speech, folder, records):
    """A manifest elsewhere that names the sample's audio by its full path."""
    path = folder / "corpus.jsonl"
    lines = [json.dumps(r | {"audio_filepath": str(speech / r["audio_filepath"])}) for r in records]
    path.write_text("\n".join(lines) + "\n")
    return path


def test_a_broken_source_counts_as_not_found(call, aligned, speech, surrogates, tmp_path):
    (tmp_path / "audio").mkdir()
    public = []
    for record in aligned.records:
        whole = (speech / record["audio_filepath"]).read_bytes()
        broken = tmp_path / "audio" / record["audio_filepath"]
        broken.write_bytes(whole[: len(whole) // 20])
        public.append(dict(record, entities=[], audio_filepath=str(broken)))
    (tmp_path / "corpus.jsonl").write_bytes(jsonl(*public))
    record = json.loads(surrogates.read_bytes().splitlines()[0])
    entity = record["entities"][0]
    record["text"] = record["text"][: entity["start"]] + "my name" + record["text"][entity["end"] :]
    entity["end"] = entity["start"] + len("my name")
    done = call(
        "splice", "--corpus", tmp_path / "corpus.jsonl", "--audio-root", speech, "--out-dir",
        tmp_path / "a", "-o", tmp_path / "a.jsonl", input=json.dumps(record).encode(),
    ).checked()  # fmt: skip
    assert "1 dropped" in done.err
    assert "1 sources that cannot be read" in done.err
