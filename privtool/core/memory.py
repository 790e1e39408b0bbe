"""Keeping freed memory for the next tensor, as a step of a model frees and takes the same again."""

from __future__ import annotations

import ctypes

# Names of malloc.h of the GNU C library.
_TRIM_THRESHOLD, _TOP_PAD, _MMAP_THRESHOLD = -1, -2, -3


def keep_freed_memory() -> None:
    """Have glibc give no memory back to the kernel until the process ends.

    Left alone it returns every large tensor that is freed, and the kernel clears its pages again
    for the next one: this took half the time of small trainings. Other C libraries are left as
    they are.
    """
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):
        return
    mallopt(_MMAP_THRESHOLD, 1 << 30)
    mallopt(_TRIM_THRESHOLD, (1 << 31) - 1)
    mallopt(_TOP_PAD, 64 << 20)
