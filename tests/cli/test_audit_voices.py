"""`privtool audit audio --verifier`: voices that are linked to speakers, and those that are not."""

from __future__ import annotations

import json

import numpy as np
import pytest
import soundfile

from privtool.reports.audit_rows import audit_of
from privtool.reports.taken import TakenFields
from tests.support.tiny_verifiers import xvector_folder

RATE = 16_000
PITCHES = {"ann-q": 150, "bob-q": 400, "cyd-q": 900, "dan-q": 2000, "eve-q": 4500}
TURNS = 3


def as_lines(records):
    return b"".join(json.dumps(record).encode() + b"\n" for record in records)


def sound(pitch, seed):
    """A second of a tone with other noise in each turn: a voice that the tiny model can know."""
    draw = np.random.default_rng(seed)
    return 0.3 * np.sin(2 * np.pi * pitch * np.arange(RATE) / RATE) + draw.normal(0, 0.01, RATE)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Original turns in `manifest.jsonl`, and turns of noise in `noise.jsonl`."""
    folder = tmp_path_factory.mktemp("voices")
    records = []
    for speaker, pitch in PITCHES.items():
        for number in range(TURNS):
            name, seed = f"{speaker}{number}", pitch + number
            soundfile.write(folder / f"{name}.flac", sound(pitch, seed), RATE)
            noise = np.random.default_rng(-seed % 99).normal(0, 0.1, RATE)
            soundfile.write(folder / f"{name}_noise.flac", noise, RATE)
            record = {"id": name, "text": "hello", "audio_filepath": f"{name}.flac"}
            records.append({**record, "speaker": speaker, "entities": []})
    (folder / "manifest.jsonl").write_bytes(as_lines(records))
    noisy = [{**each, "audio_filepath": f"{each['id']}_noise.flac"} for each in records]
    (folder / "noise.jsonl").write_bytes(as_lines(noisy))
    return folder


@pytest.fixture(scope="module")
def verifier(tmp_path_factory):
    return xvector_folder(tmp_path_factory.mktemp("verifier"))


@pytest.fixture
def audit(call, folder, verifier):
    """Audit the voices of records: gives the outcome."""

    def run(*args, before=folder):
        voices = ("--verifier", verifier, "--device", "cpu")
        return call("audit", "audio", "--before", before, *voices, *args)

    return run


def figures_of(done):
    assert done.status == 0, done.err
    return {each["name"]: each for each in json.loads(done.out)["figures"]}


def test_untouched_voices_are_linked_as_the_originals_are_and_noise_is_not(audit, folder):
    done = audit("--table", folder / "manifest.jsonl")
    kept = figures_of(done)
    of = len(PITCHES) * TURNS
    assert kept["voice_linked"]["attack"] == {"hits": of, "of": of, "value": 1.0}
    assert kept["voice_linked_before"]["attack"] == kept["voice_linked"]["attack"]
    assert kept["voice_linked"]["baseline"]["value"] == 1 / len(PITCHES)
    assert kept["speaker_eer"]["value"] == kept["speaker_eer_before"]["value"] < 0.2
    assert kept["speaker_eer"]["baseline"]["value"] == 0.5
    assert "speaker_eer_before" in done.err
    gone = figures_of(audit(folder / "noise.jsonl"))
    assert gone["voice_linked"]["attack"]["hits"] <= of / 2
    assert gone["voice_linked_before"] == kept["voice_linked_before"]
    assert gone["speaker_eer"]["value"] > 0.3


def test_the_notes_say_what_was_not_measured(call, audit, folder):
    kept, gone = (
        json.loads(audit(folder / name).out) for name in ("manifest.jsonl", "noise.jsonl")
    )
    plain = json.loads(call("audit", "audio", "--before", folder, folder / "manifest.jsonl").out)
    voice = "the voice is not anonymized: 15 of 15 records"
    assert kept["notes"][0].startswith(voice)
    assert plain["notes"][0].startswith(voice)
    assert plain["notes"][1].endswith("was not measured: --verifier measures it")
    assert gone["notes"] == ["no record has audio of its original speaker"]
    assert "voice_linked" not in {each["name"] for each in plain["figures"]}


def test_short_turns_are_left_out_with_a_note(audit, folder, tmp_path):
    records = [json.loads(line) for line in (folder / "manifest.jsonl").read_bytes().splitlines()]
    records[0]["duration"] = 0.3
    before = tmp_path / "before.jsonl"
    before.write_bytes(as_lines(records))
    done = audit("--before-root", folder, "--audio-root", folder, before, before=before)
    assert figures_of(done)["voice_linked"]["attack"]["of"] == len(records) - 1
    assert "1 turns are too short for the verifier" in json.loads(done.out)["notes"]


def test_nothing_names_a_speaker_or_a_folder(audit, folder, verifier):
    done = audit("--table", "--unit", "speaker", folder / "manifest.jsonl")
    assert "keywords+pocketsphinx+verifier@" in json.loads(done.out)["signature"]
    shown = done.out.decode() + done.err
    assert not any(name in shown for name in (*PITCHES, str(folder), str(verifier)))


def test_the_figures_enter_a_report(audit, folder):
    row = json.loads(audit(folder / "manifest.jsonl").out)
    known = audit_of("audit audio", TakenFields(row)).figures
    assert [figure.name for figure in known] == [each["name"] for each in row["figures"]]
    assert [figure.value for figure in known] == [each["value"] for each in row["figures"]]


def test_results_with_voices_cannot_be_added(call, audit, folder):
    done = call("audit", "audio", "--pool", input=audit(folder / "manifest.jsonl").out)
    assert done.status == 65
    assert "figures that cannot be pooled" in done.err
    done = audit("--poolable", folder / "manifest.jsonl")
    assert done.status == 2
    assert "--verifier and --poolable exclude each other" in done.err


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"speaker": None}, "field 'speaker'"),
        ({"speaker": ""}, "field 'speaker' is missing: --verifier needs it"),
        ({"speaker": "ann-q"}, "--verifier needs originals of two speakers or more"),
    ],
)
def test_originals_need_two_speakers(audit, folder, tmp_path, change, said):
    lines = (folder / "manifest.jsonl").read_bytes().splitlines()
    records = [{**json.loads(line), **change} for line in lines]
    before = tmp_path / "before.jsonl"
    before.write_bytes(as_lines(records))
    done = audit("--before-root", folder, folder / "manifest.jsonl", before=before)
    assert done.status == 65
    assert said in done.err
    assert done.out == b""


def test_a_model_that_is_no_verifier_is_an_error(call, folder, tmp_path):
    args = ("audit", "audio", "--before", folder, "--verifier", tmp_path)
    done = call(*args, folder / "manifest.jsonl")
    assert done.status != 0
    assert "no model weights" in done.err
