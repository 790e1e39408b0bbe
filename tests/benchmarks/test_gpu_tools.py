"""What `make gpu`, `make gpu-wheels` and `make test-transformers5` are told and given."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WHEELS = ROOT / "benchmarks/gpu/wheels.txt"


def planned(*arguments):
    """The commands that make would run."""
    done = subprocess.run(
        ["make", "--dry-run", "--no-print-directory", *arguments],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return done.stdout


def locked(name):
    """The versions in a lock by the name of the package."""
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    found = {}
    for line in lines:
        if match := re.match(r"([\w.-]+)==([\w.+]+)", line):
            found.setdefault(match[1].lower(), set()).add(match[2])
    return found


def test_make_gpu_passes_its_options_on():
    commands = planned("gpu", "DEVICE=cpu", "SIZE=tiny", "SEED=3", "GPU_OUT=here")
    assert "tools/gpu.sh --device cpu --size tiny" in commands
    assert "--seed 3 --out here" in " ".join(commands.replace("\\\n", " ").split())
    assert "--device cuda --size full" in planned("gpu")


def test_make_gpu_wheels_is_told_the_python_of_the_other_machine():
    commands = planned("gpu-wheels", "GPU_PYTHON=3.12", "GPU_ARCH=aarch64", "WHEELS=there")
    for option in ("GPU_PYTHON='3.12'", "GPU_ARCH='aarch64'", "WHEELS='there'"):
        assert option in commands


def test_all_wheels_are_in_the_lock():
    names = [line for line in WHEELS.read_text().split("\n") if line and line[0] != "#"]
    assert len(names) > 10
    assert set(names) <= locked("requirements.lock").keys()


def test_both_locks_hold_all_that_privtool_needs():
    old, new = locked("requirements.lock"), locked("requirements-transformers5.lock")
    assert {version.partition(".")[0] for version in old["transformers"]} == {"4"}
    assert {version.partition(".")[0] for version in new["transformers"]} == {"5"}
    assert old["torch"] == new["torch"]
    stated = (ROOT / "pyproject.toml").read_text(encoding="utf-8").partition("[project.scripts]")[0]
    stated = re.sub(r"^bench = \[.*?^\]", "", stated, flags=re.DOTALL | re.MULTILINE)
    needed = set(re.findall(r'"([A-Za-z][\w-]*)[><=\[~]', stated))
    assert len(needed) > 30
    assert {name.lower() for name in needed} <= old.keys() & new.keys()


@pytest.mark.parametrize("script", ["gpu.sh", "gpu_wheels.sh", "test_transformers5.sh"])
def test_the_scripts_are_valid(script):
    subprocess.run(["sh", "-n", ROOT / "tools" / script], check=True)
