"""Products whose last bits do not tell how many rows came together."""

from __future__ import annotations

from collections.abc import Callable

import torch

_STEP = 16


def in_equal_steps(
    function: Callable[[torch.Tensor], torch.Tensor], rows: torch.Tensor
) -> torch.Tensor:
    """The function of all rows, computed for 16 at a time, the last step filled up with zeros.

    Products of matrices with other numbers of rows are summed in other orders, which changes the
    last bits: a row must not tell how many others came with it.
    """
    count = len(rows)
    padded = torch.nn.functional.pad(rows, (0, 0, 0, -count % _STEP))
    return torch.cat([function(step) for step in torch.split(padded, _STEP)])[:count]
