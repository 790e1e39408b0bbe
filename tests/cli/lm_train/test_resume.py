"""A run of lm-train that was stopped, and one that cannot go on."""

from __future__ import annotations

import math

import pytest
import torch
from safetensors.torch import load_file
from tiny_models import SENTENCES
from trainer_runs import CANARY, lines, one_line, stop_at, weights

OPTIONS = ("--batch-tokens", 60, "--every", 4, "--accumulate", 2, "--patience", 9)


@pytest.mark.parametrize("valid", [False, True])
def test_a_resumed_run_ends_as_if_it_had_not_been_interrupted(train, tmp_path, monkeypatch, valid):
    (tmp_path / "v").write_bytes(lines(SENTENCES[:5]))
    options = (*OPTIONS, *(("--valid", tmp_path / "v") if valid else ()))
    whole = train(*options, out="whole", epochs=2)
    steps = whole.records[0]["steps"]
    assert steps > 9
    stop_at(monkeypatch, KeyboardInterrupt(), step=10)
    done = train(*options, epochs=2)
    assert (done.status, done.out) == (130, b"")
    assert not (tmp_path / "lm").exists()
    monkeypatch.undo()
    refused = train(*options, epochs=2)
    assert refused.status == 2
    assert "--resume goes on" in one_line(refused.err)
    other = train(*options, "--resume", epochs=3)
    assert other.status == 2
    assert "other options" in one_line(other.err)
    again = train(*options, "--resume", epochs=2)
    assert again.out == whole.out
    assert weights(tmp_path / "lm") == weights(tmp_path / "whole")
    assert not (tmp_path / "lm.part").exists()


def test_a_loss_that_is_no_number_stops_it_and_keeps_the_checkpoint(train, tmp_path, monkeypatch):
    from privtool.models import lm_objective

    loss = lm_objective.chunked_cross_entropy
    calls = []

    def spoilt(*args):
        calls.append(1)
        return loss(*args) * (math.nan if len(calls) == 11 else 1)

    monkeypatch.setattr(lm_objective, "chunked_cross_entropy", spoilt)
    done = train(*OPTIONS, epochs=2)
    assert done.status == 1
    assert "the loss is no number at step 6" in one_line(done.err)
    assert (tmp_path / "lm.part" / "checkpoint-4" / "complete").is_file()


def test_a_full_disk_keeps_the_checkpoint_before(train, tmp_path, monkeypatch):
    whole = train(*OPTIONS, out="whole", epochs=2)
    save, calls = torch.save, []

    def full(*args, **options):
        calls.append(1)
        if len(calls) > 4:
            raise OSError(28, f"No space left on device {CANARY}")
        return save(*args, **options)

    monkeypatch.setattr(torch, "save", full)
    done = train(*OPTIONS, epochs=2)
    monkeypatch.undo()
    assert done.status == 1
    assert "cannot be written (no space left on device)" in one_line(done.err)
    assert CANARY not in done.err
    kept = sorted(p.name for p in (tmp_path / "lm.part").glob("checkpoint-*"))
    assert kept == ["checkpoint-4"]
    assert train(*OPTIONS, "--resume", epochs=2).out == whole.out


def test_a_full_disk_while_the_model_is_saved_loses_nothing(train, tmp_path, monkeypatch):
    from transformers import PreTrainedTokenizerFast

    def full(*args, **options):
        raise OSError(28, f"No space left on device {CANARY}")

    whole = train(out="whole")
    monkeypatch.setattr(PreTrainedTokenizerFast, "save_pretrained", full)
    done = train()
    monkeypatch.undo()
    assert (done.status, done.out) == (1, b"")
    assert "cannot be written" in one_line(done.err)
    assert CANARY not in done.err
    assert sorted(p.name for p in tmp_path.iterdir()) == ["lm.part", "whole"]
    assert train("--resume").out == whole.out


def test_the_mean_of_the_last_checkpoints(train, tmp_path, monkeypatch):
    from privtool.models import training

    seen = []
    average_of = training.average_of

    def watched(model, folders):
        seen.extend(load_file(folder / "model.safetensors") for folder in folders)
        average_of(model, folders)

    monkeypatch.setattr(training, "average_of", watched)
    done = train(*OPTIONS, "--average", "3", epochs=2)
    assert done.status == 0
    assert len(seen) == 3
    saved = load_file(tmp_path / "lm" / "model.safetensors")
    for name, found in saved.items():
        mean = torch.stack([one[name].double() for one in seen]).mean(0)
        assert torch.equal(found, mean.float())
    assert any(not torch.equal(saved[name], seen[-1][name]) for name in saved)


def test_a_checkpoint_that_was_cut_off_is_passed_over(train, tmp_path, monkeypatch):
    whole = train(*OPTIONS, out="whole", epochs=2)
    stop_at(monkeypatch, KeyboardInterrupt(), step=10)
    train(*OPTIONS, epochs=2)
    monkeypatch.undo()
    half = tmp_path / "lm.part" / "checkpoint-9"
    half.mkdir()
    (half / "model.safetensors").write_bytes(b"half")
    assert train(*OPTIONS, "--resume", epochs=2).out == whole.out
