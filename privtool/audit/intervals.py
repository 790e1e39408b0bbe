"""Intervals of shares, and the risk that remains of an attack once its control is subtracted.

Wilson 1927 for shares, as in Giomi et al. 2023 (Anonymeter), which also defines the risk. Where
nothing (or everything) was found, the bound of Hanley & Lippman-Hand 1983, the "rule of three".
"""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist

LEVEL = 0.95
_Z = NormalDist().inv_cdf((1 + LEVEL) / 2)


def wilson(hits: float, of: float) -> tuple[float, float]:
    """Return the Wilson interval of a share of `of` independent attempts; (0, 1) of none."""
    if not of:
        return 0.0, 1.0
    center, error = wilson_center(hits, of)
    return max(0.0, center - error), min(1.0, center + error)


def wilson_center(hits: float, of: float) -> tuple[float, float]:
    """Return the center and the half width of the Wilson interval of a share."""
    scale = of + _Z**2
    error = _Z / scale * sqrt(max(hits * (of - hits), 0.0) / of + _Z**2 / 4)
    return (hits + _Z**2 / 2) / scale, error


def bound_of_none(of: float) -> float:
    """Return the highest share that leaves `of` attempts without a hit once in twenty times."""
    return 1.0 if not of else 1 - (1 - LEVEL) ** (1 / of)


def risk(attack: float, control: float) -> float:
    """Return (attack - control) / (1 - control), clipped to [0, 1]; 0 where the control is 1."""
    if control >= 1:
        return 0.0
    return min(1.0, max(0.0, (attack - control) / (1 - control)))


def wilson_risk(
    attack: tuple[float, float], control: tuple[float, float]
) -> tuple[float, float, float]:
    """Return the risk and its interval, from (hits, attempts) of an attack and of its control.

    The half widths of both Wilson intervals propagate to first order.
    """
    (rate_a, error_a), (rate_c, error_c) = wilson_center(*attack), wilson_center(*control)
    value = risk(attack[0] / attack[1], control[0] / control[1])
    if rate_c >= 1:
        return value, 0.0, 1.0
    center = (rate_a - rate_c) / (1 - rate_c)
    error = sqrt((error_a / (1 - rate_c)) ** 2 + (error_c * (rate_a - 1) / (1 - rate_c) ** 2) ** 2)
    return value, min(1.0, max(0.0, center - error)), min(1.0, max(0.0, center + error))
