"""`lm-train` with 6 layers of 768 units and 85,000 words, and the memory of its loss."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

import torch

from benchmarks.gpu.clock import median_seconds, synchronize
from benchmarks.gpu.figures import FULL, NO_CUDA, Figure, PartResult, Setup
from benchmarks.gpu.step_clock import StepClock
from benchmarks.lm.training import END, PADDING, SPECIALS, sentences
from privtool.models.lm.dataset import LmBatches
from privtool.models.lm.loss import chunked_cross_entropy
from privtool.models.lm.presets import TRANSFORMER, new_model, shape_of
from privtool.models.lm.trainer import NextToken
from privtool.models.runtime.numerics import trains_in_bfloat16
from privtool.models.training.run import train
from privtool.models.training.settings import TrainSettings

_NEVER = 10**9  # steps between checkpoints


def run(setup: Setup) -> PartResult:
    """Train on sentences of invented words; operations are 6 per weight and token."""
    full = setup.size == FULL
    size, words, tokens, batch = ("paper", 85_000, 2_000_000, 32_768)
    if not full:
        size, words, tokens, batch = "tiny", 500, 1000, 512
    shape = shape_of(TRANSFORMER, size, None, None, None)
    corpus = sentences(tokens, words, setup.seed)
    batches = LmBatches(corpus, END, PADDING, shape.positions, batch)
    settings = TrainSettings(
        epochs=1, learning_rate=1e-4, warmup=0.05, gradient_accumulation_steps=1,
        patience=None, eval_every=_NEVER, seed=setup.seed, device=setup.place,
        bfloat16=trains_in_bfloat16(setup.place),
    )  # fmt: skip
    model = new_model(shape, words, END, PADDING, 0.1, setup.seed).to(setup.place)
    clock = StepClock(setup.place, 10 if full else 1)
    with tempfile.TemporaryDirectory() as work:
        objective = NextToken(None, SPECIALS)
        train(settings, model, batches, objective, Path(work), clock)
    targets = sum(int((batches[n]["labels"] >= 0).sum()) for n in range(len(batches)))
    took = clock.seconds * len(batches) / clock.steps  # for all of them
    return PartResult(
        {
            "model": f"transformer {size}, {words} words",
            "parameters": model.num_parameters(),
            "tokens": targets,
            "batch_tokens": batch,
            "dtype": "bf16" if settings.bfloat16 else "fp32",
        },
        {
            "tokens": Figure(targets / took, "tokens/s"),
            **setup.arithmetic(6 * model.num_parameters() * targets, took),
            "peak memory": setup.peak_memory(),
        },
    )


def loss(setup: Setup) -> PartResult:
    """Compare the chunked loss with plain cross-entropy, forward and backward."""
    rows, words, size = (16_384, 85_000, 768) if setup.size == FULL else (256, 500, 32)
    torch.manual_seed(setup.seed)
    dtype = torch.bfloat16 if setup.on_cuda else torch.float32
    hidden = torch.randn(rows, size, device=setup.place, dtype=dtype, requires_grad=True)
    weight = torch.randn(words, size, device=setup.place, dtype=dtype) / size
    weight.requires_grad_()
    labels = torch.randint(words, (rows,), device=setup.place)

    def plain() -> torch.Tensor:
        logits = (hidden @ weight.T).float()
        return torch.nn.functional.cross_entropy(logits, labels, reduction="sum")

    figures: dict[str, Figure] = {}
    losses = {"chunked": lambda: chunked_cross_entropy(hidden, weight, labels), "plain": plain}
    for name, loss_of in losses.items():
        figures[f"{name}: memory"], value = _memory(setup, loss_of)
        figures[f"{name}: loss"] = Figure(value / rows, "nats/row")
        took = median_seconds(partial(_backward, loss_of), setup.place, 2.0)
        figures[f"{name}: time"] = Figure(1000 * took, "ms")
    sizes = {"rows": rows, "words": words, "size": size, "dtype": str(dtype).split(".")[-1]}
    return PartResult(sizes, figures)


def _backward(loss_of: Callable[[], torch.Tensor]) -> float:
    value = loss_of()
    torch.autograd.backward(value)
    return value.item()


def _memory(setup: Setup, loss_of: Callable[[], torch.Tensor]) -> tuple[Figure, float]:
    """Return the memory that a loss and its gradients take beyond its inputs, and its value."""
    if not setup.on_cuda:
        return Figure(None, "MiB", NO_CUDA), _backward(loss_of)
    synchronize(setup.place)
    torch.cuda.reset_peak_memory_stats(setup.place)
    before = torch.cuda.memory_allocated(setup.place)
    value = _backward(loss_of)
    taken = torch.cuda.max_memory_allocated(setup.place) - before
    return Figure(taken / 2**20, "MiB"), value
