"""Results of audits as JSON and as text tables: figures and the counts behind them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from privtool.audit.figures import MEANINGS, Comparison, Figure, Share, comparisons_of, figures_of
from privtool.audit.gate import Verdict, overall
from privtool.core.errors import with_flags
from privtool.text.scoring.bootstrap import PairedTotals, Totals
from privtool.text.scoring.report import align_columns, rounded

_COMPARED = ("value", "difference", "low", "high", "p")


@dataclass(frozen=True, kw_only=True)
class AuditResult:
    """What an audit found. `head` names the command and what the figures depend on.

    `measures` are figures without counts, `paired` the totals of two systems, if compared.
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
        row["verdict"] = overall(each.outcome for each in verdicts)
        row["verdicts"] = [verdict._asdict() for verdict in verdicts]
    if result.notes:
        row["notes"] = [with_flags(note) for note in result.notes]
    row |= result.extra
    if result.paired is not None:
        row["against"] = [
            {**each._asdict(), **{name: rounded(getattr(each, name)) for name in _COMPARED}}
            for each in comparisons_of(result.paired, result.figures)
        ]
    row["counts"] = dict(result.totals.counts)
    return row


def _figure(figure: Figure) -> dict[str, Any]:
    row: dict[str, Any] = {"name": figure.name}
    if figure.group:
        row["group"] = figure.group
    row["kind"] = figure.meaning.kind
    row |= {"value": rounded(figure.value), "low": rounded(figure.interval.low)}
    row |= {"high": rounded(figure.interval.high), "interval": figure.interval.method}
    for role in ("attack", "baseline", "control"):
        share: Share | None = getattr(figure, role)
        if share is not None:
            row[role] = {**share._asdict(), "value": rounded(share.value)}
    if figure.risk is not None:
        row["risk"] = {name: rounded(value) for name, value in figure.risk._asdict().items()}
    return row


_TITLES = ("figure", "value", "95 %", "hits", "attempts", "baseline", "control", "risk")


def table_of(result: AuditResult, verdicts: Sequence[Verdict]) -> str:
    """Return a table of the figures over all groups and one by group, notes and the signature."""
    figures = result.figures
    found = {(each.figure, each.group): each for each in verdicts}
    rows: list[list[str]] = [[*_TITLES, *(["gate"] if verdicts else [])]]
    for figure in figures:
        verdict = found.get((figure.name, figure.group))
        if figure.group and verdict is None:
            continue
        rows.append(_cells(figure))
        if verdicts:
            rows[-1].append("" if verdict is None else f"{verdict.outcome} ({verdict.limit:g})")
    kept = [n for n in range(len(rows[0])) if n < 2 or any(row[n] for row in rows[1:])]
    parts = [align_columns([[row[n] for n in kept] for row in rows], left=1)]
    parts += _by_group([figure for figure in figures if figure.group])
    if result.paired is not None:
        parts.append(_compared(comparisons_of(result.paired, figures)))
    signature = result.head.get("signature", "")
    lines = ["shares in percent", *result.notes, signature]
    return "\n".join([*parts, "".join(f"{line}\n" for line in lines)])


def _by_group(figures: Sequence[Figure]) -> list[str]:
    """Return a table for each set of groups: a row for each group, a column for each figure."""
    tables: dict[str, dict[str, dict[str, str]]] = {}
    for figure in figures:
        cells = tables.setdefault(figure.meaning.groups, {}).setdefault(figure.group, {})
        cells[figure.name] = shown_value(figure)
        if figure.value is not None and figure.interval.method != "none found":
            low, high = (shown_number(end, figure.meaning.kind) for end in figure.interval[:2])
            cells[figure.name] += f" [{low}, {high}]"
    shown = []
    for kind, rows in tables.items():
        names = list(dict.fromkeys(name for cells in rows.values() for name in cells))
        lines = [[group, *(cells.get(name, "") for name in names)] for group, cells in rows.items()]
        shown.append(align_columns([[f"by {kind}", *names], *lines], left=1))
    return shown


def _compared(comparisons: Sequence[Comparison]) -> str:
    rows = [["against the other", "value", "difference", "95 %", "p"]]
    for each in comparisons:
        kind = MEANINGS[each.name].kind
        if not each.group and each.value is not None and each.difference is not None:
            ends = (each.low, each.high)
            shown = ", ".join(shown_number(end, kind) for end in ends if end is not None)
            rows.append(
                [each.name, shown_number(each.value, kind), shown_number(each.difference, kind)]
            )
            rows[-1] += [f"[{shown}]" if shown else "", "" if each.p is None else f"{each.p:.4f}"]
    return align_columns(rows, left=1)


def _cells(figure: Figure) -> list[str]:
    kind = figure.meaning.kind
    name = "/".join(filter(None, (figure.name, figure.group)))
    return [
        name,
        shown_value(figure),
        f"[{shown_number(figure.interval.low, kind)}, {shown_number(figure.interval.high, kind)}]",
        f"{figure.attack.hits:,}" if figure.attack and kind == "share" else "",
        f"{figure.attack.of:,}" if figure.attack and kind == "share" else "",
        _share(figure.baseline, kind),
        _share(figure.control, kind),
        "" if figure.risk is None else shown_number(figure.risk.value, "share"),
    ]


def shown_value(figure: Figure) -> str:
    """Return a value as it is printed: without hits only what it is below, never "0 %"."""
    kind = figure.meaning.kind
    if figure.value is None:
        return "-"
    if figure.interval.method == "none found":
        return f"< {shown_number(figure.interval.high, kind)}"
    return shown_number(figure.value, kind)


def _share(share: Share | None, kind: str) -> str:
    return "" if share is None or share.value is None else shown_number(share.value, kind)


def shown_number(value: float, kind: str) -> str:
    """Return a number without its unit: shares in percent."""
    return f"{value:.2f}" if kind != "share" else f"{100 * value:.{2 if abs(value) < 0.1 else 1}f}"
