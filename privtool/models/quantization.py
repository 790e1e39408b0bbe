"""The models that come with the package: small, int8, loaded without the network.

Weights are stored as int8 with one scale for each row, and become floats when they are loaded.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file

from privtool.core.errors import UnavailableError

_SCALE = ".scale"
_SMALLEST_SCALE = 2**-16  # smaller ones would lose too many bits in half precision


def quantized(weights: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """Matrices as int8 with a scale for each row (`name.scale`), all else in half precision."""
    stored: dict[str, torch.Tensor] = {}
    for name, weight in weights.items():
        if weight.dim() != 2:
            stored[name] = weight.half().contiguous()
            continue
        scale = (weight.abs().amax(dim=1, keepdim=True) / 127).clamp_min(_SMALLEST_SCALE)
        scale = scale.half().float()  # as it will be read back
        stored[name] = (weight / scale).round().clamp(-127, 127).to(torch.int8)
        stored[name + _SCALE] = scale.half()
    return stored


def restored(stored: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """The float32 weights that `quantized` stored, to within half a step of their row's scale."""
    return {
        name: weight * stored[name + _SCALE].float()
        if weight.dtype == torch.int8
        else weight.float()
        for name, weight in stored.items()
        if not name.endswith(_SCALE)
    }


def save_quantized(weights: dict[str, torch.Tensor], file: Path) -> None:
    """Write weights as `quantized` makes them, as safetensors."""
    save_file(quantized(weights), file, metadata={"format": "pt"})


def load_quantized(file: Path) -> dict[str, torch.Tensor]:
    """The float32 weights in a file that `save_quantized` wrote."""
    return restored(load_file(file))


@contextmanager
def damaged_is_unavailable(name: str) -> Iterator[None]:
    """Turn whatever loading an embedded model raises into `UnavailableError`."""
    try:
        yield
    except Exception as error:
        raise UnavailableError(
            f"the embedded model '{name}' is damaged: install privtool again"
        ) from error
