"""Summary lines: scores with their intervals, the counts behind them, the signature."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from privtool.text.scoring.bootstrap import PairedTotals, Totals
from privtool.text.scoring.metrics import Rate, rates_of

_DIGITS = 6


class SummaryLine(NamedTuple):
    """The totals at a weight of the language model; `paired` where two systems are compared."""

    weight: float | None
    totals: Totals
    paired: PairedTotals | None = None


def line_to_json(line: SummaryLine, head: Mapping[str, Any]) -> dict[str, Any]:
    """Return the line as JSON types; `head` (signature and options) comes first."""
    row: dict[str, Any] = dict(head)
    if line.weight is not None:
        row["lm_weight"] = line.weight
    row["scores"] = {rate.name: _score(rate, line.totals) for rate in rates_of(line.totals.counts)}
    row["counts"] = dict(sorted(line.totals.counts.items()))
    if line.paired is not None:
        row["against"] = _against(line.paired)
    return row


def _score(rate: Rate, totals: Totals) -> dict[str, float | None]:
    low, high = totals.interval(rate) or (None, None)
    return {"value": _rounded(rate.of(totals.counts)), "low": _rounded(low), "high": _rounded(high)}


def _against(paired: PairedTotals) -> dict[str, Any]:
    scores: dict[str, Any] = {}
    for rate in rates_of(paired.this.counts):
        low, high = paired.interval(rate) or (None, None)
        scores[rate.name] = {
            "value": _rounded(rate.of(paired.other.counts)),
            "difference": _rounded(paired.difference(rate)),
            "low": _rounded(low),
            "high": _rounded(high),
            "p": _rounded(paired.p_value(rate)),
        }
    return {"scores": scores, "counts": dict(sorted(paired.other.counts.items()))}


def _rounded(value: Any) -> float | None:
    """Return a score as written to JSON, which has no NaN."""
    return None if value is None or not np.isfinite(value) else round(float(value), _DIGITS)
