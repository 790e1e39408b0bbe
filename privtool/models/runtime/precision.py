"""Multiplying in bfloat16 where the processor has instructions for it."""

from __future__ import annotations

from typing import Any

import torch

from privtool.core.errors import UsageError

# Of torch.cpu, by processor; older releases of torch lack them.
_CAN = ("_is_avx512_bf16_supported", "_is_amx_tile_supported")


def multiplies_bfloat16(device: torch.device) -> bool:
    """Whether this machine's CPU, if that is the device, multiplies bfloat16 natively."""
    return device.type == "cpu" and any(getattr(torch.cpu, name, bool)() for name in _CAN)


def trains_in_bfloat16(device: torch.device) -> bool:
    """Whether the device multiplies bfloat16 natively, be it a CPU or a GPU."""
    if device.type == "cuda":
        return bool(torch.cuda.is_bf16_supported(including_emulation=False))
    return multiplies_bfloat16(device)


def with_bfloat16_weights(model: Any) -> None:
    """Turn the weights of a model's linear layers into bfloat16, in place.

    Sums, norms and all that goes from layer to layer stay in single precision.
    """
    for module in model.modules():
        if isinstance(module, torch.nn.Linear):
            module.to(torch.bfloat16)


def autocasting(model: Any) -> torch.autocast:
    """A context in which a model that has bfloat16 weights beside others can be called."""
    mixed = any(parameter.dtype is torch.bfloat16 for parameter in model.parameters())
    return torch.autocast(model.device.type, torch.bfloat16, enabled=mixed)


def dtype_of(name: str, device: torch.device) -> torch.dtype:
    """The number format: auto takes bfloat16 where the hardware computes with it natively.

    Raises `UsageError` for any other name.
    """
    if name == "auto":
        name = "bf16" if device.type == "cuda" or multiplies_bfloat16(device) else "fp32"
    try:
        return {"fp32": torch.float32, "bf16": torch.bfloat16}[name]
    except KeyError:
        raise UsageError(f"--dtype: '{name}' is none of auto, fp32, bf16") from None
