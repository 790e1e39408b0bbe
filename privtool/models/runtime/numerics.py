"""Numerics: number formats, digests of weights, and batch invariance.

On a CPU the last bits of a row of a matrix product depend on the number of rows. What a model
computes for one hypothesis must not depend on how many others there are, so the number is fixed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file

from privtool.core.errors import UnavailableError, UsageError, option
from privtool.core.rng import short_digest

_SAMPLES = 4096  # of each tensor, evenly spaced: training changes nearly all weights
SCALE = ".scale"
ROWS = 32
_SINGLE_ROWS = 16
Tensors = tuple[torch.Tensor, ...]


def multiplies_bfloat16(device: torch.device) -> bool:
    """Return whether the device is a CPU that multiplies bfloat16 natively."""
    cpu = torch.cpu
    return device.type == "cpu" and (
        cpu._is_avx512_bf16_supported() or cpu._is_amx_tile_supported()
    )


def trains_in_bfloat16(device: torch.device) -> bool:
    """Return whether the device, a CPU or GPU, multiplies bfloat16 natively."""
    if device.type == "cuda":
        return bool(torch.cuda.is_bf16_supported(including_emulation=False))
    return multiplies_bfloat16(device)


def cast_linear_layers(model: Any) -> None:
    """Cast weights of linear layers to bfloat16, in place; all else stays in single precision."""
    for module in model.modules():
        if isinstance(module, torch.nn.Linear):
            module.to(torch.bfloat16)


def autocasting(model: Any) -> torch.autocast:
    """Return a context in which a model with some bfloat16 weights can be called."""
    mixed = any(parameter.dtype is torch.bfloat16 for parameter in model.parameters())
    return torch.autocast(model.device.type, torch.bfloat16, enabled=mixed)


def dtype_of(name: str, device: torch.device) -> torch.dtype:
    """Return the number format of a name; auto is bfloat16 where the hardware multiplies it.

    Raise `UsageError` for an unknown name.
    """
    if name == "auto":
        name = "bf16" if device.type == "cuda" or multiplies_bfloat16(device) else "fp32"
    try:
        return {"fp32": torch.float32, "bf16": torch.bfloat16}[name]
    except KeyError:
        raise UsageError(f"{option('dtype')}: '{name}' is not one of auto, fp32, bf16") from None


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


def batch_invariant_many(
    function: Callable[..., Tensors], inputs: Sequence[torch.Tensor], size: int = ROWS
) -> Tensors:
    """Return `function(*inputs)`, each row of which depends on the same row of `inputs` only.

    On a CPU it is called with `size` rows at a time, the last row being repeated as padding;
    elsewhere with all rows at once, as products there do not depend on their number.
    """
    count = len(inputs[0])
    if inputs[0].device.type != "cpu" or count in (0, size):
        return function(*inputs)
    missing = -count % size
    if missing:
        padded = torch.arange(count + missing).clamp_max(count - 1)
        inputs = [tensor[padded] for tensor in inputs]
    outputs = [
        function(*(tensor[start : start + size] for tensor in inputs))
        for start in range(0, count + missing, size)
    ]
    if len(outputs) == 1:
        return tuple(tensor[:count] for tensor in outputs[0])
    return tuple(torch.cat(parts)[:count] for parts in zip(*outputs, strict=True))


def batch_invariant(
    function: Callable[[torch.Tensor], torch.Tensor], rows: torch.Tensor, size: int = _SINGLE_ROWS
) -> torch.Tensor:
    """Do as `batch_invariant_many` for a function of one tensor that returns one."""
    return batch_invariant_many(lambda rows: (function(rows),), (rows,), size)[0]
