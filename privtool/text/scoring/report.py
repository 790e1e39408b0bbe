"""Scores as summary lines and as a text table, and a page of errors.

Summary lines have scores with their intervals, the counts behind them and the signature. The page
shows how hypotheses differ from references: it contains their text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, NamedTuple

import numpy as np

from privtool.core.own_files import TABLES
from privtool.text.scoring.alignment import WordPair
from privtool.text.scoring.bootstrap import (
    CPWER,
    ERROR_RATES,
    WDER,
    WER,
    PairedTotals,
    Rate,
    Totals,
    rates_of,
)

_DIGITS = 6
_F1 = ".f1"
_TITLES = ("turns", "words", "WER", "sub", "del", "ins")  # the last ones of `ERROR_RATES`
PAGE_START = TABLES / "errors.html"


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
    row |= _to_json(line.totals)
    if line.paired is not None:
        row["against"] = _to_json(line.paired.other, line.paired)
    return row


def _to_json(totals: Totals, paired: PairedTotals | None = None) -> dict[str, Any]:
    scores: dict[str, Any] = {}
    for rate in rates_of((totals if paired is None else paired.this).counts):
        score: dict[str, Any] = {"value": rate.of(totals.counts)}
        if paired is not None:
            score["difference"] = paired.difference(rate)
        score["low"], score["high"] = (paired or totals).interval(rate) or (None, None)
        if paired is not None:
            score["p"] = paired.p_value(rate)
        scores[rate.name] = {name: rounded(value) for name, value in score.items()}
    return {"scores": scores, "counts": dict(sorted(totals.counts.items()))}


def rounded(value: Any) -> float | None:
    """Return a score as written to JSON, which has no NaN."""
    return None if value is None or not np.isfinite(value) else round(float(value), _DIGITS)


def table_of(lines: Sequence[SummaryLine], signature: str) -> str:
    """Return a table of all lines, in percent, with the signature below it."""
    rates = rates_of({name for line in lines for name in line.totals.counts})
    shown = [rate for rate in rates if rate in (WDER, CPWER) or rate.name.endswith(_F1)]
    weighted = ["LM weight"] if any(line.weight is not None for line in lines) else []
    rows = [[*weighted, *_TITLES, *map(_title, shown)]]
    comparison = [[*weighted, "score", "other", "difference", "95 %", "p"]]
    for line in lines:
        weight = ["" if line.weight is None else f"{line.weight:g}"] if weighted else []
        totals = line.totals
        counts = [f"{totals.counts[name]:,}" for name in ("turns", "words")]
        parts = [_percent(rate.of(totals.counts)) for rate in ERROR_RATES]
        scores = [with_interval(rate, totals) for rate in shown]
        rows.append([*weight, *counts, with_interval(WER, totals), *parts, *scores])
        if line.paired is not None:
            comparison += [[*weight, *_compared(line.paired, rate)] for rate in (WER, *shown)]
    tables = [align_columns(rows)]
    if len(comparison) > 1:
        tables.append(align_columns(comparison))
    return "\n".join([*tables, f"in percent; {signature}\n"])


def with_interval(rate: Rate, totals: Totals) -> str:
    """Return a score in percent with its 95 % interval."""
    return f"{_percent(rate.of(totals.counts))} {_bounds(totals.interval(rate))}".rstrip()


def _bounds(interval: tuple[float, float] | None) -> str:
    return f"[{', '.join(map(_percent, interval))}]" if interval else ""


def _title(rate: Rate) -> str:
    name = rate.name.removesuffix(_F1)
    return f"F1 {name}" if name != rate.name else rate.name.upper()


def _compared(paired: PairedTotals, rate: Rate) -> list[str]:
    values = rate.of(paired.other.counts), paired.difference(rate)
    p = paired.p_value(rate)
    p_value = "" if p is None else f"{p:.4f}"
    return [_title(rate), *map(_percent, values), _bounds(paired.interval(rate)), p_value]


def _percent(value: Any) -> str:
    return "-" if value != value else f"{100 * value:.1f}"


def align_columns(rows: Sequence[Sequence[str]], left: int = 0) -> str:
    """Return the rows with columns aligned to the right, the first `left` ones to the left."""
    if not rows:
        return ""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    signs = "<" * left + ">" * len(widths)
    cells = (f"{{:{sign}{width}}}" for sign, width in zip(signs, widths, strict=False))
    line = "  ".join(cells)  # such as "{:<12}  {:>6}"
    return "\n".join(line.format(*row).rstrip() for row in rows) + "\n"


def turn_html(name: str, pairs: Sequence[WordPair]) -> str:
    """Return a record with its words, or nothing if all are correct."""
    if all(pair.correct for pair in pairs):
        return ""
    parts: list[str] = []
    for one, other, correct in pairs:
        said, heard = (escape(each.word if each else "") for each in (one, other))
        missed, wrong = f"<s>{said}</s>" if one else "", f"<b>{heard}</b>" if other else ""
        parts.append(said if correct else missed + wrong)
    return f"<h2>{escape(name)}</h2>\n<p>{' '.join(parts)}</p>\n"


def page_end(shown: int, turns: int) -> str:
    """Return the end of the page with the number of hypotheses shown, of `turns` in all."""
    return f"<h2>{shown:,} of {turns:,} hypotheses have errors</h2>\n</html>\n"
