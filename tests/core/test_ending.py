"""Ctrl-C counts where Python drops exceptions; what else it drops, it still tells."""

import subprocess
import sys

import pytest

CODE = """
import os, signal, sys, time, weakref
from privtool.core import ending

signal.signal(signal.SIGINT, signal.default_int_handler)
sys.unraisablehook = ending.raise_again

class Thing:
    pass

def callback(_):
    {dropped}
    time.sleep(0.01)

thing = Thing()
reference = weakref.ref(thing, callback)
try:
    del thing
    time.sleep({wait})
    print("went on")
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.parametrize(
    ("dropped", "wait", "out", "told"),
    [
        ("os.kill(os.getpid(), signal.SIGINT)", 60, "interrupted\n", False),
        ("raise ValueError('quixley')", 0, "went on\n", True),
    ],
)
def test_ctrl_c_in_a_callback_ends_the_run(dropped, wait, out, told):
    done = subprocess.run(
        [sys.executable, "-c", CODE.format(dropped=dropped, wait=wait)],
        capture_output=True, text=True, timeout=50, check=True,
    )  # fmt: skip
    assert done.stdout == out
    assert done.stderr == ("privtool: internal error (ValueError)\n" if told else "")
