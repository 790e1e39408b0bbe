from __future__ import annotations

import subprocess
import sys

import pytest

from privtool.core import memory

# Below each of these limits (MB), OpenBLAS would hang or abort where numpy or scipy are loaded.
_LOADING = """
import resource
from privtool.core.memory import allocate_blas_buffers, check_memory_of_imports
resource.setrlimit(resource.RLIMIT_AS, ({limit} << 20, {limit} << 20))
check_memory_of_imports()
try:
    import numpy, scipy.linalg
    allocate_blas_buffers()
except MemoryError:
    print("refused")
"""


@pytest.mark.parametrize("limit", [60, 150, 200, 250])
def test_a_library_is_not_loaded_with_too_little_memory(limit):
    done = subprocess.run(
        [sys.executable, "-c", _LOADING.format(limit=limit)],
        capture_output=True,
        timeout=60,
        check=True,
    )
    assert done.stdout == b"refused\n"
    assert done.stderr == b""


def test_enough_memory_is_no_error():
    memory.require_memory(memory.MB)
    memory.allocate_blas_buffers()


def test_too_little_memory_is_an_error_that_can_be_caught():
    with pytest.raises(MemoryError):
        memory.require_memory(1 << 60)


def test_openblas_needs_memory_for_each_thread(monkeypatch):
    asked = []
    monkeypatch.setattr(memory, "require_memory", asked.append)
    finder = memory._EnoughForOpenblas()
    for threads in ("1", "3"):
        monkeypatch.setenv("OMP_NUM_THREADS", threads)
        assert finder.find_spec("numpy", None) is None
    assert asked[1] - asked[0] == 2 * memory._THREAD
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "1")  # counts before that of OpenMP
    finder.find_spec("scipy", None)
    assert asked[2] == asked[0]
    finder.find_spec("scipy.linalg", None)  # which `scipy` was checked for
    assert len(asked) == 3
