"""int8 weights of the embedded models: one scale per row, restored to float32 when loaded."""

from __future__ import annotations

from pathlib import Path

import torch
from safetensors.torch import load_file

SCALE = ".scale"


def load_quantized(file: Path) -> dict[str, torch.Tensor]:
    """Load float32 weights, each within half a step of its row's scale."""
    stored = load_file(file)
    return {
        name: weight * stored[name + SCALE].float()
        if weight.dtype == torch.int8
        else weight.float()
        for name, weight in stored.items()
        if not name.endswith(SCALE)
    }
