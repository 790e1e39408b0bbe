"""Memory that libraries need at once: some end the process, or hang, where they do not get it.

With `ulimit -v` there may be too little of it. What asks first can raise an error instead.
"""

from __future__ import annotations

import mmap
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib.abc import MetaPathFinder
from types import ModuleType

from privtool.core.cpus import usable_cpus

MB = 1 << 20
_WITH_OPENBLAS = frozenset(("numpy", "scipy"))  # each its own copy, which waits for memory forever
_BUFFER = 33 * MB  # of OpenBLAS, allocated when it first multiplies
_LOADED = 97 * MB  # numpy took 83 MB, scipy.linalg 97, both without buffers
_THREAD = 41 * MB  # of OpenBLAS: its buffer and its stack
_THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS")  # the first one counts
_SIDE = 256  # of a matrix whose product needs the buffer


def require_memory(size: int) -> None:
    """Raise `MemoryError` unless the process may still allocate this many bytes."""
    try:
        mmap.mmap(-1, size).close()
    except OSError:
        raise MemoryError from None


class _EnoughForOpenblas(MetaPathFinder):
    """Finds no module, but raises `MemoryError` before one would hang while it is loaded."""

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,  # noqa: ARG002
        target: ModuleType | None = None,  # noqa: ARG002
    ) -> None:
        """Check the memory for a library with OpenBLAS."""
        if fullname in _WITH_OPENBLAS:
            require_memory(_LOADED + _BUFFER + (_threads() - 1) * _THREAD)


def check_memory_of_imports() -> None:
    """Raise `MemoryError` from now on where numpy or scipy are loaded with too little memory."""
    if not any(isinstance(finder, _EnoughForOpenblas) for finder in sys.meta_path):
        sys.meta_path.insert(0, _EnoughForOpenblas())


def allocate_blas_buffers() -> None:
    """Let the loaded copies of OpenBLAS allocate their buffers: later they would end the process.

    Raise `MemoryError` if there is too little memory.
    """
    numpy, blas = sys.modules.get("numpy"), sys.modules.get("scipy.linalg.blas")
    require_memory(_BUFFER * ((numpy is not None) + (blas is not None)) + MB)
    if numpy is not None:
        matrix = numpy.ones((_SIDE, _SIDE))
        matrix @ matrix
        if blas is not None:
            blas.dgemm(1.0, matrix, matrix)


def _threads() -> int:
    for name in _THREADS:
        with suppress(KeyError, ValueError):
            return max(1, int(os.environ[name]))
    return usable_cpus()
