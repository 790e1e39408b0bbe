"""Results of audits, read for a report."""

from __future__ import annotations

import math
import re
from typing import get_args

from privtool.audit.comparison import Comparison
from privtool.audit.figures import Figure, Interval, Risk, Share
from privtool.audit.gate import Outcome, Verdict
from privtool.audit.meanings import GROUPS, MEANINGS
from privtool.audit.values import BANDS
from privtool.reports.reference_numbers import reference_numbers
from privtool.reports.runs import Audit
from privtool.reports.taken import TakenFields
from privtool.text.labels import Label

_NUMBER = re.compile(r"(?:under |over )?[0-9]{1,3}(?:\.[0-9]{1,2})?(?: %)?")
_METHODS = ("wilson", "bootstrap", "none found")
_GROUP_PARTS = frozenset((*Label.__members__, *BANDS, *GROUPS))
_NOT_SHOWN = ("signature", "unit", "level", "resampled", "counts", "samples", "verdict")


class _KnownGroups:
    """Names of groups: labels, bands of rarity, attackers, numbers, or several joined by `/`."""

    def __contains__(self, group: object) -> bool:
        return isinstance(group, str) and all(
            part in _GROUP_PARTS or _NUMBER.fullmatch(part) for part in group.split("/")
        )


_KNOWN_GROUPS = _KnownGroups()


def audit_of(command: str, row: TakenFields) -> Audit:
    """Return the figures and verdicts of a row, of those that are known."""
    row.skip(*_NOT_SHOWN)
    figures = [_figure(each) for each in row.items("figures")]
    verdicts = [_verdict(each) for each in row.items("verdicts")]
    comparisons = [_comparison(each) for each in row.items("against")]
    return Audit(
        command,
        tuple(each for each in figures if each is not None),
        tuple(each for each in verdicts if each is not None),
        row.whole("records"),
        _units(row),
        row.whole("largest_unit"),
        tuple(each for each in comparisons if each is not None),
        reference_numbers(row),
        row.length("notes"),
    )


def _units(row: TakenFields) -> tuple[int, int] | None:
    exact = row.whole("units")
    if exact is not None:
        return exact, exact
    bounds = row.fields("units")
    low, high = bounds.whole("at_least"), bounds.whole("at_most")
    return None if low is None or high is None else (low, high)


def _named(row: TakenFields, name: str) -> tuple[str, str] | None:
    """The figure and group of a row; None for unknown ones."""
    figure = row.choice(name, MEANINGS)
    group = row.choice("group", _KNOWN_GROUPS) if row.values().get("group") else ""
    return None if figure is None or group is None else (figure, group)


def _figure(row: TakenFields) -> Figure | None:
    row.skip("kind", "above_baseline", *([] if row.values().get("group") else ["group"]))
    named = _named(row, "name")
    low, high, method = row.number("low"), _upper_end(row), row.choice("interval", _METHODS)
    if named is None or low is None or high is None or method is None or low > high:
        return None
    value = row.number("value")
    attack, baseline, control = (_share(row, role) for role in ("attack", "baseline", "control"))
    return Figure(
        name=named[0],
        group=named[1],
        value=value,
        interval=Interval(low, high, method),  # type: ignore[arg-type]
        attack=attack,
        baseline=baseline,
        control=control,
        risk=_risk(row),
    )


def _upper_end(row: TakenFields) -> float | None:
    """The upper end of an interval, which is null in JSON where there is none."""
    return math.inf if row.values().get("high", 0) is None else row.number("high")


def _share(row: TakenFields, role: str) -> Share | None:
    if role not in row.names:
        return None
    share = row.fields(role)
    share.skip("value")
    hits, of = share.whole("hits"), share.whole("of")
    return None if hits is None or of is None else Share(hits, of)


def _risk(row: TakenFields) -> Risk | None:
    if "risk" not in row.names:
        return None
    risk = row.fields("risk")
    value, low, high = (risk.number(name) for name in Risk._fields)
    return None if value is None or low is None or high is None else Risk(value, low, high)


def _verdict(row: TakenFields) -> Verdict | None:
    row.skip(*([] if row.values().get("group") else ["group"]))
    named = _named(row, "figure")
    limit, outcome = row.number("limit"), row.choice("outcome", get_args(Outcome))
    if named is None or limit is None or outcome is None:
        return None
    return Verdict(*named, limit, outcome)  # type: ignore[arg-type]


def _comparison(row: TakenFields) -> Comparison | None:
    row.skip(*([] if row.values().get("group") else ["group"]))
    named = _named(row, "name")
    numbers = [row.number(name) for name in Comparison._fields[2:]]
    return None if named is None else Comparison(*named, *numbers)
