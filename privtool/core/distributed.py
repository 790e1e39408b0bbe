"""The rank of this process in a `torchrun` job."""

from __future__ import annotations

import os


def ranks() -> int:
    """Return the number of processes."""
    return int(os.environ.get("WORLD_SIZE", "1"))


def rank() -> int:
    """Return the rank of this process; rank 0 writes."""
    return int(os.environ.get("RANK", "0"))


def local_rank() -> int:
    """Return the rank on this machine, which selects the device."""
    return int(os.environ.get("LOCAL_RANK", "0"))
