"""Batch invariance: results that do not depend on the other rows of a batch.

On a CPU the last bits of a row of a matrix product depend on the number of rows. What a model
computes for one hypothesis must not depend on how many others there are, so the number is fixed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import torch

ROWS = 32
_SINGLE_ROWS = 16

Tensors = tuple[torch.Tensor, ...]


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
