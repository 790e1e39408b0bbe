"""Short names of weights: runs that go on, and cards, tell models apart by them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch

from privtool.core.digest import short_digest

_LOOKED_AT = 4096  # numbers of a tensor, evenly spread: training changes nearly all


@torch.no_grad()
def fingerprint(model: Any) -> str:
    """16 digits that change with the shapes and, of all practical changes, the weights."""
    return short_digest(_samples(model))


def _samples(model: Any) -> Iterator[bytes]:
    for name, weights in sorted(model.state_dict().items()):
        yield f"{name} {tuple(weights.shape)} {weights.dtype}\n".encode()
        flat = weights.reshape(-1)
        some = flat[:: max(1, len(flat) // _LOOKED_AT)]
        yield some.cpu().double().numpy().tobytes()


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
