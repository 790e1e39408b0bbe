"""Records of a channel of a stereo file: each command does as for a file of that channel alone."""

import json

import numpy as np
import pytest
import soundfile

from tests.support.jsonl import jsonl, read_jsonl

CALLS = ("call-001-06", "call-001-04")  # the first is quiet where the second speaks on


@pytest.fixture(scope="module")
def stereo(call, root, tmp_path_factory):
    """A folder with a call of two channels, and each of them as a file; aligned records of both."""
    folder = tmp_path_factory.mktemp("stereo")
    speech = root / "data/sample/speech"
    rows = {row["id"]: row for row in map(json.loads, (speech / "manifest.jsonl").open())}
    sides = [soundfile.read(speech / rows[name]["audio_filepath"], dtype="int16") for name in CALLS]
    rate = sides[0][1]
    samples = np.zeros((max(len(side) for side, _ in sides), 2), np.int16)
    for number, (side, _) in enumerate(sides):
        samples[: len(side), number] = side
    soundfile.write(folder / "both.wav", samples, rate)
    mono, both = [], []
    for number, name in enumerate(CALLS):
        soundfile.write(folder / f"side{number}.wav", samples[:, number], rate)
        row = {**rows[name], "duration": len(samples) / rate}
        mono.append({**row, "audio_filepath": f"side{number}.wav"})
        both.append({**row, "audio_filepath": "both.wav", "channel": number})
    for kind, records in (("mono", mono), ("both", both)):
        (folder / f"{kind}.jsonl").write_bytes(jsonl(*records))
        call("align", "-q", "-o", folder / f"{kind}.a", folder / f"{kind}.jsonl").checked()
    return folder


def rows_of(path):
    return read_jsonl(path)


def test_align(stereo):
    mono, both = rows_of(stereo / "mono.a"), rows_of(stereo / "both.a")
    assert [row["words"] for row in both] == [row["words"] for row in mono]
    assert [row["channel"] for row in both] == [0, 1]


@pytest.mark.parametrize("command", [("redact",), ("tts",), ("splice", "--fallback", "tts")])
def test_new_audio(call, stereo, tmp_path, command):
    (tmp_path / "key").write_text("00" * 32)
    (tmp_path / "key").chmod(0o600)
    made = {}
    for kind in ("mono", "both"):
        records = (stereo / f"{kind}.a").read_bytes()
        if command[0] != "redact":
            records = call(
                "surrogate",
                "-q",
                "--key-file",
                tmp_path / "key",
                "--transcript",
                "exact",
                input=records,
            ).out
        out = tmp_path / kind
        args = ("--out-dir", out, "--audio-root", stereo, "-o", tmp_path / f"{kind}.jsonl")
        call(*command, "-q", *args, input=records).checked()
        rows = rows_of(tmp_path / f"{kind}.jsonl")
        assert all("channel" not in row for row in rows)
        names = [row.pop("audio_filepath").removeprefix(f"{kind}/") for row in rows]
        made[kind] = rows, [(name, (out / name).read_bytes()) for name in names]
    assert made["both"] == made["mono"]


def test_a_word_is_not_taken_from_where_it_is_private_in_the_same_channel(call, stereo, tmp_path):
    first, second = rows_of(stereo / "both.a")
    april = first["words"].pop(0)
    second |= {"text": "april", "words": [april]}
    first |= {"entities": []}
    second["entities"] = [{"start": 0, "end": 5, "label": "DATE"}]
    taken = []
    for channel in (None, 0, 1):
        rows = [{**first, "words": [april, *first["words"]]}, {**second, "channel": channel}]
        if channel is None:
            del rows[1]["channel"]
        (stereo / "corpus.jsonl").write_bytes(jsonl(*rows))
        new = {**first, "audio_filepath": "side0.wav"}
        del new["channel"]
        new["entities"] = [{"start": 0, "end": 5, "label": "DATE"}]
        new["entities"][0] |= {"audio_start": april["start"], "audio_end": april["end"]}
        done = call(
            *("splice", "-q", "--audio-root", stereo, "--corpus", stereo / "corpus.jsonl"),
            *("--out-dir", tmp_path / str(channel)), input=json.dumps(new).encode(),
        )  # fmt: skip
        taken.append(len(done.records))
    assert taken == [0, 0, 1]


def test_asr_eval(call, stereo):
    heard = []
    for kind in ("mono", "both"):
        last = (stereo / f"{kind}.jsonl").read_bytes().splitlines()[-1]
        done = call("asr-eval", "-q", "--audio-root", stereo, input=last)
        heard.append([row["hyp"] for row in done.records])
    assert heard[0] == heard[1] != [""]


def test_audit_audio(call, stereo, tmp_path, loaded_spotters):
    safe = tmp_path / "safe.jsonl"
    last = (stereo / "both.a").read_bytes().splitlines()[-1]
    options = ("--audio-root", stereo, "--out-dir", tmp_path / "w", "-o", safe)
    assert call("redact", "-q", *options, input=last).status == 0
    results = []
    for kind in ("mono", "both"):
        done = call("audit", "audio", "--before", stereo / f"{kind}.a", safe).checked()
        results.append({**done.records[0], "seconds": 0})
    assert results[0]["figures"] == results[1]["figures"]


@pytest.mark.parametrize("channel", [2, -1, "left", True, 0.5])
@pytest.mark.parametrize("command", ["align", "asr-eval", "export", "redact"])
def test_what_is_no_channel(call, stereo, tmp_path, command, channel):
    row = {**rows_of(stereo / "both.a")[0], "channel": channel}
    options = {
        "asr-eval": ("--model", "pocketsphinx"),
        "export": ("--to", "kaldi", "--out-dir", tmp_path / "k"),
        "redact": ("--out-dir", tmp_path / "w"),
    }.get(command, ())
    done = call(command, *options, "--audio-root", stereo, input=json.dumps(row).encode())
    done.failed(65, "field 'channel'")
    assert "left" not in done.err


def test_texts_may_have_a_channel_of_another_kind(call):
    line = b'{"id": 1, "text": "hello", "channel": "zqxwary", "audio_filepath": "a.wav"}'
    done = call("mask", "--keep", "audio_filepath", input=line).checked()
    assert b"zqxwary" not in done.out
    assert call("mask", "--keep", "channel", input=line).records[0]["channel"] == "zqxwary"
    done = call("mask", "--keep", "audio_filepath", input=line.replace(b'"zqxwary"', b"1"))
    assert done.records[0]["channel"] == 1
