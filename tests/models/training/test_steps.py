"""What a training step does not do: wait for a GPU."""

from __future__ import annotations

import math

import pytest
import torch

from privtool.core.errors import PrivtoolError
from privtool.models.lm.presets import TRANSFORMER, LmShape, new_model
from privtool.models.lm.tokenizers import Specials
from privtool.models.lm.trainer import NextToken
from privtool.models.training.batches import IGNORED, targets_of
from privtool.models.training.loop import Loop, Monitor, check_losses
from privtool.models.training.settings import TrainSettings

# What moves a number from a GPU to the processor, which waits for all that the GPU has to do.
WAITS = ("item", "tolist", "cpu", "numpy", "nonzero", "__bool__", "__int__", "__float__")
PADDING = 1


class TextBatches:
    """Batches of random tokens; the last labels of each have no loss."""

    def __init__(self) -> None:
        generator = torch.Generator().manual_seed(1)
        self.ids = torch.randint(3, 20, (8, 4, 9), generator=generator)

    def __len__(self) -> int:
        return len(self.ids)

    def __getitem__(self, number: int) -> dict[str, torch.Tensor]:
        labels = self.ids[number, :, 1:].clone()
        labels[1, 5:] = IGNORED
        return {"input_ids": self.ids[number, :, :-1], "labels": labels}


class Steps(Monitor):
    """Notes which of some calls are made within a step, on tensors of the device."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, device: str) -> None:
        self.calls: list[str] = []
        self.inside, self.steps, self.device = False, 0, torch.device(device)
        for name in WAITS:
            monkeypatch.setattr(torch.Tensor, name, self._noting(name))

    def _noting(self, name: str):
        work = getattr(torch.Tensor, name)

        def noted(tensor, *given, **more):
            if self.inside and tensor.device.type == self.device.type:
                self.calls.append(name)
            return work(tensor, *given, **more)

        return noted

    def step_begins(self, state) -> None:
        self.inside = True
        if self.device.type == "cuda" and self.steps:  # the first one loads and allocates
            torch.cuda.set_sync_debug_mode("error")

    def step_ended(self, state) -> None:
        self.inside, self.steps = False, self.steps + 1
        if self.device.type == "cuda":
            torch.cuda.set_sync_debug_mode("default")


def run(tmp_path, monkeypatch, device: str, accumulated: int) -> Steps:
    model = new_model(LmShape(TRANSFORMER, 1, 16, heads=2, positions=16), 20, 0, PADDING, 0.0, 1)
    settings = TrainSettings(2, 0.01, 0.1, accumulated, None, None, 1, torch.device(device), False)
    steps = Steps(monkeypatch, device)
    objective = NextToken(None, Specials(0, PADDING, 2))
    Loop(settings, model.to(device), TextBatches(), objective, tmp_path, steps).run(None)
    return steps


@pytest.mark.parametrize("accumulated", [1, 2])
def test_a_step_looks_at_no_number(tmp_path, monkeypatch, accumulated):
    steps = run(tmp_path, monkeypatch, "cpu", accumulated)
    assert steps.steps == 16 / accumulated
    assert steps.calls == []


@pytest.mark.gpu
def test_a_step_does_not_wait_for_the_gpu(tmp_path, monkeypatch, gpu):
    assert run(tmp_path, monkeypatch, gpu, 1).steps == 16


def test_the_loss_of_an_epoch_is_that_of_a_target_and_not_of_a_step(tmp_path):
    class Objective:
        def loss(self, model, batch):  # 10 for the target of the small batch, 1 for each other
            return model.weight.sum() * 0 + (10.0 if batch["labels"].numel() == 1 else 9.0)

        def validation_loss(self, model):
            return None

    batches = [{"labels": torch.zeros(size, dtype=torch.long)} for size in (1, 9)]
    settings = TrainSettings(1, 0.01, 0.1, 1, None, None, 1, torch.device("cpu"), False)
    loop = Loop(settings, torch.nn.Linear(1, 1), batches, Objective(), tmp_path)
    loop.run(None)
    assert loop.state.history[0]["loss"] == pytest.approx(1.9)


def test_the_first_loss_that_is_not_finite_is_named():
    check_losses([torch.tensor(loss) for loss in (1.0, 2.0)], 7)
    with pytest.raises(PrivtoolError, match="not finite at step 9;"):
        check_losses([torch.tensor(loss) for loss in (1.0, math.nan, math.inf, 3.0)], 11)
    check_losses([], 11)


def test_targets_are_the_labels_that_have_a_loss():
    labels = torch.tensor([[4, IGNORED], [IGNORED, 6]])
    assert targets_of({"labels": labels}).tolist() == [0, 3]
    known = torch.tensor([3])
    assert targets_of({"labels": labels, "targets": known}) is known
