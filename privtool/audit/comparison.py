"""Two systems side by side: the difference of each figure, its interval and a paired test."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from privtool.audit.counts import Key, names_of
from privtool.audit.figures import Figure
from privtool.text.scoring.bootstrap import PairedTotals
from privtool.text.scoring.metrics import Rate


class Comparison(NamedTuple):
    """A figure of another system, and this one minus the other with its 95 % interval.

    `p` is that of a randomization test over units (`PairedTotals.p_value`).
    """

    name: str
    group: str
    value: float | None
    difference: float | None
    low: float | None
    high: float | None
    p: float | None


def comparisons_of(paired: PairedTotals, figures: Iterable[Figure]) -> list[Comparison]:
    """Return the comparison of each figure that was counted for both systems."""
    found = []
    for figure in figures:
        hits, of = names_of(Key(figure.name, figure.group))
        share = figure.attack
        if share is None or not share.of or not paired.other.counts.get(of):
            continue
        rate = Rate(figure.name, ((hits, 1),), ((of, 1),))
        low, high = paired.interval(rate) or (None, None)
        found.append(
            Comparison(
                figure.name,
                figure.group,
                paired.other.counts[hits] / paired.other.counts[of],
                paired.difference(rate),
                low,
                high,
                paired.p_value(rate),
            )
        )
    return found
