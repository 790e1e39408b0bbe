"""Cross-entropy over large vocabularies in chunks: the logits of a whole batch never exist.

Logits of 32,000 tokens over 85,000 words take 11 GB, and their gradients as much again. Here the
rows are worked on some at a time, and the gradients of a chunk are computed while its logits are
at hand, so that nothing is kept for the way back and nothing is computed twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import torch

from privtool.models.training.objectives import IGNORED

_LOGITS = {"cpu": 1 << 24}  # in a chunk: 64 MiB in single precision
_LOGITS_ELSEWHERE = 1 << 27  # a GPU is idle with less
_FEWEST_ROWS = 512  # in a chunk: products of fewer are slow
_IN_CACHE = 1 << 18  # logits that are worked on at a time on a CPU: 1 MiB in single precision


def chunked_cross_entropy(
    hidden: torch.Tensor, weight: torch.Tensor, labels: torch.Tensor
) -> torch.Tensor:
    """The sum of the cross-entropies of all rows, in natural logarithms.

    `hidden` is (rows, size), `weight` (words, size), `labels` (rows) with `IGNORED` for rows
    without weight: they are not even computed, and their gradient is zero.
    """
    kept = labels != IGNORED
    return _ChunkedSum.apply(hidden[kept], weight, labels[kept])  # type: ignore[no-any-return,no-untyped-call]


def row_losses(hidden: torch.Tensor, weight: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """The cross-entropy of every row (rows), without gradients."""
    with torch.no_grad():
        parts = [
            torch.nn.functional.cross_entropy(
                _logits(hidden[rows], weight), labels[rows], reduction="none", ignore_index=IGNORED
            )
            for rows in _chunks(len(labels), weight)
        ]
    return torch.cat(parts) if parts else hidden.new_zeros(0, dtype=torch.float32)


class _ChunkedSum(torch.autograd.Function):
    """The sum of cross-entropies; its gradients are made on the way forward."""

    @staticmethod
    def forward(
        ctx: Any, hidden: torch.Tensor, weight: torch.Tensor, labels: torch.Tensor
    ) -> torch.Tensor:
        total = torch.zeros((), device=hidden.device)
        wanted = ctx.needs_input_grad[0] or ctx.needs_input_grad[1]
        for_hidden = torch.empty_like(hidden)
        for_weight: torch.Tensor | None = None
        dtype = _compute_dtype(hidden)
        factor = weight.to(dtype)
        for rows in _chunks(len(labels), weight):
            part = hidden[rows].to(dtype)
            logits = part @ factor.T
            total += _turn_into_slopes(logits, labels[rows])
            if not wanted:
                continue
            for_hidden[rows] = logits @ factor
            if for_weight is None:
                for_weight = (logits.T @ part).float()
            elif dtype is torch.float32:
                for_weight.addmm_(logits.T, part)
            else:
                for_weight += logits.T @ part
        if wanted:
            if for_weight is None:
                for_weight = torch.zeros_like(weight, dtype=torch.float32)
            ctx.save_for_backward(for_hidden, for_weight)
            ctx.dtype = weight.dtype
        return total

    @staticmethod
    def backward(ctx: Any, *slopes: torch.Tensor) -> Any:
        for_hidden, for_weight = ctx.saved_tensors
        # In place, as these may be the largest tensors of all; autograd refuses a second time.
        return for_hidden.mul_(slopes[0]), for_weight.mul_(slopes[0]).to(ctx.dtype), None


def _turn_into_slopes(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """The sum of the cross-entropies of logits (rows, words), whose gradients take their place.

    These are the probabilities less the wanted one, made in single precision.
    """
    total = torch.zeros((), device=logits.device)
    on_cpu = logits.device.type == "cpu"
    rows = max(1, _IN_CACHE // max(1, logits.shape[1])) if on_cpu else max(1, len(labels))
    for some, words in zip(torch.split(logits, rows), torch.split(labels, rows), strict=True):
        slopes = some.float()
        each = torch.arange(len(words), device=logits.device)
        asked = slopes[each, words]
        most = slopes.amax(1, keepdim=True)
        sums = slopes.sub_(most).exp_().sum(1)
        total += (sums.log() + most.squeeze(1) - asked).sum()
        slopes.div_(sums[:, None])
        slopes[each, words] -= 1
        some.copy_(slopes)
    return total


def _compute_dtype(hidden: torch.Tensor) -> torch.dtype:
    """What matrices are multiplied in: what autocast asks for, else what the rows are in."""
    kind = hidden.device.type
    return torch.get_autocast_dtype(kind) if torch.is_autocast_enabled(kind) else hidden.dtype


def _logits(hidden: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    return torch.nn.functional.linear(hidden, weight.to(hidden.dtype)).float()


def _chunks(rows: int, weight: torch.Tensor) -> Iterator[slice]:
    logits = _LOGITS.get(weight.device.type, _LOGITS_ELSEWHERE)
    size = max(_FEWEST_ROWS, logits // max(1, len(weight)))
    for start in range(0, rows, size):
        yield slice(start, start + size)
