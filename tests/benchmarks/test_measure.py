"""Commands that are measured while they run at the same time."""

from __future__ import annotations

import sys

import pytest

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
