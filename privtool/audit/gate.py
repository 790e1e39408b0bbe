"""Gates: limits of figures, and whether an audit shows that they are kept.

A limit is `met` where the upper end of the interval is not above it, `not met` where the lower end
is, and `undetermined` between the two. No sample can show a share of zero: a limit of 0 is met if
nothing was found, and the figure's upper bound says how little that may mean.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple

from privtool.audit.figures import MEANINGS, OF_AUDITS, Figure
from privtool.core.errors import DataError, ExitStatus, PrivtoolError, UsageError
from privtool.core.own_files import read_settings

Outcome = Literal["met", "not met", "undetermined"]
DEFAULT = "default"
DEFAULT_LIMITS: Mapping[str, float] = {
    "direct": 0.0,
    "residual": 0.005,
    "over_masking": 0.02,
    "heard": 0.02,
    "uncovered": 0.0,
    "unmatched": 0.0,
    "side_channel": 0.0,
}


class Verdict(NamedTuple):
    """Whether a figure keeps a limit."""

    figure: str
    group: str
    limit: float
    outcome: Outcome


class NotMetError(PrivtoolError):
    """A limit that is not kept."""

    status = ExitStatus.NOT_MET


class UndeterminedError(PrivtoolError):
    """A limit of which the audit cannot say whether it is kept."""

    status = ExitStatus.UNDETERMINED


def read_gate(name: str) -> dict[tuple[str, str], float]:
    """Return the limits of a TOML file by figure and group, or those of the gate `default`.

    The file has one table, `limits`: `residual = 0.005` limits a figure, a table of its name
    limits its groups (`[limits.mention_leak]`, `PERSON = 0.01`; the key `all` is the figure over
    all groups). Raises what `read_settings` does, and `DataError` for anything else in it.
    """
    if name == DEFAULT:
        return {(figure, ""): limit for figure, limit in DEFAULT_LIMITS.items()}
    parsed = read_settings(name, dict[str, Any])
    if set(parsed) != {"limits"} or not isinstance(parsed["limits"], dict) or not parsed["limits"]:
        raise DataError(f"{name}: a gate must have one non-empty table 'limits'")
    return dict(_limits(name, parsed["limits"]))


def _limits(name: str, table: Mapping[str, Any]) -> Iterable[tuple[tuple[str, str], float]]:
    for figure, value in table.items():
        if figure not in MEANINGS:
            raise DataError(f"{name}: '{figure}' is not a figure of an audit")
        if MEANINGS[figure].remaining:
            raise DataError(
                f"{name}: '{figure}' measures what remains: an upper limit is meaningless"
            )
        groups = value if isinstance(value, dict) else {"all": value}
        for group, limit in groups.items():
            if isinstance(limit, bool) or not isinstance(limit, int | float) or not limit >= 0:
                raise DataError(f"{name}: the limit of '{figure}' is not a number of at least 0")
            if limit > 1 and MEANINGS[figure].kind != "bits":
                raise DataError(f"{name}: the limit of '{figure}' is above 1: 5 % is 0.05")
            yield (figure, "" if group == "all" else group), float(limit)


def read_limits(name: str, command: str) -> dict[tuple[str, str], float]:
    """Return a gate's limits for an audit. Raise `UsageError` for none, and as `read_gate` does."""
    limits = {key: each for key, each in read_gate(name).items() if key[0] in OF_AUDITS[command]}
    if not limits:
        raise UsageError(f"the gate {name} has no limit on a figure of privtool {command}")
    return limits


def verdicts_of(
    limits: Mapping[tuple[str, str], float], figures: Iterable[Figure]
) -> list[Verdict]:
    """Return the verdict of each limit in the order of the figures; then those not measured.

    The limit of a figure that is only counted by group holds for each group without its own.
    """
    measured = {(figure.name, figure.group): figure for figure in figures}
    total = {key: (key[0], "") for key in measured}
    of = {key: key if key in limits or total[key] in measured else total[key] for key in measured}
    unmeasured = [key for key in limits if key not in of.values()]
    return [
        Verdict(*key, limits[limit], _outcome(limits[limit], measured.get(key)))
        for key, limit in [*of.items(), *zip(unmeasured, unmeasured, strict=True)]
        if limit in limits
    ]


def _outcome(limit: float, figure: Figure | None) -> Outcome:
    if figure is None or figure.value is None:
        return "undetermined"
    if not limit:
        return "not met" if figure.value > 0 else "met"
    if figure.interval.high <= limit:
        return "met"
    return "not met" if figure.interval.low > limit else "undetermined"


def overall(outcomes: Iterable[Outcome]) -> Outcome | None:
    """Return the worst outcome; None without any."""
    return max(outcomes, key=("met", "undetermined", "not met").index, default=None)


def check_verdicts(verdicts: Iterable[Verdict], strict: bool) -> None:
    """Raise `NotMetError` if a limit is not met, `UndeterminedError` if `strict` and one may be."""
    found = list(verdicts)
    outcome = overall(each.outcome for each in found)
    named = ", ".join(
        "/".join(filter(None, (each.figure, each.group)))
        for each in found
        if each.outcome == outcome
    )
    if outcome == "not met":
        raise NotMetError(f"the gate is not met: {named}")
    if outcome == "undetermined" and strict:
        raise UndeterminedError(f"the gate is undetermined: {named}")
