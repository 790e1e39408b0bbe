"""The release of weights with Gaussian noise and a threshold: the only file that knows OpenDP.

Scale and threshold are the smallest for which OpenDP itself states (epsilon, delta): half of delta
is for the noise, half for words that only one of two neighboring corpora has.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import version
from typing import Any, NamedTuple

from privtool.core.errors import PrivtoolError, UnavailableError

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
        """Return the weights with noise, those over the threshold alone.

        The noise comes from the system; nothing can repeat it.
        """
        released: dict[str, float] = _measurement(_opendp(), self.scale, self.threshold)(weights)
        return released


def check_installed() -> None:
    """Raise `UnavailableError` without OpenDP."""
    _opendp()


def mechanism(epsilon: float, delta: float, most_keys: int) -> Mechanism:
    """Return the mechanism of an (epsilon, delta). Raise `UnavailableError` without OpenDP."""
    dp = _opendp()
    bounds = (most_keys, 1.0, 1.0)  # of a unit: how many weights, their length, the largest

    def epsilon_of(scale: float) -> float:
        fixed = dp.c.make_fix_delta(
            dp.c.make_zCDP_to_approxDP(_measurement(dp, scale, _THRESHOLDS[1])), delta / 2
        )
        spent: float = fixed.map(bounds)[0]
        return spent

    def over_threshold(scale: float, threshold: float) -> float:
        missed: float = _measurement(dp, scale, threshold).map(bounds)[1]
        return missed

    scale = dp.binary_search(lambda scale: epsilon_of(scale) <= epsilon, _SCALES, T=float)
    threshold = dp.binary_search(
        lambda threshold: over_threshold(scale, threshold) <= delta / 2, _THRESHOLDS, T=float
    )
    whole = dp.c.make_fix_delta(
        dp.c.make_zCDP_to_approxDP(_measurement(dp, scale, threshold)), delta
    )
    spent = whole.map(bounds)
    if spent[0] > epsilon or spent[1] > delta:
        raise PrivtoolError(
            "OpenDP reports a different epsilon than requested: nothing was released"
        )
    return Mechanism(epsilon, delta, most_keys, scale, threshold, f"opendp {version('opendp')}")


def _measurement(dp: Any, scale: float, threshold: float) -> Any:
    domain = dp.map_domain(dp.atom_domain(T=str), dp.atom_domain(T=float, nan=False))
    metric = dp.l02inf_distance(dp.absolute_distance(T=float))
    return dp.m.make_gaussian_threshold(domain, metric, scale=scale, threshold=threshold)


def _opendp() -> Any:
    try:
        import opendp.prelude as dp
    except ImportError:
        raise UnavailableError("OpenDP is not installed; pip install 'privtool[dp]'") from None
    dp.enable_features("contrib")
    return dp
