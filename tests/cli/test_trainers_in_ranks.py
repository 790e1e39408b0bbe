"""mix-train and fill-train in two processes: the results of one that accumulates gradients."""

import json
import os
import shutil
import signal
import time

import pytest
import torch
from safetensors.torch import load_file

from tests.support.jsonl import jsonl
from tests.support.messages import one_line
from tests.support.mixtures import curve
from tests.support.ranks import remove_dropout, run_ranks, start_ranks
from tests.support.tiny_models import SENTENCES, tiny_bert
from tests.support.trainer_runs import lines, masked, stop_at

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
    log = tmp_path / "log"
    first, second = run_ranks(
        [warm], 2, command, "--out-dir", tmp_path / "2", "--log", log, *options
    )
    assert (first.status, second.status) == (0, 0), first.err + second.err
    assert second.out == b""
    same_run(tmp_path / "2", alone / command)
    two, one = curve(tmp_path / "2"), curve(alone / command)
    assert len(log.read_text().splitlines()) == len(two) == len(one) == 4
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
    with monkeypatch.context() as patch:
        stop_at(patch, KeyboardInterrupt(), 3)
        assert call(command, "--out-dir", tmp_path / "stopped", *options).status == 130
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
