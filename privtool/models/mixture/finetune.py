"""Copies of a model that are trained for some steps more, while the model stays as it is."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import torch

from privtool.models.lm.objective import next_token_loss
from privtool.models.training.objectives import IGNORED, Batch


class Finetuning(NamedTuple):
    """How to go on with a copy: the rate stays the same, the rest is as in the training."""

    rate: float
    max_grad_norm: float
    bfloat16: bool


def finetuned(
    model: Any,
    optimizer: Any,
    steps: Iterable[Sequence[Batch]],
    settings: Finetuning,
    device: torch.device,
    seed: int,
) -> Any:
    """A copy of a model, trained on the batches of some steps (Ma 2022, equation 4).

    It starts with a copy of the optimizer's memory, too. The random numbers of dropout come from
    the seed; whoever calls this keeps those of the training apart.
    """
    if device.type == "cuda":
        torch.cuda.manual_seed(seed)  # of this thread's device
    else:
        torch.manual_seed(seed)
    trained = copy.deepcopy(model)
    trained.__dict__.pop("forward", None)  # which the trainer may have put there
    trained = trained.to(device).train()
    own = _optimizer_of(trained, model, optimizer, settings.rate)
    kind = torch.device(device).type
    for batches in steps:
        targets = sum(int((batch["labels"] != IGNORED).sum()) for batch in batches)
        for batch in batches:
            given = {name: tensor.to(device) for name, tensor in batch.items()}
            with torch.autocast(kind, torch.bfloat16, enabled=settings.bfloat16):
                loss = next_token_loss(trained, given) / max(1, targets)
            torch.autograd.backward(loss)
        torch.nn.utils.clip_grad_norm_(trained.parameters(), settings.max_grad_norm)
        own.step()
        own.zero_grad()
    return trained


def _optimizer_of(trained: Any, model: Any, optimizer: Any, rate: float) -> torch.optim.AdamW:
    """An optimizer for the copy, with a copy of the memory of the model's."""
    copies = dict(trained.named_parameters())
    names = {id(parameter): name for name, parameter in model.named_parameters()}
    groups = [
        {"params": [copies[names[id(parameter)]] for parameter in group["params"]]}
        for group in optimizer.param_groups
    ]
    made = torch.optim.AdamW(groups)
    made.load_state_dict(copy.deepcopy(optimizer.state_dict()))  # loading alone would share it
    for group in made.param_groups:
        group["lr"] = rate
    return made
