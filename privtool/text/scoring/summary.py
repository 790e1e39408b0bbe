"""Summary lines: scores with their intervals, the counts behind them, the signature.

Lines of parts of a corpus can be pooled: counts add up, and with `samples` (packed sums over
resampled units) intervals can be computed, too.
"""

from __future__ import annotations

import base64
import zlib
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np

from privtool.core.errors import DataError, option
from privtool.text.scoring.bootstrap import PairedTotals, Resampling, Sums, Totals
from privtool.text.scoring.metrics import Rate, rates_of

_DIGITS = 6


class ScoreKey(NamedTuple):
    """What distinguishes totals: the language model weight and the value of a field."""

    weight: float | None = None
    value: str | None = None


class SummaryLine(NamedTuple):
    """The totals for a key; `paired` where two systems are compared."""

    key: ScoreKey
    totals: Totals
    paired: PairedTotals | None = None


def line_to_json(line: SummaryLine, head: Mapping[str, Any], with_samples: bool) -> dict[str, Any]:
    """Return the line as JSON types; `head` (signature and options) comes first."""
    row: dict[str, Any] = dict(head)
    if line.key.weight is not None:
        row["lm_weight"] = line.key.weight
    if line.key.value is not None:
        row["value"] = line.key.value
    row["scores"] = {rate.name: _score(rate, line.totals) for rate in rates_of(line.totals.counts)}
    row["counts"] = dict(sorted(line.totals.counts.items()))
    if with_samples:
        row["samples"] = pack(line.totals.sampled)
    if line.paired is not None:
        row["against"] = _against(line.paired, with_samples)
    return row


def parse_line(row: Mapping[str, Any], resampling: Resampling) -> SummaryLine:
    """Return the line that was written as a row. Raise `DataError` for any other object."""
    check_key(row)
    try:
        totals = _totals(row["counts"], row.get("samples"), resampling)
        paired = None
        if "against" in row:
            paired = PairedTotals(resampling)
            paired.this = totals
            other = row["against"]
            paired.other = _totals(other["counts"], other.get("samples"), resampling)
            paired.swapped = unpack(other.get("swapped"), resampling)
        return SummaryLine(_key(row), totals, paired)
    except (KeyError, TypeError, ValueError, OverflowError, AttributeError, zlib.error):
        raise DataError("not a summary of privtool asr-eval") from None


def pool(lines: Iterable[SummaryLine]) -> list[SummaryLine]:
    """Return the sums of lines with the same key, in order of first appearance.

    A sum has samples only if all of its lines do. Empty lines come from parts without text, which
    know no weight and no other system: they are dropped unless all lines are empty. Raise
    `DataError` if some lines compare two systems and others do not.
    """
    found: dict[ScoreKey, SummaryLine] = {}
    empty: dict[ScoreKey, SummaryLine] = {}
    for line in lines:
        if not line.totals.counts:
            empty.setdefault(line.key, line)
        elif line.key in found:
            _add(found[line.key], line)
        else:
            found[line.key] = line
    return list((found or empty).values())


def _add(total: SummaryLine, line: SummaryLine) -> None:
    """Add a line to another one with the same key."""
    paired = total.paired
    if (paired is None) != (line.paired is None):
        raise DataError(
            f"some summaries are of a comparison ({option('against')}), and others are not"
        )
    _drop_unmatched_samples(total.totals, line.totals)
    if paired is None or line.paired is None:
        total.totals.merge(line.totals)
        return
    paired.merge(line.paired)
    if not paired.this.sampled:
        paired.swapped = {}


def _drop_unmatched_samples(one: Totals, other: Totals) -> None:
    """Drop the samples of both if one has none."""
    if bool(one.sampled) != bool(other.sampled):
        one.sampled, other.sampled = {}, {}


def _score(rate: Rate, totals: Totals) -> dict[str, float | None]:
    low, high = totals.interval(rate) or (None, None)
    return {"value": _rounded(rate.of(totals.counts)), "low": _rounded(low), "high": _rounded(high)}


def _against(paired: PairedTotals, with_samples: bool) -> dict[str, Any]:
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
    row = {"scores": scores, "counts": dict(sorted(paired.other.counts.items()))}
    if with_samples:
        row["samples"] = pack(paired.other.sampled)
        row["swapped"] = pack(paired.swapped)
    return row


def _rounded(value: Any) -> float | None:
    """Return a score as written to JSON, which has no NaN."""
    return None if value is None or not np.isfinite(value) else round(float(value), _DIGITS)


def check_key(row: Mapping[str, Any]) -> None:
    """Raise `DataError` for samples whose weights anyone can draw, as older versions wrote them."""
    if row.get("samples") and "key" not in row:
        raise DataError(f"samples without a key: rerun the part with {option('key_file')}")


def pack(sums: Mapping[str, Sums]) -> dict[str, str]:
    """Return sums of samples as text, compressed."""
    return {
        name: base64.b64encode(zlib.compress(sums[name].astype("<i8").tobytes(), 9)).decode()
        for name in sorted(sums)
    }


def unpack(packed: Mapping[str, str] | None, resampling: Resampling) -> dict[str, Sums]:
    """Return the sums that were packed. Raise `ValueError` or `zlib.error` for other text."""
    sums: dict[str, Sums] = {}
    for name, text in (packed or {}).items():
        data = zlib.decompressobj().decompress(base64.b64decode(text), 8 * resampling.samples)
        sums[name] = np.frombuffer(data, "<i8").astype(np.int64)
        if len(sums[name]) != resampling.samples:
            raise ValueError(name)
    return sums


def _key(row: Mapping[str, Any]) -> ScoreKey:
    """Return the key of a row. Raise `ValueError` for a weight or value of a wrong type."""
    weight, value = row.get("lm_weight"), row.get("value")
    if isinstance(weight, bool) or not isinstance(weight, int | float | None):
        raise ValueError("lm_weight")
    if not isinstance(value, str | None):
        raise ValueError("value")
    return ScoreKey(None if weight is None else float(weight), value)


def _totals(
    counts: Mapping[str, int], packed: Mapping[str, str] | None, resampling: Resampling
) -> Totals:
    totals = Totals(resampling)
    totals.counts = Counter({str(name): int(count) for name, count in counts.items()})
    totals.sampled = unpack(packed, resampling)
    return totals
