"""The release of weights with Gaussian noise and a threshold: the only file that knows OpenDP.

Scale and threshold are the smallest for which OpenDP itself states (epsilon, delta): half of delta
is for the noise, half for words that only one of two neighboring corpora has.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import version
from typing import Any, NamedTuple

from privtool.core.errors import PrivtoolError, UnavailableError, UsageError, option

_SCALES, _THRESHOLDS = (1e-2, 1e6), (1.0, 1e8)


class Mechanism(NamedTuple):
    """Noise for vectors of length at most 1 with at most `most_keys` entries."""

    epsilon: float
    delta: float
    most_keys: int
    scale: float
    threshold: float
    library: str

    def release(self, weights: Mapping[str, float]) -> dict[str, float]:
        """Return the weights over the threshold with system noise, which nothing can repeat."""
        measurement = _measurement(load_opendp(), self.scale, self.threshold)
        released: dict[str, float] = measurement(weights)
        return released


def mechanism(epsilon: float, delta: float, most_keys: int) -> Mechanism:
    """Return the mechanism of an (epsilon, delta).

    Raise `UnavailableError` without OpenDP, and `UsageError` for values that are too small for it.
    """
    dp = load_opendp()
    bounds = (most_keys, 1.0, 1.0)  # of a unit: how many weights, their length, the largest

    def spent(scale: float, threshold: float, delta: float) -> Any:
        approximate = dp.c.make_zCDP_to_approxDP(_measurement(dp, scale, threshold))
        return dp.c.make_fix_delta(approximate, delta).map(bounds)

    try:
        scale = dp.binary_search(
            lambda scale: spent(scale, _THRESHOLDS[1], delta / 2)[0] <= epsilon, _SCALES, T=float
        )
        threshold = dp.binary_search(
            lambda threshold: _measurement(dp, scale, threshold).map(bounds)[1] <= delta / 2,
            _THRESHOLDS,
            T=float,
        )
        whole = spent(scale, threshold, delta)
    except (ValueError, dp.OpenDPException):  # of the search, and of OpenDP's arithmetic
        raise UsageError(
            f"OpenDP has no noise for so small a privacy loss: use a larger {option('epsilon')} or "
            f"{option('delta')}"
        ) from None
    if whole[0] > epsilon or whole[1] > delta:
        raise PrivtoolError(
            "OpenDP reports a different epsilon than requested: nothing was released"
        )
    return Mechanism(epsilon, delta, most_keys, scale, threshold, f"opendp {version('opendp')}")


def _measurement(dp: Any, scale: float, threshold: float) -> Any:
    domain = dp.map_domain(dp.atom_domain(T=str), dp.atom_domain(T=float, nan=False))
    metric = dp.l02inf_distance(dp.absolute_distance(T=float))
    return dp.m.make_gaussian_threshold(domain, metric, scale=scale, threshold=threshold)


def load_opendp() -> Any:
    """Return OpenDP. Raise `UnavailableError` without it."""
    try:
        import opendp.prelude as dp
    except ImportError:
        raise UnavailableError("OpenDP is not installed; pip install 'privtool[dp]'") from None
    dp.enable_features("contrib")
    return dp
