"""Quantizing weights as the package stores them: int8 with one scale per row."""

from __future__ import annotations

from pathlib import Path

import torch
from safetensors.torch import save_file

from privtool.models.runtime.numerics import SCALE

_MIN_SCALE = 2**-16  # smaller ones would lose too many bits in half precision


def quantize(weights: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """Return matrices as int8 with a scale per row (`name.scale`), the rest in half precision."""
    stored: dict[str, torch.Tensor] = {}
    for name, weight in weights.items():
        if weight.dim() != 2:
            stored[name] = weight.half().contiguous()
            continue
        scale = (weight.abs().amax(dim=1, keepdim=True) / 127).clamp_min(_MIN_SCALE)
        scale = scale.half().float()  # as it will be read back
        stored[name] = (weight / scale).round().clamp(-127, 127).to(torch.int8)
        stored[name + SCALE] = scale.half()
    return stored


def save_quantized(weights: dict[str, torch.Tensor], file: Path) -> None:
    """Quantize weights and write them as safetensors."""
    save_file(quantize(weights), file, metadata={"format": "pt"})
