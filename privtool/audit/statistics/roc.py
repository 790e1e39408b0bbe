"""ROC figures of an attack that scores records: members of the training text should score higher.

All figures may be weighted, as the bootstrap needs it. A higher score means a likelier member.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.integrate import trapezoid

Floats = NDArray[np.float64]
Weights = NDArray[np.integer[Any]]
_ROUNDING = 1e-12  # of rates that are sums of weights divided by their total


class RocCurve(NamedTuple):
    """False and true positive rates from the strictest threshold, (0, 0), to the loosest, (1, 1).

    Records with one score pass a threshold together.
    """

    fpr: Floats
    tpr: Floats

    def auc(self) -> float:
        """Return the area under the curve: the chance that a member outscores another record.

        A tie counts half.
        """
        return float(trapezoid(self.tpr, self.fpr))

    def point_at(self, fpr: float) -> tuple[float, float]:
        """Return the false and true positive rate of the best threshold that keeps a limit.

        It has the largest true positive rate at a false positive rate of at most `fpr`.
        """
        best = int(np.searchsorted(self.fpr, fpr + _ROUNDING, side="right")) - 1
        first = int(np.searchsorted(self.tpr, self.tpr[best], side="left"))
        return float(self.fpr[first]), float(self.tpr[best])

    def tnr_at(self, fnr: float) -> float:
        """Return the largest true negative rate at a false negative rate of at most `fnr`.

        For the plain loss attack it tracks what stronger attacks reach (arXiv:2510.19773).
        """
        return float(1 - self.fpr[1 - self.tpr <= fnr + _ROUNDING].min())


class RocScores:
    """The scores of members and of other records, sorted once for any number of weightings."""

    def __init__(self, members: Floats, others: Floats) -> None:
        scores = np.concatenate((members, others))
        self._order = np.argsort(-scores, kind="stable")
        self._members = len(members)
        ordered = scores[self._order]
        self._ends = np.flatnonzero(np.append(ordered[1:] != ordered[:-1], True))

    def curve(
        self, members: Weights | None = None, others: Weights | None = None
    ) -> RocCurve | None:
        """Return the curve of weighted records; None if all members or all others weigh nothing."""
        total = len(self._order)
        positive, negative = np.zeros(total), np.zeros(total)
        positive[: self._members] = 1 if members is None else members
        negative[self._members :] = 1 if others is None else others
        tpr, fpr = (self._cumulated(weights) for weights in (positive, negative))
        if not tpr[-1] or not fpr[-1]:
            return None
        return RocCurve(fpr / fpr[-1], tpr / tpr[-1])

    def _cumulated(self, weights: Floats) -> Floats:
        sums: Floats = np.cumsum(weights[self._order])[self._ends]
        return np.concatenate(([0.0], sums))


def worst_mean(scores: Floats, share: float, weights: Weights | None = None) -> float:
    """Return the weighted mean of the highest scores, which have a share of the weight.

    The last record counts in part.
    """
    order = np.argsort(-scores, kind="stable")
    ordered = np.ones(len(scores)) if weights is None else weights[order].astype(np.float64)
    wanted = share * ordered.sum()
    if not wanted:
        return float("nan")
    before = np.cumsum(ordered) - ordered
    used = np.clip(wanted - before, 0, ordered)
    return float((used * scores[order]).sum() / wanted)
