"""What models run on, and where their files come from: options of all commands that use one."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

from privtool.core.errors import UnavailableError, UsageError, option
from privtool.core.options import Opt
from privtool.core.resources import disable_malloc_trim

if TYPE_CHECKING:
    import torch

AUTO = "auto"
_GPUS = ("/dev/nvidiactl", "/dev/kfd", "/dev/dxg")  # of NVIDIA, of AMD, and of either under Windows
_NAME = re.compile(r"auto|cpu|mps|cuda(?::\d{1,4})?")
Dtype = Literal["auto", "fp32", "bf16"]
Backend = Literal["auto", "onnx", "torch"]


def check_device_name(name: str) -> None:
    """Raise `UsageError` unless the name is auto, cpu, mps, cuda or cuda:N; loads nothing."""
    if not _NAME.fullmatch(name):
        raise UsageError(f"{option('device')}: '{name}' is not one of auto, cpu, cuda, cuda:N, mps")


def runs_on_cpu(name: str) -> bool:
    """Return whether `choose_device` would choose the CPU, without torch where that is plain.

    For the CPU, disable malloc trimming. Raise what `choose_device` raises.
    """
    check_device_name(name)
    if name == AUTO and sys.platform == "linux" and not any(map(os.path.exists, _GPUS)):
        name = "cpu"
    if name != "cpu":
        return choose_device(name).type == "cpu"
    disable_malloc_trim()
    return True


def choose_device(name: str) -> torch.device:
    """Return the device of a name; `auto` is CUDA if available, else MPS, else the CPU.

    Each `torchrun` process gets its own CUDA device. For the CPU, disable malloc trimming
    (`core/resources.py`). Raise `UsageError` for an unknown name and `UnavailableError` for a
    missing device: nothing falls back silently to a slower one.
    """
    check_device_name(name)
    import torch

    cuda = torch.cuda.device_count() if torch.cuda.is_available() else 0
    mps = torch.backends.mps.is_available()
    if name == AUTO:
        name = "cuda" if cuda else "mps" if mps else "cpu"
    if name == "cuda" and cuda and ranks() > 1:
        name = f"cuda:{int(os.environ.get('LOCAL_RANK', '0'))}"  # the rank on this machine
    if name == "mps" and not mps:
        raise UnavailableError(
            f"{option('device')} mps: this machine has no MPS device; use auto or cpu"
        )
    if name.startswith("cuda"):
        if not cuda:
            raise UnavailableError(
                f"{option('device')} {name}: this machine has no CUDA device; use auto or cpu"
            )
        index = int(name.partition(":")[2] or 0)
        if index >= cuda:
            raise UnavailableError(
                f"{option('device')} {name}: the CUDA devices of this machine are 0 to {cuda - 1}"
            )
    if name == "cpu":
        disable_malloc_trim()
    return torch.device(name)


def ranks() -> int:
    """Return the number of processes of the `torchrun` job that this process belongs to."""
    return int(os.environ.get("WORLD_SIZE", "1"))


def rank() -> int:
    """Return the rank of this process; rank 0 writes."""
    return int(os.environ.get("RANK", "0"))


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
    dtype: Annotated[Dtype, Opt("auto: bf16 if the hardware has bf16 arithmetic, else fp32.")] = (
        "auto"
    )
    batch_size: Annotated[
        int | None, Opt("Records per batch.", min=1, default="by device and model")
    ] = None

    def check(self) -> None:
        """Raise `UsageError` for a device that cannot be."""
        check_device_name(self.device)


@dataclass(frozen=True)
class FillerRuntime(Runtime):
    """What a model that fills runs on."""

    dtype: Annotated[
        Dtype,
        Opt(
            "auto: on a CPU, 8 bits for mini; else bf16 if the hardware has bf16 arithmetic, or "
            "fp32."
        ),
    ] = "auto"
