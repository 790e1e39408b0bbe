"""Training settings, the number of steps they result in, and AdamW with its learning rate."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import torch

from privtool.core.device import ranks
from privtool.core.errors import UsageError, option

_MAX_WARMUP = 0.5  # of the steps: a bound on `min_warmup_steps`
_WEIGHT_DECAY = 0.01


class TrainSettings(NamedTuple):
    """Training settings: see `privtool lm-train --help`.

    `eval_every` is the number of steps between evaluations, None for once an epoch; `patience` None
    never stops early; `progress` is the title of a progress bar on standard error. `workers`
    processes load batches ahead, 0 loads them in this one. `beta2` and `epsilon` are those of Adam
    (Kingma 2015). Gradients are clipped to `max_grad_norm`. Warm-up takes a fraction `warmup` of
    the steps, and at least `min_warmup_steps`, up to half of all steps.
    """

    epochs: int
    learning_rate: float
    warmup: float
    gradient_accumulation_steps: int
    patience: int | None
    eval_every: int | None
    seed: int
    device: torch.device
    bfloat16: bool
    average_checkpoints: int = 1
    progress: str | None = None
    workers: int = 0
    beta2: float = 0.999
    epsilon: float = 1e-8
    max_grad_norm: float = 1.0
    min_warmup_steps: int = 0

    @property
    def batches_per_step(self) -> int:
        return ranks() * self.gradient_accumulation_steps


def autocast(settings: TrainSettings) -> torch.autocast:
    """Return a context in which a model computes in the number format of the training."""
    return torch.autocast(settings.device.type, torch.bfloat16, enabled=settings.bfloat16)


def check_average(settings: TrainSettings, batches: int) -> None:
    """Raise `UsageError` for an average of more checkpoints than `batches` an epoch result in."""
    checkpoints = settings.epochs
    if settings.eval_every is not None:
        checkpoints = math.ceil(total_steps(settings, batches) / settings.eval_every)
    average = settings.average_checkpoints
    if average > checkpoints:
        raise UsageError(
            f"{option('average_checkpoints')} {average}: there will only be {checkpoints} "
            "checkpoints"
        )


def steps_of_epoch(settings: TrainSettings, batches: int) -> int:
    return math.ceil(batches / settings.batches_per_step)


def total_steps(settings: TrainSettings, batches: int) -> int:
    """Return the steps of a run with `batches` an epoch."""
    return steps_of_epoch(settings, batches) * settings.epochs


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


def rate_share(settings: TrainSettings, step: int, steps: int) -> float:
    """Return the share of the peak learning rate that the step after `step` of `steps` has."""
    minimum = min(settings.min_warmup_steps, int(_MAX_WARMUP * steps))
    warmup = max(round(settings.warmup * steps), minimum)
    return step / warmup if step < warmup else (steps - step) / max(1, steps - warmup)


def rate_to_come(settings: TrainSettings, step: int, steps: int) -> float:
    """Return the largest share of the peak that the steps after `step` have; 0 after the last."""
    return max((rate_share(settings, each, steps) for each in range(step, steps)), default=0.0)
