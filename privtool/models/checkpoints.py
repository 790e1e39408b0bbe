"""Checkpoints of a run: which are whole, and the mean of some."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import load_file

WHOLE = "complete"  # a file in a checkpoint that was written to its end
_WEIGHTS = "model.safetensors"


def whole_checkpoints(work: Path) -> list[Path]:
    """The checkpoints that are whole, the last one last; others are removed."""
    found: list[tuple[int, Path]] = []
    for folder in work.glob("checkpoint-*"):
        if (folder / WHOLE).is_file() and not _lost(folder):
            found.append((step_of(folder), folder))
        else:
            shutil.rmtree(folder, ignore_errors=True)
    return [folder for _, folder in sorted(found)]


def _lost(checkpoint: Path) -> bool:
    """Whether a file is empty or cut: after a power failure it can be, although it was written."""
    files = [file for file in checkpoint.iterdir() if file.name != WHOLE]
    return any(not file.stat().st_size or _is_cut(file) for file in files)


def _is_cut(file: Path) -> bool:
    if file.suffix != ".safetensors":
        return False
    try:
        with safe_open(file, "pt"):
            return False
    except SafetensorError:
        return True


def step_of(checkpoint: Path) -> int:
    """The step after which a checkpoint was written."""
    return int(checkpoint.name.rpartition("-")[2])


def average_of(model: Any, folders: Sequence[Path]) -> None:
    """Give a model the mean of the weights of checkpoints (Vaswani 2017, section 6.1)."""
    total: dict[str, torch.Tensor] = {}
    for folder in folders:
        for name, weights in load_file(folder / _WEIGHTS).items():
            total[name] = total[name] + weights.double() if name in total else weights.double()
    mean = {name: weights / len(folders) for name, weights in total.items()}
    # Weights that two names share are stored once; loading fills both.
    model.load_state_dict(mean, strict=False)
