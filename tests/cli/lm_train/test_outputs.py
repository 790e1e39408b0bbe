"""Where lm-train writes, and what it never replaces."""

import errno
import fcntl
import json
import os
import shutil

import pytest
import torch
from safetensors.torch import load_file
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast

from privtool.core.errors import PrivtoolError
from privtool.models.training.run_dir import RunDir
from tests.support.messages import one_line
from tests.support.tiny_models import SENTENCES
from tests.support.trainer_runs import (
    CANARY,
    TINY,
    assert_no_text_is_written,
    fill_disk,
    interrupt,
    lines,
    weights,
)

CORPUS = lines(SENTENCES)


def test_force_replaces_only_folders_of_privtool(train, tmp_path, monkeypatch):
    (tmp_path / "lm").mkdir()
    note = tmp_path / "lm" / "note"
    note.write_text("mine")
    train("--force").failed(2, "--force only replaces folders of privtool")
    assert note.read_text() == "mine"
    (tmp_path / "lm" / "privtool.json").touch()
    monkeypatch.chdir(tmp_path / "lm")
    train("--force", out="lm/.").failed(2, "contains the working directory")
    assert note.read_text() == "mine"


def test_an_output_that_is_standard_input(call, tmp_path):
    (tmp_path / "c").write_bytes(CORPUS)
    stdin = os.open(tmp_path / "c", os.O_RDONLY)
    try:
        done = call(
            "lm-train", "--out-dir", tmp_path / "lm", *TINY, "-o", tmp_path / "c", stdin=stdin
        )
    finally:
        os.close(stdin)
    done.failed(2, "--output would replace a file that is read")
    assert (tmp_path / "c").read_bytes() == CORPUS


def test_a_device_file_can_be_named_twice(call, tmp_path):
    call(
        "lm-train", "--out-dir", tmp_path / "lm", *TINY, "--epochs", 1, "-o", "/dev/null",
        "--rejects", "/dev/null", input=CORPUS,
    ).checked()  # fmt: skip


# A run of lm-train whose disk or device has no room for what it saves.
OPTIONS = ("--batch-tokens", 60, "--eval-every", 4, "--gradient-accumulation-steps", 2)


def test_a_full_disk_keeps_the_checkpoint_before(train, tmp_path, monkeypatch):
    whole = train(*OPTIONS, out="whole", epochs=2)
    fill_disk(monkeypatch, after=2)
    done = train(*OPTIONS, epochs=2)
    monkeypatch.undo()
    assert done.status == 1
    failed = "lm.part: the checkpoint of step 8 cannot be written (no space left on device)"
    assert failed in one_line(done.err)
    assert CANARY not in done.err
    kept = sorted(p.name for p in (tmp_path / "lm.part").glob("checkpoint-*"))
    assert kept == ["checkpoint-4"]
    assert train(*OPTIONS, "--resume", epochs=2).out == whole.out


def test_a_device_without_memory_for_a_checkpoint_is_not_reported_as_a_full_disk(
    train, tmp_path, monkeypatch
):
    def full(*args, **options):
        raise torch.OutOfMemoryError(CANARY)

    monkeypatch.setattr(torch, "save", full)
    done = train(*OPTIONS).failed(69)
    advice = "reduce --batch-tokens, or use --dtype bf16, or use --device cpu"
    assert one_line(done.err) == f"privtool: out of device memory: {advice}"
    assert CANARY not in done.err
    assert not list((tmp_path / "lm.part").glob("checkpoint-*"))


def test_a_full_disk_while_the_model_is_saved_loses_nothing(train, tmp_path, monkeypatch):
    def full(*args, **options):
        raise OSError(28, f"No space left on device {CANARY}")

    whole = train(out="whole")
    monkeypatch.setattr(PreTrainedTokenizerFast, "save_pretrained", full)
    done = train()
    monkeypatch.undo()
    done.failed(1, "cannot be written")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["lm.part", "whole"]
    assert train("--resume").out == whole.out


# Work folders that are damaged, taken by another process, or of another number of them.
def test_a_checkpoint_with_damaged_files_is_passed_over(train, tmp_path):
    """A power failure empties or cuts them; some are lost when a folder is copied."""
    whole = train(*OPTIONS, out="whole", epochs=2)
    interrupt(10, train, *OPTIONS, epochs=2)
    work = tmp_path / "lm.part"
    assert sorted(p.name for p in work.glob("checkpoint-*")) == ["checkpoint-4", "checkpoint-8"]
    for name, share in (
        ("model.safetensors", 0.5), ("optimizer.pt", 0.5), ("optimizer.pt", 0),
        ("random-0.pt", None), ("state.json", 0.5),
        ("complete", 0.5),
    ):  # fmt: skip
        out = f"{name} {share}"
        shutil.copytree(work, tmp_path / f"{out}.part")
        damaged = tmp_path / f"{out}.part" / "checkpoint-8" / name
        if share is None:
            damaged.unlink()
        else:
            os.truncate(damaged, int(damaged.stat().st_size * share))
        assert train(*OPTIONS, "--resume", out=out, epochs=2).out == whole.out
        assert weights(tmp_path / out) == weights(tmp_path / "whole")


def test_a_folder_that_appears_meanwhile_is_left_as_it_is(tmp_path):
    run_dir = RunDir(tmp_path / "lm", False, False)
    run_dir.path.mkdir()
    (run_dir.path / "theirs").write_text("x")
    with pytest.raises(PrivtoolError, match="directory not empty"):
        run_dir.open({})
    assert (run_dir.path / "theirs").is_file()


def test_others_cannot_read_the_run_folder(tmp_path):
    run_dir = RunDir(tmp_path / "lm", False, False)
    run_dir.open({})
    assert run_dir.path.stat().st_mode & 0o077 == 0


def test_a_run_that_is_damaged_is_reported(train, tmp_path):
    interrupt(10, train, *OPTIONS, epochs=2)
    (tmp_path / "lm.part" / "run.json").write_bytes(b"")
    done = train(*OPTIONS, "--resume", epochs=2)
    done.failed(1, "run.json is damaged: use --force to restart")
    for content in ("[]", "null", '{"processes": null}', '{"processes": [2]}', '{"processes": 0}'):
        (tmp_path / "lm.part" / "run.json").write_text(content)
        train(*OPTIONS, "--resume", epochs=2).failed(2, "has a run with different options")
    assert train(*OPTIONS, "--force", epochs=2).status == 0


def test_a_run_that_failed_to_start_does_not_block_the_next(train, tmp_path, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, "no room")

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", full)
        assert "cannot be written (no space left on device)" in one_line(train().err)
    assert train().status == 0


def test_two_processes_cannot_share_a_run(train, tmp_path):
    interrupt(10, train, *OPTIONS, epochs=2)
    work = tmp_path / "lm.part"
    work.rename(tmp_path / "taken")  # this process has taken that folder, and not its copy
    shutil.copytree(tmp_path / "taken", work)
    folder = os.open(work, os.O_RDONLY)
    fcntl.flock(folder, fcntl.LOCK_EX)
    for option in ("--resume", "--force"):
        train(*OPTIONS, option, epochs=2).failed(2, "another process is using it")
    os.close(folder)
    assert train(*OPTIONS, "--resume", epochs=2).status == 0


# What lm-train refuses, and that it tells no text.


@pytest.mark.parametrize(
    "model",
    [
        models.WordLevel({"a": 0, "b": 1}, unk_token="<unk>"),
        models.Unigram([("a", -1), ("b", -2)]),
        models.BPE({"a": 0, "b": 1, "ab": 2}, [("a", "b")]),
    ],
)
def test_a_tokenizer_that_cannot_code_a_word_is_reported(train, call, tmp_path, model):
    tokenizer = Tokenizer(model)
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.save(str(tmp_path / "t.json"))
    bad = lines(["a b", f"a {CANARY} 日本 b", "b"])
    options = ("--tokens", f"bpe:{tmp_path / 't.json'}")
    done = train(*options, input=bad).failed(65, "stdin:2: the tokenizer has neither a piece")
    (result,) = train(*options, "--rejects", tmp_path / "r", input=bad).records
    assert result["train"]["records"] == 2
    assert json.loads((tmp_path / "r").read_text())["line"] == 2
    score = ("lm-score", "-q", "--model", tmp_path / "lm", "--device", "cpu")
    done = call(*score, input=bad)
    assert (done.status, len(done.records)) == (65, 1)
    assert "stdin:2: the tokenizer has neither a piece" in one_line(done.err)
    assert not {CANARY, "日"} & {*done.err.split()}
    assert len(call(*score, "--rejects", tmp_path / "r", input=bad).records) == 2


def test_an_existing_folder_is_refused_and_replaced_by_force(train, tmp_path):
    old = tmp_path / "lm" / "old"
    old.parent.mkdir()
    old.touch()
    (tmp_path / "lm" / "privtool.json").touch()
    train().failed(2, "exists already; --force replaces it")
    assert train("--force", input=b"").status == 65
    assert old.exists()
    assert train("--force").status == 0
    assert not (tmp_path / "lm" / "old").exists()
    assert load_file(tmp_path / "lm" / "model.safetensors")


def test_no_text_is_written_except_in_the_vocabulary(train, tmp_path):
    text = lines([f"hello {CANARY} there"] * 20)
    (tmp_path / "t").write_bytes(lines([f"{CANARY} there"]))
    options = ("--test", f"t={tmp_path / 't'}", "--batch-tokens", 20, "--eval-every", 1, "--debug")
    assert_no_text_is_written(3, train, *options, out=tmp_path / "lm", input=text)
    assert os.path.exists(tmp_path / "lm" / "tokenizer.json")
