"""Training in two processes on the CPU: started by `torchrun`, and as on machines of their own."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

from tests.support.jsonl import jsonl
from tests.support.ranks import remove_dropout, run_ranks
from tests.support.tiny_models import SENTENCES
from tests.support.trainer_runs import stop_at

TWO = (sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2")


@pytest.fixture
def corpus(tmp_path) -> Path:
    path = tmp_path / "corpus.jsonl"
    path.write_bytes(jsonl(*({"text": text} for text in SENTENCES * 3)))
    return path


@pytest.fixture
def without_dropout(call, corpus, tmp_path) -> Path:
    """A model to go on from: dropout is drawn in each process for itself."""
    call(
        "lm-train", "--out-dir", tmp_path / "init", "--size", "tiny", "--hidden", 8, "--epochs", 1,
        "--device", "cpu", "--dtype", "fp32", "-q", corpus,
    ).checked()  # fmt: skip
    remove_dropout(tmp_path / "init")
    return tmp_path / "init"


def test_two_processes_train_as_one_that_accumulates(call, corpus, without_dropout, tmp_path):
    options = (
        "--init", without_dropout, "--valid", tmp_path / "valid", "--epochs", 2, "--batch-tokens",
        60, "--learning-rate", "0.01", "--device", "cpu", "--dtype", "fp32", "-q", corpus,
    )  # fmt: skip
    (tmp_path / "valid").write_text('{"text": "the doctor called"}\n')
    command = [*TWO, "-m", "privtool", "lm-train", "--out-dir", tmp_path / "two", *options]
    together = subprocess.run(
        [*map(str, command)], capture_output=True, text=True, timeout=300, check=False
    )
    assert together.returncode == 0, together.stderr
    alone = call(
        "lm-train", "--out-dir", tmp_path / "one", "--gradient-accumulation-steps", 2, *options
    ).checked()
    (result,) = map(json.loads, together.stdout.splitlines())
    (expected,) = alone.records
    assert result["steps"] == expected["steps"] > 5
    assert result["valid"]["perplexity"] == pytest.approx(expected["valid"]["perplexity"], rel=1e-3)
    start, two, one = (
        load_file(folder / "model.safetensors")
        for folder in (without_dropout, tmp_path / "two", tmp_path / "one")
    )
    for name in one:
        torch.testing.assert_close(two[name], one[name], rtol=1e-3, atol=1e-4)
    assert any((one[name] - start[name]).abs().max() > 0.01 for name in one)
    assert not (tmp_path / "two.part").exists()


@pytest.mark.parametrize(
    ("options", "said"),
    [((), "cannot share standard input"), (("--rejects", "r", "corpus.jsonl"), "share --rejects")],
)
def test_options_that_processes_cannot_share(call, corpus, tmp_path, monkeypatch, options, said):
    monkeypatch.setenv("WORLD_SIZE", "2")
    monkeypatch.chdir(tmp_path)
    call("lm-train", "--out-dir", tmp_path / "lm", *options).failed(2, said)
    assert not (tmp_path / "lm").exists()


def test_recognizers_too(call, warm, root, tmp_path, monkeypatch):
    manifest = root / "data/sample/speech/manifest.jsonl"
    call(
        "asr-train", "--out-dir", tmp_path / "init", "--preset", "conformer-tiny", "--layers", 1,
        "--token-kind", "char", "--dropout", 0, "--epochs", 1, "--device", "cpu", "-q", manifest,
    ).checked()  # fmt: skip
    (tmp_path / "valid.jsonl").write_bytes(b"".join(manifest.open("rb").readlines()[:2]))
    options = (
        "--init", tmp_path / "init", "--valid", tmp_path / "valid.jsonl", "--epochs", 1,
        "--batch-seconds", 5, "--eval-every", 2, "--no-spec-augment", "--device", "cpu",
        "--dtype", "fp32", "--workers", 1, "--audio-root", manifest.parent, "-q", manifest,
    )  # fmt: skip
    together, other = run_ranks([warm], 2, "asr-train", "--out-dir", tmp_path / "two", *options)
    assert (together.status, other.status) == (0, 0), together.err + other.err
    accumulating = ("--gradient-accumulation-steps", 2, *options)
    alone = call("asr-train", "--out-dir", tmp_path / "one", *accumulating).checked()
    (result,) = together.records
    (expected,) = alone.records
    assert result["steps"] == expected["steps"] > 5
    assert result["valid"]["loss"] == pytest.approx(expected["valid"]["loss"], rel=1e-3)
    start, two, one = (
        load_file(tmp_path / name / "model.safetensors") for name in ("init", "two", "one")
    )
    assert mean_distance(two, one) < mean_distance(start, one) / 50
    with monkeypatch.context() as patch:
        stop_at(patch, KeyboardInterrupt(), 5)
        call("asr-train", "--out-dir", tmp_path / "stopped", *accumulating).ended(130)
    shutil.copytree(tmp_path / "stopped.part", tmp_path / "more.part")  # which is locked here
    resumed = ("asr-train", "--out-dir", tmp_path / "more", "--resume", *accumulating)
    outcomes = run_ranks([warm], 2, *resumed)
    assert [each.status for each in outcomes] == [0, 0], outcomes[0].err
    more = load_file(tmp_path / "more" / "model.safetensors")
    assert mean_distance(more, one) < mean_distance(start, one) / 50


def mean_distance(weights, others):
    """How far weights are apart. Steps of Adam make much of the last bits of small gradients."""
    apart = [(weights[name] - others[name]).flatten() for name in others]
    return torch.cat(apart).abs().mean()
