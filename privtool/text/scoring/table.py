"""Scores as a text table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from privtool.text.scoring.bootstrap import PairedTotals, Totals
from privtool.text.scoring.metrics import (
    CPWER,
    ERROR_RATES,
    WDER,
    WER,
    Rate,
    categories_in,
    category_rates,
)
from privtool.text.scoring.summary import SummaryLine

_SHORT = {"substitutions": "sub", "deletions": "del", "insertions": "ins"}
_COUNTS_OF_ALL = ("turns", "words")


def table_of(lines: Sequence[SummaryLine], signature: str) -> str:
    """Return a table of all lines, in percent, with the signature below it."""
    shown = _shown_rates({name for line in lines for name in line.totals.counts})
    rows = [[*_weight_title(lines), "turns", "words", *_titles(shown)]]
    for line in lines:
        counts = [f"{line.totals.counts[name]:,}" for name in _COUNTS_OF_ALL]
        rows.append([*_weight_cell(line, lines), *counts, *_score_cells(line.totals, shown)])
    tables = [align_columns(rows)]
    if any(line.paired is not None for line in lines):
        rows = [[*_weight_title(lines), "score", "other", "difference", "95 %", "p"]]
        for line in lines:
            comparison = _comparison_rows(line.paired, shown)
            rows += [[*_weight_cell(line, lines), *cells] for cells in comparison]
        tables.append(align_columns(rows))
    return "\n".join([*tables, f"in percent; {signature}\n"])


def with_interval(rate: Rate, totals: Totals) -> str:
    """Return a score in percent with its 95 % interval."""
    value, interval = _percent(float(rate.of(totals.counts))), totals.interval(rate)
    if interval is None:
        return value
    return f"{value} [{_percent(interval[0])}, {_percent(interval[1])}]"


def _shown_rates(counted: Iterable[str]) -> list[Rate]:
    """Return the scores to show after WER and its parts."""
    counted = set(counted)
    rates = [rate for rate in (WDER, CPWER) if rate.denominator[0][0] in counted]
    return rates + [category_rates(name)[2] for name in categories_in(counted)]


def _titles(shown: Sequence[Rate]) -> list[str]:
    parts = [_SHORT[rate.name] for rate in ERROR_RATES]
    return ["WER", *parts, *map(_title, shown)]


def _title(rate: Rate) -> str:
    name = rate.name.removesuffix(".f1")
    return f"F1 {name}" if name != rate.name else rate.name.upper()


def _score_cells(totals: Totals, shown: Sequence[Rate]) -> list[str]:
    parts = [_percent(float(rate.of(totals.counts))) for rate in ERROR_RATES]
    return [with_interval(WER, totals), *parts, *(with_interval(rate, totals) for rate in shown)]


def _comparison_rows(paired: PairedTotals | None, shown: Sequence[Rate]) -> list[list[str]]:
    """Return a row for each score of the comparison."""
    if paired is None:
        return []
    rows: list[list[str]] = []
    for rate in [WER, *shown]:
        interval, p = paired.interval(rate), paired.p_value(rate)
        low_high = "" if interval is None else f"[{_percent(interval[0])}, {_percent(interval[1])}]"
        other, difference = float(rate.of(paired.other.counts)), paired.difference(rate)
        p_value = "" if p is None else f"{p:.4f}"
        rows.append([_title(rate), _percent(other), _percent(difference), low_high, p_value])
    return rows


def _weight_title(lines: Sequence[SummaryLine]) -> list[str]:
    return ["LM weight"] if any(line.weight is not None for line in lines) else []


def _weight_cell(line: SummaryLine, lines: Sequence[SummaryLine]) -> list[str]:
    return ["" if line.weight is None else f"{line.weight:g}" for _ in _weight_title(lines)]


def _percent(value: float) -> str:
    return "-" if value != value else f"{100 * value:.1f}"


def align_columns(rows: Sequence[Sequence[str]], left: int = 0) -> str:
    """Return the rows with columns aligned to the right, the first `left` ones to the left."""
    if not rows:
        return ""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    padded = (
        "  ".join(
            cell.ljust(width) if number < left else cell.rjust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )
    return "\n".join(line.rstrip() for line in padded) + "\n"
