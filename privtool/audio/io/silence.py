"""Discarding what C libraries print."""

from __future__ import annotations

import ctypes
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

_STANDARD = (1, 2)  # the ALAC decoder of libsndfile prints to standard output
_ONE_AT_A_TIME = threading.RLock()  # the descriptors belong to the whole process


@contextmanager
def silent_libraries() -> Iterator[None]:
    """Discard what C libraries print within the block, as decoders do about damaged files.

    Whatever other threads print at this time is lost, too: use it only where something is printed.
    """
    saved: dict[int, int] = {}
    with _ONE_AT_A_TIME:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        try:
            for number in _STANDARD:
                with suppress(OSError):  # it is closed
                    saved[number] = os.dup(number)
                    os.dup2(nowhere, number)
            yield
        finally:
            ctypes.CDLL(None).fflush(None)  # what waits in C's buffer
            for number, copy in saved.items():
                os.dup2(copy, number)
                os.close(copy)
            os.close(nowhere)
