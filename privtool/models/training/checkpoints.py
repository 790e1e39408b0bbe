"""Checkpoints of a run: which are whole, and the mean of some."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file

from privtool.core.distributed import rank

WHOLE = "complete"  # a file in a checkpoint that was written to its end: the sizes of the others
_WEIGHTS = "model.safetensors"


def mark_whole(checkpoint: Path) -> None:
    """Mark a checkpoint whose files are all written, once they are on the disk.

    A power failure must not leave the mark and take what it stands for.
    """
    for file in checkpoint.iterdir():
        with file.open("rb") as written:
            os.fsync(written.fileno())
    with (checkpoint / WHOLE).open("w", encoding="utf-8") as mark:
        json.dump(_sizes(checkpoint), mark)
        mark.flush()
        os.fsync(mark.fileno())


def whole_checkpoints(work: Path) -> list[Path]:
    """The checkpoints that are whole, the last one last; others are removed.

    Of several processes the first one removes them: it knows what it is still writing.
    """
    found: list[tuple[int, Path]] = []
    for folder in work.glob("checkpoint-*"):
        if _is_whole(folder):
            found.append((step_of(folder), folder))
        elif rank() == 0:
            shutil.rmtree(folder, ignore_errors=True)
    return [folder for _, folder in sorted(found)]


def _is_whole(checkpoint: Path) -> bool:
    """Whether all files that it was written with are there in their length."""
    try:
        sizes: dict[str, int] = json.loads((checkpoint / WHOLE).read_text(encoding="utf-8"))
        return sizes.items() <= _sizes(checkpoint).items()
    except (OSError, ValueError):  # another process may just be removing it
        return False


def _sizes(checkpoint: Path) -> dict[str, int]:
    return {file.name: file.stat().st_size for file in checkpoint.iterdir() if file.name != WHOLE}


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
