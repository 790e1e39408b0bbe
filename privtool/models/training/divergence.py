"""Training that diverges: numbers that are not finite."""

from __future__ import annotations

from typing import Any

import torch

from privtool.core.errors import PrivtoolError, option


def not_finite(step: int) -> PrivtoolError:
    """Return the error of a loss that is not finite at a step."""
    return PrivtoolError(
        f"the loss is not finite at step {step}; use {option('force')} to restart with a lower "
        f"{option('learning_rate')}; earlier checkpoints are kept until then"
    )


def check_weights(model: Any, step: int) -> None:
    """Raise `PrivtoolError` for weights that are not finite: their loss was, its gradients not."""
    trained = (weights for weights in model.parameters() if weights.requires_grad)
    if not all(bool(weights.isfinite().all()) for weights in trained):
        raise not_finite(step)


class LossWatch:
    """Keeps the losses of steps until they are looked at, as a look waits for the device."""

    def __init__(self) -> None:
        self._unseen: list[torch.Tensor] = []

    def add(self, loss: torch.Tensor) -> None:
        """Add the loss of the next step."""
        self._unseen.append(loss.detach())

    def check(self, step: int) -> None:
        """Raise `PrivtoolError` for the first loss, up to that of `step`, that is not finite."""
        losses, self._unseen = self._unseen, []
        finite = torch.stack(losses).isfinite().tolist() if losses else []
        if not all(finite):
            raise not_finite(step - len(finite) + 1 + finite.index(False))
