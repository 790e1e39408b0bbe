"""Results of the parts of a run: figures, each with its unit, or the reason why it is missing."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import torch

FULL, TINY = "full", "tiny"
Size = Literal["full", "tiny"]
NO_CUDA = "measured on CUDA alone"
UNKNOWN_CHIP = "the dense rate of this chip is not in benchmarks/support/chips.py"


class Figure(NamedTuple):
    """A measured value. Without a value there is a reason."""

    value: float | None
    unit: str
    reason: str | None = None


class PartResult(NamedTuple):
    """What a part measured, on inputs and models of which sizes, and why it failed, if it did."""

    sizes: dict[str, Any]
    figures: dict[str, Figure]
    failure: str | None = None


class Setup(NamedTuple):
    """Where and how parts run. `dense_rate` is in operations per second, None if unknown."""

    device: str
    size: Size
    seed: int
    dense_rate: float | None = None

    @property
    def place(self) -> torch.device:
        """The device itself."""
        return torch.device(self.device)

    @property
    def on_cuda(self) -> bool:
        """Whether that is a GPU of CUDA."""
        return self.place.type == "cuda"

    def arithmetic(self, operations: float, seconds: float) -> dict[str, Figure]:
        """Return the rate of operations, and its share of the dense bfloat16 rate."""
        rate = operations / seconds
        share = "share of the dense bf16 rate"
        found = {"arithmetic": Figure(rate / 1e12, "TFLOP/s")}
        if not self.on_cuda:
            return found | {share: Figure(None, "%", NO_CUDA)}
        if self.dense_rate is None:
            return found | {share: Figure(None, "%", UNKNOWN_CHIP)}
        return found | {share: Figure(100 * rate / self.dense_rate, "%")}

    def peak_memory(self) -> Figure:
        """Return the most memory that tensors took on the GPU in this process."""
        if not self.on_cuda:
            return Figure(None, "MiB", NO_CUDA)
        return Figure(torch.cuda.max_memory_allocated(self.place) / 2**20, "MiB")
