"""Training in two processes on the CPU: started by `torchrun`, and as on machines of their own."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file

from privtool.models.asr.checkpoint import SHAPES
from tests.support.in_process import Outcome
from tests.support.jsonl import jsonl
from tests.support.messages import one_line
from tests.support.mixtures import curve
from tests.support.tiny_models import SENTENCES, tiny_bert
from tests.support.trainer_runs import interrupt, lines, masked


def start_ranks(
    program: Sequence[str | Path], count: int, *args: Any, pids: Path | None = None
) -> list[subprocess.Popen[bytes]]:
    """Start a command in `count` processes, as on machines of their own.

    The warm program writes the number of the process of each rank into the folder `pids`.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    group = {"WORLD_SIZE": str(count), "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(port)}
    environments = [
        {**os.environ, **group, "RANK": str(n), "LOCAL_RANK": "0"} for n in range(count)
    ]
    if pids is not None:
        for rank, environment in enumerate(environments):
            environment["WARM_PID_FILE"] = str(pids / str(rank))
    return [
        subprocess.Popen(
            [*map(str, program), *map(str, args)],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for environment in environments
    ]


def run_ranks(program: Sequence[str | Path], count: int, *args: Any) -> list[Outcome]:
    """Run a command in `count` processes; return what each left behind."""
    outcomes = []
    started = start_ranks(program, count, *args)
    try:
        for process in started:
            out, err = process.communicate(timeout=120)
            outcomes.append(Outcome(process.returncode, out, err.decode()))
    finally:
        for process in started:
            process.kill()
    return outcomes


def remove_dropout(folder: Path) -> None:
    """Set the dropout of a saved model to zero, as each process draws its own."""
    config = folder / "config.json"
    known = json.loads(config.read_text())
    names = [name for name in known if name.endswith("pdrop") or "dropout" in name]
    config.write_text(json.dumps({**known, **{n: 0.0 for n in names if known[n] is not None}}))


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


def test_two_processes_train_as_one_that_accumulates(call, warm, corpus, without_dropout, tmp_path):
    options = (
        "--init", without_dropout, "--valid", tmp_path / "valid", "--epochs", 2, "--batch-tokens",
        60, "--learning-rate", "0.01", "--device", "cpu", "--dtype", "fp32", "-q", corpus,
    )  # fmt: skip
    (tmp_path / "valid").write_text('{"text": "the doctor called"}\n')
    command = [*TWO, "--no-python", warm, "lm-train", "--out-dir", tmp_path / "two", *options]
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
    monkeypatch.setitem(SHAPES, "conformer-tiny", SHAPES["conformer-tiny"]._replace(dropout=0.0))
    call(
        "asr-train", "--out-dir", tmp_path / "init", "--preset", "conformer-tiny",
        "--token-kind", "char", "--epochs", 1, "--device", "cpu", "-q", manifest,
    ).checked()  # fmt: skip
    (tmp_path / "valid.jsonl").write_bytes(b"".join(manifest.open("rb").readlines()[:2]))
    options = (
        "--init", tmp_path / "init", "--valid", tmp_path / "valid.jsonl", "--epochs", 1,
        "--batch-seconds", 5, "--eval-every", 2, "--device", "cpu",
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
    interrupt(5, call, "asr-train", "--out-dir", tmp_path / "stopped", *accumulating)
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


# mix-train and fill-train in two processes: the results of one that accumulates gradients.
FAST = ("--device", "cpu", "--dtype", "fp32", "-q", "--learning-rate", "0.01")
ONE = ("--gradient-accumulation-steps", 2)  # a step of one process is then that of two


@pytest.fixture(scope="module")
def corpora(tmp_path_factory):
    """Two corpora, their manifest, a target and a model without dropout."""
    folder = tmp_path_factory.mktemp("mixed")
    (folder / "one.jsonl").write_bytes(lines(SENTENCES[:12]))
    (folder / "two.jsonl").write_bytes(lines(["other words here", "more of them"]))
    (folder / "v.jsonl").write_bytes(lines(SENTENCES[12:18]))
    rows = [{"corpus": name, "path": f"{name}.jsonl"} for name in ("one", "two")]
    (folder / "manifest.jsonl").write_bytes(jsonl(*rows))
    return folder


@pytest.fixture(scope="module")
def filler(tmp_path_factory):
    """A model without dropout, and records with and without masks."""
    folder = tmp_path_factory.mktemp("filler")
    remove_dropout(tiny_bert(folder / "bert"))
    (folder / "records.jsonl").write_bytes(lines(SENTENCES[:11]) + masked(SENTENCES[20:26]))
    (folder / "v.jsonl").write_bytes(lines(SENTENCES[11:15]))
    return folder


@pytest.fixture(scope="module")
def options_of(call, corpora, filler):
    """The options of a run of each trainer."""
    init = corpora / "init"
    if not init.exists():
        call(
            "lm-train", "--out-dir", init, "--size", "tiny", "--hidden", 8, "--epochs", 1, *FAST,
            corpora / "one.jsonl",
        ).checked()  # fmt: skip
        remove_dropout(init)
    return {
        "mix-train": (
            "mix-train", "--init", init, "--epochs", 2, "--batch-tokens", 40, "--epoch-tokens", 320,
            "--finetune-steps", 1, "--eval-every", 2, "--valid", corpora / "v.jsonl", *FAST,
            corpora / "manifest.jsonl",
        ),
        "fill-train": (
            "fill-train", "--model", filler / "bert", "--epochs", 2, "--batch-tokens", 50,
            "--rounds", 2, "--eval-every", 2, "--valid", filler / "v.jsonl", *FAST,
            filler / "records.jsonl",
        ),
    }  # fmt: skip


@pytest.fixture(scope="module")
def alone(call, options_of, tmp_path_factory):
    """The run of each trainer in one process."""
    folder = tmp_path_factory.mktemp("alone")
    for command, *options in options_of.values():
        assert call(command, "--out-dir", folder / command, *ONE, *options).status == 0
    return folder


def card_of(folder):
    return json.loads((folder / "privtool.json").read_text())


def same_run(two, one):
    """Check that two folders hold the same model, and the same losses on the way to it."""
    expected = figures(card_of(one))
    assert len(expected) > 1
    assert figures(card_of(two)) == pytest.approx(expected, rel=2e-3)
    weights, wanted = (load_file(folder / "model.safetensors") for folder in (two, one))
    for name in wanted:
        torch.testing.assert_close(weights[name], wanted[name], rtol=5e-3, atol=1e-3)


def figures(card):
    """The steps and validation losses in a run card."""
    rounds = card.get("rounds", [card])
    found = [each["steps"] for each in rounds]
    for each in rounds:
        valid = each["valid"]
        found.append(valid.get("perplexity", valid.get("loss")))
    return found


def test_mixtures(warm, options_of, alone, tmp_path):
    command, *options = options_of["mix-train"]
    first, second = run_ranks([warm], 2, command, "--out-dir", tmp_path / "2", *options)
    assert (first.status, second.status) == (0, 0), first.err + second.err
    assert second.out == b""
    same_run(tmp_path / "2", alone / command)
    two, one = curve(tmp_path / "2"), curve(alone / command)
    assert len(two) == len(one) == 4
    for line, expected in zip(two, one, strict=True):
        for name in ("step", "records", "tokens", "extra_iterations"):
            assert line[name] == expected[name]
        for name in ("train_loss", "valid_loss", "weights"):
            assert line[name] == pytest.approx(expected[name], rel=1e-3)
    assert not (tmp_path / "2.part").exists()


def test_fillers(warm, options_of, alone, tmp_path):
    command, *options = options_of["fill-train"]
    first, second = run_ranks([warm], 2, command, "--out-dir", tmp_path / "2", *options)
    assert (first.status, second.status) == (0, 0), first.err + second.err
    assert second.out == b""
    counts = card_of(tmp_path / "2")["train"]
    assert counts == card_of(alone / command)["train"]
    assert counts["filled"] == 6
    same_run(tmp_path / "2", alone / command)


def test_adapters(call, warm, options_of, tmp_path):
    command, *options = (*options_of["fill-train"], "--lora")
    outcomes = run_ranks([warm], 2, command, "--out-dir", tmp_path / "2", *options)
    assert [each.status for each in outcomes] == [0, 0], outcomes[0].err
    assert call(command, "--out-dir", tmp_path / "1", *ONE, *options).status == 0
    expected = figures(card_of(tmp_path / "1"))  # apart from dropout, which each process draws
    assert figures(card_of(tmp_path / "2")) == pytest.approx(expected, rel=0.05)


@pytest.mark.parametrize("trainer", ["mix-train", "fill-train"])
def test_two_processes_resume_a_run_of_one(
    call, warm, options_of, alone, tmp_path, monkeypatch, trainer
):
    command, *options = (*options_of[trainer], *ONE)
    interrupt(3, call, command, "--out-dir", tmp_path / "stopped", *options)
    shutil.copytree(tmp_path / "stopped.part", tmp_path / "2.part")  # this process has locked it
    with monkeypatch.context() as patch:
        patch.setenv("WORLD_SIZE", "3")
        refused = call(command, "--out-dir", tmp_path / "2", "--resume", *options)
    refused.failed(2, "3 processes cannot share the 2 batches of a step")
    outcomes = run_ranks([warm], 2, command, "--out-dir", tmp_path / "2", "--resume", *options)
    assert [each.status for each in outcomes] == [0, 0], outcomes[0].err
    same_run(tmp_path / "2", alone / command)


@pytest.mark.parametrize("trainer", ["mix-train", "fill-train"])
def test_one_process_resumes_a_run_of_two_that_lost_one(call, warm, options_of, tmp_path, trainer):
    command, *options = options_of[trainer]
    options += ["--epochs", 10]
    pids = tmp_path / "pids"
    pids.mkdir()
    first, second = start_ranks(
        [warm], 2, command, "--out-dir", tmp_path / "2", *options, pids=pids
    )
    try:
        while first.poll() is None and not list(tmp_path.rglob("checkpoint-*/complete")):
            time.sleep(0.02)
        os.kill(int((pids / "1").read_text()), signal.SIGKILL)
        _, err = first.communicate(timeout=120)
    finally:
        first.kill()
        second.communicate()
    assert first.returncode == 1
    assert one_line(err.decode()) == (
        "privtool: another process of this training has ended: see its message, then start all of "
        "them again with --resume"
    )
    assert call(command, "--out-dir", tmp_path / "2", "--resume", *options).status == 0
    assert call(command, "--out-dir", tmp_path / "1", *ONE, *options).status == 0
    same_run(tmp_path / "2", tmp_path / "1")
