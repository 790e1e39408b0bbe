"""Running a part of a model on the same number of rows every time.

The last bits of a row of a product depend on how many rows are multiplied, on a CPU. What comes of
one hypothesis must not depend on how many others there are, so rows are filled up to one number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import torch

ROWS = 32
_FEWER_ROWS = 16

Tensors = tuple[torch.Tensor, ...]


def in_fixed_rows(
    call: Callable[..., Tensors], given: Sequence[torch.Tensor], size: int = ROWS
) -> Tensors:
    """`call(*given)`, where each row of what it gives depends on the same row of `given` alone.

    On a CPU it is called with `size` rows at a time, the last ones being repeated to fill them
    up; elsewhere with all at once, as sums there take no heed of it.
    """
    count = len(given[0])
    if given[0].device.type != "cpu" or count in (0, size):
        return call(*given)
    missing = -count % size
    if missing:
        fill = torch.arange(count + missing).clamp_max(count - 1)
        given = [tensor[fill] for tensor in given]
    found = [
        call(*(tensor[start : start + size] for tensor in given))
        for start in range(0, count + missing, size)
    ]
    if len(found) == 1:
        return tuple(tensor[:count] for tensor in found[0])
    return tuple(torch.cat(parts)[:count] for parts in zip(*found, strict=True))


def one_in_fixed_rows(
    call: Callable[[torch.Tensor], torch.Tensor], rows: torch.Tensor, size: int = _FEWER_ROWS
) -> torch.Tensor:
    """As `in_fixed_rows`, of what takes and gives one tensor."""
    return in_fixed_rows(lambda rows: (call(rows),), (rows,), size)[0]
