"""Fine-tuning of copies of a model, without changing the model."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import torch

from privtool.models.lm.objective import next_token_loss
from privtool.models.training.objectives import IGNORED, Batch


class FinetuneSettings(NamedTuple):
    """Settings for a copy: the learning rate is constant, the rest as in training."""

    learning_rate: float
    max_grad_norm: float
    bfloat16: bool


def finetune_copy(
    model: Any,
    optimizer: Any,
    steps: Iterable[Sequence[Batch]],
    settings: FinetuneSettings,
    device: torch.device,
    seed: int,
) -> Any:
    """Copy a model and its optimizer state, and train the copy (Ma 2022, equation 4).

    `steps` yields the batches of each step. Dropout is seeded by `seed`; the caller must restore
    the random state of training.
    """
    if device.type == "cuda":
        torch.cuda.manual_seed(seed)  # of this thread's device
    else:
        torch.manual_seed(seed)
    trained = copy.deepcopy(model)
    trained.__dict__.pop("forward", None)  # which the trainer may have wrapped
    trained = trained.to(device).train()
    copied_optimizer = _copy_optimizer(trained, model, optimizer, settings.learning_rate)
    for batches in steps:
        targets = sum(int((batch["labels"] != IGNORED).sum()) for batch in batches)
        for batch in batches:
            inputs = {name: tensor.to(device) for name, tensor in batch.items()}
            with torch.autocast(device.type, torch.bfloat16, enabled=settings.bfloat16):
                loss = next_token_loss(trained, inputs) / max(1, targets)
            torch.autograd.backward(loss)
        torch.nn.utils.clip_grad_norm_(trained.parameters(), settings.max_grad_norm)
        copied_optimizer.step()
        copied_optimizer.zero_grad()
    return trained


def _copy_optimizer(
    trained: Any, model: Any, optimizer: Any, learning_rate: float
) -> torch.optim.AdamW:
    copies = dict(trained.named_parameters())
    names = {id(parameter): name for name, parameter in model.named_parameters()}
    groups = [
        {"params": [copies[names[id(parameter)]] for parameter in group["params"]]}
        for group in optimizer.param_groups
    ]
    copied = torch.optim.AdamW(groups)
    copied.load_state_dict(copy.deepcopy(optimizer.state_dict()))  # loading alone would share it
    for group in copied.param_groups:
        group["lr"] = learning_rate
    return copied
