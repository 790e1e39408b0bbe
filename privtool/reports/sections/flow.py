"""What went in and out: records, units, and what each command counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from privtool.core.reporting import LABEL_COUNT, RULE_COUNT, count_titles
from privtool.reports.parts import EMPTY, Cell, Section, Table, count, percent, text
from privtool.reports.runs import Run, Step

_SHARES = {"masked": "words", "rejected": "records", "listed": "filled", "aligned": "records"}
"""Counts that are shown as shares of other counts, too."""
_MOST_ROWS = 40  # that are not folded


def flow_section(runs: Sequence[Run]) -> Section:
    """Return what commands read, changed and wrote, and how much was audited."""
    parts: list[Table] = []
    counted = tuple(row for run in runs for step in run.steps for row in _counts(run, step))
    if counted:
        columns = ("Run", "Command", "Counted", "Number", "Share")
        long = len(counted) > _MOST_ROWS
        parts.append(Table("What commands counted", columns, counted, folded=long))
    audited = tuple(
        (
            *(text(run.name), text(audit.command)),
            *(count(audit.records), count(audit.units), count(audit.largest_unit)),
        )
        for run in runs
        for audit in run.audits
    )
    if audited:
        columns = ("Run", "Audit", "Records", "Units", "Records of the largest unit")
        parts.append(Table("What was audited", columns, audited))
    sentences = [] if parts else ["The inputs have no counts (--summary) and no audits."]
    return Section("flow", "What went in and out", sentences, parts)


def _counts(run: Run, step: Step) -> Iterator[tuple[Cell, ...]]:
    titles = count_titles()
    order = list(titles)
    for name in sorted(step.counts, key=lambda name: order.index(name) if name in titles else 99):
        of_label = name.startswith(LABEL_COUNT)
        whole = step.counts.get(_SHARES.get("masked" if of_label else name, ""))
        number = step.counts[name]
        if not number and name != "records":
            continue
        title = titles.get(name, name)
        if of_label:
            kind = "words masked as" if step.command == "mask" else "surrogates of"
            title = f"{kind} {name.removeprefix(LABEL_COUNT)}"
        if name.startswith(RULE_COUNT):
            title = f"values found by rule {name.removeprefix(RULE_COUNT)}"
        part = Cell(number / whole, percent(number / whole)) if whole else EMPTY
        yield text(run.name), text(step.command), text(title), count(number), part


def provenance_section(runs: Sequence[Run]) -> Section:
    rows = tuple(_row(run, step) for run in runs for step in run.steps)
    sentences = [
        "Options that are text, such as names of files, are left out. Models are known by a public "
        "name and the digest of their weights."
    ]
    columns = ("Run", "Command", "Version", "Seconds", "Seed", "Models", "Options")
    tables = [Table("Commands", columns, rows)] if rows else []
    return Section("provenance", "Versions, seeds, commands, times", sentences, tables)


def _row(run: Run, step: Step) -> tuple[Cell, ...]:
    options = {name: value for name, value in step.options.items() if name != "seed"}
    shown = ", ".join(f"{name} {_value(value)}" for name, value in sorted(options.items()))
    seed = step.options.get("seed")
    models = ", ".join(" ".join(filter(None, each)) for each in step.models)
    return (
        text(run.name),
        text(step.command),
        EMPTY if step.version is None else text(step.version),
        EMPTY if step.seconds is None else Cell(step.seconds, f"{step.seconds:,.1f}"),
        EMPTY if seed is None else Cell(seed, str(seed)),
        text(models),
        text(shown),
    )


def _value(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
