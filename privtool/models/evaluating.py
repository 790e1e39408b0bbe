"""Measuring a model that is being trained."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch


@contextmanager
def evaluating(model: Any) -> Iterator[None]:
    """Inside, a model has neither dropout nor gradients; afterwards it is in its mode again."""
    training = model.training
    model.eval()
    try:
        with torch.no_grad():
            yield
    finally:
        model.train(training)
