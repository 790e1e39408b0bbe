"""Time and operations of work on a device."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import torch
from torch.utils.flop_counter import FlopCounterMode

_RUNS = 5


def median_seconds(action: Callable[[], object], device: torch.device, budget: float) -> float:
    """Return the median time of an action, after one call to warm up.

    Call it five times, or fewer if these take longer than `budget` seconds.
    """
    action()
    synchronize(device)
    times: list[float] = []
    while len(times) < _RUNS and (not times or sum(times) + times[-1] < budget):
        started = time.perf_counter()
        action()
        synchronize(device)
        times.append(time.perf_counter() - started)
    return statistics.median(times)


def synchronize(device: torch.device) -> None:
    """Wait until a GPU has done what it was given."""
    if device.type == "cuda":
        torch.cuda.synchronize(device)


def operations_of(action: Callable[[], object]) -> int:
    """Return the floating-point operations of products, attention and convolutions in a call.

    Those on padding count, too.
    """
    with FlopCounterMode(display=False) as counter:
        action()
    return int(counter.get_total_flops())
