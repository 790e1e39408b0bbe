"""Where a model's files come from and what it runs on: options of all commands that use one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from privtool.core.device import AUTO, check_device_name
from privtool.core.options import Opt

Dtype = Literal["auto", "fp32", "bf16"]
Backend = Literal["auto", "onnx", "torch"]


@dataclass(frozen=True)
class ModelSource:
    """Where the files of a model may come from."""

    offline: Annotated[
        bool, Opt("Never use the network; the model must be on this machine already.")
    ] = False
    trust_pickle: Annotated[
        bool, Opt("Load pickled weights, which can execute arbitrary code.")
    ] = False


@dataclass(frozen=True)
class Runtime:
    """What a model runs on."""

    device: Annotated[str, Opt("auto, cpu, cuda, cuda:N or mps.")] = AUTO
    dtype: Annotated[
        Dtype,
        Opt(
            "auto: bf16 if the hardware has bf16 arithmetic, else fp32; on a CPU, mini fills in 8 "
            "bits."
        ),
    ] = "auto"
    batch_size: Annotated[
        int | None, Opt("Records per batch.", min=1, default="by device and model")
    ] = None

    def check(self) -> None:
        """Raise `UsageError` for a device that cannot be."""
        check_device_name(self.device)
