"""What a run is measured on: the device, the machine and the versions of libraries."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from benchmarks.gpu.figures import NO_CUDA
from benchmarks.support.chips import dense_bfloat16
from benchmarks.support.measure import processor

_LIBRARIES = ("torch", "torchaudio", "transformers", "tokenizers", "accelerate", "peft", "numpy")


def describe(device: str) -> dict[str, Any]:
    """Return what is known of the device and the machine; what there is no device for is None.

    Raise `UnavailableError` for a device that this machine lacks.
    """
    import torch

    import privtool
    from privtool.core.device import choose_device

    place = choose_device(device)
    found: dict[str, Any] = {
        "device": place.type,
        "name": processor(),
        "memory_gib": None,
        "compute_capability": None,
        "cuda": torch.version.cuda,
        "driver": None,
        "dense_bf16_teraflops": None,
        "missing": NO_CUDA,
        "processor": processor(),
        "system": platform.platform(),
        "python": platform.python_version(),
        "privtool": privtool.__version__,
        **{name: _version_of(name) for name in _LIBRARIES},
    }
    if place.type == "cuda":
        properties = torch.cuda.get_device_properties(place)
        rate = dense_bfloat16(properties.name)
        found |= {
            "name": properties.name,
            "memory_gib": round(properties.total_memory / 2**30, 1),
            "compute_capability": f"{properties.major}.{properties.minor}",
            "driver": _driver(),
            "dense_bf16_teraflops": None if rate is None else rate / 1e12,
            "missing": None,
        }
    return found


def _version_of(library: str) -> str | None:
    try:
        return version(library)
    except PackageNotFoundError:
        return None


def _driver() -> str | None:
    """Return the version of the driver as its own program prints it."""
    import subprocess

    command = ["nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=10)
    except (OSError, subprocess.SubprocessError):
        return None
    return next(iter(done.stdout.split()), None)
