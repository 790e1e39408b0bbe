"""Results of audits as JSON: figures and the counts behind them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from privtool.audit.figures import Figure, Share, comparisons_of, figures_of
from privtool.audit.gate import Verdict, overall
from privtool.core.errors import with_flags
from privtool.text.scoring.bootstrap import PairedTotals, Totals

_DIGITS = 6
_COMPARED = ("value", "difference", "low", "high", "p")


@dataclass(frozen=True, kw_only=True)
class AuditResult:
    """What an audit found. `head` names the command and what the figures depend on.

    `measures` are figures without counts. `paired` has the totals of two systems if they are
    compared.
    """

    head: Mapping[str, Any]
    units: int
    records: int
    largest_unit: int
    totals: Totals
    measures: Sequence[Figure] = ()
    notes: Sequence[str] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)
    paired: PairedTotals | None = None

    @property
    def figures(self) -> list[Figure]:
        return [*figures_of(self.totals, self.units), *self.measures]


def to_json(result: AuditResult, verdicts: Sequence[Verdict]) -> dict[str, Any]:
    row: dict[str, Any] = {
        **result.head,
        "units": result.units,
        "records": result.records,
        "largest_unit": result.largest_unit,
        "figures": [_figure(figure) for figure in result.figures],
    }
    if verdicts:
        row["verdict"] = overall(verdicts)
        row["verdicts"] = [verdict._asdict() for verdict in verdicts]
    if result.notes:
        row["notes"] = [with_flags(note) for note in result.notes]
    row |= result.extra
    if result.paired is not None:
        row["against"] = [
            {**each._asdict(), **{name: _rounded(getattr(each, name)) for name in _COMPARED}}
            for each in comparisons_of(result.paired, result.figures)
        ]
    row["counts"] = dict(result.totals.counts)
    return row


def _figure(figure: Figure) -> dict[str, Any]:
    row: dict[str, Any] = {"name": figure.name}
    if figure.group:
        row["group"] = figure.group
    row["kind"] = figure.meaning.kind
    row |= {"value": _rounded(figure.value), "low": _rounded(figure.interval.low)}
    row |= {"high": _rounded(figure.interval.high), "interval": figure.interval.method}
    for role in ("attack", "baseline", "control"):
        share: Share | None = getattr(figure, role)
        if share is not None:
            row[role] = {**share._asdict(), "value": _rounded(share.value)}
    if figure.risk is not None:
        row["risk"] = {name: _rounded(value) for name, value in figure.risk._asdict().items()}
    return row


def _rounded(value: float | None) -> float | None:
    """Return a value for JSON, which has no number for the end of an open interval."""
    return None if value is None or math.isinf(value) else round(value, _DIGITS)
