"""The processes that `torchrun` starts for one training; without it there is one."""

from __future__ import annotations

import os


def ranks() -> int:
    """How many processes train together."""
    return int(os.environ.get("WORLD_SIZE", "1"))


def rank() -> int:
    """Which of them this is; 0 is the one that writes."""
    return int(os.environ.get("RANK", "0"))


def local_rank() -> int:
    """Which of those on this machine it is, and so which of its devices it takes."""
    return int(os.environ.get("LOCAL_RANK", "0"))
