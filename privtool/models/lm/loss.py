"""Cross-entropy over large vocabularies in chunks, so that a batch's logits never exist at once.

Logits of 32,000 tokens over 85,000 words take 11 GB, and their gradients as much again. Here the
rows are processed in chunks. The forward pass also computes the gradients of a chunk, while its
logits exist: nothing is stored for the backward pass and nothing is computed twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import torch

from privtool.models.training.objectives import IGNORED

_LOGITS = {"cpu": 1 << 24}  # in a chunk: 64 MiB in single precision
_LOGITS_ELSEWHERE = 1 << 27  # a GPU is idle with less
_MIN_ROWS = 512  # in a chunk: smaller matrix products are slow
_IN_CACHE = 1 << 18  # logits processed at a time on a CPU: 1 MiB in single precision


def chunked_cross_entropy(
    hidden: torch.Tensor,
    weight: torch.Tensor,
    labels: torch.Tensor,
    kept: torch.Tensor | None = None,
) -> torch.Tensor:
    """Return the sum of the cross-entropies of all rows, in nats.

    `hidden` is (rows, size), `weight` (words, size), `labels` (rows). Rows with the label
    `IGNORED` are not computed, and their gradient is zero. `kept` are the numbers of the others, if
    they are known: to find them waits for a GPU.
    """
    if kept is None:
        kept = (labels != IGNORED).nonzero().squeeze(1)
    return _ChunkedSum.apply(hidden[kept], weight, labels[kept])  # type: ignore[no-any-return,no-untyped-call]


def row_losses(
    hidden: torch.Tensor,
    weight: torch.Tensor,
    labels: torch.Tensor,
    bias: torch.Tensor | None = None,
) -> torch.Tensor:
    """Return the cross-entropy of every row (rows), without gradients; `bias` is (words)."""
    with torch.no_grad():
        parts = [
            torch.nn.functional.cross_entropy(
                _logits(hidden[rows], weight, bias),
                labels[rows],
                reduction="none",
                ignore_index=IGNORED,
            )
            for rows in _chunks(len(labels), weight)
        ]
    return torch.cat(parts) if parts else hidden.new_zeros(0, dtype=torch.float32)


class _ChunkedSum(torch.autograd.Function):
    """The sum of cross-entropies; the forward pass computes its gradients too."""

    @staticmethod
    def forward(
        ctx: Any, hidden: torch.Tensor, weight: torch.Tensor, labels: torch.Tensor
    ) -> torch.Tensor:
        total = torch.zeros((), device=hidden.device)
        needs_grad = ctx.needs_input_grad[0] or ctx.needs_input_grad[1]
        hidden_grad = torch.empty_like(hidden)
        weight_grad: torch.Tensor | None = None
        dtype = _compute_dtype(hidden)
        factor = weight.to(dtype)
        for rows in _chunks(len(labels), weight):
            part = hidden[rows].to(dtype)
            logits = part @ factor.T
            total += _replace_by_gradients(logits, labels[rows])
            if not needs_grad:
                continue
            hidden_grad[rows] = logits @ factor
            if weight_grad is None:
                weight_grad = (logits.T @ part).float()
            elif dtype is torch.float32:
                weight_grad.addmm_(logits.T, part)
            else:
                weight_grad += logits.T @ part
        if needs_grad:
            if weight_grad is None:
                weight_grad = torch.zeros_like(weight, dtype=torch.float32)
            ctx.save_for_backward(hidden_grad, weight_grad)
            ctx.dtype = weight.dtype
        return total

    @staticmethod
    def backward(ctx: Any, *grad_outputs: torch.Tensor) -> Any:
        hidden_grad, weight_grad = ctx.saved_tensors
        grad = grad_outputs[0]
        # In place, as these may be the largest tensors; autograd refuses a second backward pass.
        return hidden_grad.mul_(grad), weight_grad.mul_(grad).to(ctx.dtype), None


def _replace_by_gradients(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """Replace logits (rows, words) by their gradients, and return the sum of the cross-entropies.

    The gradients are softmax minus one-hot labels, computed in single precision.
    """
    if logits.device.type != "cpu":
        return _replace_at_once(logits, labels)
    total = torch.zeros(())
    rows = max(1, _IN_CACHE // max(1, logits.shape[1]))
    for chunk, words in zip(torch.split(logits, rows), torch.split(labels, rows), strict=True):
        total += _replace_in_cache(chunk, words)
    return total


def _replace_in_cache(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """Do as `_replace_by_gradients` for logits that fit into the cache of a CPU."""
    gradients = logits.float()
    row = torch.arange(len(labels))
    targets = gradients[row, labels]
    highest = gradients.amax(1, keepdim=True)
    sums = gradients.sub_(highest).exp_().sum(1)
    loss = (sums.log() + highest.squeeze(1) - targets).sum()
    gradients.div_(sums[:, None])
    gradients[row, labels] -= 1
    logits.copy_(gradients)
    return loss


def _replace_at_once(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """Do as `_replace_by_gradients` with few passes over the logits, which are what takes time.

    The norm of a row follows from its highest probability, which is never rounded to 0.
    """
    gradients = torch.softmax(logits, 1, dtype=torch.float32)
    highest, words = gradients.max(1)
    row = torch.arange(len(labels), device=logits.device)
    norms = logits[row, words].float() - highest.log()
    loss = (norms - logits[row, labels].float()).sum()
    gradients[row, labels] -= 1
    logits.copy_(gradients)
    return loss


def _compute_dtype(hidden: torch.Tensor) -> torch.dtype:
    """Return the type of matrix products: autocast's, or that of the rows."""
    device = hidden.device.type
    return torch.get_autocast_dtype(device) if torch.is_autocast_enabled(device) else hidden.dtype


def _logits(
    hidden: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor | None = None
) -> torch.Tensor:
    return torch.nn.functional.linear(hidden, weight.to(hidden.dtype), bias).float()


def _chunks(rows: int, weight: torch.Tensor) -> Iterator[slice]:
    logits = _LOGITS.get(weight.device.type, _LOGITS_ELSEWHERE)
    size = max(_MIN_ROWS, logits // max(1, len(weight)))
    for start in range(0, rows, size):
        yield slice(start, start + size)
