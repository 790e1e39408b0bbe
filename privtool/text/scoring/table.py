"""The scores as a table that can be read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from privtool.text.scoring.bootstrap import Paired, Totals
from privtool.text.scoring.metrics import CPWER, PARTS, WDER, WER, Rate, kind_rates, kinds_in
from privtool.text.scoring.summary import Line

_SHORT = {"substitutions": "sub", "deletions": "del", "insertions": "ins"}
_COUNTS_OF_ALL = ("turns", "words")


def table_of(lines: Sequence[Line], signature: str) -> str:
    """A table of all lines, in percent, with the signature below it."""
    shown = _shown({name for line in lines for name in line.totals.counts})
    rows = [[*_head(lines), "turns", "words", *_columns(shown)]]
    for line in lines:
        counts = [f"{line.totals.counts[name]:,}" for name in _COUNTS_OF_ALL]
        rows.append([*_named(line, lines), *counts, *_cells(line.totals, shown)])
    tables = [_laid_out(rows)]
    compared = [line for line in lines if line.paired is not None and line.part.value is None]
    if compared:
        rows = [[*_head(compared), "score", "other", "difference", "95 %", "p"]]
        for line in compared:
            rows += [
                [*_named(line, compared), *cells] for cells in _differences(line.paired, shown)
            ]
        tables.append(_laid_out(rows))
    return "\n".join([*tables, f"in percent; {signature}\n"])


def with_interval(rate: Rate, totals: Totals) -> str:
    """A score in percent, with where 95 % of the samples have it."""
    value, interval = _percent(float(rate.of(totals.counts))), totals.interval(rate)
    if interval is None:
        return value
    return f"{value} [{_percent(interval[0])}, {_percent(interval[1])}]"


def _shown(counted: Iterable[str]) -> list[Rate]:
    """The scores beside those of words."""
    counted = set(counted)
    rates = [rate for rate in (WDER, CPWER) if rate.below[0][0] in counted]
    return rates + [kind_rates(kind)[2] for kind in kinds_in(counted)]


def _columns(shown: Sequence[Rate]) -> list[str]:
    parts = [_SHORT[rate.name] for rate in PARTS]
    return ["WER", *parts, *map(_title, shown)]


def _title(rate: Rate) -> str:
    kind = rate.name.removesuffix(".f1")
    return f"F1 {kind}" if kind != rate.name else rate.name.upper()


def _cells(totals: Totals, shown: Sequence[Rate]) -> list[str]:
    parts = [_percent(float(rate.of(totals.counts))) for rate in PARTS]
    return [with_interval(WER, totals), *parts, *(with_interval(rate, totals) for rate in shown)]


def _differences(paired: Paired | None, shown: Sequence[Rate]) -> list[list[str]]:
    """For each score its rows of the comparison."""
    if paired is None:
        return []
    rows: list[list[str]] = []
    for rate in [WER, *shown]:
        interval, p = paired.interval(rate), paired.p_value(rate)
        low_high = "" if interval is None else f"[{_percent(interval[0])}, {_percent(interval[1])}]"
        rows.append(
            [
                _title(rate),
                _percent(float(rate.of(paired.other.counts))),
                _percent(paired.difference(rate)),
                low_high,
                "" if p is None else f"{p:.4f}",
            ]
        )
    return rows


def _head(lines: Sequence[Line]) -> list[str]:
    weighted = any(line.part.weight is not None for line in lines)
    valued = any(line.part.value is not None for line in lines)
    return ["LM weight"] * weighted + ["of"] * valued


def _named(line: Line, lines: Sequence[Line]) -> list[str]:
    part, head = line.part, _head(lines)
    weight = "" if part.weight is None else f"{part.weight:g}"
    value = "all" if part.value is None else _printable(part.value)
    return [weight] * ("LM weight" in head) + [value] * ("of" in head)


def _printable(value: str) -> str:
    return value if value.isprintable() else ascii(value)[1:-1]


def _percent(value: float) -> str:
    return "-" if value != value else f"{100 * value:.1f}"


def _laid_out(rows: Sequence[Sequence[str]]) -> str:
    """Rows with their columns under one another, numbers to the right."""
    if not rows:
        return ""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    padded = (
        "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        for row in rows
    )
    return "\n".join(line.rstrip() for line in padded) + "\n"
