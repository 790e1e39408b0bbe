"""A run of lm-train whose disk or device has no room for what it saves."""

import torch

from tests.support.messages import one_line
from tests.support.trainer_runs import CANARY, fill_disk

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
    from transformers import PreTrainedTokenizerFast

    def full(*args, **options):
        raise OSError(28, f"No space left on device {CANARY}")

    whole = train(out="whole")
    monkeypatch.setattr(PreTrainedTokenizerFast, "save_pretrained", full)
    done = train()
    monkeypatch.undo()
    done.failed(1, "cannot be written")
    assert CANARY not in done.err
    assert sorted(p.name for p in tmp_path.iterdir()) == ["lm.part", "whole"]
    assert train("--resume").out == whole.out
