"""Commands that are measured while they run at the same time, and rows of two versions."""

import re
import sys

import pytest

from benchmarks.against import ROOT, row
from benchmarks.support.measure import at_once

_BUSY = "import time\nwhile time.process_time() < 0.5: pass"


_BUSY_CHILD = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {_BUSY!r}])"


def test_each_command_has_its_own_cpu_time_with_that_of_its_children():
    used = at_once({
        "busy": (sys.executable, "-c", _BUSY_CHILD),
        "idle": (sys.executable, "-c", "import time; time.sleep(0.6)"),
    })  # fmt: skip
    assert used["busy"].cpu > 0.5 > used["idle"].cpu
    assert used["idle"].clock > 0.6


def test_a_command_that_fails_ends_the_measurement():
    with pytest.raises(SystemExit, match="has failed"):
        at_once({"one": ("true",), "other": ("false",)})


@pytest.mark.parametrize(
    ("line", "cells"),
    [
        ("rules", ["rules", r"0\.\d\d", r"0\.\d\d", r"\d\.\d\d"]),
        ("no-command", ["no-command", "", "", "one failed"]),
    ],
)
def test_a_row_has_the_seconds_of_both_or_says_that_one_failed(line, cells, tmp_path):
    found = [cell.strip() for cell in row(line, ROOT, tmp_path, 1).strip("|").split("|")]
    assert len(found) == 4
    assert all(re.fullmatch(cell, each) for cell, each in zip(cells, found, strict=True))
