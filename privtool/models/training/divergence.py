"""Training that diverges: numbers that are not finite."""

from __future__ import annotations

from typing import Any

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
