"""A job array of Slurm whose tasks are the workers."""

from __future__ import annotations

import math
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from privtool.core.writing import writing

MOST_TASKS = 1000  # what Slurm allows unless its configuration says otherwise
_SCRIPT = """#!/bin/bash
# Written by privtool scale. Each task works on every {workers}th shard, and skips what is done.
#SBATCH --job-name=privtool
#SBATCH --array=0-{last}
#SBATCH --output={logs}
#SBATCH --requeue
{gpus}set -euo pipefail
cd {directory}
exec {program} --worker "$SLURM_ARRAY_TASK_ID"
"""


def write_array_script(
    path: Path, directory: str, program: Sequence[str], workers: int, gpus_per_worker: float
) -> None:
    """Write a script for sbatch that runs a program in a folder, with the number of each task."""
    gpus = f"#SBATCH --gres=gpu:{math.ceil(gpus_per_worker)}\n" if gpus_per_worker else ""
    script = _SCRIPT.format(
        workers=workers,
        last=workers - 1,
        logs=shlex.quote(str(path.parent / "slurm-%A_%a.log")),
        gpus=gpus,
        directory=shlex.quote(directory),
        program=shlex.join([sys.executable, *program]),
    )
    with writing(str(path)) as write:
        write(script.encode())
