"""Memory: tuning of the C allocator and of the garbage collector, and what C needs at once."""

from __future__ import annotations

import ctypes
import gc
import mmap

MB = 1 << 20

# Names of malloc.h of the GNU C library.
_TRIM_THRESHOLD, _TOP_PAD, _MMAP_THRESHOLD = -1, -2, -3


def disable_malloc_trim() -> None:
    """Make glibc keep freed memory until the process ends; other C libraries do not change.

    By default each large tensor goes back to the kernel, which clears its pages again for the next
    one: this took half the time of small trainings.
    """
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):
        return
    mallopt(_MMAP_THRESHOLD, 1 << 30)
    mallopt(_TRIM_THRESHOLD, (1 << 31) - 1)
    mallopt(_TOP_PAD, 64 << 20)


def relax_gc() -> None:
    """Exclude all current objects from garbage collection, and collect the others rarely.

    By default a collection starts at every 700 new objects. A block of records has thousands, of
    which hardly any are in reference cycles: looking for these took 8 % of the time of `surrogate`
    with a threshold of 100,000.
    """
    gc.freeze()
    gc.set_threshold(500_000, 50, 50)


def require_memory(size: int) -> None:
    """Raise `MemoryError` unless the process may still allocate this many bytes.

    Without them, some C libraries end the process instead of raising.
    """
    try:
        mmap.mmap(-1, size).close()
    except OSError:
        raise MemoryError from None
