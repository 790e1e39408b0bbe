"""`privtool asr-eval` with all its recognizers, small ones with random weights, at any weight."""

from typing import Any

import numpy as np
import pytest
import soundfile
import torch
from safetensors.torch import load_file, save_file

from privtool.core.errors import UsageError
from privtool.interfaces.speech import Hypothesis
from privtool.models.asr.checkpoint import load_asr, save_asr
from privtool.workflows.config.recognition import RecognitionOptions, parse_weights
from tests.support.jsonl import jsonl, read_jsonl
from tests.support.tiny_models import tiny_asr
from tests.support.tiny_recognizers import ctc_folder, whisper_folder

RATE = 16_000


@pytest.fixture(scope="module")
def manifest(tmp_path_factory):
    """Three clips of noise."""
    folder = tmp_path_factory.mktemp("clips")
    numbers = np.random.default_rng(1)
    rows = []
    for number, seconds in enumerate((1.0, 0.6, 1.4)):
        samples = 0.1 * numbers.standard_normal(int(seconds * RATE))
        soundfile.write(folder / f"{number}.wav", samples, RATE)
        rows.append({"id": number, "text": "a word", "audio_filepath": f"{number}.wav"})
    path = folder / "manifest.jsonl"
    path.write_bytes(jsonl(*rows))
    return path


@pytest.fixture
def recognize(call, manifest, tmp_path):
    """The records and totals of a run on the clips."""

    def run(*args):
        totals = tmp_path / "totals.json"
        done = call("asr-eval", "--device", "cpu", "--summary", totals, *args, manifest).checked()
        return done.records, read_jsonl(totals)

    return run


@pytest.fixture
def piece_lm(call, tmp_path):
    """Train a small language model over the tokens of a recognizer."""

    def made(folder, name):
        call(
            "lm-train", "-q", "--out-dir", tmp_path / name, "--tokens", f"asr:{folder}",
            "--size", "tiny", "--epochs", 1, "--device", "cpu",
            input=b'{"text": "a word"}\n{"text": "the word"}\n',
        ).checked()  # fmt: skip
        return tmp_path / name

    return made


def test_the_fusion_of_a_language_model_depends_on_its_tokens(recognize, asr, piece_lm, tmp_path):
    other = tiny_asr(tmp_path / "other", kind="char")
    for folder, fusion in ((asr, "shallow"), (other, "rescore")):
        lm = piece_lm(folder, f"{fusion}-lm")
        _, (row,) = recognize("--model", asr, "--lm", lm)
        assert row["fusion"] == fusion


def test_a_pickle_that_is_trusted_can_rescore(recognize, call, asr, tiny_lm, manifest, tmp_path):
    folder = tmp_path / "pickled"
    folder.mkdir()
    for file in tiny_lm.iterdir():
        if file.name not in ("model.safetensors", "privtool.json"):
            (folder / file.name).write_bytes(file.read_bytes())
    torch.save(load_file(tiny_lm / "model.safetensors"), folder / "pytorch_model.bin")
    args = ("--model", asr, "--lm", folder)
    call("asr-eval", *args, manifest).failed(2, "--trust-pickle")
    records, _ = recognize(*args, "--trust-pickle")
    assert len(records) == 3


def test_greedy_and_beam(recognize, asr):
    greedy, (row,) = recognize("--model", asr)
    assert row["beam"] == 1
    assert all("hyp_words" in record for record in greedy)
    several, (row,) = recognize("--model", asr, "--nbest", "3")
    assert row["beam"] == 3
    assert {len(record["nbest"]) for record in several} <= {1, 2, 3}
    assert several[0]["nbest"][0]["text"] == several[0]["hyp"]


@pytest.mark.parametrize("make", [ctc_folder, whisper_folder])
def test_models_of_transformers(recognize, make, tmp_path, tiny_lm):
    folder = tmp_path / "model"
    folder.mkdir()
    make(folder)
    alone, _ = recognize("--model", folder, "--beam", "4")
    rescored, _ = recognize(
        "--model", folder, "--lm", tiny_lm, "--lm-weight", "0,5", "--nbest", "2"
    )
    assert [r["hyp"] for r in rescored if r["lm_weight"] == 0] == [r["hyp"] for r in alone]
    assert all(len(record["nbest"]) == 2 for record in rescored)


@pytest.mark.parametrize("make", [ctc_folder, whisper_folder])
def test_nan_weights_are_reported(call, make, manifest, tmp_path):
    make(tmp_path)
    weights = load_file(tmp_path / "model.safetensors")
    next(value for name, value in weights.items() if "norm" in name)[0] = torch.nan
    save_file(weights, tmp_path / "model.safetensors", {"format": "pt"})
    call("asr-eval", "--model", tmp_path, manifest).failed(69, "weights that are not finite")


def test_folders_are_distinguished_by_their_weights(recognize, asr, tiny_lm, tmp_path):
    other = tmp_path / "other"
    made = load_asr(asr)
    with torch.no_grad():
        made.model.joiner.output.bias.add_(0.1)
    save_asr(other, False, made.model, made.tokens, made.shape, made.card)
    (plain,) = recognize("--model", asr)[1]
    (fused,) = recognize("--model", asr, "--lm", tiny_lm)[1]
    (changed,) = recognize("--model", other)[1]
    assert plain["model"] == changed["model"] == "FOLDER"
    assert plain["model_weights"] == fused["model_weights"] != changed["model_weights"]
    assert len({plain["model_weights"], changed["model_weights"], fused["lm_weights"]}) == 3


def test_pocketsphinx_is_rescored(call, root, tiny_lm):
    manifest = root / "data/sample/speech/manifest.jsonl"
    line = next(line for line in manifest.read_bytes().splitlines(True) if b"call-001-06" in line)
    args = ("asr-eval", "-q", "--audio-root", manifest.parent)
    (alone,) = call(*args, input=line).records
    records = call(
        *args, "--lm", tiny_lm, "--lm-weight", "0,100", "--nbest", "3", input=line
    ).records
    assert records[0]["hyp"] == alone["hyp"]
    assert records[0]["hyp_words"] == alone["hyp_words"]
    assert records[1]["hyp"] != alone["hyp"]
    scores = [guess["score"] for guess in records[1]["nbest"]]
    assert scores == sorted(scores, reverse=True)
    assert len(scores) == 3


@pytest.mark.parametrize(
    ("given", "weights"),
    [
        ("0.3", (0.3,)),
        ("0,0.1,...,0.6", (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6)),
        ("0, 0.5, ..., 2, 5", (0.0, 0.5, 1.0, 1.5, 2.0, 5.0)),
        ("1,0.5,...,0", (1.0, 0.5, 0.0)),
        ("0.1,0.1", (0.1,)),
    ],
)
def test_weights(given, weights):
    assert parse_weights(given) == weights


@pytest.mark.parametrize(
    "given",
    ["", "a", "-1", "nan", "...,1", "0,...,1", "0,0.4,...,1", "0,0.1,...", "1,1,...,1"]
    + ["snan", "0,1e-999999,...,1e10"],
)
def test_invalid_weights(given):
    with pytest.raises(UsageError, match="lm_weight"):
        parse_weights(given)


SPOKEN = {"text": "one two", "audio_filepath": "clip.wav"}


class RescoringRecognizer:
    """Stands for a recognizer with a language model: at a high weight it hears something else."""

    rate = 8000
    weights = (0.0, 0.5)

    def recognize(self, clips: Any) -> list[list[list[Hypothesis]]]:
        texts = ("one two", "one too")
        return [[[Hypothesis(text, -1.0, lm_score=-1.0)] for text in texts] for _ in clips]


def test_the_whole_curve_comes_from_one_run(call, tmp_path, monkeypatch):
    monkeypatch.setattr(RecognitionOptions, "load", lambda _: RescoringRecognizer())
    monkeypatch.setattr(RecognitionOptions, "fetch", lambda _, progress: None)
    soundfile.write(tmp_path / "clip.wav", np.zeros(800), 8000)
    (tmp_path / "in.jsonl").write_bytes(jsonl(*(SPOKEN | {"id": n} for n in range(2))))
    totals = tmp_path / "totals.json"
    done = call(
        "asr-eval", "--lm", "lm", "--lm-weight", "0,0.5", "--nbest", "3", "--table",
        "--summary", totals, tmp_path / "in.jsonl",
    ).checked()  # fmt: skip
    assert [(r["id"], r["lm_weight"], r["hyp"]) for r in done.records] == [
        (0, 0.0, "one two"), (0, 0.5, "one too"), (1, 0.0, "one two"), (1, 0.5, "one too")
    ]  # fmt: skip
    assert done.records[0]["nbest"] == [{"text": "one two", "score": -1.0, "lm_score": -1.0}]
    rows = read_jsonl(totals)
    assert [(row["lm_weight"], row["scores"]["wer"]["value"]) for row in rows] == [
        (0.0, 0.0), (0.5, 0.5)
    ]  # fmt: skip
    assert rows[0]["fusion"] == "rescore"
    assert "LM weight" in done.err
    again = call(
        "asr-eval", "--hyp-field", "hyp", "--summary", totals, "--table", input=done.out
    )  # fmt: skip
    assert [(r["lm_weight"], r["hyp"]) for r in again.records] == [
        (r["lm_weight"], r["hyp"]) for r in done.records
    ]
    second = read_jsonl(totals)
    for name in ("lm_weight", "scores", "counts"):
        assert [row[name] for row in second] == [row[name] for row in rows]
    assert "LM weight" in again.err
