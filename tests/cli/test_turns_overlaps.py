"""`tts` and `splice` of records of a file that overlap: no audio of an overlapped turn is used."""

import json

import numpy as np
import pytest
import soundfile

from tests.support.jsonl import jsonl

RATE = 8000


@pytest.fixture
def folder(tmp_path):
    at = np.arange(8 * RATE) / RATE
    samples = np.stack([np.sin(2 * np.pi * 300 * at), np.sin(2 * np.pi * 500 * at)], axis=1)
    soundfile.write(tmp_path / "call.wav", 0.3 * samples, RATE, subtype="PCM_16")
    return tmp_path


def row(name, offset, surrogate=False, **fields):
    words = ("ask", "miller", "now")
    times = [{"word": w, "start": 0.5 + n, "end": 1.2 + n} for n, w in enumerate(words)]
    if surrogate:
        times.pop(1)
        fields["entities"] = [
            {"start": 4, "end": 10, "label": "PERSON", "audio_start": 1.5, "audio_end": 2.2}
        ]
    return {
        "id": name, "text": " ".join(words), "audio_filepath": "call.wav", "offset": offset,
        "duration": 4.0, "words": times, "entities": [], **fields,
    }  # fmt: skip


ROWS = [
    row("private", 0.0, True, channel=0), row("near", 1.0, channel=0), row("side", 1.0, channel=1),
    row("both", 0.5), row("far", 3.0, channel=0),
]  # fmt: skip


def run(call, folder, *command, rows=ROWS):
    (folder / "in.jsonl").write_bytes(jsonl(*rows))
    out = folder / "out.jsonl"
    done = call(*command, "--out-dir", folder / "w", "-o", out, folder / "in.jsonl").checked()
    return {r["id"]: r for r in map(json.loads, out.read_text().splitlines())}, done.err


def is_original(folder, record, given):
    before, _ = soundfile.read(folder / "call.wav", dtype="int16")
    after, _ = soundfile.read(folder / record["audio_filepath"], dtype="int16")
    first = round(given["offset"] * RATE)
    before = before[first : first + len(after)]
    return np.array_equal(after, before[:, given["channel"]] if "channel" in given else before)


def test_tts_speaks_overlapped_turns(call, folder):
    made, err = run(call, folder, "tts")
    assert "2 overlapped by private words of other records" in err
    given = {each["id"]: each for each in ROWS}
    kept = {name for name in made if is_original(folder, made[name], given[name])}
    assert kept == {"side", "far"}
    assert [word["word"] for word in made["near"]["words"]] == ["ask", "miller", "now"]
    assert made["near"]["text"] == "ask miller now"


def test_splice_drops_overlapped_turns(call, folder):
    made, err = run(call, folder, "splice")
    assert set(made) >= {"side", "far"}
    assert not {"near", "both"} & set(made)
    assert "2 overlapped by private words of other records" in err


def test_the_end_of_a_word_that_was_cut_off_is_private_in_the_turn_after_it(call, folder):
    def cut(name, offset, end):
        turn = row(name, offset, True, channel=0)
        turn["entities"][0]["audio_end"] = end
        return {**turn, "text": "ask miller", "words": turn["words"][:1], "duration": 2.0}

    public = {"entities": [], "words": [], "duration": 1.0, "text": "now"}
    after = {**row("after", 2.0, channel=0), **public}
    later = {**row("later", 6.0, channel=0), **public}
    rows = cut("cut", 0.0, 2.04), after, cut("rounded", 4.0, 2.005), later
    made, err = run(call, folder, "tts", rows=rows)
    assert "1 overlapped by private words of other records" in err
    assert not is_original(folder, made["after"], after)
    assert is_original(folder, made["later"], later)


@pytest.mark.parametrize("allowed", [False, True])
def test_no_word_is_taken_from_where_the_input_is_private(call, folder, allowed):
    """Even if the corpus holds all of the recording for public."""
    turn = row("private", 0.0, True, channel=0)
    words = [{**word, "confidence": 1.0} for word in row("c", 0.0, channel=0)["words"]]
    corpus = {**row("c", 0.0, channel=0), "words": words}
    (folder / "corpus.jsonl").write_bytes(jsonl(corpus))
    options = ("--allow-private-source",) if allowed else ()
    command = ("splice", "--corpus", folder / "corpus.jsonl", *options)
    made, err = run(call, folder, *command, rows=[turn])
    assert set(made) == ({"private"} if allowed else set()), err
