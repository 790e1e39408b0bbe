"""A run of lm-train that was stopped, and one that cannot go on."""

import math
from itertools import count

import pytest
import torch
from safetensors.torch import load_file

from privtool.core.errors import PrivtoolError
from privtool.models.lm import trainer as lm_trainer
from privtool.models.lm.trainer import NextToken
from privtool.models.training import loop
from privtool.models.training import run as training
from privtool.models.training.loop import Loop
from tests.support.tiny_models import SENTENCES
from tests.support.trainer_runs import interrupt, lines, weights

CORPUS = lines(SENTENCES)
OPTIONS = ("--batch-tokens", 60, "--eval-every", 4, "--gradient-accumulation-steps", 2)


def ever_worse(monkeypatch):
    """Have the first look at the validation set be the best."""
    losses = count(1)
    monkeypatch.setattr(NextToken, "validation_loss", lambda *_: float(next(losses)))


def broken(*_, **__):
    raise PrivtoolError("it cannot be written")


@pytest.mark.parametrize("valid", [False, True])
def test_a_resumed_run_ends_as_if_it_had_not_been_interrupted(train, tmp_path, valid):
    (tmp_path / "v").write_bytes(lines(SENTENCES[:5]))
    options = (*OPTIONS, *(("--valid", tmp_path / "v", "--patience", 9) if valid else ()))
    whole = train(*options, out="whole", epochs=2)
    steps = whole.records[0]["steps"]
    assert steps > 9
    interrupt(10, train, *options, epochs=2)
    assert not (tmp_path / "lm").exists()
    train(*options, epochs=2).failed(2, "--resume to continue it")
    train(*options, "--resume", epochs=3).failed(2, "different options, model or text")
    again = train(*options, "--resume", epochs=2)
    assert again.out == whole.out
    assert weights(tmp_path / "lm") == weights(tmp_path / "whole")
    assert not (tmp_path / "lm.part").exists()


def test_a_run_resumes_under_another_name(train, tmp_path, monkeypatch):
    (tmp_path / "v").write_bytes(lines(SENTENCES[:5]))
    options = (*OPTIONS, "--valid", tmp_path / "v", "--patience", 9)
    ever_worse(monkeypatch)
    whole = train(*options, out="whole", epochs=2)
    assert whole.records[0]["best_step"] == 4
    with monkeypatch.context() as patch:
        patch.setattr(lm_trainer, "save_lm", broken)
        assert train(*options, epochs=2).status == 1
    (tmp_path / "lm.part").rename(tmp_path / "moved.part")
    assert train(*options, "--resume", out="moved", epochs=2).out == whole.out
    assert weights(tmp_path / "moved") == weights(tmp_path / "whole")


@pytest.mark.parametrize("average", [1, 2])
def test_a_run_that_had_stopped_early_is_not_trained_on(train, tmp_path, monkeypatch, average):
    (tmp_path / "v").write_bytes(lines(SENTENCES[:5]))
    options = (
        "--batch-tokens",
        60,
        "--eval-every",
        2,
        "--patience",
        2,
        "--average-checkpoints",
        average,
    )
    options += ("--valid", tmp_path / "v")
    ever_worse(monkeypatch)
    whole = train(*options, out="whole", epochs=9)
    assert whole.records[0]["steps"] == 6
    with monkeypatch.context() as patch:
        patch.setattr(lm_trainer, "save_lm", broken)
        assert train(*options, epochs=9).status == 1
    assert train(*options, "--resume", epochs=9).out == whole.out
    assert weights(tmp_path / "lm") == weights(tmp_path / "whole")


@pytest.mark.parametrize("what", ["text", "init"])
def test_another_text_or_model_cannot_be_resumed(train, tmp_path, what):
    for name, rate in (("one", 0.1), ("two", 0.2)):
        assert train("--learning-rate", rate, out=name).status == 0
    init = ("--init", tmp_path / "one") if what == "init" else ()
    interrupt(10, train, *OPTIONS, *init, epochs=2)
    init = ("--init", tmp_path / "two") if what == "init" else ()
    other = lines([one.replace("the", "zebra") for one in SENTENCES])
    text = CORPUS if what == "init" else other
    done = train(*OPTIONS, *init, "--resume", epochs=2, input=text)
    done.failed(2, "different options, model or text")


def test_a_run_that_replaces_a_model_can_be_resumed(train, tmp_path):
    whole = train(*OPTIONS, out="whole", epochs=2)
    assert train().status == 0
    interrupt(10, train, *OPTIONS, "--force", epochs=2)
    train(*OPTIONS, "--resume", epochs=2).failed(2, "--resume --force continues and replaces it")
    assert train(*OPTIONS, "--resume", "--force", epochs=2).out == whole.out
    assert weights(tmp_path / "lm") == weights(tmp_path / "whole")


def test_nan_weights_are_never_kept(train, tmp_path, monkeypatch):
    step = Loop.train_step

    def spoilt(self, batches):
        step(self, batches)
        if self.state.step == 8:
            next(iter(self.model.parameters())).data.mul_(math.nan)

    for valid in (False, True):
        (tmp_path / "v").write_bytes(lines(SENTENCES[:5]))
        monkeypatch.setattr(Loop, "train_step", spoilt)
        options = (*OPTIONS, *(("--valid", tmp_path / "v", "--patience", 9) if valid else ()))
        done = train(*options, "--force", epochs=2)
        monkeypatch.undo()
        done.failed(1, "the loss is not finite at step 8")
        kept = [p.name for p in (tmp_path / "lm.part").glob("checkpoint-*")]
        assert kept == ["checkpoint-4"]


def test_the_last_step_is_checked_too(train, tmp_path):
    (tmp_path / "v").write_bytes(lines(SENTENCES[:5]))
    done = train("--batch-tokens", 60, "--eval-every", 10**6, "--valid", tmp_path / "v")
    (result,) = done.records
    assert result["best_step"] == result["steps"] > 1


@pytest.mark.parametrize("valid", [False, True])
def test_the_mean_of_the_last_checkpoints(train, tmp_path, monkeypatch, valid):
    seen, steps = [], []
    load_average = training.load_average

    def watched(model, folders):
        seen.extend(load_file(folder / "model.safetensors") for folder in folders)
        steps.extend(int(folder.name.rpartition("-")[2]) for folder in folders)
        load_average(model, folders)

    monkeypatch.setattr(training, "load_average", watched)
    best = []
    monkeypatch.setattr(loop, "load_weights", lambda *given: best.append(given[2]))
    (tmp_path / "v").write_bytes(lines(SENTENCES[:5]))
    options = ("--valid", tmp_path / "v", "--patience", 9) if valid else ()
    ever_worse(monkeypatch)
    done = train(*OPTIONS, *options, "--average-checkpoints", "3", epochs=4)
    (result,) = done.records
    checkpoints = [*range(4, result["steps"], 4), result["steps"]]
    assert steps == checkpoints[-3:]
    if valid:  # the best one is not among them, and is kept beside them
        assert best == [4]
    saved = load_file(tmp_path / "lm" / "model.safetensors")
    for name, found in saved.items():
        mean = torch.stack([one[name].double() for one in seen]).mean(0)
        assert torch.equal(found, mean.float())
    assert any(not torch.equal(saved[name], seen[-1][name]) for name in saved)
