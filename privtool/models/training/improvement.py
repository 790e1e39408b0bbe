"""What more epochs would bring: an extrapolation of the validation losses of a run.

The learning rate falls to zero, so that any loss flattens at the end: the last evaluations alone
say little. So progress is measured by the sum of the learning rates of all steps so far, which is
close to proportional to what a model learns.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import itemgetter

_POWERS = (0.0, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0)  # 0 is the logarithm
_LATE = 0.5  # losses of the first half of the progress do not count
_END = 0.9  # after which the learning rate is so low that the best loss may be any of the last


def progress(done: float, warmup: float) -> float:
    """Return the share of the sum of the learning rates after a share of the steps.

    The learning rate rises to its peak during a share `warmup` of them and falls to zero after it.
    """
    if done <= warmup:  # also at the end, if all steps are warm-up
        return done * done / warmup if warmup else 0.0
    return 1 - (1 - done) ** 2 / (1 - warmup)


def rate_share(done: float, warmup: float) -> float:
    """Return the learning rate after a share of the steps, as a share of its peak."""
    if done < warmup:
        return done / warmup
    return (1 - done) / (1 - warmup) if warmup < 1 else 1.0


def expected_gain(losses: Sequence[tuple[float, float]]) -> float:
    """Return the share of the last loss by which it would fall with twice as much training.

    `losses` are pairs of progress and loss, in order. A power law, which levels off as the losses
    of the later half do, is fitted to these and extended from a progress of 1 to 2. 0 if training
    stopped early, if the lowest loss is not at the end, or with one late loss alone.
    """
    # A resumed run may evaluate a step again.
    late = [(at, loss) for at, loss in dict(losses).items() if at >= _LATE]
    if len(late) < 2 or losses[-1][0] < 1:
        return 0.0
    if min(losses, key=itemgetter(1))[0] < _END:
        return 0.0
    powers = _POWERS if len(late) > 2 else _POWERS[:1]  # two losses fit all of them
    fits = [(*_line([(_scaled(at, power), loss) for at, loss in late]), power) for power in powers]
    _, slope, power = min(fits, key=itemgetter(0))
    return max(0.0, -slope * _scaled(2.0, power) / late[-1][1])


def _scaled(at: float, power: float) -> float:
    """Return what a loss is linear in that follows a power law of progress; 0 at 1."""
    return (1 - at**-power) / power if power else math.log(at)


def _line(points: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return the squared error and the slope of the line through points."""
    x_mean, y_mean = (sum(values) / len(points) for values in zip(*points, strict=True))
    centered = [(x - x_mean, y - y_mean) for x, y in points]
    slope = sum(x * y for x, y in centered) / sum(x * x for x, _ in centered)
    return sum((y - slope * x) ** 2 for x, y in centered), slope
