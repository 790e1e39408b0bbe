"""Short names of weights: runs that go on, and cards, tell models apart by them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch

_LOOKED_AT = 4096  # numbers of a tensor, evenly spread: training changes nearly all


@torch.no_grad()
def fingerprint(model: Any) -> str:
    """16 digits that change with the shapes and, of all practical changes, the weights."""
    found = hashlib.sha256()
    for name, weights in sorted(model.state_dict().items()):
        found.update(f"{name} {tuple(weights.shape)} {weights.dtype}\n".encode())
        flat = weights.reshape(-1)
        some = flat[:: max(1, len(flat) // _LOOKED_AT)]
        found.update(some.cpu().double().numpy().tobytes())
    return found.hexdigest()[:16]


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
