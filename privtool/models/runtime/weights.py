"""Weights: digests, which identify models in runs and cards, int8 files, and evaluation mode."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file

from privtool.core.digest import short_digest
from privtool.core.errors import UnavailableError

_SAMPLES = 4096  # of each tensor, evenly spaced: training changes nearly all weights
SCALE = ".scale"


@torch.no_grad()
def fingerprint(model: Any) -> str:
    """Return a digest of the shapes and, by samples, of the weights."""
    return short_digest(_samples(model))


def _samples(model: Any) -> Iterator[bytes]:
    for name, weights in sorted(model.state_dict().items()):
        yield f"{name} {tuple(weights.shape)} {weights.dtype}\n".encode()
        flat = weights.reshape(-1)
        sample = flat[:: max(1, len(flat) // _SAMPLES)]
        yield sample.cpu().double().numpy().tobytes()


@contextmanager
def evaluating(model: Any) -> Iterator[None]:
    """Switch dropout and gradients off for a block, and restore the mode afterwards."""
    training = model.training
    model.eval()
    try:
        with torch.no_grad():
            yield
    finally:
        model.train(training)


def not_finite() -> UnavailableError:
    """Return the error of a model whose scores are not numbers."""
    return UnavailableError("the model's scores are not finite: its weights are damaged")


def load_quantized(file: Path) -> dict[str, torch.Tensor]:
    """Load the weights of an embedded model: int8 with a scale for each row, restored to float32.

    Each is within half a step of its row's scale.
    """
    stored = load_file(file)
    return {
        name: weight * stored[name + SCALE].float()
        if weight.dtype == torch.int8
        else weight.float()
        for name, weight in stored.items()
        if not name.endswith(SCALE)
    }
