import platform
import subprocess
import sys

import pytest

FAULTS = """
import resource, sys
from privtool.core.allocator import disable_malloc_trim
if sys.argv[1] == "keep":
    disable_malloc_trim()
def faults():
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt
for _ in range(3):
    before = faults()
    block = bytearray(b"x") * (64 << 20)
    taken = faults() - before
    del block
print(taken * resource.getpagesize())
"""


def cleared(mode: str) -> int:
    """The bytes that the kernel had to clear for a block like one that was just freed."""
    done = subprocess.run(
        [sys.executable, "-c", FAULTS, mode], check=True, capture_output=True, text=True
    )
    return int(done.stdout)


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only the GNU C library is told")
def test_freed_memory_is_taken_again_without_the_kernel():
    assert cleared("keep") < 1 << 20 < cleared("leave")


def test_other_c_libraries_are_left_as_they_are(monkeypatch):
    from privtool.core import allocator as memory

    asked: list[object] = []
    monkeypatch.setattr(memory.ctypes, "CDLL", lambda name: asked.append(name) or object())
    memory.disable_malloc_trim()
    assert asked == [None]
