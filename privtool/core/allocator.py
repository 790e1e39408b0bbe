"""Memory as these programs use it: freed tensors are kept, and the garbage collector runs rarely.

A step of a model frees memory and takes the same again; a filter holds many objects at a time, and
hardly any in reference cycles.
"""

from __future__ import annotations

import ctypes
import gc

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


def look_for_garbage_rarely() -> None:
    """Have the garbage collector leave alone what is there now, and seldom look at the rest.

    Left alone it comes by at every 700 new objects that are kept, and a block of records has
    thousands.
    """
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)
