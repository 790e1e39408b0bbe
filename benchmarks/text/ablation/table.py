"""One row for each function and file: what is lost and won without it, by age of the set."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime, timezone
from typing import Any

from benchmarks.text.ablation.ages import middle
from benchmarks.text.ablation.effects import Effect, Trace
from benchmarks.text.ablation.functions import Target
from benchmarks.text.ablation.masking import MODES

_CORPORA = "corpora"
_AGES = ("younger", "older", _CORPORA)
# Of private words: only in sets, as those of corpora are names alone.
_FIGURES = (
    ("lost", _AGES[:2]),
    ("won", _AGES[:2]),
    ("freed", _AGES),
    ("hit", _AGES),
    ("relabeled", _AGES[:2]),
)


def figures(one: Effect, dates: Mapping[str, int], date: int) -> dict[str, int]:
    """Return the words by kind, mode and age of the set, in proportion to all lines.

    Lost are private words that are no longer masked, won those that are only now; freed and hit
    are public words in the same way, relabeled words are masked with another label.
    """
    sums: dict[str, float] = defaultdict(float)
    for (source, mode, kind), count in one.counts.items():
        age = _CORPORA if source not in dates else _AGES[dates[source] <= date]
        sums[f"{kind} {age} {mode}"] += count / one.share
    columns = (f"{k} {age} {mode}" for k, ages in _FIGURES for age in ages for mode in MODES)
    return {column: round(sums[column]) for column in columns}


def row(
    path: str,
    group: Mapping[int, Target],
    one: Effect,
    trace: Trace,
    blamed: Mapping[str, Sequence[int]],
    sets: Mapping[str, int],
) -> dict[str, Any]:
    """Return what was left out, where it was called and found something, and the figures."""
    dates = [
        date
        for target in group.values()
        for date in blamed[target.path][target.first - 1 : target.last]
    ]
    date = middle(dates)
    younger = {name for name, added in sets.items() if added > date}
    single = next(iter(group.values())) if len(group) == 1 else None
    found = {line for number in group for line in trace.found[number]}
    return {
        "file": path,
        "function": single.name if single else "",
        "lines": len(dates),
        "date": datetime.fromtimestamp(date, timezone.utc).strftime("%Y-%m-%dT%H:%MZ"),
        "empty": single.empty.expression if single else "",
        "lines where called": max(trace.calls[number] for number in group),
        "lines where it finds": len(found),
        "younger sets": len(younger),
        "lines of these where it finds": sum(trace.lines[at].source in younger for at in found),
        "share": round(one.share, 3),
        "failures": one.failures,
        **figures(one, sets, date),
    }
