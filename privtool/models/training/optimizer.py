"""AdamW with a learning rate that rises and falls linearly."""

from __future__ import annotations

from typing import Any

import torch

from privtool.models.training.settings import TrainSettings, warmup_steps

_WEIGHT_DECAY = 0.01


def adamw(model: Any, settings: TrainSettings) -> torch.optim.AdamW:
    """Return the optimizer of the weights that are trained; biases and norms do not decay."""
    weights = [each for each in model.parameters() if each.requires_grad]
    groups = [
        {"params": [w for w in weights if w.ndim > 1], "weight_decay": _WEIGHT_DECAY},
        {"params": [w for w in weights if w.ndim <= 1], "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(
        [group for group in groups if group["params"]],
        lr=settings.learning_rate,
        betas=(0.9, settings.beta2),
        eps=settings.epsilon,
        fused=True,
    )


def set_rate(
    optimizer: torch.optim.Optimizer, settings: TrainSettings, step: int, steps: int
) -> None:
    """Set the learning rate of the step after `step` of `steps`."""
    warmup = warmup_steps(settings, steps)
    share = step / warmup if step < warmup else (steps - step) / max(1, steps - warmup)
    for group in optimizer.param_groups:
        group["lr"] = settings.learning_rate * share
