"""The line of totals: scores with their intervals, the counts that they come from, the signature.

The lines of the parts of a corpus can be pooled: counts add up, and with `samples` (the sums over
resampled units, packed) so do the intervals.
"""

from __future__ import annotations

import base64
import zlib
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np

from privtool.core.errors import DataError
from privtool.text.scoring.bootstrap import Paired, Resampling, Sums, Totals
from privtool.text.scoring.metrics import Rate, rates_of

_DIGITS = 6


class Part(NamedTuple):
    """What totals are told apart by: the weight of the language model, the value of a field."""

    weight: float | None = None
    value: str | None = None


class Line(NamedTuple):
    """The totals of a part; `paired` where another system is compared with."""

    part: Part
    totals: Totals
    paired: Paired | None = None


def summary_of(line: Line, head: Mapping[str, Any], with_samples: bool) -> dict[str, Any]:
    """The line as JSON types; `head` (signature and options) comes first."""
    row: dict[str, Any] = dict(head)
    if line.part.weight is not None:
        row["lm_weight"] = line.part.weight
    if line.part.value is not None:
        row["value"] = line.part.value
    row["scores"] = {rate.name: _score(rate, line.totals) for rate in rates_of(line.totals.counts)}
    row["counts"] = dict(sorted(line.totals.counts.items()))
    if with_samples:
        row["samples"] = _packed(line.totals.sampled)
    if line.paired is not None:
        row["against"] = _against(line.paired, with_samples)
    return row


def line_of(row: Mapping[str, Any], how: Resampling) -> Line:
    """The line that was written as a row. Raises `DataError` for any other object."""
    try:
        totals = _totals(row["counts"], row.get("samples"), how)
        paired = None
        if "against" in row:
            paired = Paired(how)
            paired.this = totals
            other = row["against"]
            paired.other = _totals(other["counts"], other.get("samples"), how)
            paired.swapped = _unpacked(other.get("swapped"), how)
        return Line(_part(row), totals, paired)
    except (KeyError, TypeError, ValueError, OverflowError, AttributeError, zlib.error):
        raise DataError("not a summary of privtool asr-eval") from None


def pooled(lines: Iterable[Line]) -> list[Line]:
    """Lines of the same part added up, in the order of their first ones.

    Lines without samples leave none of the sum. A line that counts nothing is that of a part
    without text: it knows of no weight and no other system, and is left out unless all are such.
    Raises `DataError` where some compare with another system and others do not.
    """
    found: dict[Part, Line] = {}
    empty: dict[Part, Line] = {}
    for line in lines:
        if not line.totals.counts:
            empty.setdefault(line.part, line)
        elif line.part in found:
            _join(found[line.part], line)
        else:
            found[line.part] = line
    return list((found or empty).values())


def _join(sum_: Line, line: Line) -> None:
    """Add a line to another of the same part."""
    paired = sum_.paired
    if (paired is None) != (line.paired is None):
        raise DataError("some summaries are of a comparison (--against), and others are not")
    _match(sum_.totals, line.totals)
    if paired is None or line.paired is None:
        sum_.totals.join(line.totals)
        return
    paired.join(line.paired)
    if not paired.this.sampled:
        paired.swapped = {}


def _match(one: Totals, other: Totals) -> None:
    """Leave both without samples where one of them has none."""
    if bool(one.sampled) != bool(other.sampled):
        one.sampled, other.sampled = {}, {}


def _score(rate: Rate, totals: Totals) -> dict[str, float | None]:
    low, high = totals.interval(rate) or (None, None)
    return {"value": _number(rate.of(totals.counts)), "low": _number(low), "high": _number(high)}


def _against(paired: Paired, with_samples: bool) -> dict[str, Any]:
    scores: dict[str, Any] = {}
    for rate in rates_of(paired.this.counts):
        low, high = paired.interval(rate) or (None, None)
        scores[rate.name] = {
            "value": _number(rate.of(paired.other.counts)),
            "difference": _number(paired.difference(rate)),
            "low": _number(low),
            "high": _number(high),
            "p": _number(paired.p_value(rate)),
        }
    row = {"scores": scores, "counts": dict(sorted(paired.other.counts.items()))}
    if with_samples:
        row["samples"] = _packed(paired.other.sampled)
        row["swapped"] = _packed(paired.swapped)
    return row


def _number(value: Any) -> float | None:
    """A score as it is written; JSON has no NaN."""
    return None if value is None or not np.isfinite(value) else round(float(value), _DIGITS)


def _packed(sums: Mapping[str, Sums]) -> dict[str, str]:
    return {
        name: base64.b64encode(zlib.compress(sums[name].astype("<i8").tobytes(), 9)).decode()
        for name in sorted(sums)
    }


def _unpacked(packed: Mapping[str, str] | None, how: Resampling) -> dict[str, Sums]:
    sums: dict[str, Sums] = {}
    for name, text in (packed or {}).items():
        data = zlib.decompressobj().decompress(base64.b64decode(text), 8 * how.samples)
        sums[name] = np.frombuffer(data, "<i8").astype(np.int64)
        if len(sums[name]) != how.samples:
            raise ValueError(name)
    return sums


def _part(row: Mapping[str, Any]) -> Part:
    """The part that a row is of. Raises `ValueError` for what is no weight or no value."""
    weight, value = row.get("lm_weight"), row.get("value")
    if isinstance(weight, bool) or not isinstance(weight, int | float | None):
        raise ValueError("lm_weight")
    if not isinstance(value, str | None):
        raise ValueError("value")
    return Part(None if weight is None else float(weight), value)


def _totals(counts: Mapping[str, int], packed: Mapping[str, str] | None, how: Resampling) -> Totals:
    totals = Totals(how)
    totals.counts = Counter({str(name): int(count) for name, count in counts.items()})
    totals.sampled = _unpacked(packed, how)
    return totals
