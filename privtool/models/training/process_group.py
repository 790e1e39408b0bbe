"""The processes of a `torchrun`: leaving them when all are done, or when one of them has died."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

import torch

from privtool.core.distributed import ranks
from privtool.core.errors import PrivtoolError, option


def leave_process_group() -> None:
    """Leave the other processes when all are done."""
    if torch.distributed.is_initialized():
        gc.collect()  # a trainer refers to itself, and still uses the group
        torch.distributed.barrier()
        torch.distributed.destroy_process_group()


@contextmanager
def lost_process() -> Iterator[None]:
    """Raise `PrivtoolError` where another process has ended before the work was done."""
    try:
        yield
    except RuntimeError as error:
        if ranks() == 1 or not is_of_the_group(error):
            raise
        raise PrivtoolError(
            "another process of this training has ended: see its message, then start all of them "
            f"again with {option('resume')}"
        ) from None


def is_of_the_group(error: Exception) -> bool:
    """Return whether the processes can no longer reach each other. gloo has no error class."""
    plain = isinstance(error, RuntimeError) and "gloo" in str(error)
    return plain or isinstance(error, torch.distributed.DistError)
