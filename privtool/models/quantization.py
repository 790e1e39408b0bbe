"""int8 weights of the embedded models: one scale per row, restored to float32 when loaded."""

from __future__ import annotations

from pathlib import Path

import torch
from safetensors.torch import load_file, save_file

_SCALE = ".scale"
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
        stored[name + _SCALE] = scale.half()
    return stored


def save_quantized(weights: dict[str, torch.Tensor], file: Path) -> None:
    """Quantize weights and write them as safetensors."""
    save_file(quantize(weights), file, metadata={"format": "pt"})


def load_quantized(file: Path) -> dict[str, torch.Tensor]:
    """Load float32 weights, each within half a step of its row's scale."""
    stored = load_file(file)
    return {
        name: weight * stored[name + _SCALE].float()
        if weight.dtype == torch.int8
        else weight.float()
        for name, weight in stored.items()
        if not name.endswith(_SCALE)
    }
