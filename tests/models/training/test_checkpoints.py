import pytest
import torch

from privtool.core.errors import PrivtoolError, with_flags
from privtool.core.options import FILLER_EPOCHS
from privtool.models.training.batches import batch_tokens_for, epochs_for
from privtool.models.training.checkpoints import (
    RunState,
    complete_checkpoints,
    load_average,
    load_checkpoint,
    mark_complete,
    save_checkpoint,
)
from privtool.models.training.run import TrainResult
from privtool.models.training.settings import TrainSettings, rate_to_come
from tests.support.tables import typed_cases


def test_only_the_first_of_several_processes_removes_incomplete_checkpoints(tmp_path, monkeypatch):
    whole, written = (tmp_path / f"checkpoint-{step}" for step in (4, 8))
    for folder in (whole, written):
        folder.mkdir()
        (folder / "model.safetensors").write_bytes(b"weights")
    mark_complete(whole)
    monkeypatch.setenv("RANK", "1")
    assert complete_checkpoints(tmp_path) == [whole]
    assert written.is_dir()
    monkeypatch.setenv("RANK", "0")
    assert complete_checkpoints(tmp_path) == [whole]
    assert not written.exists()


def test_checkpoints_are_in_order_of_their_steps(tmp_path):
    for step in (8, 12, 4):
        (tmp_path / f"checkpoint-{step}").mkdir()
        mark_complete(tmp_path / f"checkpoint-{step}")
    found = [folder.name for folder in complete_checkpoints(tmp_path)]
    assert found == ["checkpoint-4", "checkpoint-8", "checkpoint-12"]


@pytest.mark.parametrize("name", ["model.safetensors", "optimizer.pt", "random-0.pt", "state.json"])
@pytest.mark.parametrize("content", [bytes, lambda size: b"{" * size])
def test_a_damaged_checkpoint_is_named(tmp_path, name, content):
    model = torch.nn.Linear(2, 2)
    run = model, torch.optim.AdamW(model.parameters()), None
    save_checkpoint(tmp_path, 2, RunState(8, step=4), *run)
    checkpoint = tmp_path / "checkpoint-4"
    load_checkpoint(checkpoint, RunState(8), *run)
    (checkpoint / name).write_bytes(content((checkpoint / name).stat().st_size))
    assert complete_checkpoints(tmp_path) == [checkpoint]
    with pytest.raises(PrivtoolError, match="checkpoint-4 is damaged: remove it"):
        load_checkpoint(checkpoint, RunState(8), *run)
    if name == "model.safetensors":
        with pytest.raises(PrivtoolError, match="checkpoint-4 is damaged"):
            load_average(model, [checkpoint])


@pytest.mark.parametrize(("total", "processes", "tokens"), typed_cases("models", "batch tokens"))
def test_an_epoch_has_two_hundred_batches_if_they_need_not_be_too_small(total, processes, tokens):
    assert batch_tokens_for(total, processes) == tokens


@pytest.mark.parametrize(
    ("total", "step_tokens", "epochs"),
    [(0, 256, 10), (10_000, 256, 10), (122_000, 583, 10), (400_000, 1024, 6), (10**9, 1024, 3)],
)
def test_epochs_make_two_thousand_steps_if_they_need_not_be_too_many(total, step_tokens, epochs):
    assert epochs_for(total, step_tokens, FILLER_EPOCHS) == epochs


def test_a_stop_is_reported_at_a_high_learning_rate_only():
    said = []
    for share in (0.0, 0.2, 0.5):
        result = TrainResult(55, 1, 10, rate_to_come=share)
        result.warn_if_stopped_early(lambda text: said.append(with_flags(text)))
    assert said == [
        "stopped early with 50% of the peak learning rate to come; the loss on --valid "
        "usually falls with the rate: raise --patience, or use fewer --epochs"
    ]


@pytest.mark.parametrize(
    ("warmup", "step", "share"), [(0.5, 1, 1.0), (0.5, 5, 1.0), (0.5, 9, 0.2), (0.5, 10, 0.0),
                                  (1.0, 1, 0.9)],
)  # fmt: skip
def test_a_stop_during_warmup_is_early_too(warmup, step, share):
    settings = TrainSettings(1, 1e-3, warmup, 1, None, None, 1, torch.device("cpu"), False)
    assert rate_to_come(settings, step, 10) == pytest.approx(share)
