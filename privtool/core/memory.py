"""Memory that C libraries need at once: without it, they end the process instead of raising."""

from __future__ import annotations

import mmap

MB = 1 << 20


def require_memory(size: int) -> None:
    """Raise `MemoryError` unless the process may still allocate this many bytes."""
    try:
        mmap.mmap(-1, size).close()
    except OSError:
        raise MemoryError from None
