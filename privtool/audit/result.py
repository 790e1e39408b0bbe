"""Results of audits as JSON: figures and the counts behind them, which add up over shards."""

from __future__ import annotations

import math
import zlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from privtool.audit.comparison import comparisons_of
from privtool.audit.counts import Key, names_of
from privtool.audit.figures import Figure, Share, figures_of
from privtool.audit.gate import Verdict, overall
from privtool.core.errors import DataError, with_flags
from privtool.text.scoring.bootstrap import PairedTotals, Resampling, Totals
from privtool.text.scoring.summary import check_key, pack, unpack

_DIGITS = 6
_COMPARED = ("value", "difference", "low", "high", "p")


@dataclass(frozen=True, kw_only=True)
class AuditResult:
    """What an audit found. `head` names the command and what the figures depend on.

    `units` is the number of units, of which a pooled result knows only the bounds: a unit may be in
    several shards. `measures` are figures without counts; they cannot be pooled. `paired` has
    the totals of two systems if they are compared.
    """

    head: Mapping[str, Any]
    units: tuple[int, int]
    records: int
    largest_unit: int
    totals: Totals
    measures: Sequence[Figure] = ()
    notes: Sequence[str] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)
    paired: PairedTotals | None = None

    @property
    def figures(self) -> list[Figure]:
        """All figures; intervals count on the lowest number of units."""
        return [*figures_of(self.totals, self.units[0]), *self.measures]


def to_json(result: AuditResult, verdicts: Sequence[Verdict], with_samples: bool) -> dict[str, Any]:
    low, high = result.units
    row: dict[str, Any] = {
        **result.head,
        "units": low if low == high else {"at_least": low, "at_most": high},
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
    if with_samples:
        row["samples"] = pack(result.totals.sampled)
    return row


def parse_result(row: Mapping[str, Any]) -> AuditResult:
    """Return the result that was written as a row, for pooling.

    Raises `DataError` for any other object, and for one that has figures that cannot be added.
    """
    check_key(row)
    try:
        if not str(row["command"]).startswith("audit ") or "measures" in row:
            raise ValueError
        resampling = Resampling(int(row["resampled"]), int(row["seed"]))
        totals = Totals(resampling)
        totals.counts = Counter({str(name): int(count) for name, count in row["counts"].items()})
        totals.sampled = unpack(row.get("samples"), resampling)
        units = row["units"]
        bounds = (units, units) if isinstance(units, int) else (units["at_least"], units["at_most"])
        head = {name: row[name] for name in _HEAD if name in row}
        for each in row["figures"]:
            if names_of(Key(each["name"], each.get("group", "")))[1] not in totals.counts:
                raise DataError("the result has figures that cannot be pooled")
        return AuditResult(
            head=head,
            units=(int(bounds[0]), int(bounds[1])),
            records=int(row["records"]),
            largest_unit=int(row["largest_unit"]),
            totals=totals,
            notes=[str(note) for note in row.get("notes", ())],
        )
    except (KeyError, TypeError, ValueError, OverflowError, AttributeError, zlib.error):
        raise DataError("not a result of privtool audit") from None


_HEAD = ("command", "signature", "unit", "level", "resampled", "seed", "key")


def pool(results: Iterable[AuditResult]) -> AuditResult:
    """Return the sum of results, of which there is at least one.

    Units may be in several shards, unless records are the units. Intervals need the samples of all.
    Raises `DataError` for results with different signatures or keys.
    """
    first, *others = results
    totals = first.totals
    for other in others:
        if other.head != first.head:
            raise DataError("the results have different signatures or keys and cannot be pooled")
        if bool(totals.sampled) != bool(other.totals.sampled):
            totals.sampled, other.totals.sampled = {}, {}
        totals.merge(other.totals)
    parts = [first, *others]
    highest = sum(part.units[1] for part in parts)
    alone = first.head.get("unit") == "record"
    return replace(
        first,
        units=(highest if alone else max(part.units[0] for part in parts), highest),
        records=sum(part.records for part in parts),
        largest_unit=max(part.largest_unit for part in parts),
        totals=totals,
        notes=list(dict.fromkeys(note for part in parts for note in part.notes)),
    )


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
    if figure.above_baseline is not None:
        row["above_baseline"] = figure.above_baseline
    return row


def _rounded(value: float | None) -> float | None:
    """Return a value for JSON, which has no number for the end of an open interval."""
    return None if value is None or math.isinf(value) else round(value, _DIGITS)
