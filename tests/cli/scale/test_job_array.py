"""The script of a Slurm job array."""

from __future__ import annotations

import os
import subprocess

from tests.support.parts import SMALL, joined


def test_the_script_of_an_array_does_the_work(call, raw, tmp_path):
    out = tmp_path / "out"
    options = ("--runner", "slurm-array", "--workers", 3, "--gpus-per-worker", 0.5, *SMALL)
    planning = ("scale", "--out-dir", out, *options, "--", "mask", raw)
    planned = call(*planning)
    assert planned.status == 0
    assert "4 of 4 shards are to be done" in planned.err
    assert f"run sbatch {out}/array.sh" in planned.err
    script = (out / "array.sh").read_text()
    assert "#SBATCH --array=0-2\n" in script
    assert "#SBATCH --gres=gpu:1\n" in script
    for task in ("2", "0", "1"):
        environment = {**os.environ, "SLURM_ARRAY_TASK_ID": task}
        subprocess.run(["bash", out / "array.sh"], env=environment, check=True, cwd="/")
        if task == "0":
            assert "1 of 4 shards are to be done" in call(*planning).err
    done = call(*planning)
    assert done.err.startswith("privtool mask: 200 records, ")
    assert joined(out) == call("mask", "-q", raw).out
