"""Checkpoints of a run: which are complete, which to keep, and their average."""

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

_MARK = "complete"  # a file that is written last: the sizes of the others
_WEIGHTS = "model.safetensors"


def mark_complete(checkpoint: Path) -> None:
    """Mark a checkpoint as complete once all its files are on the disk.

    A power failure must not leave the mark without the files.
    """
    for file in checkpoint.iterdir():
        with file.open("rb") as written:
            os.fsync(written.fileno())
    with (checkpoint / _MARK).open("w", encoding="utf-8") as mark:
        json.dump(_sizes(checkpoint), mark)
        mark.flush()
        os.fsync(mark.fileno())


def complete_checkpoints(run_dir: Path) -> list[Path]:
    """Return the complete checkpoints in order of their steps; remove the others.

    Of several processes the first one removes them: it knows what it is still writing.
    """
    complete: list[Path] = []
    for folder in run_dir.glob("checkpoint-*"):
        if _is_complete(folder):
            complete.append(folder)
        elif rank() == 0:
            shutil.rmtree(folder, ignore_errors=True)
    return sorted(complete, key=step_of)


def remove_old_checkpoints(run_dir: Path, keep: int, best_step: int | None) -> None:
    """Remove all checkpoints but the best one and the last ones, `keep` in total (at least 2)."""
    others = [each for each in complete_checkpoints(run_dir) if step_of(each) != best_step]
    for folder in others[: -(keep - (best_step is not None))]:
        shutil.rmtree(folder, ignore_errors=True)


def _is_complete(checkpoint: Path) -> bool:
    try:
        sizes: dict[str, int] = json.loads((checkpoint / _MARK).read_text(encoding="utf-8"))
        return sizes.items() <= _sizes(checkpoint).items()
    except (OSError, ValueError):  # another process may be removing it
        return False


def _sizes(checkpoint: Path) -> dict[str, int]:
    return {file.name: file.stat().st_size for file in checkpoint.iterdir() if file.name != _MARK}


def step_of(checkpoint: Path) -> int:
    """Return the step after which a checkpoint was written."""
    return int(checkpoint.name.rpartition("-")[2])


def load_average(model: Any, checkpoints: Sequence[Path]) -> None:
    """Load the mean weights of checkpoints into a model (Vaswani 2017, section 6.1)."""
    total: dict[str, torch.Tensor] = {}
    for folder in checkpoints:
        for name, weights in load_file(folder / _WEIGHTS).items():
            total[name] = total[name] + weights.double() if name in total else weights.double()
    mean = {name: weights / len(checkpoints) for name, weights in total.items()}
    # Tied weights are stored under one name; loading fills both.
    model.load_state_dict(mean, strict=False)
