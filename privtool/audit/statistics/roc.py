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
        enough = int(np.searchsorted(self.tpr, 1 - fnr - _ROUNDING, side="left"))
        return float(1 - self.fpr[enough])


class RocScores:
    """The scores of members and of other records, sorted once for any number of weightings."""

    def __init__(self, members: Floats, others: Floats) -> None:
        scores = np.concatenate((members, others))
        order = np.argsort(-scores, kind="stable")
        ordered, of_member = scores[order], order < len(members)
        ends = np.flatnonzero(np.append(ordered[1:] != ordered[:-1], True))
        self._orders = order[of_member], order[~of_member] - len(members)
        # How many of each pass the threshold of each end of equal scores.
        self._passing = [
            np.concatenate(([0], np.cumsum(those)[ends])) for those in (of_member, ~of_member)
        ]

    def curve(self, members: Weights, others: Weights) -> RocCurve | None:
        """Return the curve of weighted records; None if all members or all others weigh nothing."""
        tpr, fpr = (
            np.concatenate(([0], np.cumsum(weights[order])))[passing]
            for weights, order, passing in zip(
                (members, others), self._orders, self._passing, strict=True
            )
        )
        if not tpr[-1] or not fpr[-1]:
            return None
        return RocCurve(fpr / fpr[-1], tpr / tpr[-1])


def worst_mean(descending: Floats, share: float, weights: Weights) -> float:
    """Return the weighted mean of the first scores, which have a share of the weight.

    The last record counts in part. NaN without weight.
    """
    wanted = share * weights.sum()
    if not wanted:
        return float("nan")
    used = np.clip(wanted - (np.cumsum(weights) - weights), 0, weights)
    return float((used * descending).sum() / wanted)
